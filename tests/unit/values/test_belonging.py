"""What a number belongs to is not what it is."""

import pytest

from voicebench.values.heard import hear


@pytest.mark.parametrize(
    ("kind", "words", "value"),
    [
        ("zip", "The ZIP code on the order is 98661.", "98661"),
        ("phone", "The phone number on my order is 541-555-0133.", "541-555-0133"),
        ("digits", "The digits on my card are 7719.", "7719"),
        ("code", "The order for my phone is KE-4431775.", "KE-4431775"),
    ],
)
def test_the_thing_that_is_named_counts(kind: str, words: str, value: str) -> None:
    assert hear(kind, words) == (value,)


def test_another_kind_is_still_left_out() -> None:
    assert hear("zip", "The order is 98661.") == ()
