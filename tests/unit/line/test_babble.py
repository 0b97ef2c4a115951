import json

import numpy as np
import pytest

from voicebench.audio import silence
from voicebench.errors import FixtureError
from voicebench.line import LineParams, LineSettings, apply, draw
from voicebench.line.babble import TALKERS, talk
from voicebench.line.level import active_level_dbov, rms_dbov
from voicebench.line.noise import NoiseParams

pytestmark = pytest.mark.models

LINE = LineSettings.model_validate({"name": "babble", "noise": {"kind": "babble", "snr_db": 10}})


def test_every_talker_speaks_all_the_time_alike_loud() -> None:
    voices, _ = talk()
    assert voices.shape == (len(TALKERS), 128_000)
    for voice in voices:
        reading = active_level_dbov(voice, 8_000)
        assert reading.active_level_dbov == pytest.approx(-26, abs=0.3)
        assert reading.activity_factor > 0.6


def test_babble_has_the_level_asked_for_and_its_seeds_differ() -> None:
    quiet = silence(32_000, 8_000)
    sound = apply(draw(LINE, 1, "to_agent"), quiet).samples
    levels = [rms_dbov(sound[at : at + 24_000]) for at in range(0, len(sound) - 24_000, 8_000)]
    assert levels == pytest.approx([-36] * len(levels), abs=0.3)
    assert sound.tobytes() == apply(draw(LINE, 1, "to_agent"), quiet).samples.tobytes()
    assert sound.tobytes() != apply(draw(LINE, 2, "to_agent"), quiet).samples.tobytes()


def test_talk_of_another_voice_is_not_played() -> None:
    params = draw(LINE, 1, "to_agent")
    assert isinstance(params.effects[0], NoiseParams)
    drawn = json.loads(params.model_dump_json())
    drawn["effects"][0]["sha256"] = "0" * 64
    with pytest.raises(FixtureError, match="draw anew"):
        apply(LineParams.model_validate(drawn), silence(20, 8_000))


def test_the_bed_is_several_voices_not_one() -> None:
    sound = apply(draw(LINE, 1, "to_agent"), silence(16_000, 8_000)).samples
    frames = 10 * np.log10(np.square(sound.reshape(-1, 160)).mean(axis=1) + 1e-12)
    assert np.percentile(frames, 5) > -48  # one voice alone falls silent between words
