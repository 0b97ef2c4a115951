"""Every example that a reader may copy: those in the documents run, those in the help are understood.

An example is a line that starts with ``$ voicebench`` in a fenced block of the language ``console``. One that ends with
``# runs for minutes`` is left to the reader.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from voicebench.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("packs/**/README.md"))]
TOO_LONG = "# runs for minutes"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHELL = shutil.which("sh") or "sh"


def examples(document: Path) -> list[str]:
    """The commands of a document, in their order; a line may go on after a backslash."""
    blocks = "".join(BLOCK.findall(document.read_text(encoding="utf-8"))).replace("\\\n", " ")
    lines = [line.removeprefix("$ ") for line in blocks.splitlines() if line.startswith("$ voicebench")]
    return [line for line in lines if TOO_LONG not in line]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader's folder: a clone in which one run was made, which the documents call RUN."""
    folder = tmp_path_factory.mktemp("reader")
    for name in ("packs", "pipelines", "tests", "benchmarks"):
        (folder / name).symlink_to(ROOT / name)
    assert shell("voicebench run --stack text --out RUN", folder).returncode == 0
    return folder


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a reader would, with the ``voicebench`` of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    return subprocess.run(
        [SHELL, "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=240
    )


@pytest.mark.parametrize(
    "document", [d for d in DOCUMENTS if examples(d)], ids=lambda document: str(document.relative_to(ROOT))
)
def test_the_examples_of_a_document_run(document: Path, reader: Path) -> None:
    for command in examples(document):
        done = shell(command, reader)
        assert done.returncode in {0, 1}, f"{command}\n{done.stderr}"  # 1: a call failed, which is an answer
        assert "Traceback" not in done.stderr, command
        assert done.stdout, command


def test_the_readme_has_some() -> None:
    assert examples(ROOT / "README.md")


def verbs(command: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every verb of the command line, groups left out."""
    if not hasattr(command, "commands"):
        yield names, command
        return
    for name, inner in command.commands.items():
        yield from verbs(inner, (*names, name))


APP: Any = typer.main.get_command(main._app)
VERBS = dict(verbs(APP))


def test_there_are_verbs() -> None:
    assert {("run",), ("grade",), ("pack", "check")} <= VERBS.keys()


@pytest.mark.parametrize("names", VERBS, ids=" ".join)
def test_the_example_of_a_verbs_help_is_understood(names: tuple[str, ...]) -> None:
    example = re.search(r"Example: voicebench (.*)", VERBS[names].epilog or "")
    assert example, "no example in the epilog"
    words = shlex.split(example[1])
    assert tuple(words[: len(names)]) == names
    VERBS[names].make_context(" ".join(names), words[len(names) :])  # raises what the command would complain of
