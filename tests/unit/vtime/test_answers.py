from collections.abc import Sequence

from voicebench.units import ms_to_ns
from voicebench.vtime.answers import DrawnAnswers
from voicebench.vtime.expressions import parse

ROLE_WORDS_FINISH = ((90, False), (100, True), (130, True), (160, True), (190, False))
"""An answer as it came: a role, three tokens, a finish reason."""


def _due_ms(costs: dict[str, str], request: int = 1, came: Sequence[tuple[int, bool]] = ROLE_WORDS_FINISH) -> list[int]:
    pace = DrawnAnswers({stage: parse(text) for stage, text in costs.items()}, 7)(request)
    return [pace(ms_to_ns(ms), has_token=has_token) // ms_to_ns(1) for ms, has_token in came]


def test_both_are_named() -> None:
    assert _due_ms({"llm.first_token": "400ms", "llm.token": "20ms"}) == [400, 400, 420, 440, 440]


def test_the_first_token_alone_keeps_the_distances() -> None:
    assert _due_ms({"llm.first_token": "400ms"}) == [400, 400, 430, 460, 490]


def test_the_rate_alone_keeps_the_first_token() -> None:
    assert _due_ms({"llm.token": "20ms"}) == [90, 100, 120, 140, 140]


def test_draws_are_by_request_and_not_by_what_came() -> None:
    costs = {"llm.first_token": "uniform(0, 1s)", "llm.token": "uniform(0, 1s)"}
    assert _due_ms(costs) == _due_ms(costs, came=[(2 * ms, has_token) for ms, has_token in ROLE_WORDS_FINISH])
    assert _due_ms(costs) != _due_ms(costs, request=2)
    due = _due_ms(costs)
    assert due == sorted(due)
