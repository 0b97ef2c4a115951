"""When chunks come, by the clock of the call: as they came, as they say of themselves, or as a profile draws."""

from collections.abc import Callable
from typing import Any

from voicebench.errors import LimitExceeded
from voicebench.llm.schedule import Pace
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Send, Step, call_piece, content, finish, role, usage
from voicebench.units import ms_to_ns

Ask = Callable[..., Any]

HELLO: list[Step] = [Send(role()), Send(content("Hel")), Send(content("lo.")), Send(finish("stop")), Send(usage(9, 2))]


def test_chunks_that_say_their_time_come_at_exactly_that_time(ask: Ask) -> None:
    times = [0.0, 350.0, 366.667, 383.333, 4_000.0]
    with ScriptedLlm([Send(content("x"), at_ms) for at_ms in times]) as server:
        heard = ask(server.base_url, clock="virtual")
    assert heard.at_ms == times
    assert heard.ended_ms == times[-1]


def test_time_that_is_said_counts_under_the_virtual_clock_alone(ask: Ask) -> None:
    with ScriptedLlm([Send(content("x"), 3_600_000.0)]) as server:
        heard = ask(server.base_url)
    assert heard.error is None
    assert heard.ended_ms < 60_000


def test_what_comes_without_a_time_keeps_its_own(ask: Ask) -> None:
    with ScriptedLlm(HELLO) as server:
        heard = ask(server.base_url, clock="virtual")
    assert heard.at_ms == sorted(heard.at_ms)
    assert 0 < heard.at_ms[0] < 60_000


def test_a_first_token_that_says_it_is_too_late(ask: Ask) -> None:
    with ScriptedLlm([Send(content("x"), 2_500.0)]) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=2.0)
    assert isinstance(heard.error, LimitExceeded)
    assert (heard.error.allowed, heard.error.used) == (2.0, 2.5)
    assert heard.ended_ms == 2_000, "the call goes on until the limit runs out, and no longer"


def test_a_stall_that_says_it_is_too_long(ask: Ask) -> None:
    with ScriptedLlm([Send(content("x"), 100.0), Send(content("y"), 1_101.0)]) as server:
        heard = ask(server.base_url, clock="virtual", stall_limit_s=1.0)
    assert isinstance(heard.error, LimitExceeded)
    assert heard.text == "x"
    assert heard.ended_ms == 1_100


def test_a_pace_of_the_runs_own_decides_over_what_came_and_what_is_said(ask: Ask) -> None:
    """Roles, finish reasons and usage are no tokens; words, reasoning and pieces of a tool call are."""
    asked = []

    def pacer(request: int) -> Pace:
        tokens = iter(range(1, 9))
        asked.append(request)

        def pace(measured_ns: int, *, has_token: bool) -> int:
            assert measured_ns >= 0
            seen.append(has_token)
            return ms_to_ns(next(tokens) * 1_000)

        return pace

    reasoning = {"choices": [{"index": 0, "delta": {"reasoning_content": "Hm"}}]}
    piece = call_piece(index=0, id="a", name="find", arguments="{}")
    steps = [role(), reasoning, content("x"), piece, finish("tool_calls"), usage(9, 2)]
    for said in (None, 700.0):
        seen: list[bool] = []
        with ScriptedLlm([Send(step, said) for step in steps]) as server:
            heard = ask(server.base_url, clock="virtual", pacer=pacer)
        assert heard.at_ms[: len(steps)] == [1_000, 2_000, 3_000, 4_000, 5_000, 6_000]
        assert seen == [False, True, True, True, False, False]
    assert asked == [3, 3]


def test_a_drawn_first_token_over_the_limit_is_too_late(ask: Ask) -> None:
    with ScriptedLlm(HELLO) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=2.0, pacer=lambda _: _in_three_seconds)
    assert isinstance(heard.error, LimitExceeded)
    assert (heard.error.used, heard.ended_ms) == (3.0, 2_000)


def _in_three_seconds(measured_ns: int, *, has_token: bool) -> int:
    del measured_ns, has_token
    return ms_to_ns(3_000)
