import pytest

from voicebench.vtime.expressions import parse


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("250ms", 250),
        (" 0.25 s ", 250),
        (".5s", 500),
        ("0", 0),
        ("0.0", 0),
        ("120ms/s", 360),
        ("50ms + 120ms/s", 410),
        ("1ms/s+uniform(5ms,5ms) + 0.001 s / s", 11),
        ("uniform(80ms, 200ms)", 140),
        ("normal(300ms, 40ms)", 300),
        ("lognormal(400ms,1.4)", 400),
        ("lognormal( 0.4s , 1 )", 400),
    ],
)
def test_the_middle_of_a_cost_of_three_seconds(text: str, ms: float) -> None:
    cost = parse(text)
    assert cost.at_ms(0.5, 3.0) == pytest.approx(ms)
    assert str(cost) == cost.facts() == text.strip()


def test_distributions_spread() -> None:
    sigma = 0.8413447  # the share below one standard deviation
    assert parse("uniform(80ms, 200ms)").at_ms(0.25, 0) == 110
    assert parse("normal(300ms, 40ms)").at_ms(sigma, 0) == pytest.approx(340, abs=0.01)
    assert parse("lognormal(400ms, 1.4)").at_ms(sigma, 0) == pytest.approx(560, abs=0.01)
    assert parse("normal(10ms, 40ms)").at_ms(0.1, 0) == 0


@pytest.mark.parametrize("share", [0.0, 1.0 - 2.0**-53])
@pytest.mark.parametrize("text", ["normal(300ms, 40ms)", "lognormal(400ms, 1.4)", "uniform(1ms, 2ms)"])
def test_the_outermost_shares_have_a_cost(text: str, share: float) -> None:
    assert 0 <= parse(text).at_ms(share, 0) < 7_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "250",
        "fast",
        "-5ms",
        "1e3ms",
        "infs",
        "250 min",
        "5ms +",
        "5ms - 1ms",
        "gamma(1ms, 2ms)",
        "uniform(200ms, 80ms)",
        "uniform(80ms)",
        "normal(300ms, 1.4)",
        "lognormal(400ms, 0.5)",
        "lognormal(400ms, 40ms)",
        "lognormal(400, 1.4)",
        "lognormal(400ms, 1.4",
        "__import__('os')",
    ],
)
def test_what_is_no_cost(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no cost|no distribution|from the least|takes a factor"):
        parse(text)
