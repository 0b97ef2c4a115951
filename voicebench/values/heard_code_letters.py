"""The letters of a code that are spelled with words, in whatever way a recogniser wrote it, before its figures."""

import re

from voicebench.values.alphabet import ALPHABET
from voicebench.values.heard_alphabet import WORDS
from voicebench.values.numerals import DIGIT_WORDS

__all__ = ["letters_before_figures"]

_JOINED = r"(?:in|an?|and)"
_SURE_LETTER = (
    rf"(?:(?:(?<![\w'])[A-Za-z']{{1,6}}[.,]?\s+)?\bas\s+{_JOINED}"
    rf"|(?<![\w'])[B-HJ-Zb-hj-z](?:[.,]?\s+(?:is|was|has)\s+{_JOINED}|[.,]?\s+isn'?t(?:\s+{_JOINED})?|'s\s+{_JOINED}))"
)
"""What nobody says of a place or a person: "W as in", "T is in", "K's and"."""
_SOUNDS = {
    **dict.fromkeys("BCDEGPTVZ", "[bcdeghjpstvz]"),
    **dict.fromkeys("AHJK", "[ahjkc]"),
    **{letter: f"[aei]{letter.lower()}|{letter.lower()}'?s?\\b" for letter in "FLMNS"},
    "I": "i|ai|ey",
    "O": "o",
    "Q": "q|c",
    "R": "ar|h?our|r'?s?\\b",
    "U": "u|you",
    "W": "w|dou",
    "X": "x|[ae][xck]",
    "Y": "y|w",
}
"""Letter -> how what a recogniser makes of its name begins: "Elis and Lincoln", "see you in Charles"."""
_REST = rf"(?:[A-Za-z']{{0,6}}|(?:\.[A-Za-z])+)[.,]?(?:\s+[A-Za-z]{{1,3}})?\s+(?:{_JOINED}|the|isn'?t)|[A-Za-z]+[iouy]n"
_LIKELY = "|".join(
    rf"(?<![\w'])(?=(?:{sound}))[A-Za-z](?:{_REST})\s+{ALPHABET[letter]}\b" for letter, sound in _SOUNDS.items()
)
_UNIT = re.compile(rf"(?:\band\s+)?(?:{_SURE_LETTER}\s+(?:{'|'.join(WORDS)})\b|{_LIKELY})[,.;?!]*\s*", re.IGNORECASE)
_SURE_UNIT = re.compile(rf"(?:\band\s+)?{_SURE_LETTER}\s+[A-Za-z]", re.IGNORECASE)
_BEFORE_FIGURES = re.compile(
    rf"(?:{_UNIT.pattern})+(?:and\s+(?:then\s+)?)?(?=\d|(?:{'|'.join(DIGIT_WORDS)}|oh|double|triple)\b)", re.IGNORECASE
)
"""The letters of a code: "Elis and Lincoln. See is in Charles 9 1 3 4 1"."""
_NOTHING_SAID = re.compile(
    r"\W*(?:(?:yes|yeah|ok|okay|sure|um|uh|well|so|no|sorry|it|it's|its|that's|is|are|the|my|order|older|code|numbers?"
    r"|reference|confirmation|invoice)\b\W*)*",
    re.IGNORECASE,
)


def letters_before_figures(text: str) -> str:
    """Return ``text`` with words of the telephone alphabet before figures as letters, whatever was written between.

    Two words are too few to take an utterance for spelled, but where a code is asked for they are its letters: when one
    of them is surely spelled, or nothing else is said. "I live in Lincoln 68501" is a place.
    """
    return _BEFORE_FIGURES.sub(_letters_of_run, text)


def _letters_of_run(run: re.Match[str]) -> str:
    units = [match[0] for match in _UNIT.finditer(run[0])]
    alone = len(units) > 1 and _NOTHING_SAID.fullmatch(run.string, 0, run.start())
    if not alone and not any(map(_SURE_UNIT.match, units)):
        return run[0]
    return "".join(f"{WORDS[re.findall(r'[A-Za-z-]+', unit)[-1].casefold()]}, " for unit in units)
