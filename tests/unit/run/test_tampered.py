"""A record that somebody has changed is one line, wherever it was changed."""

import json
from pathlib import Path

import pytest

from voicebench.errors import StackError
from voicebench.run.facts import read_facts, record_facts
from voicebench.stack import load_stack
from voicebench.testing.records import make_record


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("task",), None),
        (("trial",), "0"),
        (("drawn",), "x"),
        (("events", 0, "at_ns"), "x"),
        (("events", 0, "kind"), [1]),
        (("events", 0, "side"), "nobody"),
        (("events", 0, "data"), {"request": [1]}),
        (("events", 0, "data"), {"text": 5}),
        (("ending",), {}),
    ],
)
def test_a_fact_of_another_shape_is_refused(path: tuple[str | int, ...], value: object) -> None:
    record = make_record()
    facts = json.loads(json.dumps(record_facts(record)))
    spot = facts
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = value
    with pytest.raises(ValueError, match=r"validation error|another type"):
        read_facts(facts, record.log, None, ())


def test_a_password_in_a_stack_is_refused(tmp_path: Path) -> None:
    stack = tmp_path / "mine.yaml"
    stack.write_text(
        "format: voicebench-stack/1\nname: mine\nstt: {engine: text_channel}\ntts: {engine: text_channel}\n"
        "llm: {engine: openai, model: m, base_url: 'http://me:secret@127.0.0.1:1/v1'}\n"
    )
    with pytest.raises(StackError, match="key_env") as caught:
        load_stack(str(stack))
    assert "secret@" not in str(caught.value)


@pytest.mark.parametrize("name", ["../up", "a/b", "", ".hidden", "x" * 65])
def test_a_stack_whose_name_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    stack = tmp_path / "mine.yaml"
    stack.write_text(
        f"format: voicebench-stack/1\nname: '{name}'\nstt: {{engine: text_channel}}\ntts: {{engine: text_channel}}\n"
    )
    with pytest.raises(StackError, match="name"):
        load_stack(str(stack))
