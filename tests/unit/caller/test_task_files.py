"""The loader reads tasks with LibYAML where it is there; PyYAML's own parser is stricter about flow mappings."""

from pathlib import Path

import pytest
import yaml

PACKS = Path(__file__).parents[3] / "packs"


@pytest.mark.parametrize("path", sorted(PACKS.glob("*/tasks/*.yaml")), ids=lambda path: path.stem)
def test_a_task_can_be_read_without_libyaml(path):
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["id"] == path.stem
