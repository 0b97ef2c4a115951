import numpy as np
import pytest
from pydantic import ValidationError

from voicebench.audio import silence
from voicebench.line import Channel, LineSettings, carry, draw
from voicebench.line.bursts import BurstsSettings
from voicebench.line.level import rms_dbov


def test_bursts_are_where_and_as_loud_as_the_timeline_says() -> None:
    bursts = {"per_min": 60, "shortest_ms": 100, "longest_ms": 400, "level_dbov": -20}
    channel = Channel(draw(LineSettings.model_validate({"name": "x", "bursts": bursts}), 2, "to_agent"))
    heard = carry(channel, silence(120_000, 8_000)).samples
    events = channel.timeline()
    assert 60 < len(events) < 140
    loud = np.zeros(len(heard), bool)
    for event in events[:-1]:
        assert 800 <= event.samples <= 3_200
        burst = heard[event.at_sample :][: event.samples]
        assert rms_dbov(burst) == pytest.approx(-20, abs=0.5)
        loud[event.at_sample :][: event.samples] = True
    assert not heard[: events[-1].at_sample][~loud[: events[-1].at_sample]].any()


def test_a_burst_has_soft_edges() -> None:
    bursts = {"per_min": 600, "shortest_ms": 100, "longest_ms": 100, "level_dbov": -20}
    channel = Channel(draw(LineSettings.model_validate({"name": "x", "bursts": bursts}), 2, "to_agent"))
    heard = carry(channel, silence(20_000, 8_000)).samples
    starts = [heard[event.at_sample] for event in channel.timeline()]
    assert np.std(starts) < 0.1 * 10 ** (-20 / 20)


def test_bounds_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(ValidationError, match="shortest_ms 500 is above longest_ms 300"):
        BurstsSettings(shortest_ms=500)
