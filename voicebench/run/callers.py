"""Who calls: the scripted caller, or one whose words a model chooses and who is checked after the call."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.caller import Caller, LlmCaller, Message, ScriptedCaller, caller_faults
from voicebench.errors import CallError
from voicebench.events import Event
from voicebench.llm.aside import Aside
from voicebench.record import Ending
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import answers, endpoint_of
from voicebench.seeds import generator
from voicebench.task import Json
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["CallerSeat", "seat"]


@dataclass(frozen=True)
class CallerSeat:
    """The caller of one call.

    Args:
        caller: Decides what it says.
        aside: Asks its model; None for the scripted one.
    """

    caller: Caller
    aside: Aside | None = None

    def drawn(self) -> dict[str, Json]:
        """Return what the record says of who called; nothing of the scripted caller, which is the task's own."""
        return {} if self.aside is None else {"caller": {"model": self.aside.facts()["model"]}}

    def machine(self) -> dict[str, Json]:
        """Return what its model was asked and used."""
        return {} if self.aside is None else {"caller_model": self.aside.facts()}

    def judged(self, plan: CallPlan, events: Sequence[Event], ending: Ending) -> Ending:
        """Return the ending of a call, which is the caller's fault where it did not keep to its task.

        Args:
            plan: The call.
            events: In order of time.
            ending: How it ended.
        """
        if self.aside is None or ending.why == "error":
            return ending
        faults = caller_faults(plan.task.caller, events, ending)
        if not faults:
            return ending
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        return Ending(None, "error", "caller", f"caller: {faults[0]}{more}")


def seat(plan: CallPlan, kit: Kit, clock: LoopTime) -> CallerSeat:
    """Return the caller of a call.

    Raises:
        StackError: The key of its model is not set.
    """
    spec, limits, dice = plan.task.caller, plan.stack.limits, generator(plan.seed, "caller")
    if plan.caller is None:
        return CallerSeat(ScriptedCaller(spec, limits, dice))
    where = endpoint_of(plan.caller.llm, str(plan.caller.llm.base_url), is_replayed=plan.is_replayed)
    aside = Aside(where, kit.reader, clock, answers(plan, kit, where, clock, asker="its caller"))

    async def ask(messages: Sequence[Message]) -> str:
        try:
            return await aside([dict(message) for message in messages])
        except CallError as error:
            raise CallError(f"its model: {error}", stage="caller", fault="caller") from error

    return CallerSeat(LlmCaller(spec, limits, dice, ask), aside)
