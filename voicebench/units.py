"""Units of time and level, and the constants of the telephone line."""

__all__ = [
    "FULL_SCALE_PCM16",
    "LINE_RATE_HZ",
    "NS_PER_MS",
    "NS_PER_S",
    "PACKET_MS",
    "PACKET_SAMPLES",
    "db_to_ratio",
    "ms_to_ns",
    "ns_to_ms",
    "samples_to_ns",
    "seconds_to_ns",
]

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
LINE_RATE_HZ = 8_000
"""Sample rate of narrow-band telephony (ITU-T G.711)."""
PACKET_MS = 20
"""Packet time of the line: the usual ``ptime`` of RTP audio (RFC 3551, section 4.2)."""
PACKET_SAMPLES = LINE_RATE_HZ * PACKET_MS // 1_000
FULL_SCALE_PCM16 = 32_768.0
"""Magnitude of a 16-bit sample that stands for 1.0; 0 dBov is a square wave of it (ITU-T G.100.1)."""


def ms_to_ns(ms: float) -> int:
    """Return milliseconds as whole nanoseconds."""
    return round(ms * NS_PER_MS)


def ns_to_ms(ns: int) -> float:
    """Return nanoseconds as milliseconds."""
    return ns / NS_PER_MS


def seconds_to_ns(seconds: float) -> int:
    """Return seconds as whole nanoseconds."""
    return round(seconds * NS_PER_S)


def samples_to_ns(samples: int, rate_hz: int) -> int:
    """Return the duration of ``samples`` at ``rate_hz`` in whole nanoseconds, rounded down."""
    return samples * NS_PER_S // rate_hz


def db_to_ratio(db: float) -> float:
    """Return the amplitude ratio of a level in decibels (20 dB a decade)."""
    return float(10.0 ** (db / 20.0))
