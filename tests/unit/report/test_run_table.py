from collections.abc import Callable

import pytest
from rich.console import RenderableType

from voicebench.report.rows import CallSummary, outcomes, pass_at_1, run_figures
from voicebench.report.run_table import run_view

Summary = Callable[..., CallSummary]
Shown = Callable[[RenderableType], str]
NO_GATES = {"tools": "unscored", "handoffs": "unscored", "database": "unscored"}


def test_a_run_fits_into_80_columns(shown: Shown, summary: Summary) -> None:
    gates = {"tools": "failed", "handoffs": "passed", "database": "unscored"}
    lines = shown(
        run_view("runs/x", [summary(trial=2, outcome="failed", gates=gates, reason="tools: none")])
    ).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3].split() == [
        "customer_support/R-H4#2", "failed", "no", "ok", "?", "1460/1821", "354", "12.5%", "183.2", "12.3",
    ]  # fmt: skip


def test_no_data_is_a_dash_and_never_nought(shown: Shown, summary: Summary) -> None:
    call = summary(voice_to_voice_ms=None, ttft_ms=None, wer=None, wall_s=None)
    row = shown(run_view("runs/x", [call])).splitlines()[3]
    assert row.split()[5:] == ["-", "-", "-", "183.2", "-"]
    assert "pass@1 no data" in shown(run_view("runs/x", [summary(outcome="errored", gates=NO_GATES)]))


def test_what_did_not_pass_says_why_and_where(shown: Shown, summary: Summary) -> None:
    broken = summary(outcome="errored", fault="provider", gates=NO_GATES, reason="llm: [bold]429[/bold] \x1b[31m")
    text = shown(run_view("runs/x", [summary(), broken]))
    assert "customer_support/R-H4 errored (fault: provider)" in text
    assert "llm: [bold]429[/bold] \\x1b[31m" in text
    assert text.count("record: runs/x/calls/customer_support/R-H4/0") == 1
    assert "1 passed, 1 errored" in text


def test_a_run_without_calls(shown: Shown) -> None:
    assert "no calls" in shown(run_view("runs/x", []))
    assert run_figures("runs/x", []) == {
        "run": "runs/x",
        "pass_at_1": None,
        "outcomes": {"passed": 0, "failed": 0, "errored": 0, "unscored": 0},
        "calls": [],
    }


def test_pass_at_1_is_a_mean_over_tasks_of_scored_trials(summary: Summary) -> None:
    calls = [
        summary(task="a/1"),
        summary(task="a/1", trial=1, outcome="failed"),
        summary(task="a/1", trial=2, outcome="errored"),
        summary(task="a/2"),
        summary(task="a/3", outcome="unscored"),
    ]
    assert pass_at_1(calls) == pytest.approx(0.75)
    assert outcomes(calls) == {"passed": 2, "failed": 1, "errored": 1, "unscored": 1}


def test_the_figures_of_a_call(summary: Summary) -> None:
    (figures,) = run_figures("runs/x", [summary(voice_to_voice_ms=None)])["calls"]
    assert set(figures) == {
        "task", "trial", "seed", "stack", "line", "outcome", "fault", "gates", "record_sha256", "call_s", "wall_s",
        "voice_to_voice_ms", "ttft_ms", "wer", "reason", "timing_fault", "packets_late_ms", "loop_lag_ms",
    }  # fmt: skip
    assert figures["voice_to_voice_ms"] == {"p50": None, "p95": None}
    assert figures["ttft_ms"] == {"p50": 354.2}


LATE = {"n": 900, "p50": 0.912, "p99": 2.8, "worst": 12.04}


def test_the_pacing_of_calls_on_the_real_clock_is_told_and_of_others_not(shown: Shown, summary: Summary) -> None:
    better, worse = (summary(packets_late_ms=LATE | {"worst": ms}, loop_lag_ms=LATE) for ms in (3.0, 12.04))
    told = " ".join(shown(run_view("runs/x", [better, worse])).split())
    assert "packets late by p50 0.9, p99 2.8, worst 12.0 ms; event loop by p50 0.9, p99 2.8, worst 12.0 ms" in told
    assert "pacing" not in shown(run_view("runs/x", [summary()]))


def test_a_call_whose_timing_is_invalid_says_so_and_keeps_its_verdict(shown: Shown, summary: Summary) -> None:
    call = summary(voice_to_voice_ms=None, ttft_ms=None, timing_fault="a packet was 132 ms late, over 100 ms")
    told = " ".join(shown(run_view("runs/x", [call])).split())
    assert "passed ok ok ok invalid - 12.5%" in told
    assert "invalid timing of customer_support/R-H4: a packet was 132 ms late" in told
