"""When a request is sent again, after how long, and when not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from voicebench.errors import LimitExceeded, LlmError
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Drop, Hang, Reset, Send, Status, chunk, content, role

Ask = Callable[..., Any]
HELLO: Answer = [Send(role()), Send(content("Hello."))]


def refusal(code: int, words: str = "no", code_word: str | None = None, **headers: str) -> Answer:
    body = json.dumps({"error": {"message": words, "code": code_word}})
    return [Status(code, body, headers={name.replace("_", "-"): value for name, value in headers.items()})]


def retry_ms(heard: Any) -> float:
    (at_ms,) = [at for kind, at, _ in heard.notes if kind == "llm_retry"]
    return float(at_ms)


@pytest.mark.parametrize(
    ("headers", "at_least_ms"),
    [
        ({"retry_after": "1"}, 1_000),
        ({"retry_after_ms": "300", "retry_after": "60"}, 300),
        ({"date": "Mon, 30 Nov 2026 05:00:00 GMT", "retry_after": "Mon, 30 Nov 2026 05:00:01 GMT"}, 1_000),
        ({"retry_after": "soon"}, 250),
        ({"retry_after": "Mon, 30 Nov 2026 05:00:01 GMT"}, 250),
        ({}, 250),
    ],
    ids=["seconds", "milliseconds", "a date", "nonsense", "a date beside none", "nothing"],
)
def test_the_pause_is_the_one_that_was_asked_for(ask: Ask, headers: dict[str, str], at_least_ms: float) -> None:
    """It is part of the call's time, and what is measured from the last sending has none of it."""
    with ScriptedLlm(refusal(429, **headers), HELLO) as server:
        heard = ask(server.base_url, clock="virtual")
    assert heard.error is None
    assert at_least_ms <= retry_ms(heard) < at_least_ms + 700
    first_ms = next(at for kind, at, _ in heard.notes if kind == "llm_first_content")
    assert first_ms >= retry_ms(heard)


def test_simulated_time_of_an_answer_counts_from_the_last_sending(ask: Ask) -> None:
    late = [Send(content("x"), 1_800.0)]
    with ScriptedLlm(refusal(503, retry_after_ms="1"), late) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=5.0)
    assert heard.at_ms == [retry_ms(heard) + 1_800.0]


def test_a_pause_that_no_caller_would_wait_for_is_not_made(ask: Ask) -> None:
    with ScriptedLlm(refusal(429, "Slow down.", retry_after="60"), HELLO) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=5.0)
    assert isinstance(heard.error, LlmError)
    assert "answered 429: Slow down." in str(heard.error)
    assert len(server.asked) == 1
    assert heard.ended_ms < 5_000


@pytest.mark.parametrize(
    "answer",
    [
        refusal(429, code_word="insufficient_quota"),
        refusal(400, "messages: too long"),
        refusal(401),
        refusal(404),
        [Send(content("Hel")), Drop()],
        [Send("{not JSON")],
    ],
    ids=["no money", "bad request", "key", "model", "closed within", "no JSON"],
)
def test_what_does_not_pass_is_not_tried_again(ask: Ask, answer: Answer) -> None:
    with ScriptedLlm(answer, HELLO) as server:
        heard = ask(server.base_url)
    assert isinstance(heard.error, LlmError)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        *(refusal(code) for code in (408, 429, 500, 502, 503, 529)),
        [Reset()],
        [Send(role()), Drop()],
        [Send({"error": {"message": "overloaded"}})],
    ],
    ids=["408", "429", "500", "502", "503", "529", "reset", "closed", "an error in the stream"],
)
def test_what_may_pass_is_tried_again(ask: Ask, answer: Answer) -> None:
    with ScriptedLlm(answer, HELLO) as server:
        heard = ask(server.base_url)
    assert (heard.error, heard.text) == (None, "Hello.")
    assert len(server.asked) == 2


def test_without_retries_nothing_is_tried_again(ask: Ask) -> None:
    with ScriptedLlm(refusal(503), HELLO) as server:
        heard = ask(server.base_url, retries=0)
    assert isinstance(heard.error, LlmError)
    assert len(server.asked) == 1


def test_the_limit_on_the_first_token_counts_from_the_first_sending(ask: Ask) -> None:
    with ScriptedLlm(refusal(503, retry_after_ms="150"), [Hang()]) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=0.3)
    assert isinstance(heard.error, LimitExceeded)
    assert heard.error.fault == "provider"
    assert 300 <= heard.ended_ms < 2_000


def test_chunks_without_a_token_do_not_put_the_limit_off(ask: Ask) -> None:
    empty = chunk({})
    said = [Send(empty, 400.0 * number) for number in range(9)]
    with ScriptedLlm([*said, Send(content("x"), 4_000.0)]) as server:
        heard = ask(server.base_url, clock="virtual", first_token_limit_s=2.0)
    assert isinstance(heard.error, LimitExceeded)
    assert heard.ended_ms == 2_000


def test_ids_that_a_server_uses_again_are_told_apart(asking: Any) -> None:
    from voicebench.llm.request import ChatRequest
    from voicebench.testing.llm_steps import call_piece

    from .conftest import Heard

    async def main(base_url: str) -> list[str | None]:
        heard = Heard()
        client = asking.client(heard, base_url)
        for number in (1, 2):
            request = ChatRequest(number=number, messages=[{"role": "user", "content": "Hello?"}])
            heard.chunks += [one async for one in client.stream(request)]
        return [call_id for _, call_id, _, _ in heard.calls]

    with ScriptedLlm([Send(call_piece(index=0, id="call_0", name="find", arguments="{}"))]) as server:
        assert asking.run(main(server.base_url)) == ["call_0", "call_2_0"]
