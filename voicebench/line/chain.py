"""The line: choose, then apply.

``LineSettings`` is what a person asks for, ``draw`` makes ``LineParams`` of it for one direction of one call, and a
``Channel`` carries sound by them, a packet at a time. One more effect is one more file, one field of ``WaySettings``
and its name in ``LineParams``.
"""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples, Waveform
from voicebench.line.band import BandParams, BandSettings
from voicebench.line.effect import EffectSettings, Frozen
from voicebench.line.g711 import CodecParams, CodecSettings
from voicebench.line.loss import LossParams, LossSettings
from voicebench.line.noise import NoiseParams, NoiseSettings
from voicebench.seeds import stream_seed
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = ["Channel", "Direction", "LineParams", "LineSettings", "WaySettings", "apply", "draw"]

Direction = Literal["to_agent", "to_caller"]
"""Which way the sound goes: from the caller to the agent's ear, or the other way."""


class WaySettings(Frozen):
    """The effects of one direction, in the order in which the sound meets them; None leaves one out."""

    band: BandSettings | None = None
    noise: NoiseSettings | None = None
    codec: CodecSettings | None = None
    loss: LossSettings | None = None


class LineSettings(WaySettings):
    """A line preset: the same both ways, except for what a direction states for itself."""

    name: str
    description: str = ""
    to_agent: WaySettings | None = None
    to_caller: WaySettings | None = None

    def effects(self, direction: Direction) -> dict[str, EffectSettings]:
        """Return the effects that one direction has, by name, in the order of the line."""
        own = self.to_agent if direction == "to_agent" else self.to_caller
        stated = own.model_fields_set if own else set()
        chosen = {name: getattr(own if name in stated else self, name) for name in WaySettings.model_fields}
        return {name: effect for name, effect in chosen.items() if effect is not None}


class LineParams(Frozen):
    """All that was drawn for one direction of one call; recorded, and enough to make the same sound again."""

    line: str
    direction: Direction
    effects: tuple[Annotated[BandParams | NoiseParams | CodecParams | LossParams, Field(discriminator="effect")], ...]


def draw(settings: LineSettings, seed: int, direction: Direction) -> LineParams:
    """Return the parameters of one direction.

    Args:
        settings: The line asked for.
        seed: The call's seed. Each effect of each direction has dice of its own under it, so that one more effect
            leaves the others as they were.
        direction: Which way the sound goes.
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
    """

    def __init__(self, params: LineParams):
        self._effects = [effect.start() for effect in params.effects]
        self._next_number = 0
        self.latency_samples = sum(effect.latency_samples for effect in self._effects)
        """By how much sound leaves later than it came in, beyond the packet itself."""

    @property
    def clipped_samples(self) -> int:
        """How many samples exceeded full scale and were limited, so far."""
        return sum(effect.clipped_samples for effect in self._effects)

    def push(self, packet: Samples) -> Samples:
        """Carry the next 20 ms; a silent packet is carried like any other, since the line has noise of its own.

        Args:
            packet: Shape (160,), float32, at 8 kHz. It is left as it is.

        Returns:
            What arrives, shape (160,), float32.

        Raises:
            ValueError: The packet is not that, or holds NaN or infinity.
        """
        if not isinstance(packet, np.ndarray) or packet.shape != (PACKET_SAMPLES,) or packet.dtype != np.float32:
            got = f"{packet.dtype} of shape {packet.shape}" if isinstance(packet, np.ndarray) else type(packet).__name__
            raise ValueError(f"the line takes mono float32 packets of {PACKET_SAMPLES} samples, got {got}")
        if not np.isfinite(packet).all():
            raise ValueError(f"packet {self._next_number} holds NaN or infinity")
        for effect in self._effects:
            packet = effect.push(packet, self._next_number)
        self._next_number += 1
        return packet


def apply(params: LineParams, wave: Waveform) -> Waveform:
    """Return a whole sound as it arrives, as if its packets had been pushed one by one.

    Args:
        params: What was drawn.
        wave: Sound at 8 kHz.

    Returns:
        The sound, later by the channel's latency and longer by as much, so that its end is whole.

    Raises:
        ValueError: The sound has another rate.
    """
    if wave.rate_hz != LINE_RATE_HZ:
        raise ValueError(f"the line runs at {LINE_RATE_HZ} Hz, got {wave.rate_hz} Hz; resample first")
    channel = Channel(params)
    count = len(wave) + channel.latency_samples
    packets = np.pad(wave.samples, (0, -count % PACKET_SAMPLES + channel.latency_samples)).reshape(-1, PACKET_SAMPLES)
    arrived = [channel.push(packet) for packet in packets]
    return Waveform(np.concatenate(arrived)[:count] if arrived else wave.samples, LINE_RATE_HZ)
