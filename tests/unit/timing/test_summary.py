import pytest

from voicebench.timing import Summary, percentile


def test_percentiles_are_nearest_rank():
    samples = [50, 15, 40, 20, 35]  # the usual worked example of the rule
    assert [percentile(samples, p) for p in (5, 30, 40, 50, 100)] == [15, 20, 20, 35, 50]


def test_p95_is_the_worst_below_20_samples_and_no_more_from_20_on():
    assert percentile(range(19), 95) == 18
    assert percentile(range(20), 95) == 18


def test_no_samples_are_no_data():
    assert Summary().to_json() == {"n": 0, "p50": None, "p95": None, "worst": None, "samples": []}


def test_a_wait_of_nothing_is_data():
    assert Summary((0,)).p50_ns == 0


def test_json_is_milliseconds_to_the_microsecond():
    assert Summary((1_234_567_891, 2_000_000)).to_json() == {
        "n": 2,
        "p50": 2.0,
        "p95": 1_234.568,
        "worst": 1_234.568,
        "samples": [1_234.568, 2.0],
    }


@pytest.mark.parametrize("percent", [0, 101, -5])
def test_no_such_percentile(percent):
    with pytest.raises(ValueError, match="percentile"):
        percentile([1], percent)
