import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from voicebench.cli.main import main


@dataclass(frozen=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """``command("run", "--seed", "2")``, from an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Done:
        code = main([str(one) for one in arguments])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


SCRIPT = """
import sys
from voicebench.cli import main
from voicebench.run import crew

crew.local_crew.__wrapped__.__defaults__ = (sys.argv.pop(1),)
sys.exit(main.main())
"""


Launch = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """``launch(script, "--out", "x", env=...)``: Python in ``tmp_path``, leading a session; killed at the end."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: object, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=tmp_path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def start(tmp_path: Path, launch: Launch) -> Launch:
    """``start("quick_calls", "--out", "x")``: ``voicebench run`` with calls that nobody makes."""
    script = tmp_path / "command.py"
    script.write_text(SCRIPT)
    return lambda calls, *arguments: launch(script, f"voicebench.testing.calls:{calls}", "run", *arguments)


@pytest.fixture
def workers_of() -> Callable[[int], list[int]]:
    """``workers_of(session)``: its worker processes that still run, where the system tells."""

    def find(session: int) -> list[int]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                state = (process / "stat").read_text().rpartition(")")[2].split()
                if int(state[3]) == session and state[0] != "Z" and b"run.work" in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
        return found

    return find
