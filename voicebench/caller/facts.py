"""Which facts a caller may tell: its traits, what its task's words say, and what the agent itself has said."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from voicebench.caller.plain_forms import digits, squeezed
from voicebench.caller.ways import ways_of
from voicebench.task import CallerSpec, Json
from voicebench.values.heard import hear
from voicebench.values.kinds import equal

__all__ = ["Facts"]

_heard = lru_cache(4_096)(hear)
"""The same words are read when they are said and once more in the check after the call."""

_KINDS = ("email", "phone", "money", "date", "code", "digits")
"""Kinds whose values can be told from other words."""
_SHORT = 3
"""Fewer figures than this may count anything: "two matters", "in 10 minutes"."""
_NAMED = re.compile(
    r"\b(?:[Mm]y (?:full |first |last )?name is|[Nn]ame's|[Tt]his is|I am|I'm|I\u2019m|[Cc]all me)"
    r"\s+((?:[A-Z][\w'\u2019-]+\s?){1,3})"
)


class Facts:
    """What a caller knows and has heard.

    Args:
        spec: The caller.
    """

    def __init__(self, spec: CallerSpec):
        self._known: dict[str, list[Json]] = {kind: [] for kind in _KINDS}
        self._figures: list[str] = []
        self._words: set[str] = set()
        for text in _own_words(spec):
            self.learn(text)
        for trait in spec.traits.values():
            kind = trait.kind.removeprefix("list[").removesuffix("]")
            values = trait.value if isinstance(trait.value, (list, tuple)) else (trait.value,)
            self._known.setdefault(kind, []).extend(values)
            self._figures.extend(map(digits, values))

    def learn(self, text: str) -> None:
        """Take in words of the agent's: a caller may say again what it was told."""
        for kind in _KINDS:
            self._known[kind].extend(_heard(kind, text))
        self._figures.extend(filter(None, [digits(run) for run in re.findall(r"[\d.,\-() ]+", text)]))
        self._figures.extend(map(digits, _heard("digits", text)))
        self._words.update(map(squeezed, text.split()))

    def made_up(self, line: str) -> tuple[str, ...]:
        """Return the values and names in a caller's line that it cannot have."""
        return (*dict.fromkeys(self._values(line)), *self._names(line))

    def _values(self, line: str) -> Iterator[str]:
        for kind in _KINDS:
            for value in _heard(kind, line):
                if not self._has(kind, value):
                    yield str(value)

    def _has(self, kind: str, value: Json) -> bool:
        if any(equal(kind, value, known) for known in self._known[kind]):
            return True
        figures = digits(value)
        if kind != "email" and len(figures) < _SHORT:
            return True
        return kind != "email" and any(figures in known for known in self._figures)

    def _names(self, line: str) -> Iterator[str]:
        for match in _NAMED.finditer(line):
            name = match.group(1).strip()
            if not all(squeezed(part) in self._words for part in name.split()):
                yield name


def _own_words(spec: CallerSpec) -> Iterable[str]:
    yield from (spec.name, spec.script, spec.opening, spec.closing)
    for request in spec.requests:
        yield from (request.say, request.again or "")
    for answer in spec.answers:
        yield answer.say
    for trait in spec.traits.values():
        yield from (trait.say or "", str(trait.value), *(way.text for way in ways_of(trait)))
