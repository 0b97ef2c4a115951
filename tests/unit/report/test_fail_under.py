from collections.abc import Callable

import pytest

from voicebench.errors import ConfigError
from voicebench.report.fail_under import Bar, missed, parse_bars
from voicebench.report.rows import CallSummary
from voicebench.report.statistics import score
from voicebench.seeds import generator

Calls = Callable[..., list[CallSummary]]


def misses(calls: list[CallSummary], *flags: str) -> list[str]:
    return list(missed(parse_bars(flags), calls, score(calls, generator(1, "test"))))


def test_bars_are_read() -> None:
    assert parse_bars(["pass@1=0.8, voice_to_voice_p95=1500ms", "ttft_p50=0.5s"]) == (
        Bar("pass@1", 0.8, "pass@1=0.8"),
        Bar("voice_to_voice_p95", 1500.0, "voice_to_voice_p95=1500ms"),
        Bar("ttft_p50", 500.0, "ttft_p50=0.5s"),
    )


@pytest.mark.parametrize(
    ("flag", "why"),
    [
        ("", "expected NAME=VALUE with one of pass@1, pass\\^1"),
        ("pass@1", "expected a share"),
        ("pass@2=0.5", "expected NAME=VALUE"),
        ("pass@1=80", "expected a share from 0 to 1"),
        ("pass@1=nan", "expected a share from 0 to 1"),
        ("pass@1=0.8,", "expected NAME=VALUE"),
        ("voice_to_voice_p95=1500", "expected a time, such as 1500ms or 1.5s"),
        ("voice_to_voice_p95=-1ms", "expected a time"),
    ],
)
def test_bars_that_cannot_be_read(flag: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        parse_bars([flag])


def test_a_rate_must_not_lie_under_its_bar(calls: Calls) -> None:
    some = [*calls("a/1", "ppppf"), *calls("a/2", "ppppf"), *calls("a/3", "ppppfe")]
    assert misses(some, "pass@1=0.8,pass^2=0.6,pass^5=0") == []
    assert misses(some, "pass@1=0.81,pass^2=0.6") == [
        "--fail-under pass@1=0.81: missed, found 0.8000, 12 passed, 3 failed, 1 errored (errored calls are in no rate)"
    ]


def test_a_wait_must_not_lie_over_its_bar(calls: Calls) -> None:
    some = calls("a/1", "ppp", voice_to_voice_ns=tuple(range(1_000_000, 101_000_000, 1_000_000)))
    assert misses(some, "voice_to_voice_p95=95ms,voice_to_voice_p50=0.05s") == []
    assert misses(some, "voice_to_voice_p95=94.9ms") == [
        "--fail-under voice_to_voice_p95=94.9ms: missed, found 95.0 ms"
    ]


def test_no_data_clears_no_bar(calls: Calls) -> None:
    broken = calls("a/1", "ee")
    assert misses(broken, "pass@1=0")[0].startswith("--fail-under pass@1=0: missed, no task was scored, 2 errored")
    assert misses(broken, "ttft_p95=9s") == ["--fail-under ttft_p95=9s: missed, no call has such a wait"]
    assert misses(calls("a/1", "p"), "pass^2=0") == [
        "--fail-under pass^2=0: missed, no task has 2 scored trials (see run --trials 2), 1 passed"
    ]
