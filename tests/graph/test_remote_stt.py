"""Spoken calls whose recogniser is an endpoint."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from voicebench import packs, tts
from voicebench.errors import SttError
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.stack import load_stack
from voicebench.stt import Recogniser
from voicebench.task import Json
from voicebench.testing.openai_server import Fault, OpenAiServer

BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"


@pytest.fixture
def server(told: Recogniser) -> Iterator[OpenAiServer]:
    with OpenAiServer(told, tts.make("tone", {})) as server:
        yield server


def call(kit: Kit, server: OpenAiServer, costs: str, *cost: str) -> CallRecord:
    pack, local = packs.load(BAKERY), load_stack("local")
    hears = {"engine": "openai", "settings": {"model": "m", "base_url": server.base_url}}
    stack = local.model_validate(local.model_dump() | {"stt": hears, "tts": {"engine": "tone"}})
    line = load_line("clean")
    charged = run_costs(costs, cost, stack)
    return run_call(CallPlan(pack, pack.tasks["CAKE-1"], 0, 7, stack, line, charged, trusted=True), kit)


def transcripts(record: CallRecord) -> list[Mapping[str, Json]]:
    return [event.data for event in record.events if event.kind == "transcript"]


def test_it_is_charged_what_it_took(kit: Kit, server: OpenAiServer) -> None:
    record = call(kit, server, "measured", "tts=0ms")
    assert record.ending.fault is None, record.ending
    heard = transcripts(record)
    assert heard
    assert all(0 < data["cost_ms"] < 60_000 and not data["cached"] for data in heard)
    asked = len(server.asked)
    again = call(kit, server, "measured", "tts=0ms")
    assert len(server.asked) == asked, "what was heard once is not paid twice"
    first = transcripts(again)[0]
    assert (first["text"], first["cached"]) == (heard[0]["text"], True)
    assert first["cost_ms"] > 0


def test_it_is_charged_the_profiles_cost(kit: Kit, server: OpenAiServer) -> None:
    record = call(kit, server, "profile:instant", "stt=321ms")
    assert {data["cost_ms"] for data in transcripts(record)} == {321.0}


def test_what_it_refuses_ends_the_call_as_the_providers_fault(kit: Kit, server: OpenAiServer) -> None:
    server.faults.append(Fault(401, "Incorrect API key provided"))
    ending = call(kit, server, "profile:instant").ending
    assert (ending.why, ending.fault) == ("error", "provider")
    assert ending.message.startswith(f"{SttError.stage}: the recogniser's endpoint {server.base_url} answered 401")
