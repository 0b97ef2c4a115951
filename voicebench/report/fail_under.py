"""``--fail-under``: bars that a run must clear, for a CI."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voicebench.complaints import did_you_mean
from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.report.score_view import counted
from voicebench.report.statistics import K_MAX, Score
from voicebench.report.waits import WAITS, wait_ms

__all__ = ["Bar", "missed", "parse_bars"]

_RATES = {"pass@1": 1} | {f"pass^{k}": k for k in range(1, K_MAX + 1)}
_WAITS = {f"{wait}_p{percent}": (wait, percent) for wait in WAITS for percent in (50, 95)}
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
_SLACK = 1e-9
"""A mean of fifths may lie this far from 0.8."""


@dataclass(frozen=True)
class Bar:
    """The least that a rate, or the most that a wait may be.

    Args:
        name: What is measured.
        limit: A share, or milliseconds.
        text: As the user wrote it.
    """

    name: str
    limit: float
    text: str


def parse_bars(flags: Sequence[str]) -> tuple[Bar, ...]:
    """Read ``pass@1=0.8,voice_to_voice_p95=1500ms``.

    Args:
        flags: What was given with ``--fail-under``, each with commas between its bars.

    Raises:
        ConfigError: One cannot be read.
    """
    return tuple(_bar(text.strip()) for flag in flags for text in flag.split(","))


def _bar(text: str) -> Bar:
    name, _, value = text.partition("=")
    if name in _RATES:
        return Bar(name, _share(text, value), text)
    if name in _WAITS:
        return Bar(name, _milliseconds(text, value), text)
    known = [*_RATES, *_WAITS]
    near = did_you_mean(name, known)
    raise ConfigError(f"--fail-under {text}: expected NAME=VALUE with one of {', '.join(known)}{near}")


def _share(text: str, value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ConfigError(f"--fail-under {text}: expected a share from 0 to 1, such as 0.8")
    return share


def _milliseconds(text: str, value: str) -> float:
    found = _TIME.fullmatch(value)
    if found is None:
        raise ConfigError(f"--fail-under {text}: expected a time, such as 1500ms or 1.5s")
    return float(found[1]) * (1_000 if found[2] == "s" else 1)


def _no_rate(tries: int) -> str:
    return "no task was scored" if tries == 1 else f"no task has {tries} scored trials (see run --trials {tries})"


def missed(bars: Sequence[Bar], calls: Sequence[CallSummary], score: Score) -> Iterator[str]:
    """Yield a line for each bar that a run does not clear; one without data is not cleared.

    Args:
        bars: Which.
        calls: The run's.
        score: How often they passed.
    """
    for bar in bars:
        if bar.name in _RATES:
            tries = _RATES[bar.name]
            rate = score.pass_hat[tries].value
            is_met = rate is not None and rate >= bar.limit - _SLACK
            found = _no_rate(tries) if rate is None else f"found {rate:.4f}"
            found += f", {counted(score.outcomes)}"
        else:
            ms = wait_ms(calls, *_WAITS[bar.name])
            is_met = ms is not None and ms <= bar.limit
            found = "no call has such a wait" if ms is None else f"found {ms:.1f} ms"
        if not is_met:
            yield f"--fail-under {bar.text}: missed, {found}"
