"""Whole calls on the stack ``text-errors``: words that err, without sound."""

from collections.abc import Callable, Iterator

import pytest

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.digest import record_sha256
from voicebench.run.heard import call_heard
from voicebench.run.live import calls
from voicebench.run.plan import CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import load_stack

TASK = "customer_support/R-E1"
MakeCall = Callable[[CallPlan], CallRecord]


@pytest.fixture(scope="module")
def make_call() -> Iterator[MakeCall]:
    with calls() as make:
        yield make


def _plan(trial: int) -> CallPlan:
    pack_name, name = TASK.split("/")
    pack = packs.load(pack_name)
    seed = call_seed(1, TASK, trial)
    stack = load_stack("text-errors")
    costs = run_costs("profile:local", (), stack)
    return CallPlan(pack, pack.tasks[name], trial, seed, stack, load_line("clean"), costs)


def test_the_agent_hears_other_words_than_the_caller_said(make_call: MakeCall) -> None:
    plans = [_plan(trial) for trial in range(4)]
    records = [make_call(plan) for plan in plans]
    rates = []
    for plan, record in zip(plans, records, strict=True):
        expectation = packs.expectation(plan.pack, plan.task.id)
        heard = call_heard(plan.pack, plan.task, expectation, record)
        assert heard is not None
        rates += [one["wer"] for one in heard["utterances"] if one["heard"]]
    assert any(rates)
    assert not all(rates)
    assert len({record_sha256(record) for record in records}) == len(records)


def test_the_same_call_twice_is_the_same_to_the_letter(make_call: MakeCall) -> None:
    assert make_call(_plan(0)) == make_call(_plan(0))
