"""Nothing is compiled during a call: it would hold up the telephone line."""

import numpy as np
import pytest

from voicebench import packs
from voicebench.caller import Heard, ScriptedCaller, patterns
from voicebench.stack import Limits

AGENT = (
    "Thanks for calling, how can I help?",
    "I see. Could I have your full name, please, and the ZIP code on the account?",
    "Just a moment. I have Robert Klein, K, L, E, I, N. Is that right?",
    "Did you say that your insurance is Aetna, or would you rather I call you back later?",
    "Your order number is K E 4 4 1 2, right? In a minute I'll ask you for your date of birth.",
    "What is the best number to reach you at? Is there anything else?",
    "That's all done, the ticket has been filed. Goodbye!",
)


def compiled() -> tuple[int, int]:
    return patterns._side_by_side.cache_info().misses, patterns._in_order.cache_info().misses


@pytest.mark.parametrize("pack", packs.names())
def test_a_caller_has_compiled_all_phrases_before_it_hears_the_first(pack: str) -> None:
    patterns._side_by_side.cache_clear()
    patterns._in_order.cache_clear()
    for task in packs.load(pack).tasks.values():
        caller = ScriptedCaller(task.caller, Limits(), np.random.default_rng(1))
        before = compiled()
        for words in AGENT:
            caller.reply(Heard(words))
        assert compiled() == before, task.id
