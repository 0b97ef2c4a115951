"""A stack: everything that is under test, in one YAML file of ``pipelines/``, with nothing executable in it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError

from voicebench.complaints import did_you_mean, first_fault
from voicebench.datafiles import folder
from voicebench.errors import StackError
from voicebench.service import SERVICE, Address, Frozen, Part, Served, ServiceSpec
from voicebench.task import Json
from voicebench.yaml_text import parse_yaml

__all__ = [
    "EngineSpec",
    "Limits",
    "LlmSpec",
    "Stack",
    "TurnSpec",
    "VadSpec",
    "load_stack",
    "stack_file",
    "stack_names",
    "with_model",
]


_NAME_LENGTH = 64
_FLAGS = {"key_env": "api-key-env"}
"""Flags of ``voicebench run`` that are not called as the field is."""


class EngineSpec(Served):
    """An engine of ours, by its short name, or a service of Pipecat's, by its class path; with its settings.

    Args:
        engine: The engine's short name.
        service: ``MODULE:CLASS`` of a service.
        settings: Its settings.
        key_env: The environment variable that holds its key; None where none is needed. A service that takes its key by
            another argument than ``api_key``, or several, has them by argument.
    """

    engine: str = SERVICE

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.engine == SERVICE) != (self.service is not None):
            raise PydanticCustomError("engine", "name either an engine, or a service by its class path")
        if self.service is None and not isinstance(self.key_env, str | None):
            raise PydanticCustomError("key_env", "give the name of one environment variable")
        return self

    @property
    def options(self) -> Mapping[str, Json]:
        """The settings as the engine takes them, the key's name among them."""
        return self.settings if self.key_env is None else {**self.settings, "key_env": self.key_env}


class VadSpec(Frozen):
    """Voice activity detection (Silero); the names are Pipecat's."""

    confidence: float = Field(default=0.7, gt=0, lt=1)
    start_s: float = Field(default=0.2, gt=0)
    stop_s: float = Field(default=0.2, gt=0)
    min_volume: float = Field(default=0.6, ge=0, le=1)


class TurnSpec(Frozen):
    """How the end of the caller's turn is found.

    Args:
        engine: ``silence`` ends it so long after the VAD's stop; ``smart`` asks the model that ships in Pipecat.
        wait_s: The silence beyond the VAD's own; for ``smart``, the silence that ends a turn whatever the model says.
        ttfs_p99_s: Pipecat's expected STT latency, from the VAD's stop to the transcript; it feeds the end of turn.
    """

    engine: Literal["silence", "smart"] = "silence"
    wait_s: float = Field(default=0.4, gt=0)
    ttfs_p99_s: float = Field(default=1.0, gt=0)


class LlmSpec(Served):
    """The model under test.

    Args:
        service: ``MODULE:CLASS`` of a service of Pipecat's, in place of an engine; its model is one of its settings.
        settings: For a service: its settings.
        engine: ``reference`` is the deterministic one that ships with voicebench; ``openai`` is any OpenAI-compatible
            endpoint.
        control: For ``reference``: a control model in place of the plan.
        first_token_ms: For ``reference``: time to its first token.
        tokens_per_s: For ``reference``: its rate after that.
        model: For ``openai``: the model's name there.
        base_url: For ``openai``: the endpoint.
        key_env: The environment variable that holds the key, as in ``EngineSpec``; None where none is needed.
        temperature: Sampling temperature; None leaves it to the provider.
        reasoning_effort: How hard the model thinks, in the provider's word; None leaves it to the provider.
        extra_body: Further fields of each request.
        first_token_limit_s: Seconds to wait for an answer's first token, retries included, before the call is given
            up. With more than the caller's patience (``limits.silence_s``) a model that hangs is interrupted first, and
            never found out.
        stall_limit_s: Seconds to wait between two chunks after that.
        retries: How often a request that failed before its first token is sent again.
        answer_limit_chunks: An answer is taken to have ended after so many chunks, at about a token each.
        max_concurrency: How many calls may be held with this endpoint at once, whatever ``--jobs`` says; None for any
            number.
    """

    engine: Literal["reference", "openai", "service"] = "reference"
    control: Literal["silent", "refuser", "talker", "overwriter"] | None = None
    first_token_ms: float = Field(default=350.0, ge=0)
    tokens_per_s: float = Field(default=60.0, gt=0)
    model: str = "reference"
    base_url: Address | None = None
    temperature: float | None = Field(default=0.0, ge=0, allow_inf_nan=False)
    reasoning_effort: str | None = None
    extra_body: Mapping[str, Json] = Field(default_factory=dict)
    first_token_limit_s: float = Field(default=10.0, gt=0)
    stall_limit_s: float = Field(default=15.0, gt=0)
    retries: int = Field(default=3, ge=0)
    answer_limit_chunks: int = Field(default=16_384, gt=0)
    max_concurrency: int | None = Field(default=None, gt=0)

    @model_validator(mode="before")
    @classmethod
    def _is_a_service(cls, fields: Any) -> Any:
        """A service has settings of its own, and an engine's beside them would do nothing."""
        if not isinstance(fields, Mapping) or fields.get("service") is None:
            return fields
        beside = sorted(set(fields) - {"service", "settings", "key_env", "engine", "model"})
        defaults = {name: one.default for name, one in cls.model_fields.items()}
        stray = [name for name in beside if fields[name] and fields[name] != defaults.get(name)]
        if stray or fields.get("engine", SERVICE) != SERVICE:
            raise PydanticCustomError("service", "a service's settings stand under settings, and it has no engine")
        return {**fields, "engine": SERVICE, "model": str(fields.get("settings", {}).get("model", ""))}

    @model_validator(mode="after")
    def _names_its_endpoint(self) -> Self:
        """Without this, a stack that forgot its endpoint would measure the reference model under another's name."""
        if (self.engine == SERVICE) != (self.service is not None) or (self.settings and not self.service):
            raise PydanticCustomError("service", "settings go with a service, which is named by its class path")
        if (self.engine == "openai") != (self.base_url is not None):
            raise PydanticCustomError("endpoint", "a base_url goes with the engine openai, and with no other")
        if self.engine == "openai" and not self.model:
            raise PydanticCustomError("model", "the engine openai wants a model; give its name")
        return self

    @field_validator("extra_body")
    @classmethod
    def _can_be_sent(cls, extra_body: Mapping[str, Json]) -> Mapping[str, Json]:
        """YAML knows days and numbers that JSON does not."""
        try:
            json.dumps(extra_body, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise PydanticCustomError("json", "cannot be sent as JSON: {why}", {"why": str(error)}) from None
        return extra_body


class Limits(Frozen):
    """The conversation's own limits: when the caller gives up.

    Args:
        turns: Utterances of the caller's.
        silence_s: Seconds without a word of the agent's before the caller asks whether it is there.
        length_s: Seconds of call.
    """

    turns: int = Field(default=60, gt=0)
    silence_s: float = Field(default=12.0, gt=0)
    length_s: float = Field(default=600.0, gt=0)


class Stack(Frozen):
    """Everything under test."""

    format: Literal["voicebench-stack/1"] = "voicebench-stack/1"
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=_NAME_LENGTH)
    """It becomes part of the name of a run's folder."""
    title: str = ""
    stt: EngineSpec
    vad: VadSpec = VadSpec()
    turn: TurnSpec = TurnSpec()
    llm: LlmSpec = LlmSpec()
    tts: EngineSpec
    limits: Limits = Limits()

    @property
    def services(self) -> Mapping[Part, ServiceSpec]:
        """The services of Pipecat's in it, by their place."""
        parts: dict[Part, Served] = {"stt": self.stt, "llm": self.llm, "tts": self.tts}
        return {name: service for name, part in parts.items() if (service := part.as_service) is not None}

    @property
    def has_sound(self) -> bool:
        """Whether the call is spoken; on a text stack the words pass as they are."""
        return self.stt.engine != "text_channel"


def stack_names() -> tuple[str, ...]:
    """Return the names of the stacks that ship with voicebench."""
    return tuple(sorted(path.stem for path in folder("pipelines").glob("*.yaml")))


def stack_file(name_or_path: str) -> Path:
    """Return the file of a stack that ships with voicebench, by name, or of one of the user's, by path."""
    path = Path(name_or_path)
    return path if path.suffix in {".yaml", ".yml"} else folder("pipelines") / f"{name_or_path}.yaml"


def load_stack(name_or_path: str) -> Stack:
    """Read a stack that ships with voicebench, by name, or one of the user's, by path.

    Raises:
        StackError: There is none, or it cannot be read; one line says where and why.
    """
    path = stack_file(name_or_path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        raise StackError(
            f"no stack {name_or_path!r}; there are: {', '.join(stack_names())}, or give the path of a YAML file"
            f"{did_you_mean(name_or_path, stack_names())}"
        ) from None
    except UnicodeDecodeError as error:
        raise StackError(f"{path}: not YAML: {error}") from None
    try:
        return Stack.model_validate(parse_yaml(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise StackError(f"{path}{where}: not YAML: {getattr(error, 'problem', error)}") from None
    except ValidationError as error:
        raise StackError(f"{path}: {first_fault(error)}") from None


def with_model(stack: Stack, changes: Mapping[str, Json]) -> Stack:
    """Return a stack with another model, or the same one asked otherwise.

    Args:
        stack: What it is to be put into. Of a stack with the reference model all but the model stays.
        changes: Fields of ``LlmSpec``. A further ``extra_body`` joins the stack's own.

    Raises:
        StackError: The changes do not go with the stack, or with each other.
    """
    if not changes:
        return stack
    own = stack.llm.model_dump() if stack.llm.engine == "openai" else {"engine": "openai", "model": None}
    llm: dict[str, Json] = {**own, **changes}
    flags = " ".join(f"--{_FLAGS.get(name, name.replace('_', '-'))}" for name in changes)
    missing = [f"--{name.replace('_', '-')}" for name in ("model", "base_url") if llm.get(name) is None]
    if missing:
        what = f"{flags}: the stack {stack.name} names no endpoint of yours"
        raise StackError(f"{what}; add {' and '.join(missing)}, or choose --stack openai")
    llm["extra_body"] = {**stack.llm.extra_body, **changes.get("extra_body", {})}
    try:
        return stack.model_copy(update={"llm": LlmSpec.model_validate(llm), "name": _name(stack, changes)})
    except ValidationError as error:
        raise StackError(f"{flags}: {first_fault(error)}") from None


def _name(stack: Stack, changes: Mapping[str, Json]) -> str:
    """Two models in one stack are two stacks, and a table of both has to tell them apart."""
    model = re.sub(r"[^A-Za-z0-9_.-]+", "-", str(changes.get("model", ""))).strip("-")
    return f"{stack.name}-{model}"[:_NAME_LENGTH] if model else stack.name
