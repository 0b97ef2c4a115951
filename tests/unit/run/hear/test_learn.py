import json
import re

import pytest

from voicebench.errors import ConfigError
from voicebench.run.hear.learn import learn_from, main
from voicebench.stt.channel_model import load_channel


def hearing(folder, heard, model="tiny.en"):
    folder.mkdir()
    row = {"meant": "Yes, please.", "heard": heard, "line": "clean", "errors": {"reference_words": 2}}
    (folder / "utterances.jsonl").write_text((json.dumps(row) + "\n") * 20)
    facts = {
        "recogniser": {"engine": "whisper", "model": model},
        "seed": 3,
        "fresh": 5,
        "voices": ["joe"],
        "versions": {},
    }
    (folder / "hearing.json").write_text(json.dumps(facts))
    return folder


def test_hearings_that_were_kept_teach_a_channel_that_says_where_it_comes_from(tmp_path):
    one, two = hearing(tmp_path / "one", "Yes, please."), hearing(tmp_path / "two", "Yes.")
    file = tmp_path / "channel.json"
    assert main(["clean", str(file), str(one), str(two)]) == 0
    model = load_channel(file)
    assert (model.line, model.recogniser) == ("clean", "tiny.en")
    assert (model.learned_from["utterances"], model.learned_from["words"]) == (40, 80)
    assert (
        model.learned_from["hear"][0] == "voicebench hear --line clean --model tiny.en --fresh --seed 3 --n 5 --out DIR"
    )
    assert model.errors_of("word", "to 1").rate == 0.5


def test_what_cannot_teach_is_refused(tmp_path, capsys):
    one, other = hearing(tmp_path / "one", "Yes."), hearing(tmp_path / "other", "Yes.", model="base")
    with pytest.raises(ConfigError, match="another recogniser"):
        learn_from([one, other], "clean")
    with pytest.raises(ConfigError, match="nothing was heard over the line 'cafe'"):
        learn_from([one], "cafe")
    assert main(["clean", "x.json", str(tmp_path / "none")]) == 2
    assert "not what `voicebench hear --out` keeps" in capsys.readouterr().err
    assert main(["clean"]) == 2


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("utterances.jsonl", "[1, 2]", "utterances.jsonl:1: .*it must be a mapping"),
        ("utterances.jsonl", "17", "utterances.jsonl:1: .*it must be a mapping"),
        ("utterances.jsonl", '{"line": "clean"}', "meant is missing"),
        ("utterances.jsonl", '{"line": "clean", "meant": 1, "heard": "x", "errors": {"reference_words": 1}}', "meant"),
        ("utterances.jsonl", '{"line": "clean", "meant": "x", "heard": "x", "errors": 2}', "errors must be"),
        ("utterances.jsonl", '{"line": "clean", "meant": "x", "heard": "\\ud800", "errors": {}}', "Invalid JSON"),
        ("utterances.jsonl", "[" * 100_000, "Invalid JSON"),
        ("utterances.jsonl", "\xff", "Invalid JSON"),
        ("hearing.json", "[]", "hearing.json: .*it must be a mapping"),
        ("hearing.json", "{}", "recogniser is missing"),
        ("hearing.json", '{"recogniser": "whisper"}', "recogniser must be"),
        ("hearing.json", '{"recogniser": {}, "seed": 1, "voices": [], "versions": {}}', "recogniser.engine is missing"),
        ("hearing.json", '{"recogniser": {"engine": "x"}, "seed": 1, "voices": 3, "versions": {}}', "voices must be"),
    ],
)
def test_json_of_another_shape_is_told_in_one_line_and_nothing_is_written(tmp_path, capsys, name, text, why):
    folder, target = hearing(tmp_path / "one", "Yes."), tmp_path / "channel.json"
    target.write_text("older")
    (folder / name).write_bytes(text.encode("latin-1"))
    assert main(["clean", str(target), str(folder)]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert re.search(why, told)
    assert target.read_text() == "older"


def test_a_channel_takes_the_place_of_an_older_one_once_it_is_whole(tmp_path, capsys):
    folder, target, older = hearing(tmp_path / "one", "Yes."), tmp_path / "channel.json", tmp_path / "older.json"
    older.write_text("older")
    target.hardlink_to(older)
    assert main(["clean", str(target), str(folder)]) == 0
    assert (load_channel(target).line, older.read_text()) == ("clean", "older")  # it was not written in place
    assert main(["clean", str(tmp_path), str(folder)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not list(tmp_path.parent.glob(".partial-*"))
