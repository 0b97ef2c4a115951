import gc

from voicebench.run.live import calls
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack
from voicebench.vtime.loop import VirtualLoop


def test_nothing_of_a_call_is_left_when_the_next_begins() -> None:
    (plan,) = plan_calls(Selection(load_stack("text"), tasks=["C5-E1"]))
    gc.disable()  # what is left would be cleared away by chance otherwise
    try:
        with calls() as make:
            for _ in range(2):
                make(plan)
                assert not [one for one in gc.get_objects() if isinstance(one, VirtualLoop)]
            assert gc.get_freeze_count() > 10_000
        assert gc.get_freeze_count() == 0
    finally:
        gc.enable()
