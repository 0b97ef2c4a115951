from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.vtime.profile import load_profile, profile_names, read_cost

GOOD = "format: voicebench-profile/1\nname: mine\nstages:\n  stt: [{size: 1, n: 2, ms: [1, 2]}]\n"


def test_a_profile_is_read_from_a_path(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD)
    cost = load_profile(str(tmp_path / "mine.yaml")).stages["stt"]
    assert [cost.at_ms(share, 1.0) for share in (0.0, 0.5, 1.0)] == [1.0, 1.5, 2.0]
    assert cost.facts() == [{"size": 1.0, "n": 2, "ms": [1.0, 2.0]}]
    assert str(cost) == "measured, 2 jobs"


def test_a_profile_by_hand(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: voicebench-profile/1\nname: mine\n"
        "stages: {stt: 0, turn: '0', tts: 50ms + 120ms/s, 'llm.first_token': 'lognormal(400ms, 1.4)'}\n"
    )
    stages = load_profile(str(tmp_path / "mine.yaml")).stages
    assert [stages["stt"].at_ms(0.5, 3), stages["turn"].at_ms(0.5, 0), stages["tts"].at_ms(0.5, 2)] == [0, 0, 290]
    assert stages["llm.first_token"].facts() == "lognormal(400ms, 1.4)"


@pytest.mark.parametrize("name", profile_names())
def test_the_shipped_profiles_name_the_stages_of_a_local_stack(name: str) -> None:
    profile = load_profile(name)
    assert profile.name == name
    assert {"stt", "tts", "turn"} <= set(profile.stages)


def test_a_cost_of_a_stage_is_read() -> None:
    stage, cost = read_cost("llm.token", "20ms")
    assert (stage, cost.at_ms(0.1, 0)) == ("llm.token", 20)


@pytest.mark.parametrize(("stage", "text"), [("vad", "1ms"), ("llm", "1ms"), ("turn", "1ms + 1ms/s"), ("stt", "fast")])
def test_no_stage_or_no_cost(stage: str, text: str) -> None:
    with pytest.raises(ValueError, match=stage if stage != "stt" else "fast"):
        read_cost(stage, text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GOOD.replace("[1, 2]", "[2, 1]"), "stages.stt.0.ms: .*from the least to the greatest"),
        (GOOD.replace("[1, 2]", "[-1, 2]"), "stages.stt.0.ms: .*none is negative"),
        (GOOD.replace("[1, 2]", "[]"), "stages.stt.0.ms: "),
        (GOOD.replace("size: 1", "size: -1"), "stages.stt.0.size must be "),
        (GOOD.replace("ms: [1, 2]}", "ms: [1, 2]}, {size: 0, n: 1, ms: [1]}"), "stages.stt: .*from the smallest size"),
        (GOOD.replace("/1", "/2"), "format must be "),
        (GOOD + "extra: 1\n", "extra is not "),
        (GOOD.replace("stt:", "vad:"), "stages.vad"),
        (GOOD.replace("[{size: 1, n: 2, ms: [1, 2]}]", "[]"), "stages.stt: "),
        (GOOD.replace("[{size: 1, n: 2, ms: [1, 2]}]", "250"), "stages.stt: '250' is no cost: write 250ms"),
        (GOOD.replace("[{size: 1, n: 2, ms: [1, 2]}]", "true"), "stages.stt: 'True' is no cost"),
        ("- 1\n", "the file must be "),
        ("", "the file must be "),
        ("a: [\n", "not YAML: "),
        ("a: \x00\n", "not YAML: "),
    ],
)
def test_a_broken_profile_is_one_line_with_file_and_place(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=rf"odd\.yaml: {complaint}") as caught:
        load_profile(str(path))
    assert "\n" not in str(caught.value)


def test_a_profile_in_bytes_is_an_error_too(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ConfigError, match="not YAML"):
        load_profile(str(tmp_path / "odd.yaml"))


@pytest.mark.parametrize("name", ["no-such", "/no/such.yaml", "/"])
def test_a_profile_that_is_not_there_names_those_that_are(name: str) -> None:
    with pytest.raises(ConfigError, match=r"no cost profile .*; there are: .*local"):
        load_profile(name)
