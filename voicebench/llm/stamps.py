"""The stamps of one request, on the call's clock, and what it used."""

from collections.abc import Sequence
from typing import Any, Protocol

from voicebench.clock import Clock
from voicebench.events import EventKind
from voicebench.llm.assembly import WholeCall
from voicebench.task import Json

__all__ = ["Note", "Stamps", "brings_token"]


class Note(Protocol):
    """Takes one event of the model's."""

    def __call__(self, kind: EventKind, **data: Json) -> None:
        """Note it at the clock's now."""
        ...


class Stamps:
    """Notes the first of each kind of chunk, and the end with what it cost.

    First byte, first reasoning, first content, first tool call and first speakable token are kept apart: a chunk with
    the role alone is a byte but no content, and a space is content but cannot be spoken.
    """

    def __init__(self, note: Note, clock: Clock, request: int):
        self._note = note
        self._request = request
        self._seen: set[EventKind] = set()
        self._text: list[str] = []
        self._usage: Json = "unknown"
        self._finish: str | None = None
        self._ended = False
        self.model = ""
        self.sent_ns = clock.now_ns()

    def take(self, chunk: Any) -> None:
        """Note what this chunk is the first of."""
        self._first("llm_first_byte")
        self.model = chunk.model or self.model
        if chunk.usage is not None:
            self._usage = chunk.usage.model_dump(mode="json", exclude_none=True)
        for choice in chunk.choices or ():
            self._finish = choice.finish_reason or self._finish
            if choice.delta is not None:
                self._take_delta(choice.delta)

    def _take_delta(self, delta: Any) -> None:
        if _reasons(delta):
            self._first("llm_first_reasoning")
        if delta.content:
            self._text.append(delta.content)
            self._first("llm_first_content")
            if any(character.isalnum() for character in delta.content):
                self._first("llm_first_speakable")
        if delta.tool_calls:
            self._first("llm_first_tool")

    def _first(self, kind: EventKind) -> None:
        if kind not in self._seen:
            self._seen.add(kind)
            self._note(kind, request=self._request)

    def retry(self, why: str) -> None:
        """Note that the request is sent again."""
        self._note("llm_retry", request=self._request, why=why)

    def cut_off(self) -> None:
        """Note that the answer went on for too long, and ends here."""
        self._finish = "cut_off"

    def end(self, calls: Sequence[WholeCall] = (), *, cancelled: bool = False, error: str | None = None) -> None:
        """Note the end, once.

        Args:
            calls: The tool calls of the answer.
            cancelled: Nobody wanted the rest of it.
            error: What broke it.
        """
        if self._ended:
            return
        self._ended = True
        tools = [{"name": call.name, "arguments": call.arguments} for call in calls]
        text = "".join(self._text)
        self._note(
            "llm_end",
            request=self._request,
            text=text,
            tools=tools,
            usage=self._usage,
            finish=self._finish,
            cancelled=cancelled,
            model=self.model,
            **({} if error is None else {"error": error}),
        )


def brings_token(chunk: Any) -> bool:
    """Return whether a chunk brings anything of the answer: content, reasoning or a piece of a tool call."""
    deltas = [choice.delta for choice in chunk.choices or () if choice.delta]
    return any(delta.content or delta.tool_calls or _reasons(delta) for delta in deltas)


def _reasons(delta: Any) -> bool:
    extra = delta.model_extra or {}
    return bool(extra.get("reasoning_content") or extra.get("reasoning"))
