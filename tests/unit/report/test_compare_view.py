from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import RenderableType

from voicebench.report.compare_view import compare_view, comparison_json, conclusion
from voicebench.report.comparison import Difference, compare
from voicebench.report.kept import KeptRun
from voicebench.report.pairing import pair
from voicebench.report.rows import CallSummary
from voicebench.report.statistics import Interval, score
from voicebench.seeds import generator

Calls = Callable[..., list[CallSummary]]
Shown = Callable[[RenderableType], str]


def test_two_runs_side_by_side(shown: Shown, calls: Calls) -> None:
    a = [call for task in range(8) for call in calls(f"a/{task}", "fff", voice_to_voice_ns=(2_000_000_000,))]
    b = [
        call for task in range(8) for call in calls(f"a/{task}", "ppe", line="bad", voice_to_voice_ns=(1_500_000_000,))
    ]
    a = [replace(call, misheard=call.trial) for call in a]
    b = [replace(call, misheard=3, call_s=999.0 if call.outcome == "errored" else 200.0) for call in b]
    first, second = KeptRun("runs/a", a, {"stack": {"name": "x"}, "clock": "real"}), KeptRun("runs/[b]", b)
    found = compare(pair(a, b), generator(1, "test"))
    told = " ".join(shown(compare_view(first, second, found, score(b, generator(1, "test")))).split())
    assert "A runs/a (x) pass@1 of the pairs 0.00 all calls: 24 failed" in told
    assert (
        "B runs/[b] (unnamed) pass@1 of the pairs 1.00 all calls: 16 passed, 8 errored (errored calls are in no rate)"
        in told
    )
    assert "hearing ceiling 1.00" in told
    assert "16 pairs of 8 tasks, by task and trial; left out: 8 errored or unscored in either run" in told
    assert "pass@1, B - A +1.00" in told
    assert "separable: p = 0.0" in told
    assert "voice to voice p50, B - A -500 ms [-500, -500] (2000 and 1500 ms, 24 pairs)" in told
    assert "seconds per call 183.2 and 200.0 (16 pairs)" in told
    assert "mishearings per call 0.5 and 3.0 (16 pairs)" in told
    assert "note: the lines differ: clean against bad" in told
    assert "note: the clocks differ" in told
    assert "a/0 0/2 2/2 2 0" in told
    figures = comparison_json(first, second, found, None)
    assert figures["per_call"]["call_s"] == {"a": 183.25, "b": 200.0, "pairs": 16}
    assert figures["a"]["outcomes"]["failed"] == 24
    assert figures["b"]["paired"]["outcomes"]["passed"] == 16
    assert (figures["difference"]["value"], figures["difference"]["separable"]) == (1.0, True)


@pytest.mark.parametrize(
    ("passing", "words"),
    [
        (Difference(None, None, None, 0, 0, None), "no data: no call was scored in both runs"),
        (Difference(0.2, None, 0.0002, 72, 360, 900), "separable: p = 0.0002 by flipped signs"),
        (
            Difference(0.02, Interval(-0.03, 0.07), 0.41, 72, 360, 2900),
            "not separable with this many calls (p = 0.41 by flipped signs); "
            "about 2540 more of each run would be needed for 3 points",
        ),
        (
            Difference(0.01, Interval(-0.01, 0.02), 0.5, 72, 3600, 900),
            "not separable with this many calls (p = 0.50 by flipped signs); 3 points would have been seen",
        ),
        (
            Difference(0.0, None, 1.0, 2, 4, None),
            "not separable with this many calls (p = 1.00 by flipped signs); every task came out the same in both, "
            "which does not tell how many calls 3 points would take; fewer than 6 tasks never are",
        ),
    ],
)
def test_the_conclusion_in_a_sentence(passing: Difference, words: str) -> None:
    assert conclusion(passing) == words
