"""What is said of a value is heard as that value, as words and as a recogniser writes them."""

import re
import string
from datetime import date, datetime

from hypothesis import given
from hypothesis import strategies as st

from voicebench.values import kinds
from voicebench.values.heard import hear, hear_spelling
from voicebench.values.spoken import say_value, speakable, spell

CARRIERS = ("{}", "{}.", "My answer is {}.", "Sure, it's {}, thanks.", "Um, that would be {}. Is that all?")


def digits(size: int) -> st.SearchStrategy[str]:
    return st.text(string.digits, min_size=size, max_size=size)


carriers = st.sampled_from(CARRIERS)
zips = digits(5)
phones = st.from_regex(r"[2-9][0-9]{2}-[2-9][0-9]{2}-[0-9]{4}", fullmatch=True)
codes = st.from_regex(r"[B-HJ-Z][A-Z]{0,2}-[0-9]{4,8}", fullmatch=True).filter(
    lambda code: code.partition("-")[0] not in {"ZIP", "PIN", "OK", "PM", "NO", "ONE", "TWO", "SIX", "TEN", "OH"}
)
cents = st.integers(1, 999_999).map(lambda amount: amount / 100) | st.integers(1, 9_999).map(float)
days = st.dates(date(1920, 1, 1), date(2030, 12, 31))
moments = st.datetimes(datetime(2026, 8, 1), datetime(2027, 3, 31)).map(  # noqa: DTZ001 - a desk's local time
    lambda moment: moment.isoformat(timespec="minutes")
)
emails = st.builds(
    "{}@{}.{}".format,
    st.from_regex(r"[a-z][a-z0-9]{0,8}([._+-][a-z0-9]{1,8})?", fullmatch=True),
    st.from_regex(r"[a-z]{2,9}", fullmatch=True).filter(
        lambda label: label not in {"dot", "at", "point", "dash", "plus"}
    ),
    st.sampled_from(["test", "com", "example", "org"]),
)


def said_and_heard(kind, value, carrier="{}", **extra):
    words = carrier.format(say_value(kind, value))
    found = hear(kind, words, **extra)
    assert len(found) == 1, (words, found)
    assert kinds.equal(kind, found[0], value), (words, found)


def written_and_heard(kind, value, written, carrier="{}", **extra):
    words = carrier.format(written)
    found = hear(kind, words, **extra)
    assert len(found) == 1, (words, found)
    assert kinds.equal(kind, found[0], value), (words, found)


@given(phones, carriers)
def test_phones(phone, carrier):
    said_and_heard("phone", phone, carrier)


@given(phones, carriers, st.data())
def test_phones_as_a_recogniser_writes_them(phone, carrier, data):
    area, exchange, line = phone.split("-")
    form = data.draw(
        st.sampled_from(["{}-{}-{}", "({}) {}-{}", "{}{}{}", "{} {} {}", "1-{}-{}-{}", "{}, {}, {}", "+1 {}.{}.{}"])
    )
    written_and_heard("phone", phone, form.format(area, exchange, line), carrier)
    written_and_heard("phone", phone, "-".join(area + exchange + line), carrier)
    written_and_heard("phone", phone, " ".join(re.findall("..?", line)).join([f"{area} {exchange} ", ""]), carrier)


@given(phones, st.integers(0, 9))
def test_a_phone_with_a_digit_lost_is_not_heard(phone, place):
    all_digits = phone.replace("-", "")
    assert hear("phone", say_value("digits", all_digits[:place] + all_digits[place + 1 :])) == ()


@given(zips, carriers)
def test_zips(value, carrier):
    said_and_heard("zip", value, carrier)
    for written in (value, " ".join(value), "-".join(value), ", ".join(value), f"{value[:3]} {value[3:]}"):
        written_and_heard("zip", value, written, carrier)


@given(st.integers(1, 12).flatmap(digits), carriers)
def test_digits(value, carrier):
    said_and_heard("digits", value, carrier)
    for written in (value, " ".join(value), "-".join(value), ", ".join(value), " ".join(re.findall("..?", value))):
        written_and_heard("digits", value, written, carrier)


@given(zips, digits(4))
def test_two_values_in_one_sentence(code, last_four):
    for say in (say_value, lambda _, value: value):
        words = f"The ZIP is {say('zip', code)} and the card ends in {say('digits', last_four)}."
        assert hear("zip", words) == (code,)
        assert hear("digits", words) == (last_four,)


@given(codes, carriers)
def test_codes(code, carrier):
    said_and_heard("code", code, carrier)
    letters, number = code.split("-")
    for written in (
        code,
        f"{letters}{number}",
        f"{letters} {number[:3]} {number[3:]}",
        "-".join(letters + number),
        f"{'. '.join(letters)}. {number}",
        f"{', '.join(letters)}, {', '.join(number)}",
    ):
        written_and_heard("code", code, written, carrier)


@given(cents, carriers)
def test_money(amount, carrier):
    said_and_heard("money", amount, carrier)
    dollars, rest = divmod(round(amount * 100), 100)
    written_and_heard("money", amount, f"${amount:,.2f}", carrier)
    written_and_heard("money", amount, f"${amount:.2f}", carrier)
    written_and_heard("money", amount, f"{dollars} dollars and {rest} cents", carrier)
    written_and_heard("money", amount, f"${dollars} and {rest} cents", carrier)


@given(days, carriers)
def test_dates(day, carrier):
    said_and_heard("date", day.isoformat(), carrier)
    suffix = "th" if day.day in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    for written in (
        f"{day:%B} {day.day}{suffix}, {day.year}",
        f"{day:%B} {day.day}{suffix} {day.year}",
        f"{day:%B} {day.day}, {day.year}",
        f"the {day.day}{suffix} of {day:%B} {day.year}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month}-{day.day}-{day.year}",
        f"{day:%m/%d/%Y}",
    ):
        written_and_heard("date", day.isoformat(), written, carrier)


@given(moments, carriers)
def test_datetimes(moment, carrier):
    today = date(2026, 8, 1)
    said_and_heard("datetime", moment, carrier, near=today)
    at = datetime.fromisoformat(moment)
    hour, half = at.hour % 12 or 12, "a.m." if at.hour < 12 else "p.m."
    for written in (
        f"{at:%A}, {at:%B} {at.day}th at {hour}:{at:%M} {half}",
        f"{at:%A} {at:%B} {at.day} at {hour}:{at:%M}{half[0].upper()}M",
        f"{hour}:{at:%M} {half[0]}m on {at:%A}, {at:%B} {at.day}th, {at.year}",
    ):
        written_and_heard("datetime", moment, written, carrier, near=today)


@given(emails, carriers)
def test_emails(address, carrier):
    said_and_heard("email", address, carrier)
    written_and_heard("email", address, address, carrier)
    local, _, domain = address.partition("@")
    if local.isalpha() and len(local) > 2:
        written_and_heard("email", address, f"{'-'.join(local.upper())} at {domain}", carrier)
        written_and_heard("email", address, f"{'.'.join(local.upper())}. at {domain}", carrier)


@given(st.integers(-9_999, 999_999) | st.integers(0, 99_999).map(lambda number: number / 100), carriers)
def test_numbers(number, carrier):
    said_and_heard("number", number, carrier)
    written_and_heard("number", number, f"{number:,}", carrier)


@given(st.booleans())
def test_bools(value):
    said_and_heard("bool", value)


@given(st.text(string.ascii_letters, min_size=2, max_size=12))
def test_spelling(word):
    assert hear_spelling(f"It's {spell(word)}.") == word.upper()
    assert hear_spelling(f"It's spelled {'-'.join(word.upper())}, thanks.") == word.upper()


FRAGMENTS = (
    "541-555-0133", "(541) 555-0133", "KE-4431775", "SKU-BWM-0450", "$399.99", "$45", "2026-08-24T09:00",
    "March 14th, 1986", "Aug. 24", "3:30 PM", "15:00", "9 a.m.", "a@b.com", "reportfraud.ftc.gov",
    "www.x.example/y", "97401", "OR 97205", "zip 97401", "ending in 7719", "1986", "5%", "33rd", "Dr.", "St.",
    "Ave.", "Mr.", "e.g.", "**", "*", "_", "`", "```", "#", "\n", "- ", "1. ", "—", "–", "-", "😀", "A", "B", "U.S.",
    "FTC", "Maple", "the", ".", ",", "?", "!", "'", '"', "(", ")", ":", "/", "&", "+", "=", "°", "Mon", "Fri",
    "May 5", "3B", "24/7", "12,345", "3.5", "0450", "I", "a", "[x](http://y.com)", "<b>", "No.", "W.", "etc.", "é",
    "™", "1️⃣", "AM", "p.m.",
)  # fmt: skip
proses = st.lists(st.sampled_from(FRAGMENTS).flatmap(lambda one: st.sampled_from([one, f"{one} "])), max_size=9).map(
    "".join
)


@given(proses | st.text(max_size=40))
def test_what_can_be_said_is_words_and_stays_as_it_is(text):
    said = speakable(text)
    assert speakable(said) == said
    assert all(char.isalpha() or char in " ,.?!'" for char in said)
    assert said == "" or any(char.isalpha() for char in said)


@given(st.text(max_size=60), st.sampled_from(sorted(kinds.KINDS)))
def test_any_text_can_be_listened_to(text, kind):
    assert isinstance(hear(kind, text), tuple)
