"""What an onlooker is told of a call, by a clock that is turned by hand."""

from voicebench.clock import ManualClock
from voicebench.events import EventLog
from voicebench.run.watch import Moment, Onlooker
from voicebench.units import NS_PER_S, ms_to_ns


class Watched:
    """A call's events, and what was told of them."""

    def __init__(self) -> None:
        self.told: list[Moment] = []
        self.real_s = 0.0
        self.clock = ManualClock()
        self.events = EventLog(self.clock, Onlooker(self.told.append, lambda: self.real_s))


def test_each_turn_and_each_change_of_side_is_told_at_once() -> None:
    call = Watched()
    call.events.add("caller", "call_start")
    call.clock.advance(NS_PER_S)
    call.events.add("agent", "speech_start")
    call.clock.advance(NS_PER_S)
    call.events.add("agent", "speech_end", ms_to_ns(1_700))
    call.events.add("agent", "played", text="Hello.", cut=False)
    call.events.add("caller", "said", text="Hi.", spoken="Hi.", why="opening")
    call.events.add("caller", "speech_start")
    assert call.told == [
        Moment(0, "agent", 1.0),
        Moment(0, None, 1.7),
        Moment(1, None, 2.0),
        Moment(1, "caller", 2.0),
    ]


def test_who_interrupts_is_who_speaks_until_he_stops() -> None:
    call = Watched()
    call.events.add("agent", "speech_start")
    call.events.add("caller", "speech_start")
    call.events.add("agent", "speech_end")
    call.events.add("caller", "speech_end")
    assert [moment.side for moment in call.told] == ["agent", "caller", None]


def test_all_else_is_told_ten_times_a_second_at_most() -> None:
    call = Watched()
    for _ in range(100):  # a second of the onlooker's, ten seconds of call
        call.real_s += 0.01
        call.clock.advance(NS_PER_S // 10)
        call.events.add("agent", "llm_first_byte", request=1)
    assert 8 <= len(call.told) <= 10
    assert call.told[-1].at_s > 9


def test_the_call_never_runs_backwards() -> None:
    call = Watched()
    call.events.add("agent", "speech_start", 2 * NS_PER_S)
    call.events.add("agent", "speech_end", NS_PER_S)
    assert [moment.at_s for moment in call.told] == [2.0, 2.0]


def test_nobody_need_look_on() -> None:
    alone, watched = EventLog(ManualClock()), Watched().events
    for events in (alone, watched):
        events.add("agent", "speech_start", 5, line_ms=1.0)
        events.add("caller", "call_end", 3, why="done")
    assert alone.in_order() == watched.in_order()
