import json

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
