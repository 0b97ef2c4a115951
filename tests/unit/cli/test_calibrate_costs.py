import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicebench.run.costs import run_costs
from voicebench.stack import load_stack

Command = Callable[..., Any]
STACK = {
    "name": "tones",
    "stt": {"engine": "echo"},
    "tts": {"engine": "tone"},
    "llm": {"engine": "reference", "first_token_ms": 40, "tokens_per_s": 1_000},
}


def test_a_stack_becomes_a_profile_that_a_run_takes(command: Command, tmp_path: Path) -> None:
    (tmp_path / "tones.yaml").write_text(yaml.safe_dump(STACK))
    done = command("calibrate", "--stack", "tones.yaml", "--out", "mine.yaml", "--name", "mine", "--repeats", 2)
    assert done.code == 0, done.err
    assert "use it with --costs profile:mine.yaml" in done.err
    assert {"stt", "tts", "turn", "vad"} <= {line.split()[0] for line in done.out.splitlines()}
    profile = yaml.safe_load((tmp_path / "mine.yaml").read_text())
    assert profile["name"] == "mine"
    assert profile["machine"]["stack"] == "tones"
    assert profile["machine"]["idle"] == (profile["machine"]["busy"] is None)
    assert profile["machine"]["versions"]["pipecat-ai"]
    assert [len(profile["stages"][stage]) for stage in ("stt", "tts", "turn")] == [4, 4, 1]
    assert list(profile["beside"]) == ["vad", "llm.first_token", "llm.token"], "the reference model's pace is set"
    assert profile["beside"]["llm.first_token"][0]["ms"][0] >= 40
    stack = load_stack(str(tmp_path / "tones.yaml"))
    run_costs(f"profile:{tmp_path / 'mine.yaml'}", (), stack).check(stack)


def test_figures_are_told_though_they_cannot_be_kept(command: Command, tmp_path: Path) -> None:
    (tmp_path / "tones.yaml").write_text(yaml.safe_dump(STACK))
    (tmp_path / "taken.yaml").mkdir()
    done = command("calibrate", "--stack", "tones.yaml", "--out", "taken.yaml", "--repeats", 2, "--json")
    assert done.code == 2
    assert json.loads(done.out)["name"] == "tones"
    assert done.err.splitlines()[-1] == "voicebench: --out taken.yaml: cannot be written: Is a directory"


def test_a_stack_without_sound_has_nothing_to_measure(command: Command, tmp_path: Path) -> None:
    text = STACK | {"stt": {"engine": "text_channel"}, "tts": {"engine": "text_channel"}}
    (tmp_path / "text.yaml").write_text(yaml.safe_dump(text))
    done = command("calibrate", "--stack", "text.yaml", "--repeats", 2, "--json")
    assert (done.code, done.out) == (2, "")
    assert "it has no sound" in done.err


@pytest.mark.parametrize("out", ["mine.txt", "nowhere/mine.yaml"])
def test_a_place_that_will_not_do_is_said_before_anything_is_measured(command: Command, out: str) -> None:
    done = command("calibrate", "--out", out)
    assert (done.code, done.out) == (2, "")
    assert f"--out {out}: give a .yaml file in a folder that is there" in done.err


def test_a_profile_is_not_asked_of_the_truth(command: Command) -> None:
    done = command("calibrate", "--truth", "--out", "mine.yaml")
    assert (done.code, done.out) == (2, "")
    assert "--out and --name go with a profile" in done.err
