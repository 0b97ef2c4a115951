"""What is tried: how the agent hands over its sound, what both say, and how long it lets the caller wait."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.run.truth.clips import TruthClip, tone
from voicebench.run.truth.oracle import Delivery, TruthTurn
from voicebench.units import PACKET_SAMPLES

__all__ = ["CONDITIONS", "LONG_MS", "SHORT_MS", "Condition", "speech_turns", "tone_turns"]

LONG_MS: Sequence[float] = (0, 1, 7.5, 20, 33, 60, 100, 155, 233, 400, 700, 1_000, 1_500, 2_000, 2_500, 3_000)
"""Delays of the virtual clock, where waiting costs nothing."""
SHORT_MS: Sequence[float] = (0, 20, 47, 90, 133, 200, 260, 317, 400, 0, 500, 33, 70, 155, 233, 0, 111, 300)
"""Delays of the real clock; each condition has one of 1, 2 or 3 seconds beside them."""
_TONE_SAMPLES = 1_601
_STALLS_AT = 2


@dataclass(frozen=True)
class Condition:
    """One way in which an agent may answer.

    Args:
        delivery: How it hands over its sound.
        says: Names of the clips that the caller says in turn.
        answers: Names of the clips that are answered in turn; ``tone`` is a tone.
        stall_loop_at: In this turn the harness itself stands still for 150 ms.
    """

    delivery: Delivery = field(default_factory=Delivery)
    says: Sequence[str] = ("card", "okay", "refund", "appointment")
    answers: Sequence[str] = ("okay", "tone", "tone")
    stall_loop_at: int | None = None


CONDITIONS: Mapping[str, Condition] = {
    "paced": Condition(),
    "in one burst": Condition(Delivery(in_burst=True)),
    "jitter of 0-40 ms": Condition(Delivery(jitter_ms=40.0)),
    "stall of 150 ms": Condition(Delivery(streams_silence=True, stall_turn=_STALLS_AT)),
    "harness stalls 150 ms": Condition(stall_loop_at=_STALLS_AT),
    "silence streams on": Condition(Delivery(streams_silence=True)),
    "noisy clip": Condition(says=("noisy",), answers=("noisy", "tone")),
    "quiet voice": Condition(says=("quiet",), answers=("quiet", "tone")),
}


def speech_turns(
    condition: Condition, clips: Mapping[str, TruthClip], delays_ms: Sequence[float]
) -> tuple[TruthTurn, ...]:
    """Return the turns of a call in one condition, one for each delay."""
    sounds = {**clips, "tone": tone(_TONE_SAMPLES)}
    return tuple(
        TruthTurn(
            sounds[condition.says[number % len(condition.says)]],
            sounds[condition.answers[number % len(condition.answers)]],
            delay_ms,
            lead,
        )
        for number, (delay_ms, lead) in enumerate(zip(delays_ms, _leads(), strict=False))
    )


def tone_turns(delays_ms: Sequence[float]) -> tuple[TruthTurn, ...]:
    """Return turns in which both sides are tones."""
    sound = tone(_TONE_SAMPLES)
    return tuple(TruthTurn(sound, sound, delay_ms, lead) for delay_ms, lead in zip(delays_ms, _leads(), strict=False))


def _leads() -> Iterator[int]:
    """Leading silences that let the ends fall all over the 20 ms between two packets."""
    number = 0
    while True:
        yield number * 67 % PACKET_SAMPLES
        number += 1
