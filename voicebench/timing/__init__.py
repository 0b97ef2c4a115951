"""What a record says about time: turns, where each wait went, and the latencies of a call."""

from voicebench.timing.crosscheck import Doubt, crosscheck
from voicebench.timing.latencies import DEAD_AIR_NS, CallLatencies, Silence, call_latencies
from voicebench.timing.pacing import Lateness, pacing_fault
from voicebench.timing.summary import Summary, percentile
from voicebench.timing.turns import Turn, turns
from voicebench.timing.waterfall import Waterfall

__all__ = [
    "DEAD_AIR_NS",
    "CallLatencies",
    "Doubt",
    "Lateness",
    "Silence",
    "Summary",
    "Turn",
    "Waterfall",
    "call_latencies",
    "crosscheck",
    "pacing_fault",
    "percentile",
    "turns",
]
