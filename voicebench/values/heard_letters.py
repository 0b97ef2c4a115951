"""Words spelled letter by letter in a transcript."""

import re

from voicebench.values.figures import Found, tidy_signs
from voicebench.values.heard_alphabet import letters_for_words

__all__ = ["hear_spelling", "joined_letters", "spelled", "without_spelling_words"]

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
_IN_ONE = re.compile(rf"(?<![\w'@-])(?!(?:{_NOT_LETTERS})\b)[A-Z]{{3,}}(?![\w'-])")


def hear_spelling(text: str) -> str | None:
    """Return the longest word spelled out in ``text``, in capitals, or None.

    "A, L, V, A, R, E, Z", "A-L-V-A-R-E-Z", "a l v a r e z" and "A as in apple, L as in ..." are all "ALVAREZ".
    """
    return max((found.value for found in spelled(text)), key=len, default=None)


def joined_letters(text: str) -> str:
    """Return ``text`` with the words that are spelled in it as words: "Aetna, A-E-T-N-A." as "Aetna, AETNA."."""
    text = without_spelling_words(text)
    for run in reversed(spelled(text)):
        text = f"{text[: run.start]}{run.value}{text[run.end :]}"
    return text


def spelled(text: str) -> list[Found]:
    """Find words spelled out; places are those in ``without_spelling_words(text)``."""
    text = without_spelling_words(text)
    runs = [run for match in _SPELLED.finditer(text) for run in _words(match)]
    if not runs and (any(char.islower() for char in text) or len(text.split()) == 1):
        runs = [Found(*match.span(), match[0]) for match in _IN_ONE.finditer(text)]
    return [run for run in runs if len(run.value) > 1]


def _words(match: re.Match[str]) -> list[Found]:
    """Take "M-A-R-I-A A-L-V-A-R-E-Z" as two words, and any other run as one."""
    chains = list(re.finditer(r"\S+", match[0]))
    if not all(re.fullmatch(r"[A-Za-z](?:-[A-Za-z]){2,}", chain[0]) for chain in chains):
        return [Found(*match.span(), _joined(match[0]))]
    at = match.start()
    return [Found(at + chain.start(), at + chain.end(), _joined(chain[0])) for chain in chains]


def without_spelling_words(text: str) -> str:
    """Return ``text`` with "A as in apple" as "A", "double L" as "L L", and "B, are, Y" as "B, R, Y"."""
    text = letters_for_words(tidy_signs(text))
    text = _DOUBLE.sub(lambda m: " ".join([m[2]] * {"double": 2, "triple": 3}[m[1].lower()]), text)
    while (mended := _SOUND.sub(lambda m: m[1] + _SOUNDS[m[2].lower()], text)) != text:
        text = mended
    return text


def _joined(written: str) -> str:
    return "".join("Z" if piece.lower() in {"zee", "zed"} else piece.upper() for piece in re.findall(r"\w+", written))
