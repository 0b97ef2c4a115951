from collections.abc import Callable
from dataclasses import replace

import pytest

from voicebench.run.digest import record_sha256
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.testing.records import make_record


def test_a_call_in_one_line(store: Callable[..., StoredCall]) -> None:
    record = make_record()
    call = summarise(store(record))
    assert (call.name, call.outcome, call.fault, call.call_s, call.wall_s) == (
        "bakery/CAKE-1",
        "passed",
        None,
        8.0,
        1.5,
    )
    assert call.gates == {"tools": "passed", "handoffs": "passed", "database": "passed"}
    assert call.record_sha256 == record_sha256(record)
    assert call.folder is None


def test_word_errors_are_of_what_was_spoken_against_what_was_heard(store: Callable[..., StoredCall]) -> None:
    assert summarise(store()).wer == pytest.approx(1 / 6, abs=1e-4)


def test_without_a_recogniser_there_is_no_data(store: Callable[..., StoredCall]) -> None:
    record = make_record()
    deaf = replace(record, events=tuple(event for event in record.events if event.kind != "transcript"))
    assert summarise(store(deaf)).wer is None
    assert summarise(store(replace(record, events=()))).call_s == 0.0
