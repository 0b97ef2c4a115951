"""How well a call on the real clock kept its time: how late the line's packets were, and the event loop's timers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.task import Json
from voicebench.timing.summary import json_ms, percentile
from voicebench.units import ms_to_ns, ns_to_ms

__all__ = ["P99_LIMIT_NS", "WORST_LIMIT_NS", "Lateness", "pacing_fault"]

P99_LIMIT_NS = ms_to_ns(10)
"""Half a packet. A latency is the distance of two packets, so the error of nearly all of them stays below that."""
WORST_LIMIT_NS = ms_to_ns(100)
"""Half of the shortest silence by which a turn detector decides (0.2 s): a packet that is later can change what the
agent does, and no later correction of its time helps."""


@dataclass(frozen=True)
class Lateness:
    """How late something was that had a time, again and again.

    Args:
        samples_ns: Each time, in order.
    """

    samples_ns: Sequence[int] = ()

    @property
    def p99_ns(self) -> int | None:
        """Its 99th percentile, nearest-rank."""
        return percentile(self.samples_ns, 99)

    @property
    def worst_ns(self) -> int | None:
        """The latest."""
        return max(self.samples_ns, default=None)

    def to_json(self) -> Mapping[str, Json]:
        """Return milliseconds."""
        p50_ns = percentile(self.samples_ns, 50)
        return {
            "n": len(self.samples_ns),
            "p50": json_ms(p50_ns),
            "p99": json_ms(self.p99_ns),
            "worst": json_ms(self.worst_ns),
        }


def pacing_fault(packets: Lateness) -> str | None:
    """Return, in words, why the latencies of a call must not be used; None when they may be.

    Args:
        packets: How late the line's packets were.
    """
    p99_ns, worst_ns = packets.p99_ns, packets.worst_ns
    if worst_ns is not None and worst_ns > WORST_LIMIT_NS:
        return f"a packet was {ns_to_ms(worst_ns):.0f} ms late, over {ns_to_ms(WORST_LIMIT_NS):.0f} ms"
    if p99_ns is not None and p99_ns > P99_LIMIT_NS:
        return f"1 % of the packets were {ns_to_ms(p99_ns):.1f} ms late or later, over {ns_to_ms(P99_LIMIT_NS):.0f} ms"
    return None
