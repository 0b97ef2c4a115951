"""A stack as it stands in its file, and with another model put in by flags."""

from pathlib import Path
from typing import Any

import pytest

from voicebench.errors import StackError
from voicebench.stack import load_stack, with_model

URL = "http://127.0.0.1:8000/v1"


def test_no_change_is_the_same_stack() -> None:
    stack = load_stack("local")
    assert with_model(stack, {}) is stack


def test_another_model_in_a_stack_that_names_an_endpoint() -> None:
    stack = load_stack("openai")
    changed = with_model(stack, {"model": "org/m 1", "temperature": None, "extra_body": {"seed": 4}})
    assert (changed.name, changed.llm.model, changed.llm.temperature) == ("openai-org-m-1", "org/m 1", None)
    assert (changed.llm.base_url, changed.llm.key_env) == (stack.llm.base_url, stack.llm.key_env)
    assert changed.llm.extra_body == {"seed": 4}
    assert (changed.stt, changed.tts, changed.turn) == (stack.stt, stack.tts, stack.turn)


def test_a_further_extra_body_joins_the_stacks_own() -> None:
    stack = with_model(load_stack("openai"), {"extra_body": {"seed": 4, "top_p": 1}})
    assert with_model(stack, {"extra_body": {"seed": 5}}).llm.extra_body == {"seed": 5, "top_p": 1}


def test_a_model_of_ones_own_takes_the_place_of_the_reference_model() -> None:
    changed = with_model(load_stack("talker"), {"model": "m", "base_url": URL, "reasoning_effort": "low"})
    assert (changed.name, changed.llm.engine, changed.llm.control) == ("talker-m", "openai", None)
    assert changed.llm.reasoning_effort == "low"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model": "m"}, "--model: the stack local names no endpoint of yours; add --base-url"),
        ({"temperature": 0.5}, "add --model and --base-url"),
        ({"model": "m", "base_url": "http://me:pass@host/v1"}, "--model --base-url: base_url: put no user"),
        ({"model": "m", "base_url": "127.0.0.1:8000/v1"}, "--base-url: base_url: give an address with http:// or"),
        ({"model": "m", "base_url": "ftp://host/v1"}, "base_url: give an address"),
        ({"model": "m", "base_url": ""}, "base_url: give an address"),
        ({"model": "m", "base_url": "http://"}, "base_url: give an address"),
        ({"model": "m", "base_url": "http://host/v1 x"}, "base_url: give an address"),
        ({"model": "m", "base_url": "http://host:99999/v1"}, "base_url: Port out of range"),
        ({"model": "", "base_url": URL}, "the engine openai wants a model; give its name"),
        ({"model": "m", "base_url": URL, "extra_body": {"a": float("nan")}}, "extra_body: cannot be sent as JSON: "),
        ({"model": "m", "base_url": URL, "temperature": -1}, "--temperature: temperature must be greater"),
        ({"model": "m", "base_url": URL, "key_env": "sk-1234"}, "--api-key-env: key_env: give the name of"),
    ],
)
def test_changes_that_do_not_go_together(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(StackError) as raised:
        with_model(load_stack("local"), changes)
    assert words in str(raised.value)
    assert "sk-1234" not in str(raised.value)
    assert "pass@" not in str(raised.value)


def test_a_key_in_place_of_its_variable_is_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    llm = f"{{engine: openai, model: m, base_url: '{URL}', key_env: sk-1234}}"
    file.write_text(f"name: mine\nstt: {{engine: text_channel}}\nllm: {llm}\ntts: {{engine: text_channel}}\n")
    with pytest.raises(StackError, match=r"llm\.key_env: give the name of an environment variable") as raised:
        load_stack(str(file))
    assert "sk-1234" not in str(raised.value)
