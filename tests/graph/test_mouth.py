import numpy as np
import pytest

from voicebench.audio import to_pcm16
from voicebench.graph.phone import Mouth
from voicebench.units import PACKET_SAMPLES, ms_to_ns

TICK_NS = ms_to_ns(20)


def _pcm(samples: int, value: int = 1_000) -> bytes:
    return np.full(samples, value, np.int16).tobytes()


def test_a_mouth_with_nothing_to_say_is_silent() -> None:
    mouth = Mouth()
    assert not mouth.take().any()
    assert mouth.words() == ("", False)


def test_sound_comes_out_in_packets_unchanged_and_the_last_is_padded() -> None:
    sound = np.arange(-200, 200, dtype=np.int16)
    mouth = Mouth()
    mouth.put(sound[:37].tobytes())
    mouth.put(sound[37:].tobytes())
    packets = [mouth.take() for _ in range(4)]
    assert all(packet.shape == (PACKET_SAMPLES,) and packet.dtype == np.float32 for packet in packets)
    out = to_pcm16(np.concatenate(packets))
    assert np.array_equal(out[:400], sound)
    assert not out[400:].any()


def test_silence_that_is_handed_out_is_not_what_is_kept() -> None:
    mouth = Mouth()
    first = mouth.take()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1.0


def test_sentences_count_once_their_sound_is_complete() -> None:
    mouth = Mouth()
    mouth.begin_sentence("One.")
    mouth.put(_pcm(320))
    mouth.end_sentence()
    mouth.begin_sentence("Two.")
    mouth.put(_pcm(320))
    assert mouth.words() == ("One. Two.", False)
    assert mouth.words() == ("", False), "words are heard once"


def test_a_new_sentence_completes_the_one_before() -> None:
    mouth = Mouth()
    mouth.begin_sentence("One.")
    mouth.begin_sentence("Two.")
    mouth.end_sentence()
    assert mouth.words() == ("One. Two.", False)


def test_a_cut_drops_what_was_not_taken_and_keeps_the_words_that_were_heard() -> None:
    mouth = Mouth()
    mouth.begin_sentence("One.")
    mouth.put(_pcm(PACKET_SAMPLES))
    mouth.end_sentence()
    mouth.take()
    mouth.begin_sentence("There is no such charge on our side.")
    mouth.put(_pcm(200 * PACKET_SAMPLES))
    for _ in range(50):  # a second, which is fourteen characters
        assert mouth.take().any()
    mouth.cut()
    assert not mouth.take().any()
    assert mouth.words() == ("One. There is no", True)
    assert mouth.words() == ("", False)


def test_a_cut_before_the_first_packet_leaves_no_words() -> None:
    mouth = Mouth()
    mouth.begin_sentence("Never heard.")
    mouth.put(_pcm(320))
    mouth.cut()
    assert mouth.words() == ("", True)


def test_a_cut_between_sentences_is_no_cut() -> None:
    mouth = Mouth()
    mouth.begin_sentence("One.")
    mouth.end_sentence()
    mouth.cut()
    assert mouth.words() == ("One.", False)


SILENT = _pcm(PACKET_SAMPLES, 0)


def test_silence_that_comes_too_late_is_left_out_and_speech_never() -> None:
    mouth = Mouth()
    mouth.next_ns = 5 * TICK_NS
    mouth.put(SILENT, due_ns=3 * TICK_NS)
    mouth.put(_pcm(40, 0) + _pcm(120), due_ns=4 * TICK_NS)
    mouth.put(_pcm(PACKET_SAMPLES, 2_000), due_ns=5 * TICK_NS)
    assert np.array_equal(to_pcm16(mouth.take())[:130], [1_000] * 120 + [2_000] * 10)


def test_silence_in_time_is_kept_and_so_is_any_before_the_line_runs() -> None:
    for next_ns, due_ns in ((5 * TICK_NS, 5 * TICK_NS), (5 * TICK_NS, 9 * TICK_NS), (None, 0)):
        mouth = Mouth()
        mouth.next_ns = next_ns
        mouth.put(SILENT + _pcm(1), due_ns)
        assert not mouth.take().any()
        assert mouth.take().any()


def test_what_waits_before_it_counts_as_lateness_too() -> None:
    mouth = Mouth()
    mouth.next_ns = 0
    mouth.put(_pcm(PACKET_SAMPLES), due_ns=0)
    mouth.put(_pcm(PACKET_SAMPLES), due_ns=0)
    mouth.put(SILENT + _pcm(1), due_ns=TICK_NS)  # a packet late, so its silence goes
    assert all(mouth.take().any() for _ in range(3))
