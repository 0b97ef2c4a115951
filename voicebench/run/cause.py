"""Whether a call failed because of what was misheard.

A hearing error is the cause of a failed call only if a failed argument differs from what the caller meant, the
utterance that carried it was heard with that value wrong, and the same call with perfect words passes. The first two
are read from the record here; the third takes another call, on a text stack.

What an utterance carries is read in the way the task's own plan reads it: an option by the words that mean it, a day by
the firm's clock, a yes where a yes was asked for. An argument that the plan does not name is looked for among the
caller's traits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from voicebench.record import CallRecord, LoggedCall
from voicebench.reference.follow import CANNOT
from voicebench.run.carried import Carrier, Yes, carriers, slots_of
from voicebench.run.utterances import Utterance, utterances
from voicebench.task import CallStep, Expectation, Json, Pack, Task
from voicebench.verify.tools import taken_calls, wrong_arguments

__all__ = ["HearingError", "SpoiledArgument", "hearing_cause", "spoiled_arguments"]


@dataclass(frozen=True)
class HearingError:
    """A value that the agent heard wrong.

    Args:
        name: What it is: a slot of the plan, or a trait of the caller's.
        value: What the caller meant.
        meant: The caller's words.
        heard: What the recogniser made of them.
        at_ns: When the caller began to say it.
    """

    name: str
    value: Json
    meant: str
    heard: str
    at_ns: int


@dataclass(frozen=True)
class SpoiledArgument:
    """An argument that a tool should have been called with, and that a hearing error may have spoiled.

    Args:
        tool: Name of the tool.
        argument: Name of the argument.
        expected: What was expected.
        sent: What the calls that nobody expected had for it; empty where there was none.
        error: The utterance that the value came from.
    """

    tool: str
    argument: str
    expected: Json
    sent: tuple[Json, ...]
    error: HearingError


@dataclass(frozen=True)
class _Failed:
    """A stated argument that no call brought rightly, and when the last call that came nearest was made."""

    tool: str
    argument: str
    value: Json
    before_ns: int | None


def hearing_cause(pack: Pack, task: Task, expectation: Expectation, record: CallRecord) -> HearingError | None:
    """Return the hearing error behind a failed call; None when none explains the failure.

    It is behind the first failed argument that has one. Where the agent never came as far as an expected call, it is
    the last of those that kept it from the calls before: what the plan waited for, and did not hear.

    Args:
        pack: The firm, for its clock.
        task: The caller's task.
        expectation: What the call is graded by.
        record: The call.
    """
    said = list(takewhile(lambda one: CANNOT not in one.asked, utterances(record.events)))
    failed = list(_failed(expectation, record))
    made = (one for one in failed if one.before_ns is not None)
    if error := next(_errors(pack, task, expectation, made, said), None):
        return error
    never = (one for one in failed if one.before_ns is None)
    late = [
        *_errors(pack, task, expectation, never, said),
        *_unfilled(pack, task, expectation, record, said),
        *_missed_yes(task, expectation, record, said),
    ]
    return max(late, key=lambda error: error.at_ns, default=None)


def spoiled_arguments(
    pack: Pack, task: Task, expectation: Expectation, record: CallRecord
) -> tuple[SpoiledArgument, ...]:
    """Return every failed argument that has a hearing error, with that error.

    Args:
        pack: The firm, for its clock.
        task: The caller's task.
        expectation: What the call is graded by.
        record: The call.
    """
    said, taken = utterances(record.events), set(taken_calls(expectation, record.log.tools))
    extra = [call for number, call in enumerate(record.log.tools) if number not in taken]

    def sent(failed: _Failed) -> tuple[Json, ...]:
        calls = (call for call in extra if call.name == failed.tool and isinstance(call.arguments, Mapping))
        return tuple(call.arguments[failed.argument] for call in calls if failed.argument in call.arguments)

    return tuple(
        SpoiledArgument(one.tool, one.argument, one.value, sent(one), error)
        for one in _failed(expectation, record)
        for error in _errors(pack, task, expectation, [one], said)
    )


def _errors(
    pack: Pack, task: Task, expectation: Expectation, failed: Iterable[_Failed], said: Sequence[Utterance]
) -> Iterator[HearingError]:
    """Yield, of each failed argument, the first hearing error that it has."""
    for one in failed:
        kind = expectation.kinds.get(one.tool, {}).get(one.argument, "text")
        earlier = _until(said, one.before_ns)
        found = (_misheard(from_, one.value, earlier) for from_ in carriers(pack, task, one.tool, one.argument, kind))
        yield from islice(filter(None, found), 1)


def _until(said: Sequence[Utterance], before_ns: int | None) -> list[Utterance]:
    return [one for one in said if before_ns is None or one.at_ns < before_ns]


def _misheard(carrier: Carrier, value: Json, said: Sequence[Utterance]) -> HearingError | None:
    """Return what was wrong in the last utterance that carried a value; one heard rightly after all is no cause."""
    carrying = [one for one in said if carrier.carried(value, one.meant, one)]
    if not carrying or carrier.arrived(value, carrying[-1]):
        return None
    return HearingError(carrier.name, value, carrying[-1].meant, carrying[-1].heard, carrying[-1].at_ns)


def _unfilled(
    pack: Pack, task: Task, expectation: Expectation, record: CallRecord, said: Sequence[Utterance]
) -> Iterator[HearingError]:
    """Yield what was misheard of the arguments of the plan's calls that no call succeeded in.

    Not every call of the plan is one that the task expects by its arguments: who cannot be found cannot be served.
    """
    succeeded = {call.name for call in record.log.tools if _is_ok(call)}
    for step in task.reference:
        if not isinstance(step, CallStep) or step.call in succeeded:
            continue
        for name, argument in step.arguments.items():
            kind = expectation.kinds.get(step.call, {}).get(name, "text")
            for slot in slots_of(pack, task, argument, kind):
                answers = [one for one in said if slot.asked_in(one) and slot.read(one.meant)]
                whole = replace(slot, kind=slot.slot.kind)
                if answers and (error := _misheard(whole, slot.read(answers[-1].meant)[-1], answers)):
                    yield error


def _missed_yes(
    task: Task, expectation: Expectation, record: CallRecord, said: Sequence[Utterance]
) -> Iterator[HearingError]:
    """Yield the yes that the plan waited for and did not hear, where a call is missing that comes after it."""
    missing = {expectation.tools[index].name for index in _missing(expectation, record)}
    for number, step in enumerate(task.reference):
        yes = Yes.of(step)
        later = {getattr(other, "call", None) or getattr(other, "handoff", None) for other in task.reference[number:]}
        if yes is not None and missing & later and (error := _misheard(yes, value=True, said=said)):
            yield error


def _is_ok(call: LoggedCall) -> bool:
    return isinstance(call.result, Mapping) and call.result.get("ok") is not False


def _starts(record: CallRecord) -> list[int]:
    return [event.at_ns for event in record.events if event.kind == "tool_start"]


def _missing(expectation: Expectation, record: CallRecord) -> list[int]:
    return [index for index, taken in enumerate(taken_calls(expectation, record.log.tools)) if taken is None]


def _failed(expectation: Expectation, record: CallRecord) -> Iterator[_Failed]:
    """Yield the stated arguments of the expected calls that nothing was accepted for."""
    starts = _starts(record)
    taken = set(taken_calls(expectation, record.log.tools))
    for index in _missing(expectation, record):
        expected = expectation.tools[index]
        kinds = expectation.kinds.get(expected.name, {})
        made = [
            (len(wrong_arguments(expected, call, kinds)), -number, number)
            for number, call in enumerate(record.log.tools)
            if call.name == expected.name and number not in taken
        ]
        number = min(made)[2] if made else None
        wrong = expected.arguments if number is None else wrong_arguments(expected, record.log.tools[number], kinds)
        before_ns = starts[number] if number is not None and number < len(starts) else None
        for argument in wrong:
            yield _Failed(expected.name, argument, expected.arguments[argument], before_ns)
