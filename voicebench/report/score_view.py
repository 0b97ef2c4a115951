"""Scores on the terminal: rates with their intervals, the outcomes always beside them."""

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from voicebench.report.statistics import Interval, Rate, Score, Scores
from voicebench.report.words import grid, section, words
from voicebench.verdict import Outcome

__all__ = ["counted", "interval", "score_lines", "score_tables", "share"]


def share(value: float | None) -> str:
    """Return a rate; in words where there is none."""
    return "no data" if value is None else f"{value:.2f}"


def interval(one: Interval | None, form: str = ".2f") -> str:
    """Return an interval in brackets, after a space; nothing where there is none.

    Args:
        one: Which.
        form: How each end is written.
    """
    return f" [{one.low:{form}}, {one.high:{form}}]" if one else ""


def counted(outcomes: Mapping[Outcome, int]) -> str:
    """Return how many calls had each outcome, and that some of these are in no rate."""
    counts = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items() if count)
    aside = [outcome for outcome in ("errored", "unscored") if outcomes[outcome]]
    return (counts or "no calls") + (f" ({' and '.join(aside)} calls are in no rate)" if aside else "")


def score_lines(score: Score, ceiling: Score | None = None) -> Iterator[RenderableType]:
    """Return the rates of a run, a line each: pass@1, and pass^k where tasks were tried more than once.

    Args:
        score: The run's.
        ceiling: The hearing ceiling of the same tasks.
    """
    yield _line("pass@1", score.pass_at_1, counted(score.outcomes))
    for k, rate in score.pass_hat.items():
        if 1 < k <= _tried(score):
            yield _line(f"pass^{k}", rate)
    if ceiling:
        yield _line("hearing ceiling", ceiling.pass_at_1, counted(ceiling.outcomes))


def _line(name: str, rate: Rate, counts: str = "") -> RenderableType:
    left_out = f"   {rate.left_out} of {rate.tasks + rate.left_out} tasks left out" if rate.left_out else ""
    value = f"{share(rate.value)}{interval(rate.interval)}"
    return Text.assemble((f"{name} ", "bold"), value, f"   {counts}" if counts else "", left_out)


def score_tables(scores: Scores, ceiling: Scores | None = None) -> Iterator[RenderableType]:
    """Return the scores by pack and category, and by task; nothing that would only repeat the table of calls.

    Args:
        scores: The run's.
        ceiling: The hearing ceiling of the same tasks.
    """
    ks = [k for k in scores.run.pass_hat if 1 < k <= _tried(scores.run)]
    above = ceiling or Scores(scores.run, {}, {}, {})
    groups = [(scores.packs, above.packs), (scores.categories, above.categories)]
    if len(scores.tasks) > max(map(len, (scores.packs, scores.categories))):
        both = [{name: one for part in side for name, one in part.items()} for side in zip(*groups, strict=True)]
        yield section("By pack and category (95 % intervals over tasks)", _table(both[0], both[1], ks))
    if ks:
        yield section("By task", _table(scores.tasks, above.tasks, ks))


def _tried(score: Score) -> int:
    """The most scored trials that any task had, as far as pass^k is told."""
    return max((k for k, rate in score.pass_hat.items() if rate.tasks), default=0)


def _table(scores: Mapping[str, Score], ceiling: Mapping[str, Score], ks: list[int]) -> RenderableType:
    above = [">hearing\nceiling"] if ceiling else []
    intervals = ["!"] if any(one.pass_at_1.interval for one in scores.values()) else []
    table = grid("", ">pass/fail/\nerr/unsc.", ">pass@1", *intervals, *(f">^{k}" for k in ks), *above)
    for name, one in scores.items():
        table.add_row(
            words(name),
            "/".join(map(str, one.outcomes.values())),
            _short(one.pass_at_1),
            *([interval(one.pass_at_1.interval).strip()] if intervals else []),
            *(_short(one.pass_hat[k]) for k in ks),
            *([_short(ceiling[name].pass_at_1)] if ceiling else []),
        )
    return table


def _short(rate: Rate) -> str:
    return "-" if rate.value is None else f"{rate.value:.2f}"
