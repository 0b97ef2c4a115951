"""What many samples of a latency come to.

Percentiles are nearest-rank: the smallest sample that at least p % of the samples do not exceed (definition 1 of
Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50(4), 1996; ``inverted_cdf`` in
NumPy). Each is then a wait that really happened, and exact in nanoseconds; below 20 samples p95 is the worst one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.task import Json
from voicebench.units import ns_to_ms

__all__ = ["Summary", "json_ms", "percentile"]


def percentile(samples_ns: Sequence[int], percent: int) -> int | None:
    """Return the nearest-rank percentile; None without samples.

    Args:
        samples_ns: In any order.
        percent: Above 0, at most 100.

    Raises:
        ValueError: There is no such percentile.
    """
    if not 0 < percent <= 100:
        raise ValueError(f"a percentile lies above 0 and at most at 100, got {percent}")
    if not samples_ns:
        return None
    rank = -(-len(samples_ns) * percent // 100)
    return sorted(samples_ns)[rank - 1]


def json_ms(ns: int | None) -> float | None:
    """Return nanoseconds as milliseconds to the microsecond, as reports show them; None stays None."""
    return None if ns is None else round(ns_to_ms(ns), 3)


@dataclass(frozen=True)
class Summary:
    """Samples of one latency, in the order in which they were taken; samples that were not had are left out."""

    samples_ns: tuple[int, ...] = ()

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.samples_ns)

    @property
    def p50_ns(self) -> int | None:
        """The median, nearest-rank."""
        return percentile(self.samples_ns, 50)

    @property
    def p95_ns(self) -> int | None:
        """The 95th percentile, nearest-rank."""
        return percentile(self.samples_ns, 95)

    @property
    def worst_ns(self) -> int | None:
        """The largest."""
        return max(self.samples_ns, default=None)

    def to_json(self) -> Mapping[str, Json]:
        """Return milliseconds, as ``voice_to_voice_ms`` and its like have them."""
        return {
            "n": self.n,
            "p50": json_ms(self.p50_ns),
            "p95": json_ms(self.p95_ns),
            "worst": json_ms(self.worst_ns),
            "samples": [json_ms(ns) for ns in self.samples_ns],
        }
