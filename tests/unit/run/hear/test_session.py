import numpy as np
import pytest
import soundfile

from voicebench.errors import ConfigError
from voicebench.line import load
from voicebench.run.hear.crew import Job, listen_all
from voicebench.run.hear.listen import hear_job
from voicebench.run.hear.recordings import read_truth
from voicebench.run.hear.session import HearingPlan, hold_hearing, read_sweep
from voicebench.run.kit import Kit


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("snr=30:0:5", ["snr=30", "snr=25", "snr=20", "snr=15", "snr=10", "snr=5", "snr=0"]),
        ("snr=0:1:0.5", ["snr=0", "snr=0.5", "snr=1"]),
        ("loss=0%:10%:5%", ["loss=0%", "loss=5%", "loss=10%"]),
    ],
)
def test_a_sweep_in_words(text, steps):
    sweep = read_sweep(text)
    assert [sweep.words(value) for value in sweep.values] == steps


@pytest.mark.parametrize(
    "text",
    [
        *("snr", "snr=30", "snr=30:0", "snr=30:0:0", "snr=30:0:-5", "snr=a:b:c", "=1:2:1", "snr=5:5:1", "snr=0:100:1"),
        *("snr=nan:0:5", "snr=0:nan:5", "snr=5:0:nan", "snr=inf:0:5", "snr=0:-inf:5", "snr=5:0:inf", "snr=inf:inf:5"),
        *("snr=0:1:1e-320", "snr=1e308:-1e308:1e307", "snr=0:1e308:1e-300"),
    ],
)
def test_what_is_no_sweep(text):
    with pytest.raises(ConfigError, match="write SETTING=FROM:TO:STEP"):
        read_sweep(text)


def recordings(tones):
    folder = tones("My ZIP is 97401.", "Yes, please.")
    truth = folder / "truth.csv"
    truth.write_text('file,text,kind,value\n0.wav,My ZIP is 97401.,zip,97401\n1.wav,"Yes, please.",bool,yes\n')
    return read_truth(folder, truth)


def test_recordings_are_heard_as_they_are_and_over_lines(tones, echo):
    plan = HearingPlan(recordings(tones), [None, "clean"], echo, seed=1, sweep=read_sweep("snr=20:-20:40"))
    found = hold_hearing(plan, 2, cache=None)
    names = [condition.name for condition in found.conditions]
    assert names == ["as recorded", "clean", "snr=20", "snr=-20"]
    bare = found.conditions[0]
    assert bare.words.rate == 0
    assert (bare.entities["zip"].right, bare.entities["bool"].right) == (1, 1)
    assert found.conditions[-1].words.rate > 0.9
    assert found.sweep.conditions == found.conditions[2:]
    assert [result.line for result in found.results] == names * 2


def test_any_number_of_processes_hears_the_same(tones, echo):
    jobs = [Job(source, (None, load("snr=3")), echo, 4) for source in recordings(tones)]
    alone, two = listen_all(jobs, 1, None), listen_all(jobs, 2, None)
    assert [result.heard for result in alone] == [result.heard for result in two]


def test_the_line_has_dice_of_its_own_for_each_utterance(tones, echo):
    kit = Kit(None)
    try:
        job = Job(recordings(tones)[0], (load("snr=0"),), echo, 4)
        assert hear_job(job, kit)[0].heard == hear_job(job, kit)[0].heard
    finally:
        kit.close()


def test_a_line_named_twice_is_refused(echo):
    with pytest.raises(ConfigError, match="named twice"):
        HearingPlan([], ["clean", "clean"], echo, 1).settings()


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("text\nx", "no column 'file'"),
        ("file,text\n", "names no recording"),
        ("file,text\nnone.wav,x", "no file 'none.wav'"),
        ("file,text,kind,value\n0.wav,x,zip,", "go together"),
        ("file,text,kind,value\n0.wav,x,rune,1", "no kind 'rune'"),
        ("file,text,kind,value\n0.wav,x,date,yesterday", "no date"),
        ("file,text,text\n0.wav,x,y", "the column 'text' is there twice"),
        ("file,text,kind,value,value\n0.wav,x,zip,97401,97402", "the column 'value' is there twice"),
        ("file,text\n0.wav,Yes, please.", ":2: has 3 cells, and there are 2 columns; put a text with a comma"),
        ('file,text\n0.wav,"Yes\n0.wav,x\n', "cannot be read: unexpected end of data"),
        ('file,text\n0.wav,"a\nb"\n\nnone.wav,x', ":5: no file 'none.wav'"),
        ('file,"text"\nnone.wav,"a\nb"', ":2: no file 'none.wav'"),
        (
            "file,text,kind,value\n0.wav,x,enum,red",
            "no kind 'enum' that can be scored; choose among address, bool, code",
        ),
        ("file,text,kind,value\n0.wav,x,address,!!!", "'!!!' cannot be heard as address"),
        ("file,text,kind,value\n0.wav,x,text,!!!", "'!!!' cannot be heard as text"),
        ("file,text,kind,value\n0.wav,x,name,4711", "'4711' cannot be heard as name"),
        ("file,text,kind,value\n0.wav,x,zip,974", "'974' cannot be heard as zip"),
        ("file,text,kind,value\n0.wav,x,code,!!!", "'!!!' cannot be heard as code"),
        ("file,text,kind,value\n0.wav,x,spelling,O'Brien", "cannot be heard as spelling"),
        ("file,text,kind,value\n0.wav,x,datetime,2025-03-01T14:00Z", "cannot be heard as datetime"),
    ],
)
def test_a_truth_that_is_wrong_is_the_users_mistake(tones, rows, why):
    folder = tones("x")
    truth = folder / "truth.csv"
    truth.write_text(rows)
    with pytest.raises(ConfigError, match=why):
        read_truth(folder, truth)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("phone", "541-555-0133", "My number is five four one, five five five, zero one three three."),
        ("spelling", "alvarez", "x"),
        ("date", "1986-03-14", "x"),
        ("datetime", "2025-03-01T14:00", "x"),
        ("number", "-2.5", "x"),
        ("money", "$1,200.50", "x"),
        ("email", "r.novak@example.com", "x"),
        ("name", "Um", "My name is Um."),
        ("address", "1420 West Maple Street", "x"),
        ("bool", "no", "Nope."),
        ("code", "KE-4431775", "x"),
        ("text", "cancel it, no wait, 5 days", "x"),
        ("digits", "0133", "x"),
    ],
)
def test_a_value_that_can_be_said_is_taken(tones, kind, value, text):
    truth = (folder := tones("x")) / "truth.csv"
    truth.write_text(f'file,text,kind,value\n0.wav,"{text}",{kind},"{value}"\n')
    assert read_truth(folder, truth)[0].value_kind == kind


@pytest.mark.parametrize(
    ("samples", "why"),
    [
        (np.zeros((800, 2), np.float32), "has 2 channels"),
        (np.zeros(0, np.float32), "holds no samples"),
        (np.full(800, np.nan, np.float32), "holds NaN"),
        (np.full(1, 0.1, np.float32), "too short"),
        (np.float32(3e38) * np.sign(np.sin(np.arange(8_000))).astype(np.float32), "cannot be brought to 8000 Hz"),
        (None, "cannot be read as sound"),
    ],
)
def test_a_recording_that_cannot_be_heard_is_named_before_one_is(tones, samples, why):
    folder = tones("x")
    if samples is None:
        (folder / "1.wav").write_text("no sound")
    else:
        soundfile.write(folder / "1.wav", samples, 44_100, subtype="FLOAT")
    truth = folder / "truth.csv"
    truth.write_text("file,text\n0.wav,x\n1.wav,x\n")
    with pytest.raises(ConfigError, match=rf"truth\.csv:3: .*1\.wav: .*{why}") as caught:
        read_truth(folder, truth)
    assert "\n" not in str(caught.value)
