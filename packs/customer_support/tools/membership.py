"""Membership: tiers, joining, changing and leaving, and the prices of others that are matched."""

import sqlite3
from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Bool, Code, Desk, Money, Refusal, read, write

from ._desk import area_of, caller, dollars, item_of, order_of, owner, stamp, tier_of
from ._quotes import open_quote, settle

__all__ = [
    "confirm_membership_change",
    "confirm_price_match",
    "get_membership",
    "get_price_match_terms",
    "list_tiers",
    "quote_membership_change",
    "quote_price_match",
]

_LOWEST_SHARE = 60  # percent of our price; a lower one is looked at by a person


@read
def get_membership(desk: Desk) -> dict[str, Any]:
    """Show the verified caller's tier, its start, renewal and price, and a change that waits for the renewal."""
    record, tier = caller(desk), tier_of(desk)
    start, renewal, waiting = _start(desk, record), _renewal(desk, record), _waiting(desk, record)
    return {
        "tier": tier,
        "membership_start": start.isoformat() if start else None,
        "renews_on": renewal.isoformat() if renewal else None,
        "days_left": (renewal - desk.now.date()).days if renewal else None,
        "yearly_price": dollars(_tier(desk, tier)["yearly_cents"]),
        "waiting_change": waiting["to_tier"] if waiting else None,
    }


@read
def list_tiers(desk: Desk) -> dict[str, Any]:
    """List the three tiers with yearly price, days to return most items, days for a price match, and benefits."""
    rows = desk.db.execute(
        "SELECT t.tier, t.yearly_cents, t.benefits, w.days AS return_days, p.days AS price_match_days FROM tiers AS t "
        "JOIN return_windows AS w ON w.tier = t.tier AND w.item_group = 'general' "
        "JOIN price_match_terms AS p ON p.tier = t.tier ORDER BY t.yearly_cents"
    )
    shown = ("tier", "return_days", "price_match_days", "benefits")
    return {
        "tiers": [{key: row[key] for key in shown} | {"yearly_price": dollars(row["yearly_cents"])} for row in rows]
    }


@read
def quote_membership_change(
    desk: Desk, to_tier: Literal["standard", "plus", "pro"], when: Literal["now", "at_renewal"] | None = None
) -> dict[str, Any]:
    """Price joining, moving up, moving down or leaving, and open a quote to read out. Changes nothing yet.

    Args:
        to_tier: The tier that is wanted; standard ends the paid membership.
        when: Whether leaving takes effect today or at the renewal. Ask before leaving; left out otherwise.
    """
    record, tier = owner(desk), tier_of(desk)
    if tier == to_tier:
        raise Refusal("SAME_TIER", "You have that tier already.")
    if _waiting(desk, record):
        raise Refusal("CHANGE_WAITING", "A change is already set for your renewal.")
    now, then = _tier(desk, tier)["yearly_cents"], _tier(desk, to_tier)["yearly_cents"]
    if then > now:
        terms = _upgrade(desk, record, now, then)
    elif to_tier == "standard":
        terms = _leaving(desk, record, now, when)
    elif when == "now":
        raise Refusal("DOWNGRADE_AT_RENEWAL", "Moving down takes effect at the renewal, and nothing is paid back.")
    else:
        terms = _terms(_renewal(desk, record) or desk.now.date(), "scheduled")
    row = {"customer_id": record["id"], "from_tier": tier, "to_tier": to_tier} | terms
    token = open_quote(desk, "MQ", row, due_cents=terms["charge_cents"] + terms["fee_cents"])
    sums = {key: dollars(terms[f"{key}_cents"]) for key in ("charge", "fee", "refund")}
    return {"quote_token": token, "from_tier": tier, "to_tier": to_tier, "effective_on": terms["effective_on"]} | sums


@write
def confirm_membership_change(desk: Desk, quote_token: Code, fee_accepted: Bool | None = None) -> dict[str, Any]:
    """Make the membership change that was quoted last, after the caller said yes to it.

    Args:
        quote_token: The token from quote_membership_change.
        fee_accepted: True when the caller agreed to the charge or fee; may be left out where both are zero.
    """
    return settle(desk, "MQ", quote_token, lambda row: _change(desk, row), fee_accepted=fee_accepted)


@read
def get_price_match_terms(desk: Desk, order_number: Code, sku: Code) -> dict[str, Any]:
    """Show until when an item's price can be matched, whether it is excluded, and whose prices count.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
    """
    item = item_of(desk, order_number, sku)
    past, days = _age(desk, item)
    shops = desk.db.execute("SELECT name FROM competitors WHERE matched ORDER BY name").fetchall()
    return {
        "item_name": item["name"],
        "our_price": dollars(item["price_cents"]),
        "days_since_order": past,
        "match_days": days,
        "days_left": max(0, days - past),
        "in_window": past <= days,
        "excluded": _exclusion(desk, item),
        "matched_competitors": [shop["name"] for shop in shops],
    }


@read
def quote_price_match(
    desk: Desk,
    *,
    order_number: Code,
    sku: Code,
    competitor: Literal["Bright Harbor", "Volt House", "Northline", "Marlow", "Dealhive", "other"],
    competitor_price: Money,
    in_stock: Bool,
) -> dict[str, Any]:
    """Work out a price match and open a quote to read out. Pays nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
        competitor: Who sells it for less; other for a shop that is not listed.
        competitor_price: Their price today for the same model, new, before tax and delivery, in dollars.
        in_stock: Whether they have it in stock today, as the caller says.
    """
    owner(desk)
    item = item_of(desk, order_number, sku)
    cents = round(competitor_price * 100)
    _refuse_unmatched(desk, item, competitor, cents, in_stock=in_stock)
    key = {"order_number": item["order_number"], "sku": item["sku"], "competitor": competitor, "price_cents": cents}
    refund = item["price_cents"] - cents
    token = open_quote(desk, "PQ", key | {"refund_cents": refund})
    sums = {"our_price": dollars(item["price_cents"]), "their_price": dollars(cents), "refund": dollars(refund)}
    return (
        {"quote_token": token, "item_name": item["name"]} | sums | {"refund_to_card_ending": caller(desk)["card_last4"]}
    )


@write
def confirm_price_match(desk: Desk, quote_token: Code) -> dict[str, Any]:
    """Grant the price match that was quoted last, after the caller said yes to it.

    Args:
        quote_token: The token from quote_price_match.
    """
    return settle(desk, "PQ", quote_token, lambda row: _match(desk, row))


def _change(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    desk.db.execute(
        "INSERT INTO membership_changes (customer_id, from_tier, to_tier, effective_on, charge_cents, fee_cents, "
        "refund_cents, status, created_at) VALUES (:customer_id, :from_tier, :to_tier, :effective_on, :charge_cents, "
        ":fee_cents, :refund_cents, :status, :created_at)",
        row | {"created_at": stamp(desk)},
    )
    return {key: row[key] for key in ("from_tier", "to_tier", "effective_on", "status")}


def _match(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    desk.db.execute(
        "INSERT INTO price_matches (order_number, sku, competitor, price_cents, refund_cents, status, created_at) "
        "VALUES (:order_number, :sku, :competitor, :price_cents, :refund_cents, 'approved', :created_at)",
        row | {"created_at": stamp(desk)},
    )
    return {"order_number": row["order_number"], "refund": dollars(row["refund_cents"]), "status": "approved"}


# What a membership and a match go by


def _tier(desk: Desk, tier: str) -> sqlite3.Row:
    row: sqlite3.Row = desk.db.execute("SELECT * FROM tiers WHERE tier = ?", (tier,)).fetchone()
    return row


def _waiting(desk: Desk, record: sqlite3.Row) -> sqlite3.Row | None:
    row: sqlite3.Row | None = desk.db.execute(
        "SELECT to_tier FROM membership_changes WHERE customer_id = ? AND status = 'scheduled'", (record["id"],)
    ).fetchone()
    return row


def _start(desk: Desk, record: sqlite3.Row) -> date | None:
    """The day on which the paid tier of now began: today's for who joined in this call."""
    if tier_of(desk) == "standard":
        return None
    return date.fromisoformat(record["membership_start"]) if record["membership_start"] else desk.now.date()


def _renewal(desk: Desk, record: sqlite3.Row) -> date | None:
    """The next anniversary of the start; none without a paid tier."""
    start, today = _start(desk, record), desk.now.date()
    if start is None:
        return None
    this_year = start.replace(year=today.year)
    return this_year if this_year > today else start.replace(year=today.year + 1)


def _terms(effective_on: date, status: str, charge: int = 0, fee: int = 0, refund: int = 0) -> dict[str, Any]:
    sums = {"charge_cents": charge, "fee_cents": fee, "refund_cents": refund}
    return {"effective_on": effective_on.isoformat(), "status": status} | sums


def _upgrade(desk: Desk, record: sqlite3.Row, now: int, then: int) -> dict[str, Any]:
    """A whole year for who joins; for who moves up, the difference for the days until the renewal."""
    renewal, today = _renewal(desk, record), desk.now.date()
    left = (renewal - today).days if renewal else 365
    return _terms(today, "active", charge=round((then - now) * left / 365))


def _leaving(desk: Desk, record: sqlite3.Row, paid: int, when: str | None) -> dict[str, Any]:
    """In the first days all is paid back; later what is left, less a fee; at the renewal nothing is."""
    if when is None:
        raise Refusal("WHEN_NEEDED", "Should it end today, or at your renewal?")
    today = desk.now.date()
    start, renewal = _start(desk, record) or today, _renewal(desk, record) or today
    if when == "at_renewal":
        return _terms(renewal, "scheduled")
    area = area_of(desk, record["postal_code"])
    rule = desk.db.execute(
        "SELECT grace_days, early_fee_cents FROM leaving_rules WHERE state IN (?, 'any') ORDER BY state = 'any'",
        (area["state"] if area else "any",),
    ).fetchone()
    if (today - start).days <= rule["grace_days"]:
        return _terms(today, "active", refund=paid)
    left = round(paid * (renewal - today).days / 365)
    fee = min(left, rule["early_fee_cents"])
    return _terms(today, "active", fee=fee, refund=left - fee)


def _age(desk: Desk, item: sqlite3.Row) -> tuple[int, int]:
    """Days since the order, and days for a match at the caller's tier when it was placed: the record's."""
    order, tier = order_of(desk, item["order_number"]), caller(desk)["tier"]
    days = desk.db.execute("SELECT days FROM price_match_terms WHERE tier = ?", (tier,)).fetchone()["days"]
    return (desk.now.date() - date.fromisoformat(order["order_date"])).days, days


def _exclusion(desk: Desk, item: sqlite3.Row) -> str | None:
    if order_of(desk, item["order_number"])["fulfillment"] == "marketplace":
        return "sold by another seller"
    return None if item["condition_grade"] == "new" else "sold as open box or final sale"


def _refuse_unmatched(desk: Desk, item: sqlite3.Row, competitor: str, cents: int, *, in_stock: bool) -> None:
    """Refuse by the first rule that a price breaks."""
    shop = desk.db.execute("SELECT matched, reason FROM competitors WHERE name = ?", (competitor,)).fetchone()
    past, days = _age(desk, item)
    excluded = _exclusion(desk, item)
    if desk.db.execute(
        "SELECT 1 FROM price_matches WHERE order_number = ? AND sku = ?", (item["order_number"], item["sku"])
    ).fetchone():
        raise Refusal("ALREADY_MATCHED", "The price of that item has been matched already.")
    if excluded:
        raise Refusal("ITEM_EXCLUDED", f"Its price can't be matched, because it was {excluded}.")
    if past > days:
        raise Refusal("MATCH_PERIOD_OVER", f"It was ordered {past} days ago, and the limit is {days} days.")
    if not shop["matched"]:
        raise Refusal("COMPETITOR_NOT_MATCHED", f"We can't match that price: {shop['reason']}.")
    if not in_stock:
        raise Refusal("NOT_IN_STOCK_THERE", "A price counts only while they have the item in stock.")
    if cents >= item["price_cents"]:
        raise Refusal("PRICE_NOT_LOWER", "Their price isn't lower than what you paid.")
    if cents * 100 < item["price_cents"] * _LOWEST_SHARE:
        raise Refusal("MATCH_NEEDS_REVIEW", "That is so much lower that one of our people has to look at it.")
