"""Checks of ``pack.yaml``: roles, handoffs, kinds and names hold together."""

from collections.abc import Iterator

from voicebench.packs.draft import COMMON, PACK_FILE, TOOLS, TOOLS_FOLDER, Draft, role_file
from voicebench.packs.source import Problem
from voicebench.task import Parameter
from voicebench.values.kinds import KINDS, is_kind

__all__ = ["files", "first_role", "forbidden", "handoffs", "kinds", "names", "reachable", "role_tools", "unused"]


def first_role(draft: Draft) -> Iterator[Problem]:
    """The first role is one of the roles."""
    pack = draft.pack
    if pack.first_role not in pack.roles:
        yield draft.at(("first_role",), f"first_role {pack.first_role!r} is no role; known: {', '.join(pack.roles)}")


def names(draft: Draft) -> Iterator[Problem]:
    """No handoff has the name of a tool."""
    for name in draft.pack.handoffs:
        if name in draft.tools.specs:
            file, _ = draft.tools.places[name]
            yield draft.at(("handoffs", name), f"handoff {name} is also a tool in {file}; rename one")


def role_tools(draft: Draft) -> Iterator[Problem]:
    """Every tool and handoff that a role names is declared."""
    for role in draft.pack.roles.values():
        for number, tool in enumerate(role.tools):
            if tool not in draft.tools.specs:
                where = TOOLS if TOOLS in draft.tools.trees else f"{TOOLS_FOLDER}/"
                text = f"role {role.name}: tool {tool} is not in {where}; write it there or correct its name"
                yield draft.at(("roles", role.name, "tools", number), text)
        for number, handoff in enumerate(role.handoffs):
            if handoff not in draft.pack.handoffs:
                text = f"role {role.name}: handoff {handoff} is not declared; add it under handoffs"
                yield draft.at(("roles", role.name, "handoffs", number), text)


def handoffs(draft: Draft) -> Iterator[Problem]:
    """Every handoff leads to a role."""
    for name, to in draft.pack.handoffs.items():
        if to not in draft.pack.roles:
            text = f"handoff {name} leads to {to!r}, which is no role; known: {', '.join(draft.pack.roles)}"
            yield draft.at(("handoffs", name, "to"), text)


def reachable(draft: Draft) -> Iterator[Problem]:
    """Every role can be reached from the first."""
    pack = draft.pack
    reached, ahead = set[str](), [pack.first_role]
    while ahead:
        name = ahead.pop()
        if name in reached or name not in pack.roles:
            continue
        reached.add(name)
        ahead.extend(pack.handoffs[handoff] for handoff in pack.roles[name].handoffs if handoff in pack.handoffs)
    for name in pack.roles:
        if name not in reached and pack.first_role in pack.roles:
            text = f"role {name} has no way in from {pack.first_role}; give a role that is reached a handoff to it"
            yield draft.at(("roles", name), text)


def unused(draft: Draft) -> Iterator[Problem]:
    """Every tool and every handoff belongs to a role."""
    used = {name for role in draft.pack.roles.values() for name in (*role.tools, *role.handoffs)}
    for name, (file, line) in draft.tools.places.items():
        if name not in used:
            yield draft.problem(file, line, f"tool {name} belongs to no role; name it under a role in {PACK_FILE}")
    for name in draft.pack.handoffs:
        if name not in used:
            yield draft.at(("handoffs", name), f"handoff {name} belongs to no role; name it under a role or drop it")


def forbidden(draft: Draft) -> Iterator[Problem]:
    """``forbidden_unless_expected`` names tools."""
    for number, name in enumerate(draft.pack.forbidden_unless_expected):
        if name not in draft.pack.tools:
            yield draft.at(("forbidden_unless_expected", number), f"{name} is no tool; correct its name or drop it")


def kinds(draft: Draft) -> Iterator[Problem]:
    """Columns and parameters of handoffs have known kinds."""
    known = f"known: {', '.join(sorted(KINDS))} and list[KIND]"
    for table, columns in draft.pack.write_tables.items():
        for column, kind in columns.items():
            if not is_kind(kind):
                text = f"column {table}.{column} has the unknown kind {kind!r}; {known}"
                yield draft.at(("write_tables", table, column), text)
    for name in draft.pack.handoffs:
        for number, parameter in enumerate(draft.pack.tools[name].parameters):
            if wrong := _parameter(parameter, known):
                yield draft.at(("handoffs", name, "parameters", number), f"handoff {name}: {wrong}")


def _parameter(parameter: Parameter, known: str) -> str:
    if not is_kind(parameter.kind):
        return f"{parameter.name} has the unknown kind {parameter.kind!r}; {known}"
    if ("enum" in parameter.kind) != bool(parameter.options):
        return f"{parameter.name}: an enum has options, and nothing else has; mend one of the two"
    return "" if parameter.description else f"{parameter.name} has no description; say what the model should put there"


def files(draft: Draft) -> Iterator[Problem]:
    """No file lies in ``roles/``, ``tasks/`` or ``tools/`` that would never be read."""
    wanted = {COMMON, *(role_file(name) for name in draft.pack.roles)}
    for path in sorted((draft.folder / "roles").glob("*")):
        if path.is_file() and f"roles/{path.name}" not in wanted:
            yield draft.problem(
                f"roles/{path.name}", 0, f"is the prompt of no role in {PACK_FILE}; add the role or drop it"
            )
    for path in sorted((draft.folder / "tasks").glob("*")):
        if path.suffix != ".yaml":
            yield draft.problem(f"tasks/{path.name}", 0, "is not read; a task is called ID.yaml")
    for path in sorted((draft.folder / TOOLS_FOLDER).glob("*")):
        hidden = path.name.startswith(".") or path.name == "__pycache__"
        if not hidden and f"{TOOLS_FOLDER}/{path.name}" not in draft.tools.trees:
            yield draft.problem(f"{TOOLS_FOLDER}/{path.name}", 0, "is not read; tools stand in NAME.py")
