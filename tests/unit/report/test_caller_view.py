from collections.abc import Callable

from voicebench.report.caller_view import caller_figures, caller_lines, retry_lines
from voicebench.report.rows import CallSummary

Summary = Callable[..., CallSummary]


def test_a_scripted_caller_has_no_budget(summary: Summary) -> None:
    assert caller_figures([summary()]) is None
    assert list(caller_lines([summary()])) == []


def test_every_attempt_counts_and_the_agent_is_left_out_of_it(summary: Summary) -> None:
    calls = [
        summary(caller_model="people"),
        summary(caller_model="people", caller_faults=("blank", "blank")),
        summary(caller_model="people", outcome="errored", fault="caller", caller_faults=("blank", "blank", "blank")),
        summary(caller_model="people", outcome="errored", fault="provider"),
    ]
    assert caller_figures(calls) == {
        "models": ["people"],
        "attempts": 8,
        "faults": 5,
        "rate": 0.625,
        "calls_left_errored": 1,
    }
    (line,) = map(str, caller_lines(calls))
    assert line == "caller (people): 5 of 8 attempts broke by the caller's own fault (62.5%); 1 call left errored"


def test_requests_that_were_sent_again(summary: Summary) -> None:
    assert list(retry_lines([summary()])) == []
    (line,) = map(str, retry_lines([summary(retry_ns=(250_000_000, 1_000_000_000)), summary(retry_ns=(50_000_000,))]))
    assert line == "provider: 3 requests sent again, 1.3 s in all, which no TTFT has in it"
