"""What ``voicebench run`` looks at before the first call, so that nothing is spent on a stack that cannot work."""

from collections.abc import Iterable
from typing import Annotated

import typer
from loguru import logger

from voicebench.cli.screen import complain
from voicebench.errors import CallError, ConfigError, VoicebenchError
from voicebench.run.check import check_stack
from voicebench.stack import Stack

__all__ = ["PreflightOption", "look_before"]

PreflightOption = Annotated[
    bool,
    typer.Option(
        "--preflight/--no-preflight",
        help="Ask each part of the stack that is a remote or an own endpoint once, before the first call.",
    ),
]


def look_before(stacks: Iterable[Stack], *, preflight: bool) -> None:
    """Look whether stacks can work.

    Args:
        stacks: Which; each is looked at once.
        preflight: Whether those are asked that are somebody else's.

    Raises:
        ConfigError: The user has to mend something: an engine, a setting, a key, a model's name, an address.
        VoicebenchError: A provider broke.
    """
    logger.remove()  # Pipecat greets on stderr
    each_once = list({stack.model_dump_json(): stack for stack in stacks}.values())
    for stack in each_once:
        check_stack(stack)
    for stack in each_once:
        if preflight and _has_others(stack):
            _ask(stack)


def _has_others(stack: Stack) -> bool:
    return bool(stack.services) or "openai" in {stack.llm.engine, stack.stt.engine}


def _ask(stack: Stack) -> None:
    # Here and not above: it imports Pipecat, which takes seconds.
    from voicebench.run.preflight import preflight  # noqa: PLC0415

    found = list(preflight(stack))
    failed = [(one.part, one.error) for one in found if one.error is not None]
    if not failed:
        answered = ", ".join(f"{one.part} answered in {one.took_s:g} s" for one in found)
        complain(f"pre-flight of {stack.name}: {answered}")
        return
    words = "; ".join(f"{part}: {error}{_advice(stack, part, error)}" for part, error in failed)
    message = f"pre-flight of {stack.name}: {words}"
    raise ConfigError(message) if any(error.is_users for _, error in failed) else VoicebenchError(message)


def _advice(stack: Stack, part: str, error: CallError) -> str:
    if not error.is_users:
        return " (try again, or leave this out by --no-preflight)"
    key = {"llm": stack.llm, "stt": stack.stt, "tts": stack.tts}[part].key_env
    where = ", ".join(key.values() if isinstance(key, dict) else [key] if isinstance(key, str) else [])
    return f" (look at the model, the address and the key{f' in {where}' if where else ''} of {part} in the stack)"
