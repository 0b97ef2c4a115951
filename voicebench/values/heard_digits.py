"""Phones, ZIP codes, digits and codes in a transcript whose number words are figures already."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from voicebench.values.figures import Found

__all__ = ["codes", "digits", "phones", "zips"]

_RUN = re.compile(
    r"(?<![\w$.:/'])(?:\d+|oh|o)(?:(?:[\s,().+-]|\b(?:um|uh|er|dash|hyphen)\b)*(?:\d+|oh|o)\b)*(?![\w%$/:]|\.\d)",
    re.IGNORECASE,
)
_OF_ANOTHER_SORT = re.compile(r"\$\s*$|(?:^|[\s,.-])(?![AaIiOo][\s,])[A-Za-z][\s,.-]*$|[A-Z]{2,4}-$|@$")
_COUNTED = re.compile(
    r"\s*(?:dollars?|bucks?|cents?|percent|days?|weeks?|months?|years?|minutes?|hours?|am|pm)\b", re.IGNORECASE
)
_CUES = (
    ("zip", re.compile(r"\b(?:zip|postal|post code|postcode)\b", re.IGNORECASE)),
    ("phone", re.compile(r"\b(?:phone|mobile|cell|telephone|reach me|call me)\b", re.IGNORECASE)),
    ("digits", re.compile(r"\b(?:card|end(?:s|ing) (?:in|with)|last (?:four|4)|digits)\b", re.IGNORECASE)),
    ("code", re.compile(r"\b(?:order|sku|reference|confirmation|invoice)\b", re.IGNORECASE)),
)
_BELONGING = re.compile(r"\b(?:on|for|of|with) (?:the|my|your|his|her|our|that|this) \w+", re.IGNORECASE)
# Of the same length, so that places stay what they are.
_HOMOPHONES = tuple(
    (re.compile(rf"(?<=\b\d ){word}(?=,? \d\b)", re.IGNORECASE), figure)
    for word, figure in (("to", "2 "), ("too", "2  "), ("for", "4  "))
)
_COUNT_OF_DIGITS = re.compile(r"(?<=\blast )4\b|(?<=\bfinal )4\b", re.IGNORECASE)
"""In "the last four are 8918" the four is no value."""
_LEADING = re.compile(r"\b(to|too|for)\s*$", re.IGNORECASE)
"""What may be the first figure of a number that is one short: "My number is to 0, 8, 5"."""
_PARTIAL = re.compile(r"\b(?:wait|i mean|i meant|correction|make that|sorry|no|not|actually|rather)\b", re.IGNORECASE)

_EXTENSION = re.compile(r"\bext(?:ension|n)?\b\W*(?:(?:is|number|to)\b\W*)*\d|(?:\b|(?<=\d))x\s?\d", re.IGNORECASE)
_A_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+\.\d+")
"""How amounts and counts are written, and no phone, ZIP code or card."""


@dataclass(frozen=True)
class _Group:
    start: int
    end: int
    digits: str
    gap: str
    """What stands before it."""
    oh: bool


def phones(text: str) -> list[Found]:
    """Find ten digits, or eleven with a leading 1, that can be a North American number; as "541-555-0133".

    With an extension it is another number, which has no such form.
    """
    if _EXTENSION.search(text):
        return []
    found: list[Found] = []
    loose: list[Found] = []
    for run in _runs(text, "phone"):
        fitting = _fitting(run, _as_phone) or _one_short(run, text)
        found += fitting
        if not fitting and found:
            loose.append(_whole(run))
    return _with_new_tail(found, loose, text)


def _one_short(run: list[_Group], text: str) -> list[Found]:
    """Read nine digits after a "to" or a "for" as the ten that they were."""
    before = _LEADING.search(text[: run[0].start])
    whole = _whole(run)
    number = _as_phone(("4" if before[1].lower() == "for" else "2") + whole.value) if before else None
    return [Found(before.start(1), whole.end, number)] if before and number else []


def _as_phone(digits: str) -> str | None:
    digits = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    # North American area codes and exchanges start with 2 to 9.
    whole = re.fullmatch(r"([2-9]\d\d)([2-9]\d\d)(\d{4})", digits)
    return "-".join(whole.groups()) if whole else None


def _with_new_tail(found: list[Found], loose: list[Found], text: str) -> list[Found]:
    """Apply "0133, not 0134" and "sorry, 0133" to the number said before."""
    if not (found and loose and _PARTIAL.search(text[found[-1].end : loose[0].start])):
        return found
    negated = [one for one in loose if re.search(r"\bnot\s+$", text[: one.start], re.IGNORECASE)]
    wanted = [one.value for one in loose if one not in negated and len(one.value) == 4]
    if len(wanted) != 1 or any(one.value != found[-1].value[-4:] for one in negated):
        return found
    return [*found[:-1], Found(found[-1].start, loose[-1].end, found[-1].value[:-4] + wanted[0])]


def zips(text: str) -> list[Found]:
    """Find five digits that are nothing else; the four of a ZIP+4 are left off."""
    return [one for run in _runs(text, "zip") for one in _fitting(run, _as_zip)]


def _as_zip(digits: str) -> str | None:
    return digits[:5] if len(digits) in {5, 9} else None


def digits(text: str) -> list[Found]:
    """Find runs of digits, each joined."""
    found: list[Found] = []
    for run in _runs(text, "digits"):
        kept = _without_stray_oh(run, text)
        one_by_one = all(len(group.digits) == 1 for group in kept)
        found += [_whole(part) for part in ([kept] if one_by_one else _split(kept, r"\.\s|;"))]
    return found


def _runs(text: str, kind: str) -> list[list[_Group]]:
    runs, since = [], 0
    for word, figure in _HOMOPHONES:
        text = word.sub(figure, text)
    for match in _RUN.finditer(_COUNT_OF_DIGITS.sub("_", text)):
        groups = _groups(match)
        before = text[since : match.start()]
        since = match.end()
        if _A_NUMBER.fullmatch(match[0]) or all(group.oh for group in groups):
            continue
        if (
            _OF_ANOTHER_SORT.search(text[: match.start()])
            or _COUNTED.match(text, match.end())
            or _named(before) not in {None, kind}
        ):
            continue
        runs.append(groups)
    return runs


def _named(before: str) -> str | None:
    """The kind that the words before a run say it is of; the nearest cue counts.

    "The ZIP code on the order" names a ZIP code: what a thing belongs to counts only where nothing else is named.
    """
    return _nearest(_BELONGING.sub(" ", before)) or _nearest(before)


def _nearest(words: str) -> str | None:
    cues = [(match.start(), kind) for kind, cue in _CUES for match in cue.finditer(words)]
    return max(cues)[1] if cues else None


def _groups(match: re.Match[str]) -> list[_Group]:
    groups: list[_Group] = []
    end = 0
    for part in re.finditer(r"\d+|\boh?\b", match[0], re.IGNORECASE):
        oh = not part[0].isdigit()
        start = match.start() + part.start()
        groups.append(_Group(start, start + len(part[0]), "0" if oh else part[0], match[0][end : part.start()], oh))
        end = part.end()
    return groups


def _whole(groups: list[_Group]) -> Found:
    return Found(groups[0].start, groups[-1].end, "".join(group.digits for group in groups))


def _split(groups: list[_Group], boundary: str) -> list[list[_Group]]:
    parts: list[list[_Group]] = [[]]
    for group in groups:
        if parts[-1] and re.search(boundary, group.gap):
            parts.append([])
        parts[-1].append(group)
    return parts


def _without_stray_oh(groups: list[_Group], text: str) -> list[_Group]:
    """Leave out an "oh" at either end that is an exclamation: set off by a comma or a stop, unlike the rest.

    Behind digits said one by one, and with nothing behind it, it is one of them: "four one two, oh".
    """
    inner = [group.gap for group in groups[1:] if not group.oh]
    all_apart = len(inner) > 1 and all(re.search("[,.]", gap) for gap in inner)
    if len(groups) > 1 and groups[0].oh and "," in groups[1].gap and not all_apart:
        groups = groups[1:]
    last = len(groups) > 2 and all(len(group.digits) == 1 for group in groups) and "." not in groups[-1].gap
    if last and not text[groups[-1].end :].strip(" .,"):
        return groups
    if len(groups) > 1 and groups[-1].oh and re.search("[,.]", groups[-1].gap) and not all_apart:
        groups = groups[:-1]
    return groups


def _fitting(groups: list[_Group], read: Callable[[str], str | None]) -> list[Found]:
    """Read a run as one value; else, where it does not fit, as its sentences, phrases or groups."""
    starts = [groups, groups[1:]] if groups[0].oh and len(groups) > 1 else [groups]
    for candidates in starts:
        for boundary in (r"(?!)", r"\.\s|;", r"[.,;]", r"[.,;\s]"):
            parts = [_whole(part) for part in _split(candidates, boundary)]
            found = [Found(part.start, part.end, value) for part in parts if (value := read(part.value))]
            if found:
                return found
    return []


_LETTERS = r"(?:[A-Z]{2,4}|[A-Za-z])(?![A-Za-z'])|[A-Za-z]{2,4}(?=-?\d)"
_CODE = re.compile(
    rf"(?<![\w'$@])((?:{_LETTERS})(?:[\s,.-]*\b(?:{_LETTERS}))*)([\s,.-]*)"
    r"(?<!\w\w[.] )((?:\d+|\boh\b)(?:[\s,.-]{0,2}(?:\d+|\boh?\b))*)(?![\d%/:]|[A-Za-z])"
)
_NO_PREFIX = {"ZIP", "ID", "PIN", "OK", "AM", "PM", "NO", "IS"}


def codes(text: str) -> list[Found]:
    """Find letters followed by digits, spelled or written; as "KE-4431775"."""
    found = []
    for match in _CODE.finditer(text):
        letters = _prefix(match[1], match[2])
        groups = _groups(re.compile(r".*", re.DOTALL).match(text, match.start(3), match.end(3)))  # type: ignore[arg-type]
        part = next(iter(_split_long(groups)))
        number = "".join(group.digits for group in part)
        address = re.search(r"[a-z], $", text[: match.start()]) and re.fullmatch(r"[A-Z]{2} \d{5}", match[0])
        if letters and len(number) >= 3 and not address:
            found.append(Found(match.start(), part[-1].end, f"{letters}-{number}"))
    return found


def _split_long(groups: list[_Group]) -> list[list[_Group]]:
    """Keep what follows a long number written in one piece, and a comma or a stop, apart from it."""
    parts: list[list[_Group]] = [[]]
    for group in groups:
        if parts[-1] and re.search(r"[,.]", group.gap) and len(parts[-1][-1].digits) > 5:
            parts.append([])
        parts[-1].append(group)
    return parts


def _prefix(written: str, gap: str) -> str:
    pieces = re.findall(r"[A-Za-z]+", written)
    if pieces[0] == "a" and (len(pieces) == 1 or pieces[1].isupper()):
        pieces = pieces[1:]  # the article
    if pieces in (["I"], ["i"]) and gap == " ":
        return ""
    letters = "".join(pieces).upper()
    return "" if letters in _NO_PREFIX else letters
