"""Calls that wait to be made."""

from collections.abc import Collection, Sequence

from voicebench.run.plan import CallPlan

__all__ = ["Waiting"]


class Waiting:
    """Hands out calls: one that will take long before one that will not, and no more at once than its model takes.

    A long call that begins last leaves the other workers idle at the end. The order changes no record.

    Args:
        plans: The calls.
    """

    def __init__(self, plans: Sequence[CallPlan]):
        self._plans = plans
        self._left = sorted(range(len(plans)), key=lambda number: -len(plans[number].task.reference))

    def __bool__(self) -> bool:
        return bool(self._left)

    def take(self, at_work: Collection[int]) -> int | None:
        """Return the number of the call that comes next; None where each has to wait for another to end.

        Args:
            at_work: Numbers of the calls that are being made.
        """
        number = next((number for number in self._left if self._fits(number, at_work)), None)
        if number is not None:
            self._left.remove(number)
        return number

    def _fits(self, number: int, at_work: Collection[int]) -> bool:
        """A call has one request at a time, so calls are counted in place of requests."""
        llm = self._plans[number].stack.llm
        if llm.max_concurrency is None:
            return True
        busy = sum(self._plans[other].stack.llm.base_url == llm.base_url for other in at_work)
        return busy < llm.max_concurrency
