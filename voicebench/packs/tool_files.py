"""Which files hold a pack's tools: ``tools.py``, or the Python files of the folder ``tools/``, one a desk.

In the folder a file whose name begins with ``_`` holds helpers and no tool. The other files may import from it, as in
``from ._records import order``, and a helper may import from the helpers before it in name order; nothing else in the
folder can be imported, so that each file stands for itself.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from voicebench.packs.source import Problem

__all__ = ["TOOLS", "TOOLS_FOLDER", "is_helper", "stray_imports", "tool_files"]

TOOLS = "tools.py"
TOOLS_FOLDER = "tools"


def tool_files(folder: Path) -> tuple[str, ...]:
    """Return the files of a pack's tools, from its folder on, helpers first and each group in name order.

    Args:
        folder: The pack's folder. Without a folder ``tools/`` the answer is ``tools.py``, there or not.
    """
    found = sorted(f"{TOOLS_FOLDER}/{path.name}" for path in (folder / TOOLS_FOLDER).glob("*.py") if path.is_file())
    return tuple(sorted(found, key=lambda file: not is_helper(file))) or (TOOLS,)


def is_helper(file: str) -> bool:
    """Whether a file of ``tools/`` holds helpers alone."""
    return file.startswith(f"{TOOLS_FOLDER}/_")


def stray_imports(trees: Mapping[str, ast.Module], name: str) -> Iterator[Problem]:
    """Yield each import from the pack itself that would not work when its tools are run.

    Args:
        trees: The parsed files, in the order of ``tool_files``.
        name: The pack's folder in problems.
    """
    ready: set[str] = set()
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level and (node.level > 1 or node.module not in ready):
                what = "." * node.level + (node.module or "")
                text = f"cannot import from {what}; import from a helper (tools/_NAME.py) that comes before {file}"
                yield Problem(f"{name}/{file}", node.lineno, text)
        if is_helper(file):
            ready.add(Path(file).stem)
