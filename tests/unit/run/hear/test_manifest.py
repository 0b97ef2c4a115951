import hashlib
from collections import Counter

from voicebench.run.hear.manifest import first_of_each, head_line, shipped_sounds, shipped_utterances
from voicebench.run.hear.utterances import KINDS, draw_utterances
from voicebench.tts.voices import VOICES


def test_the_manifest_is_what_its_seed_draws():
    head = head_line()
    assert shipped_utterances() == draw_utterances(head["counts"], head["seed"])


def test_forty_values_of_each_kind_and_sixty_corrections_and_requests_half_of_them_in_each_voice():
    utterances = shipped_utterances()
    counts = Counter(utterance.kind for utterance in utterances)
    assert all(counts[kind] >= 40 for kind in KINDS if kind not in {"correction", "request"})
    assert counts["correction"] + counts["request"] >= 60
    for kind in KINDS:
        engines = Counter(VOICES[one.voice].engine for one in utterances if one.kind == kind)
        assert engines["piper"] == engines["hibari"] == counts[kind] / 2


def test_the_sounds_are_those_of_the_manifest():
    digests = head_line()["sha256"]
    for path in shipped_sounds().values():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == digests[path.name]


def test_the_first_of_each_kind():
    chosen = first_of_each(shipped_utterances(), 2)
    assert [one.id for one in chosen[:4]] == ["name-0", "name-1", "spelled_name-0", "spelled_name-1"]
    assert len(chosen) == 2 * len(KINDS)
