"""The shipped packs, attacked by a seeded sample; `make attack` tries everything."""

from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.packs.new import write_template
from voicebench.reference.models import CONTROLS
from voicebench.report.rows import CallSummary
from voicebench.run.attack import CALLS_A_TASK, attack_pack, attack_plans, sample_tasks
from voicebench.run.attacked import figures
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.watch import Moment
from voicebench.stack import load_stack

SAMPLE, SEED = 60, 5


class Told:
    """Notes how each call ended."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[str, str | None, str]] = []

    def started(self, plan: CallPlan) -> None:
        """Nothing to note."""

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """Nothing to note."""

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        self.outcomes.append((plan.task_id, plan.stack.llm.control, call.outcome))


def _plans(pack: str) -> list[CallPlan]:
    return list(plan_calls(Selection(load_stack("text"), packs=[pack], tasks=["*"], trusted=True)))


@pytest.mark.parametrize("name", packs.names())
def test_a_sample_of_each_shipped_pack_holds(name: str, tmp_path: Path) -> None:
    plans = sample_tasks(_plans(name), SAMPLE, SEED)
    attacked = attack_pack(plans, Told(), 1, tmp_path / "log", sample=SAMPLE, seed=SEED)
    assert [fault for task in attacked.tasks for fault in task.faults] == []
    assert attacked.held
    found = figures(attacked)
    assert (found["reference_passed"], found["controls_passed"]) == (len(plans), 0)
    assert found["caught"] + found["excused"] == found["spoilings"] > 40
    assert found["unmoved"] == found["harmless"] > 0


def test_a_new_pack_holds_and_every_control_is_tried_on_it(tmp_path: Path) -> None:
    told = Told()
    attacked = attack_pack(_plans(str(write_template("my_firm", tmp_path))), told, 1, tmp_path / "log")
    assert sorted(told.outcomes, key=str) == sorted(
        [("my_firm/REPAIR-E1", None, "passed"), *(("my_firm/REPAIR-E1", name, "failed") for name in CONTROLS)], key=str
    )
    assert figures(attacked) == {
        "pack": "my_firm",
        "tasks": 1,
        "reference_passed": 1,
        "controls_passed": 0,
        "broken": 0,
        "spoilings": 15,
        "caught": 15,
        "excused": 0,
        "harmless": 10,
        "unmoved": 10,
    }


def test_a_plan_that_fails_and_a_key_that_lets_controls_pass_are_told(tmp_path: Path) -> None:
    folder = write_template("my_firm", tmp_path)
    task = folder / "tasks" / "REPAIR-E1.yaml"
    task.write_text(
        task.read_text().replace("service: tune_up, day: 2026-05-07}\n      ok", "day: 2026-05-08}\n      ok")
    )
    (attacked,) = attack_pack(_plans(str(folder)), Told(), 1, tmp_path / "log").tasks
    assert (attacked.reference_passed, attacked.spoilings) == (False, 0)
    assert len(attacked.faults) == 1
    assert attacked.faults[0].startswith("reference: failed: tools: expected book_repair")


def test_a_sample_takes_few_tasks_and_the_same_ones_again() -> None:
    (plan,) = _plans("customer_support")[:1]
    many = [plan] * 24
    assert [len(sample_tasks(many, size, 1)) for size in (1, 20, 21, 60, 10_000)] == [1, 1, 2, 3, 24]
    plans = list(attack_plans(plan).values())
    assert len(plans) == CALLS_A_TASK
    assert sample_tasks(plans, 40, 7) == sample_tasks(plans, 40, 7)


def test_a_pack_from_elsewhere_is_not_attacked_without_trust(tmp_path: Path) -> None:
    folder = str(write_template("my_firm", tmp_path))
    with pytest.raises(ConfigError, match="add --trust"):
        plan_calls(Selection(load_stack("text"), packs=[folder], tasks=["*"]))
