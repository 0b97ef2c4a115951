"""Checks of the prompts: long enough to be real, and each role's its own."""

import re
from collections.abc import Iterator

from voicebench.packs.draft import COMMON, Draft, role_file
from voicebench.packs.source import Problem

__all__ = ["COMMON_WORDS", "ROLE_WORDS", "SENTENCE_WORDS", "common_length", "role_length", "shared_sentences"]

ROLE_WORDS = 1_500
"""A role's own prompt has at least so many words; prompts in production are as long, and models read them less well."""
COMMON_WORDS = 300
"""The common block has at most so many."""
SENTENCE_WORDS = 6
"""Shorter sentences may stand in two prompts."""

_END = re.compile(r"(?<=[.!?:;])[\"')*]*\s+|\n\s*\n|\n(?=\s*(?:[-*#>|]|\d+[.)]))")
_WORD = re.compile(r"[\w$%][\w'’$%-]*")


def role_length(draft: Draft) -> Iterator[Problem]:
    """A role that is written out has a prompt of production length."""
    for name, role in draft.pack.roles.items():
        count = len(draft.prompts[name].split())
        if not role.outline and count < ROLE_WORDS:
            text = f"has {count} words of its own; write at least {ROLE_WORDS}, or mark the role outline: true"
            yield draft.problem(role_file(name), 0, text)


def common_length(draft: Draft) -> Iterator[Problem]:
    """The common block is short."""
    count = len(draft.common.split())
    if count > COMMON_WORDS:
        yield draft.problem(COMMON, 0, f"has {count} words; at most {COMMON_WORDS} are common to all roles")


def shared_sentences(draft: Draft) -> Iterator[Problem]:
    """No sentence stands in the prompts of two roles; what all of them need goes to the common block."""
    owner: dict[str, str] = {}
    for name, text in draft.prompts.items():
        if draft.pack.roles[name].outline:
            continue
        for line, sentence in _sentences(text):
            first = owner.setdefault(sentence, name)
            if first != name:
                words = f"this sentence also stands in {role_file(first)}; put it in {COMMON}, or in other words"
                yield draft.problem(role_file(name), line, f'{words}: "{sentence[:60]}"')


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        words = _WORD.findall(text[start:end].casefold())
        if len(words) >= SENTENCE_WORDS:
            lead = len(text[start:end]) - len(text[start:end].lstrip())
            yield text.count("\n", 0, start + lead) + 1, " ".join(words)
        start = end
