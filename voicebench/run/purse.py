"""What a run has spent, and the end of it when that is enough."""

from collections.abc import Iterable

from voicebench.report.cost_view import dollars
from voicebench.report.rows import CallSummary
from voicebench.run.extras import Extras
from voicebench.run.plan import CallPlan
from voicebench.run.suite import Brake, Progress
from voicebench.run.watch import Moment

__all__ = ["Purse"]


class Purse:
    """A ``Progress`` that pulls the brake before a run costs more than it may.

    No call is begun that would go beyond the limit, if it and those in progress cost what calls cost on the average. A
    request that nobody counted is taken to have cost as much as the dearest of its call.

    Args:
        inner: Is told how the run goes.
        brake: Ends it.
        extras: Prices and limit.
        before: Calls that were made earlier.
    """

    def __init__(self, inner: Progress, brake: Brake, extras: Extras, before: Iterable[CallSummary] = ()):
        self._inner = inner
        self._brake = brake
        self._extras = extras
        self._spent: list[float] = []
        self._at_work = 0
        for call in before:
            self._pay(call)
        self._look()

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        self._at_work += 1
        self._inner.started(plan)

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""
        self._inner.moved(plan, moment)

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        self._at_work -= 1
        self._inner.finished(plan, call)
        self._pay(call)
        self._look()

    def _pay(self, call: CallSummary) -> None:
        if call.stack in self._extras.tariffs:
            self._spent.append(self._extras.tariffs[call.stack].at_most(call.usage))

    def _look(self) -> None:
        limit = self._extras.max_cost_usd
        spent = sum(self._spent)
        likely = (self._at_work + 1) * spent / len(self._spent) if self._spent else 0.0
        if limit is not None and (spent + likely > limit or not limit):
            what = f"{dollars(spent)} is spent, and one call more would likely go beyond it"
            self._brake.pull(f"--max-cost {limit:g}: {what}; name a higher one to go on")
