import bisect
import itertools
import warnings

import numpy as np
import pytest

from voicebench.line import Channel, LineSettings, draw
from voicebench.line.g711 import Law, decode, encode

PCM = np.arange(-32_768, 32_768).astype(np.int16)
CODES = np.arange(256).astype(np.uint8)

# Decision values of the Recommendation's tables 2a and 1a, for positive samples: mu-law of 14 bits, A-law of 13.
MU_DECISIONS = [0, *range(1, 31, 2), *((32 << e) - 33 + k * (2 << e) for e in range(1, 8) for k in range(16))]
A_DECISIONS = [*range(0, 64, 2), *((32 << e) + k * (2 << e) for e in range(1, 7) for k in range(16))]


def code_by_table(sample: int, law: Law) -> int:
    magnitude = ~sample if sample < 0 else sample
    if law == "mu":
        step = bisect.bisect_right(MU_DECISIONS, magnitude >> 2) - 1
        return 0xFF - step - (0x80 if sample < 0 else 0)
    step = bisect.bisect_right(A_DECISIONS, magnitude >> 3) - 1
    return (step | (0 if sample < 0 else 0x80)) ^ 0x55


def code_by_bits(sample: int, law: Law) -> int:
    """The shift registers of the ITU's software tools."""
    magnitude = ~sample if sample < 0 else sample
    if law == "mu":
        biased, segment = min((magnitude >> 2) + 33, 0x1FFF), 0
        while biased >> (segment + 6):
            segment += 1
        code = ((7 - segment) << 4) | (0xF - ((biased >> (segment + 1)) & 0xF))
        return code if sample < 0 else code | 0x80
    value, segment = magnitude >> 4, 0
    if value > 15:
        segment = 1
        while value > 31:
            value, segment = value >> 1, segment + 1
        value += (segment << 4) - 16
    return (value if sample < 0 else value | 0x80) ^ 0x55


def test_tables_have_the_sizes_of_the_recommendation() -> None:
    assert (len(MU_DECISIONS), MU_DECISIONS[-1]) == (128, 7_903)
    assert (len(A_DECISIONS), A_DECISIONS[-1]) == (128, 3_968)


@pytest.mark.parametrize("law", ["mu", "a"])
def test_every_sample_gets_the_code_of_the_recommendation(law: Law) -> None:
    ours = encode(PCM, law).tolist()
    assert ours == [code_by_bits(sample, law) for sample in PCM.tolist()]
    assert ours == [code_by_table(sample, law) for sample in PCM.tolist()]


@pytest.mark.parametrize("law", ["mu", "a"])
def test_every_code_stands_for_the_middle_of_its_step(law: Law) -> None:
    decisions, unit = (MU_DECISIONS, 4) if law == "mu" else (A_DECISIONS, 8)
    top = 8_159 if law == "mu" else 4_096
    middles = [unit * (low + high) // 2 for low, high in itertools.pairwise([*decisions, top])]
    if law == "mu":
        middles[0] = 0  # the step around zero
    positive = [0xFF - step if law == "mu" else (step | 0x80) ^ 0x55 for step in range(128)]
    assert decode(np.array(positive, np.uint8), law).tolist() == middles
    assert decode(np.array(positive, np.uint8) ^ np.uint8(0x80), law).tolist() == [-middle for middle in middles]


@pytest.mark.parametrize("law", ["mu", "a"])
def test_a_decoded_code_is_coded_the_same_again(law: Law) -> None:
    again = encode(decode(CODES, law), law)
    same = again == CODES
    assert same.all() or CODES[~same].tolist() == [0x7F]  # mu-law's second zero


def test_the_standard_librarys_codec_agrees_but_for_negative_samples_on_an_edge() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        audioop = pytest.importorskip("audioop")
    assert decode(CODES, "mu").tobytes() == audioop.ulaw2lin(CODES.tobytes(), 2)
    assert decode(CODES, "a").tobytes() == audioop.alaw2lin(CODES.tobytes(), 2)
    assert encode(PCM, "a").tobytes() == audioop.lin2alaw(PCM.tobytes(), 2)
    theirs = np.frombuffer(audioop.lin2ulaw(PCM.tobytes(), 2), np.uint8).astype(int)
    apart = encode(PCM, "mu").astype(int) - theirs
    # It negates where the ITU complements: 4 of the 16-bit samples at each of the 127 inner edges, one step away.
    assert np.count_nonzero(apart) == 127 * 4
    assert (PCM[apart != 0] < 0).all()
    assert np.abs(apart).max() == 1


def test_what_exceeds_full_scale_is_counted() -> None:
    channel = Channel(draw(LineSettings.model_validate({"name": "test", "codec": {}}), 1, "to_agent"))
    packet = np.zeros(160, np.float32)
    packet[:4] = [1.0, -1.0, 1.5, -1.5]  # -1.0 has a 16-bit sample of its own, 1.0 has none
    heard = channel.push(packet)
    assert channel.clipped_samples == 3
    assert np.abs(heard).max() == pytest.approx(32_124 / 32_768)
    channel.push(np.zeros(160, np.float32))
    assert channel.clipped_samples == 3


def test_mu_law_keeps_digital_silence() -> None:
    assert decode(encode(np.zeros(3, np.int16), "mu"), "mu").tolist() == [0, 0, 0]
