import pytest
from pydantic import ValidationError

from voicebench.errors import StackError
from voicebench.keys import NO_KEY, check_keys, key_from_environment
from voicebench.llm.request import Endpoint


def test_a_key_comes_from_the_environment_and_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", " sk-1234 \n")
    key = key_from_environment("SOME_KEY")
    assert key.get_secret_value() == "sk-1234"
    endpoint = Endpoint(base_url="http://127.0.0.1:9/v1", model="m", key=key)
    assert "1234" not in repr(endpoint) + str(endpoint) + endpoint.model_dump_json() + str(endpoint.model_dump())


def test_no_variable_no_key() -> None:
    assert key_from_environment(None).get_secret_value() == NO_KEY


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_variable_that_is_not_set_is_named(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    monkeypatch.delenv("SOME_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("SOME_KEY", value)
    with pytest.raises(StackError, match="SOME_KEY, which should hold an API key, is not set"):
        key_from_environment("SOME_KEY")


@pytest.mark.parametrize("value", ["sk-1234\nsk-5678", "sk-1234\u2028x", "sk-1234\x7f", "sk-1234é"])
def test_a_key_that_no_header_takes_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """A client would refuse it in words of its own, with the key among them."""
    monkeypatch.setenv("SOME_KEY", value)
    with pytest.raises(StackError, match="the API key in SOME_KEY has a line break in it, or another") as raised:
        check_keys(name for name in ["SOME_KEY"])
    assert "1234" not in str(raised.value)
    with pytest.raises(StackError):
        key_from_environment("SOME_KEY")


def test_a_key_in_place_of_its_variable_is_not_repeated() -> None:
    with pytest.raises(StackError) as raised:
        key_from_environment("sk-1234")
    assert str(raised.value) == "key_env: give the name of an environment variable, never the key itself"


@pytest.mark.parametrize("limit", ["first_token_limit_s", "stall_limit_s"])
def test_a_limit_is_positive(limit: str) -> None:
    with pytest.raises(ValidationError):
        Endpoint.model_validate({"base_url": "http://127.0.0.1:9/v1", "model": "m", limit: 0})
