import asyncio
import socket
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import openai
import pytest

from voicebench.errors import LimitExceeded, LlmError
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Drop, Hang, Send, Status, Step, call_piece, content, finish, role, usage

Ask = Callable[..., Any]

HELLO: list[Step] = [Send(role()), Send(content("Hel")), Send(content("lo.")), Send(finish("stop")), Send(usage(9, 2))]


@pytest.fixture(params=["real", "virtual"])
def clock(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_words_come_through_and_what_it_used(ask: Ask, clock: str) -> None:
    with ScriptedLlm(HELLO) as server:
        heard = ask(server.base_url, clock=clock)
    assert heard.error is None
    assert heard.text == "Hello."
    end = heard.note("llm_end")
    assert end == {
        "request": 3,
        "text": "Hello.",
        "tools": [],
        "usage": {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11},
        "finish": "stop",
        "cancelled": False,
        "model": "scripted",
    }


def test_the_request_as_it_goes_out(ask: Ask, key: str, clock: str) -> None:
    tool = {"type": "function", "function": {"name": "find", "parameters": {"type": "object", "properties": {}}}}
    with ScriptedLlm(HELLO) as server:
        ask(server.base_url, clock=clock, tools=[tool], temperature=0.5, extra_body={"seed": 4})
        ask(server.base_url, clock=clock, temperature=None)
    first, second = server.asked
    assert first.path == "/v1/chat/completions"
    assert first.headers["authorization"] == f"Bearer {key}"
    assert first.headers.get("x-voicebench-time") == ("data" if clock == "virtual" else None)
    assert first.body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hello?"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [tool],
        "temperature": 0.5,
        "seed": 4,
    }
    assert not {"temperature", "tools", "seed"} & set(second.body)


def test_stamps_keep_the_firsts_apart(ask: Ask) -> None:
    reasoning = {"choices": [{"index": 0, "delta": {"reasoning_content": "Hm"}}]}
    answer = [
        Send(role(), 100),
        Send(reasoning, 200),
        Send(content(" "), 300),
        Send(content("Yes."), 400),
        Send(call_piece(index=0, id="a", name="find", arguments="{}"), 500),
        Send(finish("tool_calls"), 600),
    ]
    with ScriptedLlm(answer) as server:
        heard = ask(server.base_url, clock="virtual")
    assert [(kind, at) for kind, at, _ in heard.notes] == [
        ("llm_first_byte", 100),
        ("llm_first_reasoning", 200),
        ("llm_first_content", 300),
        ("llm_first_speakable", 400),
        ("llm_first_tool", 500),
        ("llm_end", 600),
    ]


def test_words_and_tools_in_one_answer(ask: Ask, clock: str) -> None:
    answer = [
        Send(content("One moment.")),
        Send(call_piece(index=0, id="a", name="find")),
        Send(call_piece(index=0, id="b", name="book", arguments='{"y"')),
        Send(call_piece(index=0, arguments=": 2}")),
        Send(call_piece(index=0, id="c", name="cut", arguments='{"z": ')),
        Send(finish("tool_calls")),
    ]
    with ScriptedLlm(answer) as server:
        heard = ask(server.base_url, clock=clock)
    assert heard.text == "One moment."
    calls = [(0, "a", "find", "{}"), (1, "b", "book", '{"y": 2}'), (2, "c", "cut", '{"_raw": "{\\"z\\": "}')]
    assert heard.calls == calls
    assert [chunk.choices[0].delta.tool_calls for chunk in heard.chunks[:-3]] == [None] * (len(heard.chunks) - 3)
    assert [call["name"] for call in heard.note("llm_end")["tools"]] == ["find", "book", "cut"]


def test_usage_that_is_not_sent_is_unknown(ask: Ask) -> None:
    with ScriptedLlm([Send(content("Hi."))]) as server:
        assert ask(server.base_url).note("llm_end")["usage"] == "unknown"


def test_a_sparse_chunk_will_do(ask: Ask) -> None:
    sparse = [
        Send({"choices": [{"delta": {"content": "Hi."}}]}),
        Send({}),
        Send({"choices": None}),
        Send({"choices": [{}]}),
        Send({"choices": [{"delta": {"tool_calls": [{"function": {"name": "find"}}]}}]}),
    ]
    with ScriptedLlm(sparse) as server:
        heard = ask(server.base_url)
    assert heard.error is None
    assert (heard.text, heard.calls) == ("Hi.", [(0, "call_3_0", "find", "{}")])


def test_a_refusal_has_the_providers_words_and_never_the_key(ask: Ask, key: str, clock: str) -> None:
    body = f'{{"error": {{"message": "Incorrect API key\\n provided: {key}"}}}}'
    with ScriptedLlm([Status(401, body)]) as server:
        heard = ask(server.base_url, clock=clock)
    assert isinstance(heard.error, LlmError)
    assert (heard.error.fault, heard.error.stage) == ("provider", "llm")
    assert "answered 401" in str(heard.error)
    assert "Incorrect API key" in str(heard.error)
    assert key not in str(heard.error) + repr(heard.error)
    assert "\n" not in str(heard.error)


def test_an_endpoint_does_not_show_its_key(ask: Any, key: str) -> None:
    heard = ask("http://127.0.0.1:9/v1")
    assert key not in str(heard.error) + repr(heard.error)


def test_a_server_error_is_the_providers(ask: Ask, clock: str) -> None:
    with ScriptedLlm([Status(500, "x" * 9_000, "text/html")]) as server:
        heard = ask(server.base_url, clock=clock, retries=0)
    assert isinstance(heard.error, LlmError)
    assert "answered 500" in str(heard.error)
    assert len(str(heard.error)) < 700


def test_nobody_there(ask: Ask, clock: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    heard = ask(f"http://127.0.0.1:{port}/v1", clock=clock, retries=0)
    assert isinstance(heard.error, LlmError)
    assert f"127.0.0.1:{port}/v1 cannot be reached or broke off: " in str(heard.error)
    assert "is it running?" in str(heard.error)


def test_a_server_that_never_begins(ask: Ask, clock: str) -> None:
    with ScriptedLlm([Hang()]) as server:
        heard = ask(server.base_url, clock=clock, first_token_limit_s=0.2)
        assert server.left.wait(10), "the socket stays open"
    assert isinstance(heard.error, LimitExceeded)
    assert (heard.error.fault, heard.error.allowed) == ("provider", 0.2)
    assert 0.2 <= heard.error.used < 30
    assert heard.note("llm_end")["error"] == str(heard.error)


def test_headers_alone_are_no_beginning(ask: Ask, clock: str) -> None:
    with ScriptedLlm([Send(": keep-alive"), Hang()]) as server:
        heard = ask(server.base_url, clock=clock, first_token_limit_s=0.2)
    assert isinstance(heard.error, (LimitExceeded, LlmError))


def test_a_stream_that_stalls(ask: Ask, clock: str) -> None:
    with ScriptedLlm([Send(content("Hel")), Hang()]) as server:
        heard = ask(server.base_url, clock=clock, stall_limit_s=0.2)
        assert server.left.wait(10), "the socket stays open"
    assert heard.text == "Hel"
    assert isinstance(heard.error, LimitExceeded)
    assert heard.error.allowed == 0.2


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ([Send("{not json")], "sent a chunk that is not JSON"),
        ([Send('"text"')], "not of the protocol: the chunk must be "),
        ([Send("[1]")], "not of the protocol: the chunk must be "),
        ([Send({"choices": {"a": 1}})], "not of the protocol: choices must be "),
        ([Send({"choices": [5]})], "not of the protocol: choices.0 must be "),
        ([Send({"choices": [{"delta": "text"}]})], "not of the protocol: choices.0.delta must be "),
        ([Send({"choices": [{"delta": {"content": 5}}]})], "not of the protocol: choices.0.delta.content must be "),
        ([Send({"choices": [{"delta": {"tool_calls": {"a": 1}}}]})], "choices.0.delta.tool_calls must be a list"),
        ([Send({"choices": [], "usage": 5})], "not of the protocol: usage must be "),
        ([Send({"choices": [], "voicebench": {"at_ms": "soon"}})], "not of the protocol: voicebench.at_ms must be "),
        ([Send({"error": {"message": "overloaded"}})], "failed: overloaded"),
        ([Drop()], "broke off: peer closed"),
        ([Status(200, '{"choices": []}')], "sent an empty answer"),
    ],
)
def test_a_broken_stream_is_the_providers_fault(ask: Ask, clock: str, steps: list[Step], complaint: str) -> None:
    answer = steps if isinstance(steps[0], Status) else [Send(content("Hel")), *steps]
    with ScriptedLlm(answer) as server:
        heard = ask(server.base_url, clock=clock)
    assert isinstance(heard.error, LlmError), heard.error
    assert complaint in str(heard.error)
    assert heard.error.fault == "provider"
    assert heard.text == ("" if isinstance(steps[0], Status) else "Hel")


@pytest.mark.parametrize("step", [Send("{not json"), Send({"choices": [5]}), Send({"error": "no"}), Drop(), Hang()])
def test_an_error_keeps_nothing_of_the_stream(ask: Ask, step: Step) -> None:
    """It would be closed by whoever drops the error, in another thread, and maybe after its loop."""
    with ScriptedLlm([Send(content("Hel")), step]) as server:
        heard = ask(server.base_url, stall_limit_s=0.2 if isinstance(step, Hang) else 60)
    assert heard.error is not None
    assert not [one for one in _kept(heard.error) if isinstance(one, openai.AsyncStream)]


def _kept(error: BaseException | None) -> Iterator[object]:
    """What lies in the frames that an error and those behind it came through."""
    if error is not None:
        for frame, _ in traceback.walk_tb(error.__traceback__):
            yield from frame.f_locals.values()
        yield from _kept(error.__context__)


def test_hanging_up_closes_the_socket(ask: Ask, clock: str) -> None:
    with ScriptedLlm([Send(content("Once upon a time ")), Hang()]) as server:
        heard = ask(server.base_url, clock=clock, take=1)
        assert server.left.wait(10), "the provider goes on, and so does the bill"
    assert heard.error is None
    assert heard.note("llm_end")["cancelled"]
    assert heard.note("llm_end")["text"] == "Once upon a time "


def test_cancelling_the_one_who_waits_closes_the_socket(asking: Any, clock: str) -> None:
    async def main(base_url: str) -> None:
        listening = asyncio.create_task(asking.stream(base_url, _request(), -1, {}))
        for _ in range(9):
            await asyncio.sleep(0)
        assert server.was_asked.wait(10)
        listening.cancel()
        await asyncio.wait([listening])
        assert listening.cancelled()

    with ScriptedLlm([Hang()]) as server:
        asking.run(main(server.base_url), clock=clock)
        assert server.left.wait(10)


def _request() -> Any:
    from voicebench.llm.request import ChatRequest

    return ChatRequest(number=1, messages=[{"role": "user", "content": "Hello?"}])


def test_a_proxy_for_others_is_not_asked(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ScriptedLlm(HELLO) as server:
        assert ask(server.base_url).text == "Hello."
