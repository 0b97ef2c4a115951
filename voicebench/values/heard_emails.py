"""E-mail addresses in a transcript, written or said."""

import re
from itertools import takewhile

from voicebench.values.figures import Found, figures
from voicebench.values.heard_letters import without_spelling_words

__all__ = ["emails"]

_WRITTEN = re.compile(r"(?<![\w.+-])([A-Za-z\d][\w.+-]*)@([A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+)")
_TOKEN = re.compile(r"[a-z']+|\d+|[._+@-]")
_SIGNS = {"dot": ".", "point": ".", "underscore": "_", "dash": "-", "hyphen": "-", "plus": "+"}
_SIGNS |= {".": ".", "_": "_", "-": "-", "+": "+"}
_NO_PART = {"is", "it's", "its", "email", "mail", "address", "my", "that's", "that", "at", "and", "the", "me"}

_LEAD_INS = {
    "be",
    "was",
    "um",
    "uh",
    "sure",
    "yes",
    "yeah",
    "okay",
    "ok",
    "so",
    "well",
    "spelled",
    "as",
    "to",
    "use",
    "thats",
}


def emails(text: str) -> list[Found]:
    """Find e-mail addresses, written or said; in small letters. Places are those in ``figures(text)``."""
    text = figures(without_spelling_words(text)).lower()
    found = [Found(*match.span(), f"{_unspelled(match[1])}@{match[2]}") for match in _WRITTEN.finditer(text)]
    tokens = list(_TOKEN.finditer(text))
    for index, token in enumerate(tokens):
        if token[0] not in {"at", "@"} or any(one.start <= token.start() < one.end for one in found):
            continue
        domain, end = _domain(tokens, index + 1)
        local, start = _local(tokens, index - 1)
        if domain and local and not _cut_short(tokens, start):
            found.append(Found(tokens[start].start(), tokens[end - 1].end(), f"{local}@{domain}"))
    return found


def _unspelled(local: str) -> str:
    """Join "r-o-s-a.b" as a recogniser writes what was spelled."""
    if re.fullmatch(r"[a-z\d](?:\.[a-z\d]){3,}", local):
        return local.replace(".", "")
    labels = (
        label.replace("-", "") if re.fullmatch(r"[a-z\d](?:-[a-z\d]){2,}", label) else label
        for label in local.split(".")
    )
    return ".".join(labels)


def _single(token: str) -> bool:
    return (len(token) == 1 and token.isalpha()) or token.isdigit()


def _domain(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    """Read "example dot test" from ``at`` on; "" when there is no dot in it, or a number at the end: "at $49.00"."""
    labels: list[str] = []
    end = at
    while at < len(tokens):
        label, at = _label(tokens, at)
        if not label:
            break
        labels.append(label)
        end = at
        if at >= len(tokens) or not _is_dot(tokens, at):
            break
        at += 1
    return (".".join(labels), end) if len(labels) > 1 and not labels[-1].isdigit() else ("", end)


def _is_dot(tokens: list[re.Match[str]], at: int) -> bool:
    token = tokens[at]
    glued = at + 1 < len(tokens) and tokens[at + 1].start() == token.end()
    return token[0] in {"dot", "point"} or (token[0] == "." and glued)


def _label(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    label = ""
    while at < len(tokens):
        token = tokens[at][0]
        if token in {"dash", "hyphen", "-"} and label:
            label += "-"
        elif token.isdigit() or (token.isalpha() and token not in _SIGNS and (not label or _joins(label, token))):
            label += token
        else:
            break
        at += 1
    return label.strip("-"), at


def _joins(label: str, token: str) -> bool:
    return label[-1] == "-" or label[-1].isdigit() or (len(token) == 1 and label.isalpha() and len(label) < 12)


def _local(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    """Read the part before the at sign, backwards from ``at``: letters, digits and signs, and words between signs."""
    parts: list[str] = []
    start = at + 1
    while at >= 0:
        token = tokens[at]
        if token[0] in _SIGNS:
            part = "" if _is_mere_stop(tokens, at) else _SIGNS[token[0]]
            if token[0] == "." and part and not _is_dot(tokens, at):
                break
        elif _single(token[0]) or (_word_may_stand(parts) and token[0].isalpha() and token[0] not in _NO_PART):
            part = token[0]
        else:
            break
        if len(part) > 1 and part.isalpha():
            parts.append("\0")  # nothing but a sign may stand before a word
        elif parts and parts[-1] == "\0" and part.isalnum():
            break
        parts.append(part)
        start, at = at, at - 1
    return _local_text(parts), start


def _cut_short(tokens: list[re.Match[str]], start: int) -> bool:
    """Whether a word that introduces no address stands before spelled letters: one of them, misheard."""
    before = tokens[start - 1] if start else None
    if before is None or not _single(tokens[start][0]) or not before[0].isalpha():
        return False
    return tokens[start].start() - before.end() < 3 and before[0] not in _NO_PART | _LEAD_INS


def _local_text(parts: list[str]) -> str:
    kept = [part for part in parts if part != "\0"]
    return "".join(reversed(kept)).strip(".-_+")


def _word_may_stand(parts: list[str]) -> bool:
    last = list(takewhile(lambda part: part not in {".", "_", "-", "+"}, reversed(parts)))
    return all(part.isdigit() for part in last if part)


def _is_mere_stop(tokens: list[re.Match[str]], at: int) -> bool:
    """Whether a hyphen or a stop only keeps spelled letters apart."""
    if tokens[at][0] not in {"-", "."} or at == 0 or at + 1 >= len(tokens):
        return False
    after = tokens[at + 1][0]
    return _single(tokens[at - 1][0]) and (_single(after) or after in {"at", "@"} or after in _SIGNS)
