"""Every single way of spoiling a right log: pure, from a log to named logs of calls that were not right.

Names are paths (``argument/report_scam_contact/4/phone``), so that a task can excuse one by a glob.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from voicebench.record import Log, LoggedCall
from voicebench.run.altered import another
from voicebench.run.spoil_rows import spoilt_rows
from voicebench.task import Expectation, Json, Pack, Parameter
from voicebench.verify.matchers import matcher_of
from voicebench.verify.tools import is_accepted, taken_calls

__all__ = ["Altered", "spoilings"]


_REFUSAL: Mapping[str, Json] = {"ok": False, "data": None, "error_code": "NOT_THIS_ROLE"}


@dataclass(frozen=True)
class Altered:
    """A log with one change.

    Args:
        name: What was changed.
        log: The log.
    """

    name: str
    log: Log


def spoilings(pack: Pack, key: Expectation, log: Log) -> Iterator[Altered]:
    """Yield every single spoiling of a right log.

    Each expected call is dropped or turned down, each argument that decides is off by one character or digit, each
    handoff is left out or swapped, each row that the call wrote is dropped, doubled, undone or changed in one column, a
    row comes up where none was expected, and the dump or one table of it is missing.

    Args:
        pack: The firm.
        key: What the log was graded by.
        log: The log of a call that passed.
    """
    yield from _dropped(key, log)
    yield from _refused(pack, key, log)
    yield from _arguments(pack, key, log)
    yield from _handoffs(pack, log)
    yield from (Altered(name, _with_rows(log, dump)) for name, dump in spoilt_rows(key.database, log.database or {}))
    yield Altered("dump/missing", log.model_copy(update={"database": None}))


def _with_rows(log: Log, dump: Mapping[str, list[dict[str, Json]]]) -> Log:
    return log.model_copy(update={"database": dump})


def _with_calls(log: Log, changed: Mapping[int, LoggedCall | None]) -> Log:
    """Return the log with some calls in other shape, or left out."""
    calls = (changed.get(index, call) for index, call in enumerate(log.tools))
    return log.model_copy(update={"tools": tuple(call for call in calls if call is not None)})


def _standing_for(key: Expectation, log: Log) -> Iterator[tuple[int, list[int]]]:
    """Yield each expected call with the call that it took, and those that could stand in for it.

    An agent that makes a right call twice has still made it when one of the two is gone.
    """
    taken = taken_calls(key, log.tools)
    for number, expected in enumerate(key.tools):
        kinds = key.kinds.get(expected.name, {})
        yield (
            number,
            [
                index
                for index, call in enumerate(log.tools)
                if index == taken[number]
                or (index not in taken and call.name == expected.name and is_accepted(expected, call, kinds))
            ],
        )


def _dropped(key: Expectation, log: Log) -> Iterator[Altered]:
    for number, calls in _standing_for(key, log):
        name = f"call/{key.tools[number].name}/{number + 1}/dropped"
        yield Altered(name, _with_calls(log, dict.fromkeys(calls)))


def _refused(pack: Pack, key: Expectation, log: Log) -> Iterator[Altered]:
    """Yield the log of an agent that makes a right call where the desk does not take it: too early, say."""
    for number, calls in _standing_for(key, log):
        expected = key.tools[number]
        if expected.ok is False or pack.tools[expected.name].effect == "handoff":
            continue
        refused = {index: log.tools[index].model_copy(update={"result": _REFUSAL}) for index in calls}
        yield Altered(f"call/{expected.name}/{number + 1}/refused", _with_calls(log, refused))


def _arguments(pack: Pack, key: Expectation, log: Log) -> Iterator[Altered]:
    for number, calls in _standing_for(key, log):
        expected = key.tools[number]
        for argument, wanted in expected.arguments.items():
            if matcher_of(wanted) == "free":
                continue
            right = wanted["any_of"] if matcher_of(wanted) == "any_of" else [wanted]
            declared = _parameter(pack, expected.name, argument)
            changed = {index: _off(log.tools[index], declared, right) for index in calls}
            yield Altered(f"argument/{expected.name}/{number + 1}/{argument}", _with_calls(log, changed))


def _parameter(pack: Pack, tool: str, argument: str) -> Parameter:
    return next(one for one in pack.tools[tool].parameters if one.name == argument)


def _off(call: LoggedCall, parameter: Parameter, right: list[Json]) -> LoggedCall:
    value = another(parameter.kind, call.arguments.get(parameter.name), right, parameter.options)
    return call.model_copy(update={"arguments": {**call.arguments, parameter.name: value}})


def _handoffs(pack: Pack, log: Log) -> Iterator[Altered]:
    made = [index for index, call in enumerate(log.tools) if call.name in pack.handoffs and _went(call)]
    for number, index in enumerate(made):
        call = log.tools[index]
        name = f"handoff/{call.name}/{number + 1}"
        yield Altered(f"{name}/removed", _with_calls(log, {index: None}))
        if len(pack.handoffs) > 1:
            yield Altered(f"{name}/to another", _with_calls(log, {index: _elsewhere(pack, call)}))
        following = made[number + 1] if number + 1 < len(made) else None
        if following is not None and log.tools[following].name != call.name:
            swapped = {index: log.tools[following], following: call}
            yield Altered(f"{name}/swapped with the next", _with_calls(log, swapped))


def _went(call: LoggedCall) -> bool:
    return isinstance(call.result, Mapping) and call.result.get("success") is True


def _elsewhere(pack: Pack, call: LoggedCall) -> LoggedCall:
    """Return the handoff that the pack declares next, in place of this one."""
    names = list(pack.handoffs)
    name = names[(names.index(call.name) + 1) % len(names)]
    return call.model_copy(update={"name": name, "result": {**call.result, "role": pack.handoffs[name]}})
