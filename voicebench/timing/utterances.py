"""The caller's utterances, and what both sides did about each."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.events import Event
from voicebench.timing.islands import Island, islands, overlap_ns
from voicebench.units import PACKET_MS, ms_to_ns

__all__ = ["Utterance", "utterances"]

_NOTICES = ("vad_start", "vad_stop", "turn_start", "turn_end", "interrupted")
"""What an agent does when it hears the caller begin or end."""
_PACKET_NS = ms_to_ns(PACKET_MS)


@dataclass(frozen=True)
class Utterance:
    """What the caller said in one go.

    Args:
        islands: The speech it is made of, one island at least.
        answers: The agent's speech that began between its beginning and the next utterance's.
        before: The agent's speech that began earlier.
        work: What the agent did for it: from where it took notice of this utterance until it did of the next one.
        is_observed: Whether the log of the call shows when the agent takes notice of the caller.
    """

    islands: Sequence[Island]
    answers: Sequence[Island]
    before: Sequence[Island]
    work: Sequence[Event]
    is_observed: bool

    @property
    def began_ns(self) -> int:
        """Its first sample at the agent's ear."""
        return self.islands[0].start_ns

    @property
    def ended_ns(self) -> int:
        """The end of its last sample there."""
        return self.islands[-1].end_ns

    @property
    def early(self) -> Sequence[Island]:
        """What the agent began to say before the utterance was over."""
        return [island for island in self.answers if island.start_ns < self.ended_ns]

    @property
    def talk_over_ns(self) -> int:
        """For how long that lasted at once with the utterance."""
        return overlap_ns(self.early, self.islands)

    @property
    def reply(self) -> Island | None:
        """The first speech of the reply; see ``voicebench.timing.turns`` for which that is."""
        early = self.early[-1] if self.early else None
        later = self.answers[len(self.early) :]
        reply = later[0] if later else None
        if self._was_noticed(early.start_ns if early else self.began_ns, reply):
            return reply
        return early

    def _was_noticed(self, since_ns: int, reply: Island | None) -> bool:
        if not self.is_observed:
            return not any(island.start_ns < self.ended_ns < island.end_ns for island in (*self.before, *self.early))
        return any(
            event.kind in _NOTICES and since_ns <= event.at_ns and (reply is None or event.at_ns <= reply.spoken_ns)
            for event in self.work
        )

    @property
    def dropped(self) -> Sequence[Event]:
        """The work up to the last interruption before the reply: nothing came of it."""
        reply = self.reply
        before = self.work if reply is None else self.work[: self._position(reply.spoken_ns)]
        last = max((position for position, event in enumerate(before) if event.kind == "interrupted"), default=-1)
        return before[: last + 1]

    @property
    def path(self) -> Sequence[Event]:
        """The work that led to the reply.

        A packet that the line takes late still bears the time at which it was due, so sound may be said to leave up to
        a packet before the voice had it.
        """
        reply = self.reply
        return () if reply is None else self.work[len(self.dropped) : self._position(reply.spoken_ns + _PACKET_NS)]

    def _position(self, at_ns: int) -> int:
        return bisect_right(self.work, at_ns, key=lambda event: event.at_ns)


def utterances(events: Sequence[Event]) -> tuple[Utterance, ...]:
    """Return the caller's utterances.

    Args:
        events: In order of time.
    """
    spoken = islands(events, "agent")
    agents = [event for event in events if event.side == "agent"]
    grouped = _grouped(events, spoken)
    begins_ns = [group[0].start_ns for group in grouped]
    is_observed = any(event.kind in _NOTICES for event in agents)
    cuts = [bisect_left(spoken, begin_ns, key=lambda island: island.start_ns) for begin_ns in begins_ns]
    works = _work_starts(agents, begins_ns, is_observed=is_observed)
    return tuple(
        Utterance(group, spoken[cut:next_cut], spoken[:cut], agents[work:next_work], is_observed)
        for group, cut, next_cut, work, next_work in zip(
            grouped, cuts, [*cuts[1:], None], works, [*works[1:], None], strict=False
        )
    )


def _grouped(events: Sequence[Event], spoken: Sequence[Island]) -> list[list[Island]]:
    """Group the caller's speech by what it meant to say, else by where the agent spoke between."""
    said_ns = [event.at_ns for event in events if event.side == "caller" and event.kind == "said"]
    agent_ns = [island.start_ns for island in spoken]
    grouped: dict[int, list[Island]] = {}
    for island in islands(events, "caller"):
        key = bisect_right(said_ns, island.spoken_ns) if said_ns else bisect_right(agent_ns, island.start_ns)
        grouped.setdefault(key, []).append(island)
    return list(grouped.values())


def _work_starts(agents: Sequence[Event], begins_ns: Sequence[int], *, is_observed: bool) -> list[int]:
    """Return from which event on the agent works for each utterance.

    What it does before it takes notice still belongs to the last one, and one that it did not notice has no work.
    """
    starts: list[int] = []
    until = len(agents)
    for begin_ns in reversed(begins_ns):
        first = bisect_left(agents, begin_ns, key=lambda event: event.at_ns)
        noticed = (position for position in range(first, until) if agents[position].kind in _NOTICES)
        until = next(noticed, until) if is_observed else first
        starts.append(until)
    return starts[::-1]
