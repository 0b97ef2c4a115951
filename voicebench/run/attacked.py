"""What came of an attack on a pack's tasks."""

from dataclasses import dataclass

from voicebench.task import Json

__all__ = ["AttackedPack", "AttackedTask", "figures"]


@dataclass(frozen=True)
class AttackedTask:
    """What came of the attack on one task.

    Args:
        task: ``PACK/TASK``.
        reference_passed: Whether the reference plan passed in conversation.
        controls_passed: Control models that passed.
        broken: Number of calls that errored or were unscored, and so show nothing.
        spoilings: Number of spoilings tried.
        caught: Those that did not pass.
        excused: Those that passed, for a reason that the task states.
        harmless: Number of harmless changes tried.
        unmoved: Those that left the verdict as it was.
        faults: One line for each thing that is not as it must be.
    """

    task: str
    reference_passed: bool
    controls_passed: tuple[str, ...] = ()
    broken: int = 0
    spoilings: int = 0
    caught: int = 0
    excused: int = 0
    harmless: int = 0
    unmoved: int = 0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class AttackedPack:
    """What came of the attack on a pack's tasks.

    Args:
        pack: Its name.
        tasks: Its tasks, as far as they were attacked.
    """

    pack: str
    tasks: tuple[AttackedTask, ...]

    @property
    def held(self) -> bool:
        """Whether everything is as it must be."""
        return not any(task.faults for task in self.tasks)

    @property
    def broke(self) -> bool:
        """Whether a call broke, so that the attack is not done."""
        return any(task.broken for task in self.tasks)


def figures(attacked: AttackedPack) -> dict[str, Json]:
    """Return what ``pack attack --json`` prints; all but the pack's name are counts."""
    tasks = attacked.tasks
    counts = ("broken", "spoilings", "caught", "excused", "harmless", "unmoved")
    return {
        "pack": attacked.pack,
        "tasks": len(tasks),
        "reference_passed": sum(task.reference_passed for task in tasks),
        "controls_passed": sum(len(task.controls_passed) for task in tasks),
        **{name: sum(getattr(task, name) for task in tasks) for name in counts},
    }
