"""Choices, and yes or no, in a transcript."""

import re
from collections.abc import Iterable, Mapping

from voicebench.values.figures import Found, tidy_signs

__all__ = ["choices", "hear_yes_no"]

_BETWEEN = r"\W+"
_BEGUN = (
    r"(?:i am|i do|i did|i have|i was|i would|it is|it was|it does|it did)"
    r"(?: (?:afraid|rather|prefer|really|just|still|certainly|definitely|absolutely|quite|pretty|i|it|that))*"
)
_STRESSED = r"(?:absolutely|definitely|certainly|of course|exactly|sure)(?: (?:i|it|that|we|he|she|they))?"
_FINE = r"(?:that's|that is|it's|you're) (?:right|correct|fine|good|perfect|okay|it)"
_DENIAL = (
    r"(?:(?:not|never|cannot|[a-z]+n't)(?! (?:sure|certain|mind|a problem|(?:at all )?(?:wrong|incorrect|bad))\b)"
    r"|no(?! (?:problem|trouble|worries)\b))"
)
_TURNED = (
    rf"{_BEGUN} (?:{_DENIAL}|nothing|none|wrong|incorrect)|{_STRESSED}(?: {_DENIAL}|, (?:not|no)(?=[.!]|$))"
    r"|(?:right|correct|okay|ok|alright|all right|sure|great|perfect),? "
    rf"(?:(?:no|nope|nah)(?=[.!]|$|, (?!{_FINE}\b))"
    r"|(?:that|it|this)(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true|it)))"
)
"""What begins like a yes and is a no: "absolutely not", "I am afraid I can't", "right, no"."""
_SAYS = r"(?:think|thought|believe|feel|felt|suppose|guess|suspect|fear|say|said|told|sure|certain|positive|convinced)"
_MIXED = (
    rf"(?:{_BEGUN}|i'm) {_SAYS}\b[^,;]*?\b(?:{_DENIAL}|nothing|none|wrong|incorrect)\b"
    rf"|(?:{_BEGUN} (?:{_DENIAL}|nothing|none)|never|not|[a-z]+n't)\b.*, (?:yes|yeah|yep|exactly|correct)(?=[.!]|$)"
)
"""Neither, for what was asked is not known: "I do think it's wrong", "it was never delivered, yes"."""
_UNCLEAR = (
    rf"{_MIXED}"
    rf"|(?:{_BEGUN} )?(?:not sure|unsure|not certain|no idea)|i don't know|don't remember|do not know|maybe|perhaps"
    r"|why not|no one|(?:i )?(?:didn't|did not|couldn't|can't|cannot) (?:quite )?(?:catch|hear|get|understand|make out)"
)
_YES = (
    r"yes|yeah|yep|yup|ya|yah|uh[- ]huh|mm[- ]?hmm|sure|correct|right|exactly|absolutely|definitely|certainly|of course"
    r"|indeed|affirmative|please do|go ahead|okay|ok|alright|all right|sounds good|that works|that's it|that is it"
    r"|perfect|great|i do|i did|i have|i am|i was|i would|it is|it was|it does|it did|i think so|i believe so"
    rf"|no,? {_FINE}|i don't mind|not a problem"
    r"|no problem|you got it"
)
_NO = (
    rf"{_TURNED}|no|nope|nah|not|never|none|nothing|neither|wrong|incorrect|negative|uh[- ]uh|nobody|[a-z]+n't"
    r"|i do not|i did not|i have not|i am not|i was not|it is not|it was not|i would not|i don't think so|cannot"
)
_UNCLEAR_CUES = re.compile(rf"\b(?:{_UNCLEAR})\b")
_YES_CUES = re.compile(rf"\b(?:{_YES})\b")
_NO_CUES = re.compile(rf"\b(?:{_NO})\b")
_SENTENCE = re.compile(r"[^.?!]+[.?!]*")
_TURN = re.compile(r"\b(?:no wait|wait|i mean|sorry|actually|scratch that)\b[,.]?", re.IGNORECASE)


def hear_yes_no(text: str) -> bool | None:
    """Return whether ``text`` says yes or no, by its first clear word of either sort; None when it is unclear.

    A question says neither. What follows "wait" or "I mean" is taken instead of what stands before.
    """
    text = tidy_signs(text).lower()
    for part in reversed(_TURN.split(text)):
        answer = _answer(part)
        if answer is not None:
            return answer
    return None


def _answer(text: str) -> bool | None:
    for sentence in _SENTENCE.findall(text):
        if "?" in sentence and len(sentence.split()) > 2:
            continue
        answer, clear = _polarity(sentence)
        if answer is not None or not clear:
            return answer
    return None


def _polarity(sentence: str) -> tuple[bool | None, bool]:
    """Return yes, no or neither, and whether nothing says that the speaker does not know."""
    cues = [
        (match.start(), -match.end(), answer)
        for pattern, answer in ((_UNCLEAR_CUES, None), (_YES_CUES, True), (_NO_CUES, False))
        for match in pattern.finditer(sentence)
    ]
    if not cues:
        return None, True
    answer = min(cues, key=lambda cue: cue[:2])[2]
    return answer, answer is not None


def choices(text: str, options: Iterable[str], says: Mapping[str, Iterable[str]]) -> list[Found]:
    """Find options by their names or by the words that mean them; where two overlap, the longer stands.

    ``*`` at the end of a word stands for any ending.
    """
    text = tidy_signs(text)
    wordings = [(re.sub(r"[_-]+", " ", option), option) for option in (*options, *says)]
    wordings += [(phrase, option) for option, phrases in says.items() for phrase in phrases]
    found: list[Found] = []
    for phrase, option in sorted(wordings, key=lambda wording: -len(wording[0])):
        for match in _phrase(phrase).finditer(text):
            if all(match.end() <= one.start or match.start() >= one.end for one in found):
                found.append(Found(match.start(), match.end(), option))
    return found


def _phrase(phrase: str) -> re.Pattern[str]:
    words = [re.escape(word).replace(r"\*", r"\w*") for word in re.findall(r"[\w'*]+", tidy_signs(phrase))]
    return re.compile(rf"\b{_BETWEEN.join(words)}(?!\w)" if words else r"(?!)", re.IGNORECASE)
