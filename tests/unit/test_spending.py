import pytest

from voicebench.events import Event
from voicebench.spending import Cost, RequestUsage, Usage, total_cost, total_usage, usage_of

FULL = {
    "prompt_tokens": 1_000,
    "completion_tokens": 300,
    "prompt_tokens_details": {"cached_tokens": 800},
    "completion_tokens_details": {"reasoning_tokens": 250},
}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (FULL, RequestUsage(1_000, 800, 300, 250)),
        ({"prompt_tokens": 9, "completion_tokens": 1}, RequestUsage(9, 0, 1, 0)),
        ({"prompt_tokens": 9, "completion_tokens": 1, "prompt_cache_hit_tokens": 4}, RequestUsage(9, 4, 1, 0)),
        ({"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": None}, RequestUsage(9, 0, 1, 0)),
        ({"prompt_tokens": 9, "completion_tokens": 0, "prompt_cache_hit_tokens": 99}, RequestUsage(9, 9, 0, 0)),
        ("unknown", None),
        ({}, None),
        ({"prompt_tokens": 9}, None),
        ({"prompt_tokens": "9", "completion_tokens": 1}, None),
        ({"prompt_tokens": -9, "completion_tokens": 1}, None),
        ({"prompt_tokens": True, "completion_tokens": 1}, None),
    ],
)
def test_what_an_endpoint_says_of_a_request(said: object, found: RequestUsage | None) -> None:
    assert RequestUsage.read(said) == found


def test_a_call_uses_what_its_events_say() -> None:
    events = (
        Event(0, "agent", "tts_end", {"text": "Hello.", "audio_ms": 600.0}),
        Event(0, "caller", "tts_end", {"text": "Hi, who pays for me?", "audio_ms": 9_000.0}),
        Event(1, "agent", "transcript", {"text": "hi", "audio_ms": 1_500.0}),
        Event(2, "agent", "llm_request", {"request": 1}),
        Event(3, "agent", "llm_end", {"request": 1, "usage": FULL}),
        Event(4, "agent", "llm_request", {"request": 2}),
        Event(5, "agent", "llm_end", {"request": 2, "usage": "unknown", "cancelled": True}),
        Event(6, "agent", "llm_request", {"request": 3}),
    )
    used = usage_of(events)
    assert used == Usage((RequestUsage(1_000, 800, 300, 250), None, None), 1.5, 0.6, 6)
    assert total_usage([used, used]).to_json() == {
        "requests": 6, "uncounted_requests": 4, "input_tokens": 2_000, "cached_tokens": 1_600, "output_tokens": 600,
        "reasoning_tokens": 500, "stt_s": 3.0, "tts_s": 1.2, "tts_characters": 12,
    }  # fmt: skip


def test_what_nobody_counted_is_no_data_and_not_nought() -> None:
    assert Usage((None,)).to_json()["input_tokens"] is None


def test_a_sum_with_an_unknown_part_is_unknown() -> None:
    whole, part = Cost(1.0, {}, "a"), Cost(0.5, {"no price of x": 2}, "b")
    assert total_cost([whole, whole]).to_json() == {"usd": 2.0, "known_usd": 2.0, "unknown": {}, "prices": "a"}
    both = total_cost([whole, part, part])
    assert (both.usd, both.known_usd, both.unknown, both.prices) == (None, 2.0, {"no price of x": 4}, "a; b")
