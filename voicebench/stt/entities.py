"""Whether the value in an utterance was heard right, whatever became of the words around it.

"0133" is not "133", and a letter O in a name is no zero; but "541-555-0133" and "five four one, five five five, zero
one three three" are one number.
"""

from voicebench.stt.addresses import holds_address
from voicebench.stt.phrases import holds_text
from voicebench.stt.words import without_accents
from voicebench.task import Json
from voicebench.values.heard import hear, hear_spelling, hear_yes_no
from voicebench.values.kinds import KINDS, equal

__all__ = ["SCORED", "heard_right", "heard_value"]

SCORED = (KINDS - {"enum"}) | {"address", "spelling"}
"""Kinds that ``heard_right`` knows. An ``enum`` is heard by its options, which a transcript does not bring along."""
_IN_WORDS = {"address": holds_address, "text": holds_text}


def heard_value(kind: str, heard: str) -> Json:
    """Return the one value of a kind in a transcript; None where there is none, or more than one.

    Args:
        kind: A kind of ``voicebench.values.kinds``, or ``spelling``.
        heard: The transcript.
    """
    if kind == "bool":
        return hear_yes_no(heard)
    if kind == "spelling":
        return hear_spelling(heard)
    found = hear(kind, heard)
    return found[0] if len(found) == 1 else None


def heard_right(kind: str | None, value: Json, heard: str) -> bool | None:
    """Return whether a transcript holds the value and, but for a ``text``, no other of its kind.

    Args:
        kind: A kind of ``voicebench.values.kinds``, ``spelling`` for a word spelled out, or ``address``. The words of a
            ``text`` must be there, next to each other and their numbers whole, whatever else is said; those of an
            ``address`` too, and no other number or unit of that street, nor a correction. None for an utterance without
            a value.
        value: What was said; None is no value.
        heard: The transcript.

    Returns:
        None where there is no value to hear: that is neither right nor wrong.
    """
    if kind is None or value is None:
        return None
    if kind in _IN_WORDS:
        return _IN_WORDS[kind](heard, str(value))
    found = heard_value(kind, heard)
    if kind == "spelling":
        return found is not None and str(found) == str(value).upper()
    if kind == "name" and found is not None:
        return equal(kind, without_accents(str(value)), without_accents(found))
    return found is not None and equal(kind, value, found)
