"""What the stages of a stack cost on this machine, one job at a time, models warm, by the length of the sound."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from voicebench.audio import Waveform
from voicebench.desk import Desk
from voicebench.events import EventKind, EventLog
from voicebench.graph.probe import VAD_WINDOW_SAMPLES, turn_model, vad_model
from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.llm.client import ChatClient
from voicebench.llm.request import ChatRequest
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import endpoint
from voicebench.task import Json
from voicebench.units import LINE_RATE_HZ
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import timed

__all__ = ["Rows", "measure_llm", "measure_stt", "measure_tts", "measure_turn", "measure_vad", "speech"]

Rows = list[dict[str, Json]]
"""Quantiles by size, as a profile has them."""

_SAID = (
    "thank you for waiting I have found the order that you asked about and it was delivered on the fifth of June so "
    "the time in which it can be sent back to us has run out but I can tell you about the other things that you bought"
)
_WORDS = _SAID.split()
_SENTENCES = (3, 8, 16, 32)
"""Words."""
_SEGMENTS_S = (2.0, 4.0, 8.0, 14.0)
_TURN_S = 4.0
_QUANTILES = np.linspace(0.0, 1.0, 11)
_TOKENS: tuple[EventKind, ...] = ("llm_first_content", "llm_first_tool", "llm_first_reasoning")


def _row(size: float, costs_ns: Sequence[float]) -> dict[str, Json]:
    quantiles = np.quantile(np.array(costs_ns) / 1e6, _QUANTILES)
    return {"size": round(size, 2), "n": len(costs_ns), "ms": [round(float(ms), 2) for ms in quantiles]}


def speech(voice: Speech) -> Waveform:
    """Return half a minute of the voice, to cut pieces from; the voice is warm after it."""
    said = voice.say(_SAID).samples
    return Waveform(np.concatenate([said, said, said]), LINE_RATE_HZ)


def measure_tts(voice: Speech, repeats: int) -> Rows:
    """Return the cost of sentences, by the seconds of sound that came out."""
    return [_sentences(voice, count, repeats) for count in _SENTENCES]


def _sentences(voice: Speech, count: int, repeats: int) -> dict[str, Json]:
    lengths_s, costs_ns = [], []
    for turn in range(repeats):
        start = turn % (len(_WORDS) - count)
        text = " ".join(_WORDS[start : start + count])
        sound, took_ns = timed(partial(voice.say, text))
        lengths_s.append(len(sound) / LINE_RATE_HZ)
        costs_ns.append(took_ns)
    return _row(float(np.median(lengths_s)), costs_ns)


def _pieces(sound: Waveform, samples: int, repeats: int) -> Iterator[Waveform]:
    for turn in range(repeats):
        start = turn * 997 % (len(sound) - samples)
        yield Waveform(sound.samples[start : start + samples], LINE_RATE_HZ)


def _runs(model: Callable[[Waveform], object], sound: Waveform, seconds: float, repeats: int) -> list[int]:
    pieces = list(_pieces(sound, int(seconds * LINE_RATE_HZ), repeats))
    model(pieces[0])  # the first run of a model takes longer
    return [timed(partial(model, piece))[1] for piece in pieces]


def measure_stt(hearing: Hearing, sound: Waveform, repeats: int) -> Rows:
    """Return the cost of transcripts, by the seconds of sound."""
    return [_row(seconds, _runs(hearing.transcribe, sound, seconds, repeats)) for seconds in _SEGMENTS_S]


def measure_vad(sound: Waveform, repeats: int) -> Rows:
    """Return the cost of one window of the VAD."""
    window_s = VAD_WINDOW_SAMPLES / LINE_RATE_HZ
    return [_row(0.0, _runs(vad_model(), sound, window_s, 10 * repeats))]


def measure_turn(sound: Waveform, repeats: int) -> Rows:
    """Return the cost of one run of the end-of-turn model, which is the same for any length."""
    return [_row(0.0, _runs(turn_model(), sound, _TURN_S, repeats))]


@dataclass(frozen=True)
class _Answer:
    """When the tokens of one answer came.

    Args:
        first_ns: From the request to the first token.
        later_ns: The mean from one to the next; None for an answer of one token.
    """

    first_ns: int
    later_ns: float | None


def measure_llm(plan: CallPlan, kit: Kit, repeats: int) -> dict[str, Rows]:
    """Return the costs of the first token and of the others, asked over HTTP as in a call.

    Args:
        plan: A call on the real clock; its first request is what is asked.
        kit: Reads the stream.
        repeats: How often; each asks the provider once, which may cost money.
    """
    with asyncio.Runner() as runner:
        _, *answers = runner.run(_ask(plan, kit, repeats + 1))  # the first opens the connection
    later = [answer.later_ns for answer in answers if answer.later_ns is not None]
    rows = {"llm.first_token": [_row(0.0, [answer.first_ns for answer in answers])]}
    return rows | ({"llm.token": [_row(0.0, later)]} if later else {})


async def _ask(plan: CallPlan, kit: Kit, count: int) -> list[_Answer]:
    clock = LoopTime(asyncio.get_running_loop())
    events = EventLog(clock)
    where = endpoint(plan, kit)
    assert where is not None  # noqa: S101 - services of Pipecat's are refused before
    client = ChatClient(
        where, kit.reader, clock, lambda kind, **data: events.add("agent", kind, **data), is_virtual=False
    )
    with contextlib.closing(Desk(plan.pack, trusted=plan.trusted)) as desk:
        messages = (
            {"role": "system", "content": desk.prompt()},
            {"role": "assistant", "content": plan.pack.greeting},
            {"role": "user", "content": plan.task.caller.opening},
        )
        tools = desk.tool_schemas()
    answers = []
    for number in range(count):
        request = ChatRequest(number=number, messages=messages, tools=tools)
        sent_ns = clock.now_ns()
        pieces = [chunk async for chunk in client.stream(request)]
        answers.append(_answer(events, number, sent_ns, len(pieces)))
    return answers


def _answer(events: EventLog, number: int, sent_ns: int, chunks: int) -> _Answer:
    noted = {event.kind: event for event in events.in_order() if event.data.get("request") == number}
    first_ns = min(noted[kind].at_ns for kind in (*_TOKENS, "llm_end") if kind in noted)
    usage = noted["llm_end"].data["usage"]
    tokens = usage.get("completion_tokens", chunks) if isinstance(usage, dict) else chunks
    spread_ns = noted["llm_end"].at_ns - first_ns
    return _Answer(first_ns - sent_ns, spread_ns / (tokens - 1) if tokens > 1 else None)
