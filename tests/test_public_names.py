"""What a module offers is what its ``__all__`` says."""

import ast
from pathlib import Path

import pytest

import voicebench

ROOT = Path(voicebench.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py") if "_data" not in path.parts)


def _stated(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return list(ast.literal_eval(node.value))
    return None


def _public(tree: ast.Module) -> set[str]:
    defined = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    return {node.name for node in defined if not node.name.startswith("_")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_public_definitions_are_stated(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    stated, public = _stated(tree), _public(tree)
    if not public:
        return
    assert stated is not None, "no __all__"
    assert public <= set(stated), f"public but not stated: {sorted(public - set(stated))}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_stated_names_are_there(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bound = {name.id for node in ast.walk(tree) if isinstance(node, ast.Name) for name in [node]}
    bound |= {alias.asname or alias.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for alias in n.names}
    bound |= {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    assert set(_stated(tree) or ()) <= bound
