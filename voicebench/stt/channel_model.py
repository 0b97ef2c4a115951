"""What a text channel knows: how often words of a kind are misheard over one line by one recogniser, and as what."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from voicebench.complaints import first_fault
from voicebench.datafiles import folder
from voicebench.engines import Settings
from voicebench.errors import StackError
from voicebench.task import Json

__all__ = [
    "CHANNEL_FORMAT",
    "ChannelModel",
    "ChannelSettings",
    "RunErrors",
    "channel_names",
    "channel_path",
    "errors_of",
    "load_channel",
]

CHANNEL_FORMAT = "voicebench-channel/1"
_FEWEST = 12
"""Runs of a length that teach about it; with fewer, all runs of the kind are asked."""
_Count = Annotated[int, Field(ge=0, le=10**9)]
_Errors = Annotated[int, Field(ge=0, le=1_000)]
"""Of one run; no utterance has as many words."""


def _of_them(counts: tuple[int, int]) -> tuple[int, int]:
    if counts[1] > counts[0]:
        raise ValueError(f"{counts[1]} of {counts[0]} cannot be")
    return counts


_Share = Annotated[tuple[_Count, _Count], AfterValidator(_of_them)]
"""How many there were, and how many of them."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunErrors(_Frozen):
    """How runs of one kind and length went.

    Args:
        n: How many were heard.
        wrong: Substitutions, deletions and insertions of each that had any.
    """

    n: int = Field(ge=1, le=10**9)
    wrong: tuple[tuple[_Errors, _Errors, _Errors], ...]

    @model_validator(mode="after")
    def _no_more_than_all(self) -> Self:
        if len(self.wrong) > self.n:
            raise ValueError(f"{len(self.wrong)} wrong of {self.n} cannot be")
        return self

    @property
    def rate(self) -> float:
        """Share of the runs that had errors."""
        return len(self.wrong) / self.n


def errors_of(lengths: Mapping[str, RunErrors], length: str) -> RunErrors | None:
    """Return how runs of one length went, or those of any length where too few were heard; None for none."""
    known = lengths.get(length)
    if known is not None and known.n >= _FEWEST:
        return known
    if not lengths:
        return None
    wrong = [errors for one in lengths.values() for errors in one.wrong]
    return RunErrors(n=sum(one.n for one in lengths.values()), wrong=tuple(wrong))


class ChannelModel(_Frozen):
    """What was learned.

    Args:
        line: Over which line.
        recogniser: By which recogniser.
        learned_from: Where it comes from, and the command that learns it again.
        empty: By length of the utterance: how many there were, and of how many nothing was heard.
        together: In what share of the utterances all runs are hit, or spared, together.
        runs: By kind and length of run.
        slips: By kind and word: how often it was said and how often it was lost, as a weight of where errors fall.
        confusions: By kind and word, what was heard for it; under ``*`` for any word of the kind.
        inserted: By kind of the run, words that were heard beside it.
    """

    format: Literal["voicebench-channel/1"]
    line: str
    recogniser: str
    learned_from: Mapping[str, Json]
    empty: Mapping[str, _Share]
    together: float = Field(ge=0, le=1)
    runs: Mapping[str, Mapping[str, RunErrors]]
    slips: Mapping[str, Mapping[str, _Share]]
    confusions: Mapping[str, Mapping[str, tuple[str, ...]]]
    inserted: Mapping[str, Annotated[tuple[str, ...], Field(min_length=1)]]

    def errors_of(self, kind: str, length: str) -> RunErrors | None:
        """Return how runs of a kind and length went, or those of any length where too few were heard; None for none."""
        return errors_of(self.runs.get(kind, {}), length)


class _Which(Settings):
    """A channel that ships, by line and recogniser, or a file.

    Args:
        line: Over which line.
        recogniser: By which recogniser.
        file: One that you learned, in place of both.
    """

    line: str = ""
    recogniser: str = ""
    file: str = ""


class ChannelSettings(Settings):
    """Settings of the engine ``text_channel``.

    Args:
        channel: What errs; None where words pass as they are.
    """

    channel: _Which | None = None

    def load(self) -> ChannelModel | None:
        """Return what errs.

        Raises:
            StackError: There is no such channel.
        """
        which = self.channel
        if which is None:
            return None
        if bool(which.file) == bool(which.line and which.recogniser):
            raise StackError("stt text_channel: channel wants line and recogniser, or a file")
        return load_channel(Path(which.file) if which.file else channel_path(which.line, which.recogniser))


def channel_names() -> tuple[str, ...]:
    """Return the channels that ship, as ``LINE--RECOGNISER``."""
    return tuple(sorted(path.stem for path in (folder("pipelines") / "channels").glob("*.json")))


def channel_path(line: str, recogniser: str) -> Path:
    """Return the file of a channel that ships."""
    return folder("pipelines") / "channels" / f"{line}--{recogniser}.json"


def load_channel(path: Path) -> ChannelModel:
    """Read what was learned.

    Raises:
        StackError: There is no such file, or it is not one.
    """
    try:
        return ChannelModel.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        known = ", ".join(channel_names()) or "none"
        raise StackError(f"{path}: no such channel; there are (LINE--RECOGNISER): {known}") from None
    except (OSError, ValidationError) as error:
        why = first_fault(error) if isinstance(error, ValidationError) else error.strerror or error
        raise StackError(f"{path}: not a channel: {why}") from error
