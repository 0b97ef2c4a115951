import pytest

from voicebench.cli.caller import caller_model
from voicebench.errors import ConfigError
from voicebench.stack import LlmSpec, Stack, load_stack

URL = "http://127.0.0.1:8000/v1"


def stack() -> Stack:
    llm = LlmSpec(engine="openai", model="tested", base_url=URL, key_env="KEY", extra_body={"seed": 4})
    return load_stack("text").model_copy(update={"llm": llm})


def test_the_scripted_caller_has_no_model() -> None:
    assert caller_model("scripted", stack(), None, {"model": None}) is None


@pytest.mark.parametrize("flags", [(0, {}), (None, {"model": "m"}), (None, {"temperature": 0.0})])
def test_flags_that_would_do_nothing_are_refused(flags: tuple[int | None, dict[str, object]]) -> None:
    with pytest.raises(ConfigError, match="add --caller llm"):
        caller_model("scripted", stack(), *flags)


def test_the_stacks_endpoint_serves_the_caller_too() -> None:
    found = caller_model("llm", stack(), None, {"temperature": None})
    assert found
    assert (found.llm.model, found.llm.base_url, found.llm.key_env) == ("tested", URL, "KEY")
    assert (found.llm.temperature, found.llm.extra_body, found.reruns) == (0.7, {}, 2)


def test_another_endpoint_gets_no_key_that_was_not_named_for_it() -> None:
    found = caller_model("llm", stack(), 5, {"model": "people", "base_url": "http://127.0.0.1:9/v1"})
    assert found
    assert (found.llm.model, found.llm.key_env, found.reruns) == ("people", None, 5)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "add --caller-model and --caller-base-url"),
        ({"model": "m"}, "add --caller-base-url"),
        ({"model": "m", "base_url": "http://u:p@127.0.0.1/v1"}, "put no user or password into base_url"),
    ],
)
def test_an_endpoint_is_wanted(changes: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        caller_model("llm", load_stack("text"), None, changes)
