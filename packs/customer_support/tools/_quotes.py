"""Two steps for whatever costs or changes something: a quote is read out, and its token carries out that quote alone.

One quote is open in a call. Its token works once: sent again it returns the first answer and writes nothing, so that a
request made twice leaves one row.
"""

from collections.abc import Callable, Mapping
from typing import Any

from voicebench.toolkit import Desk, Refusal

from ._desk import caller, code

__all__ = ["open_quote", "settle"]

Answer = dict[str, Any]


def open_quote(desk: Desk, kind: str, row: Mapping[str, Any], *, due_cents: int = 0) -> str:
    """Open a quote in place of the last one, and return its token.

    Args:
        desk: The desk.
        kind: The two letters of the confirming tool.
        row: What confirming writes.
        due_cents: What the caller has to agree to pay.
    """
    caller(desk)
    desk.state["quotes"] = desk.state.get("quotes", 0) + 1
    token = f"{kind}-{desk.state['quotes']}"
    desk.state["quote"] = {"token": code(token), "row": dict(row), "due_cents": due_cents}
    return token


def settle(
    desk: Desk, kind: str, token: str, write: Callable[[Answer], Answer], *, fee_accepted: bool | None = None
) -> Answer:
    """Carry out the open quote, or return the answer of the token's first use.

    Args:
        desk: The desk.
        kind: The two letters of the confirming tool; a token of another tool is worth nothing to it.
        token: The token that the model sent.
        write: Writes the quote's row and returns the answer.
        fee_accepted: Whether the caller agreed to what is due.
    """
    caller(desk)
    settled: dict[str, Answer] = desk.state.setdefault("settled", {})
    sent = code(token)
    if sent in settled and sent.startswith(kind):
        return settled[sent]
    quote = desk.state.get("quote")
    if not quote or quote["token"] != sent or not sent.startswith(kind):
        raise Refusal("NO_OPEN_QUOTE", "Let me work that out again before I go ahead.")
    if quote["due_cents"] > 0 and not fee_accepted:
        raise Refusal("FEE_NOT_ACCEPTED", "There is a charge for that. I need your yes to it before I go ahead.")
    answer = write(quote["row"])
    desk.state["quote"] = None
    settled[sent] = answer
    return answer
