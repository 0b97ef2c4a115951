import pytest

from voicebench.stt.repetition import cut_loop


@pytest.mark.parametrize(
    ("looped", "once"),
    [
        ("No? No? No? No? No?", "No?"),
        ("It is 212-5550178. It is 212-5550178. It is 212-5550178.", "It is 212-5550178."),
        ("Well, I'm sorry, I'm sorry, I'm sorry, I'm", "Well, I'm sorry"),
        ("5 5 5 5 5 5 5 5 5 5 5 5", "5"),
        ("visa visa visa", "visa"),
        ("5 8 6 5 5 8 6 5 5 8 6 5 5 8 6 5 5", "5 8 6 5"),
        ("0 4 3 3 0 4 3 3 0 4 3 3 0", "0 4 3 3"),
        ("589 866 4305 589 866 4305 5", "589 866 4305"),
        ("4 3 8 9 8 8 9 5 3 5 4 3 8 9 8 8 9 5 3 5 4 3 8", "4 3 8 9 8 8 9 5 3 5"),
    ],
)
def test_a_loop_is_said_once(looped: str, once: str) -> None:
    cut = cut_loop(looped)
    assert cut.text == once
    assert cut.looped


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No.",
        "No, no.",
        "Yes, yes, that is right.",
        "541-555-5555",
        "5, 5, 5, 0, 0, 0, 0",
        "five five five five",
        "A, A, A",
        "5, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0",
        "1 2 1 2 1 2",
        "1 2 3 4, 1 2 3 4",
        "No, no, no, that is wrong.",
        "It is 212. Yes, it is 212.",
    ],
)
def test_what_people_do_say_twice_is_left_alone(text: str) -> None:
    cut = cut_loop(text)
    assert cut.text == text
    assert not cut.looped


def test_a_row_of_digits_up_to_where_the_decoder_was_stopped_is_a_loop() -> None:
    row = "The last four are 8, 5, 6, 5, 5, 5, 5,"
    assert cut_loop(row, stopped=True).text == "The last four are 8, 5, 6, 5"
    assert not cut_loop(row).looped
    assert not cut_loop("8, 5, 6, 5, 5", stopped=True).looped
