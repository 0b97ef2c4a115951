"""G.711: mu-law and A-law as look-up tables, equal to the ITU's software tools (G.191) in every code.

A negative sample's magnitude is its one's complement there, so that -1 is coded like 0 and each step's edge falls
towards zero. Encoders that negate instead put several hundred negative samples one step lower.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples, from_pcm16
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.units import FULL_SCALE_PCM16

__all__ = ["CodecParams", "CodecSettings", "Law", "decode", "encode"]

Law = Literal["mu", "a"]
"""mu-law (North America, Japan) or A-law (elsewhere)."""

_Codes = npt.NDArray[np.uint8]
_Pcm = npt.NDArray[np.int16]
_Int = npt.NDArray[np.int64]


class CodecParams(EffectParams):
    """The law in use."""

    effect: Literal["codec"] = "codec"
    law: Law

    def start(self) -> "_Codec":
        """Return the codec; it has no memory."""
        return _Codec(self.law)


class CodecSettings(EffectSettings):
    """G.711, coded and decoded again. Nothing about it is drawn."""

    law: Law = "mu"

    def draw(self, seed: int) -> CodecParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the law as it stands."""
        return CodecParams(law=self.law)


class _Codec(Effect):
    def __init__(self, law: Law):
        super().__init__()
        self._heard = _round_trip(law)

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- each sample is coded by itself
        scaled = np.rint(packet * np.float32(FULL_SCALE_PCM16))
        top, bottom = FULL_SCALE_PCM16 - 1, -FULL_SCALE_PCM16
        if scaled.max() > top or scaled.min() < bottom:
            self.clipped_samples += int(np.count_nonzero((scaled > top) | (scaled < bottom)))
            scaled = scaled.clip(bottom, top)
        return np.asarray(self._heard[scaled.astype(np.int16).view(np.uint16)], np.float32)


def encode(pcm: _Pcm, law: Law) -> _Codes:
    """Return the code of each 16-bit sample, same shape."""
    return _encode_table(law)[pcm.view(np.uint16)]


def decode(codes: _Codes, law: Law) -> _Pcm:
    """Return the 16-bit sample of each code, same shape."""
    return _decode_table(law)[codes]


@lru_cache
def _round_trip(law: Law) -> Samples:
    """Return what is heard for each 16-bit sample, shape (65536,), in the order of its bits as uint16."""
    return from_pcm16(_decode_table(law)[_encode_table(law)])


@lru_cache
def _encode_table(law: Law) -> _Codes:
    """Return the code of each 16-bit sample, shape (65536,), in the order of its bits as uint16."""
    pcm = np.arange(65_536).astype(np.uint16).view(np.int16).astype(np.int64)
    magnitude = np.where(pcm < 0, ~pcm, pcm)
    coders: dict[Law, Callable[[_Int], _Int]] = {"mu": _mu_code, "a": _a_code}
    return np.asarray(coders[law](magnitude) ^ np.where(pcm < 0, 0x80, 0), np.uint8)


@lru_cache
def _decode_table(law: Law) -> _Pcm:
    """Return the sample of each code, shape (256,)."""
    codes = np.arange(256)
    magnitudes: dict[Law, Callable[[_Int], _Int]] = {"mu": _mu_magnitude, "a": _a_magnitude}
    magnitude = magnitudes[law](codes)
    return np.asarray(np.where(codes & 0x80, magnitude, -magnitude), np.int16)


def _mu_code(magnitude: _Int) -> _Int:
    """Return the codes of positive samples: 14 bits, 33 added, so that each segment begins at a power of two."""
    biased = np.minimum((magnitude >> 2) + 33, 0x1FFF)
    exponent = np.floor(np.log2(biased)).astype(np.int64) - 5
    return np.asarray(~((exponent << 4) | ((biased >> (exponent + 1)) & 0xF)) & 0xFF)


def _mu_magnitude(codes: _Int) -> _Int:
    exponent, step = (~codes >> 4) & 7, ~codes & 0xF
    return np.asarray((((step << 1) + 33) << (exponent + 2)) - 4 * 33)


def _a_code(magnitude: _Int) -> _Int:
    """Return the codes of positive samples: 12 bits; the two lowest segments share one step size."""
    reduced = magnitude >> 4
    exponent = np.maximum(np.floor(np.log2(np.maximum(reduced, 1))).astype(np.int64) - 3, 0)
    step = (reduced >> np.maximum(exponent - 1, 0)) & 0xF
    return np.asarray(((exponent << 4) | step | 0x80) ^ 0x55)  # every second bit is inverted on the wire


def _a_magnitude(codes: _Int) -> _Int:
    plain = codes ^ 0x55
    exponent, step = (plain >> 4) & 7, plain & 0xF
    return np.asarray((((step + np.where(exponent > 0, 16, 0)) << 4) + 8) << np.maximum(exponent - 1, 0))
