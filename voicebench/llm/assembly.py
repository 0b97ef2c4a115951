"""Tool calls, put together from the deltas of a stream."""

import json
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

    Servers disagree about ``index``: some leave it out, some send 0 for every call. A delta with a name and another id
    than the call in hand therefore begins a new call, whatever its index says.
    """

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._at_index: dict[int, _Part] = {}

    def add(self, delta: CallDelta) -> None:
        """Take in one delta."""
        part = self._part_of(delta)
        if delta.function is not None:
            part.name += delta.function.name or ""
            part.arguments.append(delta.function.arguments or "")

    def _part_of(self, delta: CallDelta) -> _Part:
        index = delta.index if delta.index is not None else max(len(self._parts) - 1, 0)
        known = self._at_index.get(index)
        names_another = known is not None and bool(delta.id) and bool(known.id) and delta.id != known.id
        if known is None or names_another:
            known = _Part()
            self._parts.append(known)
            self._at_index[index] = known
        known.id = known.id or delta.id or ""
        return known

    def whole(self, request: int) -> tuple[WholeCall, ...]:
        """Return the calls that have a name.

        Args:
            request: Number of the request, for ids that the server did not send.
        """
        named = [part for part in self._parts if part.name]
        return tuple(
            WholeCall(part.id or f"call_{request}_{n}", part.name, _as_object("".join(part.arguments)))
            for n, part in enumerate(named)
        )


def _as_object(text: str) -> str:
    if not text.strip():
        return "{}"
    try:
        is_object = isinstance(json.loads(text), dict)
    except ValueError:
        is_object = False
    return text if is_object else json.dumps({RAW_ARGUMENTS: text})
