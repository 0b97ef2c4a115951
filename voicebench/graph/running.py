"""Runs pipelines for as long as a call lasts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

from pipecat.frames.frames import ErrorFrame
from pipecat.pipeline.worker import PipelineWorker
from pipecat.workers.runner import WorkerRunner

from voicebench.graph.failure import Failure
from voicebench.graph.stock.blame import error_of

__all__ = ["running"]


@contextlib.asynccontextmanager
async def running(workers: Sequence[PipelineWorker], failure: Failure) -> AsyncIterator[None]:
    """Run ``workers`` side by side, and take them down at the end.

    Args:
        workers: The pipelines.
        failure: Takes an error that Pipecat turned into a frame.
    """
    for worker in workers:
        _listen_for_errors(worker, failure)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(*workers)
    task = asyncio.create_task(runner.run())
    try:
        await asyncio.gather(*(_started(worker) for worker in workers))
        yield
    finally:
        await runner.cancel()
        await task
        await _drop_connections()


async def _drop_connections() -> None:
    """Let go of the sockets that services of Pipecat's leave open: many keep a client for as long as the process."""
    # asyncio has no public list of a loop's transports.
    transports = getattr(asyncio.get_running_loop(), "_transports", {})
    for transport in list(transports.values()):
        transport.abort()
    await asyncio.sleep(0)  # a transport closes its socket one turn after it was told


def _listen_for_errors(worker: PipelineWorker, failure: Failure) -> None:
    async def note(worker: PipelineWorker, frame: ErrorFrame) -> None:
        failure.note(error_of(frame, worker.name))

    worker.add_event_handler("on_pipeline_error", note)


async def _started(worker: PipelineWorker) -> None:
    started = asyncio.Event()

    async def note(*_: object) -> None:
        started.set()

    worker.add_event_handler("on_pipeline_started", note)
    await started.wait()
