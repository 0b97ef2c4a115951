from voicebench.timing import turns
from voicebench.units import ms_to_ns

LINE_NS = ms_to_ns(6.25)


def only(tape):
    (turn,) = turns(tape.events)
    return turn


def test_a_plain_turn(tape):
    turn = only(tape.plain_turn(1_000))
    assert turn.began_ns == ms_to_ns(1_006.25)
    assert turn.last_speech_ns == ms_to_ns(2_006.25)
    assert turn.reply_ns == ms_to_ns(3_506.25)
    assert turn.voice_to_voice_ns == ms_to_ns(1_500)
    assert (turn.role, turn.requests, turn.tools) == ("desk", (1,), ())
    assert (turn.is_tool_turn, turn.is_cancelled, turn.is_talked_over) == (False, False, False)
    assert (turn.reply_length_ns, turn.longest_pause_ns) == (ms_to_ns(1_000), 0)


def test_no_events_no_turns():
    assert turns(()) == ()


def test_a_greeting_is_no_reply(tape):
    tape.speech("agent", 100, 900)
    assert only(tape.plain_turn(2_000)).reply_ns == ms_to_ns(4_506.25)


def test_pauses_do_not_split_an_utterance(tape):
    tape.caller_says((0, 1_000), (1_400, 2_000), (2_500, 3_000)).turn_ends(3_600, 3_700, 3_900)
    tape.speech("agent", 4_500, 5_000)
    turn = only(tape)
    assert (turn.began_ns, turn.last_speech_ns) == (LINE_NS, ms_to_ns(3_006.25))
    assert turn.voice_to_voice_ns == ms_to_ns(1_500)


def test_an_utterance_without_a_reply_stays_one_when_the_caller_tries_again(tape):
    tape.caller_says((0, 500))
    first, second = turns(tape.plain_turn(9_000).events)
    assert first.reply_ns is first.voice_to_voice_ns is first.reply_length_ns is first.waterfall is None
    assert (first.requests, first.role) == ((), None)
    assert second.voice_to_voice_ns == ms_to_ns(1_500)


def test_the_last_words_have_no_reply(tape):
    tape.plain_turn(0).caller_says((4_500, 5_000)).add("caller", "call_end", 5_600)
    assert [turn.voice_to_voice_ns for turn in turns(tape.events)] == [ms_to_ns(1_500), None]


def test_several_islands_of_the_reply_are_one_reply(tape):
    tape.plain_turn(0).speech("agent", 3_900, 4_300).speech("agent", 6_000, 6_100)
    turn = only(tape)
    assert turn.reply_length_ns == ms_to_ns(1_500)
    assert turn.longest_pause_ns == ms_to_ns(1_700)


def test_a_first_answer_that_was_never_spoken(tape):
    tape.caller_says((0, 1_000), (2_000, 3_000)).turn_ends(1_600, 1_700, 1_800)
    tape.asks(1, 1_800, 2_360, cancelled=True, content=2_200)
    tape.turn_ends(3_600, 3_700, 3_900).asks(2, 3_900, 4_300, content=4_200)
    tape.voices(4_300, 4_455).speech("agent", 4_500, 5_000)
    turn = only(tape)
    assert turn.is_cancelled
    assert turn.requests == (1, 2)
    assert turn.voice_to_voice_ns == ms_to_ns(1_500)


def test_a_barge_in_ends_one_reply_and_begins_a_turn(tape):
    tape.plain_turn(0).asks(2, 3_550, 3_700, role="other", content=3_600)  # still the first turn's: nobody noticed yet
    first, second = turns(tape.plain_turn(3_400, 3).events)
    assert first.requests == (1, 2)
    assert (first.is_cancelled, second.is_cancelled, second.is_talked_over) == (False, False, False)
    assert second.requests == (3,)
    assert second.voice_to_voice_ns == ms_to_ns(1_500)


def test_an_agent_that_goes_on_through_what_it_did_not_hear_has_not_replied(tape):
    tape.plain_turn(0).speech("agent", 3_900, 5_000).uses("look_up", 3_700, 3_800)
    tape.add("caller", "said", 3_550).speech("caller", 3_600, 3_750)
    first, second = turns(tape.events)
    assert second.reply_ns is None
    assert second.tools == ()
    assert first.tools == ("look_up",)


def test_an_agent_that_starts_in_a_pause_and_is_stopped_talked_over_the_caller(tape):
    tape.caller_says((0, 1_000), (1_900, 3_000)).turn_ends(1_500, 1_550, 1_600)
    tape.speech("agent", 2_000, 2_300).turn_ends(3_500, 3_600, 3_700).speech("agent", 4_000, 4_400)
    turn = only(tape)
    assert turn.is_talked_over
    assert turn.talk_over_ns == ms_to_ns(300)
    assert turn.voice_to_voice_ns == ms_to_ns(1_000)
    assert turn.reply_length_ns == ms_to_ns(400)


def test_an_agent_that_starts_before_the_end_and_is_not_stopped_has_replied_without_a_wait(tape):
    tape.caller_says((0, 1_000)).turn_ends(500, 550, 600).speech("agent", 900, 1_500).speech("agent", 2_000, 2_500)
    turn = only(tape)
    assert turn.reply_ns == ms_to_ns(906.25)
    assert turn.voice_to_voice_ns is turn.waterfall is None
    assert turn.is_talked_over
    assert turn.talk_over_ns == ms_to_ns(100)
    assert turn.reply_length_ns == ms_to_ns(1_100)


def test_a_reply_at_once_is_a_wait_of_the_line_alone(tape):
    tape.speech("caller", 0, 1_000).speech("agent", 1_006.25, 2_000)
    turn = only(tape)
    assert turn.voice_to_voice_ns == LINE_NS
    assert not turn.is_talked_over


def test_where_no_word_is_said_to_be_meant_the_agents_speech_parts_utterances(tape):
    tape.speech("caller", 0, 500).speech("caller", 900, 1_000).speech("agent", 1_500, 2_000)
    tape.speech("caller", 3_000, 3_500).speech("agent", 4_000, 4_500)
    assert [turn.voice_to_voice_ns for turn in turns(tape.events)] == [ms_to_ns(500), ms_to_ns(500)]


def test_where_nothing_is_known_of_the_agent_its_speech_through_the_callers_is_no_reply(tape):
    tape.speech("agent", 0, 3_000).speech("caller", 1_000, 1_300).speech("agent", 3_400, 4_000)
    assert only(tape).reply_ns is None


def test_a_vad_that_never_rested_still_hears_the_end(tape):
    tape.agent("vad_start", 100).add("caller", "said", 950).speech("caller", 1_000, 2_000)
    tape.turn_ends(2_500, 2_600, 2_700).asks(1, 2_700, 3_000, content=2_900).speech("agent", 3_500, 4_000)
    turn = only(tape)
    assert turn.voice_to_voice_ns == ms_to_ns(1_500)
    assert turn.requests == (1,)


def test_a_handoff_is_a_tool_and_the_one_who_spoke_is_the_role(tape):
    tape.caller_says((0, 1_000)).turn_ends(1_600, 1_700, 1_900)
    tape.asks(1, 1_900, 2_300, role="reception", tool=2_200).uses("transfer_to_fraud", 2_300, 2_300)
    tape.agent("handoff", 2_300, to="fraud").asks(2, 2_300, 2_800, role="fraud", content=2_600)
    tape.voices(2_700, 2_855).speech("agent", 2_900, 3_500)
    turn = only(tape)
    assert (turn.role, turn.tools, turn.is_tool_turn) == ("fraud", ("transfer_to_fraud",), True)


def test_json(tape):
    found = only(tape.plain_turn(1_000)).to_json()
    assert found["voice_to_voice_ms"] == 1_500.0
    assert found["waterfall"]["endpointing_ms"] == 743.75
    assert found["requests"] == [1]
