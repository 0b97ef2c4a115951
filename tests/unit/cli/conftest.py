from collections.abc import Callable
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
