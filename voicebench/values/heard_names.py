"""Names of people in a transcript."""

import re
from difflib import SequenceMatcher

from voicebench.values.common_words import COMMON_WORDS
from voicebench.values.figures import Found
from voicebench.values.heard_letters import letters_that_stand, spelled, without_spelling_words
from voicebench.values.heard_words import hear_yes_no

__all__ = ["names"]

_WORD = r"[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ'-]*"
_STRONG = re.compile(
    r"\b(?:my (?:full |first |last )?name(?:'s| is)|(?:the |full )?name(?:'s| is)|name is|account holder is"
    r"|(?:it's|it is) under|under the name(?: of)?|you're speaking (?:to|with)|speaking (?:to|with)|i'm called)"
    r"\s+(?:it's )?",
    re.IGNORECASE,
)
_WEAK = re.compile(r"\b(?:this is|it's|it is|i'm|i am|that's|that is|call me|here is)\s+", re.IGNORECASE)
_FIRST_LAST = re.compile(
    rf"\bfirst(?: name)?(?: is|'s)?,? ({_WORD})\b.{{0,40}}?\b(?:last(?: name)?|surname)(?: is|'s)?,? ({_WORD})",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:\W*\b(?:yes|yeah|yep|sure|um|uh|er|hi|hello|hey|ok|okay|well|oh|of course|certainly|so|right|thanks|thank you"
    r"|and|good morning|good afternoon|please|the name)\b)+\W*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\W*\b(?:thanks|thank you|please|speaking|here|sir|ma'am)\b\W*$", re.IGNORECASE)
_BACK = re.compile(r"\b(?:no wait|wait|i mean|i meant|sorry|scratch that|correction|actually)\b[,.]?", re.IGNORECASE)


def names(text: str) -> list[Found]:
    """Find the name that somebody gives of a person, in title case.

    Letters spelled out in the same breath give the last name's spelling, or the whole name where it is spelled whole.
    """
    text = without_spelling_words(text)
    letters = [letters.capitalize() for letters in letters_that_stand(text)]
    for run in reversed(spelled(text)):
        text = f"{text[: run.start]}; {text[run.end :]}"
    for part in reversed(_BACK.split(text)):
        said = _name(part)
        if said:
            return [Found(0, len(text), _respelled(said, letters))]
    return [Found(0, len(text), " ".join(letters))] if letters else []


def _respelled(words: list[str], letters: list[str]) -> str:
    if len(letters) == len(words) > 1:
        return " ".join(letters)
    if letters and len(words) > 1:
        return " ".join(_mended(words, letters[-1]))
    if letters:
        return letters[-1] if words[0][0] == letters[-1][0] else f"{words[0]} {letters[-1]}"
    return " ".join(words)


def _mended(words: list[str], letters: str) -> list[str]:
    """Put letters, which may come without a gap between first and last name, where the name is most like them."""
    first, last = words[0], "".join(words[1:])
    if letters.casefold().endswith(last.casefold()) and len(letters) > len(last):
        return [letters[: -len(last)].capitalize(), letters[-len(last) :].capitalize()]
    ways = (
        (words[-1], [*words[:-1], letters]),
        (last, [first, letters]),
        (first, [letters, *words[1:]]),
        (first + last, _parted(first, last, letters)),
    )
    return max(ways, key=lambda way: _likeness(way[0], letters))[1]


def _parted(first: str, last: str, letters: str) -> list[str]:
    """Part letters where the last name seems to begin: at its first letter, if they hold it."""

    def fit(at: int) -> tuple[bool, float]:
        begins = letters[at].casefold() == last[0].casefold()
        return begins, _likeness(first, letters[:at]) + _likeness(last, letters[at:])

    cut = max(range(1, len(letters)), key=fit, default=0)
    return [letters[:cut].capitalize(), letters[cut:].capitalize()]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()


def _name(text: str) -> list[str]:
    both = _FIRST_LAST.search(text)
    if both and not {both[1].lower(), both[2].lower()} & COMMON_WORDS:
        return [_title(both[1]), _title(both[2])]
    cased = any(char.isupper() for char in re.sub(r"(?:^|[.?!]\s+)\w|\bI\b", "", text))
    for pattern, capitals in ((_STRONG, cased), (_WEAK, True)):
        for match in pattern.finditer(text):
            words = _leading(text[match.end() :], capitals=capitals)
            if words:
                return words
    return _bare(text)


def _leading(text: str, *, capitals: bool) -> list[str]:
    """Return the words at the start of ``text`` that can be a name's."""
    words: list[str] = []
    for match in re.finditer(rf"({_WORD})([^A-Za-zÀ-ÿ]*)", text):
        word = match[1]
        if (not words and match.start()) or word.lower() in COMMON_WORDS or (capitals and not word[0].isupper()):
            break
        words.append(_title(word))
        initial = len(word) == 1 and match[2].strip() == "."
        if (match[2].strip() and not initial) or len(words) == 4:
            break
    return words


def _bare(text: str) -> list[str]:
    for sentence in re.split(r"[.?!;]+", text):
        rest = _TAIL.sub("", _FILLER.sub("", f"{sentence.strip()} ")).strip(" ,")
        words = re.split(r",?\s+", rest)
        if len(words) <= 4 and all(map(_may_be_name, words)) and hear_yes_no(rest) is None and _one_case(words):
            return [_title(word) for word in words]
    return []


def _may_be_name(word: str) -> bool:
    return bool(re.fullmatch(_WORD, word)) and word.lower() not in COMMON_WORDS


def _one_case(words: list[str]) -> bool:
    """Whether "Maria Alvarez" or "maria alvarez" is written, and not "Sounds interesting"."""
    return len({word[0].isupper() for word in words}) == 1


def _title(word: str) -> str:
    word = word.removesuffix("'s").strip("-'")
    if word[1:].islower() or word[1:] == "":
        return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
    return word.capitalize() if word.isupper() else word[0].upper() + word[1:]
