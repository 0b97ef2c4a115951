from collections.abc import Callable

import pytest

from voicebench.errors import ConfigError
from voicebench.report.kept import KeptRun, ceiling, unlike
from voicebench.report.rows import CallSummary

Calls = Callable[..., list[CallSummary]]
WHISPER = {"engine": "whisper", "settings": {"model": "tiny.en"}}


def a_run(name: str, calls: list[CallSummary], engine: str, stt: object = None, control: str | None = None) -> KeptRun:
    llm = {"engine": engine, "control": control}
    return KeptRun(name, calls, {"stack": {"name": name, "llm": llm, "stt": stt or WHISPER}})


def test_a_ceiling_is_of_the_same_tasks(calls: Calls) -> None:
    run = a_run("mine", calls("a/1", "fff"), "openai")
    found = ceiling(run, a_run("ref", [*calls("a/1", "p"), *calls("a/2", "p")], "reference"))
    assert [call.task for call in found] == ["a/1"]


def test_what_is_no_ceiling(calls: Calls) -> None:
    run = a_run("mine", calls("a/1", "p"), "openai")
    for other, why in (
        (a_run("x", calls("a/1", "p"), "openai"), "the stack x is not one of the reference model"),
        (a_run("x", calls("a/1", "p"), "reference", control="silent"), "the stack x is not one of the reference"),
        (a_run("x", calls("a/1", "p"), "reference", {"engine": "text"}), "its recogniser is not that of mine"),
        (a_run("x", calls("a/1", "p", line="bad"), "reference"), "no call of a/1 with the line clean alone"),
        (a_run("x", calls("a/2", "p"), "reference"), "no call of a/1 with the line clean alone"),
    ):
        with pytest.raises(ConfigError, match=f"--ceiling x: {why}"):
            ceiling(run, other)


def test_runs_of_other_packs_or_versions_are_told(calls: Calls) -> None:
    a, b = (
        KeptRun(
            sha, calls("a/1", "p", folder=f"{sha}/calls"), {"packs": {"a": {"sha256": sha}}, "packages": {"numpy": sha}}
        )
        for sha in "xy"
    )
    assert list(unlike(a, b)) == [
        "the pack a is not the same in both; its tasks may have changed",
        "the versions of packages differ",
    ]
    assert list(unlike(a, a)) == ["this is one run, named twice"]
