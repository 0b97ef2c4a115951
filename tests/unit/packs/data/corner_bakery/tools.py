"""The one tool of a very small firm."""

from typing import Any, Literal

from voicebench.toolkit import Bool, Date, Desk, Money, Phone, Refusal, write


@write
def order_cake(  # noqa: PLR0917 - as many as the cake has properties
    desk: Desk,
    phone: Phone,
    size: Literal["small", "large"],
    day: Date,
    deposit: Money | None = None,
    gift: Bool | None = None,
) -> dict[str, Any]:
    """Take the order of one cake, once size and day
    are settled.

    This paragraph is for the authors of the pack.

    Args:
        phone: The number to call when the cake is ready.
        size: How large it is to be.
        day: The day on which it
            will be fetched.
        deposit: What was paid beforehand.
        gift: Whether it is to be wrapped.
    """
    desk.db.execute(
        "INSERT INTO cake_orders (phone, size, day, deposit, gift, created_at) VALUES (?, ?, ?, ?, ?, ?)",
        (phone, size, day, deposit, bool(gift), desk.now.isoformat()),
    )
    if day <= desk.now.date().isoformat():
        raise Refusal("TOO_SOON", "We need one full day for a cake.")
    return {"order_id": desk.db.execute("SELECT max(id) FROM cake_orders").fetchone()[0]}
