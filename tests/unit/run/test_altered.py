import pytest

from voicebench.run.altered import another, written_otherwise
from voicebench.task import Json
from voicebench.values.kinds import equal


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [
        ("phone", "541-555-0133", "541-555-0134"),
        ("money", 399.99, 399.9),
        ("money", "$399.99", "$399.90"),
        ("number", 33, 34),
        ("number", -8, -9),
        ("date", "2026-08-31", "2026-08-30"),
        ("date", "2026-02-28", "2026-02-27"),
        ("datetime", "2026-08-24T09:00", "2026-08-24T09:01"),
        ("code", "KE-4431775", "KE-4431776"),
        ("zip", "97409", "97400"),
        ("name", "Ada", "Adb"),
        ("text", "", "x"),
        ("bool", False, True),
        ("list[code]", ["a1", "b2"], ["a2", "b2"]),
        ("list[code]", [], ["x"]),
        ("number", None, 1),
        ("text", None, "x"),
        (None, {"a": 1}, "x"),
    ],
)
def test_a_value_is_off_by_one_sign(kind: str | None, value: Json, wrong: Json) -> None:
    assert another(kind, value, ()) == wrong


def test_an_option_comes_before_a_misspelling() -> None:
    assert another("enum", "small", (), ("small", "large")) == "large"


def test_no_right_value_is_taken() -> None:
    assert another("code", "A1", ["a-2", "A3"]) not in {"A2", "A1"}
    assert another("bool", value=True, right=[True, False]) == {"spoilt": True}


@pytest.mark.parametrize(
    ("kind", "value", "other"),
    [
        ("phone", "541-555-0133", "+1 (541) 555-0133"),
        ("phone", "+15415550133", "+1 (541) 555-0133"),
        ("money", 1247.5, "$1,247.50"),
        ("money", "$20", "20 dollars"),
        ("number", 33, 33.0),
        ("number", 33.0, 33),
        ("code", "KE-4431775", "ke 4431775"),
        ("zip", "97401", "97 401"),
        ("datetime", "2026-08-24T09:00", "2026-08-24 09:00"),
        ("name", "Ada Marsh", " aDA  mARSH"),
        ("list[code]", ["a-1"], ["A 1"]),
    ],
)
def test_a_value_is_the_same_in_other_writing(kind: str, value: Json, other: Json) -> None:
    found = written_otherwise(kind, value)
    assert (found, type(found)) == (other, type(other))
    assert equal(kind, found, value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("phone", "none"),
        ("number", 1.5),
        ("bool", True),
        ("number", True),
        ("date", "2026-01-01"),
        ("text", None),
        ("", 1),
    ],
)
def test_what_has_no_other_writing_stays(kind: str, value: Json) -> None:
    assert written_otherwise(kind, value) is value
