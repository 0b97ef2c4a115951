"""The agent that knows the truth: it answers a set time after the caller's last sample, and says when it really did.

It has an ear at both ends of the line, stamps each packet with a clock of its own as it arrives, and finds the sounds
in them by their first sample that is not digital silence. Where speech begins and ends in a sound it knows beforehand.
Nothing of the rule under test is used here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voicebench.run.truth.clips import TruthClip
from voicebench.units import LINE_RATE_HZ, PACKET_MS, PACKET_SAMPLES, ms_to_ns, samples_to_ns

__all__ = ["Delivery", "Oracle", "Outgoing", "Truth", "TruthTurn"]

_PACKET_NS = ms_to_ns(PACKET_MS)
_STALL_LEAD_PACKETS = 5
"""A stall begins so long before the reply, so that the reply itself is late by it."""
_Pcm = npt.NDArray[np.int16]


@dataclass(frozen=True)
class TruthTurn:
    """One utterance and its reply.

    Args:
        caller: What the caller says.
        reply: What is answered.
        delay_ms: The reply's first sample of speech is to follow the caller's last by so much.
        lead_samples: Silence before what the caller says, so that it ends anywhere between two packets.
    """

    caller: TruthClip
    reply: TruthClip
    delay_ms: float
    lead_samples: int


@dataclass(frozen=True)
class Delivery:
    """How the agent hands over its sound.

    Args:
        in_burst: A whole reply at once, at the moment of its first sample, whatever the line's packets.
        streams_silence: Digital silence between the replies.
        jitter_ms: Each packet comes late by up to so much.
        stall_turn: Before the reply of this turn nothing comes for ``stall_ms``, and then all that was held up.
        stall_ms: See there.
    """

    in_burst: bool = False
    streams_silence: bool = False
    jitter_ms: float = 0.0
    stall_turn: int | None = None
    stall_ms: float = 150.0


@dataclass(frozen=True)
class Outgoing:
    """Sound to hand over.

    Args:
        send_ns: When, by the clock of the one who stamped the packets.
        packet: Number of the packet of the line that it is meant for; None for sound without a time stamp.
        pcm: 16-bit samples.
    """

    send_ns: int
    packet: int | None
    pcm: bytes


@dataclass(frozen=True)
class Truth:
    """What was heard of one turn.

    Args:
        gap_ns: The caller's last sample of speech at the agent's ear -> the reply's first at the caller's.
        end_packet: Number of the packet with the one.
        reply_packet: Number of the packet with the other.
    """

    gap_ns: int
    end_packet: int
    reply_packet: int


@dataclass
class _Ear:
    """Finds sounds in a stream, one after another."""

    listens_from: int = 0
    starts: list[int] = field(default_factory=list)

    def hear(self, packet: int, pcm: _Pcm, sound: TruthClip) -> bool:
        """Look for the next sound in a packet, and keep at which sample of the stream its file began."""
        first = packet * PACKET_SAMPLES
        sounding = np.flatnonzero(pcm[max(0, self.listens_from - first) :])
        if not len(sounding):
            return False
        self.starts.append(max(first, self.listens_from) + int(sounding[0]) - sound.first_sounding)
        return True


class Oracle:
    """Hears both ends packet by packet, and returns what to say.

    Args:
        turns: What the caller will say and what to answer.
        delivery: How to hand it over.
        dice: For the jitter.
    """

    def __init__(self, turns: Sequence[TruthTurn], delivery: Delivery, dice: np.random.Generator):
        self._turns = turns
        self._delivery = delivery
        self._dice = dice
        self._arrived_ns: list[int] = []
        self._caller, self._reply = _Ear(), _Ear()
        self._last_send_ns = 0
        self._burst_sent = 0

    def hear(self, at_agent: bytes, at_caller: bytes, at_ns: int) -> Iterator[Outgoing]:
        """Take the next packet of both directions.

        Args:
            at_agent: What arrived at the agent's ear.
            at_caller: What arrived at the caller's ear.
            at_ns: When, by the oracle's clock.

        Yields:
            What to say, in order.
        """
        packet = len(self._arrived_ns)
        self._arrived_ns.append(at_ns)
        self._listen(packet, np.frombuffer(at_agent, np.int16), np.frombuffer(at_caller, np.int16))
        if self._delivery.in_burst:
            yield from self._burst(packet)
        else:
            yield from self._stream(packet + 1, at_ns)

    def truths(self) -> list[Truth]:
        """Return what was heard of each turn so far whose reply has begun."""
        return [self._truth(number) for number in range(len(self._reply.starts))]

    def _listen(self, packet: int, at_agent: _Pcm, at_caller: _Pcm) -> None:
        heard = len(self._caller.starts)
        # A reply may be broken up on the way, but it is over before the caller speaks again.
        if heard < len(self._turns) and len(self._reply.starts) == heard:
            turn = self._turns[heard]
            if self._caller.hear(packet, at_agent, turn.caller):
                self._caller.listens_from = self._caller.starts[-1] + len(turn.caller.pcm)
                self._reply.listens_from = self._caller.starts[-1] + turn.caller.first_sounding
        elif len(self._reply.starts) < heard:
            self._reply.hear(packet, at_caller, self._turns[heard - 1].reply)

    def _ends_at(self, number: int) -> int:
        """The sample of the stream after the caller's last of speech."""
        return self._caller.starts[number] + self._turns[number].caller.end_sample

    def _speaks_at(self, number: int) -> int:
        """The sample of the stream that is to be the reply's first of speech."""
        return self._ends_at(number) + round(self._turns[number].delay_ms * LINE_RATE_HZ / 1_000)

    def _burst(self, packet: int) -> Iterator[Outgoing]:
        number = len(self._caller.starts) - 1
        if number < self._burst_sent:
            return
        self._burst_sent += 1
        reply = self._turns[number].reply
        ahead = self._speaks_at(number) - packet * PACKET_SAMPLES
        send_ns = self._arrived_ns[packet] + samples_to_ns(ahead, LINE_RATE_HZ)
        yield Outgoing(send_ns, None, reply.pcm[reply.first_sample :].tobytes())

    def _stream(self, packet: int, now_ns: int) -> Iterator[Outgoing]:
        sound = self._sound(packet * PACKET_SAMPLES)
        if sound is None:
            if not self._delivery.streams_silence:
                return
            sound = np.zeros(PACKET_SAMPLES, np.int16)
        send_ns = now_ns + round(self._dice.uniform(0, ms_to_ns(self._delivery.jitter_ms)))
        self._last_send_ns = max(self._last_send_ns, send_ns + self._held_up_ns(packet))
        yield Outgoing(self._last_send_ns, packet, sound.tobytes())

    def _sound(self, first: int) -> _Pcm | None:
        """Return a packet's samples of the reply; None where it has none."""
        number = len(self._caller.starts) - 1
        if number < 0:
            return None
        reply = self._turns[number].reply
        skipped = first - (self._speaks_at(number) - reply.first_sample)
        if not -PACKET_SAMPLES < skipped < len(reply.pcm):
            return None
        piece = reply.pcm[max(0, skipped) : skipped + PACKET_SAMPLES]
        return np.pad(piece, (max(0, -skipped), 0))[:PACKET_SAMPLES] if skipped < 0 else _padded(piece)

    def _held_up_ns(self, packet: int) -> int:
        number = len(self._caller.starts) - 1
        if number < 0 or number != self._delivery.stall_turn:
            return 0
        since_ns = (packet - self._speaks_at(number) // PACKET_SAMPLES + _STALL_LEAD_PACKETS) * _PACKET_NS
        stall_ns = ms_to_ns(self._delivery.stall_ms)
        return stall_ns - since_ns if 0 <= since_ns < stall_ns else 0

    def _truth(self, number: int) -> Truth:
        last, first = self._ends_at(number) - 1, self._reply.starts[number] + self._turns[number].reply.first_sample
        if self._delivery.in_burst:  # its file began with the speech
            first = self._reply.starts[number] + self._turns[number].reply.first_sounding
        gap_ns = self._heard_ns(first) - self._heard_ns(last) - samples_to_ns(1, LINE_RATE_HZ)
        return Truth(gap_ns, last // PACKET_SAMPLES, first // PACKET_SAMPLES)

    def _heard_ns(self, sample: int) -> int:
        """When a sample was heard: a packet plays from the moment it arrives."""
        packet, within = divmod(sample, PACKET_SAMPLES)
        return self._arrived_ns[packet] + samples_to_ns(within, LINE_RATE_HZ)


def _padded(piece: _Pcm) -> _Pcm:
    return np.pad(piece, (0, PACKET_SAMPLES - len(piece)))
