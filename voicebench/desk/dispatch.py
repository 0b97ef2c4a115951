"""The front desk of one call: which role is on, what it may do, and what came of it."""

import json
from collections.abc import Mapping

from voicebench.desk.database import CallDatabase
from voicebench.desk.schema import BadArguments, natural, tool_schema
from voicebench.desk.trust import functions
from voicebench.errors import DeskError
from voicebench.packs.seeding import Rows
from voicebench.record import LoggedCall
from voicebench.task import Json, Pack, ToolSpec
from voicebench.toolkit import Desk as ToolDesk
from voicebench.toolkit import Refusal, Say

__all__ = ["BAD_ARGUMENTS", "NOT_THIS_ROLE", "UNKNOWN_TOOL", "Desk"]

BAD_ARGUMENTS = "BAD_ARGUMENTS"
"""The arguments are no JSON object, or not what the tool takes."""
NOT_THIS_ROLE = "NOT_THIS_ROLE"
"""Another role has this tool, or the handoff is not open from this role."""
UNKNOWN_TOOL = "UNKNOWN_TOOL"
"""No role has a tool of this name."""

_RAW = "_raw"


class Desk:
    """A pack's front desk for the length of one call.

    Args:
        pack: The pack.
        trusted: Whether code of a pack from elsewhere may run.

    Raises:
        ConfigError: The pack does not ship with voicebench, and is not trusted.
        PackError: Its tools cannot be imported.
    """

    def __init__(self, pack: Pack, *, trusted: bool = False):
        self._pack = pack
        self._functions = functions(pack, trusted=trusted)
        self._database = CallDatabase(pack)
        self._tool_desk = ToolDesk(self._database.connection, pack.now)
        self.role = pack.first_role
        """The role that is on."""
        self.log: list[LoggedCall] = []
        """Every call made, in order, as the model sent it."""

    def prompt(self) -> str:
        """Return the prompt of the role that is on."""
        return self._pack.roles[self.role].prompt

    def tool_schemas(self) -> list[dict[str, Json]]:
        """Return the tools and handoffs of the role that is on, as OpenAI function schemas."""
        return [tool_schema(self._pack.tools[name]) for name in self._within_reach()]

    def snapshot(self) -> dict[str, Rows]:
        """Return the rows of the write tables; a table that cannot be read is left out."""
        return self._database.snapshot()

    def close(self) -> None:
        """Forget the call's database; the log stays."""
        self._database.close()

    def call(self, name: str, arguments: Json) -> Json:
        """Make one tool call, log it, and return the result that the model gets.

        Whatever the model may have done wrong is a result with ``ok: false``.

        Args:
            name: The tool that the model named.
            arguments: What it sent: an object, or the text of one. An empty text is an empty object.

        Raises:
            DeskError: The tool raised something that is no refusal, or answered with something that is no result.
        """
        name, sent = _text(name), _parse(arguments)
        try:
            result = self._answer(name, sent)
        except DeskError:
            self.log.append(LoggedCall(name=name, arguments=sent))
            raise
        # The caller of this method gets its own copy: what it does to it never reaches the log.
        self.log.append(LoggedCall(name=name, arguments=sent, result=_copy(result)))
        return result

    def _within_reach(self) -> tuple[str, ...]:
        role = self._pack.roles[self.role]
        return (*role.tools, *role.handoffs)

    def _answer(self, name: str, sent: dict[str, Json]) -> Json:
        tool = self._pack.tools.get(name)
        if tool is None:
            return self._refused(UNKNOWN_TOOL, f"There is no tool named {name}.")
        if name not in self._within_reach():
            return self._refused(NOT_THIS_ROLE, f"This desk cannot use {name}.")
        if sent.keys() == {_RAW}:
            return self._refused(BAD_ARGUMENTS, f"The arguments of {name} must be one JSON object.")
        try:
            values = natural(tool, sent)
        except BadArguments as bad:
            return self._refused(BAD_ARGUMENTS, str(bad))
        if tool.effect == "handoff":
            self.role = self._pack.handoffs[name]
            return {"role": self.role, "success": True}
        return self._run(tool, values)

    def _run(self, tool: ToolSpec, values: Mapping[str, Json]) -> Json:
        try:
            return _copy(self._outcome(tool, values))
        except Exception as error:
            what = f"tool {tool.name} of pack {self._pack.id} raised {type(error).__name__}: {error}"
            raise DeskError(f"{what}; mend the pack's tools") from error

    def _outcome(self, tool: ToolSpec, values: Mapping[str, Json]) -> Json:
        try:
            with self._database.step("read" if tool.effect == "read" else "write"):
                said = self._functions[tool.name](self._tool_desk, **values)
                message, data = (said.message, said.data) if isinstance(said, Say) else (None, said)
                if not isinstance(data, Mapping):
                    raise TypeError(f"it returned {type(data).__name__}, and not a dict or Say")
                # Copied inside the step: what is no JSON must not leave its rows behind.
                return self._envelope(ok=True, data=_copy(dict(data)), code=None, message=message)
        except Refusal as refusal:
            data = None if refusal.data is None else dict(refusal.data)
            return self._envelope(ok=False, data=data, code=refusal.code, message=refusal.message)

    def _refused(self, code: str, message: str) -> Json:
        return self._envelope(ok=False, data=None, code=code, message=message)

    def _envelope(self, *, ok: bool, data: Json, code: str | None, message: str | None) -> Json:
        return {"ok": ok, "data": data, "error_code": code, self._pack.message_key: message}


def _copy(value: Json) -> Json:
    """Return a deep copy as plain JSON; TypeError or ValueError when it is none."""
    return json.loads(json.dumps(value, allow_nan=False))


def _parse(arguments: Json) -> dict[str, Json]:
    """Return the arguments as an object of plain JSON; what is none is kept as text under ``_raw``."""
    if arguments is None or arguments == "":
        return {}
    try:
        plain = _copy(json.loads(arguments) if isinstance(arguments, str) else arguments)
        # Half of a surrogate pair is JSON, but neither a database nor a file takes it.
        json.dumps(plain, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return {_RAW: _text(str(arguments))}
    if isinstance(plain, dict):
        return plain
    return {_RAW: arguments if isinstance(arguments, str) else json.dumps(plain)}


def _text(text: str) -> str:
    return text.encode(errors="replace").decode()
