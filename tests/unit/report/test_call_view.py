from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import RenderableType

from voicebench import packs
from voicebench.events import Event
from voicebench.record import Ending, LoggedCall
from voicebench.report.call_view import call_view
from voicebench.report.pack_view import pack_view, packs_view
from voicebench.report.rows import CallSummary
from voicebench.report.transcript import TranscriptLine, transcript
from voicebench.report.verdict_view import verdict_view
from voicebench.report.words import words
from voicebench.testing.records import make_expectation, make_record
from voicebench.units import NS_PER_S
from voicebench.verify import grade, read_expectation, read_log

Shown = Callable[[RenderableType], str]
GOLDEN = Path(__file__).parents[2] / "golden"
BAKERY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"


def test_a_transcript_is_what_was_meant_heard_answered_and_done() -> None:
    record = make_record()
    rows = grade(make_expectation(), record.log).gates.tools.rows
    assert transcript(record, rows) == [
        TranscriptLine(1 * NS_PER_S, "agent", "Corner Bakery, I'm an AI assistant."),
        TranscriptLine(2 * NS_PER_S, "caller", "A cake for 541-555-0133."),
        TranscriptLine(4 * NS_PER_S, "heard", "A cake for five or one."),
        TranscriptLine(5 * NS_PER_S, "tool", 'order_cake(phone="5415550133")', label="mismatch"),
        TranscriptLine(7 * NS_PER_S, "agent", "Your cake is ordered."),
    ]


def test_a_line_has_the_time_at_which_it_began_to_sound() -> None:
    events = (
        Event(1, "agent", "speech_start", {}),
        Event(5, "agent", "speech_start", {}),
        Event(9, "agent", "played", {"text": "Hello. How may I help?"}),
        Event(9, "caller", "said", {"text": "A cake."}),
        Event(11, "caller", "speech_start", {}),
        Event(12, "agent", "speech_start", {}),
        Event(13, "agent", "handoff", {"to": "oven"}),
        Event(14, "caller", "speech_start", {}),
        Event(16, "agent", "transcript", {"text": "a cake", "flags": []}),
        Event(19, "agent", "played", {"text": "Which?"}),
        Event(20, "caller", "said", {"text": "Too late to sound."}),
    )
    lines = transcript(make_record(events=events))
    assert [(line.at_ns, line.who) for line in lines] == [
        (1, "agent"), (11, "caller"), (12, "agent"), (13, "handoff"), (16, "heard"), (20, "caller"),
    ]  # fmt: skip


def test_what_is_odd_about_a_line_is_noted() -> None:
    events = (
        Event(0, "agent", "said", {"text": "Hello  there."}),
        Event(1, "agent", "played", {"text": "Hello  th", "cut": True}),
        Event(2, "agent", "transcript", {"text": "", "flags": ["repetition"]}),
        Event(3, "agent", "tool_end", {"call": 1, "name": "pay", "ok": False, "error_code": "LOCKED"}),
        Event(4, "agent", "tool_end", {"call": 7, "name": "lost", "ok": True, "error_code": None}),
        Event(5, "agent", "handoff", {"to": "oven"}),
    )
    lines = transcript(make_record(events=events, tools=[LoggedCall(name="pay", arguments={"_raw": "{"})]))
    assert lines == [
        TranscriptLine(1, "agent", "Hello th", "cut off"),
        TranscriptLine(2, "heard", "(nothing)", "repetition"),
        TranscriptLine(3, "tool", 'pay(_raw="{")', "refused: LOCKED"),
        TranscriptLine(4, "tool", "lost()"),
        TranscriptLine(5, "handoff", "oven"),
    ]


def test_each_of_two_equal_calls_has_a_label_of_its_own() -> None:
    call = make_record().log.tools[0]
    events = tuple(Event(n, "agent", "tool_end", {"call": n, "name": "order_cake", "ok": True}) for n in (1, 2))
    record = make_record(events=events, tools=(call, call))
    rows = grade(make_expectation(), record.log).gates.tools.rows
    assert [line.label for line in transcript(record, rows)] == ["mismatch", "extra"]


def test_a_call_is_read_at_80_columns(shown: Shown, summary: Callable[..., CallSummary]) -> None:
    record = make_record(tools=(), ending=Ending("caller", "not_helped"))
    text = shown(call_view(record, grade(make_expectation(), record.log), summary()))
    assert max(map(len, text.splitlines())) <= 80
    for part in (
        "bakery/CAKE-1 failed   tools failed   handoffs passed",
        'missing  order_cake(phone="541-555-0133")',
        "2.0 caller A cake for 541-555-0133.",
        "4.0 heard  A cake for five or one.",
        "p50 1460 ms, p95 1821 ms",
        f"  record sha256 {'0' * 64}\n",
        "caller hung up: not_helped",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("r-h4", ["extra         get_order(", 'payment_requested "none"   ""', "tools passed"]),
        ("c5-h1", ["missing  identify_patient(", "found    transfer_to_identity > transfer_to_billing", "Reason"]),
    ],
)
def test_a_verdict_shows_rows_path_and_differences(shown: Shown, name: str, parts: list[str]) -> None:
    verdict = grade(read_expectation(GOLDEN / f"{name}.expected.json"), read_log(GOLDEN / f"{name}.log.json"))
    text = shown(verdict_view(verdict))
    assert max(map(len, text.splitlines())) <= 80
    for part in parts:
        assert part in text


def test_a_whole_row_that_should_not_be_there(shown: Shown) -> None:
    rows = [{"id": 1, "phone": "541-555-0133"}, {"id": 2, "phone": "1"}]
    verdict = grade(make_expectation(), make_record(database={"cake_orders": rows}).log)
    assert '(whole row) nothing  id=2, phone="1"' in shown(verdict_view(verdict))


def test_words_cannot_steer_the_terminal() -> None:
    assert words("a\x1b[2Jb\u202ec\ud800\nd").plain == "a\\x1b[2Jb\\u202ec\\ud800 d"


def test_a_pack_is_a_tree_of_roles_and_a_table_of_tasks(shown: Shown) -> None:
    text = shown(pack_view(packs.load("healthcare")))
    assert "└── identity" in text or "├── identity" in text
    assert "C5-H1" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "corner_bakery" in shown(packs_view([packs.load(BAKERY)]))
