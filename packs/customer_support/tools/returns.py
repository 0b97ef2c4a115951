"""Returns: what can go back or be exchanged, by when and for how much.

Rules stand in the database (windows, fees, states without fees), so that a tool decides by rows and never by a name.
"""

import re
import sqlite3
from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Bool, Code, Desk, Refusal, Text, read, write

from ._desk import caller, code, days_text, dollars, order_of, stamp
from ._quotes import open_quote, settle

__all__ = ["check_return_eligibility", "confirm_return", "find_product", "quote_exchange", "quote_return"]

_FIRMS_FAULT = ("defective", "wrong_item", "damaged_in_transit")
_FEE_WAIVED = "no fee, since the fault is not the customer's"
_SAME = "no fee, since it is exchanged for the same item"


@read
def check_return_eligibility(
    desk: Desk, order_number: Code, sku: Code | None = None, opened: Bool | None = None
) -> dict[str, Any]:
    """Work out whether an item of the verified caller can still be returned, by which rule and for what fee.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order; may be left out when the order holds one item.
        opened: Whether the box has been opened; the record's word is taken when left out.
    """
    return _ruling(desk, _terms(desk, order_number, sku), opened=opened)


@read
def quote_return(
    desk: Desk,
    order_number: Code,
    sku: Code,
    opened: Bool,
    reason: Literal["changed_mind", "defective", "wrong_item", "damaged_in_transit", "other"],
) -> dict[str, Any]:
    """Price a return for the verified caller and open a quote to read out. Starts nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
        opened: Whether the box has been opened.
        reason: Why it goes back, in the caller's words as near as may be.
    """
    row, shown = _priced(desk, _terms(desk, order_number, sku), reason, opened=opened)
    token = open_quote(desk, "RQ", row, due_cents=row["restocking_fee_cents"])
    return {"quote_token": token, **shown, "refund": dollars(row["refund_cents"])}


@read
def quote_exchange(
    desk: Desk,
    *,
    order_number: Code,
    sku: Code,
    opened: Bool,
    reason: Literal["changed_mind", "defective", "wrong_item", "damaged_in_transit", "other"],
    new_sku: Code,
) -> dict[str, Any]:
    """Price an exchange for the verified caller and open a quote to read out. Starts nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The SKU from get_order of the item that goes back.
        opened: Whether the box has been opened.
        reason: Why it goes back, in the caller's words as near as may be.
        new_sku: The SKU from find_product of the item that is wanted instead.
    """
    product = _product(desk, new_sku)
    row, shown = _priced(
        desk, _terms(desk, order_number, sku), reason, opened=opened, same=code(product["sku"]) == code(sku)
    )
    balance = row["refund_cents"] - product["price_cents"]
    row |= {"exchange_sku": product["sku"], "refund_cents": max(0, balance), "due_cents": max(0, -balance)}
    token = open_quote(desk, "RQ", row, due_cents=row["restocking_fee_cents"] + row["due_cents"])
    new = {"new_item_name": product["name"], "new_price": dollars(product["price_cents"])}
    sums = {"refund": dollars(row["refund_cents"]), "to_pay": dollars(row["due_cents"])}
    return {"quote_token": token, **shown, **new, **sums}


@read
def find_product(desk: Desk, words: Text) -> dict[str, Any]:
    """Find products that can be had in an exchange, with price and stock of today.

    Args:
        words: What the caller wants, such as a brand, a kind or a model.
    """
    wanted = set(re.findall(r"[a-z0-9]+", words.casefold()))
    rows = desk.db.execute("SELECT sku, name, category, price_cents, in_stock FROM products ORDER BY sku").fetchall()
    hits = [len(wanted & set(re.findall(r"[a-z0-9]+", f"{row['name']} {row['category']}".casefold()))) for row in rows]
    found = [row for row, count in zip(rows, hits, strict=True) if count and count == max(hits)]
    if not found:
        raise Refusal("PRODUCT_NOT_FOUND", "I find nothing of that name that we sell.")
    return {"products": [_shown_product(row) for row in found]}


@write
def confirm_return(desk: Desk, quote_token: Code, fee_accepted: Bool | None = None) -> dict[str, Any]:
    """Start the return or exchange that was quoted last, after the caller said yes to its sums.

    Args:
        quote_token: The token from quote_return or quote_exchange.
        fee_accepted: True when the caller agreed to the fee and to what is to pay; may be left out where both are zero.
    """
    return settle(desk, "RQ", quote_token, lambda row: _start(desk, row), fee_accepted=fee_accepted)


def _start(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    started = desk.db.execute(
        "INSERT INTO returns (order_number, sku, reason, refund_cents, restocking_fee_cents, exchange_sku, due_cents, "
        "status, created_at) VALUES (:order_number, :sku, :reason, :refund_cents, :restocking_fee_cents, "
        ":exchange_sku, :due_cents, 'label_sent', :created_at)",
        row | {"created_at": stamp(desk)},
    )
    return {"return_id": started.lastrowid, "status": "label_sent", "refund": dollars(row["refund_cents"])}


def _priced(
    desk: Desk, terms: sqlite3.Row, reason: str, *, opened: bool, same: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the row of a return that is allowed, and what is shown of it; an exchange for the same costs no fee."""
    ruling = _ruling(desk, terms, opened=opened)
    if not ruling["eligible"]:
        raise Refusal("NOT_ELIGIBLE", ruling["explanation"])
    key = {"order_number": ruling["order_number"], "sku": ruling["sku"]}
    if desk.db.execute("SELECT 1 FROM returns WHERE order_number = :order_number AND sku = :sku", key).fetchone():
        raise Refusal("RETURN_ALREADY_OPEN", "A return for that item is already under way.")
    why = _FEE_WAIVED if reason in _FIRMS_FAULT else _SAME if same else ruling["restocking_fee_reason"]
    fee = 0 if reason in _FIRMS_FAULT or same else ruling["restocking_fee_cents"]
    row = {"reason": reason, "refund_cents": terms["price_cents"] - fee, "restocking_fee_cents": fee}
    return key | row | {"exchange_sku": None, "due_cents": 0}, {
        "item_name": ruling["item_name"],
        "restocking_fee": dollars(fee),
        "restocking_fee_reason": why,
        "refund_to_card_ending": caller(desk)["card_last4"],
    }


def _product(desk: Desk, sku: str) -> sqlite3.Row:
    for row in desk.db.execute("SELECT * FROM products"):
        if code(row["sku"]) == code(sku):
            if not row["in_stock"]:
                raise Refusal("OUT_OF_STOCK", "That one is out of stock, so it can't be had in an exchange today.")
            return row  # type: ignore[no-any-return]
    raise Refusal("PRODUCT_NOT_FOUND", "I find nothing of that name that we sell.")


def _shown_product(row: sqlite3.Row) -> dict[str, Any]:
    shown = {key: row[key] for key in ("sku", "name", "category")}
    return shown | {"price": dollars(row["price_cents"]), "in_stock": bool(row["in_stock"])}


def _ruling(desk: Desk, terms: sqlite3.Row, *, opened: bool | None) -> dict[str, Any]:
    """The return policy for one item, as data of ``check_return_eligibility``."""
    delivered = terms["delivered_date"]
    days = (desk.now.date() - date.fromisoformat(delivered)).days if delivered else None
    over = max(0, (days or 0) - terms["window_days"])
    is_opened = bool(terms["record_opened"]) if opened is None else opened
    charged = is_opened or terms["record_opened"]
    fee = terms["opened_fee_cents"] if charged else 0
    ruling = desk.db.execute("SELECT * FROM return_rulings WHERE reason = ?", (_reason(terms, days),)).fetchone()
    left = max(0, terms["window_days"] - (days or 0))
    said = {"days": days_text(days or 0), "over": days_text(over), "left": days_text(left)}
    shown = ("order_number", "sku", "item_name", "delivered_date", "window_days", "window_reason", "tier")
    return {key: terms[key] for key in (*shown, "purchase_state")} | {
        "price": dollars(terms["price_cents"]),
        "days_since_delivery": days,
        "opened": is_opened,
        "record_opened": bool(terms["record_opened"]),
        "restocking_fee": dollars(fee),
        "restocking_fee_reason": terms["opened_fee_reason"] if charged else "an unopened item carries no fee",
        "restocking_fee_cents": fee,
        "eligible": bool(ruling["eligible"]),
        "reason": ruling["reason"],
        "days_over": over,
        "explanation": ruling["explanation"].format(**dict(terms), **said),
    }


def _reason(terms: sqlite3.Row, days: int | None) -> str:
    """The rule that decides: the first that holds."""
    rules = {
        "not_delivered": days is None,
        "marketplace_seller": terms["fulfillment"] == "marketplace",
        "battery_safety_hold": terms["battery_safety_flag"],
        "recalled": terms["recalled"],
        "final_sale": terms["condition_grade"] == "final_sale",
        "out_of_return_window": (days or 0) > terms["window_days"],
    }
    return next((reason for reason, holds in rules.items() if holds), "within_return_window")


def _terms(desk: Desk, order_number: str, sku: str | None) -> sqlite3.Row:
    """The return terms of one item of the caller's."""
    order = order_of(desk, order_number)["order_number"]
    items = desk.db.execute("SELECT * FROM return_terms WHERE order_number = ?", (order,)).fetchall()
    if sku is not None:
        items = [item for item in items if code(item["sku"]) == code(sku)]
    if not items:
        raise Refusal("ITEM_NOT_FOUND", "I don't see that item on the order.")
    if len(items) > 1:
        raise Refusal("SKU_NEEDED", "There is more than one item on that order. Which one is it about?")
    return items[0]  # type: ignore[no-any-return]
