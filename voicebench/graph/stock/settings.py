"""A stack's settings of a service, checked against what its constructor and its ``Settings`` take."""

import dataclasses
import inspect
import re
import typing
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from pipecat.frames.frames import StartFrame
from pydantic import ConfigDict, PydanticUserError, TypeAdapter, ValidationError

from voicebench.errors import StackError
from voicebench.graph.stock.find import find_service
from voicebench.keys import NO_KEY, key_from_environment
from voicebench.service import Part, ServiceSpec
from voicebench.task import Json

__all__ = ["arguments", "check_service", "make_service"]

_OURS: Mapping[str, str] = {
    "settings": "its fields stand beside the other settings",
    "system_instruction": "the role at the desk has the prompt",
    "audio_passthrough": "turn detection needs the sound",
}
"""Settings that are not the stack's, and why."""
_SECRET = re.compile(r"(api_key|secret|password|credentials|auth_token|access_token|access_key)$")


def check_service(part: Part, spec: ServiceSpec) -> None:
    """Raise as ``make_service`` would, as far as that can be known without making it."""
    arguments(part, find_service(part, spec.path), spec)


def make_service(part: Part, spec: ServiceSpec, **given: Any) -> Any:
    """Return a service, made.

    Args:
        part: Its place in the stack.
        spec: Its class, settings and key.
        given: What the place gives it, where its constructor takes that and the stack does not say otherwise.

    Raises:
        StackError: The class, a setting or the key is not as it must be.
        MissingExtraError: A package that the service needs is not installed.
    """
    service = find_service(part, spec.path)
    chosen = arguments(part, service, spec)
    known = _parameters(service)
    more = {name: value for name, value in given.items() if name in known and name not in chosen}
    try:
        made = service(**chosen, **more)
    except Exception as error:  # whatever a constructor raises is about what it was given
        raise StackError(f"{part}: service {spec.path} cannot be made: {_words(error)}") from error
    made.start = _telling(made, made.start)
    made.line_secrets = tuple(chosen[name] for name in spec.keys)
    return made


def _telling(service: Any, start: Callable[[StartFrame], Awaitable[None]]) -> Callable[[StartFrame], Awaitable[None]]:
    """Have a service that cannot start say so: Pipecat only logs it, and the call would go on in silence."""

    async def telling(frame: StartFrame) -> None:
        try:
            await start(frame)
        except Exception as error:
            await service.push_error(error_msg=f"cannot start: {_words(error)}", exception=error)
            raise

    return telling


def arguments(part: Part, service: type[Any], spec: ServiceSpec) -> dict[str, Any]:
    """Return the constructor's arguments, checked: fields of its ``Settings`` in one of those, the others as they are.

    Raises:
        StackError: A setting is unknown, or has a value that it cannot have; or a key has no place to go.
    """
    what = f"{part}: service {spec.path}"
    fields, parameters = _fields(service), _parameters(service)
    for name in spec.settings:
        if name in _OURS:
            raise StackError(f"{what}: the setting {name} is not the stack's: {_OURS[name]}")
        if _SECRET.search(name):
            raise StackError(f"{what}: the setting {name} would be kept with each run; put it through key_env")
        if name not in fields and name not in parameters:
            known = sorted({*fields, *parameters} - set(_OURS))
            raise StackError(f"{what}: no setting {name!r}; choose among {', '.join(known)}")
    inside = {
        name: _checked(what, name, value, fields[name]) for name, value in spec.settings.items() if name in fields
    }
    beside = {
        name: _checked(what, name, value, parameters[name])
        for name, value in spec.settings.items()
        if name not in fields
    }
    keys = dict(_keys(what, spec, parameters))
    return beside | keys | ({"settings": service.Settings(**inside)} if inside else {})


def _keys(what: str, spec: ServiceSpec, parameters: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    wanted = spec.keys
    unknown = [name for name in wanted if name not in parameters]
    if unknown:
        raise StackError(f"{what}: its constructor takes no {unknown[0]}; write key_env: {{PARAMETER: VARIABLE}}")
    if not wanted and "api_key" in parameters:
        yield "api_key", NO_KEY  # or a key of the environment's would go to an endpoint that it is not for
    for name, variable in wanted.items():
        yield name, key_from_environment(variable).get_secret_value()


def _fields(service: type[Any]) -> Mapping[str, Any]:
    settings = getattr(service, "Settings", None)
    if not dataclasses.is_dataclass(settings):
        return {}
    hints = _hints(settings)
    return {one.name: hints.get(one.name, Any) for one in dataclasses.fields(settings) if one.name != "extra"}


def _parameters(service: type[Any]) -> Mapping[str, Any]:
    """The names that the constructor takes, its parents' too as far as it hands on the rest, each with its type."""
    found: dict[str, Any] = {}
    for parent in service.__mro__:
        constructor = vars(parent).get("__init__")
        if constructor is None:
            continue
        hints, signature = _hints(constructor), inspect.signature(constructor)
        kinds = {name: one.kind for name, one in list(signature.parameters.items())[1:]}
        for name, kind in kinds.items():
            if kind not in {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}:
                found.setdefault(name, hints.get(name, Any))
        if inspect.Parameter.VAR_KEYWORD not in kinds.values():
            break
    return found


def _hints(of: Any) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(of)
    except (NameError, TypeError):  # names that are there for a type checker alone
        return {}


def _checked(what: str, name: str, value: Json, hint: Any) -> Any:
    try:
        taken: TypeAdapter[Any] = TypeAdapter(hint, config=ConfigDict(arbitrary_types_allowed=True))
    except PydanticUserError:
        try:
            taken = TypeAdapter(hint)
        except PydanticUserError:  # a type that cannot be checked
            return value
    try:
        return taken.validate_python(value)
    except ValidationError as error:
        raise StackError(f"{what}: {name} is {value!r}: {error.errors()[0]['msg']}") from None


def _words(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
