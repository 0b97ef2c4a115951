"""Read a pack's folder; nothing in it is run."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field

from voicebench.packs.draft import COMMON, PACK_FILE, SCHEMA, SEED, TOOLS, TOOLS_FOLDER, Draft, role_file, task_file
from voicebench.packs.source import Faults, Problem, Sheet, read_sheet, read_text, shape
from voicebench.packs.tool_files import tool_files
from voicebench.packs.tools_ast import ToolSource, read_tools
from voicebench.task import (
    AskStep,
    CallStep,
    ConfirmStep,
    HandoffStep,
    HandoffTool,
    Json,
    Pack,
    Role,
    SayStep,
    Task,
    ToolSpec,
)

__all__ = ["read"]

_STEPS: Mapping[str, type[BaseModel]] = {
    "say": SayStep,
    "ask": AskStep,
    "call": CallStep,
    "handoff": HandoffStep,
    "confirm": ConfirmStep,
}
_T = TypeVar("_T")


_TASK_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""A folder of a run is called by it."""
_Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _RoleEntry(_Strict):
    outline: bool = False
    tools: tuple[str, ...] = ()
    handoffs: tuple[str, ...] = ()


class _PackFile(_Strict):
    format: Literal["voicebench-pack/1"]
    firm: str
    industry: str
    clock: str
    zone: str
    greeting: str
    first_role: str
    message_key: Literal["caller_safe_message", "patient_safe_message"]
    roles: Mapping[_Name, _RoleEntry]
    handoffs: Mapping[_Name, HandoffTool] = {}
    write_tables: Mapping[_Name, Mapping[_Name, str]]
    ignored_columns: tuple[str, ...] = ("created_at",)
    forbidden_unless_expected: tuple[str, ...] = ()
    categories: tuple[str, ...]


def read(folder: Path) -> tuple[Draft, tuple[Problem, ...]]:
    """Return the pack in ``folder`` as far as it could be read, and what could not.

    Raises:
        Faults: What the rest hangs on (``pack.yaml``, prompts, SQL, tools) could not be read.
    """
    return _Reader(folder).read()


class _Reader:
    def __init__(self, folder: Path):
        self._folder = folder
        self._name = folder.resolve().name
        self._problems: list[Problem] = []
        self._sheets: dict[str, Sheet] = {}

    def read(self) -> tuple[Draft, tuple[Problem, ...]]:
        with self._noting():
            self._sheets[PACK_FILE] = self._sheet(PACK_FILE)
            facts = shape(_PackFile, self._sheets[PACK_FILE])
        self._stop_at_problems()
        now = self._noted(partial(self._now, facts), datetime.min.replace(tzinfo=UTC))
        prompts = {name: self._noted(partial(self._text, role_file(name)), "") for name in facts.roles}
        common = self._noted(partial(self._text, COMMON), "") if (self._folder / COMMON).exists() else ""
        schema, seed = (self._noted(partial(self._text, file), "") for file in (SCHEMA, SEED))
        tools = self._noted(self._tools, ToolSource())
        self._stop_at_problems()
        specs = _specs(facts, tools)
        tasks = dict(self._tasks())
        pack = Pack(
            id=self._name,
            firm=facts.firm,
            industry=facts.industry,
            folder=self._folder,
            now=now,
            greeting=facts.greeting,
            first_role=facts.first_role,
            message_key=facts.message_key,
            roles={name: _role(name, entry, common, prompts[name]) for name, entry in facts.roles.items()},
            tools=specs,
            handoffs={name: tool.to for name, tool in facts.handoffs.items()},
            schema_sql=schema,
            seed_sql=seed,
            write_tables=facts.write_tables,
            ignored_columns=facts.ignored_columns,
            forbidden_unless_expected=facts.forbidden_unless_expected,
            categories=facts.categories,
            tasks=tasks,
        )
        draft = Draft(pack, self._name, self._sheets, tools, prompts, common)
        return draft, tuple(self._problems)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except Faults as faults:
            self._problems.extend(faults.problems)

    def _noted(self, read_one: Callable[[], _T], otherwise: _T) -> _T:
        with self._noting():
            return read_one()
        return otherwise

    def _stop_at_problems(self) -> None:
        if self._problems:
            raise Faults(self._problems)

    def _text(self, file: str) -> str:
        return read_text(self._folder / file, f"{self._name}/{file}")

    def _sheet(self, file: str) -> Sheet:
        return read_sheet(self._folder / file, f"{self._name}/{file}")

    def _now(self, facts: _PackFile) -> datetime:
        sheet = self._sheets[PACK_FILE]
        try:
            clock = datetime.fromisoformat(facts.clock)
        except ValueError:
            raise Faults([sheet.problem(("clock",), 'clock must be like "2026-08-01T12:00"')]) from None
        if clock.tzinfo is not None:
            raise Faults([sheet.problem(("clock",), "clock has an offset; drop it, since zone says the time zone")])
        try:
            return clock.replace(tzinfo=ZoneInfo(facts.zone))
        except (ZoneInfoNotFoundError, ValueError):
            text = f"zone {facts.zone!r} is unknown; write a name like America/New_York"
            raise Faults([sheet.problem(("zone",), text)]) from None

    def _tools(self) -> ToolSource:
        files = tool_files(self._folder)
        if TOOLS not in files and (self._folder / TOOLS).exists():
            text = f"stands beside {TOOLS_FOLDER}/; keep the one or the other"
            raise Faults([Problem(f"{self._name}/{TOOLS}", 0, text)])
        tools = read_tools({file: self._text(file) for file in files}, self._name)
        if tools.problems:
            raise Faults(tools.problems)
        return tools

    def _tasks(self) -> Iterator[tuple[str, Task]]:
        for path in sorted((self._folder / "tasks").glob("*.yaml")):
            with self._noting():
                sheet = self._sheets[task_file(path.stem)] = self._sheet(task_file(path.stem))
                task = _task(sheet)
                if not _TASK_ID.fullmatch(task.id):
                    text = f"id {task.id!r} is no name; write letters, digits, -, _ and ., and begin with no sign"
                    raise Faults([sheet.problem(("id",), text)])
                if task.id != path.stem:
                    text = f"id is {task.id!r}, but the file is {path.name}; make them the same"
                    raise Faults([sheet.problem(("id",), text)])
                yield task.id, task


def _role(name: str, entry: _RoleEntry, common: str, own: str) -> Role:
    prompt = "\n\n".join(part.strip() for part in (common, own) if part.strip())
    return Role(name=name, prompt=prompt, tools=entry.tools, handoffs=entry.handoffs, outline=entry.outline)


def _specs(facts: _PackFile, tools: ToolSource) -> dict[str, ToolSpec]:
    handoffs = {
        name: ToolSpec(name=name, effect="handoff", description=tool.description, parameters=tool.parameters)
        for name, tool in facts.handoffs.items()
    }
    return handoffs | tools.specs


def _task(sheet: Sheet) -> Task:
    """Return a task; each step of its plan is read as what its one telling key says it is."""
    value = dict(sheet.value) if isinstance(sheet.value, dict) else sheet.value
    problems: list[Problem] = []
    if isinstance(value, dict) and isinstance(value.get("reference"), list):
        steps = []
        for number, step in enumerate(value["reference"]):
            try:
                steps.append(_step(sheet, number, step))
            except Faults as faults:
                problems.extend(faults.problems)
        value["reference"] = steps
    try:
        task = shape(Task, sheet, value=value)
    except Faults as faults:
        raise Faults([*problems, *faults.problems]) from None
    if problems:
        raise Faults(problems)
    return task


def _step(sheet: Sheet, number: int, step: Json) -> BaseModel:
    keys = ("reference", number)
    found = [name for name in _STEPS if isinstance(step, dict) and name in step]
    if len(found) != 1:
        raise Faults([sheet.problem(keys, f"a step has one of {', '.join(_STEPS)}; this one has {len(found)}")])
    return shape(_STEPS[found[0]], sheet, keys, step)
