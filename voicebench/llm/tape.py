"""Answers of a model on a tape: what came, and when, request by request."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from openai.types.chat import ChatCompletionChunk

from voicebench.clock import Timekeeper
from voicebench.errors import CallError, CassetteError, LimitExceeded, LlmError
from voicebench.llm.attempts import Retry
from voicebench.llm.reader import Arrival
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.tape import Tape
from voicebench.task import Json
from voicebench.units import ms_to_ns

__all__ = ["AnswerReader", "Source", "TapedAnswers", "straight"]


_PATIENCE_NS = ms_to_ns(1)
"""For whatever breaks an answer off to do so, on the virtual clock."""


class AnswerReader(Protocol):
    """An answer as it arrives."""

    async def next(self) -> Arrival[Any]:
        """Return what arrived next."""
        ...

    def close(self) -> None:
        """Read no more."""
        ...


Source = Callable[[ChatRequest, Callable[[], AnswerReader]], AnswerReader]
"""``source(request, ask)`` -> the answer: that of ``ask``, or one from elsewhere, in which case nobody is asked."""


def straight(request: ChatRequest, ask: Callable[[], AnswerReader]) -> AnswerReader:
    """Ask the endpoint."""
    del request
    return ask()


class TapedAnswers:
    """A ``Source`` that keeps what arrives, or replays what was kept.

    An answer belongs to a request of a call, by its number, since a model may answer the same request otherwise the
    next time. Its contents must be the same nevertheless, or the call has left the tape.

    Args:
        tape: The tape.
        call: Which call it is, in words that are the same at the next run.
        endpoint: What else decides an answer.
        clock: The call's clock.
    """

    def __init__(self, tape: Tape, call: str, endpoint: Endpoint, clock: Timekeeper):
        self._tape = tape
        self._call = call
        self._clock = clock
        self._asked_with = {
            "model": endpoint.model,
            "temperature": endpoint.temperature,
            "extra_body": dict(endpoint.extra_body),
        }

    def __call__(self, request: ChatRequest, ask: Callable[[], AnswerReader]) -> AnswerReader:
        """Return the answer to a request."""
        parts = self._parts(request)
        if self._tape.is_played:
            entry = self._found(request.number, parts)
            return _Played(entry, self._clock, f"{self._call} left the tape at request {request.number} to the model")

        def keep(arrivals: Sequence[Json]) -> None:
            entry = {"parts": parts, "arrivals": arrivals, "closed_ns": self._clock.now_ns()}
            self._tape.write(json.dumps(entry).encode(), "llm", self._call, str(request.number))

        return _Kept(ask(), keep)

    def _parts(self, request: ChatRequest) -> dict[str, str]:
        """The digests of what a request holds, by part, so that one can say what differs."""
        parts: dict[str, Json] = {f"message {number}": one for number, one in enumerate(request.messages, 1)}
        parts |= {"the tools": list(request.tools), "what the model is asked with": self._asked_with}
        return {
            name: hashlib.sha256(json.dumps(one, sort_keys=True).encode()).hexdigest() for name, one in parts.items()
        }

    def _found(self, number: int, parts: Mapping[str, str]) -> Mapping[str, Json]:
        data = self._tape.read("llm", self._call, str(number))
        what = f"{self._call} left the tape at request {number} to the model"
        if data is None:
            raise CassetteError(f"{what}: there is none of that number on it")
        entry: Mapping[str, Json] = json.loads(data)
        kept: Mapping[str, str] = entry["parts"]
        changed = [name for name in parts if parts[name] != kept.get(name)] + [
            name for name in kept if name not in parts
        ]
        if changed:
            raise CassetteError(f"{what}: {changed[0]} is not what was recorded")
        return entry


def _digest(value: Json) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


class _Kept:
    """An answer of the endpoint that is kept as far as it was read."""

    def __init__(self, reader: AnswerReader, keep: Callable[[Sequence[Json]], None]):
        self._reader = reader
        self._keep = keep
        self._arrivals: list[Json] = []
        self._is_kept = False

    async def next(self) -> Arrival[Any]:
        """Return what arrived next."""
        arrival = await self._reader.next()
        self._arrivals.append(_written(arrival))
        return arrival

    def close(self) -> None:
        """Read no more, and keep what was."""
        self._reader.close()
        if not self._is_kept:
            self._is_kept = True
            self._keep(self._arrivals)


class _Played:
    """An answer from the tape. It comes the way that one of the real world does, so that no order changes."""

    def __init__(self, entry: Mapping[str, Json], clock: Timekeeper, what: str):
        self._left = list(reversed(entry["arrivals"]))
        self._closed_ns = int(entry["closed_ns"])
        self._clock = clock
        self._what = what

    async def next(self) -> Arrival[Any]:
        """Return what arrived next."""
        await self._clock.outside(asyncio.sleep(0))
        if self._left:
            return _read(self._left.pop())
        # When it was recorded, nobody waited for more than this: the call hung up, or the caller spoke.
        await self._clock.until_ns(self._closed_ns + _PATIENCE_NS)
        raise CassetteError(f"{self._what}: it reads on where the answer was broken off when it was recorded")

    def close(self) -> None:
        """Read no more."""


def _written(arrival: Arrival[Any]) -> Json:
    """Return an arrival as JSON; a chunk goes as it came, before anybody changes it."""
    facts: dict[str, Json] = {"after_ns": arrival.after_ns}
    if isinstance(arrival.item, Retry):
        facts["retry"] = arrival.item.why
    elif arrival.item is not None:
        facts["chunk"] = arrival.item.model_dump(mode="json", exclude_unset=True, warnings=False)
    if arrival.error is not None:
        facts["error"] = _error_facts(arrival.error)
    return facts


def _read(facts: Mapping[str, Json]) -> Arrival[Any]:
    if "error" in facts:
        return Arrival(None, facts["after_ns"], _error(facts["error"]))
    if "retry" in facts:
        return Arrival(Retry(facts["retry"]), facts["after_ns"])
    # As the SDK makes one: whatever came is taken, and nothing is checked again.
    item = ChatCompletionChunk.construct(**facts["chunk"]) if "chunk" in facts else None
    return Arrival(item, facts["after_ns"])


def _error_facts(error: Exception) -> Json:
    if isinstance(error, LimitExceeded):
        return {"limit": error.limit, "allowed": error.allowed, "used": error.used, "fault": error.fault}
    if isinstance(error, CallError):
        return {"words": str(error), "stage": error.stage, "fault": error.fault}
    return {"words": f"{type(error).__name__}: {error}", "stage": "llm", "fault": "harness"}


def _error(facts: Mapping[str, Json]) -> Exception:
    if "limit" in facts:
        return LimitExceeded(facts["limit"], facts["allowed"], facts["used"], fault=facts["fault"])
    return LlmError(facts["words"], stage=facts["stage"], fault=facts["fault"])
