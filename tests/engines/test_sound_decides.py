"""The reference model knows what it hears, and nothing else."""

from collections.abc import Mapping

import pytest

from voicebench import packs
from voicebench.graph.tts import Speech
from voicebench.line import load as load_line
from voicebench.models import cache_folder
from voicebench.run.costs import run_costs
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import load_stack
from voicebench.task import Json


class _OtherDigit(Kit):
    """Loads the models as ever, but the caller's voice says 4 where its words end in 3, and stands by it."""

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        said = super().speech(engine, settings, cached=cached)
        return Speech(lambda text: said.say(_otherwise(text)), lambda text: said.known_ns(_otherwise(text)))


def _otherwise(words: str) -> str:
    if words.startswith("No, it's two, one, two"):
        return "Yes, that's right."
    return words.replace("one, three, three", "one, three, four").replace("one three three", "one three four")


@pytest.mark.models
def test_another_digit_in_the_sound_alone_becomes_another_argument() -> None:
    pack = packs.load("healthcare")
    task = pack.tasks["C5-H1"]
    named = task.model_copy(update={"caller": task.caller.model_copy(update={"voice": "joe"})})
    seed = call_seed(1, "healthcare/C5-H1", 0)
    stack = load_stack("local")
    plan = CallPlan(pack, named, 0, seed, stack, load_line("clean"), run_costs("profile:local", (), stack))
    kit = _OtherDigit(cache_folder())
    try:
        record = run_call(plan, kit)
    finally:
        kit.close()
    assert task.caller.traits["mobile"].value == "212-555-0133"
    assert [event.data["text"] for event in record.events if "212-555-0133" in str(event.data.get("text", ""))]
    sent = [call.arguments["mobile_e164"] for call in record.log.tools if call.name == "send_payment_link"]
    assert sent
    assert set(sent) == {"212-555-0134"}
