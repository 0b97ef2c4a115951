from hypothesis import given
from hypothesis import strategies as st

from voicebench.caller import HangUp, Heard, Say, ScriptedCaller, Wait
from voicebench.seeds import generator
from voicebench.stack import Limits
from voicebench.task import CallerSpec, Request, Trait

SPEC = CallerSpec(
    name="Maria Alvarez",
    traits={
        "zip": Trait(kind="zip", value="10016"),
        "date_of_birth": Trait(kind="date", value="1972-06-30"),
        "mobile": Trait(kind="phone", value="212-555-0133"),
    },
    script="",
    opening="I'd like to move my visit.",
    requests=(Request(say="I'd like to move my visit.", until=("moved",)),),
    closing="Thank you. Goodbye.",
)
PIECES = st.sampled_from(
    [
        "What's your ZIP?",
        "I have 10016,",
        "is that right?",
        "10017",
        "moved",
        "call you back",
        "A-L-V",
        "one moment",
        "or",
    ]
)
UTTERANCES = st.lists(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=6).map(" ".join)), max_size=8)


@given(UTTERANCES)
def test_whatever_is_said_the_caller_makes_the_same_moves(utterances):
    first, second = (ScriptedCaller(SPEC, Limits(), generator(3, "caller")) for _ in range(2))
    for utterance in utterances:
        move = first.reply(Heard(utterance))
        assert move == second.reply(Heard(utterance))
        assert isinstance(move, Say | Wait | HangUp)
        if isinstance(move, Say):
            assert move.text
            assert move.spoken
