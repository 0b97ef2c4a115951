"""The wall around one call: whatever it may raise, a record comes of it, or a word to the user."""

import os
import time
import traceback
from dataclasses import dataclass

from voicebench.errors import CallError, ConfigError
from voicebench.record import CallRecord, Ending, Fault, Log
from voicebench.run.plan import CallPlan
from voicebench.run.watch import MakeCall, Onlooker, Tell
from voicebench.task import Json
from voicebench.units import NS_PER_S
from voicebench.vtime.workbench import timed

__all__ = ["MadeCall", "Refused", "answer", "broken_record"]


@dataclass(frozen=True)
class MadeCall:
    """A finished call, and what it took here.

    Args:
        record: The call.
        machine: Wall time and load.
    """

    record: CallRecord
    machine: dict[str, Json]


@dataclass(frozen=True)
class Refused:
    """Something of the user's is wrong, so that no call can be made; in words, as not every error can be pickled."""

    why: str


def answer(plan: CallPlan, make: MakeCall, tell: Tell) -> MadeCall | Refused:
    """Make a call and return what came of it, whatever it raised.

    Args:
        plan: The call.
        make: Makes it.
        tell: Is told where it is.
    """
    try:
        record, took_ns = timed(lambda: _walled(plan, make, tell))
    except ConfigError as error:
        return Refused(str(error))
    machine = {"wall_s": round(took_ns / NS_PER_S, 3), "load": list(os.getloadavg()), **record.machine}
    return MadeCall(record, machine)


def _walled(plan: CallPlan, make: MakeCall, tell: Tell) -> CallRecord:
    """Make a call, whatever it may raise; only what the user has to mend is raised on."""
    try:
        return make(plan, Onlooker(tell, time.monotonic))
    except ConfigError:
        raise
    except CallError as error:
        return broken_record(plan, f"{error.stage}: {error}", error.fault)
    except Exception as error:  # noqa: BLE001 - the wall around a call
        traceback.print_exc()
        return broken_record(plan, f"call: {type(error).__name__}: {error}")


def broken_record(plan: CallPlan, message: str, fault: Fault = "harness") -> CallRecord:
    """Return the record of a call of which nothing else is left."""
    return CallRecord(
        task=plan.task_id,
        trial=plan.trial,
        seed=plan.seed,
        stack=plan.stack.name,
        line=plan.line_name,
        ending=Ending(None, "error", fault, " ".join(message.split())),
        events=(),
        log=Log(task=plan.task_id, tools=()),
        timing_valid=False,
    )
