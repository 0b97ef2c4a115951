"""A pack in memory: firm, roles, tools, tasks, and what a right call leaves behind.

These are the shapes of ``pack.yaml`` and ``tasks/*.yaml``; ``voicebench.packs`` reads them from disk.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

# fmt: off
__all__ = [
    "Answer", "AskStep", "CallStep", "CallerSpec", "ConfirmStep", "Excuse", "Expectation", "ExpectedCall",
    "ExpectedDatabase", "ExpectedHandoffs", "HandoffStep", "HandoffTool", "Json", "Pack", "Parameter", "PlanStep",
    "Request", "Role", "SayStep", "Slot", "Task", "TaskExpectation", "ToolSpec", "Trait"
]
# fmt: on

Json = Any
"""A value that JSON can hold."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# The firm


class Parameter(_Frozen):
    """One argument of a tool."""

    name: str
    kind: str
    """A kind of ``voicebench.values.kinds``, or ``list[KIND]``."""
    description: str = ""
    required: bool = True
    options: tuple[str, ...] = ()
    """The allowed values of an ``enum``, or of the items of a ``list[enum]``."""


class ToolSpec(_Frozen):
    """A tool as the model sees it."""

    name: str
    effect: Literal["read", "write", "handoff"]
    description: str
    parameters: tuple[Parameter, ...] = ()


class HandoffTool(_Frozen):
    """A handoff tool, which needs no code: it answers ``{role, success}`` and swaps prompt and tools."""

    to: str
    description: str
    parameters: tuple[Parameter, ...] = ()


class Role(_Frozen):
    """One agent of the front desk."""

    name: str
    prompt: str
    """The text of its Markdown file, after the firm's common block."""
    tools: tuple[str, ...] = ()
    handoffs: tuple[str, ...] = ()
    """Names of handoff tools, among ``Pack.tools``."""
    outline: bool = False
    """Declared for the graph's sake: no task leads there yet, and its prompt is not written out."""


# The caller


class Trait(_Frozen):
    """A fact about the caller, with its kind."""

    kind: str
    value: Json
    asked: tuple[str, ...] = ()
    """Phrase patterns of questions for it, beyond the stock ones for a trait of this name or kind."""
    say: str | None = None
    """Exact words that give it, in place of the stock ones; ``{value}`` stands for the value as said."""


class Request(_Frozen):
    """One thing the caller wants, repeated in other words until it is done."""

    say: str
    until: tuple[str, ...]
    """Phrase patterns: the request is done once the agent was heard to say one of them."""
    again: str | None = None
    """What the caller says when the agent answers past the point; by default ``say`` again."""


class Answer(_Frozen):
    """What the caller says to a question that no trait answers."""

    asked: tuple[str, ...]
    say: str


class CallerSpec(_Frozen):
    """The person on the phone.

    A *phrase pattern* is words that must all stand in one sentence of the agent's, in this order, whatever lies between
    them; case and punctuation do not count, and ``*`` at the end of a word stands for any ending.
    """

    name: str
    voice: str | None = None
    traits: Mapping[str, Trait]
    script: str
    """Locked prose, for a caller driven by an LLM."""
    opening: str
    requests: tuple[Request, ...]
    """In order; the opening counts as having said the first."""
    answers: tuple[Answer, ...] = ()
    declines: tuple[str, ...] = ()
    """Stock distractors (``voicebench.caller.topics``) that this caller turns down."""
    closing: str


# The reference plan


class Slot(_Frozen):
    """A value that the reference model must hear from the caller."""

    name: str
    kind: str
    question: str
    options: tuple[str, ...] = ()
    """For an ``enum``: the values, as the tool's schema has them."""
    says: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """For an ``enum`` or a ``bool``: words that mean each value, beyond the value itself."""
    confirm: bool = False
    """Read it back, and take a correction."""
    volunteered: bool = False
    """Look first in what the caller has said so far, and ask only when it is not there."""
    optional: bool = False
    """Go on without it after it could not be made out twice."""
    length: int | None = None
    """For ``digits`` or a ``code``: how many signs there are; another number of them was misheard."""


class SayStep(_Frozen):
    """Say something; ``{result.TOOL.PATH}`` and ``{heard.SLOT}`` are filled in.

    The caller's answer is waited for when ``wait`` is set.
    """

    say: str
    wait: bool = False


class AskStep(_Frozen):
    """Ask for a value until it is understood."""

    ask: Slot


class CallStep(_Frozen):
    """Call a tool. Arguments are ``heard.SLOT``, ``result.TOOL.PATH`` (numbers index lists) or an enum value."""

    call: str
    arguments: Mapping[str, Json] = Field(default_factory=dict)
    say_first: str | None = None
    """A filler spoken in the same reply, before the tool runs."""
    retry: tuple[str, ...] = ()
    """Slots to ask for again, once more each, when the result is not ok; then the call is made again."""


class HandoffStep(_Frozen):
    """Hand the call to another role."""

    handoff: str
    arguments: Mapping[str, Json] = Field(default_factory=dict)
    say_first: str | None = None


class ConfirmStep(_Frozen):
    """Ask a yes-or-no question and go on only after a yes; asked again after anything else."""

    confirm: str


PlanStep = SayStep | AskStep | CallStep | HandoffStep | ConfirmStep


# What a right call leaves behind


class ExpectedCall(_Frozen):
    """One expected tool call; values may be matchers."""

    name: str
    arguments: Mapping[str, Json] = Field(default_factory=dict)
    ok: bool | None = None
    error_code: str | None = None


class ExpectedHandoffs(_Frozen):
    """The expected path of handoff tools."""

    path: tuple[str, ...] = ()
    match: Literal["subsequence", "exact"] = "subsequence"


class ExpectedDatabase(_Frozen):
    """The write tables at hang-up; see ``shared/reference``: rows of ``final`` may hold matchers."""

    write_tables: tuple[str, ...]
    seed: Mapping[str, tuple[Mapping[str, Json], ...]]
    final: Json
    """``{table: rows}``, or ``{"any_of": [{table: rows}, ...]}``."""
    columns: Mapping[str, Mapping[str, str]] = Field(default_factory=dict)
    ignored: tuple[str, ...] = ("created_at",)


class Expectation(_Frozen):
    """``voicebench-expected/1``: what grading goes by; it stands on its own, without a pack."""

    format: Literal["voicebench-expected/1"] = "voicebench-expected/1"
    task: str
    kinds: Mapping[str, Mapping[str, str]]
    tools: tuple[ExpectedCall, ...]
    forbidden: tuple[str, ...] = ()
    handoffs: ExpectedHandoffs = ExpectedHandoffs()
    database: ExpectedDatabase
    verdict: Json = None
    notes: tuple[str, ...] = ()


class Excuse(_Frozen):
    """Spoilings of the right log (``voicebench pack attack``) that leave a right call."""

    spoiling: str
    """The name of a spoiling, or a glob over names."""
    reason: str
    """Why such a call is right."""


class TaskExpectation(_Frozen):
    """``expect:`` of a task: the part of an ``Expectation`` that the pack does not already know."""

    tools: tuple[ExpectedCall, ...]
    """One that states neither ``ok`` nor ``error_code`` counts only where the desk took it; ``ok: null`` is either."""
    forbidden: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    """Tools that the pack forbids unless expected, and this task does not mind."""
    handoffs: ExpectedHandoffs = ExpectedHandoffs()
    database: Json = Field(default_factory=dict)
    excused: tuple[Excuse, ...] = ()


class Task(_Frozen):
    """One locked request of one caller."""

    id: str
    title: str
    difficulty: Literal["easy", "medium", "hard"]
    category: str
    measures: str
    line: str = "clean"
    caller: CallerSpec
    reference: tuple[PlanStep, ...]
    expect: TaskExpectation


class Pack(_Frozen):
    """One firm."""

    id: str
    firm: str
    industry: str
    folder: Path
    now: datetime
    """The frozen clock, with its zone."""
    greeting: str
    """What the first role says when it picks up."""
    first_role: str
    message_key: Literal["caller_safe_message", "patient_safe_message"]
    """The envelope's key for words that may be said to the caller."""
    roles: Mapping[str, Role]
    tools: Mapping[str, ToolSpec]
    """All tools, handoff tools included."""
    handoffs: Mapping[str, str]
    """Handoff tool -> the role it hands to."""
    schema_sql: str
    seed_sql: str
    write_tables: Mapping[str, Mapping[str, str]]
    """Table -> column -> kind."""
    ignored_columns: tuple[str, ...] = ("created_at",)
    forbidden_unless_expected: tuple[str, ...] = ()
    categories: tuple[str, ...]
    tasks: Mapping[str, Task]
