"""The flags of ``voicebench run`` that have a language model choose the caller's words."""

from collections.abc import Mapping
from typing import Annotated, Literal

import typer
from pydantic import ValidationError

from voicebench.complaints import first_fault
from voicebench.errors import ConfigError
from voicebench.run.plan import CallerModel
from voicebench.stack import LlmSpec, Stack
from voicebench.task import Json

__all__ = [
    "CallerApiKeyEnvOption",
    "CallerBaseUrlOption",
    "CallerKind",
    "CallerModelOption",
    "CallerOption",
    "CallerRerunsOption",
    "CallerTemperatureOption",
    "caller_model",
]

CallerKind = Literal["scripted", "llm"]
CallerOption = Annotated[
    CallerKind, typer.Option(help="Who chooses the caller's words: the task to the letter, or a model that follows it.")
]
CallerModelOption = Annotated[
    str | None, typer.Option("--caller-model", help="The caller's model. Default: the stack's.")
]
CallerBaseUrlOption = Annotated[str | None, typer.Option(help="Its endpoint. Default: the stack's.")]
CallerApiKeyEnvOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The environment variable that holds its key.")
]
CallerTemperatureOption = Annotated[
    float | None, typer.Option(help="Its sampling temperature. Default: 0.7; people vary.")
]
CallerRerunsOption = Annotated[
    int | None, typer.Option(min=0, help="How often a call that the caller broke is made again. Default: 2.")
]

_PATIENT_S = 60.0
"""The caller's thinking is no part of the call, so its model may take its time."""


def caller_model(kind: CallerKind, stack: Stack, reruns: int | None, changes: Mapping[str, Json]) -> CallerModel | None:
    """Return the caller's model; None for the scripted caller.

    Args:
        kind: Who chooses the words.
        stack: What is under test; its endpoint serves the caller too where none is named.
        reruns: How often a call that the caller broke is made again.
        changes: What the flags say, by the names of ``LlmSpec``; None where one was not given.

    Raises:
        ConfigError: The flags do not go together, or name no endpoint.
    """
    said = {name: value for name, value in changes.items() if value is not None}
    if kind == "scripted":
        if said or reruns is not None:
            raise ConfigError("--caller-...: the scripted caller has no model; add --caller llm")
        return None
    own = {"engine": "openai", "temperature": 0.7, "first_token_limit_s": _PATIENT_S}
    same = stack.llm.model_dump(include={"model", "base_url", "key_env"}) if stack.llm.engine == "openai" else {}
    if "base_url" in said:  # another endpoint has another key
        same.pop("key_env", None)
    spec = {**own, **same, **said}
    missing = [f"--caller-{name.replace('_', '-')}" for name in ("model", "base_url") if not spec.get(name)]
    if missing:
        raise ConfigError(f"--caller llm: the stack {stack.name} has no endpoint to share; add {' and '.join(missing)}")
    try:
        llm = LlmSpec.model_validate(spec)
    except ValidationError as error:
        raise ConfigError(f"--caller llm: {first_fault(error)}") from None
    return CallerModel(llm=llm) if reruns is None else CallerModel(llm=llm, reruns=reruns)
