"""A call in one line of figures."""

from voicebench.record import CallRecord
from voicebench.report.rows import GATES, CallSummary, Spread
from voicebench.run.digest import record_sha256
from voicebench.run.stored import StoredCall
from voicebench.run.utterances import utterances
from voicebench.spending import usage_of
from voicebench.stt.wer import WordErrors
from voicebench.timing import Summary, call_latencies
from voicebench.units import NS_PER_S, ns_to_ms

__all__ = ["summarise"]


def summarise(call: StoredCall) -> CallSummary:
    """Return what a report says of a call.

    Args:
        call: The record with its verdict.
    """
    record, verdict = call.record, call.graded.verdict
    latencies = call_latencies(record.events) if record.timing_valid else None
    return CallSummary(
        task=record.task,
        trial=record.trial,
        seed=record.seed,
        stack=record.stack,
        line=record.line,
        outcome=verdict.outcome,
        fault=call.graded.fault,
        gates={gate: getattr(verdict.gates, gate).outcome for gate in GATES},
        record_sha256=record_sha256(record),
        call_s=round(max((event.at_ns for event in record.events), default=0) / NS_PER_S, 3),
        wall_s=call.machine.get("wall_s"),
        voice_to_voice_ms=_spread(latencies.voice_to_voice) if latencies else None,
        ttft_ms=_spread(latencies.ttft) if latencies else None,
        wer=_word_errors(record),
        misheard=None if call.heard is None else len(call.heard["misheard"]),
        reason=verdict.reason,
        folder=str(call.folder) if call.folder else None,
        timing_fault=call.machine.get("timing_fault"),
        packets_late_ms=call.machine.get("packets_late_ms"),
        loop_lag_ms=call.machine.get("loop_lag_ms"),
        voice_to_voice_ns=latencies.voice_to_voice.samples_ns if latencies else (),
        ttft_ns=latencies.ttft.samples_ns if latencies else (),
        usage=usage_of(record.events, has_model_caller="caller" in record.drawn),
        retry_ns=latencies.retries.samples_ns if latencies else (),
        caller_model=record.drawn.get("caller", {}).get("model"),
        caller_faults=_caller_faults(call),
    )


def _caller_faults(call: StoredCall) -> tuple[str, ...]:
    last = (call.record.ending.message,) if call.graded.fault == "caller" else ()
    return (*call.machine.get("caller_faults", ()), *last)


def _word_errors(record: CallRecord) -> float | None:
    """Of all that the caller said before its farewell; None on a stack without a recogniser."""
    if not any(event.kind == "transcript" for event in record.events):
        return None
    return sum((one.word_errors for one in utterances(record.events)), WordErrors()).rounded_rate


def _spread(summary: Summary) -> Spread | None:
    if summary.p50_ns is None or summary.p95_ns is None:
        return None
    return Spread(round(ns_to_ms(summary.p50_ns), 3), round(ns_to_ms(summary.p95_ns), 3))
