import pytest

from voicebench.timing import Lateness, pacing_fault
from voicebench.units import ms_to_ns


def _late(*ms: float) -> Lateness:
    return Lateness(tuple(map(ms_to_ns, ms)))


@pytest.mark.parametrize("late_ms", [(), (0.0,) * 200, (9.9,) * 100, (*(1.0,) * 990, *(99.0,) * 10)])
def test_a_call_that_kept_its_time_has_no_fault(late_ms: tuple[float, ...]) -> None:
    assert pacing_fault(_late(*late_ms)) is None


@pytest.mark.parametrize(
    ("late_ms", "reason"),
    [
        ((*(1.0,) * 10_000, 132.4), "a packet was 132 ms late, over 100 ms"),
        ((*(1.0,) * 980, *(12.34,) * 20), "1 % of the packets were 12.3 ms late or later, over 10 ms"),
    ],
)
def test_a_call_that_did_not_says_why(late_ms: tuple[float, ...], reason: str) -> None:
    assert pacing_fault(_late(*late_ms)) == reason


def test_lateness_in_figures() -> None:
    assert _late(*range(1, 201)).to_json() == {"n": 200, "p50": 100.0, "p99": 198.0, "worst": 200.0}
    assert Lateness().to_json() == {"n": 0, "p50": None, "p99": None, "worst": None}
