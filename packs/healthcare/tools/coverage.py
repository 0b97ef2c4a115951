"""The coverage desk: plans, the insurance on a chart, referrals, and estimates."""

from typing import Any, Literal

from voicebench.toolkit import Code, Desk, Say, first_of, keep, read, rows_of, write

from ._desk import agreed, day_of, offer, open_chart, patient_of, refusal, state_of
from ._plans import accepts, has_referral, plan_of

ESTIMATE_ONLY = (
    "This is an estimate only. Your plan decides what you owe once the claim is in, and the final bill may differ."
)
MEMBER_ID_SIZES = range(6, 15)


@read
def list_accepted_plans(
    desk: Desk, location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"]
) -> dict[str, Any]:
    """List the insurance plans that one office accepts; needs no chart.

    Args:
        location_id: The office.
    """
    accepted = "SELECT carrier, plan_name FROM plans JOIN accepted_plans USING (plan_name) WHERE location_id = ?"
    return {"location_id": location_id, "plans": rows_of(desk, f"{accepted} ORDER BY carrier, plan_name", location_id)}


@read
def check_plan_accepted(
    desk: Desk,
    carrier: Literal[
        "Aetna",
        "Cigna",
        "Fidelis Care",
        "Florida Blue",
        "Humana",
        "Medicare",
        "Oscar",
        "Oxford",
        "UnitedHealthcare",
    ],
    plan_name: Literal[
        "BlueCare",
        "BlueOptions",
        "Choice Plus",
        "Choice POS II",
        "Circle",
        "Connect",
        "Freedom",
        "Gold Plus",
        "Liberty",
        "LocalPlus",
        "Medicaid Managed Care",
        "Navigate",
        "Open Access Plus",
        "Open Choice PPO",
        "Part B",
    ],
    location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"],
) -> dict[str, Any]:
    """Look up whether one office accepts one plan, and whether the plan wants a referral; needs no chart.

    Args:
        carrier: The insurance company.
        plan_name: The name of the plan on the card.
        location_id: The office that the caller means.
    """
    plan = _plan(desk, carrier, plan_name)
    named = {"carrier": plan["carrier"], "plan_name": plan["plan_name"], "location_id": location_id}
    elsewhere = "SELECT location_id FROM accepted_plans WHERE plan_name = ? AND location_id <> ? ORDER BY location_id"
    return {
        **named,
        "accepted": accepts(desk, plan["plan_name"], location_id),
        "accepted_elsewhere": [row["location_id"] for row in rows_of(desk, elsewhere, plan_name, location_id)],
        "referral_required": bool(plan["needs_referral"]),
    }


def _plan(desk: Desk, carrier: str, plan_name: str) -> dict[str, Any]:
    plan = first_of(desk, "SELECT * FROM plans WHERE carrier = ? AND plan_name = ?", carrier, plan_name)
    if plan is None:
        raise refusal(desk, "NO_SUCH_PLAN")
    return plan


@read
def get_insurance_on_file(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's plan as it is on the chart, and any change that is still being checked."""
    chart = open_chart(desk, "billing")
    plan = plan_of(desk, chart["patient_id"])
    pending = "SELECT carrier, plan_name, status FROM insurance_updates WHERE patient_id = ? ORDER BY id"
    known = plan and {
        **{key: plan[key] for key in ("carrier", "plan_name", "member_id_last4")},
        "referral_required": bool(plan["needs_referral"]),
        "accepted_at_home_office": accepts(desk, plan["plan_name"], chart["home_location_id"]),
    }
    return {
        "insurance": known,
        "home_office": chart["home_office"],
        "pending_updates": rows_of(desk, pending, chart["patient_id"]),
    }


@read
def draft_insurance_update(
    desk: Desk,
    carrier: Literal[
        "Aetna",
        "Cigna",
        "Fidelis Care",
        "Florida Blue",
        "Humana",
        "Medicare",
        "Oscar",
        "Oxford",
        "UnitedHealthcare",
    ],
    plan_name: Literal[
        "BlueCare",
        "BlueOptions",
        "Choice Plus",
        "Choice POS II",
        "Circle",
        "Connect",
        "Freedom",
        "Gold Plus",
        "Liberty",
        "LocalPlus",
        "Medicaid Managed Care",
        "Navigate",
        "Open Access Plus",
        "Open Choice PPO",
        "Part B",
    ],
    member_id: Code,
) -> dict[str, Any]:
    """Check new insurance for the verified patient and get it read back; changes nothing yet.

    Args:
        carrier: The insurance company.
        plan_name: The name of the plan on the card.
        member_id: The whole member number on the card, letters and digits.
    """
    chart = open_chart(desk, "billing")
    plan = _plan(desk, carrier, plan_name)
    number = "".join(sign for sign in member_id.upper() if sign.isalnum())
    if len(number) not in MEMBER_ID_SIZES:
        raise refusal(desk, "MEMBER_ID_FORMAT")
    known = plan_of(desk, chart["patient_id"])
    if known and (known["plan_name"], known["member_id_last4"]) == (plan["plan_name"], number[-4:]):
        raise refusal(desk, "SAME_INSURANCE")
    terms = {"carrier": plan["carrier"], "plan_name": plan["plan_name"], "member_id": number}
    return {
        "update_token": offer(desk, "update", **terms),
        "read_back": terms,
        "accepted_at_home_office": accepts(desk, plan["plan_name"], chart["home_location_id"]),
        "home_office": chart["home_office"],
        "referral_required": bool(plan["needs_referral"]),
    }


@write
def confirm_insurance_update(desk: Desk, update_token: Code) -> dict[str, Any]:
    """Hand in the insurance that draft_insurance_update read back, once the caller has said that all of it is right.

    Args:
        update_token: The token that draft_insurance_update gave.
    """
    patient_of(desk, "billing")
    update_id = keep(desk, "insurance_updates", **agreed(desk, "update", update_token), status="to_be_checked")
    return {"insurance_update_id": update_id, "status": "to_be_checked"}


@read
def get_referral_status(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's referrals and prior authorizations: for what, how far, until when."""
    patient_id = patient_of(desk, "billing")
    columns = "reference_code, kind, subject, status, valid_through, visits_left"
    # Columns are this pack's own words.
    held = f"SELECT {columns} FROM authorizations WHERE patient_id = ? ORDER BY reference_code"
    plan = plan_of(desk, patient_id)
    return {
        "referral_required": bool(plan and plan["needs_referral"]),
        "referral_valid_today": has_referral(desk, patient_id, day_of(desk).isoformat()),
        "on_file": rows_of(desk, held, patient_id),
    }


@read
def estimate_patient_share(
    desk: Desk,
    service: Literal["office_visit", "skin_check", "biopsy", "mole_removal", "allergy_test"],
    location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"],
) -> Say:
    """Work out what the verified patient's plan would likely leave to pay for a service; an estimate, never a price.

    Args:
        service: The service that the caller asks about.
        location_id: The office where it would be done.
    """
    patient_id = patient_of(desk, "billing")
    rates = "SELECT * FROM service_rates WHERE service = ? AND state = ?"
    rate = rows_of(desk, rates, service, state_of(desk, location_id))[0]
    plan = plan_of(desk, patient_id)
    named = {"service": service, "location_id": location_id}
    if plan is None:
        share = {"basis": "self_pay", "estimate_cents": rate["self_pay_cents"]}
        return Say({**named, **share}, ESTIMATE_ONLY)
    if not accepts(desk, plan["plan_name"], location_id):
        raise refusal(desk, "PLAN_NOT_ACCEPTED", self_pay_cents=rate["self_pay_cents"])
    benefit = rows_of(desk, "SELECT * FROM benefits WHERE patient_id = ?", patient_id)[0]
    return Say({**named, **_share(rate, benefit), "plan_name": plan["plan_name"]}, ESTIMATE_ONLY)


def _share(rate: dict[str, Any], benefit: dict[str, Any]) -> dict[str, Any]:
    """The copay where that is all, else what is left of the deductible and then the plan's percentage."""
    if rate["copay_only"] and benefit["copay_cents"]:
        return {"basis": "copay", "estimate_cents": benefit["copay_cents"]}
    deductible = min(rate["allowed_cents"], benefit["deductible_left_cents"])
    rest = (rate["allowed_cents"] - deductible) * benefit["coinsurance_percent"] // 100
    parts = {"deductible_cents": deductible, "coinsurance_cents": rest}
    return {"basis": "deductible_and_coinsurance", **parts, "estimate_cents": deductible + rest}
