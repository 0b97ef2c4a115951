from collections.abc import Callable

import pytest

from voicebench.errors import GradeError
from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verify import grade

BROKEN = [
    ({"kinds": {"pay": {"amount": "mony"}}}, "kinds.pay.amount: unknown kind 'mony'"),
    ({"kinds": {"pay": {"codes": "list[]"}}}, "kinds.pay.codes: unknown kind"),
    ({"columns": {"notes": {"text": "words"}}}, "database.columns.notes.text: unknown kind 'words'"),
    ({"tools": [("pay", {"amount": {"any_of": []}})]}, "tools[0] pay.amount: any_of needs a list"),
    ({"tools": [("pay", {"note": {"any_of": "abc"}})]}, "tools[0] pay.note: any_of needs a list"),
    ({"tools": [("pay", {"amount": "much"})]}, "tools[0] pay.amount: 'much' is no money"),
    ({"tools": [("pay", {"when": "2026-02-30"})]}, "tools[0] pay.when: '2026-02-30' is no date"),
    ({"tools": [("pay", {"sent": {"any_of": [True, "yes"]}})]}, "tools[0] pay.sent: 'yes' is no bool"),
    ({"tools": [("pay", {"codes": [{"any_of": ["a"]}]})]}, "tools[0] pay.codes"),
    ({"tools": [("pay", {"amount": {"any_of": [{"free": 5}]}})]}, "tools[0] pay.amount"),
    ({"tools": [("pay", {})], "forbidden": ["pay"]}, "forbidden: pay is expected and forbidden"),
    ({"path": ["to_a"], "forbidden": ["to_a"]}, "forbidden: to_a is expected and forbidden"),
    ({"final": {"orders": []}}, "database.final.orders: orders is not among write_tables"),
    ({"final": []}, "database.final: an ending maps tables to rows"),
    ({"final": {"any_of": []}}, "database.final: any_of needs a list"),
    ({"final": {"any_of": {"notes": []}}}, "database.final: any_of needs a list"),
    ({"final": {"any_of": [[]]}}, "database.final: an ending maps tables to rows"),
    ({"final": {"free": 1}}, "database.final.free: free is not among write_tables"),
    ({"final": {"notes": {"any_of": [[]]}}}, "database.final.notes: a table is a list of rows"),
    ({"final": {"notes": [1]}}, "database.final.notes: a table is a list of rows"),
    ({"final": {"notes": [{"text": {"any_of": []}}]}}, "database.final.notes[0].text: any_of needs a list"),
    ({"seed": {"notes": []}}, "database.seed: no rows are given for the write table other"),
    ({"seed": {"notes": [], "other": [], "x": []}}, "database.seed: x is not among write_tables"),
    ({"seed": {"notes": [], "other": [{"a": {"free": 1}}]}}, "database.seed.other[0].a: a seed row holds plain values"),
]


@pytest.mark.parametrize(("parts", "problem"), BROKEN)
def test_a_broken_key_is_never_held_against_a_call(
    key: Callable[..., Expectation], log: Callable[..., Log], parts: Json, problem: str
) -> None:
    with pytest.raises(GradeError) as caught:
        grade(key(**parts), log())
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)
