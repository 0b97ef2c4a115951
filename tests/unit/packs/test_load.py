from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from voicebench import packs
from voicebench.datafiles import folder as data_folder
from voicebench.errors import PackError
from voicebench.task import AskStep, CallStep, Parameter, SayStep

TINY = Path(__file__).parent / "data" / "corner_bakery"
TASK = "tasks/CAKE-1.yaml"


def test_the_facts_of_the_firm() -> None:
    pack = packs.load(TINY)
    assert (pack.id, pack.firm, pack.first_role) == ("corner_bakery", "Corner Bakery", "counter")
    assert pack.now == datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("America/New_York"))
    assert pack.write_tables["cake_orders"]["gift"] == "bool"


def test_the_common_block_stands_before_each_prompt() -> None:
    prompt = packs.load(str(TINY)).roles["counter"].prompt
    assert prompt.startswith("# Corner Bakery\n")
    assert "\n\n# Counter\n" in prompt


def test_tools_come_from_annotations_and_docstrings() -> None:
    tool = packs.load(TINY).tools["order_cake"]
    assert tool.effect == "write"
    assert tool.description == "Take the order of one cake, once size and day are settled."
    assert tool.parameters == (
        Parameter(name="phone", kind="phone", description="The number to call when the cake is ready."),
        Parameter(name="size", kind="enum", description="How large it is to be.", options=("small", "large")),
        Parameter(name="day", kind="date", description="The day on which it will be fetched."),
        Parameter(name="deposit", kind="money", description="What was paid beforehand.", required=False),
        Parameter(name="gift", kind="bool", description="Whether it is to be wrapped.", required=False),
    )


@pytest.mark.parametrize(
    ("annotation", "kind", "options"),
    [("list[Code]", "list[code]", ()), ('list[Literal["a", "b"]]', "list[enum]", ("a", "b")), ("Zip", "zip", ())],
)
def test_kinds_of_annotations(
    edit: Callable[[str, str, str], Path], annotation: str, kind: str, options: tuple[str, ...]
) -> None:
    found = packs.load(edit("tools.py", "gift: Bool", f"gift: {annotation}")).tools["order_cake"].parameters[-1]
    assert (found.kind, found.options) == (kind, options)


def test_a_task_is_read_with_its_plan() -> None:
    task = packs.load(TINY).tasks["CAKE-1"]
    assert [type(step) for step in task.reference] == [AskStep, AskStep, AskStep, CallStep, SayStep]
    assert task.caller.traits["day"].value == "2026-03-07"


def test_plain_words_and_numbers_with_zeros_stay_text(edit: Callable[[str, str, str], Path]) -> None:
    edit(TASK, "kind: text, value: large", "kind: text, value: no")
    traits = "    size: {kind"
    folder = edit(
        TASK, traits, f"    zip: {{kind: zip, value: 01234}}\n    time: {{kind: text, value: 12:30}}\n{traits}"
    )
    found = packs.load(folder).tasks["CAKE-1"].caller.traits
    assert (found["size"].value, found["zip"].value, found["time"].value) == ("no", "01234", "12:30")


def test_keys_are_text_even_when_they_look_like_truth(edit: Callable[[str, str, str], Path]) -> None:
    says = "  - ask: {name: now, kind: bool, question: Now?, says: {true: [yep], false: [nope]}}"
    step = packs.load(edit(TASK, "reference:", f"reference:\n{says}")).tasks["CAKE-1"].reference[0]
    assert isinstance(step, AskStep)
    assert step.ask.says == {"true": ("yep",), "false": ("nope",)}


def test_an_enum_option_and_a_harmless_literal_may_stand_in_a_plan(edit: Callable[[str, str, str], Path]) -> None:
    edit(TASK, "size: heard.size", "size: large")
    packs.load(edit(TASK, "day: heard.day}", "day: heard.day, deposit: 5}"))


def test_loading_runs_no_code_of_the_pack(folder: Path) -> None:
    tools = folder / "tools.py"
    tools.write_text(f"{tools.read_text()}\nraise RuntimeError\n")
    pack = packs.load(folder)
    packs.expectation(pack, "CAKE-1")
    assert not (folder / "__pycache__").exists()


def test_names_are_those_of_the_shipped_packs() -> None:
    assert all((data_folder("packs") / name / "pack.yaml").is_file() for name in packs.names())


def test_a_pack_is_found_by_name_or_by_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in packs.names():
        assert packs.find(name) == data_folder("packs") / name
    assert packs.find(TINY) == TINY
    monkeypatch.chdir(TINY.parent)
    assert packs.find("corner_bakery") == Path("corner_bakery")


def test_what_is_not_there_is_said_with_what_is(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is no pack 'nowhere'; name a shipped pack"):
        packs.find("nowhere")
    with pytest.raises(PackError, match=r"has no pack\.yaml"):
        packs.find(tmp_path)


def test_a_pack_may_be_loaded_from_inside_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TINY)
    assert packs.load(".").id == "corner_bakery"
