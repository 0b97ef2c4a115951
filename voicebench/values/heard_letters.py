"""Words spelled letter by letter in a transcript."""

import re
from itertools import groupby

from voicebench.values.common_words import COMMON_WORDS
from voicebench.values.figures import Found, settle, tidy_signs
from voicebench.values.heard_alphabet import letters_for_words
from voicebench.values.heard_words import hear_yes_no

__all__ = ["hear_spelling", "joined_letters", "letters_that_stand", "spelled", "without_spelling_words"]

_DOUBLE = re.compile(r"\b(double|triple)[ -]([A-Za-z])\b", re.IGNORECASE)
_SOUNDS = {
    "be": "B",
    "bee": "B",
    "see": "C",
    "sea": "C",
    "gee": "G",
    "eye": "I",
    "jay": "J",
    "kay": "K",
    "el": "L",
    "ell": "L",
    "em": "M",
    "en": "N",
    "oh": "O",
    "pea": "P",
    "pee": "P",
    "cue": "Q",
    "queue": "Q",
    "are": "R",
    "tea": "T",
    "tee": "T",
    "you": "U",
    "ex": "X",
    "why": "Y",
    "zee": "Z",
    "zed": "Z",
}
"""Words that a recogniser writes for a letter."""
_SOUND = re.compile(
    rf"(?<![A-Za-z'])([A-Za-z][,.-]+\s*)({'|'.join(_SOUNDS)})(?=\s*[,-]|[.?!]*\s*$|\.\s*[A-Za-z]\b)", re.IGNORECASE
)
_NOT_LETTERS = "ZIP|ID|PIN|OK|AM|PM|USA|US|SKU|AI|TV|NO|YES"
_PIECE = rf"(?:(?!(?:{_NOT_LETTERS})\b)[A-Z]{{2,}}|[A-Za-z]|[Zz]ee|[Zz]ed)(?![\w'])"
_SPELLED = re.compile(rf"(?<![\w'@])(?:{_PIECE})(?:[\s,.-]+(?:{_PIECE}))+")
_APART = re.compile(r"([A-Za-z](?: [A-Za-z]){2,}),\s+([A-Za-z](?:-[A-Za-z]){2,})")
_IN_ONE = re.compile(rf"(?<![\w'@-])(?!(?:{_NOT_LETTERS})\b)[A-Z]{{3,}}(?![\w'-])")


def hear_spelling(text: str) -> str | None:
    """Return the longest word spelled out in ``text``, in capitals, or None.

    "A, L, V, A, R, E, Z", "A-L-V-A-R-E-Z", "a l v a r e z" and "A as in apple, L as in ..." are all "ALVAREZ".
    """
    return max(letters_that_stand(text), key=len, default=None)


def letters_that_stand(text: str) -> tuple[str, ...]:
    """Return the words spelled out in ``text``, in capitals, less those that the speaker takes back."""
    return settle(spelled(text), without_spelling_words(text))


def joined_letters(text: str) -> str:
    """Return ``text`` with the words that are spelled in it as words: "Aetna, A-E-T-N-A." as "Aetna, AETNA."."""
    text = without_spelling_words(text)
    for run in reversed(spelled(text)):
        text = f"{text[: run.start]}{run.value}{text[run.end :]}"
    return text


def spelled(text: str) -> list[Found]:
    """Find words spelled out; places are those in ``without_spelling_words(text)``."""
    text = without_spelling_words(text)
    shouted = not any(char.islower() for char in text)
    spans = [span for match in _SPELLED.finditer(text) for span in (_lettered(match) if shouted else [match.span()])]
    runs = [run for start, end in spans for run in _words(text[start:end], start)]
    if not runs and (not shouted or len(text.split()) == 1):
        runs = [Found(*match.span(), match[0]) for match in _IN_ONE.finditer(text) if not _is_common(match[0])]
    return [run for run in runs if len(run.value) > 1]


def _lettered(run: re.Match[str]) -> list[tuple[int, int]]:
    """Return where lone letters stand between the words of a text in capitals: "MY NAME IS A L V A R E Z, THANKS"."""
    pieces = re.finditer(r"[\w-]+", run[0])
    stretches = [list(group) for is_word, group in groupby(pieces, lambda one: _is_word(one[0])) if not is_word]
    return [
        (run.start() + stretch[0].start(), run.start() + stretch[-1].end())
        for stretch in stretches
        if any("-" in one[0] or (len(one[0]) == 1 and one[0] not in "AI") for one in stretch)
    ]


def _is_word(capitals: str) -> bool:
    parts = [part for part in capitals.split("-") if part not in {"", "ZEE", "ZED"}]
    return any(_is_common(part) for part in parts if len(part) > 1) or (len(parts) == 1 and len(parts[0]) > 2)


def _is_common(word: str) -> bool:
    """Whether it is what people answer, so that in capitals it was said with force: "WAIT", "OKAY"."""
    return word.casefold() in COMMON_WORDS or hear_yes_no(word) is not None


def _words(written: str, at: int) -> list[Found]:
    """Take "M-A-R-I-A A-L-V-A-R-E-Z" as two words, "A B C, C-H-A-R-L-E-S" too, and any other run as one."""
    chains = list(re.finditer(r"\S+", written))
    if apart := _APART.fullmatch(written):
        places = [apart.span(1), apart.span(2)]
    elif all(re.fullmatch(r"[A-Za-z](?:-[A-Za-z]){2,}", chain[0]) for chain in chains):
        places = [chain.span() for chain in chains]
    else:
        places = [(0, len(written))]
    return [Found(at + start, at + end, _joined(written[start:end])) for start, end in places]


def without_spelling_words(text: str) -> str:
    """Return ``text`` with "A as in apple" as "A", "double L" as "L L", and "B, are, Y" as "B, R, Y"."""
    text = letters_for_words(tidy_signs(text))
    text = _DOUBLE.sub(lambda m: " ".join([m[2]] * {"double": 2, "triple": 3}[m[1].lower()]), text)
    while (mended := _SOUND.sub(lambda m: m[1] + _SOUNDS[m[2].lower()], text)) != text:
        text = mended
    return text


def _joined(written: str) -> str:
    return "".join("Z" if piece.lower() in {"zee", "zed"} else piece.upper() for piece in re.findall(r"\w+", written))
