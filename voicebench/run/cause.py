"""Whether a call failed because of what was misheard.

A hearing error is the cause of a failed call only if the failed argument differs from the caller's trait, the utterance
that carried it was heard with that value wrong, and the same call with perfect words passes. The first two are read
from the record here; the third takes another call, on a text stack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voicebench.events import Event
from voicebench.task import Expectation, Json, Task, Trait
from voicebench.values.heard import hear, hear_yes_no
from voicebench.values.kinds import equal
from voicebench.verdict import Verdict

__all__ = ["HearingError", "hearing_cause", "hearing_errors"]


@dataclass(frozen=True)
class HearingError:
    """A value that the agent heard wrong.

    Args:
        trait: Name of the caller's trait.
        value: The trait.
        meant: The caller's words.
        heard: What the recogniser made of them.
        at_ns: When the caller began to say it.
    """

    trait: str
    value: Json
    meant: str
    heard: str
    at_ns: int


@dataclass(frozen=True)
class _Utterance:
    meant: str
    heard: str
    at_ns: int


def hearing_errors(task: Task, events: Sequence[Event]) -> tuple[HearingError, ...]:
    """Return every value of the caller's that was said and heard wrong, in order."""
    return tuple(
        HearingError(name, trait.value, utterance.meant, utterance.heard, utterance.at_ns)
        for utterance in _utterances(events)
        for name, trait in task.caller.traits.items()
        if _carries(trait, utterance.meant) and not _carries(trait, utterance.heard)
    )


def hearing_cause(
    task: Task, expectation: Expectation, verdict: Verdict, events: Sequence[Event]
) -> HearingError | None:
    """Return the hearing error behind the first failed argument that has one; None when none explains the failure.

    Args:
        task: The caller's task.
        expectation: What the call was graded by.
        verdict: What came of it.
        events: What happened in it.
    """
    wrong = {error.trait: error for error in reversed(hearing_errors(task, events))}
    for tool, argument, value in _failed_arguments(verdict):
        kind = expectation.kinds.get(tool, {}).get(argument)
        for name, error in wrong.items():
            trait = task.caller.traits[name]
            if kind and _is_part(kind, value, trait):
                return error
    return None


def _utterances(events: Sequence[Event]) -> Iterator[_Utterance]:
    """Yield what the caller said with what the agent heard until the caller spoke again."""
    said: Event | None = None
    heard: list[str] = []
    for event in events:
        if event.kind == "said" and event.side == "caller":
            if said is not None:
                yield _Utterance(said.data["text"], " ".join(heard), said.at_ns)
            said, heard = event, []
        elif event.kind == "transcript":
            heard.append(event.data["text"])
    if said is not None:
        yield _Utterance(said.data["text"], " ".join(heard), said.at_ns)


def _carries(trait: Trait, words: str) -> bool:
    """Return whether words hold the trait's value; a yes or no only where the trait's own answer was given."""
    if trait.kind == "bool":
        return trait.say is not None and hear_yes_no(words) is trait.value and bool(words)
    if trait.kind == "text":
        return str(trait.value).casefold() in words.casefold()
    return any(equal(trait.kind, trait.value, value) for value in hear(trait.kind, words))


def _failed_arguments(verdict: Verdict) -> Iterator[tuple[str, str, Json]]:
    """Yield the stated arguments of the expected calls that nothing was accepted for."""
    for row in verdict.gates.tools.rows:
        if row.label == "missing":
            for argument, value in row.expected.items():
                yield row.name, argument, value


def _is_part(kind: str, value: Json, trait: Trait) -> bool:
    """Return whether an expected argument is the trait, or one of a name's parts."""
    options = value.get("any_of", [value]) if isinstance(value, dict) else [value]
    if kind == "name" and trait.kind == "name":
        return any(str(option).casefold() in str(trait.value).casefold() for option in options)
    return any(equal(kind, option, trait.value) or equal(trait.kind, option, trait.value) for option in options)
