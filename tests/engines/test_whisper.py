"""What Whisper must not make of noise, and must not lose of speech."""

from pathlib import Path

import numpy as np
import pytest

from voicebench import stt, tts
from voicebench.audio import Samples, Waveform, resample
from voicebench.errors import StackError
from voicebench.seeds import generator
from voicebench.stt.wer import score

pytestmark = pytest.mark.models
RATE_HZ = 8_000


@pytest.fixture(scope="module")
def whisper() -> stt.Recogniser:
    return stt.make("whisper", {})


def white(samples: int, level_dbov: float) -> Samples:
    noise = generator(samples, "white").standard_normal(samples) * 10 ** (level_dbov / 20)
    return noise.astype(np.float32)


def hum(samples: int) -> Samples:
    turns = np.arange(samples) / RATE_HZ * 60
    return (0.03 * np.sin(2 * np.pi * turns) + 0.02 * np.sin(6 * np.pi * turns)).astype(np.float32)


def click(samples: int) -> Samples:
    sound = white(samples, -65)
    sound[samples // 3 : samples // 3 + 20] += white(20, -6)
    return sound


@pytest.mark.parametrize("duration_s", [0.3, 1.0, 4.0, 8.0])
def test_nothing_is_heard_where_nobody_speaks(whisper: stt.Recogniser, duration_s: float) -> None:
    samples = int(duration_s * RATE_HZ)
    for sound in (white(samples, -40), white(samples, -26), hum(samples), click(samples)):
        assert whisper.transcribe(Waveform(sound, RATE_HZ)).text == ""


@pytest.mark.parametrize("engine", ["piper", "hibari"])
@pytest.mark.parametrize("words", ["Yes.", "No.", "Sure.", "Friday.", "Just one.", "Two.", "Visa.", "No, thank you."])
def test_short_answers_are_not_dropped(whisper: stt.Recogniser, engine: str, words: str) -> None:
    said = resample(tts.make(engine, {}).synthesise(words), RATE_HZ).samples
    for level_dbov in (-90, -46, -36):
        heard = whisper.transcribe(Waveform(0.3 * said + white(len(said), level_dbov), RATE_HZ))
        assert heard.text
        assert "no_speech" not in heard.flags


def test_letters_are_heard_to_the_last(whisper: stt.Recogniser) -> None:
    said = resample(tts.make("hibari", {}).synthesise("K, A, T, H, E, R, I, N, E, O, B, R, I, E, N."), RATE_HZ)
    assert whisper.transcribe(said).text == "K-A-T-H-E-R-I-N-E-O-B-R-I-E-N."


@pytest.mark.parametrize("engine", ["piper", "hibari"])
@pytest.mark.parametrize("words", ["Yes.", "No.", "Yes, please.", "No, thank you."])
def test_yes_and_no_are_understood(whisper: stt.Recogniser, engine: str, words: str) -> None:
    said = resample(tts.make(engine, {}).synthesise(words), RATE_HZ)
    assert score(words, whisper.transcribe(said).text).rate == 0.0


def test_a_detector_drops_what_is_no_speech_and_keeps_the_words() -> None:
    whisper = stt.make("whisper", {"vad": True})
    quiet = white(3 * RATE_HZ, -50)
    said = resample(tts.make("hibari", {}).synthesise("My zip code is nine seven four zero one."), RATE_HZ).samples
    assert whisper.transcribe(Waveform(quiet, RATE_HZ)).text == ""
    heard = whisper.transcribe(Waveform(np.concatenate([quiet, said, quiet]), RATE_HZ))
    assert score("My zip code is 97401.", heard.text).rate == 0.0


def test_more_than_thirty_seconds_are_heard_whole(whisper: stt.Recogniser) -> None:
    sentences = [
        "The headphones stopped working after two days.",
        "I want to send them back.",
        "What time do you close?",
    ]
    said = tts.make("hibari", {})
    pause = np.zeros(24_000, np.float32)
    parts = [part for text in sentences * 5 for part in (said.synthesise(text).samples, pause)]
    sound = Waveform(np.concatenate(parts), 24_000)
    assert sound.duration_ns > 45e9
    rate = score(" ".join(sentences * 5), whisper.transcribe(sound).text).rate
    assert rate is not None
    assert rate < 0.05


def test_both_windows_hear_the_same_plain_sentence(whisper: stt.Recogniser) -> None:
    sound = tts.make("hibari", {}).synthesise("What time do you close?")
    full = stt.make("whisper", {"window": "full"})
    assert full.fingerprint != whisper.fingerprint
    assert full.transcribe(sound) == whisper.transcribe(sound)


def test_a_long_prompt_leaves_a_short_utterance_its_words() -> None:
    """CTranslate2 takes what a prompt is long from what may be said after it."""
    sound = tts.make("hibari", {}).synthesise("Yes, please.")
    wordy = stt.make("whisper", {"hotwords": "Hargreaves Kowalczyk " * 20, "prompt": "Yes, thank you. No, thank you."})
    assert score("Yes, please.", wordy.transcribe(sound).text).rate == 0
    assert wordy.transcribe(Waveform(white(29 * RATE_HZ, -40), RATE_HZ)).text == ""


def test_what_is_spelled_goes_on_in_the_form_of_the_prompt(whisper: stt.Recogniser) -> None:
    sound = tts.make("hibari", {}).synthesise("C, H, A, U, D, H, A, R, Y.")
    prompted = stt.make("whisper", {"prompt": "B-A-K-E-R. R-I-C-C-I."})
    assert prompted.fingerprint != whisper.fingerprint
    assert "-" not in whisper.transcribe(sound).text
    assert "U-D-H-A-R-Y" in prompted.transcribe(sound).text


def test_more_words_than_the_model_heeds_are_refused() -> None:
    with pytest.raises(StackError, match=r"prompt and hotwords are \d+ tokens long; at most 223 are heeded"):
        stt.make("whisper", {"hotwords": "Hargreaves Kowalczyk " * 100})


def test_words_are_counted_as_they_are_used_and_blanks_are_none() -> None:
    most = {"prompt": " \n", "hotwords": "yes " * 223}
    assert stt.make("whisper", most).fingerprint
    assert stt.make("whisper", {"hotwords": " " * 3_000}).fingerprint
    with pytest.raises(StackError, match="are 224 tokens long"):
        stt.make("whisper", most | {"hotwords": "yes " * 224})


def test_a_setting_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="or a folder with"):
        stt.make("whisper", {"model": str(tmp_path)})
    with pytest.raises(StackError, match="beam must be greater than or equal to 1, not 0"):
        stt.make("whisper", {"beam": 0})
