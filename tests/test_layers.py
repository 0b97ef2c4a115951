"""Who may import whom. The floors of the design, as data, read from the source without running it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import voicebench

ROOT = Path(voicebench.__file__).parent

FLOORS = {
    "__init__": 0,
    "errors": 0,
    "units": 0,
    "clock": 0,
    "complaints": 0,
    "yaml_text": 0,
    "seeds": 0,
    "audio": 0,
    "datafiles": 0,
    "values": 1,
    "tape": 1,
    "task": 1,
    "events": 1,
    "record": 1,
    "verdict": 1,
    "toolkit": 1,
    "spending": 1,
    "service": 1,
    "stack": 1,
    "engines": 1,
    "trouble": 1,
    "filecache": 1,
    "joined": 1,
    "keys": 1,
    "models": 1,
    "packs": 2,
    "caller": 2,
    "tts": 2,
    "line": 2,
    "stt": 2,
    "llm": 2,
    "reference": 2,
    "desk": 2,
    "verify": 2,
    "timing": 2,
    "report": 2,
    "vtime": 3,
    "graph": 3,
    "run": 4,
    "cli": 5,
    "testing": 2,
}

WITHIN_A_FLOOR = {
    ("desk", "packs"),  # the desk runs what a pack describes
    ("report", "timing"),  # latencies are part of what a report shows
    ("graph", "vtime"),  # the graph runs on the call's clock
}
"""Exceptions to the rule that packages of floors 2 and above do not import their neighbours."""

NARROW = {"verify": 1, "timing": 1}
"""Parts that see only what lies this far down, so that a record can be graded without what made it."""

OUTSIDE = {
    "pipecat": {"graph"},
    "faster_whisper": {"stt"},
    "ctranslate2": {"stt"},
    "piper": {"tts"},
    "hibari": {"tts"},
    "openai": {"llm", "stt", "trouble"},
    "genai_prices": {"llm"},
    "opentelemetry": {"cli"},
    "aiohttp": {"reference", "testing"},
    "typer": {"cli"},
    "rich": {"cli", "report"},
    "jiwer": {"stt"},
    "ray": {"run"},
    "av": {"line"},
}
"""Libraries that one part alone may use, so that each can be replaced in one place."""


def _modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if "_data" not in path.parts)


def _part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _fault(part: str, name: str) -> str | None:
    """Return what is wrong with ``part`` importing ``name``, or None."""
    top, *rest = name.split(".")
    if top != "voicebench":
        allowed = OUTSIDE.get(top)
        return None if allowed is None or part in allowed else f"{top} belongs to {', '.join(sorted(allowed))}"
    other = rest[0] if rest and rest[0] in FLOORS else "__init__"
    if other == part:
        return None
    if FLOORS[other] > min(FLOORS[part], NARROW.get(part, FLOORS[part])):
        return f"{other} lies on floor {FLOORS[other]}"
    is_neighbour = FLOORS[other] == FLOORS[part] >= 2 and part != "testing"
    return f"{other} is a neighbour" if is_neighbour and (part, other) not in WITHIN_A_FLOOR else None


def test_every_part_has_a_floor() -> None:
    assert {_part(path) for path in _modules()} == set(FLOORS)


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path: Path) -> None:
    part = _part(path)
    faults = [f"{name}: {fault}" for name in _imports(path) if (fault := _fault(part, name))]
    assert not faults


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("verify", "voicebench.packs"),
        ("caller", "voicebench.tts.voices"),
        ("values", "voicebench.packs"),
        ("run", "voicebench.cli.main"),
        ("run", "pipecat.frames"),
        ("vtime", "voicebench.graph.phone"),
    ],
)
def test_the_rule_would_catch_it(part: str, name: str) -> None:
    assert _fault(part, name)
