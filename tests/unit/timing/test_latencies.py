from voicebench.events import Event
from voicebench.timing import Silence, call_latencies
from voicebench.units import ms_to_ns


def test_a_call(tape):
    tape.add("caller", "call_start", 0).speech("agent", 500, 1_500)
    tape.plain_turn(2_000, 1)
    tape.plain_turn(6_000, 2).uses("find", 8_000, 8_000)
    tape.caller_says((10_000, 10_500)).add("caller", "call_end", 11_000)
    found = call_latencies(tape.events)
    assert found.voice_to_voice.samples_ns == (ms_to_ns(1_500), ms_to_ns(1_500))
    assert (found.plain_turns.n, found.tool_turns.n) == (1, 1)
    assert (found.turns_n, found.unanswered_n) == (3, 1)
    assert found.time_to_greeting_ns == ms_to_ns(506.25)
    assert found.ttft.samples_ns == (ms_to_ns(300), ms_to_ns(300))
    assert found.caller_talk_ns == ms_to_ns(2_500)
    assert found.agent_talk_ns == ms_to_ns(3_000)
    assert (found.both_talk_ns, found.talk_over_ns) == (0, 0)
    assert found.reply_lengths.samples_ns == (ms_to_ns(1_000), ms_to_ns(1_000))
    assert found.dead_air == ()


def test_no_data_is_none_and_never_0(tape):
    tape.add("caller", "call_start", 0).add("caller", "call_end", 100)
    found = call_latencies(tape.events).to_json()
    for name in ("time_to_greeting_ms", "dead_air", "caller_talk_ms", "agent_talk_ms", "both_talk_ms", "talk_over_ms"):
        assert found[name] is None
    for name in ("voice_to_voice_ms", "tool_turns_ms", "ttft_ms", "ttfat_ms", "reply_lengths_ms", "unexplained_ms"):
        assert found[name]["p50"] is None


def test_nothing_happened():
    assert call_latencies(()).turns_n == 0


def test_a_text_call_has_token_times_alone(tape):
    tape.asks(1, 100, 500, content=350)
    found = call_latencies(tape.events)
    assert found.ttft.samples_ns == (ms_to_ns(250),)
    assert found.agent_talk_ns is None


def test_a_silent_agent_was_measured(tape):
    tape.add("caller", "call_start", 0).caller_says((1_000, 2_000)).add("caller", "call_end", 12_000)
    found = call_latencies(tape.events)
    assert found.agent_talk_ns == 0
    assert found.time_to_greeting_ns is None
    assert found.dead_air == (Silence(ms_to_ns(2_006.25), ms_to_ns(12_000 - 2_006.25)),)


def test_dead_air_is_longer_than_3_s(tape):
    tape.add("caller", "call_start", 0)
    tape.speech("agent", 2_993.75, 4_000).speech("agent", 7_000, 8_000).speech("caller", 11_000.5, 12_000)
    assert call_latencies(tape.events).dead_air == (Silence(ms_to_ns(8_006.25), ms_to_ns(3_000.5)),)


def test_time_of_retries_is_kept_apart_from_the_token_times(tape):
    tape.asks(1, 0, 900, content=800).agent("llm_retry", 200, request=1, why="x")
    tape.agent("llm_retry", 500, request=1, why="x").asks(2, 1_000, 1_400, content=1_300)
    found = call_latencies(tape.events)
    assert found.ttft.samples_ns == (ms_to_ns(300), ms_to_ns(300))
    assert found.retries.samples_ns == (ms_to_ns(500),)


def test_a_broken_answer_gives_no_sample(tape):
    tape.asks(1, 0, 0, content=300).asks(2, 1_000, 1_400, content=1_300)
    events = [event for event in tape.events if (event.kind, event.data["request"]) != ("llm_end", 1)]
    broken = Event(ms_to_ns(400), "agent", "llm_end", {"request": 1, "cancelled": False, "error": "broke off"})
    assert call_latencies(sorted([*events, broken], key=lambda event: event.at_ns)).ttft.n == 1


def test_cancelled_and_missing_requests_give_no_sample(tape):
    tape.asks(1, 0, 400, content=300, cancelled=True).asks(2, 1_000, 1_400).asks(3, 2_000, 2_500, tool=2_200)
    tape.agent("llm_request", 3_000, request=4).agent("llm_first_content", 3_100, request=4)  # the call ended meanwhile
    assert call_latencies(tape.events).ttft.samples_ns == (ms_to_ns(200),)


def test_answer_tokens_without_the_thinking(tape):
    tape.asks(1, 0, 2_000, reasoning=300, content=1_500).asks(2, 3_000, 3_900, tool=3_400, content=3_500)
    found = call_latencies(tape.events)
    assert found.ttft.samples_ns == (ms_to_ns(1_500), ms_to_ns(400))
    assert found.ttfat.samples_ns == (ms_to_ns(300), ms_to_ns(400))


def test_warm_up_turns_enter_no_percentile(tape):
    tape.plain_turn(0, 1)
    tape.plain_turn(5_000, 2)
    found = call_latencies(tape.events, warm_up_turns=1)
    assert (found.voice_to_voice.n, found.unexplained.n, found.ttft.n, found.ttfat.n) == (1, 1, 1, 1)
    assert (found.turns_n, found.reply_lengths.n) == (2, 2)


def test_talking_over_the_caller_is_not_being_interrupted_by_him(tape):
    tape.plain_turn(0, 1)
    tape.plain_turn(3_400, 2)  # barges in 100 ms before the agent's end
    tape.caller_says((8_000, 9_000), (9_400, 10_000)).speech("agent", 9_350, 9_600)
    found = call_latencies(tape.events)
    assert found.talk_over_ns == ms_to_ns(200)
    assert found.both_talk_ns == ms_to_ns(300)


def test_json(tape):
    found = call_latencies(tape.plain_turn(0).events).to_json()
    assert found["voice_to_voice_ms"] == {
        "n": 1,
        "p50": 1_500.0,
        "p95": 1_500.0,
        "worst": 1_500.0,
        "samples": [1_500.0],
    }
    assert found["agent_talk_ms"] == 1_000.0
    assert found["unexplained_ms"]["worst"] == 0.0
