"""Whatever happens in whatever order: the parts of a wait add up to it, and none is negative."""

from hypothesis import given, settings
from hypothesis import strategies as st

from voicebench.events import Event
from voicebench.timing import call_latencies, turns

_REQUEST = st.integers(1, 4)
_MS = st.integers(0, 3_000).map(lambda steps: steps / 4)
_data = st.fixed_dictionaries(
    {},
    optional={
        "line_ms": st.just(6.25),
        "request": _REQUEST,
        "name": st.sampled_from(["find", "book"]),
        "cost_ms": _MS,
        "audio_ms": _MS,
        "leading_silence_ms": _MS,
        "cancelled": st.booleans(),
    },
)
_agent_kinds = st.sampled_from(
    [
        "speech_start",
        "speech_end",
        "vad_start",
        "vad_stop",
        "turn_end",
        "interrupted",
        "transcript",
        "llm_request",
        "llm_first_reasoning",
        "llm_first_content",
        "llm_first_tool",
        "llm_end",
        "tool_start",
        "tool_end",
        "tts_start",
        "tts_end",
    ]
)
_caller_kinds = st.sampled_from(["said", "speech_start", "speech_end", "tts_start", "tts_end"])
_at_ns = st.integers(0, 10_000_000_000)
_event = st.builds(Event, _at_ns, st.just("agent"), _agent_kinds, _data) | st.builds(
    Event, _at_ns, st.just("caller"), _caller_kinds, _data
)
_calls = st.lists(_event, max_size=60).map(lambda events: sorted(events, key=lambda event: event.at_ns))


@settings(deadline=None)  # how long a machine takes is no property of a waterfall
@given(_calls)
def test_any_events(events):
    for turn in turns(events):
        assert (turn.waterfall is None) == (turn.voice_to_voice_ns is None)
        if turn.waterfall is not None:
            check(turn)
    assert call_latencies(events).turns_n == len(turns(events))


@settings(deadline=None)
@given(st.lists(st.integers(0, 1_000_000_000), min_size=12, max_size=12), st.booleans(), st.booleans())
def test_an_orderly_turn_is_explained_but_for_its_one_gap(lengths_ns, uses_tool, thinks):
    events: list[Event] = []
    now_ns = 0

    def after(length_ns, side, kind, **data):
        nonlocal now_ns
        now_ns += length_ns
        events.append(Event(now_ns, side, kind, data))

    length = iter(lengths_ns)
    after(0, "caller", "speech_start")
    after(1 + next(length), "caller", "speech_end")
    after(1, "agent", "vad_start")
    after(next(length), "agent", "vad_stop")
    after(cost_ns := next(length), "agent", "transcript", cost_ms=cost_ns / 1e6)
    after(next(length), "agent", "turn_end")
    after(0, "agent", "llm_request", request=1)
    gap_ns = 0
    if uses_tool:
        after(next(length), "agent", "llm_first_tool", request=1)
        after(next(length), "agent", "tool_end", name="find")
        after(gap_ns := next(length), "agent", "llm_request", request=2)
    if thinks:
        after(next(length), "agent", "llm_first_reasoning", request=1 + uses_tool)
    after(next(length), "agent", "llm_first_content", request=1 + uses_tool)
    after(next(length), "agent", "tts_start")
    after(next(length), "agent", "tts_end", audio_ms=1, leading_silence_ms=0)
    after(0, "agent", "speech_start", line_ms=6.25)

    (turn,) = turns(events)
    check(turn)
    assert turn.waterfall.unexplained == gap_ns


def check(turn):
    found = vars(turn.waterfall) | {"tools": sum(turn.waterfall.tools.values())}
    assert sum(found.values()) == turn.waterfall.total_ns == turn.voice_to_voice_ns
    assert min(found.values()) >= 0
