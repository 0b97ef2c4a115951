"""What a call used of the things that are paid for, and what that came to. What is not known is never nought."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.events import Event
from voicebench.task import Json

__all__ = ["Cost", "RequestUsage", "Usage", "total_cost", "total_usage", "usage_of"]

_DECIMALS = 6
"""A millionth of a dollar."""


@dataclass(frozen=True)
class RequestUsage:
    """What one request to the model used, by its own account.

    Args:
        input_tokens: Of the prompt, the cached ones among them.
        cached_tokens: Of the prompt, as far as the provider had it cached.
        output_tokens: Of the answer, the reasoning among them.
        reasoning_tokens: Of the answer, as far as they were reasoning.
    """

    input_tokens: int
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0

    @classmethod
    def read(cls, usage: Json) -> "RequestUsage | None":
        """Return what an endpoint said under ``usage``; None where it said nothing that can be counted.

        Args:
            usage: As the chat-completions protocol has it; some servers say ``prompt_cache_hit_tokens``.
        """
        if not isinstance(usage, Mapping):
            return None
        read, wrote = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
        if read is None or wrote is None:
            return None
        cached = _count(_part(usage, "prompt_tokens_details"), "cached_tokens")
        cached = _count(usage, "prompt_cache_hit_tokens") if cached is None else cached
        reasoning = _count(_part(usage, "completion_tokens_details"), "reasoning_tokens")
        return cls(read, min(cached or 0, read), wrote, min(reasoning or 0, wrote))


def _part(usage: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    part = usage.get(name)
    return part if isinstance(part, Mapping) else {}


def _count(usage: Mapping[str, Json], name: str) -> int | None:
    value = usage.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


@dataclass(frozen=True)
class Usage:
    """What a call used.

    Args:
        requests: Each request to the model; None for one that was broken off or that nobody counted.
        stt_s: Seconds of sound that were transcribed.
        tts_s: Seconds of speech that were made for the agent.
        tts_characters: Characters of it.
        model_callers: Calls in which a model spoke for the caller as well; what that used is told elsewhere.
    """

    requests: tuple[RequestUsage | None, ...] = ()
    stt_s: float = 0.0
    tts_s: float = 0.0
    tts_characters: int = 0
    model_callers: int = 0

    @property
    def uncounted(self) -> int:
        """Requests of which nobody knows what they used."""
        return sum(one is None for one in self.requests)

    def to_json(self) -> Mapping[str, Json]:
        """Return sums; tokens are those of the requests that were counted."""
        counted = [one for one in self.requests if one is not None]
        names = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")
        tokens = {name: sum(getattr(one, name) for one in counted) if counted else None for name in names}
        sound = {"stt_s": round(self.stt_s, 3), "tts_s": round(self.tts_s, 3), "tts_characters": self.tts_characters}
        return {"requests": len(self.requests), "uncounted_requests": self.uncounted, **tokens, **sound}


def usage_of(events: Sequence[Event], *, has_model_caller: bool = False) -> Usage:
    """Return what a call used.

    Args:
        events: What happened.
        has_model_caller: Whether a model spoke for the caller.
    """
    ends = {event.data.get("request"): event.data.get("usage") for event in events if event.kind == "llm_end"}
    asked = [event.data.get("request") for event in events if event.kind == "llm_request"]
    heard = [event for event in events if event.kind == "transcript"]
    spoken = [event for event in events if event.kind == "tts_end" and event.side == "agent"]
    return Usage(
        requests=tuple(RequestUsage.read(ends.get(number)) for number in asked),
        stt_s=sum(float(event.data.get("audio_ms") or 0.0) for event in heard) / 1_000,
        tts_s=sum(float(event.data.get("audio_ms") or 0.0) for event in spoken) / 1_000,
        tts_characters=sum(len(str(event.data.get("text") or "")) for event in spoken),
        model_callers=int(has_model_caller),
    )


def total_usage(usages: Iterable[Usage]) -> Usage:
    """Return what several calls used together."""
    some = list(usages)
    return Usage(
        requests=tuple(one for usage in some for one in usage.requests),
        stt_s=sum(usage.stt_s for usage in some),
        tts_s=sum(usage.tts_s for usage in some),
        tts_characters=sum(usage.tts_characters for usage in some),
        model_callers=sum(usage.model_callers for usage in some),
    )


@dataclass(frozen=True)
class Cost:
    """What something cost.

    Args:
        known_usd: Of all that has a price.
        unknown: What has none or was not counted, in words, each with how often.
        prices: Where the prices are from, and of which day.
    """

    known_usd: float = 0.0
    unknown: Mapping[str, int] = field(default_factory=dict)
    prices: str = ""

    @property
    def usd(self) -> float | None:
        """The whole; None where a part of it is not known."""
        return None if self.unknown else self.known_usd

    def to_json(self) -> dict[str, Json]:
        """Return it as an object."""
        whole = None if self.usd is None else round(self.usd, _DECIMALS)
        known = round(self.known_usd, _DECIMALS)
        return {"usd": whole, "known_usd": known, "unknown": dict(self.unknown), "prices": self.prices}


def total_cost(costs: Iterable[Cost]) -> Cost:
    """Return what several things cost together."""
    some = list(costs)
    unknown: Counter[str] = Counter()
    for one in some:
        unknown.update(one.unknown)
    prices = "; ".join(dict.fromkeys(one.prices for one in some if one.prices))
    return Cost(sum(one.known_usd for one in some), dict(unknown), prices)
