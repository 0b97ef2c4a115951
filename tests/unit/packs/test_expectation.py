from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError
from voicebench.task import Expectation

TINY = Path(__file__).parent / "data" / "corner_bakery"
TASK = "tasks/CAKE-1.yaml"
ADDED = "added:\n        - {phone: 212-555-0144, size: large, day: 2026-03-07, deposit: null, gift: false}"
SEEDED = {"id": 1, "phone": "212-555-0111", "size": "small", "day": "2026-03-04", "deposit": None, "gift": False}
NEW = {"phone": "212-555-0144", "size": "large", "day": "2026-03-07", "deposit": None, "gift": False}


def _expected(folder: Path) -> Expectation:
    return packs.expectation(packs.load(folder), "CAKE-1")


def test_kinds_and_seed_come_from_the_pack() -> None:
    found = _expected(TINY)
    assert found.task == "corner_bakery/CAKE-1"
    assert found.kinds == {
        "order_cake": {"phone": "phone", "size": "enum", "day": "date", "deposit": "money", "gift": "bool"}
    }
    assert found.database.write_tables == ("cake_orders",)
    assert found.database.seed == {"cake_orders": ({**SEEDED, "created_at": "2026-03-01 10:00:00"},)}
    assert found.database.ignored == ("created_at",)


def test_added_rows_follow_the_seed() -> None:
    assert _expected(TINY).database.final == {"cake_orders": [SEEDED, NEW]}


def test_changed_and_removed_rows(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit(TASK, ADDED, "changed: [{id: 1, gift: true, size: {any_of: [small, large]}}]")
    changed = {**SEEDED, "gift": True, "size": {"any_of": ["small", "large"]}}
    assert _expected(folder).database.final == {"cake_orders": [changed]}
    folder = edit(TASK, "changed: [{id: 1, gift: true, size: {any_of: [small, large]}}]", "removed: [1]")
    assert _expected(folder).database.final == {"cake_orders": []}


def test_a_list_of_rows_is_the_whole_table(edit: Callable[[str, str, str], Path]) -> None:
    row = "{phone: 212-555-0144, size: large, day: 2026-03-07, deposit: {free: null}, gift: false}"
    folder = edit(TASK, f"    cake_orders:\n      {ADDED}", f"    cake_orders:\n      - {row}")
    assert _expected(folder).database.final == {"cake_orders": [{**NEW, "deposit": {"free": None}}]}


def test_two_endings_may_be_right(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit(TASK, f"    cake_orders:\n      {ADDED}", "    any_of: [{cake_orders: {removed: [1]}}, {}]")
    assert _expected(folder).database.final == {"any_of": [{"cake_orders": []}, {}]}


def test_a_task_may_leave_the_database_as_it_was(edit: Callable[[str, str, str], Path]) -> None:
    assert _expected(edit(TASK, f"  database:\n    cake_orders:\n      {ADDED}", "  database: {}")).database.final == {}


@pytest.mark.parametrize(
    ("stated", "ok"),
    [
        ("", True),
        ("      ok: true\n", True),
        ("      ok: false\n", False),
        ("      ok: null\n", None),
        ("      error_code: TOO_SOON\n", None),
    ],
)
def test_a_call_counts_when_the_desk_took_it_unless_the_task_says_otherwise(
    edit: Callable[[str, str, str], Path], stated: str, ok: object
) -> None:
    (call,) = _expected(edit(TASK, "      ok: true\n", stated)).tools
    assert (call.name, call.ok) == ("order_cake", ok)


def test_a_handoff_answers_no_ok() -> None:
    calls = packs.expectation(packs.load("healthcare"), "C6-H1").tools
    assert [(call.name, call.ok) for call in calls] == [("transfer_to_clinical", None), ("triage_symptom", True)]


def test_a_tool_is_forbidden_unless_it_is_expected_or_allowed(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit("pack.yaml", "categories:", "forbidden_unless_expected: [order_cake]\ncategories:")
    assert _expected(folder).forbidden == ()
    text = (folder / TASK).read_text()
    start, end = text.index("  tools:"), text.index("  database:")
    (folder / TASK).write_text(f"{text[:start]}  tools: []\n{text[end:]}")
    assert _expected(folder).forbidden == ("order_cake",)
    edit(TASK, "  tools: []", "  tools: []\n  allowed: [order_cake]")
    assert _expected(folder).forbidden == ()


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(PackError, match="pack corner_bakery has no task 'PIE-1'; tasks: CAKE-1"):
        packs.expectation(packs.load(TINY), "PIE-1")
