"""The line: choose, then apply.

``LineSettings`` is what a person asks for, ``draw`` makes ``LineParams`` of it for one direction of one call, and a
``Channel`` carries sound by them, a packet at a time. One more effect is one more file, one field of ``WaySettings``
and its name in ``LineParams``.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Discriminator, Field, Tag, field_validator, model_validator

from voicebench.audio import Samples, Waveform
from voicebench.line.agc import AgcParams, AgcSettings
from voicebench.line.band import BandParams, BandSettings
from voicebench.line.bursts import BurstsParams, BurstsSettings
from voicebench.line.clipping import ClippingParams, ClippingSettings
from voicebench.line.comfort import ComfortParams, ComfortSettings
from voicebench.line.conceal import ConcealParams, ConcealSettings
from voicebench.line.echo import EchoParams, EchoSettings
from voicebench.line.effect import Effect, EffectSettings, Frozen, HearsFar, LineEvent
from voicebench.line.g711 import CodecParams, CodecSettings
from voicebench.line.gain import GainParams, GainSettings
from voicebench.line.handset import HandsetParams, HandsetSettings
from voicebench.line.jitter import JitterParams, JitterSettings
from voicebench.line.loss import LossParams, LossSettings, TraceParams
from voicebench.line.muffle import MuffleParams, MuffleSettings
from voicebench.line.noise import NoiseParams, NoiseSettings
from voicebench.line.transcode import TranscodeParams, TranscodeSettings
from voicebench.seeds import stream_seed
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = [
    "CODEC_TAGS",
    "Channel",
    "Direction",
    "LineParams",
    "LineSettings",
    "WaySettings",
    "apply",
    "carry",
    "draw",
]

Direction = Literal["to_agent", "to_caller"]
"""Which way the sound goes: from the caller to the agent's ear, or the other way."""

CODEC_TAGS = ("g711", "frames")
"""The two kinds of codec; pydantic names them in its errors."""


def _codec_tag(codec: object) -> str:
    has_name = "name" in codec if isinstance(codec, dict) else isinstance(codec, TranscodeSettings)
    return CODEC_TAGS[has_name]


_AnyCodec = Annotated[
    Annotated[CodecSettings, Tag("g711")] | Annotated[TranscodeSettings, Tag("frames")], Discriminator(_codec_tag)
]


class WaySettings(Frozen):
    """The effects of one direction, in the order in which the sound meets them; None leaves one out."""

    echo: EchoSettings | None = None
    muffle: MuffleSettings | None = None
    handset: HandsetSettings | None = None
    band: BandSettings | None = None
    noise: NoiseSettings | None = None
    bursts: BurstsSettings | None = None
    gain: GainSettings | None = None
    agc: AgcSettings | None = None
    clipping: ClippingSettings | None = None
    codec: _AnyCodec | None = None
    loss: LossSettings | None = None
    jitter: JitterSettings | None = None
    conceal: ConcealSettings | None = None
    comfort: ComfortSettings | None = None


class LineSettings(WaySettings):
    """A line preset: the same both ways, except for what a direction states for itself."""

    name: str
    description: str = ""
    to_agent: WaySettings | None = None
    to_caller: WaySettings | None = None

    @field_validator("name")
    @classmethod
    def _named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("a line has a name, by which its figures are told")
        return name

    @model_validator(mode="after")
    def _one_packet_time(self) -> "LineSettings":
        for direction in (self.to_agent or self, self.to_caller or self):
            loss, jitter = (self._of(direction, name) for name in ("loss", "jitter"))
            if isinstance(loss, LossSettings) and isinstance(jitter, JitterSettings):  # noqa: SIM102 -- two thoughts
                if loss.packet_ms != jitter.packet_ms:
                    raise ValueError(f"packet_ms is {loss.packet_ms} for loss and {jitter.packet_ms} for jitter")
        return self

    def _of(self, own: WaySettings, name: str) -> EffectSettings | None:
        effect: EffectSettings | None = getattr(own if name in own.model_fields_set else self, name)
        return effect

    def effects(self, direction: Direction) -> dict[str, EffectSettings]:
        """Return the effects that one direction has, by name, in the order of the line."""
        own = (self.to_agent if direction == "to_agent" else self.to_caller) or self
        chosen = {name: self._of(own, name) for name in WaySettings.model_fields}
        if chosen["loss"] or chosen["jitter"]:
            chosen["conceal"] = chosen["conceal"] or ConcealSettings()
        return {name: effect for name, effect in chosen.items() if effect is not None}


_AnyParams = Annotated[
    EchoParams
    | MuffleParams
    | HandsetParams
    | BandParams
    | NoiseParams
    | BurstsParams
    | GainParams
    | AgcParams
    | ClippingParams
    | CodecParams
    | TranscodeParams
    | LossParams
    | TraceParams
    | JitterParams
    | ConcealParams
    | ComfortParams,
    Field(discriminator="effect"),
]


class LineParams(Frozen):
    """All that was drawn for one direction of one call; recorded, and enough to make the same sound again."""

    line: str
    direction: Direction
    effects: tuple[_AnyParams, ...]

    @model_validator(mode="after")
    def _concealed(self) -> "LineParams":
        kinds = [effect.effect for effect in self.effects]
        if {"loss", "trace", "jitter"} & set(kinds) and "conceal" not in kinds:
            raise ValueError("the line loses packets, and nothing conceals them")
        return self


def draw(settings: LineSettings, seed: int, direction: Direction) -> LineParams:
    """Return the parameters of one direction.

    Args:
        settings: The line asked for.
        seed: The call's seed. Each effect of each direction has dice of its own under it, so that one more effect
            leaves the others as they were.
        direction: Which way the sound goes.

    Raises:
        FixtureError: Babble is asked for, and its voice cannot be made.
    """
    drawn = [
        effect.draw(stream_seed(seed, f"line/{direction}/{name}"))
        for name, effect in settings.effects(direction).items()
    ]
    return LineParams.model_validate({"line": settings.name, "direction": direction, "effects": drawn})


class Channel:
    """One direction of a line at work, from packet 0.

    Args:
        params: What was drawn for it.

    Raises:
        FixtureError: A file or a codec that it was drawn with is not there.
    """

    def __init__(self, params: LineParams):
        self._effects: list[Effect] = [effect.start() for effect in params.effects]
        if not any(isinstance(effect, CodecParams | TranscodeParams) for effect in params.effects):
            # A codec limits what it is given, and nothing behind it is louder; without one full scale is the limit.
            self._effects.append(ClippingParams(limit_db=0.0).start())
        self._far_hearing = [effect for effect in self._effects if isinstance(effect, HearsFar)]
        self._next_number = 0
        self.latency_samples = sum(effect.latency_samples for effect in self._effects)
        """By how much sound leaves later than it came in, beyond the packet itself."""

    @property
    def clipped_samples(self) -> int:
        """How many samples exceeded full scale, or a limit that was asked for, and were cut, so far."""
        return sum(effect.clipped_samples for effect in self._effects)

    def push(self, packet: Samples, far: Samples | None = None) -> Samples:
        """Carry the next 20 ms; a silent packet is carried like any other, since the line has noise of its own.

        Args:
            packet: Shape (160,), float32, at 8 kHz. It is left as it is.
            far: What arrived at this end from the other direction one packet ago, likewise; it may come back as echo.
                None for silence.

        Returns:
            What arrives, shape (160,), float32.

        Raises:
            ValueError: A packet is not that, or holds NaN or infinity.
        """
        self._check(packet)
        if far is not None and self._far_hearing:
            self._check(far)
            for echo in self._far_hearing:
                echo.hear(far)
        for effect in self._effects:
            packet = effect.push(packet, self._next_number)
        self._next_number += 1
        return packet

    def timeline(self) -> tuple[LineEvent, ...]:
        """Return what happened so far, in order, at the places where it is heard in what arrives."""
        events, late = [], self.latency_samples
        for effect in self._effects:
            events += [each.model_copy(update={"at_sample": each.at_sample + late}) for each in effect.events]
            late -= effect.latency_samples
        return tuple(sorted(events, key=lambda event: event.at_sample))

    def _check(self, packet: Samples) -> None:
        if not isinstance(packet, np.ndarray) or packet.shape != (PACKET_SAMPLES,) or packet.dtype != np.float32:
            got = f"{packet.dtype} of shape {packet.shape}" if isinstance(packet, np.ndarray) else type(packet).__name__
            raise ValueError(f"the line takes mono float32 packets of {PACKET_SAMPLES} samples, got {got}")
        if not np.isfinite(packet).all():
            raise ValueError(f"packet {self._next_number} holds NaN or infinity")


def apply(params: LineParams, wave: Waveform, far: Waveform | None = None) -> Waveform:
    """Return a whole sound as it arrives, as if its packets had been pushed one by one.

    Args:
        params: What was drawn.
        wave: Sound at 8 kHz.
        far: What is heard meanwhile where the sound comes from, for echo.

    Returns:
        The sound, later by the channel's latency and longer by as much, so that its end is whole.

    Raises:
        ValueError: A sound has another rate.
    """
    return carry(Channel(params), wave, far)


def carry(channel: Channel, wave: Waveform, far: Waveform | None = None) -> Waveform:
    """Do what ``apply`` does by a channel that was not used before, so that its timeline can be read after."""
    count = len(wave) + channel.latency_samples
    ears = _packets(far, count) if far is not None else None
    arrived = []
    for number, packet in enumerate(_packets(wave, count)):
        # What arrived one packet ago: the channel is told no earlier, on the phone as here.
        arrived.append(channel.push(packet, ears[number - 1] if ears is not None and number else None))
    return Waveform(np.concatenate(arrived)[:count] if arrived else wave.samples, LINE_RATE_HZ)


def _packets(wave: Waveform, count: int) -> Sequence[Samples]:
    """Return the first ``count`` samples and silence up to a whole packet, shape (packets, 160)."""
    if wave.rate_hz != LINE_RATE_HZ:
        raise ValueError(f"the line runs at {LINE_RATE_HZ} Hz, got {wave.rate_hz} Hz; resample first")
    count += -count % PACKET_SAMPLES
    samples = wave.samples[:count]
    return list(np.pad(samples, (0, count - len(samples))).reshape(-1, PACKET_SAMPLES))
