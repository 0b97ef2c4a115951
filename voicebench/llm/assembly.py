"""Tool calls, put together from the deltas of a stream."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

__all__ = ["RAW_ARGUMENTS", "CallDelta", "ToolCallAssembly", "WholeCall"]

RAW_ARGUMENTS = "_raw"
"""The key under which arguments that are no JSON object reach the desk, as they came."""


class CallDelta(Protocol):
    """A piece of a tool call, as the protocol streams it."""

    @property
    def index(self) -> int | None:
        """Which call of the answer it belongs to; not every server says."""
        ...

    @property
    def id(self) -> str | None:
        """The call's id, in its first piece."""
        ...

    @property
    def function(self) -> Any:
        """``name`` and ``arguments``, or pieces of them, or None."""
        ...


@dataclass
class _Part:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class WholeCall:
    """A tool call as the model meant it.

    Args:
        id: The provider's, or one of ours where it sent none.
        name: Name of the function.
        arguments: A JSON object; what was none is wrapped under ``RAW_ARGUMENTS``.
    """

    id: str
    name: str
    arguments: str


class ToolCallAssembly:
    """Collects deltas into whole calls, in the order in which they began.

    Servers disagree about ``index``: some leave it out, some send 0 for every call. A delta with another id than the
    call in hand therefore belongs to another call, whatever its index says, and so does one that brings a name and no
    id when the call in hand has had its name and arguments.
    """

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._at_index: dict[int | None, _Part] = {}

    def add(self, delta: CallDelta) -> None:
        """Take in one delta."""
        part = self._part_of(delta)
        function = delta.function
        if function is not None:
            # Some servers repeat the name in every piece.
            part.name += function.name if function.name and function.name != part.name else ""
            part.arguments.append(_as_text(function.arguments))

    def _part_of(self, delta: CallDelta) -> _Part:
        known = self._at_index.get(delta.index)
        if known is None or _names_another(delta, known):
            # Known by its id, another part is gone on with; but a new index is a new call, even if ids repeat.
            known = self._with_id(delta.id) if known is not None or delta.index is None else None
        if known is None:
            known = _Part()
            self._parts.append(known)
        self._at_index[delta.index] = known
        known.id = known.id or delta.id or ""
        return known

    def _with_id(self, call_id: str | None) -> _Part | None:
        return next((part for part in self._parts if call_id and part.id == call_id), None)

    def whole(self, request: int, taken: Collection[str] = ()) -> tuple[WholeCall, ...]:
        """Return the calls that have a name, each with an id that no other has.

        Args:
            request: Number of the request, for ids of ours where the server sent none, or one that is taken.
            taken: Ids of earlier answers: some servers number the calls of each answer from the same one on.
        """
        named = [part for part in self._parts if part.name]
        calls: list[WholeCall] = []
        for number, part in enumerate(named):
            is_free = part.id and part.id not in taken and all(call.id != part.id for call in calls)
            call_id = part.id if is_free else f"call_{request}_{number}"
            calls.append(WholeCall(call_id, part.name, _as_object("".join(part.arguments))))
        return tuple(calls)


def _names_another(delta: CallDelta, known: _Part) -> bool:
    if delta.id and known.id:
        return delta.id != known.id
    name = delta.function.name if delta.function is not None else None
    return bool(name and not delta.id and known.name and any(known.arguments))


def _as_text(arguments: Any) -> str:
    """Return a piece of arguments; some servers send an object where the protocol has text."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _as_object(text: str) -> str:
    if not text.strip():
        return "{}"
    try:
        is_object = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        is_object = False
    return text if is_object else json.dumps({RAW_ARGUMENTS: text})
