"""The billing desk: what is owed, why, and how to pay it; and callbacks, which every desk offers."""

from typing import Any, Literal

from voicebench.toolkit import Code, Desk, Phone, first_of, keep, read, rows_of, write

from ._desk import due, e164, open_chart, patient_of, refusal, refuse_in_emergency

FINANCING_FROM_CENTS = 20_000


@read
def get_account_balance(desk: Desk) -> dict[str, Any]:
    """Read what the verified patient owes, in cents, and the open charges it is made of."""
    chart = open_chart(desk, "billing")
    items = "SELECT line_item_id, description, amount_cents FROM line_items WHERE patient_id = ? ORDER BY line_item_id"
    return {"balance_cents": chart["balance_cents"], "line_items": rows_of(desk, items, chart["patient_id"])}


@read
def explain_charge(desk: Desk, line_item_id: Code) -> dict[str, Any]:
    """Get the approved words that explain one open charge.

    Args:
        line_item_id: Id of the charge, from get_account_balance.
    """
    script = "SELECT line_item_id, approved_script FROM explained WHERE patient_id = ? AND line_item_id = ?"
    found = first_of(desk, script, patient_of(desk, "billing"), line_item_id)
    if found is None:
        raise refusal(desk, "NO_SUCH_CHARGE")
    return found


@read
def offer_financing(desk: Desk) -> dict[str, Any]:
    """Look up whether the verified patient's balance can be paid in monthly instalments, and through whom."""
    chart = open_chart(desk, "billing")
    if chart["in_collections"]:
        return {"eligible": False, "provider": None, "note": "The account is with a collections agency."}
    if chart["balance_cents"] < FINANCING_FROM_CENTS:
        return {"eligible": False, "provider": None, "note": "Financing starts at a balance of 200 dollars."}
    return {"eligible": True, "provider": "CareCredit", "note": None}


@write
def send_payment_link(desk: Desk, mobile_e164: Phone) -> dict[str, Any]:
    """Text the verified patient a link to pay the balance, in full or in part; the amount comes from the chart.

    Args:
        mobile_e164: The patient's mobile in E.164 form, as the caller confirmed it, such as +12125550100.
    """
    chart = open_chart(desk, "billing")
    if e164(desk, mobile_e164) != chart["mobile_e164"]:
        raise refusal(desk, "MOBILE_NOT_ON_CHART")
    if chart["in_collections"]:
        raise refusal(desk, "IN_COLLECTIONS")
    if chart["balance_cents"] <= 0:
        raise refusal(desk, "NOTHING_OWED")
    return {"sent": True, "channel": "sms", "mobile_e164": chart["mobile_e164"], "amount_cents": None}


@write
def request_callback(
    desk: Desk, phone: Phone, topic: Literal["billing", "scheduling", "coverage", "cosmetic", "clinical", "other"]
) -> dict[str, Any]:
    """Have a member of staff ring the caller back; only when the caller has agreed to it.

    Args:
        phone: Number to ring, as the caller confirmed it.
        topic: What it is about.
    """
    refuse_in_emergency(desk)
    due_by = due(desk.now, days=0 if topic == "clinical" else 1)
    wish = {"patient_id": desk.state.get("verified"), "phone": e164(desk, phone), "topic": topic}
    callback_id = keep(desk, "callbacks", **wish, due_by=due_by, status="open")
    return {"callback_id": callback_id, "due_by": due_by, "status": "open"}
