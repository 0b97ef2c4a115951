import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.desk import Desk

TINY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"

EXTRA_TOOLS = '''

@read
def look(desk: Desk, sql: Text, numbers: list[Number] | None = None, when: DateTime | None = None) -> dict[str, Any]:
    """Do whatever a test wants.

    Args:
        sql: What to do.
        numbers: Some numbers.
        when: Some time.
    """
    match sql:
        case "raise":
            raise ValueError("no such shelf")
        case "say":
            return Say({"shelf": 3}, "It is on shelf three.")
        case "refuse":
            raise Refusal("LOCKED", "The shop is closed.", {"opens": "08:00"})
        case "list":
            return [1]
        case "row":
            return {"row": desk.db.execute("SELECT * FROM cake_orders").fetchone()}
        case "state":
            desk.state["times"] = desk.state.get("times", 0) + 1
            return {"times": desk.state["times"], "now": desk.now.isoformat()}
        case "same":
            return KEPT
        case "arguments":
            return {"numbers": numbers, "when": when}
    desk.db.execute(sql)
    return {}


KEPT = {"list": []}
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny pack with a second role, two handoffs and a tool for odd cases."""
    folder = shutil.copytree(TINY, tmp_path / "bakery", ignore=shutil.ignore_patterns("__pycache__"))
    pack = folder / "pack.yaml"
    text = pack.read_text().replace(
        "counter: {tools: [order_cake], handoffs: []}",
        "counter: {tools: [order_cake, look], handoffs: [to_oven]}\n  oven: {outline: true, handoffs: [to_counter]}",
    )
    want = "parameters: [{name: want, kind: enum, description: What for., options: [cake, bread]}]"
    pack.write_text(
        f"{text}handoffs:\n  to_oven: {{to: oven, description: To the oven., {want}}}\n"
        "  to_counter: {to: counter, description: To the counter.}\n"
    )
    (folder / "roles" / "oven.md").write_text("The oven is cold today.\n")
    tools = folder / "tools.py"
    imports = "from voicebench.toolkit import Bool, Date, Desk, Money, Phone, Refusal, write"
    more = f"{imports}, DateTime, Number, Say, Text, read"
    assert imports in tools.read_text()
    tools.write_text(tools.read_text().replace(imports, more) + EXTRA_TOOLS)
    return folder


@pytest.fixture
def make(folder: Path) -> Iterator[Callable[[], Desk]]:
    """Makes a desk of the pack, or of another; all are closed in the end."""
    with ExitStack() as open_desks:

        def one(other: Path = folder) -> Desk:
            return open_desks.enter_context(closing(Desk(packs.load(other), trusted=True)))

        yield one


@pytest.fixture
def desk(make: Callable[[], Desk]) -> Desk:
    return make()
