"""What ``voicebench run`` looks at before the first call, so that nothing is spent on a stack that cannot work."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer
from loguru import logger

from voicebench.cli.screen import complain
from voicebench.errors import CallError, ConfigError, VoicebenchError
from voicebench.keys import check_keys, variables_of
from voicebench.run.check import check_stack
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection
from voicebench.stack import LlmSpec, Stack

if TYPE_CHECKING:
    from voicebench.run.preflight import Finding

__all__ = ["PreflightOption", "look_before"]

PreflightOption = Annotated[
    bool,
    typer.Option(
        "--preflight/--no-preflight",
        help="Ask each part of the stack that is a remote or an own endpoint once, before the first call.",
    ),
]


def look_before(plans: Iterable[Selection | CallPlan], *, preflight: bool) -> None:
    """Look whether the stacks of plans can work, and the models of their callers; each is looked at once.

    Args:
        plans: What is to be made.
        preflight: Whether those are asked that are somebody else's.

    Raises:
        ConfigError: The user has to mend something: an engine, a setting, a key, a model's name, an address.
        VoicebenchError: A provider broke.
    """
    logger.remove()  # Pipecat greets on stderr
    made = list(plans)
    stacks = {plan.stack.model_dump_json(): plan.stack for plan in made}.values()
    callers = {plan.caller.model_dump_json(): plan.caller.llm for plan in made if plan.caller}.values()
    for stack in stacks:
        check_stack(stack)
    check_keys(name for caller in callers for name in variables_of(caller.key_env))
    if not preflight:
        return
    for stack in filter(_has_others, stacks):
        _ask(stack)
    for caller in callers:
        _ask_caller(caller)


def _has_others(stack: Stack) -> bool:
    return bool(stack.services) or "openai" in {stack.llm.engine, stack.stt.engine}


def _ask(stack: Stack) -> None:
    # Here and not above: it imports Pipecat, which takes seconds.
    from voicebench.run.preflight import preflight  # noqa: PLC0415

    parts = {"llm": stack.llm, "stt": stack.stt, "tts": stack.tts}
    _tell(stack.name, preflight(stack), lambda part: f"{_key_words(parts[part].key_env)} of {part} in the stack")


def _ask_caller(llm: LlmSpec) -> None:
    from voicebench.run.preflight import preflight_caller  # noqa: PLC0415

    _tell("the caller", [preflight_caller(llm)], lambda _: f"{_key_words(llm.key_env)} of --caller-...")


def _tell(whom: str, findings: "Iterable[Finding]", where: Callable[[str], str]) -> None:
    """Say what came of asking, or raise it.

    Args:
        whom: Who was asked.
        findings: What came of each part.
        where: What to look at beside model and address, for a part.
    """
    found = list(findings)
    failed = [(one.part, one.error) for one in found if one.error is not None]
    if not failed:
        answered = ", ".join(f"{one.part} answered in {one.took_s:g} s" for one in found)
        complain(f"pre-flight of {whom}: {answered}")
        return
    words = "; ".join(f"{part}: {error}{_advice(error, where(part))}" for part, error in failed)
    message = f"pre-flight of {whom}: {words}"
    raise ConfigError(message) if any(error.is_users for _, error in failed) else VoicebenchError(message)


def _advice(error: CallError, where: str) -> str:
    if not error.is_users:
        return " (try again, or leave this out by --no-preflight)"
    return f" (look at the model, the address and {where})"


def _key_words(key_env: str | Mapping[str, str] | None) -> str:
    names = ", ".join(variables_of(key_env))
    return f"the key{f' in {names}' if names else ''}"
