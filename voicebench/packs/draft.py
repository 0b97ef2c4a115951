"""A pack while it is being checked: the pack, and where each part of it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from voicebench.packs.source import Keys, Problem, Sheet
from voicebench.packs.tool_files import TOOLS, TOOLS_FOLDER
from voicebench.packs.tools_ast import ToolSource
from voicebench.task import Pack, Task

__all__ = ["COMMON", "PACK_FILE", "SCHEMA", "SEED", "TOOLS", "TOOLS_FOLDER", "Draft", "role_file", "task_file"]

PACK_FILE = "pack.yaml"
SCHEMA = "schema.sql"
SEED = "seed.sql"
COMMON = "roles/_common.md"


def role_file(role: str) -> str:
    """Return the file of a role's prompt."""
    return f"roles/{role}.md"


def task_file(task: str) -> str:
    """Return the file of a task."""
    return f"tasks/{task}.yaml"


@dataclass(frozen=True)
class Draft:
    """What the checks look at.

    Args:
        pack: The pack, as read.
        name: What its files are called by in problems: the folder's name.
        sheets: The YAML files, by their place in the folder.
        tools: The source of its tools.
        prompts: The roles' own prompts, without the common block.
        common: The common block.
    """

    pack: Pack
    name: str
    sheets: Mapping[str, Sheet]
    tools: ToolSource
    prompts: Mapping[str, str]
    common: str

    @property
    def folder(self) -> Path:
        """The pack's folder."""
        return self.pack.folder

    def problem(self, file: str, line: int, text: str) -> Problem:
        """Return a problem of a file that is no YAML."""
        return Problem(f"{self.name}/{file}", line, text)

    def at(self, keys: Keys, text: str) -> Problem:
        """Return a problem of ``pack.yaml``."""
        return self.sheets[PACK_FILE].problem(keys, text)

    def at_task(self, task: Task, keys: Keys, text: str) -> Problem:
        """Return a problem of a task."""
        return self.sheets[task_file(task.id)].problem(keys, text)

    def tasks(self) -> Iterable[Task]:
        """Return the tasks that could be read."""
        return self.pack.tasks.values()
