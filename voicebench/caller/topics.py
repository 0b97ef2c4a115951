"""What agents on the telephone ask for: all topics, and finding them in plain text.

Phrases are in the small language of ``voicebench.caller.patterns``. Where two overlap the longer one holds, so that
"email address" is no address and "order number" no telephone number.
"""

import re
from collections.abc import Iterable, Sequence

from voicebench.caller.distractors import DISTRACTORS
from voicebench.caller.identity import IDENTITY
from voicebench.caller.matters import MATTERS
from voicebench.caller.patterns import Span, finds
from voicebench.caller.topic import Topic

__all__ = ["DISTRACTORS", "TOPICS", "Topic", "spans", "topics_in"]

TOPICS: tuple[Topic, ...] = (*IDENTITY, *MATTERS)
"""In no order of importance; a trait of another name is found by the words of its name."""

_ASIDE = re.compile(
    r"\b(?:instead of|rather than|other than|besides|aside from|apart from|"
    r"(?<!have )(?<!has )(?<!had )(?<!did )(?<!do )(?<!were )(?<!was )not) (?:your |the |a )?$"
)


def spans(plain: str, topics: Iterable[Topic] = TOPICS) -> list[tuple[Span, Topic]]:
    """Return topics with their places; where two overlap the longer holds."""
    found = [(span, topic) for topic in topics for span in finds(topic.phrases, plain) if topic.fits(plain, span)]
    found.sort(key=lambda pair: (pair[0].start - pair[0].end, pair[0].start))
    kept: list[tuple[Span, Topic]] = []
    for span, topic in found:
        if all(span.end <= other.start or span.start >= other.end for other, _ in kept):
            kept.append((span, topic))
    return sorted(kept, key=lambda pair: pair[0])


def topics_in(plain: str, topics: Sequence[Topic] = TOPICS) -> tuple[Topic, ...]:
    """Return the topics named in plain text, in order, each once."""
    named = (topic for span, topic in spans(plain, topics) if not _ASIDE.search(plain[: span.start]))
    return tuple(dict.fromkeys(named))
