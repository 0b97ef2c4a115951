"""What a topic is: something that may be asked for, and the words that mean it."""

import re
from dataclasses import dataclass

from voicebench.caller.patterns import Span

__all__ = ["Topic"]


@dataclass(frozen=True)
class Topic:
    """Something that may be asked for.

    Args:
        names: Names of traits that answer it, the likeliest first.
        phrases: Words that mean it.
        say: How it is given.
        after: What the words before a phrase must be like for it to count, as a regular expression.
        before: The same for the words that follow it.
    """

    names: tuple[str, ...]
    phrases: tuple[str, ...]
    say: str = "It's {value}."
    after: str = ""
    before: str = ""

    def fits(self, plain: str, span: Span) -> bool:
        """Say whether a phrase of this topic counts where it stands."""
        before, after = plain[: span.start], plain[span.end :]
        return re.search(self.after, before) is not None and re.match(self.before, after) is not None
