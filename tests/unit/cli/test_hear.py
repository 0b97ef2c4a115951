import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voicebench.audio import resample
from voicebench.cli.main import main
from voicebench.line.wav import write_wav
from voicebench.testing.tts import ToneSynthesiser

ROOT = Path(__file__).parents[3]
SMALL_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
from voicebench.cli.main import main
sys.exit(main())
"""
"""A disk that takes no file of more than 600 bytes, as a full one does."""
STACK = "format: voicebench-stack/1\nname: tones\nstt: {engine: echo}\ntts: {engine: tone}\n"


@pytest.fixture
def own(tmp_path):
    """The flags for two recordings in tones, and a stack that hears tones."""
    texts = ("My ZIP is 97401.", "I want a refund.")
    for number, text in enumerate(texts):
        write_wav(tmp_path / f"{number}.wav", resample(ToneSynthesiser({}).synthesise(text), 8_000))
    (tmp_path / "truth.csv").write_text(f"file,text,kind,value\n0.wav,{texts[0]},zip,97401\n1.wav,{texts[1]},,\n")
    (tmp_path / "tones.yaml").write_text(STACK)
    paths = ["--audio", tmp_path, "--truth", tmp_path / "truth.csv", "--stack", tmp_path / "tones.yaml", "--jobs", 1]
    return [str(one) for one in paths]


def test_where_it_is_kept_stands_in_a_line_of_its_own(own, tmp_path, capsys):
    assert main(["hear", *own, "--out", str(tmp_path / "heard")]) == 0
    assert "\n\nKept: " in capsys.readouterr().out


def test_own_recordings_swept_kept_and_told(own, tmp_path, capsys):
    out = tmp_path / "heard"
    assert main(["hear", *own, "--sweep", "snr=20:-20:20", "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["conditions"]) == ["snr=20", "snr=0", "snr=-20"]
    assert told["conditions"]["snr=20"]["wer"] == 0
    assert told["conditions"]["snr=20"]["entities"]["zip"] == {"n": 1, "right": 1, "interval": None}
    assert told["conditions"]["snr=-20"]["wer"] > 0.9
    assert told["sweep"]["figures_below_0.9_from"] is not None
    kept = json.loads((out / "hearing.json").read_text())
    assert kept["format"] == "voicebench-hearing/1"
    assert kept["conditions"] == told["conditions"]
    rows = [json.loads(line) for line in (out / "utterances.jsonl").read_text().splitlines()]
    assert [(row["id"], row["line"]) for row in rows[:2]] == [("0.wav", "snr=20"), ("0.wav", "snr=0")]
    assert (out / "curve.svg").read_text().startswith("<svg")


def test_figures_are_told_though_they_cannot_be_kept(own, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SMALL_FILES, "hear", *own, "--out", str(tmp_path / "heard"), "--json"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert json.loads(done.stdout)["conditions"]["as recorded"]["wer"] == 0
    assert done.stderr.splitlines()[-1].startswith(f"voicebench: {tmp_path}/heard: cannot be written: File too large")
    assert not list(tmp_path.glob("*heard*"))


@pytest.mark.parametrize("place", ["taken/heard", "taken/more/heard", "new/" + "x" * 250, "new/" + "x" * 300])
def test_a_place_where_nothing_can_be_kept_is_refused_before_anything_is_heard(own, tmp_path, capsys, place):
    (tmp_path / "taken").write_text("a file")
    before = sorted(tmp_path.iterdir())
    assert main(["hear", *own, "--out", str(tmp_path / place)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.strip().splitlines()
    assert line.startswith(f"voicebench: {tmp_path}/{place}: cannot be written")
    assert sorted(tmp_path.iterdir()) == before


def test_a_run_that_is_refused_leaves_no_folder(own, tmp_path, capsys):
    (tmp_path / "tones.yaml").write_text(STACK.replace("echo", "whisper, settings: {model: huge}"))
    assert main(["hear", *own, "--out", str(tmp_path / "new" / "heard")]) == 2
    assert "no model 'huge'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_there_and_empty_is_taken(own, tmp_path):
    (tmp_path / "heard").mkdir()
    assert main(["hear", *own, "--out", str(tmp_path / "heard")]) == 0
    assert (tmp_path / "heard" / "hearing.json").is_file()


def test_tables_for_people(own, capsys):
    assert main(["hear", *own]) == 0
    told = capsys.readouterr().out
    assert "as recorded" in told
    assert "figures together" in told


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (["--kind", "rune"], "--kind rune: choose among name"),
        (["--audio", "."], "--audio and --truth go together"),
        (["--audio", ".", "--truth", "x.csv", "--n", "3"], "leave them out with --audio"),
        (["--stack", "text"], "hears no sound"),
        (["--sweep", "snr"], "write SETTING=FROM:TO:STEP"),
        (["--line", "nowhere"], "no line 'nowhere'"),
        (["--sweep", "rain=1:5:1", "--n", "1"], "rain"),
        (["--out", "."], "is there already"),
        (["--model", "huge", "--kind", "yes_no", "--n", "1", "--jobs", "1"], "no model 'huge'"),
    ],
)
def test_a_wrong_flag_is_the_users_mistake(flags, why, capsys):
    assert main(["hear", *flags]) == 2
    printed = capsys.readouterr()
    assert why in printed.err
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
