from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from voicebench.complaints import did_you_mean, first_fault


class Cake(BaseModel):
    model_config = ConfigDict(extra="forbid")

    layers: int = Field(gt=0)
    glaze: Literal["plain", "cocoa"] = "plain"
    name: str = "cake"

    @field_validator("name")
    @classmethod
    def _short(cls, name: str) -> str:
        if len(name) > 100:
            raise ValueError("a name is short")
        return name


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "layers is missing; add it"),
        ({"layers": 2, "cherry": 1}, "cherry is not a key known here; correct its spelling or drop it"),
        ({"layers": "two"}, "layers must be a whole number, not 'two'"),
        ({"layers": 0}, "layers must be greater than 0, not 0"),
        ({"layers": 2, "glaze": "coco"}, "glaze must be 'plain' or 'cocoa', not 'coco'"),
        ({"layers": 2, "name": "x" * 101}, "name: a name is short"),
        ({"layers": 2, "name": ["x"]}, "name must be text, not a list"),
        ([], "the file must be a mapping of keys to values, not a list"),
    ],
)
def test_a_fault_is_told_in_plain_words(facts: object, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Cake.model_validate(facts)
    assert first_fault(caught.value) == words


def test_a_name_that_is_nearly_another() -> None:
    assert did_you_mean("r-h5x", ["R-H5", "C5-H1"]) == "; did you mean 'R-H5'?"
    assert did_you_mean("moon", ["R-H5", "C5-H1"]) == ""
