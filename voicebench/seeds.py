"""All dice of a run, derived from its one seed.

A call's seed depends on the run's seed, the task and the trial alone, never on the stack, the line or the order, so
that two stacks meet the same caller and the same noise. Each stream of random numbers has a name, so that adding one
never changes another's draws.
"""

import hashlib

import numpy as np

__all__ = ["call_seed", "generator", "stream_seed"]


def call_seed(run_seed: int, task: str, trial: int) -> int:
    """Return the seed of one call.

    Args:
        run_seed: The run's ``--seed``.
        task: ``PACK/TASK``.
        trial: Number of the trial, from 0.

    Returns:
        A number below 2**63.
    """
    return stream_seed(run_seed, f"{task}#{trial}")


def stream_seed(seed: int, name: str) -> int:
    """Return the seed of the stream ``name`` under ``seed``, a number below 2**63."""
    digest = hashlib.sha256(f"{seed}/{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def generator(seed: int, name: str) -> np.random.Generator:
    """Return the generator of the stream ``name`` under ``seed``.

    PCG64 is named outright: NumPy may change what ``default_rng`` means.
    """
    return np.random.Generator(np.random.PCG64(stream_seed(seed, name)))
