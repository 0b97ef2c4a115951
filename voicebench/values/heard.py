"""Words as values: what a recogniser or a person wrote, read by the kind that is asked for.

Nothing here knows any name, record or expected value: what was not said is not found, and what cannot be made out is
left out rather than guessed.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date

from voicebench.task import Json
from voicebench.values.figures import Found, figures, settle, tidy_signs
from voicebench.values.heard_amounts import money, numbers
from voicebench.values.heard_code_letters import letters_before_figures
from voicebench.values.heard_dates import dates, datetimes
from voicebench.values.heard_digits import codes, digits, phones, zips
from voicebench.values.heard_emails import emails
from voicebench.values.heard_letters import hear_spelling, joined_letters, without_spelling_words
from voicebench.values.heard_names import names
from voicebench.values.heard_words import choices, hear_yes_no

__all__ = ["hear", "hear_spelling", "hear_yes_no"]

_Says = Mapping[str, Iterable[str]]
_PRONOUN = re.compile(
    r"\b(?:the|this|that|which|no|any|another|each|every|last|first|other|only) one\b|\bone (?:that|who|which|of|I)\b",
    re.IGNORECASE,
)


def hear(
    kind: str,
    text: str,
    options: Iterable[str] = (),
    says: _Says | None = None,
    near: date | None = None,
) -> tuple[Json, ...]:
    """Return all values of a kind in ``text``, in order and each once; () when there is none.

    Of a value that the speaker corrects in the same breath only the correction stands.

    Args:
        kind: A kind of ``voicebench.values.kinds``, or ``list[KIND]``, whose one value is the list of all.
        text: A transcript, or what a person typed.
        options: The values of an ``enum``.
        says: Words that mean a value of an ``enum`` or, under "true" and "false", of a ``bool``.
        near: Today, for a day said without its year.
    """
    says = says or {}
    if kind.startswith("list["):
        items = hear(kind[5:-1], text, options, says, near)
        return (list(items),) if items else ()
    if kind in _WORD_READERS:
        return _WORD_READERS[kind](text, options, says)
    if kind == "code":
        text = without_spelling_words(letters_before_figures(tidy_signs(text)))
    written = figures(_PRONOUN.sub(" ", text) if kind == "number" else text)
    return settle(_read(kind, written, near), written)


def _read(kind: str, written: str, near: date | None) -> list[Found]:
    if kind == "date":
        return dates(written, near)
    if kind == "datetime":
        return datetimes(written, near)
    return _READERS[kind](written) if kind in _READERS else []


def _text(text: str, _options: Iterable[str], _says: _Says) -> tuple[Json, ...]:
    return (text.strip(),) if text.strip() else ()


def _bool(text: str, _options: Iterable[str], says: _Says) -> tuple[Json, ...]:
    meanings = {key: says[key] for key in ("true", "false") if key in says}
    meant = settle(choices(text, (), meanings), text)
    answer = meant[-1] == "true" if meant else hear_yes_no(text)
    return () if answer is None else (answer,)


def _enum(text: str, options: Iterable[str], says: _Says) -> tuple[Json, ...]:
    return settle(choices(text, options, says), text) or settle(choices(joined_letters(text), options, says), text)


def _name(text: str, _options: Iterable[str], _says: _Says) -> tuple[Json, ...]:
    return tuple(found.value for found in names(text))


def _email(text: str, _options: Iterable[str], _says: _Says) -> tuple[Json, ...]:
    return settle(emails(text), figures(without_spelling_words(text)))


_WORD_READERS: Mapping[str, Callable[[str, Iterable[str], _Says], tuple[Json, ...]]] = {
    "bool": _bool,
    "email": _email,
    "enum": _enum,
    "name": _name,
    "text": _text,
}
_READERS: Mapping[str, Callable[[str], list[Found]]] = {
    "code": codes,
    "digits": digits,
    "money": money,
    "number": numbers,
    "phone": phones,
    "zip": zips,
}
