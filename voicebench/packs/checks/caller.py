"""Checks of a task's head and its caller."""

from collections.abc import Iterator

from voicebench.packs.draft import Draft
from voicebench.packs.source import Problem
from voicebench.task import Trait
from voicebench.values.kinds import is_kind, normalise

__all__ = ["categories", "requests", "traits"]

_TEXT_KINDS = frozenset({"phone", "zip", "digits", "code", "name", "text", "email", "date", "datetime"})


def categories(draft: Draft) -> Iterator[Problem]:
    """A task's category is one of the pack's."""
    for task in draft.tasks():
        if task.category not in draft.pack.categories:
            text = f"category {task.category!r} is not in pack.yaml; known: {', '.join(draft.pack.categories)}"
            yield draft.at_task(task, ("category",), text)


def traits(draft: Draft) -> Iterator[Problem]:
    """A trait has a known kind, and a value of it."""
    for task in draft.tasks():
        for name, trait in task.caller.traits.items():
            if wrong := _trait(trait):
                yield draft.at_task(task, ("caller", "traits", name), f"trait {name} {wrong}")


def _trait(trait: Trait) -> str:
    if not is_kind(trait.kind):
        return f"has the unknown kind {trait.kind!r}"
    if trait.kind in _TEXT_KINDS and not isinstance(trait.value, str):
        return f"is a {trait.kind} and must be text; put {trait.value!r} in quotes"
    try:
        normalise(trait.kind, trait.value)
    except ValueError as error:
        return f"is no {trait.kind}: {error}"
    return ""


def requests(draft: Draft) -> Iterator[Problem]:
    """A caller wants something, and can tell when he has it."""
    for task in draft.tasks():
        if not task.caller.requests:
            yield draft.at_task(task, ("caller", "requests"), "the caller has no request; give one with say and until")
        for number, request in enumerate(task.caller.requests):
            if not request.until:
                text = "the request is never done; give phrase patterns under until"
                yield draft.at_task(task, ("caller", "requests", number), text)
