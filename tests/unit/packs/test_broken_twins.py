"""Tasks that are one and the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError

TASK = "tasks/CAKE-1.yaml"
ADDED = "{phone: 212-555-0144, size: large, day: 2026-03-07, deposit: null, gift: false}"


def _twin(folder: Path, *changes: tuple[str, str]) -> Path:
    text = (folder / TASK).read_text()
    for old, new in (("id: CAKE-1", "id: CAKE-2"), *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "tasks" / "CAKE-2.yaml").write_text(text)
    return folder


def test_two_tasks_that_are_one_are_named(folder: Path) -> None:
    with pytest.raises(PackError) as error:
        packs.load(_twin(folder))
    assert error.value.problems == (
        "bakery/tasks/CAKE-2.yaml:13: CAKE-2 opens with the same words as CAKE-1; two tasks measure two things",
        "bakery/tasks/CAKE-2.yaml:26: CAKE-2 expects the same calls with the same arguments as CAKE-1; two tasks "
        "measure two things",
    )


def test_tasks_that_differ_in_words_and_in_an_argument_are_two(folder: Path) -> None:
    other = (("Hello, I would like", "Hi, I want"), ("        size: large\n", "        size: small\n"))
    assert len(packs.load(_twin(folder, *other)).tasks) == 2


def test_calls_without_a_stated_argument_say_too_little_to_be_the_same(edit: Callable[[str, str, str], Path]) -> None:
    stated = "      arguments:\n        phone: 212-555-0144\n        size: large\n        day: {any_of: [2026-03-07]}\n"
    folder = edit(TASK, stated, "")
    assert len(packs.load(_twin(folder, ("Hello, I would like", "Hi, I want"))).tasks) == 2


def test_a_past_day_may_be_what_is_refused(edit: Callable[[str, str, str], Path]) -> None:
    edit(TASK, "ok: true", "error_code: TOO_SOON")
    edit(
        TASK, f"    cake_orders:\n      added:\n        - {ADDED}", "    cake_orders: {changed: [{id: 1, gift: false}]}"
    )
    assert packs.load(edit(TASK, "day: {any_of: [2026-03-07]}", "day: 2026-03-01"))
