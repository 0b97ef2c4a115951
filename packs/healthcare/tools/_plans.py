"""What insurance a patient has, and where it counts."""

from typing import Any

from voicebench.toolkit import Desk, first_of, rows_of

__all__ = ["accepts", "has_referral", "plan_of"]


def plan_of(desk: Desk, patient_id: str) -> dict[str, Any] | None:
    """The plan on a patient's chart, or None."""
    plan = "SELECT p.*, i.member_id_last4 FROM insurance i JOIN plans p USING (plan_name) WHERE i.patient_id = ?"
    return first_of(desk, plan, patient_id)


def accepts(desk: Desk, plan_name: str, location_id: str) -> bool:
    """Whether an office accepts a plan."""
    accepted = "SELECT 1 FROM accepted_plans WHERE plan_name = ? AND location_id = ?"
    return bool(rows_of(desk, accepted, plan_name, location_id))


def has_referral(desk: Desk, patient_id: str, day: str) -> bool:
    """Whether a patient holds a referral that is good on that day and not used up."""
    good = "SELECT 1 FROM authorizations WHERE patient_id = ? AND kind = 'referral' AND status = 'approved'"
    return bool(rows_of(desk, f"{good} AND visits_left > 0 AND valid_through >= ?", patient_id, day))
