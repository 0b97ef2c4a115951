"""Lines by name: the YAML files in ``pipelines/lines``, one of your own, or a few words."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from voicebench import datafiles
from voicebench.complaints import did_you_mean, say
from voicebench.errors import ConfigError
from voicebench.line.chain import CODEC_TAGS, LineSettings
from voicebench.line.spec import changed
from voicebench.yaml_text import parse_yaml

__all__ = ["load", "names"]

_BASE = "clean"


def names() -> tuple[str, ...]:
    """Return the lines that come with voicebench, in alphabetical order."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


def load(line: str | Path) -> LineSettings:
    """Return a line's settings.

    Args:
        line: The name of one that comes with voicebench, or a file (it ends in ``.yaml``), or words like
            ``snr=10,loss=2%,codec=g711a``; such words may follow a name or a file and a comma.

    Raises:
        ConfigError: There is no such line, or its file is wrong, or the words.
    """
    text = str(line)
    base, comma, words = text.partition(",")
    if "=" in base and Path(base).suffix not in {".yaml", ".yml"}:
        base, words = _BASE, text
    elif not comma:
        return _checked(_read(line), _file(line), text)
    data = {**changed(_read(base), words), "name": text, "description": ""}
    return _checked(data, _file(base), f"line {text!r}")


def _checked(data: Any, file: Path, what: str) -> LineSettings:
    try:
        folder = None if "=" in what and file.parent == _folder() else file.parent
        return LineSettings.model_validate(data, context={"folder": folder})
    except ValidationError as error:
        raise ConfigError(f"{what if '=' in what else file}: {_problems(error)}") from error


def _file(line: str | Path) -> Path:
    path = Path(line)
    if path.suffix in {".yaml", ".yml"}:
        return path
    if str(line) not in names():
        ways = f"a .yaml file, or words like snr=10,loss=2%{did_you_mean(str(line), names())}"
        raise ConfigError(f"no line {str(line)!r}; choose {', '.join(names())}, or {ways}")
    return _folder() / f"{line}.yaml"


def _read(line: str | Path) -> Any:
    path = _file(line)
    try:
        return parse_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read ({error})") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not YAML: {' '.join(str(error).split())}") from error


def _folder() -> Path:
    return datafiles.folder("pipelines") / "lines"


def _problems(error: ValidationError) -> str:
    return "; ".join(f"{_place(each['loc'])}{say(each)}" for each in error.errors())


def _place(place: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in place if part not in CODEC_TAGS) or "file"
