from datetime import UTC, datetime
from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.llm.genai import genai_prices
from voicebench.llm.prices import load_prices, tariff
from voicebench.spending import RequestUsage, Usage
from voicebench.stack import Stack, load_stack

TABLE = """
format: voicebench-prices/1
as_of: 2026-11-30
llm:
  gpt-4.1: {input: 2.00, cached: 0.50, output: 8.00, reasoning: 16.00}
  plain: {input: 1.00, output: 2.00}
  long:
    - {input: 1.00, output: 2.00}
    - {over_input_tokens: 1000, input: 3.00, output: 4.00}
stt:
  cloud: {minute: 0.006}
tts:
  cloud: {million_characters: 15.00}
"""
USED = RequestUsage(1_000_000, 400_000, 100_000, 50_000)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "prices.yaml").write_text(TABLE)
    return tmp_path / "prices.yaml"


def a_stack(model: str, **engines: str) -> Stack:
    stack = load_stack("openai").model_dump()
    stack["llm"]["model"] = model
    return Stack.model_validate(stack | {part: {"engine": name} for part, name in engines.items()})


@pytest.mark.parametrize(
    ("model", "used", "usd"),
    [
        ("gpt-4.1", USED, 0.6 * 2 + 0.4 * 0.5 + 0.05 * 8 + 0.05 * 16),
        ("plain", USED, 1.0 + 0.1 * 2),
        ("long", RequestUsage(1_000, output_tokens=1_000), 0.001 + 0.002),
        ("long", RequestUsage(1_001, output_tokens=1_000), 0.003003 + 0.004),
    ],
)
def test_the_tokens_of_a_request_by_hand(table: Path, model: str, used: RequestUsage, usd: float) -> None:
    found = tariff(load_prices(str(table)), a_stack(model))
    cost = found.cost(Usage((used,), stt_s=60.0, tts_s=60.0, tts_characters=900))
    assert cost.usd == pytest.approx(usd)
    assert cost.prices == "prices.yaml of 2026-11-30"


def test_speech_by_the_minute_and_by_the_character(table: Path) -> None:
    found = tariff(load_prices(str(table)), a_stack("plain", stt="cloud", tts="cloud"))
    cost = found.cost(Usage((), stt_s=90.0, tts_s=60.0, tts_characters=2_000))
    assert cost.usd == pytest.approx(1.5 * 0.006 + 0.002 * 15)


def test_what_has_no_price_makes_the_whole_unknown(table: Path) -> None:
    found = tariff(load_prices(str(table)), a_stack("mine", stt="other", tts="cloud"))
    assert found.unpriced == ["no price of the model mine", "no price of the recogniser other"]
    cost = found.cost(Usage((USED, None), stt_s=60.0, tts_characters=1_000_000))
    assert (cost.usd, cost.known_usd) == (None, pytest.approx(15.0))
    assert set(cost.unknown) == {"no price of the model mine", "no price of the recogniser other"}


def test_a_request_that_nobody_counted_makes_it_unknown(table: Path) -> None:
    cost = tariff(load_prices(str(table)), a_stack("plain")).cost(Usage((USED, None, None)))
    assert (cost.usd, cost.known_usd) == (None, pytest.approx(1.2))
    assert cost.unknown == {"requests without a count of tokens": 2}


def test_a_caller_with_a_model_of_its_own_makes_it_unknown(table: Path) -> None:
    cost = tariff(load_prices(str(table)), load_stack("local")).cost(Usage((USED,), model_callers=1))
    assert (cost.usd, cost.unknown) == (None, {"the caller's model": 1})


def test_what_runs_here_costs_nothing(table: Path) -> None:
    found = tariff(load_prices(str(table)), load_stack("local"))
    assert found.unpriced == []
    assert found.cost(Usage((USED, None), stt_s=60.0, tts_s=60.0)).usd == 0.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TABLE.replace("2.00, cached", "-2.00, cached"), r"llm.gpt-4.1.0.input must be greater than or equal to 0"),
        (TABLE.replace("as_of: 2026-11-30", ""), "as_of is missing"),
        (TABLE.replace("{minute: 0.006}", "{}"), "stt.cloud: give minute, or million_characters"),
        (TABLE.replace("/1", "/9"), "format must be"),
        ("a: [", "not YAML"),
    ],
)
def test_a_wrong_table_is_one_line(table: Path, text: str, words: str) -> None:
    table.write_text(text)
    with pytest.raises(ConfigError, match=words) as caught:
        load_prices(str(table))
    assert "\n" not in str(caught.value)


def test_the_package_knows_a_model_by_its_provider_and_no_other() -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    stack = load_stack("openai")
    known = tariff(genai_prices(stack, now), stack).cost(Usage((RequestUsage(1_000_000, 0, 1_000_000),)))
    assert known.usd == pytest.approx(2.0 + 8.0)  # the list price of gpt-4.1 since April 2025
    here = stack.model_copy(update={"llm": stack.llm.model_copy(update={"base_url": "http://127.0.0.1:8000/v1"})})
    assert tariff(genai_prices(here, now), here).unpriced == ["no price of the model gpt-4.1"]
