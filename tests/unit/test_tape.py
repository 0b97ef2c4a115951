import zipfile
from pathlib import Path

import pytest

from voicebench.errors import CassetteError, ConfigError, RecordError
from voicebench.tape import PlayedTape, RecordedTape, check_cassette, wind_up


@pytest.fixture
def cassette(tmp_path: Path) -> Path:
    tape = RecordedTape(tmp_path / "tape")
    tape.write(b"old", "speech", "hello")
    tape.write(b"hello" * 100, "speech", "hello")
    tape.write(b"", "transcript", "x")
    wind_up(tmp_path / "tape", tmp_path / "one.cassette", {"run": "r"})
    return tmp_path / "one.cassette"


def test_what_was_recorded_is_played(cassette: Path) -> None:
    assert check_cassette(cassette) == {"format": "voicebench-cassette/1", "entries": 2, "run": "r"}
    tape = PlayedTape(cassette)
    assert tape.read("speech", "hello") == b"hello" * 100
    assert tape.read("transcript", "x") == b""
    assert tape.read("speech", "goodbye") is None
    with pytest.raises(CassetteError, match="takes no entry"):
        tape.write(b"", "speech", "goodbye")
    tape.close()


def test_the_same_entries_make_the_same_file(cassette: Path, tmp_path: Path) -> None:
    wind_up(tmp_path / "tape", tmp_path / "two.cassette", {"run": "r"})
    assert cassette.read_bytes() == (tmp_path / "two.cassette").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.cassette", "tape", "two.cassette"]


def contents(cassette: Path) -> list[bytes]:
    with zipfile.ZipFile(cassette) as file:
        return [file.read(name) for name in file.namelist()]


def test_an_altered_byte_of_an_entry_is_found_or_changes_nothing(cassette: Path) -> None:
    """A few bits at the end of a compressed entry stand for nothing."""
    whole, before, found = cassette.read_bytes(), contents(cassette), 0
    with zipfile.ZipFile(cassette) as file:
        spans = [(info.header_offset + 30 + len(info.filename), info.compress_size) for info in file.infolist()[1:]]
    for start, length in spans:
        for at in range(start, start + length):
            cassette.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            try:
                check_cassette(cassette)
            except ConfigError as error:
                assert "one.cassette: " in str(error)  # noqa: PT017 - which of the two it is, is the question
                assert "damaged" in str(error)  # noqa: PT017
                found += 1
            else:
                assert contents(cassette) == before
    assert found >= 0.9 * sum(length for _, length in spans)


def test_a_cassette_that_was_packed_anew_is_found(cassette: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(cassette) as file:
        entries = {name: file.read(name) for name in file.namelist()}
    label, first, second = entries
    for changed, words in (
        ({**entries, first: entries[first] + b"!"}, "entry "),
        ({label: entries[label], first: entries[first]}, "1 entries, where its label says 2"),
        ({first: entries[first], second: entries[second]}, "not a cassette"),
        ({**entries, label: b'{"format": "voicebench-cassette/9"}'}, "not a cassette of voicebench-cassette/1"),
        ({**entries, label: b"["}, "not a cassette"),
    ):
        with zipfile.ZipFile(tmp_path / "odd", "w") as file:
            for name, data in changed.items():
                file.writestr(name, data)
        with pytest.raises(ConfigError, match=words):
            check_cassette(tmp_path / "odd")


@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_what_is_no_cassette_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "odd").write_bytes(content)
    with pytest.raises(ConfigError, match=r"--cassette .*odd: ") as caught:
        check_cassette(tmp_path / "odd")
    assert "\n" not in str(caught.value)


def test_what_cannot_be_written_leaves_nothing(cassette: Path, tmp_path: Path) -> None:
    del cassette
    (tmp_path / "taken" / "inside").mkdir(parents=True)
    with pytest.raises(RecordError, match="cannot be written"):
        wind_up(tmp_path / "tape", tmp_path / "taken", {})
    with pytest.raises(RecordError, match="cannot be written"):
        wind_up(tmp_path / "tape", tmp_path / "nowhere" / "x", {})
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".partial")]
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CassetteError, match="cannot be written"):
        RecordedTape(tmp_path / "file").write(b"", "a")
