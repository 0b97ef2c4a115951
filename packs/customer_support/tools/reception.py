"""Reception: where the stores are."""

from typing import Any

from voicebench.toolkit import Desk, Refusal, Zip, read

from ._desk import digits

__all__ = ["find_store"]


@read
def find_store(desk: Desk, postal_code: Zip) -> dict[str, Any]:
    """Find Kestrel stores near a ZIP code, with address and opening hours. Needs no verification.

    Args:
        postal_code: The caller's five-digit ZIP code.
    """
    near = desk.db.execute(
        "SELECT name, address, hours FROM stores WHERE substr(postal_code, 1, 3) = ? ORDER BY id",
        (digits(postal_code)[:3],),
    ).fetchall()
    if not near:
        raise Refusal("NO_STORE_NEARBY", "We have no store near there. You can order by phone or online.")
    return {"stores": [dict(row) for row in near]}
