"""Checks of a task's plan: it can be followed, and knows nothing that the caller did not say."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from voicebench.packs.draft import Draft
from voicebench.packs.source import Keys, Problem
from voicebench.task import AskStep, CallStep, ConfirmStep, HandoffStep, Json, Parameter, SayStep, Task
from voicebench.values.kinds import is_kind

__all__ = ["plans"]

_FIELD = re.compile(r"\{((?:heard|result)\.[^{}]*)\}")
_TEXTS = ("say", "confirm", "say_first")
_TEXTUAL = frozenset({"phone", "date", "datetime", "name", "email", "zip", "digits", "code", "text", "enum"})
_ALSO_FITS = {
    "money": {"number"},
    "number": {"money"},
    "zip": {"digits"},
    "digits": {"zip"},
    "code": {"digits", "zip"},
    "text": _TEXTUAL,
}
"""Kind of a parameter -> kinds of slots that give it a value of that kind, beside its own."""


def plans(draft: Draft) -> Iterator[Problem]:
    """Each plan calls only what the role at hand has, with what was heard, answered, or offered by an enum."""
    for task in draft.tasks():
        if not task.reference:
            yield draft.at_task(task, ("reference",), "the plan has no steps; write how a right call goes")
        yield from _Walk(draft, task).problems()


@dataclass
class _Walk:
    """One plan, walked from the first role on."""

    draft: Draft
    task: Task
    heard: dict[str, str] = field(default_factory=dict)
    """What was asked for so far, with its kind."""
    called: set[str] = field(default_factory=set)
    role: str = ""

    def problems(self) -> Iterator[Problem]:
        self.role = self.draft.pack.first_role
        secrets = _secrets(self.task)
        for number, step in enumerate(self.task.reference):
            keys: Keys = ("reference", number)
            for name in _TEXTS:
                for found in _FIELD.finditer(getattr(step, name, None) or ""):
                    yield from self._reference((*keys, name), found[1])
            match step:
                case AskStep():
                    yield from self._ask(keys, step)
                case CallStep():
                    yield from self._call(keys, step.call, step.arguments, secrets)
                    yield from self._retry(keys, step)
                case HandoffStep():
                    yield from self._call(keys, step.handoff, step.arguments, secrets)
                    yield from self._enter(keys, step.handoff)
                case SayStep() | ConfirmStep():
                    pass

    def _at(self, keys: Keys, text: str) -> Problem:
        return self.draft.at_task(self.task, keys, text)

    def _ask(self, keys: Keys, step: AskStep) -> Iterator[Problem]:
        slot = step.ask
        if not is_kind(slot.kind):
            yield self._at((*keys, "ask", "kind"), f"slot {slot.name} has the unknown kind {slot.kind!r}")
        if "enum" in slot.kind and not slot.options:
            yield self._at((*keys, "ask"), f"slot {slot.name} is an enum without options; add them")
        self.heard[slot.name] = slot.kind
        if slot.kind == "name":
            self.heard |= {f"{slot.name}.first": "name", f"{slot.name}.last": "name"}

    def _retry(self, keys: Keys, step: CallStep) -> Iterator[Problem]:
        for number, slot in enumerate(step.retry):
            if slot not in self.heard:
                yield self._at((*keys, "retry", number), f"retry names {slot}, which was never asked; ask it before")

    def _call(self, keys: Keys, name: str, given: Mapping[str, Json], secrets: set[str]) -> Iterator[Problem]:
        tool = self.draft.pack.tools.get(name)
        handoff = "handoff" if isinstance(self.task.reference[int(keys[1])], HandoffStep) else "call"
        if tool is None or (tool.effect == "handoff") != (handoff == "handoff"):
            word = "handoff tool" if handoff == "handoff" else "tool"
            yield self._at(
                (*keys, handoff), f"the plan calls {name}, which is no {word} of this pack; correct its name"
            )
            return
        role = self.draft.pack.roles.get(self.role)
        if role is not None and name not in (*role.tools, *role.handoffs):
            yield self._at((*keys, handoff), f"the plan calls {name} in role {self.role}, which does not have it")
        declared = {parameter.name: parameter for parameter in tool.parameters}
        for argument, value in given.items():
            at = (*keys, "arguments", argument)
            if argument not in declared:
                yield self._at(at, f"{name} has no parameter {argument}; known: {', '.join(declared) or 'none'}")
            else:
                yield from self._value(at, declared[argument], value, secrets)
        for parameter in tool.parameters:
            if parameter.required and parameter.name not in given:
                yield self._at(keys, f"{name} needs {parameter.name}; add it to the plan's arguments")
        self.called.add(name)

    def _enter(self, keys: Keys, handoff: str) -> Iterator[Problem]:
        self.role = self.draft.pack.handoffs.get(handoff, self.role)
        role = self.draft.pack.roles.get(self.role)
        if role is not None and role.outline:
            text = f"the plan hands over to {self.role}, which is an outline; write its prompt out first"
            yield self._at((*keys, "handoff"), text)

    def _value(self, keys: Keys, parameter: Parameter, value: Json, secrets: set[str]) -> Iterator[Problem]:
        if isinstance(value, list):
            kind = parameter.kind.removeprefix("list[").removesuffix("]")
            item_of = parameter.model_copy(update={"kind": kind})
            for number, item in enumerate(value):
                yield from self._value((*keys, number), item_of, item, secrets)
        elif isinstance(value, str) and value.startswith(("heard.", "result.")):
            yield from self._reference(keys, value)
            yield from self._fit(keys, parameter, value.removeprefix("heard."))
        elif parameter.options:
            if value not in parameter.options:
                known = ", ".join(parameter.options)
                yield self._at(keys, f"{value!r} is no option of {parameter.name}; options: {known}")
        elif _bare(value) in secrets:
            text = (
                f"the plan knows {value!r}, which only a caller or a tool tells; write heard.SLOT or result.TOOL.PATH"
            )
            yield self._at(keys, text)

    def _fit(self, keys: Keys, parameter: Parameter, slot: str) -> Iterator[Problem]:
        """What was heard is of the kind that the parameter wants; what a tool answered is known only in a call."""
        heard, wanted = self.heard.get(slot), parameter.kind
        if heard is not None and heard != wanted and heard not in _ALSO_FITS.get(wanted, ()):
            yield self._at(
                keys, f"{parameter.name} wants a {wanted}, but slot {slot} is a {heard}; make the kinds agree"
            )

    def _reference(self, keys: Keys, text: str) -> Iterator[Problem]:
        source, _, rest = text.partition(".")
        name = rest.split(".")[0]
        if source == "heard" and rest not in self.heard:
            yield self._at(keys, f"{text} was never asked; ask for the slot in an earlier step")
        if source == "result" and name not in self.called:
            yield self._at(keys, f"{text}: {name} was never called; call it in an earlier step")


def _secrets(task: Task) -> set[str]:
    """Return every trait of the caller and every expected value, bare."""
    expected = [value for call in task.expect.tools for value in call.arguments.values()]
    traits = [trait.value for trait in task.caller.traits.values()]
    return {_bare(leaf) for value in (*traits, *expected, task.expect.database) for leaf in _leaves(value)} - {""}


def _leaves(value: Json) -> Iterator[Json]:
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    elif value is not None:
        yield value


def _bare(value: Json) -> str:
    """Return a value less what dressing may hide it: case, spaces, punctuation, a number's form."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.10g}"
    text = "" if value is None else re.sub(r"[^\w.]|_", "", str(value).casefold())
    return text.rstrip("0").rstrip(".") if re.fullmatch(r"\d+\.\d+", text) else text
