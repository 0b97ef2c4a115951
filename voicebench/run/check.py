"""A stack looked over before a run: engines, settings, models and keys, as far as nobody has to be asked."""

from collections.abc import Iterator

from voicebench import stt, tts
from voicebench.keys import check_keys
from voicebench.stack import Stack

__all__ = ["check_stack"]


def check_stack(stack: Stack) -> None:
    """Raise unless all that a stack names is there; no model is loaded, and nothing is sent.

    Raises:
        StackError: An engine, a service, a setting or a key is not as it must be.
        FixtureError: A model is missing or altered.
        MissingExtraError: Something comes in packages that are not installed.
    """
    check_keys(_variables(stack))
    if stack.has_sound and stack.stt.as_service is None:
        stt.check(stack.stt.engine, stack.stt.options)
    if stack.has_sound and stack.tts.as_service is None:
        tts.check(stack.tts.engine, stack.tts.options)
    if stack.services:
        # Here, since it imports Pipecat, which takes seconds; most stacks have no service of its.
        from voicebench.graph.stock.settings import check_service  # noqa: PLC0415

        for part, service in stack.services.items():
            check_service(part, service)


def _variables(stack: Stack) -> Iterator[str]:
    for part in (stack.stt, stack.llm, stack.tts):
        if isinstance(part.key_env, str):
            yield part.key_env
        elif part.key_env:
            yield from part.key_env.values()
