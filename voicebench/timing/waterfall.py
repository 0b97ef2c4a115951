"""Where the wait for one reply went.

The wait is a stretch of time, and each stage of the pipeline is a stretch too, from one event to another. Each moment
of the wait belongs to the last stage, in the order of the pipeline, that was at work in it: while a transcript is being
made the time is transcription's, though the turn detector's own timer may run beside it. A moment in which no stage
was at work is ``unexplained``. The parts so add up to the wait by construction, and none is ever negative.

Stages, from what to what:

* endpointing: the caller's last sample -> the turn is taken to have ended
* transcription: the recogniser is asked -> it has answered
* retries: request sent -> sent again for the last time, where an attempt failed before its first token
* llm_first_token: request sent, at last -> first token of any kind, over all requests that the reply waited for
* thinking: first reasoning token -> first content or tool-call token
* tools: of a request before the reply's own: first token of the call -> its result; so a tool's time has the model's
  writing of the call in it
* first_sentence: first content token of the reply's own request -> its first sentence that sounds goes to TTS
* tts: that sentence goes to TTS -> its sound is there
* leading_silence: the first sample of that sound at the mouth -> its first sample of speech
* line: the wait for the next packet, which leaves every 20 ms, and then the line's latency to the caller's ear
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from voicebench.events import Event, EventKind
from voicebench.task import Json
from voicebench.timing.islands import Island, number
from voicebench.timing.summary import json_ms
from voicebench.units import PACKET_MS, ms_to_ns

__all__ = ["Waterfall", "reply_request", "waterfall"]

_PACKET_NS = ms_to_ns(PACKET_MS)
_TOOLS = "tools"
_TOKENS: tuple[EventKind, ...] = ("llm_first_content", "llm_first_tool")


@dataclass(frozen=True)
class Waterfall:
    """The parts of one wait, in nanoseconds; they add up to it exactly. See the module for what each is.

    Args:
        tools: By name, in the order in which they ran.
        unexplained: What no stage accounts for.
    """

    endpointing: int = 0
    transcription: int = 0
    retries: int = 0
    llm_first_token: int = 0
    thinking: int = 0
    tools: Mapping[str, int] = field(default_factory=dict)
    first_sentence: int = 0
    tts: int = 0
    leading_silence: int = 0
    line: int = 0
    unexplained: int = 0

    @property
    def total_ns(self) -> int:
        """The whole wait."""
        return sum(sum(part.values()) if isinstance(part, Mapping) else part for part in vars(self).values())

    def to_json(self) -> Mapping[str, Json]:
        """Return milliseconds, part by part in order."""
        return {
            f"{name}_ms": {tool: json_ms(ns) for tool, ns in part.items()} if name == _TOOLS else json_ms(part)
            for name, part in vars(self).items()
        }


@dataclass(frozen=True)
class _Stage:
    part: str
    start_ns: int
    end_ns: int
    tool: str = ""


@dataclass(frozen=True)
class _Sentence:
    """The reply's first sentence that sounds; positions are those in the path."""

    position: int
    start_ns: int
    end_ns: int
    leading_silence_ns: int


def waterfall(path: Sequence[Event], last_speech_ns: int, reply: Island) -> Waterfall:
    """Split one wait.

    Args:
        path: The agent's events that led to the reply, in order: none of an answer that was dropped.
        last_speech_ns: End of the caller's speech at the agent's ear.
        reply: The reply's first speech; it starts no earlier than that.
    """
    sentence = _sentence(path)
    stages = (*_hearing(path, last_speech_ns), *_model(path, sentence), *_voice(sentence, reply))
    shares = _share(last_speech_ns, reply.start_ns, stages)
    tools = {name: ns for (part, name), ns in shares.items() if part == _TOOLS}
    return Waterfall(tools=tools, **{part: ns for (part, _), ns in shares.items() if part != _TOOLS})


def reply_request(path: Sequence[Event]) -> Event | None:
    """Return the request whose words were spoken first; None when the reply was no model's."""
    sentence = _sentence(path)
    asked = [event for event in path if event.kind == "llm_request"]
    spoken_by = {
        event.data.get("request")
        for event in path[: sentence.position if sentence else None]
        if event.kind == "llm_first_content"
    }
    return next((event for event in reversed(asked) if event.data.get("request") in spoken_by), None)


def _sentence(path: Sequence[Event]) -> _Sentence | None:
    started: tuple[int, Event] | None = None
    for position, event in enumerate(path):
        if event.kind == "tts_start":
            started = position, event
        elif event.kind == "tts_end" and started and number(event, "audio_ms") > number(event, "leading_silence_ms"):
            silence_ns = ms_to_ns(number(event, "leading_silence_ms"))
            return _Sentence(started[0], started[1].at_ns, event.at_ns, silence_ns)
    return None


def _hearing(path: Sequence[Event], last_speech_ns: int) -> Iterator[_Stage]:
    first = next((position for position, event in enumerate(path) if event.kind == "llm_request"), None)
    before = path[:first]
    ended = [event.at_ns for event in before if event.kind == "turn_end"]
    ended = ended or [event.at_ns for event in before if event.kind == "vad_stop"]
    if ended:
        yield _Stage("endpointing", last_speech_ns, ended[-1])
    for event in before:
        if event.kind == "transcript":
            yield _Stage("transcription", event.at_ns - ms_to_ns(number(event, "cost_ms")), event.at_ns)


def _model(path: Sequence[Event], sentence: _Sentence | None) -> Iterator[_Stage]:
    reply = reply_request(path)
    asked = [position for position, event in enumerate(path) if event.kind == "llm_request"]
    for position, until in pairwise([*asked, len(path)]):
        request = path[position]
        stamps = _stamps(path, request)
        first_ns = min((stamps[kind] for kind in _TOKENS if kind in stamps), default=stamps.get("llm_end"))
        if first_ns is None:
            return
        thinks_from_ns = min(stamps.get("llm_first_reasoning", first_ns), first_ns)
        sent_ns = _sent_ns(path, request)
        yield _Stage("retries", request.at_ns, sent_ns)
        yield _Stage("llm_first_token", sent_ns, thinks_from_ns)
        yield _Stage("thinking", thinks_from_ns, first_ns)
        if request is reply:
            if sentence:
                yield _Stage("first_sentence", first_ns, sentence.start_ns)
            return
        yield from _tools(path[position:until], first_ns)


def _sent_ns(path: Sequence[Event], request: Event) -> int:
    number_of = request.data.get("request")
    again = [event.at_ns for event in path if event.kind == "llm_retry" and event.data.get("request") == number_of]
    return max(again, default=request.at_ns)


def _stamps(path: Sequence[Event], request: Event) -> Mapping[EventKind, int]:
    number_of = request.data.get("request")
    return {
        event.kind: event.at_ns
        for event in reversed(path)
        if event.kind.startswith("llm_") and event.data.get("request") == number_of
    }


def _tools(after_request: Sequence[Event], first_ns: int) -> Iterator[_Stage]:
    for event in after_request:
        if event.kind == "tool_end":
            yield _Stage(_TOOLS, first_ns, event.at_ns, tool=str(event.data.get("name")))
            first_ns = event.at_ns


def _voice(sentence: _Sentence | None, reply: Island) -> Iterator[_Stage]:
    if sentence:
        sounds_ns = reply.spoken_ns - sentence.leading_silence_ns
        yield _Stage("tts", sentence.start_ns, sentence.end_ns)
        yield _Stage("line", sentence.end_ns, min(sentence.end_ns + _PACKET_NS, sounds_ns))
        yield _Stage("leading_silence", sounds_ns, reply.spoken_ns)
    yield _Stage("line", reply.spoken_ns, reply.start_ns)


def _share(start_ns: int, end_ns: int, stages: Sequence[_Stage]) -> Mapping[tuple[str, str], int]:
    """Return how much of the time from ``start_ns`` to ``end_ns`` is whose; where stages meet, the last listed wins."""
    cuts = {start_ns, end_ns}
    for stage in stages:
        cuts |= {ns for ns in (stage.start_ns, stage.end_ns) if start_ns < ns < end_ns}
    ordered = sorted(cuts)
    shares: dict[tuple[str, str], int] = {}
    for one, other in pairwise(ordered):
        at_work = [stage for stage in stages if stage.start_ns <= one and other <= stage.end_ns]
        owner = (at_work[-1].part, at_work[-1].tool) if at_work else ("unexplained", "")
        shares[owner] = shares.get(owner, 0) + other - one
    return shares
