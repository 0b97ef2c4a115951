from voicebench.vtime.costs import DrawnCosts, Measured, NoCosts
from voicebench.vtime.expressions import parse
from voicebench.vtime.profile import Profile

MS = 1_000_000


def _drawn(seed: int, **stages: object) -> DrawnCosts:
    profile = Profile.model_validate({"format": "voicebench-profile/1", "name": "test", "stages": stages})
    return DrawnCosts(dict(profile.stages.items()), seed, NoCosts())


def test_measured_charges_what_it_took() -> None:
    assert Measured().charge_ns("stt", 3.0, 1_234_567) == 1_234_567


def test_one_quantile_is_no_dice() -> None:
    costs = _drawn(1, stt=[{"size": 2, "n": 1, "ms": [250.0]}])
    assert [costs.charge_ns("stt", size, 0) for size in (0, 2, 99)] == [250 * MS] * 3


def test_the_draw_is_interpolated_by_size_and_held_at_both_ends() -> None:
    costs = _drawn(1, tts=[{"size": 2, "n": 1, "ms": [100.0]}, {"size": 10, "n": 1, "ms": [500.0]}])
    assert [costs.charge_ns("tts", size, 0) // MS for size in (0, 2, 4, 6, 10, 60)] == [100, 100, 200, 300, 500, 500]


def test_draws_depend_on_seed_stage_and_count_alone() -> None:
    stages = {"stt": "lognormal(300ms, 2)", "tts": [{"size": 0, "n": 9, "ms": [0.0, 50.0, 1_000.0]}]}
    alone = _drawn(7, **stages)
    expected = [alone.charge_ns("stt", 0, measured) for measured in (1, 2, 3)]
    mixed = _drawn(7, **stages)
    drawn = []
    for _ in range(3):
        mixed.charge_ns("tts", 0, 0)
        drawn.append(mixed.charge_ns("stt", 0, 99))
    assert drawn == expected
    assert [_drawn(8, **stages).charge_ns("stt", 0, 0) for _ in range(3)] != expected
    same = _drawn(7, stt="uniform(0, 1s)", tts="uniform(0, 1s)")
    assert same.charge_ns("stt", 0, 0) != same.charge_ns("tts", 0, 0)


def test_draws_fill_the_quantiles_evenly() -> None:
    costs = _drawn(3, stt=[{"size": 0, "n": 9, "ms": [0.0, 100.0, 1_000.0]}])
    drawn = [costs.charge_ns("stt", 0, 0) / MS for _ in range(4_000)]
    assert min(drawn) >= 0
    assert max(drawn) <= 1_000
    assert 0.47 < sum(ms < 100 for ms in drawn) / 4_000 < 0.53
    assert 0.22 < sum(ms < 50 for ms in drawn) / 4_000 < 0.28


def test_a_stage_that_is_not_named_costs_what_the_others_do() -> None:
    assert _drawn(1).charge_ns("turn", 0, 99) == 0
    costs = DrawnCosts({"stt": parse("250ms")}, 1, Measured())
    assert [costs.charge_ns(stage, 0, 99) for stage in ("stt", "tts")] == [250 * MS, 99]
    assert [costs.is_measured(stage) for stage in ("stt", "tts")] == [False, True]
