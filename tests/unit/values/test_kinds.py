import json
import math

import pytest

from voicebench.task import Json
from voicebench.values.kinds import KINDS, equal, is_kind, normalise, same_json

SAME = [
    ("name", "Jos\u00e9", "JOSE\u0301"),
    ("phone", "541-555-0133", "(541) 555-0133"),
    ("phone", "+1 541.555.0133", "5415550133"),
    ("phone", "1-541-555-0133", "541 555 0133"),
    ("money", 399.99, "399.99"),
    ("money", "$1,247.50", 1247.5),
    ("money", "399.99 dollars", "$399.99"),
    ("money", "1 Dollar", 1),
    ("money", "-$5", -5),
    ("money", ".50", 0.5),
    ("date", " 1972-06-30", "1972-06-30"),
    ("datetime", "2026-08-24 09:00:59", "2026-08-24T09:00"),
    ("datetime", "2026-08-24T09:00Z", "2026-08-24T11:00+02:00"),
    ("name", "  MARIA \t Álvarez ", "maria álvarez"),
    ("email", "Rosa@Example.TEST", "rosa@example.test"),
    ("text", "Straße", "STRASSE"),
    ("zip", "97401", " 974 01"),
    ("digits", "77-19", "7719"),
    ("code", "ke 4431775", "KE-4431775"),
    ("bool", False, False),
    ("number", 33, 33.0),
    ("number", -0.0, 0),
    ("number", 10**23, 1e23),
    ("enum", "Email", "email"),
    ("list[code]", ["loc_a", "KE 1"], ["LOC_A", "ke-1"]),
    ("list[number]", [], []),
    ("phone", None, None),
]

OTHER = [
    ("phone", "541-555-0133", "541-555-0133 ext 4"),
    ("phone", "541-555-0133", "541-555-O133"),
    ("name", "Jos\u00e9", "Jose"),
    ("phone", "541-555-0133", "541-555-0134"),
    ("phone", "541-555-0133", 5415550133),
    ("phone", "123-4567", "23-4567"),
    ("phone", "", ""),
    ("money", 399.99, "about 399.99"),
    ("money", 399.99, "399.99 or so"),
    ("money", 399.99, "€399.99"),
    ("money", 1247.5, "1.247,50"),
    ("money", 1247.5, "12,47.50"),
    ("money", 400, "4e2"),
    ("money", 1, True),
    ("money", 399.99, "٣٩٩.٩٩"),
    ("money", math.nan, math.nan),
    ("money", "nan", "nan"),
    ("money", 399.99, 399.9900000000001),
    ("date", "2026-02-30", "2026-02-30"),
    ("date", "2026-03-02", "2026-02-30"),
    ("date", "1972-06-30", "06/30/1972"),
    ("date", "1972-06-30", "19720630"),
    ("date", "1972-06-30", "1972-06-30T00:00"),
    ("datetime", "2026-08-24T00:00", "2026-08-24"),
    ("datetime", "2026-08-24T09:00", "2026-08-24T09:01"),
    ("datetime", "2026-08-24T09:00", "2026-08-24T09:00Z"),
    ("datetime", "2026-08-25T00:00", "2026-08-24T24:00"),
    ("datetime", "0001-01-01T00:00+14:00", "0001-01-01T00:00+14:00"),
    ("zip", "01330", "1330"),
    ("zip", "97401", 97401),
    ("zip", "97401", "97401a"),
    ("digits", "0133", "133"),
    ("digits", "1", "¹"),
    ("code", "0133", "133"),
    ("code", "7719", 7719),
    ("code", "-", " "),
    ("text", "", None),
    ("text", "none", None),
    ("text", "true", True),
    ("bool", True, 1),
    ("bool", True, "true"),
    ("bool", False, 0),
    ("bool", False, None),
    ("number", 1, True),
    ("number", 33, "33"),
    ("number", math.inf, math.inf),
    ("number", 2**53, 2**53 + 1),
    ("list[code]", ["a", "b"], ["b", "a"]),
    ("list[code]", ["a"], "a"),
    ("list[code]", ["a"], ["a", "a"]),
    ("list[code]", [None], [None]),
    ("nonsense", "a", "a"),
]


@pytest.mark.parametrize(("kind", "a", "b"), SAME)
def test_equal(kind: str, a: Json, b: Json) -> None:
    assert equal(kind, a, b)
    assert equal(kind, b, a)


@pytest.mark.parametrize(("kind", "a", "b"), OTHER)
def test_not_equal(kind: str, a: Json, b: Json) -> None:
    assert not equal(kind, a, b)
    assert not equal(kind, b, a)


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, value, _ in SAME if value is not None])
def test_normal_form_is_json_and_stays_itself(kind: str, value: Json) -> None:
    normal = normalise(kind, value)
    assert equal(kind, normal, value)
    assert normalise(kind, json.loads(json.dumps(normal))) == normal


@pytest.mark.parametrize(
    ("kind", "value", "normal"),
    [("money", "$1,247.50", 1247.5), ("money", "33.00", 33), ("phone", "+1 (541) 555-0133", "5415550133")],
)
def test_normal_form(kind: str, value: Json, normal: Json) -> None:
    assert normalise(kind, value) == normal
    assert type(normalise(kind, value)) is type(normal)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_null_and_objects_have_no_normal_form(kind: str) -> None:
    values: list[Json] = [None, {}, {"any_of": ["x"]}, []]
    for value in values:
        with pytest.raises(ValueError, match="no"):
            normalise(kind, value)


@pytest.mark.parametrize("kind", ["phone", "list[code]", "list[list[number]]"])
def test_is_kind(kind: str) -> None:
    assert is_kind(kind)


@pytest.mark.parametrize("kind", ["", "Phone", "list", "list[]", "list[x]", "list[phone", "phone]"])
def test_is_no_kind(kind: str) -> None:
    assert not is_kind(kind)


@pytest.mark.parametrize(
    ("a", "b"), [(1, 1.0), ({"a": [1, None]}, {"a": [1.0, None]}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ("", "")]
)
def test_same_json(a: Json, b: Json) -> None:
    assert same_json(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [(1, True), (0, False), ("1", 1), (None, False), (math.nan, math.nan), ({}, []), ([1], [True]), ([1], [1, 1])],
)
def test_not_same_json(a: Json, b: Json) -> None:
    assert not same_json(a, b)
