"""All checks of a pack, in one table."""

from collections.abc import Callable, Iterator, Sequence

from voicebench.packs.checks import caller, expected, firm, plan, prompts, sql, tasks
from voicebench.packs.draft import Draft
from voicebench.packs.source import Problem

__all__ = ["CHECKS", "Check", "check"]

Check = Callable[[Draft], Iterator[Problem]]

CHECKS: tuple[Check, ...] = (
    firm.first_role,
    firm.names,
    firm.role_tools,
    firm.handoffs,
    firm.reachable,
    firm.unused,
    firm.forbidden,
    firm.kinds,
    firm.files,
    prompts.role_length,
    prompts.common_length,
    prompts.shared_sentences,
    sql.runs,
    sql.write_tables,
    sql.seed_values,
    sql.clockless_sql,
    sql.clockless_tools,
    caller.categories,
    caller.traits,
    caller.requests,
    plan.plans,
    expected.tools,
    expected.names,
    expected.database,
    tasks.alike,
    tasks.bookings,
    tasks.excuses,
)
"""Each looks at one thing, and yields a problem for each fault that it finds."""


def check(draft: Draft, checks: Sequence[Check] = CHECKS) -> list[Problem]:
    """Return every problem that the checks find, by file and line."""
    return sorted({problem for one in checks for problem in one(draft)})
