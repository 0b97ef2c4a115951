"""What a run costs, where it stops, and that it is paid for once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicebench.tape import wind_up
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send, Status, content, finish, role, usage

Command = Callable[..., Any]
ANSWER: Answer = [Send(role()), Send(content("Which number is that?")), Send(finish("stop")), Send(usage(1_000, 100))]
PRICES = "{format: voicebench-prices/1, as_of: 2026-11-30, llm: {m: {input: 100.0, output: 1000.0}}}"
REQUEST_USD = 0.2


@pytest.fixture
def flags(tmp_path: Path) -> tuple[object, ...]:
    (tmp_path / "prices.yaml").write_text(PRICES)
    stack = {
        "name": "short", "stt": {"engine": "text_channel"}, "tts": {"engine": "text_channel"}, "limits": {"turns": 2},
    }  # fmt: skip
    (tmp_path / "short.yaml").write_text(yaml.safe_dump(stack))
    tasks = ("--task", "C5-*", "--stack", "short.yaml", "--cost", "llm.first_token=100ms")
    return ("run", *tasks, "--model", "m", "--prices", "prices.yaml", "--jobs", 1, "--json", "--no-preflight")


def hashes(run: Any) -> dict[str, str]:
    return {call["task"]: call["record_sha256"] for call in run["calls"]}


def test_a_run_stops_at_its_limit_goes_on_and_is_paid_for_once(command: Command, flags: tuple[object, ...]) -> None:
    with ScriptedLlm(ANSWER) as server:
        one = (*flags, "--base-url", server.base_url)
        new = ("--out", "r", "--record-cassette", "one.cassette", "--max-cost", 0.5)
        stopped = command(*one, *new)
        assert (stopped.code, stopped.out) == (130, "")
        spent = REQUEST_USD * len(server.asked)
        assert 0 < spent <= 0.5
        assert f"--max-cost 0.5: ${spent:.4f} is spent, and one call more would likely go beyond it" in stopped.err
        assert "1 of 4 calls are there, go on with: voicebench run --resume r" in stopped.err
        assert not Path("one.cassette").exists()
        assert command("run", "--resume", "r", "--no-preflight", "--json").code == 130
        done = json.loads(command("run", "--resume", "r", "--no-preflight", "--max-cost", 99, "--json").out)
        asked = len(server.asked)
    costs = [call["cost"]["usd"] for call in done["calls"]]
    assert costs == [pytest.approx(REQUEST_USD * call["usage"]["requests"]) for call in done["calls"]]
    assert done["cost"]["usd"] == pytest.approx(REQUEST_USD * asked) == pytest.approx(sum(costs))
    assert done["cost"]["usd_per_call"] == pytest.approx(done["cost"]["usd"] / 4)
    assert Path("one.cassette").is_file()
    assert not Path("r/cassette").exists()
    again = command(*one, "--out", "again", "--cassette", "one.cassette", "--jobs", 2)
    assert hashes(json.loads(again.out)) == hashes(done)
    assert len(server.asked) == asked, "a replay asks nobody"
    off = json.loads(command(*one, "--out", "off", "--cassette", "one.cassette", "--seed", 1, "--temperature", 1).out)
    assert off["outcomes"]["errored"] == 4
    assert "left the tape at request 1 to the model" in off["calls"][0]["reason"]


def test_calls_that_are_made_again_join_the_others_on_the_cassette(command: Command, flags: tuple[object, ...]) -> None:
    with ScriptedLlm([Status(400, "{}")], ANSWER) as server:
        one = (*flags, "--base-url", server.base_url)
        first = command(*one, "--out", "r", "--record-cassette", "one.cassette")
        assert (first.code, json.loads(first.out)["outcomes"]["errored"]) == (3, 1)
        Path("one.cassette").rename("moved")
        lost = command("run", "--resume", "r", "--retry-errors", "--no-preflight")
        assert (lost.code, lost.err.count("\n")) == (2, 1)
        assert "one.cassette: what this run recorded so far is gone; put it back" in lost.err
        wind_up(Path("none"), Path("one.cassette"), {"runs": []})
        assert "one.cassette: is of another run" in command("run", "--resume", "r", "--retry-errors").err
        Path("moved").rename("one.cassette")
        Path("r").rename("elsewhere")
        assert "the run was moved from " in command("run", "--resume", "elsewhere", "--retry-errors").err
        Path("elsewhere").rename("r")
        done = json.loads(command("run", "--resume", "r", "--retry-errors", "--no-preflight", "--json").out)
    assert done["outcomes"]["errored"] == 0
    assert not Path("r/cassette").exists()
    again = command(*one, "--out", "again", "--cassette", "one.cassette")
    assert hashes(json.loads(again.out)) == hashes(done)


def test_a_dry_run_says_what_it_will_come_to_and_makes_nothing(command: Command, flags: tuple[object, ...]) -> None:
    one = (*flags, "--base-url", "http://127.0.0.1:9/v1", "--trials", 3, "--dry-run")
    found = json.loads(command(*one).out)
    assert (found["calls"], found["call_minutes"]) == (12, 0.0)
    assert found["requests"] > 12 * 8
    assert found["input_tokens"] > 1_000 * found["requests"], "each request carries a role's prompt"
    tokens = found["input_tokens"] * 100.0 + found["output_tokens"] * 1000.0
    assert found["cost"]["usd"] == pytest.approx(tokens / 1_000_000)
    assert not list(Path().glob("runs*"))
    spoken = command("run", "--task", "C5-H1", "--dry-run")
    assert (spoken.code, "minutes of call     2 " in spoken.out) == (0, True)
    assert "not known; give --prices" in spoken.out


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (("--max-cost", 1, "--prices", "other.yaml"), "--max-cost 1: no price of the model m; add one"),
        (("--max-cost", "inf", "--prices", "other.yaml"), "--max-cost inf: give an amount"),
        (("--max-cost", 1), "--max-cost 1: without prices nobody knows; add --prices"),
        (("--prices", "none.yaml"), "--prices none.yaml: cannot be read"),
        (("--record-cassette", "a", "--cassette", "b"), "a run is recorded or replayed, not both"),
        (("--record-cassette", "other.yaml"), "--record-cassette other.yaml: is there already; name a new file"),
        (("--record-cassette", "no/folder"), "its folder is not there"),
        (("--record-cassette", "a", "--clock", "real"), "on the real clock no call repeats"),
        (("--cassette", "other.yaml"), "--cassette other.yaml: not a cassette"),
        (("--cassette", "none"), "--cassette none: cannot be read: No such file"),
    ],
)
def test_what_does_not_go_together_is_told_before_anything_is_spent(
    command: Command, extra: tuple[object, ...], words: str
) -> None:
    Path("other.yaml").write_text(PRICES.replace("{m:", "{n:"))
    for dry in ((), ("--dry-run",)):
        done = command("run", "--stack", "text", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", *extra, *dry)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
    assert not Path("runs").exists()
