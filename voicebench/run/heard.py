"""What a call's recogniser made of the caller, utterance by utterance: derived from the record, and kept beside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from voicebench.record import CallRecord
from voicebench.run.carried import traits_of
from voicebench.run.cause import HearingError, spoiled_arguments
from voicebench.run.utterances import Utterance, utterances
from voicebench.task import Expectation, Json, Pack, Task

__all__ = ["HEARD_FORMAT", "call_heard"]

HEARD_FORMAT = "voicebench-heard/1"


def call_heard(pack: Pack, task: Task, expectation: Expectation, record: CallRecord) -> Mapping[str, Json] | None:
    """Return what ``heard.json`` holds; None for a call without a recogniser.

    A tool's argument is linked to the utterance that its value was misheard in. That this is why the call failed is
    certain only once the same call passes with perfect words (``benchmarks/ceiling.py`` makes it).

    Args:
        pack: The firm, for its clock.
        task: What the caller wanted; it has the values.
        expectation: What the call was graded by.
        record: The call.
    """
    if not any(event.kind == "transcript" for event in record.events):
        return None
    said = utterances(record.events)
    return {
        "format": HEARD_FORMAT,
        "utterances": [
            {
                "at_ns": one.at_ns,
                "meant": one.meant,
                "spoken": one.spoken,
                "heard": one.heard.strip(),
                "wer": one.word_errors.rounded_rate,
            }
            for one in said
        ],
        "misheard": [asdict(error) for error in _misheard(task, said)],
        "spoiled": [asdict(one) for one in spoiled_arguments(pack, task, expectation, record)],
    }


def _misheard(task: Task, said: Sequence[Utterance]) -> Iterator[HearingError]:
    """Yield every value of the caller's that was said and heard wrong, in order."""
    for one in said:
        for trait, value in traits_of(task):
            if trait.carried(value, one.meant, one) and not trait.arrived(value, one):
                yield HearingError(trait.name, value, one.meant, one.heard, one.at_ns)
