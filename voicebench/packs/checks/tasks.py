"""Checks of the tasks beside one another and against the pack's clock, and of what they excuse."""

import json
from collections.abc import Callable, Iterator, Mapping

from voicebench.packs.draft import Draft
from voicebench.packs.expectation import endings
from voicebench.packs.source import Keys, Problem
from voicebench.task import Json, Task
from voicebench.values.kinds import normalise

__all__ = ["alike", "bookings", "excuses"]

_BOOKED = frozenset(
    {"appointment", "day", "delivery", "due", "end", "ends", "pickup", "slot", "start", "starts", "visit"}
)
"""Words in the name of a column or parameter that holds when something will be."""


def alike(draft: Draft) -> Iterator[Problem]:
    """No two tasks begin with the same words, or expect the same calls with the same arguments."""
    for keys, what, mark in (
        (("caller", "opening"), "opens with the same words as", _opening),
        (("expect", "tools"), "expects the same calls with the same arguments as", _calls),
    ):
        yield from _twins(draft, keys, what, mark)


def _twins(draft: Draft, keys: Keys, what: str, mark: Callable[[Task], str]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for task in draft.tasks():
        other = first.setdefault(mark(task), task.id)
        if other != task.id:
            yield draft.at_task(task, keys, f"{task.id} {what} {other}; two tasks measure two things")


def _opening(task: Task) -> str:
    return " ".join(word.strip(".,;:!?") for word in task.caller.opening.casefold().split())


def _calls(task: Task) -> str:
    if not any(call.arguments for call in task.expect.tools):
        return task.id  # calls without a stated argument say too little to be the same
    return json.dumps([call.model_dump(mode="json") for call in task.expect.tools], sort_keys=True)


def bookings(draft: Draft) -> Iterator[Problem]:
    """What is booked lies ahead of the pack's clock."""
    for task in draft.tasks():
        for keys, name, kind, value in (*_written_cells(draft, task), *_written_arguments(draft, task)):
            if _BOOKED.intersection(name.split("_")) and _is_past(draft, kind, value):
                text = f"{name} expects {value}, but the pack's clock stands at {draft.pack.now:%Y-%m-%dT%H:%M} already"
                yield draft.at_task(task, ("expect", *keys), text)


_Cells = Iterator[tuple[Keys, str, str, Json]]


def _written_cells(draft: Draft, task: Task) -> _Cells:
    written = task.expect.database
    if not isinstance(written, dict):
        return
    for number, ending in enumerate(endings(written)):
        above: Keys = ("database", "any_of", number) if "any_of" in written else ("database",)
        for table, rows in ending.items() if isinstance(ending, dict) else ():
            kinds = draft.pack.write_tables.get(table, {})
            for key in ("changed", "added") if isinstance(rows, dict) else ():
                yield from _cells_of(rows.get(key), kinds, (*above, table, key))


def _cells_of(rows: Json, kinds: Mapping[str, str], keys: Keys) -> _Cells:
    for number, row in enumerate(rows if isinstance(rows, list) else ()):
        for column, value in row.items() if isinstance(row, dict) else ():
            yield (*keys, number, column), column, kinds.get(column, ""), value


def _written_arguments(draft: Draft, task: Task) -> _Cells:
    """Yield the arguments of the writes that are to succeed; a past date may well be what is refused."""
    for number, call in enumerate(task.expect.tools):
        tool = draft.pack.tools.get(call.name)
        if tool is not None and tool.effect == "write" and call.ok is not False and call.error_code is None:
            kinds = {one.name: one.kind for one in tool.parameters}
            for name, value in call.arguments.items():
                yield ("tools", number, "arguments", name), name, kinds.get(name, ""), value


def _is_past(draft: Draft, kind: str, value: Json) -> bool:
    """Whether a date or a time lies before the pack's clock; one that cannot be read is named by other checks."""
    if kind not in {"date", "datetime"} or not isinstance(value, str):
        return False
    try:
        moment = str(normalise(kind, value))
    except ValueError:
        return False
    return moment < draft.pack.now.strftime("%Y-%m-%d" if kind == "date" else "%Y-%m-%dT%H:%M")


def excuses(draft: Draft) -> Iterator[Problem]:
    """An excuse has a reason, and names a spoiling."""
    for task in draft.tasks():
        for number, excuse in enumerate(task.expect.excused):
            keys = ("expect", "excused", number)
            if not excuse.reason.strip():
                yield draft.at_task(
                    task, keys, f"the excuse for {excuse.spoiling!r} has no reason; say why it is right"
                )
            if not excuse.spoiling.strip(" *"):
                yield draft.at_task(task, keys, "this excuses every spoiling; name the one that leaves a right call")
