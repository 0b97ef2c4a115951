"""When the tokens of the model's answers come on the virtual clock, where a profile says so."""

from collections.abc import Mapping

from voicebench.seeds import generator
from voicebench.units import ms_to_ns
from voicebench.vtime.profile import Cost

__all__ = ["AnswerPace", "DrawnAnswers"]

_FIRST, _NEXT = "llm.first_token", "llm.token"


class DrawnAnswers:
    """Draws when the tokens of each answer come.

    Each answer has dice of its own, so that an answer that is broken off shifts none after it.

    Args:
        stages: Costs of ``llm.first_token``, ``llm.token`` or both; what is not named keeps its measured time.
        seed: The call's seed.
    """

    def __init__(self, stages: Mapping[str, Cost], seed: int):
        self._stages = stages
        self._seed = seed

    def __call__(self, request: int) -> "AnswerPace":
        """Return the pace of the answer to a request, by its number in the call."""
        return AnswerPace(self._stages.get(_FIRST), self._stages.get(_NEXT), self._seed, request)


class AnswerPace:
    """The pace of one answer.

    A chunk without a token (a role, a finish reason, the usage) comes with the token before it, and one ahead of all
    tokens with the first. A chunk counts as one token, however many a server puts into it.

    Args:
        first: Cost of the first token; None keeps its measured offset.
        later: Cost of each token after it; None keeps the measured distances.
        seed: The call's seed.
        request: Number of the request.
    """

    def __init__(self, first: Cost | None, later: Cost | None, seed: int, request: int):
        dice = generator(seed, f"costs/{_FIRST}/{request}")
        self._first_ns = None if first is None else ms_to_ns(first.at_ms(dice.random(), 0.0))
        self._later = later
        self._dice = generator(seed, f"costs/{_NEXT}/{request}")
        self._due_ns: int | None = None
        self._shift_ns = 0

    def __call__(self, measured_ns: int, *, has_token: bool) -> int:
        """Return the offset at which a chunk is due.

        Args:
            measured_ns: The offset at which it came.
            has_token: Whether it brings a token.
        """
        if self._due_ns is None:
            due_ns = measured_ns if self._first_ns is None else self._first_ns
            if has_token:
                self._due_ns, self._shift_ns = due_ns, due_ns - measured_ns
            return due_ns
        if self._later is None:
            return measured_ns + self._shift_ns
        if has_token:
            self._due_ns += ms_to_ns(self._later.at_ms(self._dice.random(), 0.0))
        return self._due_ns
