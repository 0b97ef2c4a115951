"""One short request to each part of a stack that is somebody else's, before a run spends anything on it."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import soundfile

from voicebench import stt
from voicebench.audio import Waveform
from voicebench.datafiles import folder
from voicebench.errors import CallError, LlmError, SttError
from voicebench.graph.stock.alone import answered_by, heard_by, spoken_by
from voicebench.llm.client import ChatClient
from voicebench.llm.reader import ReaderThread
from voicebench.llm.request import ChatRequest
from voicebench.run.prepare import endpoint_of
from voicebench.stack import EngineSpec, LlmSpec, Stack
from voicebench.task import Json
from voicebench.units import NS_PER_S
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import timed

__all__ = ["Finding", "preflight", "preflight_caller"]

_LIMIT_S = 20.0
"""For one answer of a service: longer than any that a caller would wait for."""
_CLIP = "truth_refund.flac"
"""A sentence of speech."""
_MESSAGES: tuple[Json, ...] = ({"role": "user", "content": "Hello, are you there? Say yes, in one word."},)
_TOOL: Json = {
    "type": "function",
    "function": {
        "name": "find_order",
        "description": "Find an order by its number.",
        "parameters": {
            "type": "object",
            "properties": {"number": {"type": "string", "description": "The order's number."}},
            "required": ["number"],
            "additionalProperties": False,
        },
    },
}


@dataclass(frozen=True)
class Finding:
    """What came of asking one part.

    Args:
        part: Its place in the stack.
        took_s: How long it took.
        error: What was wrong; None where it answered.
    """

    part: str
    took_s: float
    error: CallError | None = None


def preflight(stack: Stack) -> Iterator[Finding]:
    """Ask each part of a stack that is somebody else's once: the model with a tool on offer, and yield what came of it.

    Raises:
        ConfigError: Something of the user's is missing, so that nobody can be asked.
    """
    for part, ask in _asks(stack).items():
        yield _found(part, ask)


def preflight_caller(llm: LlmSpec) -> Finding:
    """Ask the model that chooses the caller's words once; no tool is on offer, since it is never given one.

    Raises:
        ConfigError: Something of the user's is missing, so that nobody can be asked.
    """
    return _found("its model", lambda: _ask_llm(llm, []))


def _found(part: str, ask: Callable[[], object]) -> Finding:
    error, took_ns = timed(partial(_failure, ask))
    return Finding(part, round(took_ns / NS_PER_S, 2), error)


def _asks(stack: Stack) -> Mapping[str, Callable[[], object]]:
    asks: dict[str, Callable[[], object]] = {}
    if stack.llm.engine != "reference":
        asks["llm"] = lambda: _ask_llm(stack.llm, [_TOOL])
    if stack.stt.as_service is not None or stack.stt.engine == "openai":
        asks["stt"] = lambda: _ask_stt(stack.stt)
    if (voice := stack.tts.as_service) is not None:
        asks["tts"] = lambda: asyncio.run(spoken_by(voice, "Hello.", _LIMIT_S))
    return asks


def _failure(ask: Callable[[], object]) -> CallError | None:
    try:
        ask()
    except CallError as error:
        return error
    return None


def _ask_llm(llm: LlmSpec, tools: list[Json]) -> None:
    if (service := llm.as_service) is not None:
        asyncio.run(answered_by(service, _MESSAGES, _TOOL, _LIMIT_S))
        return
    with contextlib.closing(ReaderThread()) as thread, asyncio.Runner() as runner:
        runner.run(_ask_endpoint(llm, tools, thread))


async def _ask_endpoint(llm: LlmSpec, tools: list[Json], thread: ReaderThread) -> None:
    clock = LoopTime(asyncio.get_running_loop())
    client = ChatClient(
        endpoint_of(llm, llm.base_url or "", is_replayed=False), thread, clock, _unnoted, is_virtual=False
    )
    request = ChatRequest(number=1, messages=_MESSAGES, tools=tools)
    chunks = [chunk async for chunk in client.stream(request)]
    deltas = [choice.delta for chunk in chunks for choice in chunk.choices or () if choice.delta]
    if not any(delta.content or delta.tool_calls for delta in deltas):
        raise LlmError(f"the model's endpoint {llm.base_url} answered with neither words nor a tool call")


def _unnoted(kind: str, **data: Json) -> None:
    """Take the stamps of a request that is part of no call."""
    del kind, data


def _ask_stt(spec: EngineSpec) -> None:
    samples, rate_hz = soundfile.read(folder("audio_fixtures") / _CLIP, dtype="float32")
    sound = Waveform(samples, rate_hz)
    if (service := spec.as_service) is not None:
        asyncio.run(heard_by(service, sound, _LIMIT_S))
    elif not stt.make(spec.engine, spec.options).transcribe(sound).text:
        raise SttError("the recogniser's endpoint heard nothing in a sentence of clear speech", fault="provider")
