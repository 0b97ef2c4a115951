import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench.errors import GradeError
from voicebench.task import Json
from voicebench.verify import read_expectation, read_log

KEY: dict[str, Json] = {
    "format": "voicebench-expected/1",
    "task": "pack/T1",
    "kinds": {},
    "tools": [{"name": "pay", "arguments": {}, "ok": True}],
    "database": {"write_tables": ["notes"], "seed": {"notes": []}, "final": {}},
}
LOG: dict[str, Json] = {"format": "voicebench-log/1", "task": "pack/T1", "tools": [{"name": "pay", "arguments": {}}]}


def test_reads_what_is_right(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(json.dumps(KEY))
    (tmp_path / "log").write_text("\ufeff" + json.dumps(LOG), encoding="utf-8")
    assert read_expectation(tmp_path / "key").tools[0].ok is True
    assert read_log(str(tmp_path / "log")).database is None


@pytest.mark.parametrize(
    ("read", "text", "problem"),
    [
        (read_log, "", "not readable as JSON"),
        (read_log, "[]", "format: expected 'voicebench-log/1'"),
        (read_log, json.dumps(KEY), "format: expected 'voicebench-log/1'"),
        (read_log, json.dumps(LOG | {"format": "voicebench-log/2"}), "format: expected"),
        (read_log, '{"format": "voicebench-log/1", "tools": [], "tools": []}', "'tools' stands twice"),
        (read_log, json.dumps({"format": "voicebench-log/1", "task": "a/b"}), "tools is missing"),
        (read_log, json.dumps(LOG | {"tools": [{"name": "pay"}]}), "tools.0.arguments is missing"),
        (read_log, json.dumps(LOG | {"tools": [{"name": "pay", "arguments": []}]}), "tools.0.arguments: not an object"),
        (read_log, json.dumps(LOG | {"database": {"notes": "none"}}), "database.notes must be a list"),
        (read_log, json.dumps(LOG | {"database": {"notes": [1]}}), "database.notes.0 must be a mapping"),
        (read_log, "[" * 100_000, "not readable as JSON"),
        (read_log, "{" + ", ".join(f'"k{at}": 0' for at in range(30_000)) + ', "k9": 1}', "'k9' stands twice"),
        (read_expectation, json.dumps(KEY | {"tools": [{"name": "pay", "arguments": {"x": math.nan}}]}), "not JSON"),
        (
            read_expectation,
            json.dumps(KEY | {"kinds": {"pay": {"x": "list[" * 2000 + "code" + "]" * 2000}}}),
            "kinds.pay.x: unknown kind",
        ),
        (read_expectation, json.dumps(LOG), "format: expected 'voicebench-expected/1'"),
        (read_expectation, json.dumps(KEY | {"tool": []}), "tool is not a key known here"),
        (read_expectation, json.dumps(KEY | {"kinds": {"pay": {"x": "y"}}}), "kinds.pay.x: unknown kind 'y'"),
        (
            read_expectation,
            json.dumps(KEY | {"tools": [{"name": "pay", "ok": "true"}]}),
            "tools.0.ok must be true or false, not 'true'",
        ),
        (read_expectation, json.dumps(KEY | {"handoffs": {"path": [], "match": "any"}}), "handoffs.match must be "),
    ],
)
def test_one_line_says_file_and_place(tmp_path: Path, read: Callable[[Path], object], text: str, problem: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(GradeError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(GradeError, match="cannot be read: No such file"):
        read_log(tmp_path / "nowhere")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfd")
    with pytest.raises(GradeError, match="not readable as JSON"):
        read_log(tmp_path / "bytes")
