"""Straus Dermatology: who may speak for whom, the portal, and copies of records."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.task import Pack

Open = Callable[..., Desk]
IMOGEN = ("Imogen Achterberg", "1979-12-08")
KATHERINE = ("Katherine O'Brien", "1985-03-14")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("healthcare")


@pytest.fixture
def desk(pack: Pack) -> Iterator[Desk]:
    desk = Desk(pack)
    yield desk
    desk.close()


@pytest.fixture
def at(desk: Desk) -> Open:
    """Hand the call to a role, by way of the check where somebody is named."""

    def go(role: str, who: tuple[str, str] | None = None, proxy: str = "") -> Desk:
        desk.call("transfer_to_identity", {"next_intent": "other"})
        if who and proxy:
            desk.call("verify_proxy", {"patient_name": who[0], "patient_dob": who[1], "proxy_name": proxy})
        elif who:
            desk.call("verify_identity", {"full_name": who[0], "dob": who[1]})
        if role != "identity":
            desk.call(f"transfer_to_{role}", {})
        return desk

    return go


def done(desk: Desk, tool: str, **arguments: Any) -> dict[str, Any]:
    answer: dict[str, Any] = desk.call(tool, arguments)
    assert answer["ok"], answer
    data: dict[str, Any] = answer["data"]
    return data


def refused(desk: Desk, tool: str, **arguments: Any) -> str:
    before = desk.snapshot()
    answer: dict[str, Any] = desk.call(tool, arguments)
    assert not answer["ok"]
    assert answer["patient_safe_message"]
    assert desk.snapshot() == before
    return str(answer["error_code"])


def rows(desk: Desk, table: str) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "created_at"} for row in desk.snapshot()[table]]


# Who may speak for whom


@pytest.mark.parametrize(
    ("who", "proxy", "scope"),
    [
        (("Lucia Ferrante", "2015-04-18"), "Paola Ferrante", "all"),
        (("Amara Okonkwo", "2012-11-30"), "thomas okonkwo", "all"),
        (("Ruth Castellano", "1936-05-05"), "Elena Castellano", "all"),
        (("Anne Delacroix", "1949-08-08"), "Marc Delacroix", "scheduling"),
        (("Leon Abernathy", "1954-04-01"), "Leona Abernathy", "billing"),
    ],
)
def test_a_proxy_on_file_opens_the_chart(at: Open, who: tuple[str, str], proxy: str, scope: str) -> None:
    found = done(at("identity"), "verify_proxy", patient_name=who[0], patient_dob=who[1], proxy_name=proxy)
    assert (found["verified"], found["scope"]) == (True, scope)


@pytest.mark.parametrize(
    ("who", "proxy"),
    [
        (("Anna Delacroix", "1949-08-18"), "Marc Delacroix"),
        (("Oliver Pemberton", "2010-03-07"), "Jude Pemberton"),
        (("Siobhan Nakamura", "1968-01-09"), "Sean Nakamura"),
        (("Nobody Atall", "1968-01-09"), "Sean Nakamura"),
    ],
)
def test_anybody_else_is_answered_alike_and_locked_out(at: Open, who: tuple[str, str], proxy: str) -> None:
    wish = {"patient_name": who[0], "patient_dob": who[1], "proxy_name": proxy}
    desk = at("identity")
    codes = [refused(desk, "verify_proxy", **wish) for _ in range(4)]
    assert codes == ["NO_PROXY_ON_FILE", "NO_PROXY_ON_FILE", "IDENTITY_LOCKED", "IDENTITY_LOCKED"]
    assert refused(desk, "get_patient_summary") == "NOT_VERIFIED"


def test_a_childs_details_alone_open_nothing_and_count_for_nothing(at: Open) -> None:
    desk = at("identity")
    child = {"full_name": "Lucia Ferrante", "dob": "2015-04-18"}
    assert [refused(desk, "verify_identity", **child) for _ in range(4)] == ["MINOR_NEEDS_GUARDIAN"] * 4
    assert refused(desk, "get_patient_summary") == "NOT_VERIFIED"


@pytest.mark.parametrize(
    ("who", "proxy", "seen", "hidden"),
    [
        (("Anne Delacroix", "1949-08-08"), "Marc Delacroix", "upcoming_appointments", "balance_cents"),
        (("Leon Abernathy", "1954-04-01"), "Leona Abernathy", "balance_cents", "upcoming_appointments"),
    ],
)
def test_a_proxy_sees_what_the_permission_covers(
    at: Open, who: tuple[str, str], proxy: str, seen: str, hidden: str
) -> None:
    summary = done(at("identity", who, proxy), "get_patient_summary")
    assert seen in summary
    assert hidden not in summary
    assert "clinical_flags" not in summary


def test_a_proxy_for_appointments_gets_no_bill(at: Open) -> None:
    desk = at("billing", ("Anne Delacroix", "1949-08-08"), "Marc Delacroix")
    assert refused(desk, "get_account_balance") == "OUT_OF_SCOPE"
    desk.call("transfer_to_scheduling", {})
    assert done(desk, "quote_cancellation", appointment_id=22)["fee_cents"] == 0
    desk.call("transfer_to_clinical", {})
    assert refused(desk, "get_lab_status") == "OUT_OF_SCOPE"


# The portal and records


@pytest.mark.parametrize(
    ("who", "phone", "kind"),
    [(IMOGEN, "917-555-0149", "activation"), (KATHERINE, "+1 (212) 555-0150", "reset")],
)
def test_the_portal_link_fits_the_account(at: Open, who: tuple[str, str], phone: str, kind: str) -> None:
    desk = at("identity", who)
    assert done(desk, "get_portal_status")["link_kind"] == kind
    assert refused(desk, "send_portal_link", mobile_e164="917-555-0194") == "MOBILE_NOT_ON_CHART"
    assert [done(desk, "send_portal_link", mobile_e164=phone)["kind"] for _ in range(2)] == [kind, kind]
    assert len(rows(desk, "portal_links")) == 1


@pytest.mark.parametrize(
    ("who", "delivery", "fee_cents", "ready_by"),
    [
        (IMOGEN, "mail", 650, "2026-08-29"),
        (IMOGEN, "pickup", 0, "2026-08-29"),
        (("Josefina Ramirez", "1995-09-23"), "portal", 0, "2026-08-21"),
        (("Josefina Ramirez", "1995-09-23"), "pickup", 500, "2026-09-03"),
        (("Josefina Ramirez", "1995-09-23"), "mail", 1000, "2026-09-03"),
    ],
)
def test_records_cost_what_the_state_allows(
    at: Open, who: tuple[str, str], delivery: str, fee_cents: int, ready_by: str
) -> None:
    desk = at("identity", who)
    quote = done(desk, "quote_records", contents="visit_notes", delivery=delivery)
    assert (quote["fee_cents"], quote["ready_by"]) == (fee_cents, ready_by)
    assert rows(desk, "records_requests") == rows(desk, "fees") == []
    done(desk, "confirm_records", records_token=quote["records_token"])
    assert rows(desk, "records_requests")[0]["ready_by"] == ready_by
    assert [fee["amount_cents"] for fee in rows(desk, "fees")] == [fee_cents] * bool(fee_cents)


def test_no_records_by_a_portal_that_is_not_active(at: Open) -> None:
    desk = at("identity", IMOGEN)
    assert refused(desk, "quote_records", contents="full_chart", delivery="portal") == "PORTAL_NOT_ACTIVE"


def test_a_token_works_once_for_the_newest_offer_and_one_patient(at: Open) -> None:
    desk = at("identity", IMOGEN)
    old, new = (done(desk, "quote_records", contents="visit_notes", delivery=how) for how in ("mail", "pickup"))
    assert refused(desk, "confirm_records", records_token=old["records_token"]) == "NO_SUCH_TOKEN"
    desk.call("verify_identity", {"full_name": KATHERINE[0], "dob": KATHERINE[1]})
    assert refused(desk, "confirm_records", records_token=new["records_token"]) == "NO_SUCH_TOKEN"
    desk.call("verify_identity", {"full_name": IMOGEN[0], "dob": IMOGEN[1]})
    done(desk, "confirm_records", records_token=new["records_token"].upper())
    assert refused(desk, "confirm_records", records_token=new["records_token"]) == "TOKEN_USED"
