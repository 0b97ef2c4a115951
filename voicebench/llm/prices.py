"""What models cost: a dated table of the user's, or that of the package ``genai-prices``.

A table is YAML. Prices are in US dollars, of models per million tokens, of speech per minute::

    format: voicebench-prices/1
    as_of: 2026-11-30
    llm:
      gpt-4.1: {input: 2.00, cached: 0.50, output: 8.00}
      gemini-2.5-pro:                       # dearer when the prompt is long: then all of the request is
        - {input: 1.25, cached: 0.13, output: 10.00}
        - {over_input_tokens: 200000, input: 2.50, cached: 0.25, output: 15.00}
    stt:
      whisper-1: {minute: 0.006}
    tts:
      gpt-4o-mini-tts: {minute: 0.015}      # or {million_characters: 15.00}

Without ``cached`` a cached token costs what any other does, and so without ``reasoning`` does a token of reasoning.
What runs on this machine (the engines that ship with voicebench) costs nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from voicebench.complaints import first_fault
from voicebench.errors import ConfigError
from voicebench.spending import Cost, RequestUsage, Usage
from voicebench.stack import EngineSpec, Stack
from voicebench.yaml_text import parse_yaml

__all__ = ["LlmPrice", "Prices", "SpeechPrice", "Tariff", "load_prices", "tariff"]

_MILLION = 1_000_000
_PER_MINUTE_S = 60.0
_OURS = frozenset({"whisper", "piper", "hibari", "echo", "tone", "text_channel"})
"""Engines that work on this machine, for nothing."""
_Usd = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LlmPrice(_Frozen):
    """US dollars for a million tokens, for requests whose prompt is longer than ``over_input_tokens``."""

    over_input_tokens: int = Field(default=0, ge=0)
    input: _Usd
    cached: _Usd | None = None
    output: _Usd
    reasoning: _Usd | None = None

    def usd(self, used: RequestUsage) -> float:
        """Return what one request cost."""
        cached = self.input if self.cached is None else self.cached
        reasoning = self.output if self.reasoning is None else self.reasoning
        dollars = (used.input_tokens - used.cached_tokens) * self.input + used.cached_tokens * cached
        dollars += (used.output_tokens - used.reasoning_tokens) * self.output + used.reasoning_tokens * reasoning
        return dollars / _MILLION


class SpeechPrice(_Frozen):
    """US dollars for a minute of sound, or for a million characters."""

    minute: _Usd | None = None
    million_characters: _Usd | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> "SpeechPrice":
        if (self.minute is None) == (self.million_characters is None):
            raise ValueError("give minute, or million_characters")
        return self

    def usd(self, seconds: float, characters: int) -> float:
        """Return what so much speech cost."""
        if self.minute is not None:
            return seconds / _PER_MINUTE_S * self.minute
        return characters / _MILLION * (self.million_characters or 0.0)


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


_LlmPrices = Annotated[tuple[LlmPrice, ...], BeforeValidator(_as_list), Field(min_length=1)]


class Prices(_Frozen):
    """A table of prices, by the name of a model."""

    format: Literal["voicebench-prices/1"] = "voicebench-prices/1"
    as_of: date
    source: str = ""
    llm: Mapping[str, _LlmPrices] = Field(default_factory=dict)
    stt: Mapping[str, SpeechPrice] = Field(default_factory=dict)
    tts: Mapping[str, SpeechPrice] = Field(default_factory=dict)


def load_prices(path: str) -> Prices:
    """Read a table.

    Raises:
        ConfigError: It cannot be read; one line says where and why.
    """
    try:
        prices = Prices.model_validate(parse_yaml(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise ConfigError(f"--prices {path}: cannot be read: {error.strerror or error}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"--prices {path}: not YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        raise ConfigError(f"--prices {path}: {first_fault(error)}") from None
    return prices if prices.source else prices.model_copy(update={"source": Path(path).name})


class Tariff(_Frozen):
    """The prices of one stack; None of what has none, and an empty tuple for a model that costs nothing.

    Args:
        source: Where they are from, and of which day.
        llm: Of the model, the one for the shortest prompts first.
        stt: Of the recogniser.
        tts: Of the agent's voice.
        names: What each part is called.
    """

    source: str
    llm: tuple[LlmPrice, ...] | None
    stt: SpeechPrice | None
    tts: SpeechPrice | None
    names: Mapping[str, str]

    @property
    def unpriced(self) -> Sequence[str]:
        """The parts that have no price, in words."""
        return [f"no price of {name}" for part, name in self.names.items() if getattr(self, part) is None]

    def cost(self, used: Usage) -> Cost:
        """Return what a call cost."""
        known, unknown = 0.0, dict.fromkeys(self._missing(used), 1)
        for request in used.requests:
            if self.llm and request is not None:
                known += _fitting(self.llm, request).usd(request)
        if self.llm and used.uncounted:
            unknown["requests without a count of tokens"] = used.uncounted
        if used.model_callers:
            unknown["the caller's model"] = used.model_callers
        known += self.stt.usd(used.stt_s, 0) if self.stt else 0.0
        known += self.tts.usd(used.tts_s, used.tts_characters) if self.tts else 0.0
        return Cost(known, unknown, self.source)

    def at_most(self, used: Usage) -> float:
        """Return what a call cost in dollars, where a request that nobody counted cost as much as its dearest other."""
        each = [_fitting(self.llm, one).usd(one) for one in used.requests if one is not None] if self.llm else []
        return self.cost(used).known_usd + used.uncounted * max(each, default=0.0)

    def _missing(self, used: Usage) -> Sequence[str]:
        amounts = {"llm": len(used.requests), "stt": used.stt_s, "tts": used.tts_characters}
        return [f"no price of {self.names[part]}" for part, n in amounts.items() if n and getattr(self, part) is None]


def _fitting(prices: Sequence[LlmPrice], request: RequestUsage) -> LlmPrice:
    fitting = [one for one in prices if request.input_tokens > one.over_input_tokens or not one.over_input_tokens]
    return max(fitting or prices[:1], key=lambda one: one.over_input_tokens)


_FREE = SpeechPrice(minute=0.0)


def tariff(prices: Prices, stack: Stack) -> Tariff:
    """Return the prices of a stack's parts."""
    llm = () if stack.llm.engine == "reference" else prices.llm.get(stack.llm.model)
    stt, tts = _name(stack.stt), _name(stack.tts)
    return Tariff(
        source=f"{prices.source} of {prices.as_of}",
        llm=llm,
        stt=_FREE if stack.stt.engine in _OURS else prices.stt.get(stt),
        tts=_FREE if stack.tts.engine in _OURS else prices.tts.get(tts),
        names={"llm": f"the model {stack.llm.model}", "stt": f"the recogniser {stt}", "tts": f"the voice {tts}"},
    )


def _name(engine: EngineSpec) -> str:
    """A price goes with the model where the settings name one, and with the engine else."""
    return str(engine.settings.get("model") or engine.engine)
