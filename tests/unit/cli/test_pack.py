import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_a_pack_is_begun_and_checked(command: Command) -> None:
    done = command("pack", "new", "my_firm")
    assert (done.code, done.err) == (0, "")
    assert done.out == "./my_firm: read its README.md; then `voicebench pack check ./my_firm`\n"
    assert command("pack", "check", "./my_firm").out == "my_firm: 1 roles, 1 tools, 1 tasks, nothing wrong\n"


def test_an_attack_that_holds_prints_figures(command: Command) -> None:
    command("pack", "new", "my_firm")
    done = command("pack", "attack", "./my_firm", "--trust", "--jobs", "1", "--json")
    found = json.loads(done.out)
    assert done.code == 0
    assert list(found) == [
        "pack",
        "tasks",
        "reference_passed",
        "controls_passed",
        "broken",
        "spoilings",
        "caught",
        "excused",
        "harmless",
        "unmoved",
    ]
    assert (found["spoilings"], found["unmoved"]) == (found["caught"], found["harmless"])
    assert "/5] my_firm/REPAIR-E1 talker: failed" in done.err


def test_an_attack_that_does_not_hold_says_where(command: Command, tmp_path: Path) -> None:
    command("pack", "new", "my_firm")
    task = tmp_path / "my_firm" / "tasks" / "REPAIR-E1.yaml"
    excuse = "excused: [{spoiling: row/repairs/9/*, reason: There is none.}]"
    task.write_text(task.read_text().replace("  database:\n", f"  {excuse}\n  database:\n"))
    for arguments in ((), ("--json",)):
        done = command("pack", "attack", "./my_firm", "--trust", "--jobs", "1", *arguments)
        assert done.code == 1
        words = " ".join((done.err if arguments else done.out).split())
        assert "my_firm/REPAIR-E1: nothing that passes needs the excuse for row/repairs/9/*; drop it" in words


def test_the_user_s_faults_are_one_line(command: Command) -> None:
    for arguments, words in (
        (("attack", "*"), "there is no pack '*'"),
        (("attack", "healthcare", "--task", "nope"), "--task nope: no such task"),
        (("attack", "healthcare", "--sample", "0"), "--sample"),
        (("new", "No"), "a name has small letters"),
        (("new", "healthcare"), "ships with voicebench"),
        (("new",), "NAME"),
    ):
        done = command("pack", *arguments)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
        assert done.err.count("\n") == 1
    command("pack", "new", "my_firm", "--out", "below")
    assert "add --trust" in command("pack", "attack", "below/my_firm").err
    assert "is there already" in command("pack", "new", "my_firm", "--out", "below").err
