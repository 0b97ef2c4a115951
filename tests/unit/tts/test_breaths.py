import pytest

from voicebench.tts.breaths import in_breaths

SPELLED = "My email is R as in Robert, O as in Ocean, S as in Sam, at example dot test."


@pytest.mark.parametrize(
    ("text", "longest", "breaths"),
    [
        ("Yes.", 20, ("Yes.",)),
        ("Hello there, caller. How may I help you? Yes, please do.", 26, None),
        (SPELLED, 200, (SPELLED,)),
        (SPELLED, 45, ("My email is R as in Robert, O as in Ocean,", "S as in Sam, at example dot test.")),
        (
            f"Well, all right. {SPELLED}",
            45,
            ("Well, all right.", "My email is R as in Robert, O as in Ocean,", "S as in Sam, at example dot test."),
        ),
        (
            "A sentence that has no comma in it anywhere. No.",
            20,
            ("A sentence that has no comma in it anywhere.", "No."),
        ),
        ("a, b, c, d", 1, ("a,", "b,", "c,", "d")),
    ],
)
def test_only_sentences_that_are_too_long_are_cut(text: str, longest: int, breaths: tuple[str, ...] | None) -> None:
    found = in_breaths(text, longest)
    assert found == (breaths or (text,))
    assert " ".join(found) == text
