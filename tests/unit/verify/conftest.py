"""Small answer keys and logs; each test states only what it is about."""

from collections.abc import Callable

import pytest

from voicebench.record import Log
from voicebench.task import Expectation, Json

KINDS = {"pay": {"amount": "money", "phone": "phone", "sent": "bool", "codes": "list[code]", "when": "date"}}
COLUMNS = {"notes": {"id": "number", "phone": "phone", "text": "text", "done": "bool"}}


@pytest.fixture
def key() -> Callable[..., Expectation]:
    """``key(tools=..., path=..., **database)``; each tool is ``(name, arguments)`` or a dict."""

    def make(
        *,
        tools: Json = (),
        path: Json = (),
        match: str = "subsequence",
        forbidden: Json = (),
        kinds: Json = None,
        **database: Json,
    ) -> Expectation:
        calls = [tool if isinstance(tool, dict) else {"name": tool[0], "arguments": tool[1]} for tool in tools]
        tables = {"write_tables": ["notes", "other"], "seed": {"notes": [], "other": []}, "final": {}}
        return Expectation.model_validate(
            {
                "task": "pack/T1",
                "kinds": KINDS if kinds is None else kinds,
                "tools": calls,
                "forbidden": forbidden,
                "handoffs": {"path": path, "match": match},
                "database": tables | {"columns": COLUMNS} | database,
            }
        )

    return make


@pytest.fixture
def log() -> Callable[..., Log]:
    """``log((name, arguments, result), ..., notes=[rows])``; ``dump=None`` for no dump at all."""

    def make(*calls: Json, dump: Json = "full", **tables: Json) -> Log:
        tools = [dict(zip(("name", "arguments", "result"), call, strict=False)) for call in calls]
        database = {"notes": [], "other": []} | tables if dump == "full" else dump
        return Log.model_validate({"task": "pack/T1", "tools": tools, "database": database})

    return make
