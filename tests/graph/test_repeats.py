"""The same seed gives the same record, whatever differs between two processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voicebench.events import Event
from voicebench.run.digest import record_sha256
from voicebench.run.live import calls
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack

COMMAND = "import sys; from voicebench.cli.main import main; sys.exit(main())"


def digests(folder: Path, hash_seed: int, jobs: int, *more: str) -> dict[str, str]:
    """Run both tasks in a process of its own, and return each record's digest."""
    options = ["--stack", "text", "--costs", "profile:local", "--json", "--out", str(folder), "--jobs", str(jobs)]
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "run", *options, *more],
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return {call["task"]: call["record_sha256"] for call in json.loads(done.stdout)["calls"]}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return digests(tmp_path_factory.mktemp("first") / "run", hash_seed=1, jobs=1)


@pytest.mark.parametrize(("hash_seed", "jobs"), [(2, 1), (1, 2)], ids=["hash seed", "workers"])
def test_the_same_seed_gives_the_same_records(first: dict[str, str], tmp_path: Path, hash_seed: int, jobs: int) -> None:
    assert digests(tmp_path / "run", hash_seed, jobs) == first


def test_another_seed_gives_other_records(first: dict[str, str], tmp_path: Path) -> None:
    other = digests(tmp_path / "run", 1, 2, "--seed", "2")
    assert other.keys() == first.keys()
    assert not set(other.values()) & set(first.values())


def test_who_looks_on_changes_nothing() -> None:
    (plan,) = plan_calls(Selection(load_stack("text"), tasks=["C5-H1"]))
    seen: list[Event] = []
    with calls() as make:
        alone, watched = make(plan), make(plan, seen.append)
    assert record_sha256(alone) == record_sha256(watched)
    assert sorted(seen, key=lambda event: event.at_ns) == list(watched.events)
