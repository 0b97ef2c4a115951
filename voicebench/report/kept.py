"""A run that was kept, as far as a report wants it: what it was made of, and its calls."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.task import Json

__all__ = ["KeptRun", "ceiling", "unlike"]

_MADE_OF = {"clock": "clocks", "costs": "costs", "packages": "versions of packages"}
"""What may differ between two runs beside the stack, by its name in ``run.json``."""


@dataclass(frozen=True)
class KeptRun:
    """A run.

    Args:
        name: Its folder.
        calls: In order.
        facts: What ``run.json`` holds.
    """

    name: str
    calls: Sequence[CallSummary]
    facts: Mapping[str, Json] = field(default_factory=dict)

    @property
    def categories(self) -> Mapping[str, str]:
        """Category by ``PACK/TASK``; none in a run that did not keep them."""
        found: Mapping[str, str] = self.facts.get("categories") or {}
        return found

    @property
    def missing(self) -> Sequence[tuple[str, int]]:
        """Task and trial of the calls that the run was to have and that are not there."""
        made = {(call.task, call.trial) for call in self.calls}
        return [(task, trial) for task, trial, _ in self.facts.get("calls") or () if (task, trial) not in made]

    @property
    def lack(self) -> str | None:
        """That calls are missing, and what to do about it; None where none is."""
        if not self.missing:
            return None
        of = f"{len(self.missing)} of {len(self.facts['calls'])} calls are missing"
        return f"{of}; go on with: voicebench run --resume {self.name}"

    @property
    def stack(self) -> str:
        """Name of the stack."""
        return str(self._part("stack").get("name", "unnamed"))

    def part_of_stack(self, name: str) -> Mapping[str, Json]:
        """Return one part of the stack, such as ``llm``; empty where the run did not keep it."""
        found: Mapping[str, Json] = self._part("stack").get(name) or {}
        return found

    def pack_sha256(self) -> Mapping[str, Json]:
        """Return the digest of each pack, where the run kept it."""
        return {name: pack.get("sha256") for name, pack in self._part("packs").items()}

    def _part(self, name: str) -> Mapping[str, Json]:
        found: Mapping[str, Json] = self.facts.get(name) or {}
        return found


def ceiling(run: KeptRun, reference: KeptRun) -> Sequence[CallSummary]:
    """Return the calls of a reference run that show what the calls of a run could at best have come to.

    Args:
        run: What is to be judged.
        reference: A run of the reference model; tasks that ``run`` lacks are left out.

    Raises:
        ConfigError: It was another model, or it heard through another recogniser or line, or it lacks a call.
    """
    llm = reference.part_of_stack("llm")
    where = f"--ceiling {reference.name}"
    if llm.get("engine") != "reference" or llm.get("control"):
        raise ConfigError(f"{where}: the stack {reference.stack} is not one of the reference model")
    if reference.part_of_stack("stt") != run.part_of_stack("stt"):
        what = f"its recogniser is not that of {run.name}"
        raise ConfigError(f"{where}: {what}; run the reference model with the same stt")
    if reference.lack:
        raise ConfigError(f"{where}: {reference.lack}")
    lines = _lines(run.calls)
    calls = [call for call in reference.calls if call.task in lines]
    found = _lines(calls)
    for task, names in lines.items():
        if names != found.get(task):
            what = f"no call of {task} with the line {' and '.join(sorted(names))} alone"
            raise ConfigError(f"{where}: {what}; a ceiling wants the same tasks and lines")
    return calls


def unlike(a: KeptRun, b: KeptRun) -> Iterator[str]:
    """Yield, in a line each, what two runs lack or differ in beside the stack: the reader may not have meant it.

    Nor may he have meant to compare a run with itself.
    """
    if a.calls and [call.folder for call in a.calls] == [call.folder for call in b.calls]:
        yield "this is one run, named twice"
    yield from (f"{run.name}: {run.lack}" for run in (a, b) if run.lack)
    tasks = {call.task for call in a.calls} & {call.task for call in b.calls}
    ours, theirs = (
        {name for names in _lines([call for call in run.calls if call.task in tasks]).values() for name in names}
        for run in (a, b)
    )
    if ours != theirs:
        yield f"the lines differ: {', '.join(sorted(ours))} against {', '.join(sorted(theirs))}"
    for name in sorted(a.pack_sha256().keys() & b.pack_sha256().keys()):
        if a.pack_sha256()[name] != b.pack_sha256()[name]:
            yield f"the pack {name} is not the same in both; its tasks may have changed"
    yield from (f"the {words} differ" for part, words in _MADE_OF.items() if a.facts.get(part) != b.facts.get(part))


def _lines(calls: Sequence[CallSummary]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for call in calls:
        found.setdefault(call.task, set()).add(call.line)
    return found
