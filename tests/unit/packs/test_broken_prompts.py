"""Prompts and roles: too short, repeated, with no way in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError

TASK = "tasks/CAKE-1.yaml"
ROLES = "counter: {tools: [order_cake], handoffs: []}"


def test_a_prompt_has_production_length(folder: Path) -> None:
    (folder / "roles" / "counter.md").write_text("Take orders.")
    with pytest.raises(PackError, match=r"roles/counter\.md: has 2 words of its own; write at least 1500"):
        packs.load(folder)


def test_a_file_that_is_never_read_is_named(folder: Path) -> None:
    (folder / "roles" / "cellar.md").write_text("Fetch wine.")
    (folder / "tasks" / "CAKE-2.yml").write_text("id: CAKE-2")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert error.value.problems == (
        "bakery/roles/cellar.md: is the prompt of no role in pack.yaml; add the role or drop it",
        "bakery/tasks/CAKE-2.yml: is not read; a task is called ID.yaml",
    )


def test_an_outline_may_be_short(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit("pack.yaml", ROLES, f"{ROLES[:-1]}, outline: true}}")
    (folder / "roles" / "counter.md").write_text("Take orders.")
    assert packs.load(folder).roles["counter"].outline


def test_the_common_block_is_short(folder: Path) -> None:
    (folder / "roles" / "_common.md").write_text("word " * 301)
    with pytest.raises(PackError, match=r"roles/_common\.md: has 301 words"):
        packs.load(folder)


def _two_roles(edit: Callable[[str, str, str], Path], way_in: str) -> Path:
    roles = f"counter: {{tools: [order_cake], handoffs: [{way_in}]}}\n  oven: {{handoffs: [to_counter]}}"
    edit("pack.yaml", ROLES, roles)
    handoffs = (
        "handoffs:\n  to_oven: {to: oven, description: Oven.}\n  to_counter: {to: counter, description: Counter.}"
    )
    return edit("pack.yaml", "write_tables:", f"{handoffs}\nwrite_tables:")


def test_a_sentence_of_two_prompts_is_named_once_with_its_line(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "to_oven")
    own = "\n".join(f"Tray number {number} goes to shelf {number} of this oven." for number in range(200))
    shared = "Ask for one thing at a time,\n  and read the telephone number back before you place the order."
    (folder / "roles" / "oven.md").write_text(f"# Oven\n\n- {shared}\n\n{own}\n")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert len(error.value.problems) == 1
    assert error.value.problems[0].startswith("bakery/roles/oven.md:3: this sentence also stands in roles/counter.md")


def test_a_role_without_a_way_in_is_named(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "")
    (folder / "roles" / "oven.md").write_text("Bake.")
    with pytest.raises(PackError, match=r"pack\.yaml:11: role oven has no way in from counter"):
        packs.load(folder)


def test_a_plan_keeps_to_the_role_at_hand_and_out_of_outlines(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "to_oven")
    edit("pack.yaml", "oven: {handoffs", "oven: {outline: true, handoffs")
    edit(TASK, "  - call: order_cake", "  - handoff: to_oven\n  - call: order_cake")
    (folder / "roles" / "oven.md").write_text("Closed.")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert [problem.partition(": ")[2] for problem in error.value.problems] == [
        "the plan hands over to oven, which is an outline; write its prompt out first",
        "the plan calls order_cake in role oven, which does not have it",
    ]


def test_all_faults_are_listed(edit: Callable[[str, str, str], Path]) -> None:
    edit("pack.yaml", "first_role: counter", "first_role: door")
    edit(TASK, "category: orders", "category: pies")
    with pytest.raises(PackError) as error:
        packs.load(edit("seed.sql", "'small'", "'small' 'x'"))
    assert {problem.split(":")[0] for problem in error.value.problems} == {
        "bakery/pack.yaml",
        "bakery/seed.sql",
        "bakery/tasks/CAKE-1.yaml",
    }


def test_a_broken_task_does_not_hide_the_faults_of_the_pack(edit: Callable[[str, str, str], Path]) -> None:
    edit("pack.yaml", "first_role: counter", "first_role: door")
    with pytest.raises(PackError, match=r"first_role .*; bakery/tasks/CAKE-1\.yaml:3: difficulty"):
        packs.load(edit(TASK, "difficulty: easy", "difficulty: tough"))
