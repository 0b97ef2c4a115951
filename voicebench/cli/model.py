"""The flags of ``voicebench run`` that put another model into a stack."""

import json
from typing import Annotated

import typer

from voicebench.errors import ConfigError
from voicebench.task import Json

__all__ = [
    "ApiKeyEnvOption",
    "BaseUrlOption",
    "ExtraBodyOption",
    "ModelOption",
    "ReasoningEffortOption",
    "TemperatureOption",
    "model_changes",
]

ModelOption = Annotated[str | None, typer.Option(help="Its name at the endpoint.")]
BaseUrlOption = Annotated[
    str | None, typer.Option(help="Any OpenAI-compatible endpoint, up to and including its version.")
]
ApiKeyEnvOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The environment variable that holds the endpoint's key.")
]
TemperatureOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Sampling temperature; none leaves it to the provider.")
]
ReasoningEffortOption = Annotated[str | None, typer.Option(help="How hard it thinks, in the provider's word: low.")]
ExtraBodyOption = Annotated[
    str | None, typer.Option(metavar="JSON", help="Further fields of each request, beside those of the stack.")
]


def model_changes(
    *,
    model: str | None,
    base_url: str | None,
    api_key_env: str | None,
    temperature: str | None,
    reasoning_effort: str | None,
    extra_body: str | None,
) -> dict[str, Json]:
    """Return what the flags say, by the names that a stack has for it; nothing of a flag that was not given.

    Raises:
        ConfigError: One cannot be read.
    """
    said = {"model": model, "base_url": base_url, "key_env": api_key_env, "reasoning_effort": reasoning_effort}
    changes: dict[str, Json] = {name: value for name, value in said.items() if value is not None}
    if temperature is not None:
        changes["temperature"] = _temperature(temperature)
    if extra_body is not None:
        changes["extra_body"] = _object(extra_body)
    return changes


def _temperature(text: str) -> float | None:
    if text == "none":
        return None
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"--temperature {text}: give a number, or none") from None


def _object(text: str) -> Json:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"--extra-body {text}: not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ConfigError(f'--extra-body {text}: give an object, such as {{"seed": 4}}')
    return found
