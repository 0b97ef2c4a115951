"""YAML as users write it: whatever cannot be read is one kind of error."""

from typing import Any

import yaml

__all__ = ["parse_yaml"]

_MERGE = "tag:yaml.org,2002:merge"


class _Loader(yaml.SafeLoader):
    """Of a key that is there twice the first would be lost without a word."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        firsts: dict[Any, yaml.Node] = {}
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            # By what they mean: ``yes`` is ``true``. What is merged in has no meaning of its own.
            meaning = (_MERGE,) if key.tag == _MERGE else self.construct_object(key)
            if firsts.setdefault(meaning, key) is not key:
                raise yaml.MarkedYAMLError(problem=f"the key {key.value!r} is there twice", problem_mark=key.start_mark)
        return node


def parse_yaml(text: str) -> Any:
    """Return what a YAML document holds.

    Raises:
        yaml.YAMLError: It is not YAML, states a key twice, or holds what Python cannot: a 13th month, a number of too
            many digits, nesting without end.
    """
    try:
        return _Loader(text).get_single_data()
    except ValueError as error:
        raise yaml.YAMLError(str(error)) from error
    except RecursionError as error:
        raise yaml.YAMLError("nested too deeply") from error
