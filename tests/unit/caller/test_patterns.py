import pytest

from voicebench.caller.patterns import has, matches, sentences, table, words


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("link sent", "The link's been SENT, to you."),
        ("report* filed", "The reports were filed."),
        ("report * filed", "The report has been filed."),
        ("can not return", "You can't return it."),
        ("not eligible", "It isn't eligible."),
        ("43 days", "That is 43 days over."),
    ],
)
def test_a_pattern_matches_words_in_order(pattern, sentence):
    assert matches(pattern, sentence)


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [("sent link", "The link was sent."), ("link sent", "The links were sent."), ("", "Hello.")],
)
def test_a_pattern_wants_all_its_words_in_its_order(pattern, sentence):
    assert not matches(pattern, sentence)


def test_sentences_end_neither_in_abbreviations_nor_in_values():
    text = "Dr. Chen is free at 9 a.m. on Monday. It costs $45.50! Mail a.b@example.test? Yes."
    assert sentences(text) == (
        "Dr. Chen is free at 9 a.m. on Monday.",
        "It costs $45.50!",
        "Mail a.b@example.test?",
        "Yes.",
    )


def test_words_are_plain():
    assert words("What\u2019s the order's ZIP? I'll wait, don't worry.") == (
        "what is the order zip i will wait do not worry"
    )


def test_phrases_have_choices_options_gaps_and_endings():
    phrases = table("call* [you] back; number _ to|for text; wait| list")
    assert phrases == ("call* [you] back", "number _ to|for text", "wait|list")
    assert has(phrases, "someone calls you back")
    assert has(phrases, "the number we have to text")
    assert not has(phrases, "you back")
