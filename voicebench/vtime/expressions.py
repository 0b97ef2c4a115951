"""Costs in words: ``250ms``, ``lognormal(400ms, 1.4)``, ``50ms + 120ms/s``.

A cost is one term, or several with ``+`` between them:

* ``250ms``, ``0.4s`` or ``0``: always that long
* ``uniform(80ms, 200ms)``: anything between, each as likely
* ``normal(300ms, 40ms)``: mean and standard deviation; below 0 it is 0
* ``lognormal(400ms, 1.4)``: median and geometric standard deviation; two draws in three lie within a factor of 1.4
* ``120ms/s``: so much for each second of sound
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["Expression", "parse"]

_NUMBER = r"(\d+(?:\.\d+)?|\.\d+)"
_DURATION = re.compile(rf"{_NUMBER}\s*(ms|s)|0+(?:\.0*)?")
_RATE = re.compile(rf"{_NUMBER}\s*(ms|s)\s*/\s*s")
_CALL = re.compile(r"([a-z]+)\s*\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\)")
_FACTOR = re.compile(_NUMBER)
_HELP = "write 250ms, uniform(80ms, 200ms), normal(300ms, 40ms), lognormal(400ms, 1.4) or 50ms + 120ms/s"
_LEAST_SHARE = 2.0**-54
"""A generator's share may be 0, where a normal distribution has no value."""

_Quantile = Callable[[float], float]


@dataclass(frozen=True)
class Expression:
    """A cost that somebody wrote.

    Args:
        text: As it was written.
        terms: What it is a sum of, each by its quantile function in milliseconds.
        per_second_ms: What each second of sound adds.
    """

    text: str
    terms: Sequence[_Quantile]
    per_second_ms: float

    def at_ms(self, share: float, size: float) -> float:
        """Return the cost that a share of all jobs stays under.

        Args:
            share: From 0 to 1.
            size: Seconds of sound.
        """
        return sum(term(share) for term in self.terms) + self.per_second_ms * size

    def facts(self) -> str:
        """Return the cost as it is written in a profile."""
        return self.text

    def __str__(self) -> str:
        """Return the cost in a few words."""
        return self.text


def parse(text: str) -> Expression:
    """Read a cost.

    Raises:
        ValueError: It is none; the message says how one is written.
    """
    terms: list[_Quantile] = []
    per_second_ms = 0.0
    for part in map(str.strip, text.split("+")):
        if rate := _RATE.fullmatch(part):
            per_second_ms += _ms(rate[1], rate[2])
        else:
            terms.append(_term(part))
    return Expression(text.strip(), tuple(terms), per_second_ms)


def _term(text: str) -> _Quantile:
    if call := _CALL.fullmatch(text):
        return _distribution(*call.groups())
    fixed_ms = _duration_ms(text)
    return lambda share: fixed_ms  # noqa: ARG005 - a quantile function like the others


def _distribution(name: str, first: str, second: str) -> _Quantile:
    first_ms = _duration_ms(first)
    match name:
        case "uniform":
            return _uniform(first_ms, _duration_ms(second))
        case "normal":
            return _normal(first_ms, _duration_ms(second))
        case "lognormal":
            return _lognormal(first_ms, second)
    raise ValueError(f"no distribution {name!r}: {_HELP}")


def _uniform(least_ms: float, most_ms: float) -> _Quantile:
    if least_ms > most_ms:
        raise ValueError(f"uniform goes from the least to the most, not from {least_ms:g} to {most_ms:g} ms")
    return lambda share: least_ms + share * (most_ms - least_ms)


def _normal(mean_ms: float, deviation_ms: float) -> _Quantile:
    return lambda share: max(0.0, mean_ms + deviation_ms * _deviations(share))


def _lognormal(median_ms: float, factor: str) -> _Quantile:
    spread = float(factor) if _FACTOR.fullmatch(factor) else 0.0
    if spread < 1.0:
        raise ValueError(f"lognormal takes a factor of 1 or more after its median, not {factor!r}")
    return lambda share: median_ms * math.exp(math.log(spread) * _deviations(share))


def _deviations(share: float) -> float:
    return NormalDist().inv_cdf(max(share, _LEAST_SHARE))


def _duration_ms(text: str) -> float:
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no cost: {_HELP}")
    return _ms(found[1], found[2]) if found[2] else 0.0


def _ms(number: str, unit: str) -> float:
    return float(number) * (1_000.0 if unit == "s" else 1.0)
