import functools

import pytest

from voicebench import tts
from voicebench.task import Json
from voicebench.testing.tts import check_synthesiser


def test_tone() -> None:
    check_synthesiser(functools.partial(tts.make, "tone", {}))


@pytest.mark.models
@pytest.mark.parametrize(
    ("engine", "settings"),
    [("piper", {}), ("piper", {"length_scale": 1.1}), ("hibari", {}), ("hibari", {"pitch": 0.88, "speed": 1.1})],
)
def test_models(engine: str, settings: dict[str, Json]) -> None:
    check_synthesiser(functools.partial(tts.make, engine, settings))
