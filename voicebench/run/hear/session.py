"""A whole hearing: which utterances, over which lines, and the figures of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.line import LineSettings, load
from voicebench.report.hearing import Condition, Sweep
from voicebench.run.hear.crew import Job, listen_all
from voicebench.run.hear.recordings import Recording
from voicebench.run.hear.tally import Result, tally
from voicebench.run.hear.utterances import Utterance
from voicebench.stack import EngineSpec
from voicebench.task import Json

__all__ = ["Hearing", "HearingPlan", "SweepSpec", "hold_hearing", "read_sweep"]

_MOST_STEPS = 100


@dataclass(frozen=True)
class SweepSpec:
    """A setting of the line, and its values in order.

    Args:
        setting: As ``--line`` names it.
        values: At least two.
        unit: ``%`` or nothing.
    """

    setting: str
    values: tuple[float, ...]
    unit: str = ""

    def words(self, value: float) -> str:
        """Return one step as ``--line`` has it."""
        return f"{self.setting}={value:g}{self.unit}"


def read_sweep(text: str) -> SweepSpec:
    """Read ``snr=30:0:5``: from 30 to 0 in steps of 5.

    Raises:
        ConfigError: It is not that.
    """
    setting, equals, span = text.partition("=")
    unit = "%" if "%" in span else ""
    try:
        start, stop, step = (float(part.strip().removesuffix("%")) for part in span.split(":"))
    except ValueError:
        start = stop = step = 0.0
    # One that is no number, or beyond all of them, is no count that may be.
    steps = abs(stop - start) / step + 1e-9 if step > 0 else 0.0
    if not (setting.strip() and equals and 1 <= steps < _MOST_STEPS):
        raise ConfigError(f"--sweep {text}: write SETTING=FROM:TO:STEP, for example snr=30:0:5")
    count, sign = int(steps) + 1, 1 if stop > start else -1
    return SweepSpec(setting.strip(), tuple(start + sign * number * step for number in range(count)), unit)


@dataclass(frozen=True)
class HearingPlan:
    """What is heard.

    Args:
        sources: Utterances, or recordings.
        lines: The lines, as ``--line`` has them; None hears recordings as they are.
        recogniser: Who listens.
        seed: Of the lines' dice.
        sweep: A setting that is turned on the first line; None without.
        fresh: How many utterances of each kind were drawn by the seed; None for those that ship, and for recordings.
    """

    sources: Sequence[Utterance | Recording]
    lines: Sequence[str | None]
    recogniser: EngineSpec
    seed: int
    sweep: SweepSpec | None = None
    fresh: int | None = None

    def settings(self) -> list[LineSettings | None]:
        """Return the lines, those of the sweep last.

        Raises:
            ConfigError: One is unknown, or named twice.
        """
        names = [*self.lines]
        if self.sweep:
            base = f"{self.lines[0]}," if self.lines and self.lines[0] else ""
            names += [base + self.sweep.words(value) for value in self.sweep.values]
        if len(set(names)) < len(names):
            raise ConfigError(f"--line {next(name for name in names if names.count(name) > 1)}: named twice")
        return [load(name) if name else None for name in names]


@dataclass(frozen=True)
class Hearing:
    """What was heard.

    Args:
        plan: What was asked.
        results: Utterance by utterance.
        conditions: By line.
        sweep: The part of the conditions that is a sweep.
    """

    plan: HearingPlan
    results: Sequence[Result]
    conditions: Sequence[Condition]
    sweep: Sweep | None = None

    def to_json(self) -> dict[str, Json]:
        """Return what ``hear --json`` prints."""
        spec = self.plan.recogniser
        voices = sorted({result.voice for result in self.results} - {""})
        return {
            "recogniser": {"engine": spec.engine, **spec.settings},
            "seed": self.plan.seed,
            "fresh": self.plan.fresh,
            "voices": voices,
            "conditions": {condition.name: condition.to_json() for condition in self.conditions},
            "sweep": self.sweep and self.sweep.to_json(),
            "intervals": "95% percentile bootstrap over utterances",
        }


def hold_hearing(
    plan: HearingPlan, at_once: int, cache: Path | None, done: Callable[[int], None] = lambda _: None
) -> Hearing:
    """Hear all utterances over all lines.

    Args:
        plan: What to hear.
        at_once: Number of processes.
        cache: Folder of the caches; None to make everything anew.
        done: Is told how many utterances are done.

    Raises:
        ConfigError: A line, a voice, a recogniser or a file is not what it should be.
        SttError: A process died.
    """
    lines = plan.settings()
    jobs = [Job(source, tuple(lines), plan.recogniser, plan.seed) for source in plan.sources]
    results = listen_all(jobs, at_once, cache, done)
    conditions = [tally(name, results[at :: len(lines)]) for at, name in enumerate(_names(results, len(lines)))]
    swept = plan.sweep and conditions[-len(plan.sweep.values) :]
    sweep = Sweep(plan.sweep.setting, plan.sweep.values, swept) if plan.sweep and swept else None
    return Hearing(plan, results, conditions, sweep)


def _names(results: Sequence[Result], count: int) -> list[str]:
    return [result.line for result in results[:count]]
