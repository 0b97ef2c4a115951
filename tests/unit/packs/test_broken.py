"""One fault a pack: the error names the file, the line where it is known, and what is wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError

TASK = "tasks/CAKE-1.yaml"
ROLES = "counter: {tools: [order_cake], handoffs: []}"
PLAN_CALL = "arguments: {phone: heard.phone, size: heard.size, day: heard.day}"
ADDED = "{phone: 212-555-0144, size: large, day: 2026-03-07, deposit: null, gift: false}"
HANDOFF = "handoffs: {to_oven: {to: OVEN, description: To the oven.}}\nwrite_tables:"

BROKEN = {
    # pack.yaml
    "yaml": ("pack.yaml", "firm: Corner", "firm: [Corner", "pack.yaml:3: is no YAML"),
    "key missing": ("pack.yaml", "industry: retail\n", "", "pack.yaml:1: industry is missing"),
    "key unknown": ("pack.yaml", "industry: ", "industri: ", "pack.yaml:3: industri is not a key known here"),
    "key twice": ("pack.yaml", "industry: retail", "firm: Other", "pack.yaml:3: 'firm' stands here twice"),
    "key of a role": ("pack.yaml", ROLES, "counter: {tool: []}", "pack.yaml:10: roles.counter.tool is not a key"),
    "format": ("pack.yaml", "voicebench-pack/1", "voicebench-pack/9", "pack.yaml:1: format must be "),
    "alias": ("pack.yaml", "[created_at]\ncategories: [orders]", "&x [a]\ncategories: *x", "an alias (*name)"),
    "clock": ("pack.yaml", "2026-03-02T09:00", "next Monday", "pack.yaml:4: clock must be like"),
    "clock with offset": ("pack.yaml", "09:00", "09:00+01:00", "pack.yaml:4: clock has an offset"),
    "zone": ("pack.yaml", "America/New_York", "America/New_Cork", "pack.yaml:5: zone 'America/New_Cork' is unknown"),
    "first role": ("pack.yaml", "first_role: counter", "first_role: door", "pack.yaml:7: first_role 'door' is no role"),
    "role's name": ("pack.yaml", "  counter:", "  ../counter:", "pack.yaml:10: roles.../counter"),
    "tool of a role": (
        "pack.yaml",
        "[order_cake]",
        "[order_pie]",
        "pack.yaml:10: role counter: tool order_pie is not in",
    ),
    "handoff of a role": (
        "pack.yaml",
        "handoffs: []",
        "handoffs: [to_oven]",
        "pack.yaml:10: role counter: handoff to_oven",
    ),
    "handoff to nowhere": ("pack.yaml", "write_tables:", HANDOFF, "pack.yaml:11: handoff to_oven leads to 'OVEN'"),
    "handoff of nobody": ("pack.yaml", "write_tables:", HANDOFF, "pack.yaml:11: handoff to_oven belongs to no role"),
    "tool and handoff": ("pack.yaml", "write_tables:", HANDOFF.replace("to_oven", "order_cake"), "is also a tool"),
    "tool of nobody": ("pack.yaml", "[order_cake]", "[]", "tools.py:9: tool order_cake belongs to no role"),
    "kind of a column": (
        "pack.yaml",
        "day: date",
        "day: week",
        "pack.yaml:12: column cake_orders.day has the unknown kind",
    ),
    "forbidden": (
        "pack.yaml",
        "categories:",
        "forbidden_unless_expected: [eat]\ncategories:",
        "pack.yaml:14: eat is no tool",
    ),
    "column declared": (
        "pack.yaml",
        "gift: bool,",
        "gift: bool, icing: text,",
        "pack.yaml:12: column cake_orders.icing is not",
    ),
    "column undeclared": ("pack.yaml", " gift: bool,", "", "column cake_orders.gift of schema.sql is not declared"),
    "table": (
        "pack.yaml",
        "  cake_orders:",
        "  pie_orders:",
        "pack.yaml:12: write table pie_orders is not in schema.sql",
    ),
    # SQL
    "schema": ("schema.sql", "deposit REAL,", "deposit REAL,,", "schema.sql:1: does not run in SQLite: near"),
    "seed": (
        "seed.sql",
        "INSERT",
        "-- one\nINSERT INTO x VALUES (1);\nINSERT",
        "seed.sql:1: does not run in SQLite after",
    ),
    "seed's kind": ("seed.sql", "2026-03-04", "Wednesday", "cake_orders.day of the row with id 1 is 'Wednesday'"),
    "attach": ("seed.sql", "INSERT", "ATTACH 'x.db' AS x;\nINSERT", "seed.sql:1: does not run in SQLite after"),
    "clock in SQL": (
        "schema.sql",
        "created_at TEXT NOT NULL",
        "created_at TEXT DEFAULT CURRENT_TIMESTAMP",
        "schema.sql:8: ",
    ),
    "now in SQL": ("seed.sql", "'2026-03-01 10:00:00'", "datetime('now')", "seed.sql:1: 'now' is not allowed"),
    # tools.py
    "python": ("tools.py", "def order_cake(", "def order_cake((", "tools.py:9: is no Python"),
    "annotation": ("tools.py", "day: Date,", "day: Week,", "tools.py:13: order_cake: day has the unknown kind Week"),
    "no annotation": ("tools.py", "day: Date,", "day,", "tools.py:13: order_cake: day has no annotation"),
    "default": ("tools.py", "Money | None = None", "Money = 3", 'tools.py:14: order_cake: deposit: "| None" and'),
    "none alone": ("tools.py", "day: Date,", "day: Date | None,", 'tools.py:13: order_cake: day: "| None" and'),
    "options": (
        "tools.py",
        '"small", "large"',
        '"small", 2',
        "tools.py:12: order_cake: size: the options of a Literal",
    ),
    "undescribed": (
        "tools.py",
        "        size: How large it is to be.\n",
        "",
        "tools.py:12: order_cake: size is not described",
    ),
    "described twice": ("tools.py", "        gift: W", "        icing: W.\n        gift: W", "icing is described"),
    "unmarked": ("tools.py", "@write\n", "", "tools.py:8: order_cake: is neither @read nor @write"),
    "async": ("tools.py", "def order", "async def order", "tools.py:9: order_cake: must be a plain function"),
    "clock in a tool": ("tools.py", "desk.now.isoformat()", "desk.now.now()", "tools.py:32: now() is not allowed"),
    "dice in a tool": ("tools.py", "from typing", "import random\nfrom typing", "tools.py:3: random is not allowed"),
    "files in a tool": ("tools.py", "from typing", "import pathlib\nfrom typing", "tools.py:3: pathlib is not allowed"),
    "network in a tool": (
        "tools.py",
        "from typing",
        "from urllib import request\nfrom typing",
        "urllib is not allowed",
    ),
    "open in a tool": ("tools.py", "desk.now.isoformat()", "open('day').read()", "tools.py:32: open() is not allowed"),
    "hash in a tool": ("tools.py", "desk.now.isoformat()", "str(hash('x'))", "tools.py:32: hash() is not allowed"),
    "random in SQL of a tool": ("tools.py", "SELECT max(id)", "SELECT random()", "random( is not allowed"),
    # tasks
    "id": (TASK, "id: CAKE-1", "id: CAKE-2", "tasks/CAKE-1.yaml:1: id is 'CAKE-2', but the file is CAKE-1.yaml"),
    "difficulty": (TASK, "difficulty: easy", "difficulty: tough", "tasks/CAKE-1.yaml:3: difficulty must be "),
    "category": (
        TASK,
        "category: orders",
        "category: pies",
        "tasks/CAKE-1.yaml:4: category 'pies' is not in pack.yaml",
    ),
    "trait's kind": (
        TASK,
        "kind: text, value: large",
        "kind: girth, value: large",
        "CAKE-1.yaml:11: trait size has the",
    ),
    "trait's value": (
        TASK,
        "kind: date, value: 2026-03-07",
        "kind: date, value: soon",
        "CAKE-1.yaml:10: trait day is no date",
    ),
    "trait's quotes": (
        TASK,
        "kind: text, value: large",
        "kind: zip, value: 97401",
        "CAKE-1.yaml:11: trait size is a zip",
    ),
    "no until": (TASK, '["order* is in"]', "[]", "CAKE-1.yaml:15: the request is never done"),
    "step unknown": (TASK, "- say: Your", "- sing: Your", "tasks/CAKE-1.yaml:24: a step has one of say, ask, call"),
    "step's key": (
        TASK,
        "confirm: true",
        "confirms: true",
        "tasks/CAKE-1.yaml:19: reference.0.ask.confirms is not a key",
    ),
    "plan's tool": (
        TASK,
        "call: order_cake",
        "call: order_pie",
        "CAKE-1.yaml:22: the plan calls order_pie, which is no",
    ),
    "plan's argument": (
        TASK,
        PLAN_CALL,
        "arguments: {telephone: heard.phone}",
        "CAKE-1.yaml:23: order_cake has no parameter",
    ),
    "plan's lack": (TASK, ", day: heard.day", "", "CAKE-1.yaml:22: order_cake needs day"),
    "not heard": (TASK, "day: heard.day", "day: heard.week", "CAKE-1.yaml:23: heard.week was never asked"),
    "not called": (
        TASK,
        "{result.order_cake.data",
        "{result.bake.data",
        "CAKE-1.yaml:24: result.bake.data.order_id: bake",
    ),
    "no option": (
        TASK,
        "size: heard.size",
        "size: huge",
        "CAKE-1.yaml:23: 'huge' is no option of size; options: small",
    ),
    "plan knows a trait": (TASK, "phone: heard.phone", "phone: (212) 5550144", "CAKE-1.yaml:23: the plan knows"),
    "plan knows the end": (TASK, "day: heard.day}", "day: heard.day, gift: false}", "the plan knows False"),
    "slot's kind": (
        TASK,
        "{name: day, kind: date",
        "{name: day, kind: week",
        "CAKE-1.yaml:21: slot day has the unknown kind",
    ),
    "slot without options": (
        TASK,
        ", options: [small, large]",
        "",
        "CAKE-1.yaml:20: slot size is an enum without options",
    ),
    "expected tool": (
        TASK,
        "- name: order_cake",
        "- name: order_pie",
        "CAKE-1.yaml:27: expected tool order_pie is not in",
    ),
    "expected argument": (
        TASK,
        "        size: large\n",
        "        girth: 3\n",
        "CAKE-1.yaml:30: expected argument girth",
    ),
    "expected option": (TASK, "        size: large\n", "        size: huge\n", "CAKE-1.yaml:30: size expects 'huge'"),
    "expected kind": (TASK, "[2026-03-07]}", "[Saturday]}", "CAKE-1.yaml:31: day expects 'Saturday', which is no date"),
    "matcher": (TASK, "{any_of: [2026-03-07]}", "{any: [2026-03-07]}", "CAKE-1.yaml:31: day expects {'any'"),
    "ok and a code": (TASK, "ok: true", "ok: true\n      error_code: TOO_SOON", "order_cake cannot be ok and end with"),
    "path": (
        TASK,
        "  database:",
        "  handoffs: {path: [to_oven]}\n  database:",
        "CAKE-1.yaml:33: to_oven is no handoff tool",
    ),
    "both": (
        TASK,
        "  database:",
        "  forbidden: [order_cake]\n  database:",
        "order_cake is both expected and forbidden",
    ),
    "expected table": (TASK, "    cake_orders:\n", "    pie_orders:\n", "CAKE-1.yaml:34: pie_orders is no write table"),
    "expected column": (
        TASK,
        "gift: false}",
        "gift: false, icing: pink}",
        "CAKE-1.yaml:36: cake_orders has no column icing",
    ),
    "row not whole": (TASK, ", gift: false}", "}", "CAKE-1.yaml:36: a row of cake_orders states no gift"),
    "changed row": (
        TASK,
        f"added:\n        - {ADDED}",
        "changed: [{id: 7, gift: true}]",
        "has no row with id 7 in the seed",
    ),
    "removed row": (
        TASK,
        f"added:\n        - {ADDED}",
        "removed: [7]",
        "CAKE-1.yaml:35: cake_orders has no row with id 7",
    ),
    "slot and parameter": (
        TASK,
        "{name: day, kind: date,",
        "{name: day, kind: zip,",
        "CAKE-1.yaml:23: day wants a date, but slot day is a zip; make the kinds agree",
    ),
    "booked in the past": (
        TASK,
        "size: large, day: 2026-03-07",
        "size: large, day: 2026-03-01",
        "CAKE-1.yaml:36: day expects 2026-03-01, but the pack's clock stands at 2026-03-02T09:00 already",
    ),
    "argument in the past": (
        TASK,
        "day: {any_of: [2026-03-07]}",
        "day: 2026-03-01",
        "CAKE-1.yaml:31: day expects 2026-03-01, but the pack's clock",
    ),
    "excuse without a reason": (
        TASK,
        "expect:",
        'expect:\n  excused: [{spoiling: call/order_cake/1/dropped, reason: " "}]',
        "CAKE-1.yaml:26: the excuse for 'call/order_cake/1/dropped' has no reason",
    ),
    "excuse for everything": (
        TASK,
        "expect:",
        'expect:\n  excused: [{spoiling: "*", reason: Why not.}]',
        "CAKE-1.yaml:26: this excuses every spoiling",
    ),
    "form of a table": (
        TASK,
        "      added:",
        "      adds:",
        "cake_orders must be a list of rows, or a mapping with some",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_named_with_its_file_and_line(edit: Callable[[str, str, str], Path], fault: str) -> None:
    file, old, new, words = BROKEN[fault]
    with pytest.raises(PackError) as error:
        packs.load(edit(file, old, new))
    found = [problem for problem in error.value.problems if words in problem]
    assert found, error.value.problems
    assert found[0].startswith("bakery/")
    assert "\n" not in found[0]
