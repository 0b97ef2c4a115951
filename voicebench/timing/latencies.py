"""What the caller of one call had to wait for, and who talked for how long.

A request that was cancelled, that broke, or that never came to a token, gives no sample; nor does a turn without a
wait, nor one of the first turns when they count as warm-up. Where there is nothing to measure a figure is None, never
0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from voicebench.events import Event, EventKind
from voicebench.task import Json
from voicebench.timing.islands import Island, islands, overlap_ns
from voicebench.timing.summary import Summary, json_ms
from voicebench.timing.turns import Turn, turns
from voicebench.units import ms_to_ns

__all__ = ["DEAD_AIR_NS", "CallLatencies", "Silence", "call_latencies"]

DEAD_AIR_NS = ms_to_ns(3_000)
"""A longer silence of both sides is dead air."""

_TOKENS: tuple[EventKind, ...] = ("llm_first_content", "llm_first_tool")


@dataclass(frozen=True)
class Silence:
    """A stretch in which neither side speaks.

    Args:
        start_ns: Since the call began.
        length_ns: How long.
    """

    start_ns: int
    length_ns: int


@dataclass(frozen=True)
class CallLatencies:
    """The latencies of one call; talk is None on a call without sound.

    Args:
        voice_to_voice: Over all turns with a reply that did not begin before the caller was done.
        plain_turns: The same over turns without a tool.
        tool_turns: The same over turns with one.
        unexplained: What the waterfalls of those turns leave over.
        ttft: Request sent -> first content or tool-call token, reasoning included.
        ttfat: The same less the time from the first reasoning token on.
        retries: Of each request that was sent again: the time until its last sending, which no TTFT has in it.
        time_to_greeting_ns: The call begins -> the agent's first speech at the caller's ear.
        dead_air: Silences of both sides over 3 s, from the call's beginning to its end.
        caller_talk_ns: The caller's speech, pauses over 0.3 s left out.
        agent_talk_ns: The agent's, likewise.
        both_talk_ns: Both at once, whoever began.
        talk_over_ns: The agent's share of that: speech that it began while the caller's utterance was not over.
        reply_lengths: The agent's speech in each reply.
        turns_n: All turns.
        unanswered_n: Turns without a reply.
    """

    voice_to_voice: Summary
    plain_turns: Summary
    tool_turns: Summary
    unexplained: Summary
    ttft: Summary
    ttfat: Summary
    retries: Summary
    time_to_greeting_ns: int | None
    dead_air: tuple[Silence, ...] | None
    caller_talk_ns: int | None
    agent_talk_ns: int | None
    both_talk_ns: int | None
    talk_over_ns: int | None
    reply_lengths: Summary
    turns_n: int
    unanswered_n: int

    def to_json(self) -> Mapping[str, Json]:
        """Return it with times in milliseconds."""
        silences = None if self.dead_air is None else [_silence_json(silence) for silence in self.dead_air]
        return {
            "voice_to_voice_ms": self.voice_to_voice.to_json(),
            "plain_turns_ms": self.plain_turns.to_json(),
            "tool_turns_ms": self.tool_turns.to_json(),
            "unexplained_ms": self.unexplained.to_json(),
            "ttft_ms": self.ttft.to_json(),
            "ttfat_ms": self.ttfat.to_json(),
            "retries_ms": self.retries.to_json(),
            "time_to_greeting_ms": json_ms(self.time_to_greeting_ns),
            "dead_air": silences,
            "caller_talk_ms": json_ms(self.caller_talk_ns),
            "agent_talk_ms": json_ms(self.agent_talk_ns),
            "both_talk_ms": json_ms(self.both_talk_ns),
            "talk_over_ms": json_ms(self.talk_over_ns),
            "reply_lengths_ms": self.reply_lengths.to_json(),
            "turns": self.turns_n,
            "unanswered_turns": self.unanswered_n,
        }


def call_latencies(events: Sequence[Event], warm_up_turns: int = 0) -> CallLatencies:
    """Measure one call.

    Args:
        events: In order of time, as ``EventLog.in_order`` gives them.
        warm_up_turns: So many turns at the beginning, with their requests, enter no percentile.
    """
    all_turns = turns(events)
    measured = all_turns[warm_up_turns:]
    warming = {number for turn in all_turns[:warm_up_turns] for number in turn.requests}
    caller, agent = islands(events, "caller"), islands(events, "agent")
    has_sound = bool(caller or agent)
    return CallLatencies(
        voice_to_voice=_waits(measured, lambda _: True),
        plain_turns=_waits(measured, lambda turn: not turn.is_tool_turn),
        tool_turns=_waits(measured, lambda turn: turn.is_tool_turn),
        unexplained=Summary(tuple(turn.waterfall.unexplained for turn in measured if turn.waterfall)),
        ttft=_token_times(events, warming, with_reasoning=True),
        ttfat=_token_times(events, warming, with_reasoning=False),
        retries=_retry_times(events),
        time_to_greeting_ns=_time_to_greeting(events, agent),
        dead_air=_dead_air(events, (*caller, *agent)) if has_sound else None,
        caller_talk_ns=sum(island.length_ns for island in caller) if has_sound else None,
        agent_talk_ns=sum(island.length_ns for island in agent) if has_sound else None,
        both_talk_ns=overlap_ns(caller, agent) if has_sound else None,
        talk_over_ns=sum(turn.talk_over_ns for turn in all_turns) if has_sound else None,
        reply_lengths=Summary(tuple(turn.reply_length_ns for turn in all_turns if turn.reply_length_ns is not None)),
        turns_n=len(all_turns),
        unanswered_n=sum(turn.reply_ns is None for turn in all_turns),
    )


def _waits(some_turns: Sequence[Turn], wanted: Callable[[Turn], bool]) -> Summary:
    waits = (turn.voice_to_voice_ns for turn in some_turns if wanted(turn))
    return Summary(tuple(wait_ns for wait_ns in waits if wait_ns is not None))


def _token_times(events: Sequence[Event], warming: set[int], *, with_reasoning: bool) -> Summary:
    samples = []
    for request in events:
        number = request.data.get("request")
        if request.kind != "llm_request" or number in warming:
            continue
        stamps = {event.kind: event for event in reversed(events) if event.data.get("request") == number}
        first_ns = min((stamps[kind].at_ns for kind in _TOKENS if kind in stamps), default=None)
        if first_ns is None or "llm_end" not in stamps or not _is_whole(stamps["llm_end"]):
            continue
        if not with_reasoning and "llm_first_reasoning" in stamps:
            first_ns = min(first_ns, stamps["llm_first_reasoning"].at_ns)
        samples.append(first_ns - _sent_ns(events, request))
    return Summary(tuple(samples))


def _is_whole(end: Event) -> bool:
    return not end.data.get("cancelled") and "error" not in end.data


def _sent_ns(events: Sequence[Event], request: Event) -> int:
    """When a request was sent for the last time."""
    number = request.data.get("request")
    again = [event.at_ns for event in events if event.kind == "llm_retry" and event.data.get("request") == number]
    return max(again, default=request.at_ns)


def _retry_times(events: Sequence[Event]) -> Summary:
    times = (_sent_ns(events, request) - request.at_ns for request in events if request.kind == "llm_request")
    return Summary(tuple(ns for ns in times if ns))


def _time_to_greeting(events: Sequence[Event], agent: Sequence[Island]) -> int | None:
    began_ns = next((event.at_ns for event in events if event.kind == "call_start"), 0)
    return agent[0].start_ns - began_ns if agent else None


def _dead_air(events: Sequence[Event], speech: Sequence[Island]) -> tuple[Silence, ...]:
    began_ns = next((event.at_ns for event in events if event.kind == "call_start"), 0)
    ended_ns = next((event.at_ns for event in events if event.kind == "call_end"), events[-1].at_ns)
    found = []
    quiet_since_ns = began_ns
    for island in sorted(speech, key=lambda island: island.start_ns):
        found.append(Silence(quiet_since_ns, island.start_ns - quiet_since_ns))
        quiet_since_ns = max(quiet_since_ns, island.end_ns)
    found.append(Silence(quiet_since_ns, ended_ns - quiet_since_ns))
    return tuple(silence for silence in found if silence.length_ns > DEAD_AIR_NS)


def _silence_json(silence: Silence) -> Mapping[str, Json]:
    return {"start_ms": json_ms(silence.start_ns), "length_ms": json_ms(silence.length_ns)}
