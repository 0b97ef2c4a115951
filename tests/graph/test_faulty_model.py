"""Many text calls against a model of which every tenth answer comes in a shape of its own: each is accounted for."""

from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.reference.models import Model, Script, make_model
from voicebench.report.rows import CallSummary
from voicebench.run.costs import run_costs
from voicebench.run.crew import LIVE, local_crew
from voicebench.run.plan import CallPlan
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.run.suite import Brake, Job, run_suite
from voicebench.run.watch import Moment
from voicebench.seeds import call_seed
from voicebench.stack import LlmSpec, Stack, load_stack
from voicebench.task import Pack, Task
from voicebench.testing.faults import SHAPES
from voicebench.testing.faulty_model import Dealt, FaultyModel

SHARE = 0.1
JOBS = 2
"""One call goes on while another waits for a model that has stopped."""
WORDS = {
    "stall": "seconds to wait for the model",
    "reset": "broke off",
    "refused_key": "That key is not known.",
    "no_model": "There is no such model.",
    "not_json": "not JSON",
    "overloaded": "Overloaded. (asked 4 times)",
}


class Silent:
    """Is told how the run goes, and keeps it to itself."""

    def started(self, plan: CallPlan) -> None: ...

    def moved(self, plan: CallPlan, moment: Moment) -> None: ...

    def finished(self, plan: CallPlan, call: CallSummary) -> None: ...


def chosen(calls: int) -> list[tuple[Pack, Task, int]]:
    """Every shipped task in turn, as often as it takes."""
    tasks = [(pack, task) for pack in map(packs.load, packs.names()) for task in pack.tasks.values()]
    return [(*one, number // len(tasks)) for number, one in enumerate(islice(cycle(tasks), calls))]


def path_of(pack: Pack, task: Task, trial: int) -> str:
    return f"/{pack.id}/{task.id}/{trial}"


def right_model(pack: Pack, task: Task) -> Model:
    writes = frozenset(name for name, tool in pack.tools.items() if tool.effect == "write")
    return make_model(Script(task.reference, writes, (), pack.now.date()))


def stack_at(base_url: str) -> Stack:
    endpoint = {"engine": "openai", "model": "m", "base_url": base_url}
    limits = {"first_token_limit_s": 8.0, "stall_limit_s": 4.0, "answer_limit_chunks": 200}
    return load_stack("text").model_copy(update={"llm": LlmSpec.model_validate(endpoint | limits)})


def plan(server: FaultyModel, pack: Pack, task: Task, trial: int) -> CallPlan:
    seed = call_seed(1, f"{pack.id}/{task.id}", trial)
    stack = stack_at(server.at(path_of(pack, task, trial)))
    return CallPlan(pack, task, trial, seed, stack, load_line("clean"), run_costs("profile:local", (), stack))


def run_all(calls: int, folder: Path) -> tuple[FaultyModel, Sequence[CallPlan], list[CallSummary]]:
    wanted = chosen(calls)
    models = {path_of(*one): right_model(*one[:2]) for one in wanted}
    with FaultyModel(models, seed=7, share=SHARE) as server:
        plans = [plan(server, *one) for one in wanted]
        run = RunFolder.create(folder, {})
        with local_crew(JOBS, folder / "workers.log", LIVE) as crew:
            made = run_suite([Job(one, run) for one in plans], Silent(), crew, Brake())
        return server, plans, [made[number] for number in range(calls)]


def check(dealt: Sequence[Dealt], call: CallSummary, stored: StoredCall) -> None:
    """Compare what became of a call with what its model was dealt."""
    events = stored.record.events
    cut = {event.data["request"] for event in events if event.kind == "llm_end" and event.data["cancelled"]}
    assert len(cut) <= 1, "only the answer to the caller's last words is cut short, when he hangs up"
    shapes = [one.shape for one in dealt if one.request not in cut]
    outcomes = [SHAPES[name].outcome for name in shapes]
    why = (call.task, call.trial, shapes, call.outcome, call.reason)
    if "errored" in outcomes:
        assert outcomes.index("errored") == len(outcomes) - 1, why
        assert (call.outcome, call.fault) == ("errored", "provider"), why
        assert WORDS[shapes[-1]] in str(call.reason), why
    elif "agent" in outcomes:
        assert call.outcome in ("passed", "failed"), why
        assert call.fault in (None, "agent"), why
    else:
        assert call.outcome == "passed", why
    kinds = Counter(event.kind for event in events if event.data.get("request") not in cut)
    assert kinds["llm_request"] == kinds["llm_end"], why
    retries = outcomes.count("retried") + 3 * shapes.count("overloaded")
    # A reset takes along what was not read yet, be it the first token, and then the request is sent again.
    assert retries <= kinds["llm_retry"] <= retries + 3 * shapes.count("reset"), why


def everything_is_accounted_for(calls: int, folder: Path) -> Counter[str]:
    server, plans, made = run_all(calls, folder)
    stored = {(call.record.task, call.record.trial): call for call in RunFolder(folder).calls()}
    assert len(made) == len(stored) == calls
    for one, call in zip(plans, made, strict=True):
        check(server.dealt[path_of(one.pack, one.task, one.trial)], call, stored[call.task, call.trial])
    events = [event for call in stored.values() for event in call.record.events]
    sent = sum(event.kind in ("llm_request", "llm_retry") for event in events)
    cancelled = sum(event.kind == "llm_end" and bool(event.data["cancelled"]) for event in events)
    # The caller's last words are answered by nobody: he hangs up, and whether the request was out by then is chance.
    assert sent - cancelled <= len(server.asked) <= sent, "every request that came stands in a record"
    assert cancelled <= calls
    return Counter(one.shape for dealt in server.dealt.values() for one in dealt)


def test_fifty_calls(tmp_path: Path) -> None:
    dealt = everything_is_accounted_for(50, tmp_path / "run")
    assert {SHAPES[name].outcome for name in dealt} == {"answered", "retried", "errored", "agent"}


@pytest.mark.soak
def test_five_hundred_calls(tmp_path: Path) -> None:
    dealt = everything_is_accounted_for(500, tmp_path / "run")
    assert set(dealt) == set(SHAPES)
