"""The checks of a pack that need more than the pack: the verifier, the caller, the lines and the voices."""

from collections.abc import Iterator

from voicebench import packs
from voicebench.caller.distractors import DISTRACTORS
from voicebench.caller.knowledge import Knowledge
from voicebench.caller.patterns import words
from voicebench.caller.topics import TOPICS
from voicebench.errors import ConfigError, GradeError
from voicebench.line import presets
from voicebench.packs.draft import Draft
from voicebench.packs.source import Problem
from voicebench.record import Log
from voicebench.task import AskStep, ConfirmStep, Pack, Task
from voicebench.tts.voices import VOICES
from voicebench.verify import check, grade

__all__ = ["check_pack"]


def check_pack(name_or_path: str) -> tuple[Pack | None, list[str]]:
    """Return a pack and all that is wrong with it, one line each; none of its code is run.

    Args:
        name_or_path: The name of a shipped pack, or the path of a folder.

    Raises:
        PackError: It is not there.
    """
    draft, problems = packs.examine(name_or_path)
    if draft is None:
        return None, [str(problem) for problem in problems]
    found = [problem for task in draft.tasks() for problem in _task(draft, task)]
    if not problems:  # an answer key is made of what the other checks have found to be there
        found += [problem for task in draft.tasks() for problem in _silence(draft, task)]
    return draft.pack, [str(problem) for problem in sorted({*problems, *found})]


def _task(draft: Draft, task: Task) -> Iterator[Problem]:
    yield from _line_and_voice(draft, task)
    yield from _unasked(draft, task)
    for number, name in enumerate(task.caller.declines):
        if name not in DISTRACTORS:
            text = f"declines {name!r}, which is no stock distractor; known: {', '.join(sorted(DISTRACTORS))}"
            yield draft.at_task(task, ("caller", "declines", number), text)


def _line_and_voice(draft: Draft, task: Task) -> Iterator[Problem]:
    try:
        presets.load(task.line)
    except ConfigError as error:
        yield draft.at_task(task, ("line",), str(error))
    voice = task.caller.voice
    if voice is not None and voice not in VOICES:
        text = f"there is no voice {voice!r}; known: {', '.join(VOICES)}"
        yield draft.at_task(task, ("caller", "voice"), text)


def _unasked(draft: Draft, task: Task) -> Iterator[Problem]:
    """A trait is asked for by patterns of its own, by a stock question, or by a question of the plan."""
    knowledge = Knowledge(task.caller)
    asked = {name for topic in TOPICS for name in topic.names}
    for question in _questions(task):
        asked |= {*knowledge.named_in(question), *_offered(task, question)}
    for name, trait in task.caller.traits.items():
        if not trait.asked and name not in asked:
            text = f"no question asks for trait {name}; give it patterns under asked, or drop it"
            yield draft.at_task(task, ("caller", "traits", name), text)


def _offered(task: Task, question: str) -> Iterator[str]:
    """Yield the traits in free words that a question holds: "Small or large?"."""
    asked = f" {words(question)} "
    for name, trait in task.caller.traits.items():
        if trait.kind in {"text", "enum"} and f" {words(str(trait.value))} " in asked:
            yield name


def _questions(task: Task) -> Iterator[str]:
    for step in task.reference:
        match step:
            case AskStep():
                yield step.ask.question
            case ConfirmStep():
                yield step.confirm


def _silence(draft: Draft, task: Task) -> Iterator[Problem]:
    """A call in which nothing was done must fail, whatever the caller was told."""
    try:
        key = packs.expectation(draft.pack, task.id)
        check(key)
    except GradeError as error:
        yield draft.at_task(task, ("expect",), f"the answer key does not hold together: {error}")
        return
    silent = grade(key, Log(task=key.task, tools=(), database=key.database.seed))
    if silent.outcome != "failed":
        text = "a call in which nothing is done would pass; expect a look-up, a disclosure or a handoff"
        yield draft.at_task(task, ("expect",), text)
