"""What a recogniser made of lines, on the terminal: one line a condition, then every kind of value."""

from collections.abc import Sequence

from rich.console import Group, RenderableType

from voicebench.report.hearing import BAD_BELOW, Condition, Hits, Sweep
from voicebench.report.statistics import Interval
from voicebench.report.words import grid, milliseconds, ratio, section, words

__all__ = ["hearing_view"]

_SHORT = {
    "name": "name",
    "spelled_name": "spell\ned",
    "phone": "phone",
    "zip": "ZIP",
    "card_digits": "card",
    "date": "date",
    "money": "money",
    "order_code": "order\ncode",
    "email": "email",
    "address": "addr.",
    "yes_no": "yes\n/no",
    "correction": "corr.",
}
_ONE_BY_ONE = 3
"""With no more conditions than this, each is told in full."""


def hearing_view(conditions: Sequence[Condition], sweep: Sweep | None = None) -> RenderableType:
    """Return what ``hear`` prints.

    Args:
        conditions: By line.
        sweep: The part of them that is a sweep.
    """
    parts = [_words(conditions), section("Values heard right, by kind", _kinds(conditions))]
    if len(conditions) <= _ONE_BY_ONE:
        parts += [
            section(f"{condition.name}: of how many, and 95 % intervals", _full(condition)) for condition in conditions
        ]
    if sweep:
        parts.append(section("Where it gets bad", words(_bad_from(sweep))))
    return Group(*parts)


def _words(conditions: Sequence[Condition]) -> RenderableType:
    table = grid(
        "line", ">WER", "95 %", ">sub", ">ins", ">del", ">exact", ">fig-\nures", ">emp-\nty", ">made\nup", ">ms"
    )
    for one in conditions:
        counts = (one.words.substitutions, one.words.insertions, one.words.deletions)
        table.add_row(
            words(one.name),
            ratio(one.words.rate),
            _interval(one.words.interval),
            *map(str, counts),
            f"{one.exact}/{one.utterances}",
            ratio(one.figures.share),
            str(one.empty),
            str(one.hallucinated),
            milliseconds(one.ms.get("p50")),
        )
    return table


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{100 * interval.low:.0f}-{100 * interval.high:.0f}"


def _kinds(conditions: Sequence[Condition]) -> RenderableType:
    kinds = list(dict.fromkeys(kind for condition in conditions for kind in condition.entities))
    table = grid("line", *(f">{_SHORT.get(kind, kind)}" for kind in kinds))
    for condition in conditions:
        shares = (_share(condition.entities.get(kind)) for kind in kinds)
        table.add_row(words(condition.name), *shares)
    return table


def _share(hits: Hits | None) -> str:
    return "-" if hits is None or hits.share is None else f"{100 * hits.share:.0f}%"


def _full(condition: Condition) -> RenderableType:
    table = grid("!", ">right", ">", "95 %")
    rows = [*condition.entities.items(), ("figures together", condition.figures)]
    for kind, hits in rows:
        table.add_row(
            words(kind.replace("_", " ")), f"{hits.right}/{hits.n}", ratio(hits.share), _interval(hits.interval)
        )
    return table


def _bad_from(sweep: Sweep) -> str:
    bar, bad_from = f"{BAD_BELOW:.0%}", sweep.bad_from
    what = "entity accuracy of the figures (phones, ZIPs, card digits, dates, money, order codes, yes or no)"
    if bad_from is None:
        return f"{what} stays at {bar} or above"
    if bad_from == sweep.at[0]:
        return f"{what} is below {bar} from the start, {sweep.setting}={bad_from:g}"
    return f"{what} falls below {bar} at {sweep.setting}={bad_from:.1f}"
