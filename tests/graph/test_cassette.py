"""A call that was recorded is made again without its model, its voices and its recogniser, to the same record."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import soundfile

from voicebench import packs
from voicebench.audio import Waveform
from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.line import load as load_line
from voicebench.llm.aside import Aside
from voicebench.record import CallRecord
from voicebench.run.cassette import Cassette
from voicebench.run.costs import run_costs
from voicebench.run.digest import record_sha256
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import answers, endpoint
from voicebench.stack import EngineSpec, LlmSpec, Stack, load_stack
from voicebench.stt import Transcript
from voicebench.tape import RecordedTape, check_cassette, wind_up
from voicebench.task import Json
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Drop, Send, Status, call_piece, content, finish, role
from voicebench.units import LINE_RATE_HZ
from voicebench.vtime.timekeeper import LoopTime

BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"
CLIP = Path(__file__).parents[2] / "audio_fixtures" / "truth_refund.flac"
WORDS: Answer = [Send(role()), Send(content("What is your ")), Send(content("phone number?")), Send(finish("stop"))]
TOOL: Answer = [
    Send(call_piece(index=0, id="c1", name="order_cake", arguments='{"phone": ')),
    Send(call_piece(index=0, arguments='"541-555-0133"}')),
    Send(finish("tool_calls")),
]


class _ClipKit(Kit):
    """Voices that say more or less of one clip, and a recogniser that counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__(None)
        self.heard = 0
        self._clip, _ = soundfile.read(CLIP, dtype="float32")

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        del engine, settings, cached
        return Speech(self._say, lambda _: None)

    def hearing(self, spec: EngineSpec, *, cached: bool = True) -> Hearing:
        del spec, cached
        return Hearing(self._hear, lambda _: None)

    def _say(self, text: str) -> Waveform:
        return Waveform(self._clip[: 8_000 + 200 * len(text)], LINE_RATE_HZ)

    def _hear(self, sound: Waveform) -> Transcript:
        self.heard += 1
        return Transcript(f"I said {len(sound)} samples, attempt {self.heard}.")


class _EmptyKit(Kit):
    """A machine without models."""

    def __init__(self) -> None:
        super().__init__(None)

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        raise AssertionError(f"{engine} was loaded: {settings}, {cached}")

    def hearing(self, spec: EngineSpec, *, cached: bool = True) -> Hearing:
        raise AssertionError(f"{spec} was loaded: {cached}")


@pytest.fixture(scope="module")
def kits() -> Iterator[tuple[Kit, Kit]]:
    kits = _ClipKit(), _EmptyKit()
    yield kits
    for kit in kits:
        kit.close()


def a_plan(stack: str, base_url: str, **changes: object) -> CallPlan:
    pack, chosen = packs.load(BAKERY), load_stack(stack)
    limits = chosen.limits.model_dump() | {"turns": 3}
    llm = {"engine": "openai", "base_url": base_url, "key_env": None}
    tested = Stack.model_validate(chosen.model_dump() | {"llm": llm, "limits": limits})
    charged = run_costs(str(changes.pop("costs", "profile:instant")), changes.pop("cost", ()), tested)  # type: ignore[arg-type]
    plan = CallPlan(pack, pack.tasks["CAKE-1"], 0, 7, tested, load_line("clean"), charged, trusted=True)
    return replace(plan, **changes)  # type: ignore[arg-type]


def record(kit: Kit, tmp_path: Path, stack: str, *answers: Answer, **changes: object) -> tuple[CallRecord, CallPlan]:
    """Make a call with a model that can be asked, and wind its tape up; the model is gone after that."""
    with ScriptedLlm(*answers) as server:
        plan = a_plan(stack, server.base_url, cassette=Cassette(tmp_path / "tape", is_played=False), **changes)
        made = run_call(plan, kit)
    wind_up(tmp_path / "tape", tmp_path / "one.cassette", {})
    check_cassette(tmp_path / "one.cassette")
    return made, replace(plan, cassette=Cassette(tmp_path / "one.cassette", is_played=True))


@pytest.mark.parametrize(("stack", "costs"), [("text", "profile:instant"), ("local", "measured")])
@pytest.mark.parametrize(
    "answers",
    [
        (WORDS,),
        (WORDS, TOOL, WORDS),
        (WORDS, [Send(role()), Send(content("I am")), Drop()]),
        ([Status(503, "{}")], WORDS),
        ([Status(401, '{"error": {"message": "no such key"}}')],),
    ],
)
def test_a_replay_is_the_call_that_was_recorded(
    kits: tuple[Kit, Kit], tmp_path: Path, stack: str, costs: str, answers: tuple[Answer, ...]
) -> None:
    made, replay = record(kits[0], tmp_path, stack, *answers, costs=costs)
    again = run_call(replay, kits[1])
    assert again.events == made.events
    assert again.ending == made.ending
    assert record_sha256(again) == record_sha256(made)


def test_a_recording_changes_nothing(kits: tuple[Kit, Kit], tmp_path: Path) -> None:
    with ScriptedLlm(WORDS) as server:
        bare = run_call(a_plan("text", server.base_url, cost=("llm.first_token=300ms", "llm.token=10ms")), kits[0])
    made, _ = record(kits[0], tmp_path, "text", WORDS, cost=("llm.first_token=300ms", "llm.token=10ms"))
    assert record_sha256(bare) == record_sha256(made)


def test_a_call_that_leaves_the_tape_says_where(kits: tuple[Kit, Kit], tmp_path: Path) -> None:
    made, replay = record(kits[0], tmp_path, "local", WORDS, costs="profile:instant")
    assert made.ending.why != "error"
    which = "cassette: stack local, line clean, corner_bakery/CAKE-1 trial"
    llm = LlmSpec.model_validate(replay.stack.llm.model_dump() | {"temperature": 1})
    hotter = replay.stack.model_copy(update={"llm": llm})
    deaf = replay.stack.model_copy(update={"stt": EngineSpec(engine="whisper", settings={"beam": 5})})
    for changed, words in (
        (
            replace(replay, stack=hotter),
            f"{which} 0 left the tape at request 1 to the model: what the model is asked with",
        ),
        (replace(replay, trial=1), f"{which} 1 left the tape at request 1 to the model: there is none of that number"),
        (replace(replay, stack=deaf), f"{which} 0 left the tape: the transcript of a sound of "),
        (replace(replay, pack=replace_greeting(replay)), f"{which} 0 left the tape: the sound of 'Hello, is it me"),
    ):
        ending = run_call(changed, kits[1]).ending
        assert (ending.why, ending.fault) == ("error", "harness")
        assert ending.message.startswith(words), ending.message


def replace_greeting(plan: CallPlan) -> object:
    return plan.pack.model_copy(update={"greeting": "Hello, is it me that you are looking for?"})


@pytest.mark.parametrize("task", ["C6-H1", "C5-H1", "C3-E1"])
def test_a_call_that_hangs_up_while_the_model_answers_is_replayed_too(
    kits: tuple[Kit, Kit], tmp_path: Path, task: str
) -> None:
    pack, stack = packs.load("healthcare"), load_stack("text")
    plan = CallPlan(pack, pack.tasks[task], 0, 7, stack, load_line("clean"), run_costs("profile:instant", (), stack))
    made = run_call(replace(plan, cassette=Cassette(tmp_path / "tape", is_played=False)), kits[0])
    assert [event.data["cancelled"] for event in made.events if event.kind == "llm_end"][-1]
    wind_up(tmp_path / "tape", tmp_path / "one.cassette", {})
    again = run_call(replace(plan, cassette=Cassette(tmp_path / "one.cassette", is_played=True)), kits[1])
    assert again.events == made.events
    assert record_sha256(again) == record_sha256(made) == record_sha256(run_call(plan, kits[0]))


def test_a_call_that_reads_on_where_it_was_broken_off_has_left_the_tape(kits: tuple[Kit, Kit], tmp_path: Path) -> None:
    _, replay = record(kits[0], tmp_path, "text", WORDS)
    tape = RecordedTape(tmp_path / "tape")
    key = ("llm", replay.name, "1")
    entry = json.loads(tape.read(*key) or b"")
    tape.write(json.dumps({**entry, "arrivals": entry["arrivals"][:2]}).encode(), *key)
    (tmp_path / "one.cassette").unlink()
    wind_up(tmp_path / "tape", tmp_path / "one.cassette", {})
    ending = run_call(replay, kits[1]).ending
    assert (ending.why, ending.fault) == ("error", "harness")
    assert "left the tape at request 1 to the model: it reads on where the answer was broken off" in ending.message


def test_who_speaks_for_the_caller_has_answers_of_its_own_on_the_tape(kits: tuple[Kit, Kit], tmp_path: Path) -> None:
    """Both count their requests from 1."""
    cassette = Cassette(tmp_path / "tape", is_played=False)

    async def ask() -> list[object]:
        clock = LoopTime(asyncio.get_running_loop())
        with ScriptedLlm(WORDS) as server:
            plan = a_plan("text", server.base_url, cassette=cassette)
            where = endpoint(plan, kits[0])
            asides = [
                Aside(where, kits[0].reader, clock, answers(plan, kits[0], where, clock, who)) for who in ("", "x")
            ]
            return [await aside([{"role": "user", "content": "Hi."}]) for aside in asides]

    assert asyncio.run(ask()) == ["What is your phone number?"] * 2
    wind_up(tmp_path / "tape", tmp_path / "one.cassette", {})
    assert check_cassette(tmp_path / "one.cassette")["entries"] == 2
