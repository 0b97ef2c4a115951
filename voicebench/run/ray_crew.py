"""Those who make a run's calls on a Ray cluster: actors, each with models of its own. The only use of Ray."""

import contextlib
import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import ray

from voicebench.errors import ConfigError
from voicebench.run.crew import LIVE, Crew, News, drop_if_empty
from voicebench.run.logs import keys_of, listen
from voicebench.run.manifest import code_sha256, pack_sha256, versions
from voicebench.run.plan import CallPlan
from voicebench.run.wall import MadeCall, Refused, answer, broken_record
from voicebench.task import Json

__all__ = ["Caller", "RayCrew", "files_of", "made_of", "ray_crew"]

_LOOK_S = 0.5
_ATTEMPTS = 3
"""How often a call whose worker was lost is begun: one that takes every worker along would never end."""

Files = Mapping[str, bytes]
"""A pack's files, by their names in its folder."""


@contextlib.contextmanager
def ray_crew(jobs: int | None, log: Path, opener: str = LIVE) -> Iterator[Crew]:
    """Lend actors of the Ray cluster that the environment names, or of a local one that ends with the run.

    Args:
        jobs: How many calls are made at once; None for one a CPU of the cluster.
        log: Takes what Ray says; what the workers print is in Ray's own logs.
        opener: Makes the calls; see ``voicebench.run.work.Worker``.

    Raises:
        ConfigError: The cluster is not there.
    """
    with contextlib.ExitStack() as stack:
        stack.callback(drop_if_empty, log)
        # Ray tells of lost workers on stdout, where the figures of this command will stand.
        stack.enter_context(contextlib.redirect_stdout(stack.enter_context(log.open("a", encoding="utf-8"))))
        if not ray.is_initialized():
            _connect()
            stack.callback(ray.shutdown)
        with contextlib.closing(RayCrew(jobs or int(ray.cluster_resources().get("CPU", 1)), opener)) as crew:
            yield crew


def _connect() -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a benchmark tells nobody that it runs
    try:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise ConfigError(f"--executor ray: no cluster: {_line(error)}; see RAY_ADDRESS") from error


@dataclass(frozen=True)
class _Begun:
    number: int
    plan: CallPlan
    actor: Any
    attempt: int


class RayCrew:
    """Actors of a Ray cluster. A call whose actor is lost is made again by another.

    Args:
        jobs: How many calls are made at once.
        opener: Makes the calls; see ``voicebench.run.work.Worker``.
    """

    def __init__(self, jobs: int, opener: str):
        self._jobs = jobs
        self._opener = opener
        self._idle: list[Any] = []
        self._busy: dict[Any, _Begun] = {}
        self._packs: dict[Path, Any] = {}

    @property
    def has_room(self) -> bool:
        """Whether one more call can be made at once."""
        return len(self._busy) < self._jobs

    @property
    def at_work(self) -> Collection[int]:
        """Numbers of the calls that are being made."""
        return [begun.number for begun in self._busy.values()]

    def begin(self, number: int, plan: CallPlan) -> None:
        """Have a call made.

        Raises:
            ConfigError: It has a cassette, which lies on this machine alone.
        """
        if plan.cassette:
            raise ConfigError("--executor ray: a cassette lies on this machine alone; leave one of the two out")
        self._begin(number, plan, 1)

    def _begin(self, number: int, plan: CallPlan, attempt: int) -> None:
        actor = self._idle.pop() if self._idle else _CALLER.remote(self._opener, made_of())
        home = plan.pack.folder
        if home not in self._packs:
            self._packs[home] = ray.put(files_of(home))
        self._busy[actor.make.remote(plan, pack_sha256(home), self._packs[home])] = _Begun(number, plan, actor, attempt)

    def news(self) -> Iterator[tuple[int, News]]:
        """Wait a little while for calls to be finished, and yield them; Ray does not tell how a call goes on."""
        done, _ = ray.wait(list(self._busy), timeout=_LOOK_S)
        for promise in done:
            begun = self._busy.pop(promise)
            try:
                made: MadeCall | Refused = ray.get(promise)
            except ray.exceptions.RayError as error:
                yield from self._lost(begun, error)
                continue
            self._idle.append(begun.actor)
            yield begun.number, made

    def _lost(self, begun: _Begun, error: Exception) -> Iterator[tuple[int, News]]:
        ray.kill(begun.actor)
        print(f"{begun.plan.task_id} trial {begun.plan.trial}: attempt {begun.attempt} was lost: {error}")  # noqa: T201 - into the log
        if begun.attempt < _ATTEMPTS:
            self._begin(begun.number, begun.plan, begun.attempt + 1)
            return
        why = f"call: its worker was lost {_ATTEMPTS} times, at last: {_line(error)}"
        yield begun.number, MadeCall(broken_record(begun.plan, why), {})

    def close(self) -> None:
        """End all actors; calls in progress are dropped."""
        for actor in (*(begun.actor for begun in self._busy.values()), *self._idle):
            ray.kill(actor)


class Caller:
    """Makes calls one after another, on whatever machine Ray puts it.

    Args:
        opener: See ``voicebench.run.work.Worker``.
        made_of: Versions that must be the same on its machine; see ``made_of``.
    """

    def __init__(self, opener: str, made_of: Mapping[str, Json]):
        listen("ERROR")
        self._opener = opener
        self._made_of = made_of
        self._open = contextlib.ExitStack()
        self._make: Any = None
        self._homes: dict[str, Path] = {}

    def make(self, plan: CallPlan, digest: str, files: Files) -> MadeCall | Refused:
        """Make a call.

        Args:
            plan: The call.
            digest: That of its pack.
            files: The pack's files, for a machine that lacks it.
        """
        if self._make is None:
            if unlike := _unlike(self._made_of, made_of()):
                where = f"the machine {os.uname().nodename}"
                return Refused(f"--executor ray: {where} has another {unlike}; install the same there")
            module, _, name = self._opener.partition(":")
            try:
                self._make = self._open.enter_context(getattr(import_module(module), name)())
            except ConfigError as error:
                return Refused(str(error))
        if not _is_there(plan.pack.folder, digest):
            plan = self._moved(plan, digest, files)
        listen(plan.log_level, keys_of(plan))
        return answer(plan, self._make, lambda _: None)

    def close(self) -> None:
        """Let go of the models and of packs that were sent here."""
        self._open.close()

    def _moved(self, plan: CallPlan, digest: str, files: Files) -> CallPlan:
        """Put the pack where this machine finds it; whether its code may run was decided when the call was planned."""
        if digest not in self._homes:
            home = Path(self._open.enter_context(tempfile.TemporaryDirectory())) / plan.pack.id
            for name, data in files.items():
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).write_bytes(data)
            self._homes[digest] = home
        return replace(plan, pack=plan.pack.model_copy(update={"folder": self._homes[digest]}), trusted=True)


_CALLER: Any = ray.remote(num_cpus=1, max_restarts=0)(Caller)


def made_of() -> dict[str, Json]:
    """Return what decides how a call comes out on a machine."""
    return {**versions(), "code of voicebench": code_sha256()}


def _unlike(ours: Mapping[str, Json], theirs: Mapping[str, Json]) -> str:
    return ", ".join(name for name in ours if ours[name] != theirs.get(name))


def _is_there(folder: Path, digest: str) -> bool:
    return folder.is_dir() and pack_sha256(folder) == digest


def files_of(folder: Path) -> Files:
    """Return a pack's files, to be sent to a machine that lacks it."""
    found = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name.as_posix(): path.read_bytes() for name, path in found.items() if "__pycache__" not in name.parts}


def _line(error: Exception) -> str:
    """The first line of Ray's words, which go on for a page."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
