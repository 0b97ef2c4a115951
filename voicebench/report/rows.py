"""What a report says of one call, and of all calls of a run together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.record import Fault
from voicebench.spending import Cost, Usage, total_cost, total_usage
from voicebench.task import Json
from voicebench.units import NS_PER_MS
from voicebench.verdict import GateOutcome, Outcome

__all__ = ["GATES", "CallSummary", "Spread", "call_figures", "cost_figures", "outcomes", "run_figures"]

GATES = ("tools", "handoffs", "database")


@dataclass(frozen=True)
class Spread:
    """Percentiles of a latency in milliseconds."""

    p50: float
    p95: float


@dataclass(frozen=True)
class CallSummary:
    """One line of a run's table.

    Args:
        task: ``PACK/TASK``.
        trial: From 0.
        seed: The call's seed.
        stack: Name of the stack.
        line: Name of the line's condition.
        outcome: What the verifier made of it.
        fault: Whose doing it was that the call did not pass.
        gates: Outcome of each gate.
        record_sha256: Digest of all that the call determined.
        call_s: Length of the call on its own clock.
        wall_s: Seconds that it took here; None when that was not kept.
        voice_to_voice_ms: End of the caller's speech to the start of the reply's; None without data.
        ttft_ms: Request to first token; None without data.
        wer: Word errors by word said; None where nothing was transcribed.
        reason: Why it did not pass.
        folder: Where the record lies; None when it was not kept.
        timing_fault: Why its latencies must not be used; None when they may be.
        packets_late_ms: How late the line's packets were on the real clock (n, p50, p99, worst).
        loop_lag_ms: How late the event loop's timers were there.
        voice_to_voice_ns: The wait of each turn; none where the timing is invalid.
        ttft_ns: Likewise of each request to the model.
        usage: What it used of what is paid for.
        cost: What that came to; None where no prices were given.
        retry_ns: Of each request that the provider had sent again: the time until the last sending.
        caller_model: The model that chose the caller's words; None for the scripted caller.
        caller_faults: How the caller broke the attempts at this call, the one that is left included.
        misheard: How many times a value of the caller's was heard wrong; None where nothing was transcribed.
    """

    task: str
    trial: int
    seed: int
    stack: str
    line: str
    outcome: Outcome
    fault: Fault | None
    gates: Mapping[str, GateOutcome]
    record_sha256: str
    call_s: float
    wall_s: float | None
    voice_to_voice_ms: Spread | None
    ttft_ms: Spread | None
    wer: float | None
    reason: str | None
    folder: str | None
    timing_fault: str | None = None
    packets_late_ms: Mapping[str, Json] | None = None
    loop_lag_ms: Mapping[str, Json] | None = None
    voice_to_voice_ns: tuple[int, ...] = ()
    ttft_ns: tuple[int, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: Cost | None = None
    retry_ns: tuple[int, ...] = ()
    caller_model: str | None = None
    caller_faults: tuple[str, ...] = ()
    misheard: int | None = None

    @property
    def name(self) -> str:
        """``PACK/TASK``, with the trial where it is not the first."""
        return f"{self.task}#{self.trial}" if self.trial else self.task


def outcomes(calls: Sequence[CallSummary]) -> dict[Outcome, int]:
    """Return how many calls had each outcome; all four are always there."""
    counts: dict[Outcome, int] = {"passed": 0, "failed": 0, "errored": 0, "unscored": 0}
    for call in calls:
        counts[call.outcome] += 1
    return counts


def run_figures(run: str, calls: Sequence[CallSummary], missing: int, pass_at_1: float | None) -> dict[str, Json]:
    """Return what ``run --json`` prints.

    Args:
        run: The run's folder.
        calls: Its calls, in order.
        missing: How many more it was to have.
        pass_at_1: How often they passed; None where nothing was scored.
    """
    return {
        "run": run,
        "pass_at_1": pass_at_1,
        "outcomes": outcomes(calls),
        "missing": missing,
        "usage": total_usage(call.usage for call in calls).to_json(),
        "cost": cost_figures(calls),
        "calls": [call_figures(call) for call in calls],
    }


def cost_figures(calls: Sequence[CallSummary]) -> dict[str, Json] | None:
    """Return what calls cost together, by the call and by the minute of call; None where no prices were given."""
    priced = [call for call in calls if call.cost is not None]
    if not priced:
        return None
    cost = total_cost(call.cost for call in priced if call.cost is not None)
    minutes = sum(call.call_s for call in priced) / 60
    per_call = None if cost.usd is None else cost.usd / len(priced)
    per_minute = cost.usd / minutes if cost.usd is not None and minutes else None
    rounded = {"usd_per_call": per_call, "usd_per_minute": per_minute}
    return cost.to_json() | {name: None if usd is None else round(usd, 6) for name, usd in rounded.items()}


def call_figures(call: CallSummary) -> dict[str, Json]:
    """Return one call as ``run --json`` has it."""
    v2v, ttft = call.voice_to_voice_ms, call.ttft_ms
    return {
        "task": call.task,
        "trial": call.trial,
        "seed": call.seed,
        "stack": call.stack,
        "line": call.line,
        "outcome": call.outcome,
        "fault": call.fault,
        "gates": {gate: call.gates[gate] for gate in GATES},
        "record_sha256": call.record_sha256,
        "call_s": call.call_s,
        "wall_s": call.wall_s,
        "voice_to_voice_ms": {"p50": v2v and v2v.p50, "p95": v2v and v2v.p95},
        "ttft_ms": {"p50": ttft and ttft.p50},
        "wer": call.wer,
        "misheard": call.misheard,
        "reason": call.reason,
        "timing_fault": call.timing_fault,
        "retries": {"n": len(call.retry_ns), "ms": round(sum(call.retry_ns) / NS_PER_MS, 3)},
        "caller_faults": list(call.caller_faults),
        "packets_late_ms": call.packets_late_ms,
        "loop_lag_ms": call.loop_lag_ms,
        "usage": call.usage.to_json(),
        "cost": cost_figures([call]),
    }
