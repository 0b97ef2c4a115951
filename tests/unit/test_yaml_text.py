from typing import Any

import pytest
import yaml

from voicebench.yaml_text import parse_yaml


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a: 1\na: 2", "a"),
        ("a: 1\n'a': 2", "a"),
        ("yes: 1\ntrue: 2", "true"),
        ("{on: 1, True: 2}", "True"),
        ("10: 1\n0xA: 2", "0xA"),
        ("1: 1\n1.0: 2", "1.0"),
        ("~: 1\nnull: 2", "null"),
        ("a: &a {b: 1}\nc: {<<: *a, <<: *a}", "<<"),
    ],
)
def test_a_key_that_is_there_twice_is_refused_however_it_is_spelled(text: str, key: str) -> None:
    with pytest.raises(yaml.YAMLError, match=f"the key '{key}' is there twice"):
        parse_yaml(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1: 1\n'1': 2", {1: 1, "1": 2}),
        ("yes: 1\n'yes': 2", {True: 1, "yes": 2}),
        ("a: &a {b: 1}\nc: {<<: *a, b: 2}", {"a": {"b": 1}, "c": {"b": 2}}),
    ],
)
def test_other_keys_are_others(text: str, found: dict[Any, Any]) -> None:
    assert parse_yaml(text) == found
