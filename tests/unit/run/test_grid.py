from pathlib import Path

import pytest

from voicebench.errors import ConfigError, RecordError
from voicebench.line.chain import draw
from voicebench.run.grid import NamedStack, create_runs, discard_if_empty, grid_of, is_grid, runs_of
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import caller_voice
from voicebench.run.select import Selection, chosen_tasks, plan_calls
from voicebench.run.store import is_run
from voicebench.stack import load_stack

LOCAL, BASE = (NamedStack(load_stack(name), Path(f"{name}.yaml")) for name in ("local", "local-base"))
SELECTION = Selection(LOCAL.stack, tasks=["R-H4", "C5-H1"], trials=(0, 1))


def test_a_part_of_the_name_that_all_have_in_common_is_left_out() -> None:
    assert list(grid_of(SELECTION, [LOCAL])) == [""]
    assert list(grid_of(SELECTION, [LOCAL], ["cafe"])) == [""]
    assert list(grid_of(SELECTION, [LOCAL, BASE])) == ["local", "local-base"]
    assert list(grid_of(SELECTION, [LOCAL], ["cafe", "snr=5"])) == ["cafe", "snr=5"]
    both = grid_of(SELECTION, [LOCAL, BASE], ["cafe", "snr=5"])
    assert list(both) == ["local/cafe", "local/snr=5", "local-base/cafe", "local-base/snr=5"]
    last = both["local-base/snr=5"]
    assert (last.stack, last.stack_file, last.line) == (BASE.stack, Path("local-base.yaml"), "snr=5")


def test_a_line_in_a_file_is_called_as_the_line_is(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("name: a/b\n")
    assert list(grid_of(SELECTION, [LOCAL], [str(tmp_path / "x.yaml"), "clean"])) == ["a_b", "clean"]


def test_two_runs_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("name: cafe\n")
    with pytest.raises(ConfigError, match="two of the runs would be called cafe"):
        grid_of(SELECTION, [LOCAL], ["cafe", str(tmp_path / "x.yaml")])


def test_a_grid_is_there_whole_or_not_at_all_and_each_run_is_a_run(tmp_path: Path) -> None:
    create_runs(tmp_path / "grid", {"a/x": {"seed": 1}, "a/y": {"seed": 2}})
    assert is_grid(tmp_path / "grid")
    assert not is_run(tmp_path / "grid")
    assert [run.path for run in runs_of(tmp_path / "grid")] == [tmp_path / "grid" / "a" / name for name in "xy"]
    assert [run.facts()["seed"] for run in runs_of(tmp_path / "grid")] == [1, 2]
    with pytest.raises(ConfigError, match="a run is there already"):
        create_runs(tmp_path / "grid", {"": {}})
    discard_if_empty(tmp_path / "grid")
    assert not (tmp_path / "grid").exists()


def test_a_run_alone_is_no_grid(tmp_path: Path) -> None:
    create_runs(tmp_path / "run", {"": {"seed": 1}})
    assert (is_run(tmp_path / "run"), is_grid(tmp_path / "run")) == (True, False)
    assert [run.path for run in runs_of(tmp_path / "run")] == [tmp_path / "run"]


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "x", "runs": []}', '{"format": "voicebench-grid/1"}'])
def test_a_spoiled_grid_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "grid.json").write_text(text)
    with pytest.raises(RecordError, match=r"grid\.json: ") as caught:
        runs_of(tmp_path)
    assert "\n" not in str(caught.value)


def test_every_stack_meets_the_same_caller_and_the_same_line() -> None:
    tasks = chosen_tasks(SELECTION)
    runs = grid_of(SELECTION, [LOCAL, BASE], ["cafe", "snr=5"])
    met = {name: [_met(plan) for plan in plan_calls(selection, tasks)] for name, selection in runs.items()}
    assert met["local/cafe"] == met["local-base/cafe"]
    assert met["local/snr=5"] == met["local-base/snr=5"]
    assert [one[:3] for one in met["local/cafe"]] == [one[:3] for one in met["local/snr=5"]]
    assert met["local/cafe"] != met["local/snr=5"]
    assert len({str(one) for one in met["local/cafe"]}) == 4


def _met(plan: CallPlan) -> tuple[object, ...]:
    """What the agent has to do with, and no stack may change."""
    ways = [draw(plan.line, plan.seed, way).model_dump(mode="json") for way in ("to_agent", "to_caller")]
    return plan.task_id, plan.seed, caller_voice(plan), ways


def test_a_trial_alone_is_the_trial_that_it_is_among_others() -> None:
    alone = plan_calls(Selection(LOCAL.stack, tasks=["C5-H1"], trials=[1]))
    others = plan_calls(SELECTION)
    assert [(one.trial, one.seed) for one in alone] == [(one.trial, one.seed) for one in others if one.trial == 1][1:]
