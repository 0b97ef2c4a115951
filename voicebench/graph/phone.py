"""The phone line between the two pipelines, and the metronome of the call.

Every 20 ms it takes one packet from each mouth (or silence), carries it through that direction's channel, keeps it for
the recording and hands it to the far ear. A packet taken at time T holds the sound from T to T + 20 ms.
"""

import asyncio
from collections.abc import Awaitable, Callable

import numpy as np

from voicebench.audio import Samples, Waveform, from_pcm16, to_pcm16
from voicebench.events import EventLog, Side
from voicebench.graph.meter import SpeechMeter
from voicebench.line.chain import Channel
from voicebench.line.effect import LineEvent
from voicebench.units import (
    FULL_SCALE_PCM16,
    LINE_RATE_HZ,
    NS_PER_S,
    PACKET_MS,
    PACKET_SAMPLES,
    ms_to_ns,
    samples_to_ns,
)
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["Mouth", "PhoneLine", "Way"]

_PACKET_BYTES = PACKET_SAMPLES * 2
_PACKET_NS = ms_to_ns(PACKET_MS)
_CHARACTERS_PER_S = 14.0
"""150 words a minute, a usual rate of speech, at 5.6 characters a word with its space."""
_SILENCE = np.zeros(PACKET_SAMPLES, np.float32)
_SILENCE.setflags(write=False)  # handed out again and again

Ear = Callable[[bytes], Awaitable[None]]
"""Takes one packet of 16-bit samples at 8 kHz."""


class Mouth:
    """What one side has said and the line has not taken yet, with the words it belongs to.

    The words of a sentence count as heard when all its sound was put here. Of a sentence that was cut off, as many
    characters count as an average speaker says in the time that was taken.

    Attributes:
        next_ns: When its next packet is due on the line; None until the line runs.
    """

    def __init__(self) -> None:
        self.next_ns: int | None = None
        self._unsent = bytearray()
        self._sentence: str | None = None
        self._taken_packets = 0
        self._heard: list[str] = []
        self._was_cut = False

    @property
    def is_silent(self) -> bool:
        """Whether the line has taken all that was said."""
        return not self._unsent

    def begin_sentence(self, text: str) -> None:
        """Note that the sound put from now on says ``text``."""
        self.end_sentence()
        self._sentence = text
        self._taken_packets = 0

    def end_sentence(self) -> None:
        """Note that the sentence's sound is complete."""
        if self._sentence is not None:
            self._heard.append(self._sentence)
            self._sentence = None

    def put(self, pcm: bytes, due_ns: int | None = None) -> None:
        """Add 16-bit samples at 8 kHz.

        Args:
            pcm: The samples.
            due_ns: When the first of them was to leave, where a stream has time stamps. Digital silence that comes too
                late is left out then, or one stall would put off all that the stream says after it.
        """
        self._unsent += pcm if due_ns is None else pcm[2 * self._stale_samples(pcm, due_ns) :]

    def _stale_samples(self, pcm: bytes, due_ns: int) -> int:
        if self.next_ns is None:
            return 0
        late_ns = self.next_ns + samples_to_ns(len(self._unsent) // 2, LINE_RATE_HZ) - due_ns
        loud = np.flatnonzero(np.frombuffer(pcm, np.int16))
        leading = int(loud[0]) if len(loud) else len(pcm) // 2
        return min(leading, max(0, late_ns * LINE_RATE_HZ // NS_PER_S))

    def cut(self) -> None:
        """Stop speaking at once: what the line has not taken is never heard."""
        self._unsent.clear()
        if self._sentence is not None:
            said = self._sentence[: round(self._taken_packets * PACKET_MS / 1_000 * _CHARACTERS_PER_S)]
            self._heard.append(said.rpartition(" ")[0])
            self._sentence, self._was_cut = None, True

    def take(self) -> Samples:
        """Remove and return one packet, padded with silence."""
        if not self._unsent:
            return _SILENCE
        piece = bytes(self._unsent[:_PACKET_BYTES])
        del self._unsent[:_PACKET_BYTES]
        self._taken_packets += 1
        samples = np.zeros(PACKET_SAMPLES, np.float32)
        pcm = np.frombuffer(piece, np.int16)
        samples[: len(pcm)] = from_pcm16(pcm)
        return samples

    def words(self) -> tuple[str, bool]:
        """Return the words heard since the last look, and whether they were cut off."""
        self.end_sentence()
        heard = " ".join(filter(None, self._heard))
        was_cut, self._was_cut = self._was_cut, False
        self._heard.clear()
        return heard, was_cut


class Way:
    """One direction of the line at work.

    Args:
        side: Who speaks into it.
        channel: Carries the packets.
        events: Takes what the meter finds.
    """

    def __init__(self, side: Side, channel: Channel, events: EventLog):
        self.mouth = Mouth()
        self.meter = SpeechMeter(side, events, channel.latency_samples * 1_000 / LINE_RATE_HZ)
        self.ear: Ear | None = None
        self._channel = channel
        self._heard: list[bytes] = []

    @property
    def last_heard(self) -> Samples:
        """The packet that arrived last, shape (160,); silence before the first."""
        return from_pcm16(np.frombuffer(self._heard[-1], np.int16)) if self._heard else _SILENCE

    @property
    def timeline(self) -> tuple[LineEvent, ...]:
        """What befell the sound so far; positions count from the beginning of the recording."""
        return self._channel.timeline()

    def carry(self, at_ns: int, late_ns: int, far: Samples) -> bytes:
        """Take a packet from the mouth and return it as it arrives.

        Args:
            at_ns: When the packet is due.
            late_ns: How much later than that it is.
            far: What the speaker heard one packet ago, which may come back as echo.
        """
        packet = self.mouth.take()
        self.mouth.next_ns = at_ns + _PACKET_NS
        self.meter.push(packet, at_ns, late_ns)
        heard = to_pcm16(self._channel.push(packet, far)).tobytes()
        self._heard.append(heard)
        return heard

    def recording(self) -> Waveform:
        """Return all that arrived so far."""
        pcm = np.frombuffer(b"".join(self._heard), np.int16)
        return Waveform(pcm.astype(np.float32) / np.float32(FULL_SCALE_PCM16), LINE_RATE_HZ)


class PhoneLine:
    """The line, both ways.

    Args:
        clock: The call's clock.
        events: Takes what the meters find.
        to_agent: Carries the caller's speech.
        to_caller: Carries the agent's.

    Attributes:
        began_ns: When the first packet was due; the recordings begin there.
        late_ns: How late each packet after the first was taken.
    """

    def __init__(self, clock: LoopTime, events: EventLog, to_agent: Channel, to_caller: Channel):
        self._clock = clock
        self.to_agent = Way("caller", to_agent, events)
        self.to_caller = Way("agent", to_caller, events)
        self.began_ns = 0
        self.late_ns: list[int] = []

    async def run(self) -> None:
        """Tick until cancelled, by absolute deadlines: ``sleep(20 ms)`` would add each tick's own work to the call.

        After a stall the packets that are overdue follow at once, so that what is said later is not put off.
        """
        due_ns = self.began_ns = self._clock.now_ns()
        late_ns = 0
        while True:
            # Both before either moves on, so that an echo takes as long one way as the other.
            before = self.to_caller.last_heard, self.to_agent.last_heard
            for way, far in zip((self.to_agent, self.to_caller), before, strict=True):
                heard = way.carry(due_ns, late_ns, far)
                if way.ear is not None:
                    await way.ear(heard)
            due_ns += _PACKET_NS
            if self._clock.now_ns() >= due_ns:
                await _let_others_go_on()
            await self._clock.until_ns(due_ns)
            late_ns = self._clock.now_ns() - due_ns
            self.late_ns.append(late_ns)

    def hang_up(self) -> None:
        """Note the end of speech that was still going on."""
        self.to_agent.meter.close()
        self.to_caller.meter.close()


async def _let_others_go_on() -> None:
    """Give way for some rounds of the loop: whoever fills the mouths stood still as well.

    A timer that is over takes one round to be seen, one to wake its task, and one for a task that waits for that one.
    """
    for _ in range(4):
        await asyncio.sleep(0)
