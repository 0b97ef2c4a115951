import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import Channel, LineSettings, carry, draw
from voicebench.line.level import rms_dbov


def test_pauses_are_filled_after_the_hangover_and_speech_is_left_alone() -> None:
    tone = (0.1 * np.sin(np.arange(24_000) / 3)).astype(np.float32)
    tone[8_000:16_000] = 0
    comfort = {"level_dbov": -55, "hangover_ms": 200}
    channel = Channel(draw(LineSettings.model_validate({"name": "x", "comfort": comfort}), 2, "to_agent"))
    heard = carry(channel, Waveform(tone, 8_000)).samples
    assert not heard[8_000:9_600].any()
    assert rms_dbov(heard[9_600:16_000]) == pytest.approx(-55, abs=0.3)
    np.testing.assert_array_equal(heard[:8_000], tone[:8_000])
    np.testing.assert_array_equal(heard[16_000:], tone[16_000:])
    assert [(e.what, e.at_sample, e.samples) for e in channel.timeline()] == [("comfort", 9_600, 6_400)]
