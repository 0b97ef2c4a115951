"""What a language model is told so that it plays a caller, and how its answers are read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.task import CallerSpec

__all__ = ["Answer", "briefing", "correction", "read_answer"]

_HANG_UP, _WAIT = "HANG_UP", "WAIT"

_RULES = f"""\
You play one person, {{name}}, who is on the telephone with a firm. You are the caller and never the firm's agent.
The notes below are all that you know about yourself and about your matter, and they are binding.

How to answer:
- Write only the words that you now say into the telephone: no quotation marks, no names before them, no remarks.
- One or two short sentences. Answer what you were just asked, and nothing else.
- Every name, number, address, date and amount comes from the notes, letter by letter. What is not in the notes you do
  not know, and you say so.
- Never say the agent's part, and never claim to have done what only the firm can do.
- When the agent asks you to wait or is plainly about to go on, write {_WAIT} and nothing else.
- Your opening line was said for you. Your closing line is said for you too: once all that you called for is settled,
  write {_HANG_UP} and nothing else. Never write it beside other words, and never say goodbye yourself.

Notes:
{{script}}
What you called for, in this order: {{requests}}
"""


def briefing(spec: CallerSpec) -> str:
    """Return the system message."""
    requests = " ".join(f"({number}) {request.say}" for number, request in enumerate(spec.requests, 1))
    return _RULES.format(name=spec.name, script=spec.script.strip(), requests=requests)


def correction(why: Sequence[str]) -> Mapping[str, str]:
    """Return the message that has the model answer once more."""
    what = "; ".join(why)
    return {"role": "user", "content": f"(Nobody heard that: {what}. Keep to the rules and say it another way.)"}


@dataclass(frozen=True)
class Answer:
    """What a model wants its caller to do.

    Args:
        words: What to say; "" for nothing.
        hangs_up: It takes its matter to be settled.
        waits: It takes the agent not to have finished.
    """

    words: str
    hangs_up: bool = False
    waits: bool = False


_OWN_LABEL = re.compile(r"^\s*\W*(?:caller|customer|patient|me|you|user)\W*:\s*", re.IGNORECASE)
_REMARK = re.compile(r"\([^)]*\)|\*[^*\n]{1,60}\*|\[[^\]]*\]|<[^>]*>")


def read_answer(text: str, closing: str) -> Answer:
    """Return what an answer means; its closing line, said by the model itself, is a hang-up too."""
    hangs_up, waits = _HANG_UP in text, re.fullmatch(rf"\W*{_WAIT}\W*", text) is not None
    said = _OWN_LABEL.sub("", text.replace(_HANG_UP, " ").strip())
    said = " ".join(_REMARK.sub(" ", said).strip().strip('"\u201c\u201d').split()) if "\n" not in said.strip() else said
    if closing in said:
        hangs_up, said = True, said.replace(closing, " ").strip()
    return Answer("" if waits else said, hangs_up, waits)
