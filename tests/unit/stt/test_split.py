import numpy as np

from voicebench.seeds import generator
from voicebench.stt.split import split_at_pauses

RATE_HZ = 1_000


def test_short_sound_is_left_whole() -> None:
    sound = np.ones(30 * RATE_HZ, np.float32)
    assert [len(piece) for piece in split_at_pauses(sound, RATE_HZ, 30)] == [30_000]


def test_long_sound_is_cut_in_its_pause() -> None:
    sound = generator(1, "split").standard_normal(40 * RATE_HZ).astype(np.float32)
    sound[17_400:17_600] = 0
    first, second = split_at_pauses(sound, RATE_HZ, 30)
    assert 17_400 <= len(first) <= 17_600
    assert np.array_equal(np.concatenate([first, second]), sound)


def test_no_piece_is_too_long_where_there_is_no_pause() -> None:
    pieces = list(split_at_pauses(np.ones(100 * RATE_HZ, np.float32), RATE_HZ, 30))
    assert max(len(piece) for piece in pieces) <= 30_000
    assert sum(len(piece) for piece in pieces) == 100_000
