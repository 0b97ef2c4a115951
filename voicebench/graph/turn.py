"""The end-of-turn model at the workbench: what it takes is part of the caller's wait."""

from pipecat.audio.turn.base_turn_analyzer import EndOfTurnState
from pipecat.audio.turn.smart_turn.base_smart_turn import SmartTurnParams
from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3
from pipecat.metrics.metrics import MetricsData

from voicebench.vtime.workbench import Workbench

__all__ = ["ChargedTurn"]


class ChargedTurn(LocalSmartTurnAnalyzerV3):
    """Pipecat's smart turn; on a simulated clock its own executor would take no time.

    Args:
        workbench: Where the model works.
        params: Pipecat's settings.
    """

    def __init__(self, workbench: Workbench, params: SmartTurnParams):
        super().__init__(params=params)
        self._line_workbench = workbench

    async def analyze_end_of_turn(self) -> tuple[EndOfTurnState, MetricsData | None]:
        """Ask the model about what was said so far."""
        heard = self._audio_buffer
        done = await self._line_workbench.do("turn", lambda: self._process_speech_segment(heard), lambda _: 0.0)
        state, metrics = done.result
        if state == EndOfTurnState.COMPLETE:
            self._clear(state)
        return state, metrics
