from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.vtime.costs import Measured, Profile, ProfileCosts, load_profile

MS = 1_000_000


def _profile(**stages: list[dict[str, object]]) -> Profile:
    return Profile.model_validate({"format": "voicebench-profile/1", "name": "test", "stages": stages})


def test_measured_charges_what_it_took() -> None:
    assert Measured().charge_ns("stt", 3.0, 1_234_567) == 1_234_567


def test_one_quantile_is_no_dice() -> None:
    costs = ProfileCosts(_profile(stt=[{"size": 2, "n": 1, "ms": [250.0]}]), 1)
    assert [costs.charge_ns("stt", size, 0) for size in (0, 2, 99)] == [250 * MS] * 3


def test_the_draw_is_interpolated_by_size_and_held_at_both_ends() -> None:
    rows = [{"size": 2, "n": 1, "ms": [100.0]}, {"size": 10, "n": 1, "ms": [500.0]}]
    costs = ProfileCosts(_profile(tts=rows), 1)
    assert [costs.charge_ns("tts", size, 0) // MS for size in (0, 2, 4, 6, 10, 60)] == [100, 100, 200, 300, 500, 500]


def test_draws_depend_on_seed_stage_and_count_alone() -> None:
    profile = _profile(**{stage: [{"size": 0, "n": 9, "ms": [0.0, 50.0, 1_000.0]}] for stage in ("stt", "tts")})
    alone = ProfileCosts(profile, 7)
    expected = [alone.charge_ns("stt", 0, measured) for measured in (1, 2, 3)]
    mixed = ProfileCosts(profile, 7)
    drawn = []
    for _ in range(3):
        mixed.charge_ns("tts", 0, 0)
        drawn.append(mixed.charge_ns("stt", 0, 99))
    assert drawn == expected
    other_stage = ProfileCosts(profile, 7)
    assert [other_stage.charge_ns("tts", 0, 0) for _ in range(3)] != expected
    other_seed = ProfileCosts(profile, 8)
    assert [other_seed.charge_ns("stt", 0, 0) for _ in range(3)] != expected


def test_draws_fill_the_quantiles_evenly() -> None:
    costs = ProfileCosts(_profile(stt=[{"size": 0, "n": 9, "ms": [0.0, 100.0, 1_000.0]}]), 3)
    drawn = [costs.charge_ns("stt", 0, 0) / MS for _ in range(4_000)]
    assert min(drawn) >= 0
    assert max(drawn) <= 1_000
    assert 0.47 < sum(ms < 100 for ms in drawn) / 4_000 < 0.53
    assert 0.22 < sum(ms < 50 for ms in drawn) / 4_000 < 0.28


def test_a_stage_that_is_not_named_costs_nothing() -> None:
    assert ProfileCosts(_profile(), 1).charge_ns("turn", 0, 99) == 0


def test_the_shipped_profile_names_the_stages_of_the_local_stack() -> None:
    profile = load_profile("local")
    assert {"stt", "tts_agent"} <= set(profile.stages) or {"stt", "tts"} <= set(profile.stages)


GOOD = "format: voicebench-profile/1\nname: mine\nstages:\n  stt: [{size: 1, n: 2, ms: [1, 2]}]\n"


def test_a_profile_is_read_from_a_path(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD)
    assert load_profile(str(tmp_path / "mine.yaml")).stages["stt"][0].ms == (1.0, 2.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GOOD.replace("[1, 2]", "[2, 1]"), "stages.stt.0.ms: .*from the least to the greatest"),
        (GOOD.replace("[1, 2]", "[-1, 2]"), "stages.stt.0.ms: .*none is negative"),
        (GOOD.replace("[1, 2]", "[]"), "stages.stt.0.ms: "),
        (GOOD.replace("size: 1", "size: -1"), "stages.stt.0.size: "),
        (GOOD.replace("ms: [1, 2]}", "ms: [1, 2]}, {size: 0, n: 1, ms: [1]}"), "stages: .*from the smallest size"),
        (GOOD.replace("/1", "/2"), "format: "),
        (GOOD + "extra: 1\n", "extra: "),
        ("- 1\n", "the file: "),
        ("", "the file: "),
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
