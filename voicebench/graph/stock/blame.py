"""Whose error it is that came up a pipeline."""

import re

from pipecat.frames.frames import ErrorFrame

from voicebench.errors import CallError, LlmError, SttError, TtsError
from voicebench.graph.stock.find import BASES
from voicebench.service import Part

__all__ = ["error_of"]

_ERRORS: dict[Part, type[CallError]] = {"stt": SttError, "llm": LlmError, "tts": TtsError}
_USERS = re.compile(r"\b(?:error code|status)\W{1,3}(?:400|401|402|403|404|422)\b", re.IGNORECASE)
"""A refusal of the key, the model or a field, where a service hands on words alone; so the OpenAI SDK writes it."""
_LENGTH = 500
"""Enough of a provider's words; some send a whole page."""


def error_of(frame: ErrorFrame, pipeline: str) -> CallError:
    """Return an error of a service as its provider's, and any other as ours.

    Args:
        frame: The error.
        pipeline: Name of the pipeline.
    """
    service = frame.processor
    words = " ".join(frame.error.split())
    for secret in getattr(service, "line_secrets", ()):
        words = words.replace(secret, "***")
    words = words[:_LENGTH]
    is_users = (frame.category is not None and frame.category.is_permanent) or _USERS.search(words) is not None
    if service is not None and not type(service).__module__.startswith("voicebench."):
        for part, base in BASES.items():
            if isinstance(service, base):
                return _ERRORS[part](
                    f"the service {type(service).__name__}: {words}", fault="provider", is_users=is_users
                )
    return CallError(f"the {pipeline}'s pipeline: {words}")
