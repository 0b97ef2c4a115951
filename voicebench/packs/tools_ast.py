"""A pack's tools, read from their source without running any of it."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from voicebench.packs.source import Problem
from voicebench.packs.tool_files import is_helper, stray_imports
from voicebench.task import Parameter, ToolSpec

__all__ = ["KIND_OF_ANNOTATION", "ToolSource", "read_tools"]

KIND_OF_ANNOTATION = {
    "Bool": "bool",
    "Code": "code",
    "Date": "date",
    "DateTime": "datetime",
    "Digits": "digits",
    "Email": "email",
    "Money": "money",
    "Name": "name",
    "Number": "number",
    "Phone": "phone",
    "Text": "text",
    "Zip": "zip",
}
"""The names that ``voicebench.toolkit`` offers as annotations, and the kind that each stands for."""

_HOW = 'a kind of voicebench.toolkit, list[KIND] or Literal["...", ...], with "| None = None" where it may be left out'
_ENTRY = re.compile(r"^(\w+)(?:\s*\([^)]*\))?:\s*(.*)$")


@dataclass
class ToolSource:
    """What ``tools.py``, or the files of ``tools/``, declare.

    Args:
        trees: The files, parsed.
        specs: The tools, by name.
        places: The file and line of each tool's definition.
        problems: What is wrong.
    """

    trees: dict[str, ast.Module] = field(default_factory=dict)
    specs: dict[str, ToolSpec] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


class _Odd(Exception):  # noqa: N818 - becomes a problem a few lines on
    def __init__(self, node: ast.AST, text: str):
        self.line = getattr(node, "lineno", 0)
        super().__init__(text)


def read_tools(texts: Mapping[str, str], name: str) -> ToolSource:
    """Return the tools that a pack's source declares.

    Args:
        texts: The text of each file, in the order of ``tool_files``.
        name: The pack's folder in problems.
    """
    source = ToolSource()
    for file, text in texts.items():
        try:
            source.trees[file] = ast.parse(text)
        except SyntaxError as error:
            source.problems.append(Problem(f"{name}/{file}", error.lineno or 0, f"is no Python: {error.msg}"))
        except (ValueError, RecursionError, MemoryError) as error:  # the last is how the parser says "too deep"
            why = str(error) or "is nested too deeply"
            source.problems.append(Problem(f"{name}/{file}", 0, f"is no Python: {why}"))
    for file, tree in source.trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                try:
                    _add(source, file, node)
                except _Odd as odd:
                    source.problems.append(Problem(f"{name}/{file}", odd.line, f"{node.name}: {odd}"))
    source.problems.extend(stray_imports(source.trees, name))
    return source


def _add(source: ToolSource, file: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    marks = [name for name in map(_last_name, node.decorator_list) if name in ("read", "write")]
    if not marks:
        if not node.name.startswith("_") and _takes_desk(node) and not is_helper(file):
            raise _Odd(node, "is neither @read nor @write; mark it, or begin the name of a helper with _")
        return
    if is_helper(file):
        raise _Odd(node, "is a tool in a file of helpers; move it to a file whose name begins with no _")
    if len(marks) > 1 or node.name in source.specs:
        raise _Odd(node, "is declared twice; a tool has one definition and one of @read and @write")
    if isinstance(node, ast.AsyncFunctionDef):
        raise _Odd(node, "must be a plain function; drop async")
    effect: Literal["read", "write"] = "read" if marks[0] == "read" else "write"
    doc = ast.get_docstring(node) or ""
    description = " ".join(doc.split("\n\n")[0].split())
    if not description or description.startswith("Args:"):
        raise _Odd(node, "has no docstring; its first paragraph is what the model reads")
    parameters = tuple(_parameters(node, _described(doc)))
    source.specs[node.name] = ToolSpec(name=node.name, effect=effect, description=description, parameters=parameters)
    source.places[node.name] = (file, node.lineno)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _takes_desk(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    first = node.args.args[0].annotation if node.args.args else None
    return first is not None and _last_name(first) == "Desk"


def _parameters(node: ast.FunctionDef, described: dict[str, str]) -> Iterator[Parameter]:
    given = node.args
    if given.vararg or given.kwarg or given.posonlyargs:
        raise _Odd(node, "has *, ** or / parameters; name each parameter plainly")
    if not given.args:
        raise _Odd(node, "lacks its first parameter, desk: Desk")
    plain = given.args[1:]
    defaults: list[ast.expr | None] = [None] * len(given.args)
    if given.defaults:
        defaults[-len(given.defaults) :] = given.defaults
    for argument, default in (
        *zip(plain, defaults[1:], strict=True),
        *zip(given.kwonlyargs, given.kw_defaults, strict=True),
    ):
        if not described.get(argument.arg):
            raise _Odd(argument, f'{argument.arg} is not described; add it under "Args:" of the docstring')
        yield _parameter(argument, default, described[argument.arg])
    stray = sorted(set(described) - {argument.arg for argument in (*plain, *given.kwonlyargs)} - {given.args[0].arg})
    if stray:
        raise _Odd(node, f'{stray[0]} is described under "Args:" but is no parameter; drop it')


def _parameter(argument: ast.arg, default: ast.expr | None, description: str) -> Parameter:
    if argument.annotation is None:
        raise _Odd(argument, f"{argument.arg} has no annotation; write {_HOW}")
    annotation, optional = _without_none(argument.annotation)
    if optional != (isinstance(default, ast.Constant) and default.value is None) or (
        default is not None and not optional
    ):
        raise _Odd(argument, f'{argument.arg}: "| None" and "= None" belong together, and no other default is allowed')
    kind, options = _kind(annotation, argument.arg)
    return Parameter(name=argument.arg, kind=kind, description=description, required=not optional, options=options)


def _without_none(node: ast.expr) -> tuple[ast.expr, bool]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return left, True
    return node, False


def _kind(node: ast.expr, name: str) -> tuple[str, tuple[str, ...]]:
    if isinstance(node, ast.Subscript):
        if _last_name(node.value) == "list" and not isinstance(node.slice, ast.Tuple):
            kind, options = _kind(node.slice, name)
            if not kind.startswith("list["):
                return f"list[{kind}]", options
        elif _last_name(node.value) == "Literal":
            return "enum", _options(node, name)
    elif (kind := KIND_OF_ANNOTATION.get(_last_name(node), "")) != "":
        return kind, ()
    raise _Odd(node, f"{name} has the unknown kind {ast.unparse(node)}; write {_HOW}")


def _options(node: ast.Subscript, name: str) -> tuple[str, ...]:
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    options = tuple(item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str))
    if len(options) < len(items) or len(set(options)) < len(options):
        raise _Odd(node, f"{name}: the options of a Literal must be strings, each once")
    return options


def _described(doc: str) -> dict[str, str]:
    """Return the entries of a docstring's "Args:" section."""
    lines = inspect.cleandoc(doc).splitlines()
    if "Args:" not in lines:
        return {}
    entries: dict[str, str] = {}
    name, depth = "", 0
    for line in lines[lines.index("Args:") + 1 :]:
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 0:
            break
        depth = depth or indent
        entry = _ENTRY.match(line.strip()) if indent == depth else None
        if entry:
            name = entry[1]
            entries[name] = entry[2].strip()
        elif name and line.strip():
            entries[name] = f"{entries[name]} {line.strip()}"
    return entries
