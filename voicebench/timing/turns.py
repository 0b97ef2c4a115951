"""The turns of a call: each utterance of the caller's, and the reply to it.

An utterance is what the caller said in one go, with its pauses; where a log does not say what was meant (``said``), it
is all of the caller's speech between two starts of the agent's.

The reply is the first speech of the agent's that starts after the utterance, provided the agent took notice of the
caller meanwhile. Without that the agent is only going on with what it was saying, and the utterance has no reply.
Speech that the agent starts before the utterance is over is talking over the caller, and no sample of a wait.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from voicebench.events import Event
from voicebench.task import Json
from voicebench.timing.summary import json_ms
from voicebench.timing.utterances import Utterance, utterances
from voicebench.timing.waterfall import Waterfall, reply_request, waterfall

__all__ = ["Turn", "turns"]


@dataclass(frozen=True)
class Turn:
    """One utterance of the caller's and what the agent made of it; times are since the call began.

    Args:
        index: From 0.
        began_ns: First sample of the utterance at the agent's ear.
        last_speech_ns: End of its last sample there.
        reply_ns: First sample of the reply at the caller's ear; None without a reply. It lies before
            ``last_speech_ns`` when the agent answered before the caller was done and was not stopped.
        reply_length_ns: How long the agent spoke then, pauses left out; None without a reply.
        longest_pause_ns: Longest silence within the reply: after a filler, the wait for the answer.
        role: Who was asked: the role of the request that spoke, else of the last one.
        requests: Numbers of the model's requests that the utterance led to.
        tools: Names of the tools called for it, in order, handoffs among them.
        is_cancelled: An answer was begun and dropped, since the caller spoke on.
        is_talked_over: The agent began to speak before the utterance was over.
        talk_over_ns: For how long it then spoke at once with the caller.
        waterfall: Where the wait went; None where there is no wait to split.
    """

    index: int
    began_ns: int
    last_speech_ns: int
    reply_ns: int | None
    reply_length_ns: int | None
    longest_pause_ns: int
    role: str | None
    requests: tuple[int, ...]
    tools: tuple[str, ...]
    is_cancelled: bool
    is_talked_over: bool
    talk_over_ns: int
    waterfall: Waterfall | None

    @property
    def voice_to_voice_ns(self) -> int | None:
        """How long the caller waited; None without a reply, or when it began before the caller was done."""
        if self.reply_ns is None or self.reply_ns < self.last_speech_ns:
            return None
        return self.reply_ns - self.last_speech_ns

    @property
    def is_tool_turn(self) -> bool:
        """Whether a tool was called for it, before or after the reply began."""
        return bool(self.tools)

    def to_json(self) -> Mapping[str, Json]:
        """Return it with times in milliseconds."""
        return {
            "index": self.index,
            "began_ms": json_ms(self.began_ns),
            "last_speech_ms": json_ms(self.last_speech_ns),
            "reply_ms": json_ms(self.reply_ns),
            "voice_to_voice_ms": json_ms(self.voice_to_voice_ns),
            "reply_length_ms": json_ms(self.reply_length_ns),
            "longest_pause_ms": json_ms(self.longest_pause_ns),
            "role": self.role,
            "requests": list(self.requests),
            "tools": list(self.tools),
            "is_tool_turn": self.is_tool_turn,
            "is_cancelled": self.is_cancelled,
            "is_talked_over": self.is_talked_over,
            "talk_over_ms": json_ms(self.talk_over_ns),
            "waterfall": self.waterfall.to_json() if self.waterfall else None,
        }


def turns(events: Sequence[Event]) -> tuple[Turn, ...]:
    """Return the turns of a call.

    Args:
        events: In order of time, as ``EventLog.in_order`` gives them.
    """
    return tuple(_turn(index, utterance) for index, utterance in enumerate(utterances(events)))


def _turn(index: int, utterance: Utterance) -> Turn:
    reply, path = utterance.reply, utterance.path
    said = [island for island in utterance.answers if reply and island.start_ns >= reply.start_ns]
    asked = [event for event in utterance.work if event.kind == "llm_request"]
    speaker = reply_request(path) or (asked[-1] if asked else None)
    return Turn(
        index=index,
        began_ns=utterance.began_ns,
        last_speech_ns=utterance.ended_ns,
        reply_ns=reply.start_ns if reply else None,
        reply_length_ns=sum(island.length_ns for island in said) if reply else None,
        longest_pause_ns=max((b.start_ns - a.end_ns for a, b in pairwise(said)), default=0),
        role=str(speaker.data.get("role")) if speaker else None,
        requests=tuple(number for event in asked if isinstance(number := event.data.get("request"), int)),
        tools=tuple(str(event.data.get("name")) for event in utterance.work if event.kind == "tool_start"),
        is_cancelled=any(event.kind == "llm_request" for event in utterance.dropped),
        is_talked_over=bool(utterance.early),
        talk_over_ns=utterance.talk_over_ns,
        waterfall=_split(utterance),
    )


def _split(utterance: Utterance) -> Waterfall | None:
    reply = utterance.reply
    if reply is None or reply.start_ns < utterance.ended_ns:
        return None
    return waterfall(utterance.path, utterance.ended_ns, reply)
