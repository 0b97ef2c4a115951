"""A part of a stack that may be a service of Pipecat's, named by its class path."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from voicebench.keys import NAME_WANTED, is_variable
from voicebench.task import Json

__all__ = ["SERVICE", "Address", "Frozen", "Part", "Served", "ServiceSpec"]

Part = Literal["stt", "llm", "tts"]
"""A place in a stack."""
SERVICE = "service"
"""What stands for the engine's name where there is a service in its place."""


def _address(url: str) -> str:
    """Refuse what no request can be sent to, and what holds a secret: a stack is kept with each run."""
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise PydanticCustomError("secret", "put no user or password into base_url; a key goes through key_env")
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0 or re.search(r"\s", url):
        raise PydanticCustomError(
            "address", "give an address with http:// or https://, such as http://127.0.0.1:8000/v1"
        )
    return url


Address = Annotated[str, AfterValidator(_address)]
"""Where an endpoint is, up to and including its version."""


class Frozen(BaseModel):
    """A part of a file of the user's: it never changes, and holds nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class ServiceSpec:
    """A service of Pipecat's.

    Args:
        path: ``MODULE:CLASS``.
        settings: Arguments of its constructor and fields of its ``Settings``.
        keys: Environment variables that hold its keys, by the constructor's argument that takes them.
    """

    path: str
    settings: Mapping[str, Json]
    keys: Mapping[str, str]


class Served(Frozen):
    """What may be a service of Pipecat's.

    Args:
        service: ``MODULE:CLASS`` of a service; None where it is an engine of ours.
        settings: Its settings.
        key_env: The environment variable that holds its key, or several, by the argument that takes each.
    """

    service: str | None = None
    settings: Mapping[str, Json] = Field(default_factory=dict)
    key_env: str | Mapping[str, str] | None = None

    @field_validator("key_env")
    @classmethod
    def _names_variables(cls, key_env: str | Mapping[str, str] | None) -> str | Mapping[str, str] | None:
        """The commonest mistake is the key itself, which must not be kept or shown."""
        names = key_env.values() if isinstance(key_env, Mapping) else filter(None, [key_env])
        if not all(map(is_variable, names)):
            raise PydanticCustomError("key_env", NAME_WANTED)
        return key_env

    @property
    def as_service(self) -> ServiceSpec | None:
        """The service of Pipecat's; None where it is an engine of ours."""
        keys = {"api_key": self.key_env} if isinstance(self.key_env, str) else self.key_env or {}
        return None if self.service is None else ServiceSpec(self.service, self.settings, keys)
