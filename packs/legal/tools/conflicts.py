"""The conflict check: names before stories, and an outcome that nobody on the phone is told."""

from typing import Any

from voicebench.toolkit import Code, Desk, Name, Phone, fold, keep, read, rows_of, write

from ._desk import due, phone_of, refusal, refuse_in_danger


def _known(desk: Desk, name: str | None, sides: tuple[str, ...]) -> bool:
    """Whether somebody of that name stands in the firm's books on one of these sides."""
    marks = ", ".join("?" * len(sides))
    # The marks are this line's own; the names of the sides are values.
    rows = rows_of(desk, f"SELECT name FROM parties WHERE side IN ({marks})", *sides)
    return name is not None and fold(name) in {fold(row["name"]) for row in rows}


@write
def run_conflict_check(
    desk: Desk,
    client_name: Name,
    opposing_name: Name | None = None,
    former_name: Name | None = None,
    company: Name | None = None,
) -> dict[str, Any]:
    """Check the names of a new matter against the firm's books. Tells which desk is next, and never what was found.

    Args:
        client_name: First and last name of the person who wants an attorney, spelled as the caller spelled it.
        opposing_name: The person or company on the other side; left out only if there is nobody.
        former_name: Another first and last name that the person has had, such as before a marriage; left out if none.
        company: A company of the person's own that the matter is about; left out if none.
    """
    refuse_in_danger(desk)
    mine = (client_name, former_name, company)
    hit = _known(desk, opposing_name, ("client", "related")) or any(_known(desk, name, ("adverse",)) for name in mine)
    names = {"client_name": client_name, "former_name": former_name, "company": company, "opposing_name": opposing_name}
    check_id = keep(desk, "conflict_checks", **names, outcome="review" if hit else "clear")
    desk.state["check"] = {"id": check_id, "client_name": client_name}
    # One name that needs a review is enough for the whole call: a second try with other names does not undo it.
    desk.state["review"] = desk.state.get("review", False) or hit
    for later in ("match", "inquiry"):
        desk.state.pop(later, None)
    return {"check_id": check_id, "next_step": "book_conflict_review" if desk.state["review"] else "transfer_to_intake"}


@write
def book_conflict_review(desk: Desk, phone: Phone) -> dict[str, Any]:
    """Have the firm's conflicts counsel look at the names and ring the caller, where the check says so.

    Args:
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_danger(desk)
    if "check" not in desk.state:
        raise refusal(desk, "CHECK_FIRST")
    if not desk.state["review"]:
        raise refusal(desk, "NO_REVIEW_NEEDED")
    due_by = due(desk, days=2)
    review = {"check_id": desk.state["check"]["id"], "phone": phone_of(desk, phone), "due_by": due_by}
    return {"review_id": keep(desk, "conflict_reviews", **review, status="waiting"), "due_by": due_by}


@read
def get_review_status(desk: Desk, review_number: Code) -> dict[str, Any]:
    """Look up until when somebody who waits for a review will have been called. The outcome is not told by phone.

    Args:
        review_number: The number that the caller was given, two letters and four digits.
    """
    reviews = rows_of(desk, "SELECT * FROM open_reviews")
    found = next((row for row in reviews if fold(row["review_number"]) == fold(review_number)), None)
    if found is None:
        raise refusal(desk, "NO_SUCH_REVIEW")
    return {"review_number": found["review_number"], "status": "in_review", "answer_by": found["answer_by"]}
