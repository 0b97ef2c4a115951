"""The cosmetic desk: services and price ranges, consults with their deposit, and packages."""

from typing import Any, Literal

from voicebench.toolkit import Code, Desk, first_of, keep, read, rows_of, write

from ._desk import agreed, day_of, is_minor, offer, open_chart, patient_of, refusal, refuse_in_emergency, year_ago
from ._slots import enter_visit, free_slot, refuse_account_hold, refuse_if_busy


def _only_cosmetic_office(desk: Desk, location_id: str) -> None:
    office = first_of(desk, "SELECT offers_cosmetic FROM locations WHERE id = ?", location_id)
    if office is None or not office["offers_cosmetic"]:
        raise refusal(desk, "NO_COSMETIC_HERE")


@read
def list_cosmetic_services(
    desk: Desk, location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"]
) -> dict[str, Any]:
    """List the cosmetic services of one office with their price ranges, and the deposit for a consult there.

    Args:
        location_id: The office that the caller means.
    """
    _only_cosmetic_office(desk, location_id)
    prices = "SELECT service, from_cents, to_cents, unit FROM cosmetic_prices WHERE location_id = ? ORDER BY service"
    deposit = "SELECT consult_deposit_cents FROM office_rules WHERE location_id = ?"
    return {"services": rows_of(desk, prices, location_id), **rows_of(desk, deposit, location_id)[0]}


@read
def get_price_range(
    desk: Desk,
    service: Literal["botox", "filler", "chemical_peel", "laser_hair_removal", "microneedling"],
    location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"],
) -> dict[str, Any]:
    """Look up the price range of one cosmetic service at one office; needs no chart.

    Args:
        service: The service.
        location_id: The office that the caller means.
    """
    _only_cosmetic_office(desk, location_id)
    price = "SELECT * FROM cosmetic_prices WHERE service = ? AND location_id = ?"
    found = first_of(desk, price, service, location_id)
    if found is None:
        raise refusal(desk, "SERVICE_NOT_HERE")
    return found


@read
def get_package_balance(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's prepaid packages: sessions bought, used and left, and the day each runs out."""
    bought = "SELECT * FROM packages WHERE patient_id = ? ORDER BY package_id"
    packages = rows_of(desk, bought, patient_of(desk, "billing"))
    return {
        "packages": [
            package
            | {
                "sessions_left": package["sessions_bought"] - package["sessions_used"],
                "expired": package["expires"] < day_of(desk).isoformat(),
            }
            for package in packages
        ]
    }


@read
def hold_consult(
    desk: Desk,
    slot_id: Code,
    service: Literal["botox", "filler", "chemical_peel", "laser_hair_removal", "microneedling"],
) -> dict[str, Any]:
    """Hold a free time for a cosmetic consult of the verified patient and get its deposit; it books nothing yet.

    Args:
        slot_id: slot_id of the time that the caller wants, from find_slots.
        service: What the consult is about.
    """
    refuse_in_emergency(desk)
    chart = open_chart(desk, "scheduling")
    if is_minor(desk, chart["dob"]):
        raise refusal(desk, "ADULTS_ONLY")
    if rows_of(desk, "SELECT 1 FROM cosmetic_reviews WHERE patient_id = ?", chart["patient_id"]):
        raise refusal(desk, "NURSE_REVIEW")
    refuse_account_hold(desk)
    slot = free_slot(desk, slot_id, "COS_CONSULT")
    refuse_if_busy(desk, slot)
    offered = "SELECT 1 FROM cosmetic_prices WHERE service = ? AND location_id = ?"
    if not rows_of(desk, offered, service, slot["location_id"]):
        raise refusal(desk, "SERVICE_NOT_HERE")
    deposit = _deposit(desk, chart["patient_id"], slot["location_id"])
    token = offer(desk, "consult", slot_id=slot_id, service=service, deposit_cents=deposit["deposit_cents"])
    return {"hold_token": token, "slot": slot, "service": service, **deposit}


def _deposit(desk: Desk, patient_id: str, location_id: str) -> dict[str, Any]:
    """Waived for whoever had a cosmetic consult within twelve months, or still has paid sessions to use."""
    seen = "SELECT 1 FROM appointments WHERE patient_id = ? AND appointment_type_code = 'COS_CONSULT'"
    if rows_of(desk, f"{seen} AND status = 'completed' AND start >= ?", patient_id, year_ago(desk)):
        return {"deposit_cents": 0, "reason": "a consult within the last twelve months"}
    paid = "SELECT 1 FROM packages WHERE patient_id = ? AND sessions_used < sessions_bought AND expires >= ?"
    if rows_of(desk, paid, patient_id, day_of(desk).isoformat()):
        return {"deposit_cents": 0, "reason": "sessions left in a package"}
    rule = "SELECT consult_deposit_cents FROM office_rules WHERE location_id = ?"
    cents = rows_of(desk, rule, location_id)[0]["consult_deposit_cents"]
    return {"deposit_cents": cents, "reason": "credited to a treatment, and kept after a missed visit"}


@write
def book_consult(desk: Desk, hold_token: Code) -> dict[str, Any]:
    """Book the consult that hold_consult is holding, once the caller has heard the deposit and agreed to it.

    Args:
        hold_token: The token that hold_consult gave.
    """
    refuse_in_emergency(desk)
    terms = agreed(desk, "consult", hold_token)
    slot = free_slot(desk, terms["slot_id"], "COS_CONSULT")
    words = f"{terms['service'].replace('_', ' ').capitalize()} consult"
    visit = enter_visit(desk, slot, "COS_CONSULT", words)
    if terms["deposit_cents"]:
        owed = {"patient_id": visit["patient_id"], "appointment_id": visit["id"], "kind": "consult_deposit"}
        keep(desk, "fees", **owed, amount_cents=terms["deposit_cents"], status="agreed")
    return {"appointment": visit, "status": "booked", "deposit_cents": terms["deposit_cents"]}
