import shutil
from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.run.manifest import manifest, pack_sha256
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.seeds import call_seed
from voicebench.stack import load_stack

BAKERY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"
LOCAL = load_stack("local")


def names(*, costs: str = "measured", **choice: object) -> list[str]:
    return [plan.task_id for plan in plan_calls(Selection(LOCAL, costs=costs, **choice))]  # type: ignore[arg-type]


def test_globs_choose_packs_and_tasks() -> None:
    assert {"customer_support/R-H4", "healthcare/C5-H1"} <= set(names())
    assert names(packs=["health*"], tasks=["C5-H1"]) == ["healthcare/C5-H1"]
    assert names(tasks=["customer_support/R-H4*"]) == ["customer_support/R-H4"]


def test_trials_and_seeds() -> None:
    plans = plan_calls(Selection(LOCAL, tasks=["R-H4"], seed=7, trials=(0, 1), costs="measured"))
    assert [(plan.trial, plan.seed) for plan in plans] == [
        (trial, call_seed(7, "customer_support/R-H4", trial)) for trial in (0, 1)
    ]


def test_a_pack_that_is_not_asked_for_is_not_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    (broken / "tasks").mkdir(parents=True)
    (broken / "pack.yaml").write_text("{")
    (broken / "tasks" / "B-1.yaml").write_text("{")
    both = [str(BAKERY), str(broken)]
    assert names(packs=both, tasks=["CAKE-1"], trusted=True) == ["corner_bakery/CAKE-1"]
    assert names(packs=both, tasks=["corner*/*"], trusted=True) == ["corner_bakery/CAKE-1"]
    for tasks in (["B-1"], ["*"]):
        with pytest.raises(ConfigError, match=r"broken/pack\.yaml"):
            names(packs=both, tasks=tasks, trusted=True)


def test_a_task_has_its_own_line_unless_the_run_names_one() -> None:
    def line(name: str | None) -> str:
        return plan_calls(Selection(LOCAL, tasks=["R-H4"], line=name, costs="measured"))[0].line.name

    assert (line(None), line("bad_signal")) == ("clean", "bad_signal")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"tasks": ["NOPE"]}, "--task NOPE: no such task"),
        ({"packs": ["nope"]}, "there is no pack 'nope'"),
        ({"line": "nope"}, "no line 'nope'"),
        ({"costs": "nope"}, "--costs nope: write measured, or profile:NAME"),
        ({"costs": "profile:nope"}, "no cost profile 'nope'"),
        ({"costs": "nope", "clock": "real"}, "--costs nope: write measured, or profile:NAME"),
        ({"cost": ["stt"]}, "--cost stt: write STAGE=COST, for example stt=250ms"),
        ({"cost": ["stt=fast"]}, "--cost stt=fast: 'fast' is no cost: write 250ms"),
        ({"cost": ["vad=1ms"]}, "--cost vad=1ms: no stage 'vad'; there are: stt, tts, turn, llm.first_token, "),
        ({"cost": ["turn=1ms"]}, "--cost turn=1ms: the stack local has no such stage"),
        ({"cost": ["stt=1ms"], "clock": "real"}, "--cost stt=1ms: on the real clock work takes what it takes"),
        (
            {"packs": [str(BAKERY)]},
            "does not ship with voicebench, and its tools are code; read it, then add --trust",
        ),
    ],
)
def test_what_is_not_there_is_said(choice: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        names(**choice)  # type: ignore[arg-type]


def test_a_trusted_pack_from_elsewhere() -> None:
    assert names(packs=[str(BAKERY)], trusted=True) == ["corner_bakery/CAKE-1"]


def test_a_pack_that_is_named_twice_is_run_once() -> None:
    packs = [str(BAKERY), str(BAKERY / ".." / BAKERY.name)]
    assert names(packs=packs, trusted=True) == ["corner_bakery/CAKE-1"]


def test_two_packs_of_one_name_are_run_apart(tmp_path: Path) -> None:
    copy = shutil.copytree(BAKERY, tmp_path / BAKERY.name, ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.raises(ConfigError, match="are both called corner_bakery; run them apart"):
        names(packs=[str(BAKERY), str(copy)], trusted=True)


def plan(folder: Path) -> CallPlan:
    return plan_calls(Selection(LOCAL, packs=[str(folder)], costs="measured", trusted=True))[0]


def test_the_digest_of_a_pack_is_of_its_files(tmp_path: Path) -> None:
    folder = shutil.copytree(BAKERY, tmp_path / "corner_bakery", ignore=shutil.ignore_patterns("__pycache__"))
    digest = pack_sha256(folder)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "tools.pyc").write_bytes(b"x")
    assert pack_sha256(folder) == digest
    (folder / "seed.sql").write_text((folder / "seed.sql").read_text() + "\n-- changed\n")
    assert pack_sha256(folder) != digest


def test_a_manifest_says_what_a_run_is_made_of() -> None:
    selection = Selection(load_stack("text"), tasks=["R-H4"], costs="measured")
    plans = plan_calls(selection)
    facts = manifest(selection, plans, "2026-01-01T00:00:00+00:00")
    assert facts["calls"] == [["customer_support/R-H4", 0, "clean"]]
    assert facts["stack"]["name"] == "text"
    assert (facts["seed"], facts["clock"], facts["costs"]) == (1, "virtual", {"source": "measured", "stages": {}})
    assert facts["packs"]["customer_support"]["sha256"] == pack_sha256(plans[0].pack.folder)
    assert facts["packages"]["pipecat-ai"].startswith("1.14")
    assert facts["models"] == {}


def test_a_manifest_holds_the_costs_in_full() -> None:
    cost = ["stt=250ms", "llm.first_token=lognormal(400ms,1.4)"]
    selection = Selection(LOCAL, tasks=["R-H4"], cost=cost)
    costs = manifest(selection, plan_calls(selection), "2026-01-01T00:00:00+00:00")["costs"]
    assert costs["source"] == "profile:local"
    assert costs["stages"]["stt"] == "250ms"
    assert cost[1] == f"llm.first_token={costs['stages']['llm.first_token']}"
    assert costs["stages"]["tts"][0]["ms"] == sorted(costs["stages"]["tts"][0]["ms"])
    real = Selection(LOCAL, tasks=["R-H4"], clock="real")
    assert manifest(real, plan_calls(real), "")["costs"] == {"source": "real clock", "stages": {}}


def test_a_profile_that_leaves_out_a_stage_of_the_stack_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("format: voicebench-profile/1\nname: mine\nstages: {stt: 1ms}\n")
    costs = f"profile:{tmp_path / 'mine.yaml'}"
    with pytest.raises(ConfigError, match=r"has no cost for tts, which the stack local uses; add --cost tts=250ms"):
        names(costs=costs)
    assert names(costs=costs, cost=["tts=1ms"])
