"""One fault a pack: the error names the file, the line where it is known, and what is wrong."""

import os
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
FOREVER = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT "
FILL = "zeroblob(900000) FROM c;"

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


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("pack.yaml", "", r"pack\.yaml: is empty"),
        ("pack.yaml", "- one", r"pack\.yaml:1: the file must be a mapping"),
        ("pack.yaml", "[" * 50_000, r"pack\.yaml(:1)?: is n"),
        ("pack.yaml", "firm: \x00", r"pack\.yaml: is no YAML"),
        ("pack.yaml", "firm: !!python/name:os.system x", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "firm: !!int abc", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "firm: !!float abc", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "#" * 1_000_001, r"pack\.yaml: has more than 1,000,000 bytes"),
        ("seed.sql", "x\x00y", r"seed\.sql(:1)?: does not run in SQLite"),
        ("seed.sql", f"{FOREVER}max(x) FROM c;", r"seed\.sql:1: .*it takes too long"),
        ("seed.sql", f"CREATE TABLE q (x); INSERT INTO q {FOREVER}{FILL}", "is full|takes too long"),
        ("seed.sql", "SELECT zeroblob(2000000);", r"seed\.sql:1: does not run in SQLite"),
        ("tools.py", f"x = {'-' * 100_000}1", r"tools\.py: is no Python: "),
        ("tools.py", "x = '\x00'", r"tools\.py(:1)?: is no Python"),
        ("tasks/CAKE-1.yaml", "? [a]\n: b", r"tasks/CAKE-1\.yaml:1: a key must be one word"),
    ],
)
def test_a_file_that_is_hardly_one_is_named(folder: Path, file: str, text: str, words: str) -> None:
    (folder / file).write_text(text)
    with pytest.raises(PackError, match=words):
        packs.load(folder)


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "seed.sql").write_bytes(b"\xff")
    with pytest.raises(PackError, match=r"seed\.sql: cannot be read as UTF-8 text"):
        packs.load(folder)


@pytest.mark.parametrize("file", ["pack.yaml", "schema.sql", "tools.py", "roles/counter.md"])
def test_what_has_no_end_is_not_read(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).symlink_to("/dev/zero")
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)
    (folder / file).unlink()
    os.mkfifo(folder / file)
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)


def test_a_task_cannot_lead_out_of_the_runs_folder(folder: Path) -> None:
    text = (folder / TASK).read_text().replace("id: CAKE-1", 'id: ".."')
    (folder / TASK).unlink()
    (folder / "tasks" / "...yaml").write_text(text)
    with pytest.raises(PackError, match=r"id '\.\.' is no name"):
        packs.load(folder)


def test_a_name_too_long_for_the_disk_is_no_pack() -> None:
    with pytest.raises(PackError, match="cannot be looked into"):
        packs.find("a" * 300)


@pytest.mark.parametrize("file", ["pack.yaml", "schema.sql", "seed.sql", "tools.py", "roles/counter.md"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)


def test_a_prompt_has_production_length(folder: Path) -> None:
    (folder / "roles" / "counter.md").write_text("Take orders.")
    with pytest.raises(PackError, match=r"roles/counter\.md: has 2 words of its own; write at least 1500"):
        packs.load(folder)


def test_a_file_that_is_never_read_is_named(folder: Path) -> None:
    (folder / "roles" / "cellar.md").write_text("Fetch wine.")
    (folder / "tasks" / "CAKE-2.yml").write_text("id: CAKE-2")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert error.value.problems == (
        "bakery/roles/cellar.md: is the prompt of no role in pack.yaml; add the role or drop it",
        "bakery/tasks/CAKE-2.yml: is not read; a task is called ID.yaml",
    )


def test_an_outline_may_be_short(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit("pack.yaml", ROLES, f"{ROLES[:-1]}, outline: true}}")
    (folder / "roles" / "counter.md").write_text("Take orders.")
    assert packs.load(folder).roles["counter"].outline


def test_the_common_block_is_short(folder: Path) -> None:
    (folder / "roles" / "_common.md").write_text("word " * 301)
    with pytest.raises(PackError, match=r"roles/_common\.md: has 301 words"):
        packs.load(folder)


def _two_roles(edit: Callable[[str, str, str], Path], way_in: str) -> Path:
    roles = f"counter: {{tools: [order_cake], handoffs: [{way_in}]}}\n  oven: {{handoffs: [to_counter]}}"
    edit("pack.yaml", ROLES, roles)
    handoffs = (
        "handoffs:\n  to_oven: {to: oven, description: Oven.}\n  to_counter: {to: counter, description: Counter.}"
    )
    return edit("pack.yaml", "write_tables:", f"{handoffs}\nwrite_tables:")


def test_a_sentence_of_two_prompts_is_named_once_with_its_line(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "to_oven")
    own = "\n".join(f"Tray number {number} goes to shelf {number} of this oven." for number in range(200))
    shared = "Ask for one thing at a time,\n  and read the telephone number back before you place the order."
    (folder / "roles" / "oven.md").write_text(f"# Oven\n\n- {shared}\n\n{own}\n")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert len(error.value.problems) == 1
    assert error.value.problems[0].startswith("bakery/roles/oven.md:3: this sentence also stands in roles/counter.md")


def test_a_role_without_a_way_in_is_named(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "")
    (folder / "roles" / "oven.md").write_text("Bake.")
    with pytest.raises(PackError, match=r"pack\.yaml:11: role oven has no way in from counter"):
        packs.load(folder)


def test_a_plan_keeps_to_the_role_at_hand_and_out_of_outlines(edit: Callable[[str, str, str], Path]) -> None:
    folder = _two_roles(edit, "to_oven")
    edit("pack.yaml", "oven: {handoffs", "oven: {outline: true, handoffs")
    edit(TASK, "  - call: order_cake", "  - handoff: to_oven\n  - call: order_cake")
    (folder / "roles" / "oven.md").write_text("Closed.")
    with pytest.raises(PackError) as error:
        packs.load(folder)
    assert [problem.partition(": ")[2] for problem in error.value.problems] == [
        "the plan hands over to oven, which is an outline; write its prompt out first",
        "the plan calls order_cake in role oven, which does not have it",
    ]


def test_all_faults_are_listed(edit: Callable[[str, str, str], Path]) -> None:
    edit("pack.yaml", "first_role: counter", "first_role: door")
    edit(TASK, "category: orders", "category: pies")
    with pytest.raises(PackError) as error:
        packs.load(edit("seed.sql", "'small'", "'small' 'x'"))
    assert {problem.split(":")[0] for problem in error.value.problems} == {
        "bakery/pack.yaml",
        "bakery/seed.sql",
        "bakery/tasks/CAKE-1.yaml",
    }


def test_a_broken_task_does_not_hide_the_faults_of_the_pack(edit: Callable[[str, str, str], Path]) -> None:
    edit("pack.yaml", "first_role: counter", "first_role: door")
    with pytest.raises(PackError, match=r"first_role .*; bakery/tasks/CAKE-1\.yaml:3: difficulty"):
        packs.load(edit(TASK, "difficulty: easy", "difficulty: tough"))


def _twin(folder: Path, *changes: tuple[str, str]) -> Path:
    text = (folder / TASK).read_text()
    for old, new in (("id: CAKE-1", "id: CAKE-2"), *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "tasks" / "CAKE-2.yaml").write_text(text)
    return folder


def test_two_tasks_that_are_one_are_named(folder: Path) -> None:
    with pytest.raises(PackError) as error:
        packs.load(_twin(folder))
    assert error.value.problems == (
        "bakery/tasks/CAKE-2.yaml:13: CAKE-2 opens with the same words as CAKE-1; two tasks measure two things",
        "bakery/tasks/CAKE-2.yaml:26: CAKE-2 expects the same calls with the same arguments as CAKE-1; two tasks "
        "measure two things",
    )


def test_tasks_that_differ_in_words_and_in_an_argument_are_two(folder: Path) -> None:
    other = (("Hello, I would like", "Hi, I want"), ("        size: large\n", "        size: small\n"))
    assert len(packs.load(_twin(folder, *other)).tasks) == 2


def test_calls_without_a_stated_argument_say_too_little_to_be_the_same(edit: Callable[[str, str, str], Path]) -> None:
    stated = "      arguments:\n        phone: 212-555-0144\n        size: large\n        day: {any_of: [2026-03-07]}\n"
    folder = edit(TASK, stated, "")
    assert len(packs.load(_twin(folder, ("Hello, I would like", "Hi, I want"))).tasks) == 2


def test_a_past_day_may_be_what_is_refused(edit: Callable[[str, str, str], Path]) -> None:
    edit(TASK, "ok: true", "error_code: TOO_SOON")
    edit(
        TASK, f"    cake_orders:\n      added:\n        - {ADDED}", "    cake_orders: {changed: [{id: 1, gift: false}]}"
    )
    assert packs.load(edit(TASK, "day: {any_of: [2026-03-07]}", "day: 2026-03-01"))
