"""Each part of each kind of turn, to the nanosecond. The caller's last sample is heard at 1006.25 ms everywhere."""

from voicebench.timing import Waterfall, turns
from voicebench.units import ms_to_ns


def only(tape):
    (turn,) = turns(tape.events)
    assert turn.waterfall.total_ns == turn.voice_to_voice_ns
    return turn.waterfall


def parts(*, tools=None, **ms):
    """A waterfall of milliseconds."""
    tools = {name: ms_to_ns(value) for name, value in (tools or {}).items()}
    return Waterfall(tools=tools, **{name: ms_to_ns(value) for name, value in ms.items()})


def test_a_plain_turn(tape):
    # What the turn detector waits for after the transcript (150 ms) is endpointing; 13 ms of the line are the packet's.
    assert only(tape.plain_turn(0)) == parts(
        endpointing=593.75 + 150,
        transcription=150,
        llm_first_token=300,
        first_sentence=100,
        tts=147,
        leading_silence=40,
        line=13 + 6.25,
    )


def test_thinking_stands_apart(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_750, 1_750)
    tape.asks(1, 1_750, 3_400, reasoning=2_000, content=3_200).voices(3_300, 3_440)
    assert only(tape.speech("agent", 3_480, 4_000)) == parts(
        endpointing=593.75,
        transcription=150,
        llm_first_token=250,
        thinking=1_200,
        first_sentence=100,
        tts=140,
        leading_silence=40,
        line=6.25,
    )


def test_a_turn_that_ends_before_its_transcript(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 2_100, 1_800)
    tape.asks(1, 2_100, 2_500, content=2_400).voices(2_500, 2_640)
    assert only(tape.speech("agent", 2_680, 3_000)) == parts(
        endpointing=593.75,
        transcription=500,
        llm_first_token=300,
        first_sentence=100,
        tts=140,
        leading_silence=40,
        line=6.25,
    )


def test_two_requests_one_for_the_tool_and_one_for_the_answer(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700)
    tape.asks(1, 1_700, 2_200, tool=2_000).uses("find", 2_200, 2_250).uses("book", 2_250, 2_400)
    tape.asks(2, 2_410, 3_000, content=2_810).voices(2_900, 3_000)
    assert only(tape.speech("agent", 3_040, 4_000)) == parts(
        endpointing=593.75,
        transcription=100,
        llm_first_token=300 + 400,
        tools={"find": 250, "book": 150},
        first_sentence=90,
        tts=100,
        leading_silence=40,
        line=6.25,
        unexplained=10,  # between the last result and the next request
    )


def test_the_same_tool_twice_adds_up(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700)
    tape.asks(1, 1_700, 2_100, tool=2_000).uses("find", 2_100, 2_150)
    tape.asks(2, 2_150, 2_500, tool=2_450).uses("find", 2_500, 2_550)
    tape.asks(3, 2_550, 2_900, content=2_850).voices(2_900, 3_000)
    assert only(tape.speech("agent", 3_040, 4_000)).tools == {"find": ms_to_ns(150 + 100)}


def test_a_filler_before_a_tool_is_the_reply(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700)
    tape.asks(1, 1_700, 2_200, content=2_000, tool=2_050).voices(2_200, 2_300).uses("find", 2_200, 2_250)
    tape.speech("agent", 2_340, 2_900)
    tape.asks(2, 3_100, 3_500, content=3_400).voices(3_500, 3_600).speech("agent", 3_640, 4_000)
    assert only(tape) == parts(
        endpointing=593.75,
        transcription=100,
        llm_first_token=300,
        first_sentence=200,
        tts=100,
        leading_silence=40,
        line=6.25,
    )
    (turn,) = turns(tape.events)
    assert turn.is_tool_turn
    assert turn.longest_pause_ns == ms_to_ns(740)


def test_a_handoff_is_the_tool_that_it_is(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700)
    tape.asks(1, 1_700, 2_100, role="reception", tool=2_050).uses("transfer_to_fraud", 2_100, 2_100)
    tape.agent("handoff", 2_100, to="fraud").asks(2, 2_100, 2_700, role="fraud", content=2_500)
    found = only(tape.voices(2_600, 2_700).speech("agent", 2_740, 3_000))
    assert found.tools == {"transfer_to_fraud": ms_to_ns(50)}
    assert found.llm_first_token == ms_to_ns(350 + 400)
    assert found.unexplained == 0


def test_work_on_an_answer_that_was_dropped_is_no_part_of_the_wait(tape):
    # The agent answers the first island; the caller speaks on until 1000 ms; the VAD notices only after that.
    tape.add("caller", "said", -900).speech("caller", -800, 0).speech("caller", 900, 1_000)
    tape.agent("vad_start", -440).turn_ends(500, 600, 800)
    tape.asks(1, 800, 1_260, cancelled=True, content=1_100).voices(1_150, 1_250)
    tape.agent("vad_start", 1_260).agent("interrupted", 1_260)
    tape.turn_ends(1_600, 1_700, 1_700).asks(2, 1_700, 2_100, content=2_000).voices(2_050, 2_150)
    assert only(tape.speech("agent", 2_190, 3_000)) == parts(
        endpointing=593.75,
        transcription=100,
        llm_first_token=300,
        first_sentence=50,
        tts=100,
        leading_silence=40,
        line=6.25,
    )


def test_a_request_that_came_to_nothing_was_waited_for(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_000)
    tape.asks(2, 2_000, 2_500, content=2_300).voices(2_350, 2_450)
    found = only(tape.speech("agent", 2_490, 3_000))
    assert found.llm_first_token == ms_to_ns(600)
    assert found.unexplained == 0


def test_the_time_until_a_request_was_sent_for_the_last_time_is_the_retries(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_700, content=2_600)
    for at_ms in (1_950, 2_300):
        tape.agent("llm_retry", at_ms, request=1, why="answered 503")
    found = only(tape.voices(2_650, 2_750).speech("agent", 2_790, 3_000))
    assert (found.retries, found.llm_first_token) == (ms_to_ns(600), ms_to_ns(300))
    assert found.unexplained == 0


def test_a_sentence_without_sound_is_not_the_reply(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_300, content=2_000)
    tape.voices(2_050, 2_060, silence_ms=0, audio_ms=0).voices(2_060, 2_070, silence_ms=200, audio_ms=200)
    found = only(tape.voices(2_100, 2_200).speech("agent", 2_240, 3_000))
    assert found.first_sentence == ms_to_ns(100)
    assert found.tts == ms_to_ns(100)


def test_words_that_no_model_wrote(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).voices(1_700, 1_800)
    assert only(tape.speech("agent", 1_840, 2_000)) == parts(
        endpointing=593.75, transcription=100, tts=100, leading_silence=40, line=6.25
    )


def test_a_voice_that_says_nothing_of_itself_is_unexplained(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_100, content=2_000)
    assert only(tape.speech("agent", 2_500, 3_000)) == parts(
        endpointing=593.75, transcription=100, llm_first_token=300, unexplained=500, line=6.25
    )


def test_an_agent_that_says_nothing_of_itself_at_all(tape):
    tape.speech("caller", 0, 1_000).speech("agent", 1_506.25, 2_000)
    assert only(tape) == parts(unexplained=500, line=6.25)


def test_more_than_a_packet_of_delay_after_the_voice_is_unexplained(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_100, content=2_000)
    found = only(tape.voices(2_050, 2_150).speech("agent", 2_150 + 33 + 40, 3_000))
    assert (found.line, found.unexplained) == (ms_to_ns(20 + 6.25), ms_to_ns(13))


def test_a_packet_taken_late_bears_the_time_at_which_it_was_due(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_700).asks(1, 1_700, 2_100, content=2_000)
    found = only(tape.voices(2_050, 2_150, silence_ms=0).speech("agent", 2_148, 3_000))
    assert (found.tts, found.leading_silence, found.line, found.unexplained) == (ms_to_ns(98), 0, ms_to_ns(6.25), 0)


def test_json_has_every_part_in_the_order_of_the_pipeline():
    assert parts(endpointing=1.0004, tools={"find": 2}, line=6.25).to_json() == {
        "endpointing_ms": 1.0,
        "transcription_ms": 0.0,
        "retries_ms": 0.0,
        "llm_first_token_ms": 0.0,
        "thinking_ms": 0.0,
        "tools_ms": {"find": 2.0},
        "first_sentence_ms": 0.0,
        "tts_ms": 0.0,
        "leading_silence_ms": 0.0,
        "line_ms": 6.25,
        "unexplained_ms": 0.0,
    }
