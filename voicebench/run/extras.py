"""What a run is made with beside its calls: prices, a limit on what it may cost, a cassette. Kept in ``run.json``."""

import math
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.models import sha256_of
from voicebench.run.cassette import Cassette
from voicebench.run.folders import write_folder
from voicebench.run.grid import is_grid, runs_of
from voicebench.run.pricing import Tariffs, tariff_facts, tariffs_of
from voicebench.run.resume import planned
from voicebench.run.store import RunFolder, is_run
from voicebench.tape import check_cassette, unwound, wind_up
from voicebench.task import Json

__all__ = ["Extras"]

_TAPE = "cassette"
"""In the folder of a run or a grid: what is on the tape so far; not there once it is wound up."""
_LABELLED = ("stack", "seed", "calls", "packages", "git_commit")
"""What the label of a cassette has of each run."""


@dataclass(frozen=True)
class Extras:
    """What a run is made with.

    Args:
        tariffs: Prices, by the stack's name; empty where none were asked for.
        max_cost_usd: What it may cost.
        record_to: The cassette that is written in the end.
        replay: The cassette that all comes from.
        tape: The folder that the tape is recorded in.
    """

    tariffs: Tariffs = field(default_factory=dict)
    max_cost_usd: float | None = None
    record_to: Path | None = None
    replay: Path | None = None
    tape: Path | None = None

    def check(self, clock: str) -> None:
        """Look whether these go together, before anything is spent.

        Args:
            clock: ``real`` or ``virtual``.

        Raises:
            ConfigError: They do not, or a file is not what it must be.
        """
        self._check_limit()
        if self.record_to and self.replay:
            raise ConfigError("--record-cassette and --cassette: a run is recorded or replayed, not both")
        flag = "--record-cassette" if self.record_to else "--cassette"
        if clock == "real" and (self.record_to or self.replay):
            raise ConfigError(f"{flag}: on the real clock no call repeats; leave out --clock real")
        if self.record_to and (self.record_to.exists() or not self.record_to.resolve().parent.is_dir()):
            what = "is there already" if self.record_to.exists() else "its folder is not there"
            raise ConfigError(f"{flag} {self.record_to}: {what}; name a new file in a folder that is there")
        if self.replay:
            check_cassette(self.replay)

    def _check_limit(self) -> None:
        if self.max_cost_usd is None:
            return
        if not math.isfinite(self.max_cost_usd):
            raise ConfigError(f"--max-cost {self.max_cost_usd:g}: give an amount; without the flag there is no limit")
        if not self.tariffs:
            raise ConfigError(f"--max-cost {self.max_cost_usd:g}: without prices nobody knows; add --prices")
        unpriced = [what for one in self.tariffs.values() for what in one.unpriced]
        if unpriced:
            raise ConfigError(f"--max-cost {self.max_cost_usd:g}: {unpriced[0]}; add one to the file of --prices")

    def placed(self, top: Path) -> "Extras":
        """Return these with the place of the tape that is recorded.

        Args:
            top: The folder of the run, or of the grid of runs.
        """
        return replace(self, tape=(top / _TAPE).resolve()) if self.record_to else self

    @property
    def cassette(self) -> Cassette | None:
        """What calls are recorded on or replayed from."""
        if self.tape:
            return Cassette(self.tape, is_played=False)
        return Cassette(self.replay.resolve(), is_played=True) if self.replay else None

    def rewind(self) -> None:
        """Make a tape again of a cassette that was written already: calls are to be added, and it must lack none.

        Raises:
            ConfigError: What the run recorded so far is not where it was.
            RecordError: The tape cannot be written.
        """
        if self.record_to is None or self.tape is None or self.tape.is_dir():
            return
        where = f"--record-cassette {self.record_to}"
        if not (is_run(self.tape.parent) or is_grid(self.tape.parent)):
            raise ConfigError(f"{where}: the run was moved from {self.tape.parent} while it recorded; move it back")
        runs = runs_of(self.tape.parent)
        if not any(one.made() for one in runs):
            return
        if not self.record_to.exists():
            raise ConfigError(f"{where}: what this run recorded so far is gone; put it back, or start a new run")
        if check_cassette(self.record_to).get("runs") != _about(runs):
            raise ConfigError(f"{where}: is of another run; put this run's cassette there, or start a new run")
        write_folder(self.tape, unwound(self.record_to))

    def wind_up(self) -> None:
        """Write the cassette of a run, or of a grid, that is complete, and drop what it was made of.

        Raises:
            RecordError: It cannot be written.
        """
        if self.record_to is None or self.tape is None or not self.tape.is_dir():
            return
        runs = runs_of(self.tape.parent)
        if all(set(planned(one)) <= set(one.made()) for one in runs):
            wind_up(self.tape, self.record_to, {"runs": _about(runs)})
            shutil.rmtree(self.tape)

    def facts(self, top: Path) -> dict[str, Json]:
        """Return what each ``run.json`` holds of it.

        Args:
            top: The folder of the run, or of the grid of runs.
        """
        found: dict[str, Json] = {"prices": tariff_facts(self.tariffs)} if self.tariffs else {}
        if self.max_cost_usd is not None:
            found["max_cost_usd"] = self.max_cost_usd
        if self.record_to:
            found["record_cassette"] = {"path": str(self.record_to.resolve()), "tape": str(self.placed(top).tape)}
        if self.replay:
            found["cassette"] = {"path": str(self.replay.resolve()), "sha256": sha256_of(self.replay)}
        return found

    @classmethod
    def of_runs(
        cls, runs: Sequence[Mapping[str, Json]], max_cost_usd: float | None = None, *, go_on: bool = True
    ) -> "Extras":
        """Return what runs were begun with.

        Args:
            runs: What the ``run.json`` of each holds; all but the prices is the same in each.
            max_cost_usd: Another limit, in place of theirs.
            go_on: Whether calls are still to be made.

        Raises:
            ConfigError: The cassette is not what it was.
        """
        facts, record = runs[0], runs[0].get("record_cassette")
        kept = cls(
            tariffs={name: one for run in runs for name, one in tariffs_of(run).items()},
            max_cost_usd=facts.get("max_cost_usd") if max_cost_usd is None else max_cost_usd,
            record_to=Path(record["path"]) if record else None,
            tape=Path(record["tape"]) if record else None,
            replay=Path(facts["cassette"]["path"]) if "cassette" in facts else None,
        )
        if kept.replay and go_on:
            check_cassette(kept.replay)
            if sha256_of(kept.replay) != facts["cassette"]["sha256"]:
                raise ConfigError(f"{kept.replay}: the cassette is another than when this run began; start a new run")
        kept._check_limit()
        return kept


def _about(runs: Sequence[RunFolder]) -> list[dict[str, Json]]:
    return [{name: one.facts().get(name) for name in _LABELLED} for one in runs]
