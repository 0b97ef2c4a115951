from collections.abc import Callable, Sequence

import pytest
from rich.console import Console, RenderableType

from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary, outcomes, run_figures
from voicebench.report.run_table import run_view
from voicebench.report.statistics import score, scores
from voicebench.report.words import section
from voicebench.seeds import generator
from voicebench.spending import Usage

Summary = Callable[..., CallSummary]
Shown = Callable[[RenderableType], str]
Calls = Callable[..., list[CallSummary]]
NO_GATES = {"tools": "unscored", "handoffs": "unscored", "database": "unscored"}


def view(calls: Sequence[CallSummary], **categories: str) -> RenderableType:
    named = {call.task: categories[call.task[-1]] for call in calls if call.task[-1] in categories}
    return run_view(KeptRun("runs/x", calls), scores(calls, named, generator(1, "test")))


def test_a_run_fits_into_80_columns(shown: Shown, summary: Summary) -> None:
    gates = {"tools": "failed", "handoffs": "passed", "database": "unscored"}
    lines = shown(
        view([summary(trial=2, outcome="failed", gates=gates, reason="tools: none", misheard=2)])
    ).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3].split() == [
        "customer_support/R-H4#2", "failed", "no", "ok", "?", "1460/1821", "354", "12.5", "2", "183", "12",
    ]  # fmt: skip


def test_a_narrow_screen_cuts_nothing(summary: Summary) -> None:
    console = Console(width=30, color_system=None)
    with console.capture() as capture:
        console.print(section("All", view([summary(voice_to_voice_ns=(1_000_000_000, 3_000_000_000))])), crop=False)
    told = capture.get()
    assert "customer_support/R-H4 passed  ok    ok   ok 1460/1821  354 12.5    -  183   12" in told
    assert "voice to voice p50 1000 ms," in told


def test_the_waits_of_all_turns_are_told_together(shown: Shown, summary: Summary) -> None:
    some = [summary(voice_to_voice_ns=(1_000_000_000,)), summary(trial=1, voice_to_voice_ns=(3_000_000_000,))]
    assert "voice to voice p50 1000 ms, p95 3000 ms over 2 turns" in shown(view(some))


def test_no_data_is_a_dash_and_never_nought(shown: Shown, summary: Summary) -> None:
    call = summary(voice_to_voice_ms=None, ttft_ms=None, wer=None, wall_s=None)
    row = shown(view([call])).splitlines()[3]
    assert row.split()[5:] == ["-", "-", "-", "-", "183", "-"]
    assert "pass@1 no data" in shown(view([summary(outcome="errored", gates=NO_GATES)]))


def test_what_did_not_pass_says_why_and_where(shown: Shown, summary: Summary) -> None:
    broken = summary(outcome="errored", fault="provider", gates=NO_GATES, reason="llm: [bold]429[/bold] \x1b[31m")
    text = shown(view([summary(), broken]))
    assert "customer_support/R-H4 errored (fault: provider)" in text
    assert "llm: [bold]429[/bold] \\x1b[31m" in text
    assert text.count("record: runs/x/calls/customer_support/R-H4/0") == 1
    assert "1 passed, 1 errored" in text


def test_a_run_without_calls(shown: Shown) -> None:
    assert "no calls" in shown(view([]))
    assert run_figures("runs/x", [], 2, None) == {
        "run": "runs/x",
        "pass_at_1": None,
        "outcomes": {"passed": 0, "failed": 0, "errored": 0, "unscored": 0},
        "missing": 2,
        "usage": Usage().to_json(),
        "cost": None,
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
    assert score(calls, generator(1, "test")).pass_at_1.value == pytest.approx(0.75)
    assert outcomes(calls) == {"passed": 2, "failed": 1, "errored": 1, "unscored": 1}


def test_the_figures_of_a_call(summary: Summary) -> None:
    (figures,) = run_figures("runs/x", [summary(voice_to_voice_ms=None)], 0, 1.0)["calls"]
    assert set(figures) == {
        "task", "trial", "seed", "stack", "line", "outcome", "fault", "gates", "record_sha256", "call_s", "wall_s",
        "voice_to_voice_ms", "ttft_ms", "wer", "misheard", "reason", "timing_fault", "packets_late_ms", "loop_lag_ms",
        "usage", "cost", "retries", "caller_faults",
    }  # fmt: skip
    assert figures["voice_to_voice_ms"] == {"p50": None, "p95": None}
    assert figures["ttft_ms"] == {"p50": 354.2}


LATE = {"n": 900, "p50": 0.912, "p99": 2.8, "worst": 12.04}


def test_the_pacing_of_calls_on_the_real_clock_is_told_and_of_others_not(shown: Shown, summary: Summary) -> None:
    better, worse = (summary(packets_late_ms=LATE | {"worst": ms}, loop_lag_ms=LATE) for ms in (3.0, 12.04))
    told = " ".join(shown(view([better, worse])).split())
    assert "packets late by p50 0.9, p99 2.8, worst 12.0 ms; event loop by p50 0.9, p99 2.8, worst 12.0 ms" in told
    assert "pacing" not in shown(view([summary()]))


def test_a_call_whose_timing_is_invalid_says_so_and_keeps_its_verdict(shown: Shown, summary: Summary) -> None:
    call = summary(voice_to_voice_ms=None, ttft_ms=None, timing_fault="a packet was 132 ms late, over 100 ms")
    told = " ".join(shown(view([call])).split())
    assert "passed ok ok ok invalid - 12.5" in told
    assert "invalid timing of customer_support/R-H4: a packet was 132 ms late" in told


def test_one_trial_has_no_pass_hat_and_few_tasks_no_table_of_their_own(shown: Shown, calls: Calls) -> None:
    text = shown(view([*calls("a/1", "p"), *calls("b/2", "p")]))
    assert "pass@1 1.00   2 passed\n" in text
    assert "^" not in text
    assert "By pack" not in text


def test_trials_bring_pass_hat_with_its_interval_and_what_it_leaves_out(shown: Shown, calls: Calls) -> None:
    some = [*calls("a/1", "ppp"), *calls("a/2", "ppf"), *calls("a/3", "pee"), *calls("a/4", "ee")]
    text = shown(view(some))
    lines = {line.split()[0]: line for line in text.splitlines() if line.startswith("pass")}
    assert list(lines) == ["pass@1", "pass^2", "pass^3"]
    assert "6 passed, 1 failed, 4 errored (errored calls are in no rate)" in " ".join(text.split())
    assert lines["pass^3"].startswith("pass^3 0.50 [0.00, 1.00]   2 of 4 tasks left out")


def test_scores_by_pack_category_and_task_stand_beside_their_outcomes(shown: Shown, calls: Calls) -> None:
    some = [*calls("a/1", "pp"), *calls("a/2", "pf"), *calls("a/3", "ue")]
    text = shown(view(some, **{"1": "orders", "2": "orders", "3": "returns"}))
    rows = [line.split() for line in text.splitlines()]
    assert max(map(len, text.splitlines())) <= 80
    assert ["a", "3/1/1/1", "0.75", "[0.50,", "1.00]", "0.50"] in rows
    assert ["a/orders", "3/1/0/0", "0.75", "[0.50,", "1.00]", "0.50"] in rows
    assert ["a/returns", "0/0/1/1", "-", "-"] in rows
    assert ["a/2", "1/1/0/0", "0.50", "0.00"] in rows


def test_the_hearing_ceiling_stands_beside_the_score(shown: Shown, calls: Calls) -> None:
    run, above = ([*calls("a/1", trials), *calls("a/2", "pp")] for trials in ("ff", "pp"))
    both = [scores(some, {}, generator(1, "test")) for some in (run, above)]
    text = shown(run_view(KeptRun("runs/x", run), *both))
    assert "hearing ceiling 1.00   4 passed" in text
    assert ["a/1", "0/2/0/0", "0.00", "0.00", "1.00"] in [line.split() for line in text.splitlines()]
