"""Every error that voicebench raises on purpose, under one root.

An error says whose fault it is and what to do next, in one line.
"""

from collections.abc import Sequence
from typing import Literal

__all__ = [
    "Blame",
    "CallError",
    "CassetteError",
    "ConfigError",
    "DeskError",
    "FixtureError",
    "GradeError",
    "LimitExceeded",
    "LlmError",
    "MissingExtraError",
    "PackError",
    "RecordError",
    "StackError",
    "SttError",
    "TtsError",
    "VoicebenchError",
]


Blame = Literal["caller", "provider", "harness"]
"""Whose doing a broken call was; never the agent's."""


class VoicebenchError(Exception):
    """Root of all errors of voicebench."""


class ConfigError(VoicebenchError):
    """A file or a flag of the user's is wrong; the command ends with exit code 2."""


class PackError(ConfigError):
    """A pack cannot be read or does not hold together.

    Args:
        problems: One line each: file, line where known, what is wrong, what to do.
    """

    def __init__(self, problems: str | Sequence[str]):
        self.problems = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("; ".join(self.problems))


class StackError(ConfigError):
    """A stack file cannot be read, or names something that is not there."""


class FixtureError(ConfigError):
    """A model, a sound or another file that voicebench needs is missing or altered."""


class MissingExtraError(ConfigError):
    """An optional part is not installed.

    Args:
        what: What needs it.
        command: The command that installs it.
    """

    def __init__(self, what: str, command: str):
        self.command = command
        super().__init__(f"{what} is not installed; install it with: {command}")


class CallError(VoicebenchError):
    """A call broke, through no merit or fault of the agent's reasoning.

    Attributes:
        stage: The part that broke (``tts``, ``stt``, ``llm``, ``desk``, ``cassette``, ``call``).
        fault: Whose doing it was: ``caller``, ``provider`` or ``harness``.
        is_users: Whether the user has to mend it: a key, a model's name, an address.
    """

    stage = "call"
    fault: Blame = "harness"

    def __init__(self, message: str, *, stage: str | None = None, fault: Blame | None = None, is_users: bool = False):
        self.is_users = is_users
        self.stage = stage or type(self).stage
        self.fault = fault or type(self).fault
        super().__init__(message)


class TtsError(CallError):
    """A voice could not speak."""

    stage = "tts"


class SttError(CallError):
    """A recogniser could not be run."""

    stage = "stt"


class LlmError(CallError):
    """The model's endpoint failed; the message holds the provider's own words."""

    stage = "llm"
    fault: Blame = "provider"


class DeskError(CallError):
    """A tool of the pack raised something that is no refusal, or the database broke."""

    stage = "desk"


class CassetteError(CallError):
    """A call asked for something that is not on the cassette it is replayed from, or that cannot be put on one."""

    stage = "cassette"


class LimitExceeded(CallError):  # noqa: N818 - the name is the fact
    """A time-out of the provider's or the harness's ran out.

    Args:
        limit: Name of the limit, as it stands in the stack.
        allowed: What the limit allows, in the unit of its name.
        used: What was used when it ran out.
    """

    def __init__(self, limit: str, allowed: float, used: float, *, fault: Blame = "harness"):
        self.limit, self.allowed, self.used = limit, allowed, used
        super().__init__(f"{limit}: {used:g} used, {allowed:g} allowed", fault=fault)


class GradeError(VoicebenchError):
    """What should be graded, or graded by, cannot be read or does not hold together."""


class RecordError(VoicebenchError):
    """A record cannot be written or read."""
