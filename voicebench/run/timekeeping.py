"""How a call kept its time, and whether the recording bears out what the meters noted."""

from collections.abc import Sequence

from voicebench.events import EventLog
from voicebench.graph.phone import PhoneLine
from voicebench.task import Json
from voicebench.timing import Lateness, crosscheck, pacing_fault
from voicebench.units import ns_to_ms

__all__ = ["note_doubts", "timekeeping"]


def timekeeping(line: PhoneLine | None, lags_ns: Sequence[int]) -> dict[str, Json]:
    """Return how well a call on the real clock was paced, for ``machine.json``.

    Args:
        line: The phone line; None without sound.
        lags_ns: How late the loop's timers were.

    Returns:
        ``packets_late_ms``, ``loop_lag_ms`` and, when the latencies must not be used, ``timing_fault``.
    """
    packets = Lateness(line.late_ns if line else ())
    fault = pacing_fault(packets)
    figures: dict[str, Json] = {"packets_late_ms": packets.to_json(), "loop_lag_ms": Lateness(lags_ns).to_json()}
    return figures | ({"timing_fault": fault} if fault else {})


def note_doubts(events: EventLog, line: PhoneLine) -> None:
    """Note where the recording places a turn's boundary over 40 ms from where the meters did."""
    sound = line.to_agent.recording(), line.to_caller.recording()
    for doubt in crosscheck(events.in_order(), sound, line.began_ns):
        energy_ms = None if doubt.energy_ns is None else round(ns_to_ms(doubt.energy_ns), 3)
        events.add(doubt.side, "doubt", doubt.at_ns, turn=doubt.turn, boundary=doubt.boundary, energy_ms=energy_ms)
