"""Services made for their places in a call."""

from typing import Any

from voicebench.errors import StackError
from voicebench.graph.stock.settings import make_service
from voicebench.service import ServiceSpec
from voicebench.units import LINE_RATE_HZ

__all__ = ["llm_service", "stt_service", "tts_service"]

_VOICE_RATE_HZ = 24_000
"""What most voices are made for, and OpenAI's alone speaks at; a stack may name another ``sample_rate``."""


def stt_service(spec: ServiceSpec, ttfs_p99_s: float) -> Any:
    """Return a recogniser, for sound at the line's rate.

    Args:
        spec: Which.
        ttfs_p99_s: Expected latency from the VAD's stop to the transcript; it feeds the end of turn.

    Raises:
        StackError: It cannot be made.
        MissingExtraError: A package that it needs is not installed.
    """
    rate_hz = spec.settings.get("sample_rate", LINE_RATE_HZ)
    if rate_hz != LINE_RATE_HZ:
        raise StackError(
            f"stt: service {spec.path}: sample_rate is {rate_hz}, and the phone line has {LINE_RATE_HZ} Hz"
        )
    return make_service("stt", spec, sample_rate=LINE_RATE_HZ, ttfs_p99_latency=ttfs_p99_s)


def llm_service(spec: ServiceSpec) -> Any:
    """Return a model; errors as ``stt_service``."""
    return make_service("llm", spec)


def tts_service(spec: ServiceSpec) -> Any:
    """Return a voice; errors as ``stt_service``."""
    return make_service("tts", spec, sample_rate=_VOICE_RATE_HZ)
