from voicebench.timing.islands import Island, islands, overlap_ns
from voicebench.units import NS_PER_MS

MS = NS_PER_MS


def test_speech_counts_where_it_is_heard(tape):
    tape.speech("caller", 100, 300).speech("agent", 200, 400)
    assert islands(tape.events, "caller") == (Island(106_250_000, 306_250_000, 100 * MS),)
    assert islands(tape.events, "agent") == (Island(206_250_000, 406_250_000, 200 * MS),)


def test_speech_that_is_left_open_lasts_until_the_last_event(tape):
    tape.add("agent", "speech_start", 100).add("caller", "call_end", 900)
    assert islands(tape.events, "agent") == (Island(100 * MS, 900 * MS, 100 * MS),)


def test_no_events_no_speech():
    assert islands((), "agent") == ()


def test_overlap():
    one, other = Island(0, 10, 0), Island(20, 30, 20)
    assert overlap_ns([one, other], [Island(5, 25, 5)]) == 10
    assert overlap_ns([one], [Island(10, 20, 10)]) == 0
