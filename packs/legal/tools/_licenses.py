"""Who may take a matter, and when a new one may be spoken of at all."""

from typing import Any

from voicebench.toolkit import Desk, rows_of

from ._desk import refusal, refuse_in_danger

__all__ = ["licensed", "refuse_before_check"]


def licensed(desk: Desk, practice_area: str, state: str) -> list[dict[str, Any]]:
    """The attorneys who practise in that area and are licensed in that state."""
    sql = (
        "SELECT a.attorney_id, a.first_name || ' ' || a.last_name AS name, a.office FROM attorneys a "
        "JOIN practice p USING (attorney_id) JOIN licenses l USING (attorney_id) "
        "WHERE p.practice_area = ? AND l.state = ? ORDER BY a.rowid"
    )
    return rows_of(desk, sql, practice_area, state)


def refuse_before_check(desk: Desk) -> None:
    """Nothing about a new matter before the names are checked, and nothing at all while they need a review."""
    refuse_in_danger(desk)
    if "check" not in desk.state:
        raise refusal(desk, "CHECK_FIRST")
    if desk.state["review"]:
        raise refusal(desk, "UNDER_REVIEW")
