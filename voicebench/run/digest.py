"""One digest over all that a call determines, so that two runs are compared by a glance."""

import hashlib
import json

from voicebench.record import CallRecord
from voicebench.run.facts import record_facts, stereo
from voicebench.task import Json

__all__ = ["record_sha256"]


def record_sha256(record: CallRecord) -> str:
    """Return the digest of a record: events, words, tool log, database, ending, drawn parameters, and sound as PCM.

    The verdict is no part of it, since a record may be graded again; nor is anything of the machine or the day.
    """
    whole = {
        "record": record_facts(record),
        "log": record.log.model_dump(mode="python"),
        "sound": None if record.sound is None else hashlib.sha256(stereo(record.sound).tobytes()).hexdigest(),
        "rate_hz": None if record.sound is None else record.sound[0].rate_hz,
    }
    return hashlib.sha256(_canonical(whole)).hexdigest()


def _canonical(value: Json) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
