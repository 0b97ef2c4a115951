"""Whether a caller kept to its task, told from a call's events alone, after the call."""

from collections import Counter
from collections.abc import Iterator, Sequence

from voicebench.caller.deeds import deeds
from voicebench.caller.manners import Talk, faults_of, kept_back
from voicebench.caller.requests import Requests
from voicebench.events import Event
from voicebench.record import Ending
from voicebench.task import CallerSpec

__all__ = ["caller_faults"]

_OURS = ("opening", "nudge", "closing")
"""Words that no model chose."""
_OFTEN = 3
"""A caller may ask back, or not have understood; after that it is its own doing that a call comes to nothing."""


def caller_faults(spec: CallerSpec, events: Sequence[Event], ending: Ending) -> tuple[str, ...]:
    """Return what the caller did wrong, in words, in order; () when nothing.

    Args:
        spec: The caller's task.
        events: The call, in order of time.
        ending: How it ended.
    """
    return (*_ends(spec, events, ending), *_lines(spec, events))


def _ends(spec: CallerSpec, events: Sequence[Event], ending: Ending) -> Iterator[str]:
    said = [event for event in events if event.kind == "said" and event.side == "caller"]
    if said and said[0].data.get("text") != spec.opening:
        yield "it does not open with its task's words"
    if (ending.by, ending.why) != ("caller", "done"):
        return
    if not said or said[-1].data.get("text") != spec.closing:
        yield "it does not close with its task's words"
    requests, talk = Requests(spec), Talk(spec)
    for event in events:
        if event.kind == "played":
            talk.hear(str(event.data.get("text", "")))
            requests.hear(deeds(talk.acts))
    if requests.pending is not None:
        yield f"it hangs up before this was done: {requests.pending.say}"


def _lines(spec: CallerSpec, events: Sequence[Event]) -> Iterator[str]:
    talk = Talk(spec)
    kept: Counter[str] = Counter()
    for event in events:
        text = str(event.data.get("text", ""))
        if event.kind == "played":
            talk.hear(text)
        elif event.kind == "said" and event.data.get("why") not in _OURS:
            yield from (f'{fault}: "{text}"' for fault in faults_of(text, talk))
            kept.update(kept_back(text, talk))
    yield from (f"it does not give its {name}, asked {times} times" for name, times in kept.items() if times >= _OFTEN)
