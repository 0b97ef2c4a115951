import errno
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicebench.audio import to_pcm16
from voicebench.errors import ConfigError, RecordError
from voicebench.record import Ending, Log, LoggedCall
from voicebench.run.digest import record_sha256
from voicebench.run.folders import WriteFile, write_synced
from voicebench.run.grid import discard_if_empty
from voicebench.run.store import RunFolder, is_call, is_run
from voicebench.run.stored import StoredCall, read_call
from voicebench.run.timekeeping import timekeeping
from voicebench.testing.records import make_record, make_sound

Store = Callable[..., StoredCall]


def test_a_call_comes_back_as_it_was_kept(run: RunFolder, store: Store) -> None:
    call = store(make_record(trial=2))
    folder = run.save(call)
    assert folder == run.path / "calls" / "bakery" / "CAKE-1" / "2"
    found = read_call(folder)
    assert (found.expectation, found.graded, found.folder) == (call.expectation, call.graded, folder)
    assert replace(found.record, log=call.record.log) == call.record
    assert found.record.log.model_dump_json() == call.record.log.model_dump_json()
    assert found.machine["wall_s"] == 1.5


def test_the_names_of_the_files(run: RunFolder, store: Store) -> None:
    folder = run.save(store(make_record(sound=make_sound())))
    names = ["expected.json", "log.json", "machine.json", "record.json", "sound.flac", "verdict.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    verdict = json.loads((folder / "verdict.json").read_text())
    assert (verdict["outcome"], verdict["fault"], verdict["timing_valid"]) == ("passed", None, True)
    assert json.loads((run.path / "run.json").read_text()) == {"format": "voicebench-run/1", "seed": 1}


def test_sound_is_the_two_ears_of_equal_length(run: RunFolder, store: Store) -> None:
    left, right = make_sound(0.3, 0.5)
    folder = run.save(store(make_record(sound=(left, right))))
    pcm, rate_hz = soundfile.read(folder / "sound.flac", dtype="int16")
    assert (pcm.shape, rate_hz) == ((4000, 2), 8000)
    assert np.array_equal(pcm[:2400, 0], to_pcm16(left.samples))
    assert not pcm[2400:, 0].any()
    assert np.array_equal(pcm[:, 1], to_pcm16(right.samples))
    assert soundfile.info(folder / "sound.flac").subtype == "PCM_16"


def test_a_call_without_packets_has_no_percentiles_of_them(run: RunFolder, store: Store) -> None:
    """A text call on the real clock has a line that carries nothing."""
    machine = timekeeping(None, [1_000_000])
    folder = run.save(replace(store(), machine=machine))
    assert machine["packets_late_ms"] == {"n": 0, "p50": None, "p99": None, "worst": None}
    assert read_call(folder).machine == {**machine, "from_cache": [3]}


def test_what_came_from_a_cache_is_of_the_machine(run: RunFolder, store: Store) -> None:
    folder = run.save(store())
    assert '"cached"' not in (folder / "record.json").read_text()
    assert json.loads((folder / "machine.json").read_text())["from_cache"] == [3]
    assert read_call(folder).record.events[3].data["cached"] is True


def test_no_dump_stays_no_dump(run: RunFolder, store: Store) -> None:
    record = replace(make_record(), log=Log(task="bakery/CAKE-1", tools=(LoggedCall(name="x", arguments={"a": None}),)))
    folder = run.save(store(record))
    assert "database" not in json.loads((folder / "log.json").read_text())
    found = read_call(folder)
    assert found.record.log.tools[0].arguments == {"a": None}
    assert found.graded.verdict.outcome == "failed"


def test_whatever_a_model_sends_can_be_kept(run: RunFolder, store: Store) -> None:
    odd = LoggedCall(name="\ud800", arguments={"x": "é\x1b[31m\ud800", "n": float("inf")})
    call = store(make_record(tools=(odd,)))
    folder = run.save(call)
    assert read_call(folder).record.log.tools == (odd,)
    assert record_sha256(read_call(folder).record) == record_sha256(call.record)


def test_an_existing_run_is_refused(run: RunFolder) -> None:
    with pytest.raises(ConfigError, match="a run is there already; go on with it by --resume"):
        RunFolder.create(run.path, {})


def test_a_folder_in_use_is_refused_and_an_empty_one_taken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    RunFolder.create(tmp_path / "empty", {})
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="no empty folder"):
        RunFolder.create(tmp_path / "used", {})
    with pytest.raises(ConfigError, match="no empty folder"):
        RunFolder.create(tmp_path / "used" / "notes.txt", {})
    with pytest.raises(ConfigError, match="cannot be written"):
        RunFolder.create(tmp_path / "used" / "notes.txt" / "run", {})
    assert (tmp_path / "used" / "notes.txt").read_text() == "mine"


def test_a_run_is_not_put_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"--out \.: name a new folder, such as first"):
        RunFolder.create(Path(), {})
    assert not list(tmp_path.iterdir())


def test_a_call_is_kept_once(run: RunFolder, store: Store) -> None:
    run.save(store())
    with pytest.raises(RecordError, match="a call is there already"):
        run.save(store())


def full_after(files: int) -> WriteFile:
    """A disk that is full after so many files; the next one is cut short."""
    left = [files]

    def write(path: Path, data: bytes) -> None:
        left[0] -= 1
        write_synced(path, data if left[0] >= 0 else data[:10])
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return write


@pytest.mark.parametrize("files", range(5))
def test_a_full_disk_leaves_no_half_of_a_call(tmp_path: Path, store: Store, files: int) -> None:
    run = RunFolder.create(tmp_path / "run", {}, full_after(files + 1))
    with pytest.raises(RecordError, match=r"CAKE-1/0: cannot be written: No space left on device") as caught:
        run.save(store())
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "run" / "calls" / "bakery" / "CAKE-1").iterdir()) == []
    assert list(RunFolder(run.path).calls()) == []


def test_a_full_disk_leaves_no_half_of_a_run(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No space left on device"):
        RunFolder.create(tmp_path / "run", {}, full_after(0))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False)  # noqa: S607
    if done.returncode:
        pytest.skip("needs the right to mount a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)  # noqa: S607


def test_a_disk_that_is_really_full(small_disk: Path, store: Store) -> None:
    run = RunFolder.create(small_disk / "run", {})
    run.save(store())
    noise = make_sound(30.0, 30.0)
    with pytest.raises(RecordError, match="No space left on device"):
        run.save(store(make_record(trial=1, sound=noise)))
    assert [path.name for path in (run.path / "calls" / "bakery" / "CAKE-1").iterdir()] == ["0"]
    assert len(list(run.calls())) == 1


def test_calls_come_in_order_and_unfinished_ones_do_not(run: RunFolder, store: Store) -> None:
    for trial in (10, 2):
        run.save(store(make_record(trial=trial)))
    (run.path / "calls" / "bakery" / "CAKE-1" / ".3.partial-77").mkdir()
    (run.path / "calls" / "bakery" / "CAKE-1" / ".3.partial-77" / "record.json").write_text("{")
    assert [call.record.trial for call in run.calls()] == [2, 10]


@pytest.mark.parametrize("file", ["log.json", "expected.json", "verdict.json"])
def test_files_of_different_calls_are_no_call(run: RunFolder, store: Store, file: str) -> None:
    folder = run.save(store())
    facts = json.loads((folder / file).read_text()) | {"task": "bakery/CAKE-2"}
    (folder / file).write_text(json.dumps(facts))
    with pytest.raises(
        RecordError, match=f"{file}: is of task 'bakery/CAKE-2', and record.json of task 'bakery/CAKE-1'"
    ):
        read_call(folder)


def test_a_call_that_lies_where_another_belongs_is_not_taken_for_it(run: RunFolder, store: Store) -> None:
    folder = run.save(store())
    folder.rename(folder.with_name("7"))
    with pytest.raises(RecordError, match=r"CAKE-1/7: holds trial 0 of bakery/CAKE-1, which belongs elsewhere"):
        list(run.calls())
    with pytest.raises(RecordError, match="belongs elsewhere"):
        run.call("bakery/CAKE-1", 7)


def test_a_run_without_calls_can_be_taken_away(run: RunFolder, store: Store) -> None:
    run.save(store())
    discard_if_empty(run.path)
    assert run.path.exists()
    empty = RunFolder.create(run.path.with_name("other"), {})
    discard_if_empty(empty.path)
    assert not empty.path.exists()


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("record.json", "{", "record.json: not readable as JSON"),
        ("record.json", "[]", "record.json: expected a JSON object"),
        ("record.json", '{"format": "voicebench-record/9"}', "record.json: format: expected 'voicebench-record/1'"),
        ("record.json", '{"format": "voicebench-record/1"}', "record.json: not a record: task is missing"),
        ("log.json", "{}", "log.json: format: expected 'voicebench-log/1'"),
        ("verdict.json", '{"task": "x"}', "verdict.json: not a verdict"),
        ("machine.json", None, "machine.json: cannot be read: No such file"),
        ("sound.flac", "no sound", "sound.flac: not readable as FLAC"),
    ],
)
def test_a_spoiled_file_is_named(run: RunFolder, store: Store, file: str, text: str | None, message: str) -> None:
    folder = run.save(store())
    (folder / file).unlink(missing_ok=True)
    if text is not None:
        (folder / file).write_text(text)
    with pytest.raises(RecordError, match=message) as caught:
        read_call(folder)
    assert "\n" not in str(caught.value)


def test_the_digest_is_of_what_the_call_determined(run: RunFolder, store: Store) -> None:
    record = make_record(sound=make_sound())
    digest = record_sha256(record)
    assert record_sha256(read_call(run.save(store(record))).record) == digest
    uncached = [replace(e, data={k: v for k, v in e.data.items() if k != "cached"}) for e in record.events]
    assert record_sha256(replace(record, events=tuple(uncached))) == digest


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"trial": 1},
        {"ending": Ending("caller", "turns")},
        {"sound": None},
        {"sound": make_sound(0.3, 0.6)},
        {"log": Log(task="bakery/CAKE-1", tools=())},
        {"drawn": {}},
        {"events": make_record().events[:-1]},
    ],
)
def test_the_digest_changes_with_the_call(change: dict[str, object]) -> None:
    record = make_record(sound=make_sound())
    assert record_sha256(replace(record, **change)) != record_sha256(record)  # type: ignore[arg-type]


def test_a_name_too_long_for_the_disk_is_neither_run_nor_call_nor_writable(tmp_path: Path) -> None:
    long = tmp_path / ("a" * 300)
    assert not is_run(long)
    assert not is_call(long)
    with pytest.raises(ConfigError, match="cannot be written: File name too long; name a folder"):
        RunFolder.create(long, {})


def test_a_record_nested_beyond_all_sense_is_one_line(run: RunFolder, store: Store) -> None:
    folder = run.save(store(make_record()))
    (folder / "record.json").write_text("[" * 100_000)
    with pytest.raises(RecordError, match=r"record\.json: not readable as JSON"):
        read_call(folder)


def test_a_folder_whose_name_is_no_trial_is_no_call(run: RunFolder, store: Store) -> None:
    folder = run.save(store(make_record()))
    folder.rename(folder.with_name("\u00b2"))
    assert list(run.calls()) == []
