"""Two runs side by side, on the terminal and as JSON."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.comparison import POINTS, Comparison, Difference
from voicebench.report.hardship import Means
from voicebench.report.kept import KeptRun, unlike
from voicebench.report.pairing import Flip, Pairing
from voicebench.report.rows import outcomes
from voicebench.report.score_view import counted, interval, share
from voicebench.report.statistics import Score
from voicebench.report.waits import Shift
from voicebench.report.words import grid, section, words
from voicebench.task import Json

__all__ = ["compare_view", "comparison_json", "conclusion"]

_BY_THE_CALL = {"call_s": "seconds per call", "misheard": "mishearings per call"}
_FEWEST_TASKS = 6
"""Of five tasks that all differ the same way, two in 32 ways to set the signs are as far apart: over 5 %."""


def comparison_json(a: KeptRun, b: KeptRun, found: Comparison, ceiling: Score | None) -> dict[str, Json]:
    """Return what ``compare --json`` prints.

    Args:
        a: The first run.
        b: The second.
        found: Their comparison.
        ceiling: The hearing ceiling of both; None where none was asked for.
    """
    sides = {"a": (a, found.a), "b": (b, found.b)}
    return {
        **found.to_json(),
        **{
            side: {"run": run.name, "stack": run.stack, "outcomes": outcomes(run.calls), "paired": score.to_json()}
            for side, (run, score) in sides.items()
        },
        "ceiling": ceiling and ceiling.to_json(),
        "conclusion": conclusion(found.passing),
        "notes": list(unlike(a, b)),
    }


def compare_view(a: KeptRun, b: KeptRun, found: Comparison, ceiling: Score | None) -> RenderableType:
    """Return what ``compare`` prints.

    Args:
        a: The first run.
        b: The second.
        found: Their comparison.
        ceiling: The hearing ceiling of both; None where none was asked for.
    """
    return Group(
        _side("A", a, found.a),
        _side("B", b, found.b),
        *([_ceiling(ceiling)] if ceiling else []),
        words(_paired(found.pairing)),
        "",
        _difference(found.passing),
        words(conclusion(found.passing)),
        _shift(found.voice_to_voice),
        *(_means(label, found.hardships[name]) for name, label in _BY_THE_CALL.items() if name in found.hardships),
        *(words(f"note: {one}", "yellow") for one in unlike(a, b)),
        *([section("Tasks that flipped", _flips(found.flips))] if found.flips else []),
    )


def conclusion(passing: Difference) -> str:
    """Return in a sentence whether the runs can be told apart, and if not what it would take."""
    if passing.value is None:
        return "no data: no call was scored in both runs"
    if passing.is_separable:
        return f"separable: p = {passing.p:.4f} by flipped signs"
    return f"not separable with this many calls (p = {passing.p:.2f} by flipped signs); {_what_it_takes(passing)}"


def _what_it_takes(passing: Difference) -> str:
    few = f"; fewer than {_FEWEST_TASKS} tasks never are" if passing.tasks < _FEWEST_TASKS else ""
    points = f"{100 * POINTS:.0f} points"
    if passing.calls_needed is None:
        alike = "every task came out the same in both" if not passing.value else "every task differs by as much"
        return f"{alike}, which does not tell how many calls {points} would take{few}"
    more = passing.calls_needed - passing.calls
    if more <= 0:
        return f"{points} would have been seen{few}"
    return f"about {more} more of each run would be needed for {points}{few}"


def _side(letter: str, run: KeptRun, score: Score) -> RenderableType:
    rate = score.pass_at_1
    value = f"pass@1 of the pairs {share(rate.value)}{interval(rate.interval)}"
    return Text.assemble(
        (f"{letter}  ", "bold"), words(f"{run.name} ({run.stack})  {value}   all calls: {counted(outcomes(run.calls))}")
    )


def _ceiling(score: Score) -> RenderableType:
    rate = score.pass_at_1
    return words(f"   hearing ceiling {share(rate.value)}{interval(rate.interval)}  {counted(score.outcomes)}")


def _paired(pairing: Pairing) -> str:
    tasks = len({one.a.task for one in pairing.scored})
    told = f"{_count(len(pairing.scored), 'pair')} of {_count(tasks, 'task')}, by task and trial"
    return "; ".join([told, *_left_out(pairing)])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _left_out(pairing: Pairing) -> Iterator[str]:
    broken = len(pairing.pairs) - len(pairing.scored)
    counts = {"errored or unscored in either run": broken, "in A alone": pairing.only_a, "in B alone": pairing.only_b}
    told = [f"{count} {what}" for what, count in counts.items() if count]
    if told:
        yield f"left out: {', '.join(told)}"


def _difference(passing: Difference) -> RenderableType:
    value = "no data" if passing.value is None else f"{passing.value:+.2f}"
    return Text.assemble(("pass@1, B - A  ", "bold"), f"{value}{interval(passing.interval, '+.2f')}")


def _shift(shift: Shift | None) -> RenderableType:
    name = ("voice to voice p50, B - A  ", "bold")
    if shift is None:
        return Text.assemble(name, "no data")
    value = f"{shift.value_ms:+.0f} ms{interval(shift.interval_ms, '+.0f')}"
    return Text.assemble(name, f"{value}   ({shift.a_ms:.0f} and {shift.b_ms:.0f} ms, {_count(shift.calls, 'pair')})")


def _means(label: str, means: Means) -> RenderableType:
    both = f"{means.a:.1f} and {means.b:.1f}"
    return Text.assemble((f"{label}  ", "bold"), f"{both}   ({_count(means.calls, 'pair')})")


def _flips(flips: Sequence[Flip]) -> RenderableType:
    table = grid("task", ">A", ">B", ">gained", ">lost")
    for flip in flips:
        passed = (f"{count}/{flip.trials}" for count in (flip.passed_a, flip.passed_b))
        table.add_row(words(flip.task), *passed, str(flip.gained), str(flip.lost))
    return table
