"""YAML as users write it: whatever cannot be read is one kind of error."""

from typing import Any

import yaml

__all__ = ["parse_yaml"]


def parse_yaml(text: str) -> Any:
    """Return what a YAML document holds.

    Raises:
        yaml.YAMLError: It is not YAML, or holds what Python cannot: a 13th month, a number of too many digits, nesting
            without end.
    """
    try:
        return yaml.safe_load(text)
    except ValueError as error:
        raise yaml.YAMLError(str(error)) from error
    except RecursionError as error:
        raise yaml.YAMLError("nested too deeply") from error
