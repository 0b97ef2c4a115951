"""Calls made by hand, in milliseconds."""

import pytest

from voicebench.events import Event, EventKind, Side
from voicebench.task import Json
from voicebench.units import ms_to_ns

LINE_MS = 6.25


class Tape:
    """A log of events; each method notes what its name says, at times that the test states."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def add(self, side: Side, kind: EventKind, at_ms: float, **data: Json) -> "Tape":
        self._events.append(Event(ms_to_ns(at_ms), side, kind, data))
        return self

    def speech(self, side: Side, from_ms: float, to_ms: float) -> "Tape":
        self.add(side, "speech_start", from_ms, line_ms=LINE_MS)
        return self.add(side, "speech_end", to_ms, line_ms=LINE_MS)

    def agent(self, kind: EventKind, at_ms: float, **data: Json) -> "Tape":
        return self.add("agent", kind, at_ms, **data)

    def caller_says(self, *islands: tuple[float, float]) -> "Tape":
        """One utterance, meant 50 ms before it sounds, and heard by the VAD 360 ms after each of its islands begins."""
        self.add("caller", "said", islands[0][0] - 50)
        for start_ms, end_ms in islands:
            self.speech("caller", start_ms, end_ms)
            for kind in ("vad_start", "turn_start", "interrupted"):
                self.agent(kind, start_ms + 360)
        return self

    def turn_ends(self, stop_ms: float, heard_ms: float, end_ms: float) -> "Tape":
        """The VAD stops; the transcript took from there until it was heard; the turn ends."""
        self.agent("vad_stop", stop_ms).agent("transcript", heard_ms, cost_ms=heard_ms - stop_ms)
        return self.agent("turn_end", end_ms)

    def asks(
        self,
        number: int,
        sent_ms: float,
        end_ms: float,
        *,
        role: str = "desk",
        cancelled: bool = False,
        reasoning: float | None = None,
        content: float | None = None,
        tool: float | None = None,
    ) -> "Tape":
        """One request, with the times of its first tokens."""
        self.agent("llm_request", sent_ms, request=number, role=role)
        for kind, at_ms in (
            ("llm_first_reasoning", reasoning),
            ("llm_first_content", content),
            ("llm_first_tool", tool),
        ):
            if at_ms is not None:
                self.agent(kind, at_ms, request=number)  # type: ignore[arg-type]
        return self.agent("llm_end", end_ms, request=number, cancelled=cancelled)

    def uses(self, name: str, from_ms: float, to_ms: float) -> "Tape":
        return self.agent("tool_start", from_ms, name=name).agent("tool_end", to_ms, name=name)

    def voices(self, from_ms: float, to_ms: float, silence_ms: float = 40.0, audio_ms: float = 1_000.0) -> "Tape":
        self.agent("tts_start", from_ms)
        return self.agent("tts_end", to_ms, audio_ms=audio_ms, leading_silence_ms=silence_ms)

    def plain_turn(self, at_ms: float, number: int = 1) -> "Tape":
        """The caller speaks for a second from ``at_ms``, and has a reply of a second 1.5 s after that."""
        self.caller_says((at_ms, at_ms + 1_000))
        self.turn_ends(at_ms + 1_600, at_ms + 1_750, at_ms + 1_900)
        self.asks(number, at_ms + 1_900, at_ms + 2_400, content=at_ms + 2_200)
        self.voices(at_ms + 2_300, at_ms + 2_447)
        return self.speech("agent", at_ms + 2_500, at_ms + 3_500)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(sorted(self._events, key=lambda event: event.at_ns))


@pytest.fixture
def tape() -> Tape:
    return Tape()
