"""What a caller may not say, whoever decides its words: each fault by name, found in the words alone.

It goes by what can be told for certain. A fact in free words that is bent (a reason, a brand) is not among that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from voicebench.caller.facts import Facts
from voicebench.caller.knowledge import Knowledge
from voicebench.caller.listening import Act, acts_of
from voicebench.caller.offers import declined
from voicebench.caller.patterns import words
from voicebench.caller.plain_forms import digits, squeezed
from voicebench.caller.ways import ways_of
from voicebench.task import CallerSpec, Trait
from voicebench.values.heard import hear, hear_yes_no

__all__ = ["Talk", "faults_of", "kept_back"]

_LABEL = re.compile(
    r"(?im)^\s*\W*(?:agent|assistant|representative|receptionist|operator|support|front desk|desk|bot|ai)\W*:"
)
_DESK_WORDS = re.compile(
    r"(?i)\b(?:how (?:can|may) (?:i|we) (?:help|assist) you|thank(?:s| you) for calling|"
    r"anything else (?:that )?(?:i|we) can (?:help|do|assist)|"
    r"let me (?:transfer|connect) you|i(?:'ll|\u2019ll| will| am going to) (?:transfer|connect) you|"
    r"i(?:'ve|\u2019ve| have) (?:filed|booked|scheduled|updated|transferred|verified|processed|logged|submitted) )"
)
_ECHO_WORDS = 9
"""A run of so many of the agent's last words in a row is no answer to them."""
_WANTS = ("offer", "go_ahead", "question", "choice", "confirm", "ask")
_NEGATED = re.compile(r"\b(?:not|never|no|none|nothing)\b")


@dataclass
class Talk:
    """What was said so far.

    Args:
        spec: The caller.
        agent: What the agent said last.
    """

    spec: CallerSpec
    agent: str = ""
    acts: Sequence[Act] = ()
    facts: Facts = field(init=False)
    knowledge: Knowledge = field(init=False)

    def __post_init__(self) -> None:
        self.facts = Facts(self.spec)
        self.knowledge = Knowledge(self.spec)

    def hear(self, text: str) -> None:
        """Take in what the agent said."""
        self.agent = text
        self.acts = acts_of(text, self.knowledge.topics)
        self.facts.learn(text)


def faults_of(line: str, talk: Talk) -> tuple[str, ...]:
    """Return what is wrong with a caller's line, in words; () when nothing is."""
    found = []
    if not words(line):
        found.append("it says nothing")
    if _LABEL.search(line) or _DESK_WORDS.search(line) or _echoes(line, talk.agent):
        found.append("it speaks for the agent")
    if made_up := talk.facts.made_up(line):
        found.append(f"it makes up {', '.join(made_up)}")
    found.extend(_wrong_answers(line, talk))
    return tuple(found)


def kept_back(line: str, talk: Talk) -> tuple[str, ...]:
    """Return the traits that the agent asked for and that a caller's line does not give, not even one of them."""
    names = {name for act in talk.acts if act.kind == "ask" for name in talk.knowledge.asked_by(act)}
    traits = {name: talk.knowledge.traits[name] for name in names}
    exact = {name: trait for name, trait in traits.items() if trait.kind not in ("bool", "enum", "text")}
    return () if any(_gives(line, trait) for trait in traits.values()) else tuple(sorted(exact))


def _gives(line: str, trait: Trait) -> bool:
    plain = squeezed(line)
    figures = digits(trait.value)
    return any(squeezed(way.text) in plain for way in ways_of(trait)) or (
        len(figures) > 2 and figures in "".join(map(digits, (line, *hear("digits", line))))
    )


def _echoes(line: str, agent: str) -> bool:
    said, heard = words(line).split(), f" {words(agent)} "
    runs = (said[at : at + _ECHO_WORDS] for at in range(len(said) - _ECHO_WORDS + 1))
    return any(f" {' '.join(run)} " in heard for run in runs)


def _wrong_answers(line: str, talk: Talk) -> list[str]:
    """A yes to what the caller turns down, and a yes or no against a fact of its own."""
    wanting = [act for act in talk.acts if act.kind in _WANTS]
    answer = hear_yes_no(line)
    if answer is None or not wanting:
        return []
    last = wanting[-1]
    if answer and declined(last, talk.spec.declines):
        return ["it accepts what it turns down"]
    facts = [name for name in talk.knowledge.asked_by(last) if talk.knowledge.traits[name].kind == "bool"]
    is_plain = len(facts) == len(wanting) == 1 and last.kind == "question" and not _NEGATED.search(last.clause.plain)
    if is_plain and answer is not bool(talk.knowledge.traits[facts[0]].value):
        return [f"it says {'yes' if answer else 'no'} where its {facts[0]} is the other"]
    return []
