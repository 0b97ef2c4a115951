import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench import packs
from voicebench.reference.models import Script
from voicebench.reference.pace import Pace
from voicebench.reference.server import ReferenceServer
from voicebench.task import PlanStep

MakePlan = Callable[..., tuple[PlanStep, ...]]
STEPS = [
    {"ask": {"name": "phone", "kind": "phone", "question": "What is your phone number?"}},
    {"call": "find", "arguments": {"phone": "heard.phone"}, "say_first": "One moment."},
]
HELLO = [{"role": "user", "content": "Hello."}]
ASKED = [*HELLO, {"role": "assistant", "content": "What is your phone number?"}]
FAST = Pace(1, 5_000)


@pytest.fixture
def server() -> Iterator[ReferenceServer]:
    server = ReferenceServer()
    yield server
    server.close()


def test_a_machine_without_loopback_is_an_error_and_no_endless_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(address: object) -> socket.socket:
        raise OSError(f"cannot bind to {address}")

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(OSError, match="cannot bind"):
        ReferenceServer()


def _post(base_url: str, body: Any, *, data_time: bool = False) -> list[dict[str, Any]]:
    headers = {"Content-Type": "application/json"} | ({"x-voicebench-time": "data"} if data_time else {})
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(f"{base_url}/chat/completions", data, headers)  # noqa: S310 - loopback
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=30) as answer:
        lines = [line for line in answer.read().decode().split("\n\n") if line]
    assert lines.pop() == "data: [DONE]"
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def _status(base_url: str, body: Any) -> int:
    with pytest.raises(urllib.error.HTTPError) as caught:
        _post(base_url, body)
    caught.value.close()
    return int(caught.value.code)


def _words(chunks: list[dict[str, Any]]) -> str:
    return "".join(c["choices"][0]["delta"].get("content", "") for c in chunks if c["choices"])


def _call(chunks: list[dict[str, Any]]) -> tuple[str, Any]:
    pieces = [call for c in chunks if c["choices"] for call in c["choices"][0]["delta"].get("tool_calls", ())]
    text = "".join(piece["function"].get("arguments", "") for piece in pieces)
    return pieces[0]["function"]["name"], json.loads(text)


@pytest.mark.parametrize("data_time", [False, True])
def test_a_real_stream_says_the_whole_answer_in_order(
    server: ReferenceServer, plan: MakePlan, *, data_time: bool
) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST)
    body = {"model": "m", "messages": [*ASKED, {"role": "user", "content": "541-555-0133"}]}
    chunks = _post(url, body, data_time=data_time)
    assert _words(chunks) == "One moment."
    assert _call(chunks) == ("find", {"phone": "541-555-0133"})
    assert [c["choices"][0]["finish_reason"] for c in chunks if c["choices"]][-1] == "tool_calls"
    usage = chunks[-1]["usage"]
    assert chunks[-1]["choices"] == []
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 0
    assert {chunk["model"] for chunk in chunks} == {"m"}
    assert all(("voicebench" in chunk) == data_time for chunk in chunks)


def test_data_time_says_the_pace_and_takes_none(server: ReferenceServer, plan: MakePlan) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), Pace(3_600_000, 0.001))
    chunks = _post(url, {"messages": HELLO}, data_time=True)
    times = [chunk["voicebench"]["at_ms"] for chunk in chunks]
    words = [chunk for chunk in chunks if chunk["choices"] and chunk["choices"][0]["delta"]]
    assert times[: len(words)] == [3_600_000 + 1_000_000 * number for number in range(len(words))]
    assert times[len(words) :] == [times[len(words) - 1]] * 2, "finish and usage come with the last word"


def test_silence_is_an_answer_too(server: ReferenceServer, plan: MakePlan) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST, "silent")
    chunks = _post(url, {"messages": HELLO})
    assert _words(chunks) == ""
    assert [c["choices"][0]["finish_reason"] for c in chunks if c["choices"]] == ["stop"]


def test_the_address_holds_plan_pace_and_control_and_the_prompt_nothing(
    server: ReferenceServer, plan: MakePlan
) -> None:
    other = plan({"say": "Another plan."})
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST)
    second = server.base_url("bakery", "T-2", Script(other), FAST)
    refuser = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST, "refuser")
    assert _words(_post(url, {"messages": HELLO})) == "What is your phone number?"
    assert _words(_post(second, {"messages": HELLO})).startswith("Another plan.")
    assert _words(_post(refuser, {"messages": HELLO})).startswith("I'm sorry, I'm not able")


def test_an_address_of_no_plan_is_not_found(server: ReferenceServer, plan: MakePlan) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST)
    assert _status(url.replace("T-1", "T-9"), {"messages": HELLO}) == 404
    assert _status(url.replace("/plan/", "/nobody/"), {"messages": HELLO}) == 404


@pytest.mark.parametrize("body", [b"", b"no JSON", {}, [], {"messages": 5}, {"messages": ["x"]}])
def test_a_request_that_is_none_is_refused(server: ReferenceServer, plan: MakePlan, body: Any) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST)
    assert _status(url, body) == 400


@pytest.mark.parametrize("sent", ["POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{{", "GET"])
def test_a_client_that_hangs_up_leaves_the_server_well(
    server: ReferenceServer, plan: MakePlan, sent: str, capfd: pytest.CaptureFixture[str]
) -> None:
    url = server.base_url("bakery", "T-1", Script(plan(*STEPS)), FAST)
    host, _, path = url.removeprefix("http://").partition("/")
    with socket.create_connection((host.split(":")[0], int(host.split(":")[1])), timeout=10) as line:
        line.sendall(sent.format(path=f"/{path}/chat/completions").encode())
    assert _words(_post(url, {"messages": HELLO})) == "What is your phone number?"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("task_id", ["customer_support/R-H4", "healthcare/C5-H1", "legal/L2-E1"])
def test_the_server_knows_the_plan_and_not_the_caller(server: ReferenceServer, task_id: str) -> None:
    """All that a server is given, as text, holds no value of the caller's."""
    pack_id, name = task_id.split("/")
    task = packs.load(pack_id).tasks[name]
    script = Script(task.reference, frozenset({"book"}))
    given = repr(script) + server.base_url(pack_id, name, script, FAST)
    for trait in task.caller.traits.values():
        if trait.kind in ("phone", "zip", "digits", "code", "email", "money", "date", "name"):
            assert str(trait.value) not in given


def test_it_works_for_a_caller_it_has_never_heard_of(server: ReferenceServer) -> None:
    """The plan of a shipped task, and another person on the phone: the arguments are the other person's."""
    task = packs.load("healthcare").tasks["C5-H1"]
    url = server.base_url("healthcare", "C5-H1", Script(task.reference), FAST)
    messages: list[dict[str, Any]] = []
    calls: list[tuple[str, Any]] = []
    said = iter(
        ["I need to pay a bill.", "My name is Olga Petrov.", "Yes.", "March 3rd, 1980.", "Yes, that's right.", "Hm."]
    )
    while len(calls) < 2:
        if not messages or messages[-1]["role"] == "assistant":
            messages.append({"role": "user", "content": next(said)})
        chunks = _post(url, {"messages": messages})
        messages.append({"role": "assistant", "content": _words(chunks)})
        if any("tool_calls" in c["choices"][0]["delta"] for c in chunks if c["choices"]):
            calls.append(_call(chunks))
            messages.append({"role": "tool", "tool_call_id": "c", "content": '{"ok": true}'})
    assert calls[1] == ("identify_patient", {"first_name": "Olga", "last_name": "Petrov", "dob": "1980-03-03"})
