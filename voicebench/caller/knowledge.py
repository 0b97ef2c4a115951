"""What the caller knows, and what it says when asked for it."""

import re
from collections.abc import Mapping, Sequence

from voicebench.caller.listening import Act
from voicebench.caller.patterns import has, matches, table, words
from voicebench.caller.topics import TOPICS, Topic, topics_in
from voicebench.caller.wording import Line, given, lettered, plain_line
from voicebench.task import Answer, CallerSpec, Trait

__all__ = ["NO_SUCH_THING", "SOFT_KINDS", "WH", "Knowledge"]

SOFT_KINDS = ("bool", "text", "enum")
"""Kinds of traits that are told in a caller's own words."""
_YOURS = table("""
    your; you are|got|received|were; they; it claim*|came|said|was|is|asked; the|that|this email|message|letter|call
""")
_WISH = table("like|help*|interest*|want|prefer")
_VISIT = table("appointment*|visit*|consult*|slot*|move*|reschedul*|book*|schedul*")
WH = r"(?:what|which|who|whose|how|when|where)\b"
"""How a question begins that a yes or a no does not answer."""
_PARTS: Mapping[str, str] = {"first_name": "first name", "last_name": "last name"}
"""Parts of a name, with the words for them; of another person than the caller they are "patient_name first_name"."""
_SHORT_PARTS = ("phone_area", "phone_middle")
_PHONE_PARTS = (*_SHORT_PARTS, "phone_last4")
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

    def compared(self, fresh: Sequence[str]) -> Mapping[str, Trait]:
        """Return what a read-back is compared with; three figures are a part of the number only just after it."""
        return {name: trait for name, trait in self.traits.items() if name not in _SHORT_PARTS or name in fresh}

    def name_of(self, topic: Topic) -> str | None:
        """Return the name of the trait that answers a topic."""
        return next((name for name in topic.names if name in self.traits), None)

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the names of the traits that words name, asked for or not."""
        found = (self.name_of(topic) for topic in topics_in(words(text), self.topics))
        return tuple(name for name in found if name)

    def asked_by(self, act: Act, fresh: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the names of the traits that an act asks for, in order.

        Args:
            act: A clause.
            fresh: Traits that the caller's last words gave; "the last name" is that of whom they were about.
        """
        names = [name for topic in act.topics if (name := self.name_of(topic))]
        if act.clause.open:
            names += [name for name, patterns in self._asked.items() if _any(patterns, act.clause.text)]
        if act.kind in ("question", "choice") and not names:
            names = [name for name in self.named_in(act.clause.text) if self.traits[name].kind in SOFT_KINDS]
        if not names and (act.kind == "choice" or (act.kind == "question" and " or " in act.clause.plain)):
            names = [name for name in self.traits if self._among(name, act.clause.plain)]
        if any(name in _PHONE_PARTS for name in names):
            names = [name for name in names if self.traits[name].kind != "phone"]
        if not re.search(r"\byour\b", act.clause.plain):
            names = [self._of_somebody(name, fresh) for name in names]
        names = _in_point(list(dict.fromkeys(names)), self.traits, act)
        return tuple(names[:1] if act.either else names)

    def _of_somebody(self, name: str, fresh: Sequence[str]) -> str:
        """Return the part of the name of whom the caller has just spoken, for a part of its own."""
        owners = (one.removesuffix(f" {part}") for one in fresh for part in ("", *_PARTS) if one.endswith(part))
        others = (f"{owner} {name}" for owner in owners if name in _PARTS)
        return next((other for other in others if other in self.traits), name)

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

    def not_said(self, guess: str, fresh: Sequence[str]) -> tuple[str, ...]:
        """Return the traits in free words just given that a guess at them ("Did you say other?") has nothing of."""
        told = ((name, self.traits[name]) for name in fresh if self.traits[name].kind in ("text", "enum"))
        return tuple(
            name
            for name, trait in told
            if not set(guess.split()) & set(words(f"{trait.value} {trait.say or ''}").split())
        )

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

    def give(self, name: str, *, spelled: bool = False) -> Line:
        """Return the line that gives a trait."""
        trait = self.traits[name]
        return given(name, trait, self._template(name), spelled=spelled and trait.kind == "name")

    def letters(self, name: str) -> Line:
        """Return the line that spells a trait; an address and a code are given letter by letter anyway."""
        trait = self.traits[name]
        return lettered(name, trait) if trait.kind == "name" else self.give(name)

    def correct(self, names: Sequence[str]) -> tuple[Line, ...]:
        """Return the lines that put traits right; of names, what was wrong is spelled."""
        if whole := self._whole(names):
            parts = (lettered(name, self.traits[name], f"{_part_of(name).capitalize()} ") for name in names)
            return (plain_line(f"No, it's {self.traits[whole].value}."), *parts)
        if len(names) > 1 or self._speaks_for_itself(names[0]):
            return (plain_line("No."), *(self._correction(name, self._template(name), alone=True) for name in names))
        return plain_line("No, it's"), self._correction(names[0], "{value}.", alone=False)

    def _whole(self, names: Sequence[str]) -> str | None:
        """Return the name of the whole name that all these are parts of."""
        wholes = {name.rpartition(" ")[0] or "full_name" for name in names} if all(map(_part_of, names)) else set()
        whole = wholes.pop() if len(wholes) == 1 else ""
        return whole if whole and len(str(self.traits[whole].value).split()) > 1 else None

    def _speaks_for_itself(self, name: str) -> bool:
        trait = self.traits[name]
        return trait.say is not None and trait.kind in SOFT_KINDS

    def _correction(self, name: str, template: str, *, alone: bool) -> Line:
        trait = self.traits[name]
        bare = trait if trait.kind in SOFT_KINDS else trait.model_copy(update={"say": None})
        return given(name, bare, template, alone=alone, spelled=trait.kind == "name")

    def spelled(self, fresh: Sequence[str]) -> str | None:
        """Return the trait meant by "could you spell that?", given what the caller has just said."""
        names = [name for name in (*fresh, "full_name") if name in self.traits]
        return next((name for name in names if self.traits[name].kind in ("name", "email", "code")), None)

    def _template(self, name: str) -> str:
        part = _part_of(name)
        return next((topic.say for topic in self.topics if name == topic.names[0]), None) or next(
            (topic.say for topic in self.topics if name in topic.names),
            f"The {part} is {{value}}." if part else "It's {value}.",
        )


def _part_of(name: str) -> str:
    """Return the words for the part of a name that a trait is; "" for any other trait."""
    return _PARTS.get(name.rpartition(" ")[2], "")


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
    """Return the traits that follow from others: the parts of names, the end of the number."""
    traits = spec.traits
    full = str(traits["full_name"].value) if "full_name" in traits else ""
    if not full and "first_name" in traits and "last_name" in traits:
        full = f"{traits['first_name'].value} {traits['last_name'].value}"
    found = {"full_name": Trait(kind="name", value=full or spec.name), **_parts("", full or spec.name)}
    for name, trait in traits.items():
        if trait.kind == "name" and name not in ("full_name", *_PARTS):
            found |= _parts(f"{name} ", str(trait.value))
    number = next((trait for trait in traits.values() if trait.kind == "phone"), None)
    if number:
        digits = re.sub(r"\D", "", str(number.value))[-10:]
        parts = {"phone_area": digits[:3], "phone_middle": digits[3:6], "phone_last4": digits[6:]}
        found |= {name: Trait(kind="digits", value=part) for name, part in parts.items()}
    return found


def _parts(owner: str, name: str) -> dict[str, Trait]:
    """Return first and last name of somebody; of the caller itself they go without the owner."""
    words_ = name.split()
    values = {"first_name": words_[0], "last_name": words_[-1]} if not owner or len(words_) > 1 else {}
    return {f"{owner}{part}": Trait(kind="name", value=value) for part, value in values.items()}


NO_SUCH_THING = plain_line("I'm sorry, I don't have that.")
