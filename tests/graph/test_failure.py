import asyncio

import pytest

from voicebench.errors import CallError, TtsError
from voicebench.graph.failure import Failure


async def _raises(error: Exception) -> None:
    raise error


async def _failure(error: Exception) -> CallError | None:
    failure = Failure()
    failure.watch(asyncio.create_task(_raises(error)), "the phone line")
    await failure.happened.wait()
    return failure.error


@pytest.mark.parametrize(
    ("error", "words"),
    [(ValueError("no samples"), "the phone line: ValueError: no samples"), (TtsError("no voice"), "no voice")],
)
def test_a_task_that_dies_breaks_the_call(error: Exception, words: str) -> None:
    found = asyncio.run(_failure(error))
    assert (str(found), found.fault if found else None) == (words, "harness")


def test_a_task_that_is_cancelled_breaks_nothing() -> None:
    async def cancelled() -> CallError | None:
        failure = Failure()
        task = asyncio.create_task(asyncio.sleep(3_600))
        failure.watch(task, "the phone line")
        task.cancel()
        await asyncio.wait([task])
        return failure.error

    assert asyncio.run(cancelled()) is None
