"""Codecs beyond G.711, coded and decoded by PyAV, which comes with faster-whisper: G.722, Opus, AMR, GSM.

The line is narrow-band, at 8 kHz, as the call's recordings are. G.722 codes 16 kHz: the sound is raised to that
before it and lowered after it, so what G.722 does to speech is heard, but nothing above 4 kHz. Opus (RFC 6716) runs
at 8 kHz, its narrow-band mode; AMR (3GPP TS 26.071) and GSM full rate (06.10) are narrow-band by nature. Frames are
of 20 ms whatever the packets' length, and lost packets are concealed after decoding, not by the codec itself. The
same PyAV on the same kind of processor gives the same bytes.
"""

from fractions import Fraction
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from voicebench.audio import Samples, to_pcm16
from voicebench.errors import FixtureError
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.line.fir import Down, Up
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = ["CodecName", "TranscodeParams", "TranscodeSettings"]

CodecName = Literal["g722", "opus", "amr", "gsm"]


class _Build(NamedTuple):
    """How a codec is set up."""

    encoders: tuple[str, ...]
    decoder: str
    rate_hz: int
    """At which it is fed."""
    decoded_hz: int
    """At which the decoder answers."""
    bitrates_bps: tuple[int, ...]
    """What it can do, the usual one first; two bounds for Opus."""
    own_delay_samples: int
    """Of encoder and decoder, at 8 kHz; see ``tests/unit/line/test_transcode.py``."""


_AMR_BPS = (12_200, 10_200, 7_950, 7_400, 6_700, 5_900, 5_150, 4_750)
_BUILDS: dict[str, _Build] = {
    "g722": _Build(("g722",), "g722", 16_000, 16_000, (64_000,), 11),
    "opus": _Build(("libopus",), "libopus", 8_000, 48_000, (16_000, 6_000, 64_000), 52),
    "amr": _Build(("libopencore_amrnb",), "amrnb", 8_000, 8_000, _AMR_BPS, 40),
    "gsm": _Build(("libgsm", "gsm"), "gsm", 8_000, 8_000, (13_000,), 0),
}
_FILTER_DELAY_SAMPLES = 16
"""Of each change of rate, at 8 kHz."""


class TranscodeParams(EffectParams):
    """The codec in use and its bit rate."""

    effect: Literal["transcode"] = "transcode"
    name: CodecName
    bitrate_bps: int

    def start(self) -> "_Transcode":
        """Return the codec, before its first frame.

        Raises:
            FixtureError: This build of PyAV lacks it.
        """
        return _Transcode(self)


class TranscodeSettings(EffectSettings):
    """A codec of frames. Nothing about it is drawn."""

    name: CodecName
    bitrate_bps: int | None = Field(default=None)

    @model_validator(mode="after")
    def _possible(self) -> "TranscodeSettings":
        rates = _BUILDS[self.name].bitrates_bps
        asked = self.bitrate_bps
        is_known = 6_000 <= asked <= 64_000 if self.name == "opus" and asked else asked is None or asked in rates
        if not is_known:
            choice = "6000 to 64000" if self.name == "opus" else ", ".join(map(str, rates))
            raise ValueError(f"{self.name} runs at {choice} bits a second, not {asked}")
        if _encoder(self.name) is None:
            able = ", ".join(name for name in _BUILDS if _encoder(name))
            raise ValueError(f"this build of PyAV cannot encode {self.name}; it can: {able or 'none of our codecs'}")
        return self

    def draw(self, seed: int) -> TranscodeParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the codec as it stands."""
        return TranscodeParams(name=self.name, bitrate_bps=self.bitrate_bps or _BUILDS[self.name].bitrates_bps[0])


class _Transcode(Effect):
    def __init__(self, params: TranscodeParams):
        super().__init__()
        build = self._build = _BUILDS[params.name]
        self._encode, self._decode = _contexts(params, build)
        self._up = Up(build.rate_hz // LINE_RATE_HZ) if build.rate_hz > LINE_RATE_HZ else None
        self._down = Down(build.decoded_hz // LINE_RATE_HZ) if build.decoded_hz > LINE_RATE_HZ else None
        filters = sum(each is not None for each in (self._up, self._down))
        self.latency_samples = build.own_delay_samples + filters * _FILTER_DELAY_SAMPLES

    def push(self, packet: Samples, number: int) -> Samples:
        sound = packet if self._up is None else self._up.push(packet).astype(np.float32)
        self.clipped_samples += int(np.count_nonzero(np.abs(sound) > 1.0))
        heard = self._through(to_pcm16(sound), number)
        if self._down is not None:
            heard = self._down.push(heard)
        if len(heard) != PACKET_SAMPLES:
            raise RuntimeError(f"the codec answered {len(heard)} samples to {PACKET_SAMPLES}")
        return heard.clip(-1.0, 1.0).astype(np.float32)  # decoders may overshoot full scale by a little

    def _through(self, pcm: npt.NDArray[np.int16], number: int) -> npt.NDArray[np.float64]:
        frame = _pyav().AudioFrame.from_ndarray(pcm[None, :], format="s16", layout="mono")
        frame.sample_rate, frame.pts = self._build.rate_hz, number * len(pcm)
        frame.time_base = Fraction(1, self._build.rate_hz)
        decoded = [out for coded in self._encode.encode(frame) for out in self._decode.decode(coded)]
        return np.concatenate([_floats(out.to_ndarray()) for out in decoded])


def _floats(samples: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    scale = 32_768.0 if samples.dtype == np.int16 else 1.0
    return np.asarray(samples.reshape(-1) / scale, np.float64)


def _contexts(params: TranscodeParams, build: _Build) -> tuple[Any, Any]:
    av, encoder = _pyav(), _encoder(params.name)
    if encoder is None:
        raise FixtureError(f"line: this build of PyAV cannot encode {params.name}")
    encode = av.CodecContext.create(encoder, "w")
    encode.sample_rate, encode.layout, encode.format = build.rate_hz, "mono", "s16"
    encode.time_base, encode.bit_rate, encode.thread_count = Fraction(1, build.rate_hz), params.bitrate_bps, 1
    if params.name == "opus":
        encode.options = {"application": "voip", "frame_duration": "20"}
    encode.open()
    decode = av.CodecContext.create(build.decoder, "r")
    decode.sample_rate, decode.layout, decode.thread_count = build.rate_hz, "mono", 1
    if encode.extradata:
        # The header says how much of the start to drop (RFC 7845, pre-skip, bytes 10 and 11): a line drops nothing.
        head = bytearray(encode.extradata)
        head[10:12] = b"\0\0"
        decode.extradata = bytes(head)
    decode.open()
    return encode, decode


def _encoder(name: str) -> str | None:
    """Return the name of the encoder that this build has for a codec, or None."""
    av = _pyav()
    for encoder in _BUILDS[name].encoders:
        try:
            av.Codec(encoder, "w")
        except av.codec.codec.UnknownCodecError:
            continue
        return encoder
    return None


def _pyav() -> ModuleType:
    import av  # noqa: PLC0415 -- 50 ms, for lines that need it alone

    return av
