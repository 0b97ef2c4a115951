import asyncio

from voicebench.run.truth import agents
from voicebench.run.truth.call import truth_call
from voicebench.run.truth.conditions import CONDITIONS, tone_turns


def test_the_oracle_in_a_process_of_its_own_hears_both_ends() -> None:
    """How right it is on the wall clock is measured in benchmarks, and not asserted here."""
    turns = tone_turns((0, 100))
    with asyncio.Runner() as runner:
        call = runner.run(truth_call(turns, CONDITIONS["silence streams on"].delivery, agents.in_a_process))
    assert call.ended
    assert len(call.truths) == 2
    assert all(truth.end_packet <= truth.reply_packet < len(call.late_ns) for truth in call.truths)
