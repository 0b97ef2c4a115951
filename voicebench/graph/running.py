"""Runs pipelines for as long as a call lasts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

from pipecat.frames.frames import ErrorFrame
from pipecat.pipeline.worker import PipelineWorker
from pipecat.workers.runner import WorkerRunner

from voicebench.errors import CallError
from voicebench.graph.failure import Failure

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


def _listen_for_errors(worker: PipelineWorker, failure: Failure) -> None:
    async def note(worker: PipelineWorker, frame: ErrorFrame) -> None:
        failure.note(CallError(f"the {worker.name}'s pipeline: {frame.error}"))

    worker.add_event_handler("on_pipeline_error", note)


async def _started(worker: PipelineWorker) -> None:
    started = asyncio.Event()

    async def note(*_: object) -> None:
        started.set()

    worker.add_event_handler("on_pipeline_started", note)
    await started.wait()
