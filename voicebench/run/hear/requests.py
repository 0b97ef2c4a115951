"""What callers want, in words without a value: sentences from parts, so that no two sets are alike."""

from collections.abc import Sequence

import numpy as np

__all__ = ["draw_request"]

_OPENINGS = ("", "", "Hi. ", "Hello. ", "Yes, hi. ", "Um, hello. ", "Good morning. ", "Okay. ", "Sorry. ")
_THINGS = (
    *("blender", "laptop", "refrigerator", "television", "washing machine", "tablet", "pair of earbuds", "speaker"),
    *("coffee maker", "phone", "space heater", "camera", "printer", "vacuum cleaner", "monitor", "dishwasher"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_VISITS = ("a checkup", "a cleaning", "my knee", "a blood test", "a new prescription", "my back", "a vaccination")
_REASONS = (
    *(
        "it doesn't turn on",
        "it arrived broken",
        "it makes a strange noise",
        "it's the wrong color",
        "I found it cheaper",
    ),
    *("my husband bought one too", "it's too large for our kitchen", "the screen is cracked", "I changed my mind"),
)
_FRAMES = (
    "I'd like to return the {thing} I bought, because {reason}.",
    "My {thing} was supposed to come on {day}, and it still isn't here.",
    "Can you tell me where my {thing} is? I ordered it last week.",
    "I want my money back for the {thing}. {Reason}.",
    "Could you move the delivery of my {thing} from {day} to {other_day}?",
    "I'd like to cancel my order for the {thing}, please.",
    "I got a strange email about my {thing}, and I think it's a scam.",
    "Do you still have the {thing} that was on sale on {day}?",
    "I'd like to make an appointment for {visit}, on {day} if you can.",
    "I can't come on {day}. Could we make it {other_day} instead?",
    "I need to see the doctor about {visit}, as soon as possible.",
    "Does my insurance pay for {visit}?",
    "I was charged twice for the {thing}, and I'd like to know why.",
    "No, not the {thing}. I meant the other one, the one that came on {day}.",
    "Wait, I said {day}, not {other_day}.",
    "That's not what I asked for. I want to know about the {thing}.",
    "Can you put a note on my account that somebody will be home on {day}?",
    "I talked to one of your people on {day}, and nobody has called me back.",
)


def draw_request(dice: np.random.Generator) -> str:
    """Return what a caller wants, as prose."""
    day, other_day = (_DAYS[number] for number in dice.permutation(len(_DAYS))[:2])
    reason = _one(dice, _REASONS)
    return _one(dice, _OPENINGS) + _one(dice, _FRAMES).format(
        thing=_one(dice, _THINGS),
        visit=_one(dice, _VISITS),
        reason=reason,
        Reason=reason[0].upper() + reason[1:],
        day=day,
        other_day=other_day,
    )


def _one(dice: np.random.Generator, options: Sequence[str]) -> str:
    return options[int(dice.integers(len(options)))]
