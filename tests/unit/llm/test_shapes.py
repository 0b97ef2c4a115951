"""Each shape in which streams come, through the client."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from voicebench.errors import CallError
from voicebench.reference.reply import ToolCall
from voicebench.testing import faults
from voicebench.testing.faults import SHAPES, Meant, cut_arguments, sound, with_extras
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Pause, Send, call_piece

Ask = Callable[..., Any]

CALL = ToolCall("book", {"name": "Zoë", "seats": 2})
BOTH = Meant("One moment, please.", (CALL,))
MEANT = (BOTH, Meant("Bye.", (ToolCall("hang_up"),)))
CUT_OFF = {"answer_limit_chunks": 50}
WORDS = {
    "stall": "seconds to wait for the model: ",
    "reset": "broke off: ",
    "refused_key": "answered 401: That key is not known.",
    "no_model": "answered 404: There is no such model.",
    "not_json": "sent a chunk that is not JSON",
    "overloaded": "answered 503: Overloaded. (asked 4 times)",
}


def names(outcome: str) -> list[str]:
    return [name for name, shape in SHAPES.items() if shape.outcome == outcome]


@pytest.fixture(params=["real", "virtual"])
def clock(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def limits(name: str) -> dict[str, float]:
    """A machine may stand still for longer than a short limit, so only the shape that is about one has it."""
    return CUT_OFF | ({"stall_limit_s": 0.2} if name == "stall" else {})


def asked(ask: Ask, name: str, clock: str) -> tuple[Meant, Any, ScriptedLlm]:
    shape = SHAPES[name]
    meant = next(one for one in MEANT if shape.fits(one))
    with ScriptedLlm(*shape.answers(meant)) as server:
        heard = ask(server.base_url, clock=clock, **limits(name))
    return meant if shape.calls is None else with_extras(meant, shape.calls), heard, server


def told(heard: Any) -> list[tuple[str, Any]]:
    return [(name, json.loads(arguments)) for _, _, name, arguments in heard.calls]


def test_the_table_names_every_shape_and_its_outcome() -> None:
    rows = re.findall(r"^(\w+) +(answered|retried|errored|agent) ", faults.__doc__ or "", re.MULTILINE)
    assert dict(rows) == {name: shape.outcome for name, shape in SHAPES.items()}
    assert [name for name, _ in rows] == list(SHAPES)


@pytest.mark.parametrize("name", [*names("answered"), *names("retried")])
def test_what_was_meant_comes_through(ask: Ask, name: str, clock: str) -> None:
    meant, heard, server = asked(ask, name, clock)
    assert heard.error is None
    assert heard.text == meant.words
    assert told(heard) == [(call.name, call.arguments) for call in meant.calls]
    assert len({call_id for _, call_id, _, _ in heard.calls}) == len(meant.calls)
    assert [index for index, *_ in heard.calls] == list(range(len(meant.calls)))
    end = heard.note("llm_end")
    assert not end["cancelled"]
    assert "error" not in end
    again = [data["why"] for kind, _, data in heard.notes if kind == "llm_retry"]
    assert len(server.asked) == 1 + len(again)
    assert len(again) == (SHAPES[name].outcome == "retried")


@pytest.mark.parametrize("name", names("retried"))
def test_a_retry_is_told_of_before_the_first_token(ask: Ask, name: str) -> None:
    _, heard, _ = asked(ask, name, "virtual")
    kinds = [kind for kind, _, _ in heard.notes if kind != "llm_first_byte"]
    assert kinds == ["llm_retry", "llm_first_content", "llm_first_speakable", "llm_first_tool", "llm_end"]


@pytest.mark.parametrize("name", names("errored"))
def test_what_breaks_is_the_providers_fault_in_its_own_words(ask: Ask, name: str, clock: str) -> None:
    _, heard, server = asked(ask, name, clock)
    assert isinstance(heard.error, CallError)
    assert heard.error.fault == "provider"
    assert WORDS[name] in str(heard.error)
    end = heard.note("llm_end")
    assert (end["cancelled"], end["error"]) == (False, str(heard.error))
    if name != "reset":  # what was not read yet when it came is lost, and that is chance
        assert len(server.asked) == (4 if name == "overloaded" else 1)


def test_an_answer_that_never_ends_is_cut_off_and_its_socket_closed(ask: Ask, clock: str) -> None:
    with ScriptedLlm(*SHAPES["endless"].answers(BOTH)) as server:
        heard = ask(server.base_url, clock=clock, **CUT_OFF)
        assert server.left.wait(10), "the provider goes on, and so does the bill"
    assert heard.error is None
    assert heard.note("llm_end")["finish"] == "cut_off"
    assert heard.text == "and so on, " * (CUT_OFF["answer_limit_chunks"] - 1)


WHOLE = json.dumps(dict(CALL.arguments), ensure_ascii=False)


def test_arguments_that_end_at_any_byte_arrive_as_they_came(ask: Ask) -> None:
    answers = [cut_arguments(BOTH, at) for at in range(len(WHOLE) + 1)]
    with ScriptedLlm(*answers) as server:
        heard = [told(ask(server.base_url))[0][1] for _ in answers]
    assert heard == [{}, *({"_raw": WHOLE[:at]} for at in range(1, len(WHOLE))), CALL.arguments]


def test_arguments_that_come_in_two_pieces_cut_at_any_byte_are_whole(ask: Ask) -> None:
    pieces = [[*cut_arguments(BOTH, at)[:-1], _rest(at)] for at in range(len(WHOLE) + 1)]
    with ScriptedLlm(*pieces) as server:
        assert all(told(ask(server.base_url)) == [("book", CALL.arguments)] for _ in pieces)


def _rest(at: int) -> Send:
    return Send(call_piece(index=0, arguments=WHOLE[at:]))


def test_a_slow_first_byte_is_waited_for_and_counts(ask: Ask) -> None:
    with ScriptedLlm([Pause(120), *map(Send, sound(BOTH))]) as server:
        heard = ask(server.base_url, clock="virtual")
    assert heard.at_ms[0] >= 120


@pytest.mark.parametrize("name", ["usage_refused"])
def test_a_server_that_refuses_to_tell_its_usage_is_not_asked_for_it_again(ask: Ask, name: str) -> None:
    _, heard, server = asked(ask, name, "virtual")
    assert ["stream_options" in one.body for one in server.asked] == [True, False]
    assert heard.note("llm_retry")["why"].endswith("Unrecognized request argument: stream_options")
