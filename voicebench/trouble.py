"""What a failed request means: the provider's words, whether asking again may help, and when."""

from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import openai

__all__ = ["Trouble", "trouble_of"]

_PASSING = frozenset({408, 409, 425, 429})
"""Statuses under 500 that may be gone in a moment; 500 and above always may."""
_USERS = frozenset({400, 401, 402, 403, 404, 405, 422})
"""The key, the model or a field of the request is not as the provider wants it."""
_SPENT = "insufficient_quota"
"""OpenAI's code for an account without money, which comes as a 429 and does not pass."""


@dataclass(frozen=True)
class Trouble:
    """A failed request.

    Args:
        words: The provider's words, or the network's.
        may_pass: Whether the same request may succeed in a moment.
        after_s: The pause that the provider asked for; None where it named none.
        refuses_usage: It does not take ``stream_options``, which asks for the usage.
        is_users: The user has to mend it: a key, a model's name, an address, an account.
    """

    words: str
    may_pass: bool
    after_s: float | None = None
    refuses_usage: bool = False
    is_users: bool = False


def trouble_of(error: openai.OpenAIError) -> Trouble:
    """Return what an error of the SDK means."""
    if isinstance(error, openai.APIConnectionError):
        cause = error.__cause__ or error
        words = str(cause) or type(cause).__name__
        # Nobody listens there, or the host has no address; the SDK has no error of its own for that.
        is_users = type(cause).__name__ == "ConnectError"
        return Trouble(f"cannot be reached or broke off: {words}; is it running?", may_pass=True, is_users=is_users)
    if isinstance(error, openai.APIStatusError):
        return _refusal(error)
    # An error that a provider sent as a piece of its stream.
    return Trouble(f"failed: {error}", may_pass=isinstance(error, openai.APIError))


def _refusal(error: openai.APIStatusError) -> Trouble:
    status = error.status_code
    words = error.message.removeprefix(f"Error code: {status} - ")  # the SDK's, before the provider's
    return Trouble(
        f"answered {status}: {words}",
        may_pass=(status in _PASSING or status >= 500) and error.code != _SPENT,
        after_s=_asked_pause_s(error),
        refuses_usage=status in (400, 422) and "stream_options" in error.message,
        is_users=status in _USERS or error.code == _SPENT,
    )


def _asked_pause_s(error: openai.APIStatusError) -> float | None:
    """Return the seconds of ``Retry-After``, which is a number, or a date beside the answer's own."""
    headers = error.response.headers
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1_000)
        after = headers.get("retry-after")
        return None if after is None else max(0.0, float(after))
    except ValueError:
        return _until_date_s(headers.get("retry-after", ""), headers.get("date", ""))


def _until_date_s(then: str, now: str) -> float | None:
    try:
        return max(0.0, (parsedate_to_datetime(then) - parsedate_to_datetime(now)).total_seconds())
    except (TypeError, ValueError):
        return None
