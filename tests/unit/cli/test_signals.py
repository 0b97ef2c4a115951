"""SIGTERM does as Ctrl-C, whatever a command is at; and no process outlives the command, even a killed one."""

import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from voicebench.audio import resample
from voicebench.line.wav import write_wav
from voicebench.testing.tts import ToneSynthesiser

ROOT = Path(__file__).parents[3]
COMMAND = """
import os, pathlib, signal, sys
from voicebench.cli.main import main

def again(event, arguments):
    if event == "shutil.rmtree" and pathlib.Path(arguments[0]).name == "first":
        os.kill(os.getpid(), signal.SIGTERM)

sys.addaudithook(again)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main())
"""
"""The command; while it takes the run away it gets a SIGTERM, which is the second.

Tests that a shell has started in the background inherit an ignored SIGINT, so it is set to what it is at a terminal.
"""

Begin = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def begin(launch: Begin) -> Begin:
    """``begin("hear", "--jobs", 2)``: the command in a session of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return lambda *arguments: launch("-c", COMMAND, *arguments, env=environment)


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server that takes calls and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        yield server


def url_of(server: socket.socket) -> str:
    return f"http://127.0.0.1:{server.getsockname()[1]}/v1"


@pytest.fixture
def hearing(tmp_path: Path, silent: socket.socket, begin: Begin) -> Iterator["subprocess.Popen[str]"]:
    """``hear`` with two processes, one of which waits for an answer."""
    write_wav(tmp_path / "0.wav", resample(ToneSynthesiser({}).synthesise("Yes, please."), 8_000))
    (tmp_path / "truth.csv").write_text("file,text\n" + '0.wav,"Yes, please."\n' * 2)
    stt = {"engine": "openai", "settings": {"model": "a", "base_url": url_of(silent), "timeout_s": 300}}
    (tmp_path / "own.yaml").write_text(yaml.safe_dump({"name": "own", "stt": stt, "tts": {"engine": "tone"}}))
    process = begin("hear", "--audio", ".", "--truth", "truth.csv", "--stack", "own.yaml", "--jobs", 2)
    call, _ = silent.accept()
    with call:
        yield process


@pytest.mark.parametrize("send", [os.kill, os.killpg])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_hear_that_is_interrupted_ends_with_all_its_processes(
    hearing: "subprocess.Popen[str]", number: int, send: Callable[[int, int], None]
) -> None:
    send(hearing.pid, number)
    out, err = hearing.communicate(timeout=60)  # stderr ends with the last process that has it
    assert (hearing.returncode, out, err) == (130, "", "voicebench: interrupted\n")


def test_processes_of_hear_end_when_it_is_killed(hearing: "subprocess.Popen[str]") -> None:
    hearing.kill()
    hearing.communicate(timeout=60)
    assert hearing.returncode == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_before_its_first_call_leaves_nothing(
    begin: Begin, silent: socket.socket, tmp_path: Path, number: int
) -> None:
    llm = {"engine": "openai", "model": "a", "base_url": url_of(silent)}
    text = {"engine": "text_channel"}
    (tmp_path / "own.yaml").write_text(yaml.safe_dump({"name": "own", "stt": text, "llm": llm, "tts": text}))
    process = begin("run", "--stack", "own.yaml", "--task", "R-H4", "--out", "first")
    call, _ = silent.accept()
    assert (tmp_path / "first").is_dir()
    with call:
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "voicebench: interrupted\n")
    assert not (tmp_path / "first").exists()
