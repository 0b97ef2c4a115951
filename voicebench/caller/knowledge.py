"""What the caller knows, and what it says when asked for it."""

import re
from collections.abc import Mapping, Sequence

from voicebench.caller.listening import Act
from voicebench.caller.patterns import has, matches, table, words
from voicebench.caller.topics import TOPICS, Topic, topics_in
from voicebench.caller.wording import Line, correction, given, lettered, plain_line
from voicebench.task import Answer, CallerSpec, Trait

__all__ = ["NO_SUCH_THING", "WH", "Knowledge"]

_SOFT_KINDS = ("bool", "text", "enum")
_YOURS = table("""
    your; you are|got|received|were; they; it claim*|came|said|was|is|asked; the|that|this email|message|letter|call
""")
_WISH = table("like|help*|interest*|want|prefer")
_VISIT = table("appointment*|visit*|consult*|slot*|move*|reschedul*|book*|schedul*")
WH = r"(?:what|which|who|whose|how|when|where)\b"
"""How a question begins that a yes or a no does not answer."""
_NO = re.compile(r"\b(?:not|never|no|none|nothing)\b")


class Knowledge:
    """The caller's traits and answers, by what an agent asks for.

    Args:
        spec: The caller.

    Attributes:
        traits: By name: the task's, and what follows from them (first and last name, end of the number).
        topics: Stock topics, and one for each trait that none of them knows.
    """

    def __init__(self, spec: CallerSpec):
        self.traits: Mapping[str, Trait] = {**_implied(spec), **spec.traits}
        stock = {name for topic in TOPICS for name in topic.names}
        own = (Topic((name,), (name.replace("_", " "),)) for name in spec.traits if name not in stock)
        self.topics = (*TOPICS, *own)
        self._asked = {name: trait.asked for name, trait in spec.traits.items() if trait.asked}
        self._answers = spec.answers

    def name_of(self, topic: Topic) -> str | None:
        """Return the name of the trait that answers a topic."""
        return next((name for name in topic.names if name in self.traits), None)

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the names of the traits that words name, asked for or not."""
        found = (self.name_of(topic) for topic in topics_in(words(text), self.topics))
        return tuple(name for name in found if name)

    def asked_by(self, act: Act) -> tuple[str, ...]:
        """Return the names of the traits that an act asks for, in order."""
        names = [name for topic in act.topics if (name := self.name_of(topic))]
        if act.clause.open:
            names += [name for name, patterns in self._asked.items() if _any(patterns, act.clause.text)]
        if act.kind in ("question", "choice") and not names:
            names = [name for name in self.named_in(act.clause.text) if self.traits[name].kind in _SOFT_KINDS]
        if not names and (act.kind == "choice" or (act.kind == "question" and " or " in act.clause.plain)):
            names = [name for name in self.traits if self._among(name, act.clause.plain)]
        names = _in_point(list(dict.fromkeys(names)), self.traits, act)
        return tuple(names[:1] if act.either else names)

    def _among(self, name: str, plain: str) -> bool:
        trait = self.traits[name]
        return (
            trait.kind in ("text", "enum")
            and re.search(rf"\b{re.escape(words(str(trait.value)))}\b", plain) is not None
        )

    def said_otherwise(self, text: str) -> tuple[str, ...]:
        """Return the traits in free words that a summary names and puts in other words: "Your insurance is Aetna."."""
        plain = words(text)
        if not has(_YOURS, plain) or has(_VISIT, plain):
            return ()
        named = (name for name in self.named_in(text) if self.traits[name].kind in ("text", "enum"))
        return tuple(name for name in named if not self._among(name, plain))

    def answer_to(self, act: Act, before: Act | None = None) -> Answer | None:
        """Return the task's own answer to a question, or to one of "that" together with the words before it."""
        if not act.clause.open:
            return None
        wishing = act.kind in ("offer", "go_ahead") or has(_WISH, act.clause.plain)
        about = f" {before.clause.text}" if before is not None and wishing else ""
        texts = (act.clause.text, act.clause.text + about, _told(act.clause.plain))
        return next((answer for text in texts for answer in self._answers if _any(answer.asked, text)), None)

    def says_otherwise(self, name: str, act: Act) -> bool:
        """Say whether a yes would be false: a fact of yes or no that the clause has the other way about."""
        trait = self.traits[name]
        return trait.kind == "bool" and bool(trait.value) == bool(_NO.search(act.clause.plain))

    def give(self, name: str, *, spelled: bool = False) -> tuple[Line, ...]:
        """Return the lines that give a trait."""
        trait = self.traits[name]
        line = given(trait, self._template(name))
        return (line, lettered(str(trait.value))) if spelled and trait.kind == "name" else (line,)

    def correct(self, names: Sequence[str]) -> Line:
        """Return the line that puts traits right."""
        return correction([(self.traits[name], self._template(name)) for name in names])

    def spelled(self, fresh: Sequence[str]) -> str | None:
        """Return the trait meant by "could you spell that?", given what the caller has just said."""
        names = [name for name in (*fresh, "full_name") if name in self.traits]
        return next((name for name in names if self.traits[name].kind in ("name", "email", "code")), None)

    def _template(self, name: str) -> str:
        return next((topic.say for topic in self.topics if name == topic.names[0]), None) or next(
            (topic.say for topic in self.topics if name in topic.names), "It's {value}."
        )


def _in_point(names: list[str], traits: Mapping[str, Trait], act: Act) -> list[str]:
    """Leave out facts of yes or no beside what a question asks by its first word: "How much did they ask you for?"."""
    facts = [name for name in names if traits[name].kind != "bool"]
    return facts if facts and re.match(WH, act.clause.asked or "") else names


def _told(plain: str) -> str:
    """Return a question with its verb as a task's pattern may have it: "Did you reply?" as "you replied"."""
    return re.sub(
        r"\bdid (?:not )?(you|they|it|he|she|anyone|anybody) (\w+)",
        lambda match: f"{match[1]} {_past(match[2])}",
        plain,
    )


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if re.search(r"[^aeiou]y$", verb) else f"{verb}ed"


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(matches(pattern, text) for pattern in patterns)


def _implied(spec: CallerSpec) -> dict[str, Trait]:
    """Return the traits that follow from others."""
    traits = spec.traits
    full = str(traits["full_name"].value) if "full_name" in traits else ""
    if not full and "first_name" in traits and "last_name" in traits:
        full = f"{traits['first_name'].value} {traits['last_name'].value}"
    full = full or spec.name
    implied = {"full_name": full, "first_name": full.split()[0], "last_name": full.split()[-1]}
    found = {name: Trait(kind="name", value=value) for name, value in implied.items()}
    number = next((trait for trait in traits.values() if trait.kind == "phone"), None)
    if number:
        found["phone_last4"] = Trait(kind="digits", value=str(number.value)[-4:])
    return found


NO_SUCH_THING = plain_line("I'm sorry, I don't have that.")
