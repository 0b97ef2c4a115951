"""An utterance spoken, carried over a line, and heard."""

import numpy as np

from voicebench.audio import Waveform
from voicebench.line import LineSettings, apply, draw
from voicebench.run.hear.crew import Job
from voicebench.run.hear.recordings import Recording
from voicebench.run.hear.sounds import recorded
from voicebench.run.hear.tally import Result, judge
from voicebench.run.hear.utterances import Utterance
from voicebench.run.kit import Kit
from voicebench.seeds import stream_seed
from voicebench.tts.voices import VOICES
from voicebench.units import LINE_RATE_HZ
from voicebench.values.spoken import speakable

__all__ = ["hear_job", "over_line", "say"]

_BEFORE_MS, _AFTER_MS = 200.0, 500.0
"""What a VAD leaves around an utterance: it starts late, and waits for the end. The line's noise goes on in it."""
_AS_IT_IS = "as recorded"


def hear_job(job: Job, kit: Kit) -> list[Result]:
    """Return what is heard of one utterance over each line.

    Args:
        job: What to hear.
        kit: Lends voices and recognisers.
    """
    source, hearing = job.source, kit.hearing(job.recogniser)
    sound, meant = _sound(source, kit)
    results = []
    for line in job.lines:
        arrived = over_line(sound, line, stream_seed(job.seed, f"hear/{source.id}"))
        heard = hearing.transcribe(arrived)
        right, errors = judge(source.value_kind, source.value, meant, heard.text)
        results.append(
            Result(
                id=source.id,
                kind=source.kind,
                value_kind=source.value_kind,
                value=source.value,
                voice=source.voice if isinstance(source, Utterance) else "",
                line=line.name if line else _AS_IT_IS,
                meant=meant,
                heard=heard.text,
                flags=heard.flags,
                right=right,
                errors=errors,
                audio_s=round(len(arrived) / arrived.rate_hz, 3),
                took_ns=hearing.known_ns(arrived),
            )
        )
    return results


def _sound(source: Utterance | Recording, kit: Kit) -> tuple[Waveform, str]:
    """Return the sound and the words in it."""
    if isinstance(source, Recording):
        return recorded(source.path), source.text
    return say(source, kit), speakable(source.way.spoken)


def say(utterance: Utterance, kit: Kit) -> Waveform:
    """Return an utterance as its voice says it, at 8 kHz and -26 dBov, between two pauses."""
    voice = VOICES[utterance.voice]
    said = kit.speech(voice.engine, voice.settings).say(utterance.way.spoken)
    before, after = (round(ms * LINE_RATE_HZ / 1_000) for ms in (_BEFORE_MS, _AFTER_MS))
    return Waveform(np.pad(said.samples, (before, after)), LINE_RATE_HZ)


def over_line(sound: Waveform, line: LineSettings | None, seed: int) -> Waveform:
    """Return a sound as the agent hears it; as it is without a line."""
    return sound if line is None else apply(draw(line, seed, "to_agent"), sound)
