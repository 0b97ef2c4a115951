"""What the control model ``overwriter`` does beyond the plan: a write that nobody asked for."""

from collections import deque
from collections.abc import Mapping

from voicebench.task import CallStep, HandoffStep, Json, Pack, Parameter, PlanStep, Task, ToolSpec

__all__ = ["intrusion"]

_MADE_UP: Mapping[str, Json] = {
    "phone": "212-555-0199",
    "text": "as the caller asked",
    "name": "Jordan Example",
    "email": "jordan@example.test",
    "zip": "10001",
    "bool": True,
    "money": 20,
    "date": "2027-01-04",
    "datetime": "2027-01-04T10:00",
}
"""By kind. A number or a code names a record, and a desk turns one down that is made up."""


def intrusion(pack: Pack, task: Task) -> tuple[PlanStep, ...]:
    """Return steps, from where a task's plan ends, to the nearest tool that writes what can be made up.

    A plan's own writes are no sure way to do wrong: many a desk takes each of them only once.

    Args:
        pack: The firm.
        task: The task; its plan is walked, and nothing of its caller is read.

    Returns:
        Handoffs, then the call; nothing where no such tool can be reached.
    """
    role = pack.first_role
    for step in task.reference:
        role = pack.handoffs.get(step.handoff, role) if isinstance(step, HandoffStep) else role
    ahead: deque[tuple[str, tuple[PlanStep, ...]]] = deque([(role, ())])
    met = {role}
    while ahead:
        role, way = ahead.popleft()
        for name in pack.roles[role].tools:
            if pack.tools[name].effect == "write" and _can_make_up(pack.tools[name]):
                return (*way, CallStep(call=name, arguments=_arguments(pack.tools[name])))
        for name in pack.roles[role].handoffs:
            if pack.handoffs[name] not in met and _can_make_up(pack.tools[name]):
                met.add(pack.handoffs[name])
                step = HandoffStep(handoff=name, arguments=_arguments(pack.tools[name]))
                ahead.append((pack.handoffs[name], (*way, step)))
    return ()


def _can_make_up(tool: ToolSpec) -> bool:
    return all(one.options or one.kind in _MADE_UP for one in tool.parameters if one.required)


def _arguments(tool: ToolSpec) -> dict[str, Json]:
    return {one.name: _made_up(one) for one in tool.parameters if one.required}


def _made_up(parameter: Parameter) -> Json:
    value = parameter.options[-1] if parameter.options else _MADE_UP[parameter.kind]
    return [value] if parameter.kind.startswith("list[") else value
