import json
import re

import pytest

from voicebench.errors import StackError
from voicebench.seeds import generator
from voicebench.stt.channel_learning import learn
from voicebench.stt.channel_model import ChannelSettings, channel_names, channel_path, load_channel
from voicebench.stt.text_channel import TextChannel
from voicebench.stt.wer import WordErrors, score

NUMBER = "My number is five, four, one, eight, eight."
RIGHT = "My number is 54188."
PAIRS = [(NUMBER, RIGHT)] * 30 + [(NUMBER, "My number is 541A8.")] * 10 + [(NUMBER, "")] * 10


def channel(pairs, seed=1):
    return TextChannel(learn(pairs, "clean", "tiny.en", {}), generator(seed, "test"))


def heard(pairs, spoken, times=2_000):
    ear = channel(pairs)
    return [ear.hear(spoken).text for _ in range(times)]


def rate(pairs, spoken):
    return sum((score(spoken, text) for text in heard(pairs, spoken)), WordErrors()).rate


def test_it_errs_as_often_as_what_it_learned_from_and_in_the_same_way():
    texts = heard(PAIRS, NUMBER)
    empty = texts.count("") / len(texts)
    hit = sum("a" in text.split(", ") or text.endswith("a.") for text in texts) / len(texts)
    assert empty == pytest.approx(10 / 50, abs=0.03)
    assert hit == pytest.approx(10 / 50, abs=0.03)
    assert texts.count(NUMBER) / len(texts) == pytest.approx(30 / 50, abs=0.03)
    assert rate(PAIRS, NUMBER) == pytest.approx(sum((score(*pair) for pair in PAIRS), WordErrors()).rate, abs=0.03)


def test_what_was_never_misheard_passes_as_it_is():
    ear = channel([(NUMBER, RIGHT)] * 20)
    assert ear.hear(NUMBER).text == NUMBER
    assert ear.hear("").text == ""
    assert ear.hear("Xylophone!").text == "Xylophone!"


def test_a_word_that_is_often_lost_is_hit_more_often():
    pairs = [("Five, eight, two.", "5A2")] * 20 + [("Five, eight, two.", "582")] * 20
    texts = heard(pairs, "Two, two, eight, five.")
    assert sum("a" in text for text in texts) > 0.8 * sum(text != "Two, two, eight, five." for text in texts)


def test_insertions_and_deletions():
    added = heard([("Yes, please.", "Yes, please do.")] * 20, "Yes, please.", 50)
    assert set(added) == {"Yes, please do."}
    assert set(heard([("Yes, please.", "Yes.")] * 20, "Yes, please.", 50)) == {"Yes,"}


def test_numbers_in_words_are_heard_as_other_numbers():
    pairs = [("It was forty dollars.", "It was $50.")] * 20
    assert all(text.endswith(" dollars.") and "forty" not in text for text in heard(pairs, "It was forty dollars.", 50))


def test_the_same_seed_hears_the_same():
    one, two, three = (channel(PAIRS, seed) for seed in (1, 1, 2))
    runs = [[ear.hear(NUMBER).text for _ in range(30)] for ear in (one, two, three)]
    assert runs[0] == runs[1] != runs[2]


def test_what_was_learned_comes_back_from_its_file(tmp_path):
    model = learn(PAIRS, "clean", "tiny.en", {"by": "a test"})
    path = tmp_path / "channel.json"
    path.write_text(model.model_dump_json())
    assert load_channel(path) == model
    assert ChannelSettings.read({"channel": {"file": str(path)}}, "stt").load() == model


def test_channels_that_ship_can_be_read_and_say_where_they_come_from():
    assert channel_names()
    for name in channel_names():
        model = load_channel(channel_path(*name.split("--")))
        assert f"{model.line}--{model.recogniser}" == name
        assert model.learned_from["words"] > 1_000
        assert all(one.startswith("voicebench hear") for one in model.learned_from["hear"])


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"channel": {"line": "moon", "recogniser": "tiny.en"}}, "no such channel; there are"),
        ({"channel": {"line": "clean"}}, "wants line and recogniser, or a file"),
        ({"channel": {}}, "wants line and recogniser, or a file"),
        ({"chanel": {}}, "chanel"),
        ({"channel": {"file": __file__}}, "not a channel"),
    ],
)
def test_a_wrong_channel_is_the_users_mistake(settings, why):
    with pytest.raises(StackError, match=why):
        ChannelSettings.read(settings, "stt text_channel").load()


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("empty", {"to 1": [-1, 0]}, "empty.to 1.0 must be greater than or equal to 0"),
        ("empty", {"to 1": [1, 2]}, "empty.to 1: 2 of 1 cannot be"),
        ("runs", {"digit": {"to 1": {"n": 0, "wrong": []}}}, "runs.digit.to 1.n must be greater"),
        ("runs", {"digit": {"to 1": {"n": 3, "wrong": [[1, -1, 0]]}}}, "runs.digit.to 1.wrong.0.1 must be greater"),
        ("runs", {"digit": {"to 1": {"n": 3, "wrong": [[0, 0, 10**9]]}}}, "runs.digit.to 1.wrong.0.2 must be less"),
        ("runs", {"digit": {"to 1": {"n": 1, "wrong": [[1, 0, 0]] * 2}}}, "runs.digit.to 1: 2 wrong of 1 cannot be"),
        ("slips", {"digit": {"5": [-4, 0]}}, "slips.digit.5.0 must be greater"),
        ("slips", {"digit": {"5": [4, 5]}}, "slips.digit.5: 5 of 4 cannot be"),
        ("inserted", {"digit": []}, "inserted.digit: Tuple should have at least 1 item"),
        ("together", float("nan"), "together must be "),
        ("together", 1.5, "together must be less"),
        ("line", "\ud800", "the file: Invalid JSON"),
    ],
)
def test_a_channel_that_cannot_be_is_refused_before_a_word_is_drawn(tmp_path, part, value, why):
    path = tmp_path / "channel.json"
    path.write_text(json.dumps(json.loads(learn(PAIRS, "clean", "tiny.en", {}).model_dump_json()) | {part: value}))
    with pytest.raises(StackError, match=f"channel.json: not a channel: {re.escape(why)}") as caught:
        load_channel(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[1]", "\xff"])
def test_a_file_that_is_no_channel(tmp_path, text):
    path = tmp_path / "channel.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(StackError, match="not a channel: the file") as caught:
        load_channel(path)
    assert "\n" not in str(caught.value)


def test_without_a_channel_words_pass_as_they_are():
    assert ChannelSettings.read({}, "stt text_channel").load() is None
