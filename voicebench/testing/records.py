"""Small records of calls that nobody made, for tests of whatever reads a record."""

from collections.abc import Mapping, Sequence

import numpy as np

from voicebench.audio import Waveform
from voicebench.events import Event
from voicebench.record import CallRecord, Ending, Log, LoggedCall
from voicebench.task import Expectation, Json
from voicebench.units import LINE_RATE_HZ, NS_PER_S

__all__ = ["make_expectation", "make_record", "make_sound"]

_EVENTS = (
    Event(0, "caller", "call_start"),
    Event(1 * NS_PER_S, "agent", "played", {"text": "Corner Bakery, I'm an AI assistant.", "cut": False}),
    Event(
        2 * NS_PER_S,
        "caller",
        "said",
        {"text": "A cake for 541-555-0133.", "spoken": "A cake for five four one.", "why": "opening"},
    ),
    Event(4 * NS_PER_S, "agent", "transcript", {"text": "A cake for five or one.", "flags": [], "cached": True}),
    Event(4 * NS_PER_S, "agent", "llm_request", {"request": 1, "role": "counter", "messages": 3}),
    Event(5 * NS_PER_S, "agent", "tool_start", {"call": 1, "name": "order_cake"}),
    Event(5 * NS_PER_S, "agent", "tool_end", {"call": 1, "name": "order_cake", "ok": True, "error_code": None}),
    Event(7 * NS_PER_S, "agent", "played", {"text": "Your cake is ordered.", "cut": False}),
    Event(8 * NS_PER_S, "caller", "call_end", {"why": "done", "fault": None, "message": ""}),
)


def make_record(
    task: str = "bakery/CAKE-1",
    *,
    trial: int = 0,
    seed: int = 1,
    stack: str = "local",
    line: str = "clean",
    ending: Ending | None = None,
    events: Sequence[Event] = _EVENTS,
    tools: Sequence[LoggedCall] | None = None,
    database: Mapping[str, Json] | None = None,
    sound: tuple[Waveform, Waveform] | None = None,
) -> CallRecord:
    """Return the record of a short call about a cake, which passes by ``make_expectation`` unless told otherwise.

    Args:
        task: ``PACK/TASK``.
        trial: From 0.
        seed: The call's seed.
        stack: Name of the stack.
        line: Name of the line.
        ending: How it ended; the caller's being done unless told otherwise.
        events: What happened.
        tools: The tool log; the one right call unless told otherwise.
        database: The write tables at hang-up; the right ones unless told otherwise.
        sound: The two ears.
    """
    right = (LoggedCall(name="order_cake", arguments={"phone": "5415550133"}, result={"ok": True, "data": {}}),)
    rows = {"cake_orders": [{"id": 1, "phone": "541-555-0133"}]}
    return CallRecord(
        task=task,
        trial=trial,
        seed=seed,
        stack=stack,
        line=line,
        ending=ending or Ending("caller", "done"),
        events=tuple(events),
        log=Log(
            task=task, tools=right if tools is None else tuple(tools), database=rows if database is None else database
        ),
        sound=sound,
        drawn={"voice": {"engine": "tone"}},
    )


def make_expectation(task: str = "bakery/CAKE-1") -> Expectation:
    """Return what the call about a cake is graded by."""
    return Expectation.model_validate(
        {
            "task": task,
            "kinds": {"order_cake": {"phone": "phone"}},
            "tools": [{"name": "order_cake", "arguments": {"phone": "541-555-0133"}}],
            "database": {
                "write_tables": ["cake_orders"],
                "seed": {"cake_orders": []},
                "final": {"cake_orders": [{"phone": "541-555-0133"}]},
                "columns": {"cake_orders": {"id": "number", "phone": "phone"}},
            },
        }
    )


def make_sound(caller_s: float = 0.3, agent_s: float = 0.5) -> tuple[Waveform, Waveform]:
    """Return two ears that heard a tone each, of different lengths."""
    left, right = (
        Waveform((0.2 * np.sin(np.arange(int(seconds * LINE_RATE_HZ)) * hz)).astype(np.float32), LINE_RATE_HZ)
        for seconds, hz in ((caller_s, 0.3), (agent_s, 0.5))
    )
    return left, right
