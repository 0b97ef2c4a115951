"""Two stacks under the same seed: what a caller is and says first, and what the line does to it, is the same sound."""

import numpy as np
import pytest

from voicebench.audio import Samples
from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack
from voicebench.units import LINE_RATE_HZ, NS_PER_S


def _called(stack: str, kit: Kit) -> CallRecord:
    """The first turns of a call through a noisy line."""
    chosen = load_stack(stack)
    short = chosen.model_copy(update={"limits": chosen.limits.model_copy(update={"turns": 2})})
    (plan,) = plan_calls(Selection(short, tasks=["C5-H1"], line="cafe", seed=7))
    return run_call(plan, kit)


def _ear(record: CallRecord, until_ns: int) -> Samples:
    assert record.sound is not None
    return record.sound[0].samples[: until_ns * LINE_RATE_HZ // NS_PER_S]


@pytest.mark.models
def test_two_stacks_meet_the_same_caller_and_the_same_noise() -> None:
    kit = Kit(cache_folder())
    try:
        a, b = (_called(stack, kit) for stack in ("refuser", "talker"))
    finally:
        kit.close()
    assert [a.drawn[part] for part in ("line", "voice")] == [b.drawn[part] for part in ("line", "voice")]
    opening_ns = next(event.at_ns for event in a.events if event.side == "caller" and event.kind == "speech_end")
    ear = _ear(a, opening_ns)
    assert len(ear) > 3 * LINE_RATE_HZ
    assert np.abs(ear).max() > 0.05
    assert np.array_equal(ear, _ear(b, opening_ns))
    said = [[event.data["text"] for event in record.events if event.kind == "played"] for record in (a, b)]
    assert said[0] != said[1], "the stacks are not one and the same"
