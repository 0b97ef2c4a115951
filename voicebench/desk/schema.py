"""Tools as an OpenAI-compatible model is shown them, and the arguments that come back.

Arguments are taken exactly when grading could take them: when each has a normal form of its kind
(``voicebench.values.kinds``). So an amount may come as ``399.99``, ``"399.99"`` or ``"$399.99"``; a number is a JSON
number, a truth value a JSON boolean, digits are a string; an enum's case does not count; null is the same as leaving an
optional argument out. Anything else goes back to the model with words on what to send, as a caller is better served by
a second try than by a guess.
"""

from collections.abc import Mapping
from typing import Any

from voicebench.task import Json, Parameter, ToolSpec
from voicebench.values.kinds import normalise

__all__ = ["BadArguments", "natural", "tool_schema"]

_NATURAL = frozenset({"money", "number", "date", "datetime", "bool"})

_LARGEST = 2**53
"""Beyond this a JSON number is no longer exact, and SQLite takes no integer beyond 2**63."""

_SHOWN: Mapping[str, tuple[str, str]] = {
    "bool": ("boolean", ""),
    "code": ("string", ""),
    "date": ("string", "An ISO date: YYYY-MM-DD."),
    "datetime": ("string", "An ISO date and time, local: YYYY-MM-DDTHH:MM."),
    "digits": ("string", "Digits only, as a string."),
    "email": ("string", "An email address."),
    "enum": ("string", ""),
    "money": ("string", "An amount in dollars, such as 1249.50."),
    "name": ("string", ""),
    "number": ("number", ""),
    "phone": ("string", "A phone number with its area code, such as 212-555-0100."),
    "text": ("string", ""),
    "zip": ("string", "A ZIP code, as a string."),
}
"""Kind -> the JSON type, and what is said beside the parameter's own description."""

_WANTED: Mapping[str, str] = {
    "bool": "true or false",
    "code": "a code, as a string",
    "date": "a date as YYYY-MM-DD",
    "datetime": "a date and time as YYYY-MM-DDTHH:MM",
    "digits": "digits only, as a string",
    "email": "an email address",
    "money": "an amount in dollars, such as 1249.50",
    "name": "a name",
    "number": "a number",
    "phone": "a phone number",
    "text": "text",
    "zip": "a ZIP code, as a string",
}


class BadArguments(Exception):  # noqa: N818 - becomes a result that the model reads
    """The arguments of a call cannot be used; the message says what to send instead."""


def tool_schema(tool: ToolSpec) -> dict[str, Json]:
    """Return a tool as an entry of ``tools`` of an OpenAI chat-completions request."""
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": {
                "type": "object",
                "properties": {one.name: _property(one) for one in tool.parameters},
                "required": [one.name for one in tool.parameters if one.required],
                "additionalProperties": False,
            },
        },
    }


def _property(parameter: Parameter) -> dict[str, Json]:
    kind, is_list = _item_kind(parameter.kind)
    json_type, hint = _SHOWN[kind]
    one: dict[str, Json] = {"type": json_type}
    if parameter.options:
        one["enum"] = list(parameter.options)
    whole: dict[str, Json] = {"type": "array", "items": one} if is_list else one
    return {**whole, "description": " ".join(filter(None, (parameter.description, hint)))}


def _item_kind(kind: str) -> tuple[str, bool]:
    return (kind[len("list[") : -1], True) if kind.startswith("list[") else (kind, False)


def natural(tool: ToolSpec, arguments: Mapping[str, Json]) -> dict[str, Any]:
    """Return a call's arguments as the tool's function takes them.

    Amounts and numbers become numbers, dates and times plain ISO, an enum the option as declared; everything else
    stays the text that the model sent, trimmed. An optional argument that was left out, or is null, is None.

    Raises:
        BadArguments: An argument is unknown, missing, or of another kind.
    """
    declared = {one.name: one for one in tool.parameters}
    unknown = [name for name in arguments if name not in declared]
    if unknown:
        known = ", ".join(declared) or "none"
        raise BadArguments(f"{tool.name} has no argument {', '.join(unknown)}; it has {known}.")
    missing = [one.name for one in tool.parameters if one.required and arguments.get(one.name) is None]
    if missing:
        raise BadArguments(f"{tool.name} also needs {', '.join(missing)}.")
    return {name: _value(one, arguments.get(name)) for name, one in declared.items()}


def _value(parameter: Parameter, value: Json) -> Any:
    if value is None:
        return None
    kind, is_list = _item_kind(parameter.kind)
    if not is_list:
        return _one(parameter, kind, value)
    if not isinstance(value, list):
        raise BadArguments(f"{parameter.name} must be a list.")
    return [_one(parameter, kind, item) for item in value]


def _one(parameter: Parameter, kind: str, value: Json) -> Any:
    if parameter.options:
        found = [one for one in parameter.options if isinstance(value, str) and _same(one, value)]
        if not found:
            raise BadArguments(f"{parameter.name} must be one of {', '.join(parameter.options)}.")
        return found[0]
    try:
        normal = normalise(kind, value)
    except ValueError:
        raise BadArguments(f"{parameter.name} must be {_WANTED[kind]}.") from None
    if kind not in _NATURAL:
        return value.strip()
    if not isinstance(normal, str) and abs(normal) > _LARGEST:
        raise BadArguments(f"{parameter.name} is too large.")
    return normal


def _same(option: str, value: str) -> bool:
    return bool(normalise("enum", option) == normalise("enum", value))
