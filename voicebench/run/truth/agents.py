"""The oracle in the agent's place on a line: on the call's own loop, or in a process of its own with its own clock."""

import asyncio
import contextlib
import multiprocessing
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from multiprocessing.connection import Connection
from typing import Protocol

from voicebench.errors import LimitExceeded
from voicebench.graph.phone import PhoneLine
from voicebench.run.truth.oracle import Delivery, Oracle, Outgoing, Truth, TruthTurn
from voicebench.seeds import generator
from voicebench.units import NS_PER_S, PACKET_MS, ms_to_ns
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["TruthAgent", "here", "in_a_process"]

_PROCESSES = multiprocessing.get_context("spawn")
_PACKET_NS = ms_to_ns(PACKET_MS)
_PATIENCE_S = 60.0
"""How long a process may take to start on a busy machine, and to end."""


class TruthAgent(Protocol):
    """An oracle that is on the line."""

    async def truths(self) -> list[Truth]:
        """Return what it heard of each turn; it is over then."""
        ...


class _Ears:
    """Both ends of a line, packet by packet together."""

    def __init__(self, line: PhoneLine):
        self._at_agent = b""
        line.to_agent.ear = self._agent
        line.to_caller.ear = self._caller

    async def _agent(self, pcm: bytes) -> None:
        self._at_agent = pcm

    async def _caller(self, pcm: bytes) -> None:
        self.hear(self._at_agent, pcm)

    def hear(self, at_agent: bytes, at_caller: bytes) -> None:
        """Take one packet of each."""
        raise NotImplementedError


def _say(line: PhoneLine, outgoing: Outgoing) -> None:
    due_ns = None if outgoing.packet is None else line.began_ns + outgoing.packet * _PACKET_NS
    line.to_caller.mouth.put(outgoing.pcm, due_ns)


class _Here(_Ears):
    def __init__(self, line: PhoneLine, clock: LoopTime, oracle: Oracle):
        super().__init__(line)
        self._line = line
        self._clock = clock
        self._oracle = oracle
        self._waiting: asyncio.Queue[Outgoing] = asyncio.Queue()

    def hear(self, at_agent: bytes, at_caller: bytes) -> None:
        for outgoing in self._oracle.hear(at_agent, at_caller, self._clock.now_ns()):
            self._waiting.put_nowait(outgoing)

    async def speak(self) -> None:
        """Hand over what waits, each at its time."""
        while True:
            outgoing = await self._waiting.get()
            await self._clock.until_ns(outgoing.send_ns)
            _say(self._line, outgoing)

    async def truths(self) -> list[Truth]:
        return self._oracle.truths()


@contextlib.asynccontextmanager
async def here(
    line: PhoneLine, clock: LoopTime, turns: Sequence[TruthTurn], delivery: Delivery, seed: int
) -> AsyncIterator[TruthAgent]:
    """Put the oracle on the line, on the call's own loop and clock."""
    agent = _Here(line, clock, Oracle(turns, delivery, generator(seed, "jitter")))
    speaking = asyncio.create_task(agent.speak())
    try:
        yield agent
    finally:
        speaking.cancel()


class _Elsewhere(_Ears):
    def __init__(self, line: PhoneLine, conn: Connection):
        super().__init__(line)
        self._line = line
        self._conn = conn
        self._truths: asyncio.Future[list[Truth]] = asyncio.get_running_loop().create_future()

    def hear(self, at_agent: bytes, at_caller: bytes) -> None:
        with contextlib.suppress(OSError):  # it is gone, and ``receive`` will see it
            self._conn.send((at_agent, at_caller))

    def receive(self) -> None:
        """Take what the process has said so far; one that is gone has heard nothing."""
        try:
            while not self._truths.done() and self._conn.poll():
                self._take(self._conn.recv())
        except (EOFError, OSError):
            self._take([])

    def _take(self, said: Outgoing | list[Truth]) -> None:
        if isinstance(said, Outgoing):
            _say(self._line, said)
        else:
            asyncio.get_running_loop().remove_reader(self._conn.fileno())
            self._truths.set_result(said)

    async def truths(self) -> list[Truth]:
        with contextlib.suppress(OSError):
            self._conn.send(None)
        return await asyncio.wait_for(self._truths, _PATIENCE_S)


@contextlib.asynccontextmanager
async def in_a_process(
    line: PhoneLine, clock: LoopTime, turns: Sequence[TruthTurn], delivery: Delivery, seed: int
) -> AsyncIterator[TruthAgent]:
    """Put the oracle on the line from a process of its own; it reads its own clock and knows nothing of the call's.

    Raises:
        LimitExceeded: The process did not start.
    """
    del clock
    conn, theirs = _PROCESSES.Pipe()
    process = _PROCESSES.Process(target=_serve, args=(theirs, turns, delivery, seed), daemon=True)
    process.start()
    theirs.close()
    loop = asyncio.get_running_loop()
    try:
        if not await asyncio.to_thread(conn.poll, _PATIENCE_S):
            raise LimitExceeded("seconds for the oracle's process to start", _PATIENCE_S, _PATIENCE_S)
        conn.recv()
        agent = _Elsewhere(line, conn)
        loop.add_reader(conn.fileno(), agent.receive)
        yield agent
    finally:
        loop.remove_reader(conn.fileno())
        conn.close()
        process.join(_PATIENCE_S)
        process.kill()
        process.close()


def _serve(conn: Connection, turns: Sequence[TruthTurn], delivery: Delivery, seed: int) -> None:
    """Be the oracle until the other end has had enough."""
    oracle = Oracle(turns, delivery, generator(seed, "jitter"))
    waiting: deque[Outgoing] = deque()
    conn.send("ready")
    with contextlib.suppress(EOFError, OSError):  # the call was broken off
        while True:
            _send_due(conn, waiting)
            if not conn.poll(_until_next_s(waiting)):
                continue
            heard: tuple[bytes, bytes] | None = conn.recv()
            at_ns = time.perf_counter_ns()
            if heard is None:
                conn.send(oracle.truths())
                return
            waiting.extend(oracle.hear(heard[0], heard[1], at_ns))


def _send_due(conn: Connection, waiting: deque[Outgoing]) -> None:
    while waiting and waiting[0].send_ns <= time.perf_counter_ns():
        conn.send(waiting.popleft())


def _until_next_s(waiting: deque[Outgoing]) -> float | None:
    return max(0, waiting[0].send_ns - time.perf_counter_ns()) / NS_PER_S if waiting else None
