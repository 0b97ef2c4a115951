import pytest

from voicebench.run.hear.tally import Result, judge, made_up, tally


def heard(number, meant, heard_text, *, kind="phone", of=(None, None), flags=()):
    value_kind, value = of
    right, errors = judge(value_kind, value, meant, heard_text)
    return Result(f"{kind}-{number}", kind, value_kind, value, "joe", "clean", meant, heard_text, flags, right, errors,
                  1.0, 200_000_000)  # fmt: skip


def test_words_values_and_oddities_are_counted_by_line():
    found = tally("clean", [
        heard(0, "My ZIP is nine, seven, four, zero, one.", "My ZIP is 97401.", kind="zip", of=("zip", "97401")),
        heard(1, "Nine, seven, four, zero, one.", "9 7 4 0", kind="zip", of=("zip", "97401")),
        heard(0, "Yes.", "", kind="yes_no", of=("bool", True)),
        heard(0, "I want a refund.", "I want a refund. Thank you for watching.", kind="request"),
    ])  # fmt: skip
    assert found.utterances == 4
    assert (found.words.substitutions, found.words.insertions, found.words.deletions) == (0, 4, 2)
    assert found.words.said == 20  # a ZIP is three letters
    assert found.exact == 1
    assert (found.entities["zip"].n, found.entities["zip"].right) == (2, 1)
    assert (found.figures.n, found.figures.right) == (3, 1)
    assert "request" not in found.entities
    assert (found.empty, found.hallucinated) == (1, 1)
    assert found.ms == {"p50": 200.0, "p95": 200.0}


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("phone", "541-555-0133", "541-555-0133"),
        ("zip", "97401", "97401"),
        ("digits", "0133", "0133"),
        ("date", "1986-03-14", "March 14, 1986"),
        ("money", 12.5, "$12.50"),
        ("code", "KE-4431775", "KE-4431775"),
        ("bool", True, "Yes."),
    ],
)
def test_figures_of_a_persons_own_go_by_the_kind_of_their_value(kind, value, said):
    assert (tally("x", [heard(0, said, said, kind=kind, of=(kind, value))]).figures.right) == 1
    assert tally("x", [heard(0, said, said, kind="correction", of=(kind, value))]).figures.n == 0


def test_names_and_free_words_are_no_figures():
    own = [heard(0, "Maria Alvarez.", "Maria Alvarez.", kind="name", of=("name", "Maria Alvarez"))]
    assert tally("x", own).figures.n == 0


def test_intervals_hold_the_figure_and_narrow_with_more_utterances():
    some = [heard(n, "Yes.", "Yes." if n % 4 else "No.", kind="yes_no", of=("bool", True)) for n in range(40)]
    few, many = tally("x", some), tally("x", some * 8)
    assert few.figures.interval.low < 0.75 < few.figures.interval.high
    assert few.words.interval.low < 0.25 < few.words.interval.high
    width = few.figures.interval.high - few.figures.interval.low
    assert many.figures.interval.high - many.figures.interval.low < 0.5 * width


def test_where_all_are_alike_or_nothing_was_said_there_is_no_interval():
    found = tally("x", [heard(n, "Yes.", "Yes.", kind="yes_no", of=("bool", True)) for n in range(5)])
    assert found.figures.share == 1.0
    assert found.figures.interval is None
    nothing = tally("x", [heard(0, "", "you", kind="words")])
    assert nothing.words.rate is None
    assert nothing.figures.share is None


def test_misheard_words_are_not_made_up_ones():
    assert not made_up(heard(0, "No.", "Know it."))
    assert not made_up(heard(0, "My name is Priya Quinn.", "My name is pre quin in the."))
    assert made_up(heard(0, "No.", "I'm sorry for that."))
    assert made_up(heard(0, "Nine, seven.", "9 7", flags=("repetition",)))
