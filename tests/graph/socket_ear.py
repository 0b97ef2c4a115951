"""A small recogniser that streams over a WebSocket, as cloud services do; a stack of the tests names it by its path."""

import json
from collections.abc import AsyncGenerator
from typing import Any

from pipecat.frames.frames import Frame, StartFrame, TranscriptionFrame, VADUserStoppedSpeakingFrame
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.settings import STTSettings
from pipecat.services.stt_service import WebsocketSTTService
from pipecat.utils.time import time_now_iso8601
from websockets.asyncio.client import connect


class SocketEar(WebsocketSTTService):
    """Sends the sound as it comes, says when speech has ended, and takes words whenever they come back."""

    def __init__(self, *, url: str, api_key: str, **kwargs: Any):
        super().__init__(settings=STTSettings(model=None, language=None), **kwargs)
        self._ear_url = url
        self._ear_key = api_key
        self._ear_task: Any = None

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self._connect()

    async def _connect(self) -> None:
        await self._connect_websocket()
        self._ear_task = self.create_task(self._receive_task_handler(self._report_error))

    async def _disconnect(self) -> None:
        if self._ear_task:
            await self.cancel_task(self._ear_task)
            self._ear_task = None
        await self._disconnect_websocket()

    async def _connect_websocket(self) -> None:
        self._websocket = await connect(self._ear_url, additional_headers={"Authorization": self._ear_key}, proxy=None)

    async def _disconnect_websocket(self) -> None:
        if self._websocket:
            await self._websocket.close()
            self._websocket = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, VADUserStoppedSpeakingFrame) and self._websocket:
            await self._websocket.send(json.dumps({"type": "finalize"}))

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:
        if self._websocket:
            await self._websocket.send(audio)
        yield None

    async def _receive_messages(self) -> None:
        assert self._websocket is not None
        async for message in self._websocket:
            words = json.loads(message)["words"]
            if words:
                await self.push_frame(TranscriptionFrame(words, "caller", time_now_iso8601()))
