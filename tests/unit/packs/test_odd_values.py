"""Whatever stands in place of a value, the answer is a pack or a PackError, never another exception."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from voicebench import packs
from voicebench.errors import PackError
from voicebench.packs.source import read_sheet
from voicebench.task import Json

ODD: tuple[Json, ...] = (None, True, "odd", [None], {}, {"odd": {}}, [{"id": []}])


def _spoiled(value: Json) -> Iterator[Json]:
    """Yield the value with each of its parts in turn replaced by each odd one."""
    yield from ODD
    if isinstance(value, dict):
        for key, part in value.items():
            for odd in _spoiled(part):
                yield {**value, key: odd}
    elif isinstance(value, list):
        for number, part in enumerate(value):
            for odd in _spoiled(part):
                yield [*value[:number], odd, *value[number + 1 :]]


@pytest.mark.parametrize("file", ["pack.yaml", "tasks/CAKE-1.yaml"])
def test_odd_values(folder: Path, file: str) -> None:
    good = read_sheet(folder / file, file).value
    dump = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    for value in _spoiled(good):
        (folder / file).write_text(yaml.dump(value, Dumper=dump))
        try:
            pack = packs.load(folder)
        except PackError:
            continue
        for task in pack.tasks:
            packs.expectation(pack, task)
