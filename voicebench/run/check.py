"""A stack looked over before a run: engines, settings, models and keys, as far as nobody has to be asked."""

from voicebench import stt, tts
from voicebench.keys import check_keys, variables_of
from voicebench.stack import Stack

__all__ = ["check_stack"]


def check_stack(stack: Stack) -> None:
    """Raise unless all that a stack names is there; no model is loaded, and nothing is sent.

    Raises:
        StackError: An engine, a service, a setting or a key is not as it must be.
        FixtureError: A model is missing or altered.
        MissingExtraError: Something comes in packages that are not installed.
    """
    check_keys(name for part in (stack.stt, stack.llm, stack.tts) for name in variables_of(part.key_env))
    if stack.has_sound and stack.stt.as_service is None:
        stt.check(stack.stt.engine, stack.stt.options)
    if stack.has_sound and stack.tts.as_service is None:
        tts.check(stack.tts.engine, stack.tts.options)
    if stack.services:
        # Here, since it imports Pipecat, which takes seconds; most stacks have no service of its.
        from voicebench.graph.stock.settings import check_service  # noqa: PLC0415

        for part, service in stack.services.items():
            check_service(part, service)
