"""Lines by name: the YAML files in ``pipelines/lines``, or one of your own."""

from pathlib import Path

import yaml
from pydantic import ValidationError

from voicebench import datafiles
from voicebench.errors import ConfigError
from voicebench.line.chain import LineSettings

__all__ = ["load", "names"]


def names() -> tuple[str, ...]:
    """Return the lines that come with voicebench, in alphabetical order."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


def load(name_or_path: str | Path) -> LineSettings:
    """Return a line's settings.

    Args:
        name_or_path: The name of one that comes with voicebench, or a file (it ends in ``.yaml``).

    Raises:
        ConfigError: There is no such line, or its file is wrong.
    """
    path = Path(name_or_path)
    if path.suffix not in {".yaml", ".yml"}:
        if str(name_or_path) not in names():
            raise ConfigError(f"no line {str(name_or_path)!r}; choose {', '.join(names())}, or a .yaml file")
        path = _folder() / f"{name_or_path}.yaml"
    try:
        return LineSettings.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read ({error})") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {_problems(error)}") from error


def _folder() -> Path:
    return datafiles.folder("pipelines") / "lines"


def _problems(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, each['loc'])) or 'file'}: {each['msg']}" for each in error.errors())
