"""The billing desk: the account, what a charge is, plans, links, late fees and disputes."""

from datetime import date, timedelta
from typing import Any

from voicebench.toolkit import Code, Desk, Number, Phone, Text, first_of, fold, keep, read, rows_of, words, write

from ._desk import agreed, client_of, offer, phone_of, refusal, the, workdays_on

PLAN_FROM_CENTS = 60_000
PLAN_MONTHS = (3, 6, 9, 12)
PLAN_FEE_CENTS = 2_500
DISPUTE_DAYS = 30
REVIEW_DAYS = 5


@read
def get_account(desk: Desk) -> dict[str, Any]:
    """Read the open client's account: invoices with what is left to pay, and the retainer that is held in trust."""
    client = client_of(desk, "billing")
    sql = "SELECT invoice_number, dated, matter_id, left_cents FROM bills WHERE client_id = ? ORDER BY dated"
    invoices = rows_of(desk, sql, client["client_id"])
    return {
        "invoices": invoices,
        "balance_cents": sum(row["left_cents"] for row in invoices),
        "trust_cents": client["trust_cents"],
    }


def _invoice(desk: Desk, invoice_number: str) -> dict[str, Any]:
    """An invoice of the open client's; anybody else's is answered like none at all."""
    client = client_of(desk, "billing")
    rows = rows_of(desk, "SELECT * FROM bills WHERE client_id = ?", client["client_id"])
    found = next((row for row in rows if fold(row["invoice_number"]) == fold(invoice_number)), None)
    if found is None:
        raise refusal(desk, "NO_SUCH_INVOICE")
    return found


def _unpaid(desk: Desk, invoice_number: str) -> dict[str, Any]:
    found = _invoice(desk, invoice_number)
    if not found["left_cents"]:
        raise refusal(desk, "NOTHING_OWED")
    if found["with_agency"]:
        raise refusal(desk, "WITH_AGENCY")
    return found


def _line(desk: Desk, invoice_number: str, line: float) -> dict[str, Any]:
    number = _invoice(desk, invoice_number)["invoice_number"]
    found = first_of(desk, "SELECT * FROM invoice_lines WHERE invoice_number = ? AND line = ?", number, line)
    if found is None:
        raise refusal(desk, "NO_SUCH_LINE")
    return found


@read
def explain_charge(desk: Desk, invoice_number: Code, line: Number) -> dict[str, Any]:
    """Look up what a line of an invoice is, in the words that may be said about it; line 1 is the first.

    Args:
        invoice_number: Number of the invoice, from get_account.
        line: Number of the line.
    """
    found = _line(desk, invoice_number, line)
    words = the(desk, "SELECT words FROM charge_words WHERE kind = ?", found["kind"])["words"]
    lines = "SELECT line, kind, amount_cents FROM invoice_lines WHERE invoice_number = ? ORDER BY line"
    return {**found, "approved_words": words, "all_lines": rows_of(desk, lines, found["invoice_number"])}


@read
def quote_payment_plan(desk: Desk, invoice_number: Code, months: Number) -> dict[str, Any]:
    """Look up what paying an invoice in monthly parts would mean, with the fee for setting it up; sets up nothing yet.

    Args:
        invoice_number: Number of the invoice, from get_account.
        months: In how many parts: 3, 6, 9 or 12.
    """
    bill = _unpaid(desk, invoice_number)
    if bill["left_cents"] < PLAN_FROM_CENTS:
        raise refusal(desk, "TOO_SMALL_FOR_PLAN", least_cents=PLAN_FROM_CENTS)
    if months not in PLAN_MONTHS:
        raise refusal(desk, "NO_SUCH_PLAN", months=list(PLAN_MONTHS))
    if first_of(desk, "SELECT 1 FROM payment_plans WHERE invoice_number = ?", bill["invoice_number"]):
        raise refusal(desk, "PLAN_EXISTS")
    parts = {"months": int(months), "monthly_cents": -(-bill["left_cents"] // int(months))}
    first_due = _month_after(desk.now.date()).isoformat()
    terms = {"invoice_number": bill["invoice_number"], **parts, "first_due": first_due}
    token = offer(desk, "plan", **terms)
    return {**terms, "total_cents": bill["left_cents"], "fee_cents": PLAN_FEE_CENTS, "plan_token": token}


def _month_after(day: date) -> date:
    """The first day of the month after the next one begins, that is the next first of a month."""
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


@write
def confirm_payment_plan(desk: Desk, plan_token: Code) -> dict[str, Any]:
    """Set up the plan that quote_payment_plan described, once the caller has agreed to the parts and to the fee.

    Args:
        plan_token: The token that quote_payment_plan gave.
    """
    terms = agreed(desk, "plan", plan_token)
    plan_id = keep(desk, "payment_plans", **terms, status="active")
    owed = {"client_id": terms["client_id"], "kind": "plan_setup", "amount_cents": PLAN_FEE_CENTS}
    keep(desk, "fees", **owed, status="agreed")
    return {"plan_id": plan_id, "first_due": terms["first_due"], "monthly_cents": terms["monthly_cents"]}


@write
def send_payment_link(desk: Desk, invoice_number: Code, mobile: Phone) -> dict[str, Any]:
    """Text the open client a link to pay what is left on an invoice; it goes to the number on file only.

    Args:
        invoice_number: Number of the invoice, from get_account.
        mobile: The client's mobile, as the caller confirmed it.
    """
    bill = _unpaid(desk, invoice_number)
    if phone_of(desk, mobile) != client_of(desk)["phone"]:
        raise refusal(desk, "MOBILE_NOT_ON_FILE")
    link = {"kind": "invoice", "reference": bill["invoice_number"], "amount_cents": bill["left_cents"]}
    link_id = keep(desk, "fee_links", **link, phone=client_of(desk)["phone"], status="sent")
    return {"link_id": link_id, "amount_cents": bill["left_cents"]}


@write
def waive_late_fee(desk: Desk, invoice_number: Code) -> dict[str, Any]:
    """Take the late fee off an invoice, which the firm does once in twelve months and never twice.

    Args:
        invoice_number: Number of the invoice, from get_account.
    """
    bill = _unpaid(desk, invoice_number)
    late = "SELECT * FROM invoice_lines WHERE invoice_number = ? AND kind = 'late_fee'"
    fee = first_of(desk, late, bill["invoice_number"])
    if fee is None:
        raise refusal(desk, "NO_LATE_FEE")
    if first_of(desk, "SELECT 1 FROM past_waivers WHERE client_id = ?", bill["client_id"]):
        raise refusal(desk, "LATE_FEE_STAYS")
    waiver = {"kind": "late_fee", "reference": bill["invoice_number"], "ground": "first_in_year", "voucher": None}
    waiver_id = keep(desk, "fee_waivers", **waiver, amount_cents=fee["amount_cents"])
    return {"waiver_id": waiver_id, "amount_cents": fee["amount_cents"]}


@write
def dispute_charge(desk: Desk, invoice_number: Code, line: Number, reason: Text) -> dict[str, Any]:
    """Pass a line of an invoice on for review, in the client's own words; the invoice stays as it is meanwhile.

    Args:
        invoice_number: Number of the invoice, from get_account.
        line: Number of the line, from explain_charge.
        reason: What the caller says against it, word for word.
    """
    found = _line(desk, invoice_number, line)
    bill = _invoice(desk, invoice_number)
    if date.fromisoformat(bill["dated"]) < desk.now.date() - timedelta(days=DISPUTE_DAYS):
        raise refusal(desk, "TOO_LATE_TO_DISPUTE")
    due_by = f"{workdays_on(desk, desk.now.date(), REVIEW_DAYS).isoformat()}T17:00"
    what = {"client_id": bill["client_id"], "invoice_number": bill["invoice_number"], "line": found["line"]}
    dispute_id = keep(desk, "disputes", **what, reason=words(reason), due_by=due_by, status="open")
    return {"dispute_id": dispute_id, "due_by": due_by}
