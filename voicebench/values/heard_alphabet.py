"""Letters that are spelled with words in a transcript: "M as in Mary", in whatever way a recogniser wrote it."""

import re

from voicebench.values.alphabet import ALPHABET
from voicebench.values.numerals import DIGIT_WORDS, TEENS, TENS

__all__ = ["WORDS", "letters_for_words"]

WORDS = {word.casefold(): letter for letter, word in ALPHABET.items()}
"""A word of the telephone alphabet -> its letter."""
_ONE = re.compile(
    r"\b(?:(?P<long>[A-Z]{1,5})[.,]?\s+(?:as in|as (?:an?|and)(?=\s+(?:"
    + "|".join(WORDS)
    + r")\b))|(?P<short>[B-HJ-Z])[.,]?\s+(?:(?:as|is|was) (?:in|an?|and)|like(?: in)?|(?:is )?for|4)"
    r"|(?P<own>[AI])[.,]?\s+(?:as (?:in|an?|and)|is in|for|4)(?=\s+(?P=own)))"
    r"\s+(?P<word>[A-Z][A-Z'-]*)",
    re.IGNORECASE,
)
"""One letter with its word, wherever it stands; "I" and "a" are words too, so theirs must begin with them."""
_AND = re.compile(
    r"[,.;]?(?:\s+(?:and|then|plus|followed by|uh|um|er|&),?)+(?:\s+an?)?\s+"
    rf"(?=(?P<figure>\d|(?:{'|'.join((*DIGIT_WORDS, *TEENS, *TENS))}|oh|double|triple)\b)"
    rf"|{_ONE.pattern})",
    re.IGNORECASE,
)
"""What people put between two of them, and before the figures of a code: "and", "and then a"."""
_ENDS_SPELLED = re.compile(rf"{_ONE.pattern}$", re.IGNORECASE)
_ENDS_IN_WORD = re.compile(rf"\b(?:{'|'.join(WORDS)})$", re.IGNORECASE)
_SURE = 3
"""With so many of them, or words of the alphabet, the whole utterance is spelled so, however the rest was written."""
_PHRASE = re.compile(
    r"(?:\b(?P<letter>[A-Za-z][A-Za-z']*) )?"
    r"\b(?:(?:as|is|was|isn't) )?(?:\b\w*(?<![a-z])(?:in|an?|and|for|like)|isn't|(?<=\b[A-Za-z] )(?:is|as))"
    r" (?P<word>[A-Za-z][A-Za-z'-]+)",
    re.IGNORECASE,
)
"""What is made of "L as in Lincoln" by itself: "Elas and Lincoln", "H.S. and Henry", "as in Adam"."""
_GLUED = re.compile(r"[A-Za-z]+in[g]? (?P<word>[A-Za-z][A-Za-z'-]+)", re.IGNORECASE)
"""And in one word: "Elisin Lincoln", "Wising Young"."""
_LEAD = re.compile(r"(?P<lead>.*\bname(?: is)?,? )?(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_DOTTED = re.compile(r"\b([A-Za-z])\.(?:[A-Za-z]\.)+")
_X_RAY = re.compile(r"\bx[ -]?ray\b", re.IGNORECASE)
"""The one word of the alphabet that is also written as two."""
_BREAK = re.compile(r"(\s*[,.;?!]+\s*)")


def letters_for_words(text: str) -> str:
    """Return ``text`` with each letter that is spelled with a word as that letter.

    A word is heard better than a letter: what "M as in Mary" says is the word's own letter, whatever was written, if it
    is a word of the telephone alphabet; of another word a lone letter beside it counts.
    """
    text = _AND.sub(_parted, _X_RAY.sub("X-ray", text))
    plain = _DOTTED.sub(r"\1s", text)
    if max(len(_ONE.findall(plain)), sum(word in WORDS for word in re.findall(r"[a-z-]+", plain.casefold()))) < _SURE:
        return _ONE.sub(_letter, text)
    pieces = _BREAK.split(plain)
    return "".join(_read(piece) if number % 2 == 0 else piece for number, piece in enumerate(pieces))


def _parted(joint: re.Match[str]) -> str:
    """Part "B as in Boston and K as in Kansas", and "K as in King and 8"; a name and a figure are not spelled so."""
    before = joint.string[: joint.start()]
    spelled = _ENDS_SPELLED.search(before) or (not joint["figure"] and _ENDS_IN_WORD.search(before))
    return ", " if spelled else joint[0]


def _read(piece: str) -> str:
    """Read what stands between two stops; what is no letter stays as it is."""
    parts = _LEAD.fullmatch(piece)
    lead, rest = (parts["lead"] or "", parts["rest"]) if parts else ("", piece)
    found = [_letter(match) for match in _PHRASE.finditer(rest)] or [
        _letter(match) for match in (_GLUED.fullmatch(rest),) if match
    ]
    if not found and (letter := _by_its_end(rest, after_name=lead.casefold().startswith(("first", "last")))):
        found = [letter]
    return lead + ", ".join(found) if found else piece


def _by_its_end(rest: str, *, after_name: bool) -> str | None:
    """Return the letter of a single word that ends in one of the alphabet: "Nizanora"; and of "First name is David"."""
    word = rest.casefold()
    if " " in word or (not after_name and word in WORDS):
        return None
    return next((letter for end, letter in WORDS.items() if len(end) > 2 and word.endswith(end)), None)


def _letter(match: re.Match[str]) -> str:
    groups = match.groupdict()
    word = groups["word"]
    beside = groups.get("letter") or groups.get("short") or groups.get("own") or groups.get("long") or ""
    known = WORDS.get(word.casefold())
    return (known or (beside if len(beside) == 1 else word[0])).upper()
