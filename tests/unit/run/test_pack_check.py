import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.run.pack_check import check_pack

TINY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"
TASK = "tasks/CAKE-1.yaml"
EXPECTED = """  tools:
    - name: order_cake
      arguments:
        phone: 212-555-0144
        size: large
        day: {any_of: [2026-03-07]}
      ok: true
  database:
    cake_orders:
      added:
        - {phone: 212-555-0144, size: large, day: 2026-03-07, deposit: null, gift: false}
"""

BROKEN = {
    "line": ("category: orders", "category: orders\nline: string", ":5: no line 'string'; choose "),
    "voice": ("  name: Ada Marsh", "  name: Ada Marsh\n  voice: tenor", ":8: there is no voice 'tenor'; known: "),
    "declines": (
        "  closing:",
        "  declines: [callback, nonsense]\n  closing:",
        ":17: declines 'nonsense', which is no stock distractor; known: ",
    ),
    "trait": (
        "  script:",
        "    shoe_size: {kind: number, value: 9}\n  script:",
        ":12: no question asks for trait shoe_size",
    ),
    "silence": (EXPECTED, "  tools: []\n", ":25: a call in which nothing is done would pass"),
    "silence with an unchanged table": (
        EXPECTED,
        "  tools: []\n  database: {cake_orders: {changed: [{id: 1}]}}\n",
        ":25: a call in which nothing is done would pass",
    ),
}


@pytest.fixture
def edit(tmp_path: Path) -> Callable[[str, str], Path]:
    """Replaces text of the tiny pack's task in a copy."""
    folder = shutil.copytree(TINY, tmp_path / "bakery", ignore=shutil.ignore_patterns("__pycache__"))

    def replace(old: str, new: str) -> Path:
        text = (folder / TASK).read_text()
        assert text.count(old) == 1
        (folder / TASK).write_text(text.replace(old, new))
        return folder

    return replace


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_one_line_with_its_place(edit: Callable[[str, str], Path], fault: str) -> None:
    old, new, words = BROKEN[fault]
    _, problems = check_pack(str(edit(old, new)))
    assert len(problems) == 1, problems
    assert problems[0].startswith(f"bakery/{TASK}{words}")
    assert "\n" not in problems[0]


def test_a_question_of_the_plan_asks_for_a_trait_by_its_name(edit: Callable[[str, str], Path]) -> None:
    edit("  script:", "    icing: {kind: text, value: pink}\n  script:")
    folder = edit("reference:", "reference:\n  - ask: {name: icing, kind: text, question: Which icing would you like?}")
    assert check_pack(str(folder))[1] == []


def test_faults_of_the_pack_and_of_what_surrounds_it_come_together(edit: Callable[[str, str], Path]) -> None:
    edit("category: orders", "category: pies")
    _, problems = check_pack(str(edit("  closing:", "  declines: [nonsense]\n  closing:")))
    assert [problem.split(" ")[1] for problem in problems] == ["category", "declines"]


def test_a_pack_that_cannot_be_read_has_no_more_to_say(edit: Callable[[str, str], Path]) -> None:
    folder = edit("category: orders", "category: orders")
    (folder / "pack.yaml").unlink()
    (folder / "pack.yaml").write_text("[")
    assert check_pack(str(folder))[0] is None


@pytest.mark.parametrize("name", packs.names())
def test_the_shipped_packs_are_clean(name: str) -> None:
    assert check_pack(name)[1] == []
