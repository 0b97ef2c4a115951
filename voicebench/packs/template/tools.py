"""What the counter can do; ``voicebench.toolkit`` says how a tool is written. This is code, and runs with --trust."""

from datetime import date, timedelta
from typing import Any, Literal

from voicebench.toolkit import Date, Desk, Phone, Refusal, write

__all__ = ["book_repair"]

BIKES_A_DAY = 3
DAYS_AHEAD = 30
CLOSED = ("Sunday", "Monday")


@write
def book_repair(desk: Desk, phone: Phone, service: Literal["tune_up", "brakes", "flat"], day: Date) -> dict[str, Any]:
    """Book a bike in for a repair, once the caller has agreed to service and day.

    Args:
        phone: The caller's ten-digit phone number, as read back and confirmed.
        service: What is to be done.
        day: The day on which the bike is brought in, as YYYY-MM-DD.
    """
    wanted = date.fromisoformat(day)
    today = desk.now.date()
    if not today < wanted <= today + timedelta(days=DAYS_AHEAD):
        raise Refusal("OUT_OF_RANGE", "We can book a repair from tomorrow on, and up to thirty days ahead.")
    if f"{wanted:%A}" in CLOSED:
        raise Refusal("CLOSED", "The workshop is closed on Sundays and Mondays.")
    (booked,) = desk.db.execute("SELECT count(*) FROM repairs WHERE day = ? AND status = 'booked'", (day,)).fetchone()
    if booked >= BIKES_A_DAY:
        raise Refusal("FULL", "The workshop is full on that day.")
    row = desk.db.execute(
        "INSERT INTO repairs (phone, service, day, status, created_at) VALUES (?, ?, ?, 'booked', ?)",
        (phone, service, day, desk.now.strftime("%Y-%m-%dT%H:%M")),
    )
    return {"repair_id": row.lastrowid, "day": day, "bring_from": "10:00", "bring_until": "12:00"}
