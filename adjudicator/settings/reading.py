"""Reading settings: the file, then the environment; and what is told of those that cannot be used."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from adjudicator.settings.values import ConfigurationError

S = TypeVar("S", bound=BaseModel)
PREFIX = "ADJ_"
CONFIG = "ADJ_CONFIG"
DEFAULT_FILE = Path("adjudicator.toml")


def load(kind: type[S], file: Path | None = None) -> S:
    """Settings from the environment and ``file`` (otherwise the file that ``ADJ_CONFIG`` names, or the default one).

    A file that was asked for must exist. Raises ``ConfigurationError`` with every problem at once.
    """
    path = file or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    problems = [f"{name}: there is no such setting" for name in _unknown_names(kind)]
    if path is not None and not path.is_file():
        problems.append(f"{path}: there is no such file")
    try:
        settings = _outside(kind, path or DEFAULT_FILE)
    except ValidationError as error:
        problems += _told(error)
    except tomllib.TOMLDecodeError as error:
        problems.append(f"{path or DEFAULT_FILE}: {error}")
    except SettingsError as error:
        problems += _no_lists(kind) or [str(error)]
    if problems:
        raise ConfigurationError(problems)
    return settings


def _outside(kind: type[S], path: Path) -> S:
    class Outside(kind, BaseSettings):  # type: ignore[misc, valid-type]
        model_config = SettingsConfigDict(
            env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=path
        )

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return env_settings, TomlConfigSettingsSource(settings_cls)

    made: S = Outside()
    return made


def _unknown_names(kind: type[BaseModel]) -> list[str]:
    known = re.compile("|".join([CONFIG, *names(kind, PREFIX)]))
    return sorted(each for each in os.environ if each.upper().startswith(PREFIX) and not known.fullmatch(each.upper()))


def names(section: type[BaseModel], prefix: str) -> Iterator[str]:
    """What the settings of a section are called in the environment; a name that people give is a pattern."""
    for name, field in section.model_fields.items():
        full = prefix + name.upper()
        yield full
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from names(field.annotation, full + "__")
        for part in get_args(field.annotation) if get_origin(field.annotation) is dict else ():
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from names(part, full + "__[A-Z][A-Z0-9]*__")


_SECRET = ("password", "secret_key", "older_secret_keys", "database", "broker")
"""Settings whose values are not shown, because they are or hold passwords."""
_MUST_BE = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "missing": "given",
}


def _told(error: ValidationError) -> list[str]:
    return [_sentence(".".join(map(str, each["loc"])), each) for each in error.errors()]


def _sentence(name: str, error: ErrorDetails) -> str:
    """What is wrong with one setting: its name, the value where that may be shown, and what is allowed."""
    kind, message = error["type"], error["msg"].removeprefix("Value error, ")
    if kind == "extra_forbidden":
        return f"{name}: there is no such setting"
    if kind == "string_pattern_mismatch":
        pattern = str(error.get("ctx", {}).get("pattern"))
        words = re.fullmatch(r"\^\(([\w|]+)\)\$", pattern)
        message = f"must be {' or '.join(words[1].split('|'))}" if words else f"must look like {pattern}"
    elif kind in _MUST_BE:
        message = f"must be {_MUST_BE[kind]}"
    message = message.replace("Input should be", "must be")
    value = error["input"]
    shown = not any(part in _SECRET for part in name.split(".")) and isinstance(value, str | int | float | bool)
    return f"{name} = {value!r}: {message}" if shown and message.startswith("must ") else f"{name}: {message}"


def _no_lists(kind: type[BaseModel]) -> list[str]:
    """Variables that should hold a list and do not; the library names only the part of the settings they are in."""
    told = []
    for name, field in _lists(kind, PREFIX):
        given = next((value for each, value in os.environ.items() if each.upper() == name), "[]")
        try:
            good = isinstance(json.loads(given), list)
        except ValueError:
            good = False
        if not good:
            shown = "the value" if field in _SECRET else repr(given)
            told.append(f'{name}: {shown} is no list; it is written as in ["one", "two"]')
    return told


def _lists(section: type[BaseModel], prefix: str) -> Iterator[tuple[str, str]]:
    for name, field in section.model_fields.items():
        full = prefix + name.upper()
        if get_origin(field.annotation) is tuple:
            yield full, name
        elif isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _lists(field.annotation, full + "__")
