"""Many utterances heard at once, in processes of their own. Nothing here loads a model or Pipecat; the workers do."""

import contextlib
import functools
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from loguru import logger

from voicebench.errors import SttError
from voicebench.line import LineSettings
from voicebench.run.children import end_with_parent, no_interrupts
from voicebench.run.hear.recordings import Recording
from voicebench.run.hear.tally import Result
from voicebench.run.hear.utterances import Utterance
from voicebench.stack import EngineSpec

__all__ = ["Job", "listen_all"]


@dataclass(frozen=True)
class Job:
    """One utterance, to be heard over some lines.

    Args:
        source: What is said: an utterance to be spoken, or a recording.
        lines: How it is spoiled, one after another; None leaves it as it is.
        recogniser: Who listens.
        seed: Of the lines' dice.
    """

    source: Utterance | Recording
    lines: tuple[LineSettings | None, ...]
    recogniser: EngineSpec
    seed: int


def listen_all(
    jobs: Sequence[Job], at_once: int, cache: Path | None, done: Callable[[int], None] = lambda _: None
) -> list[Result]:
    """Return what was heard of each job over each of its lines, in order, whatever the number of processes.

    Args:
        jobs: What to hear.
        at_once: Number of processes.
        cache: Folder of the caches; None to make everything anew.
        done: Is told how many jobs are done.

    Raises:
        ConfigError: A voice, a recogniser or a file is not what it should be.
        SttError: A process died.
    """
    results: list[Result] = []
    try:
        with _pool(at_once) as pool:
            with no_interrupts():  # the processes start here
                found = pool.map(functools.partial(_work, cache), jobs)
            for number, heard in enumerate(found, 1):
                results += heard
                done(number)
    except BrokenProcessPool as error:
        raise SttError("a process that listened died; was it short of memory?") from error
    return results


@contextlib.contextmanager
def _pool(at_once: int) -> Iterator[ProcessPoolExecutor]:
    """Lend processes that end with this one, and at once when what they are wanted for breaks off."""
    processes = get_context("spawn")
    theirs, life = processes.Pipe(duplex=False)
    with theirs, life, ProcessPoolExecutor(at_once, processes, _start, (theirs,)) as pool:
        try:
            yield pool
        except BaseException:
            life.close()
            raise


def _start(life: Connection) -> None:
    """Keep the terminal and the figures on stdout clean, and end with the parent."""
    end_with_parent(life.fileno())
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    logger.remove()
    warnings.simplefilter("ignore")


def _work(cache: Path | None, job: Job) -> list[Result]:
    found: list[Result] = _listening().hear_job(job, _kit(cache))
    return found


@functools.cache
def _kit(cache: Path | None) -> Any:
    """The models of this process; a kit loads Pipecat, which says so on the terminal."""
    return import_module("voicebench.run.kit").Kit(cache)


def _listening() -> Any:
    return import_module("voicebench.run.hear.listen")
