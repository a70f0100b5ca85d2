"""Reading settings: the file, then the environment; and what is told of those that cannot be used."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
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
RENAMED = {
    r"celery\.shares": "shards",
    r"clock\.most_ahead_hours": "max_ahead_hours",
    r"limits\.waiting_minutes": "stall_alert_minutes",
    r"limits\.keep_traces_days": "keep_metadata_days",
    r"notices\.allow_private": "allow_private_networks",
    r"mail\.(\w+\.)*imap\.handled": "handled_folder",
    r"desk": "access",
}
"""Settings with a former name, by the pattern of their path; it is read until the next release."""


def load(kind: type[S], file: Path | None = None) -> S:
    """Return settings from the environment and a file.

    The file is ``file``, else the one that ``ADJ_CONFIG`` names, or the default one. A file that was asked for must
    exist.

    Raises:
        ConfigurationError: Something is wrong; it has every problem at once.
    """
    path = file or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    problems = [f"{name}: there is no such setting" for name in _unknown_names(kind)]
    if path is not None and not path.is_file():
        problems.append(f"{path}: there is no such file")
    try:
        settings: S = _outside(kind, path or DEFAULT_FILE)()
    except ValidationError as error:
        problems += _told(kind, error)
    except SettingsError as error:
        problems += _not_whole(kind) or [str(error)]
    except (ValueError, RecursionError) as error:  # no TOML, not in UTF-8, or nested too deep
        problems.append(f"{path or DEFAULT_FILE}: {error}")
    if problems:
        raise ConfigurationError(problems)
    return settings


def file_read() -> Path | None:
    """Return the file that settings are read from, if there is one."""
    path = Path(os.environ.get(CONFIG) or DEFAULT_FILE)
    return path if path.is_file() else None


class _File(TomlConfigSettingsSource):
    """A file, in which settings may have their former names."""

    def __call__(self) -> dict[str, Any]:
        return _new_names(super().__call__())


def _new_names(section: dict[str, Any], path: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a section with its settings under their names of today. Raises ValueError where one has both."""
    named: dict[str, Any] = {}
    for name, value in section.items():
        new = _new_name((*path, name))
        if new != name and new in section:
            raise ValueError(f"{'.'.join((*path, name))} is now called {new}: give one of them")
        named[new] = _new_names(value, (*path, new)) if isinstance(value, dict) else value
    return named


def _by_new_names(variables: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return variables of the environment under their names of today; a variable that has that name already counts."""
    named = {_new_variable(name): value for name, value in variables.items()}
    return named | {name: value for name, value in variables.items() if _new_variable(name) == name}


def _new_variable(name: str) -> str:
    steps = name.lower().removeprefix(PREFIX.lower()).split("__")
    new = [_new_name(tuple(steps[: at + 1])) for at in range(len(steps))]
    return name if new == steps else PREFIX.lower() + "__".join(new)


def _new_name(path: tuple[str, ...]) -> str:
    """Return the last step of a path as it is called today."""
    whole = ".".join(path)
    return next((new for old, new in RENAMED.items() if re.fullmatch(old, whole)), path[-1])


@lru_cache(maxsize=4)
def _outside(kind: type[S], path: Path) -> Callable[[], S]:
    """Return what reads settings from outside, again at each call; pydantic takes longer to make it than to read."""

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
            assert isinstance(env_settings, EnvSettingsSource)
            env_settings.env_vars = _by_new_names(env_settings.env_vars)
            return env_settings, _File(settings_cls)

    return cast(Callable[[], S], Outside)


def _unknown_names(kind: type[BaseModel]) -> list[str]:
    known = re.compile("|".join([CONFIG, *names(kind, PREFIX)]))
    return sorted(
        each
        for each in os.environ
        if each.upper().startswith(PREFIX) and not known.fullmatch(_new_variable(each).upper())
    )


def names(section: type[BaseModel], prefix: str) -> Iterator[str]:
    """Return the names of the settings of a section in the environment; a name that people give is a pattern."""
    return (name for name, _ in _fields(section, prefix))


def _fields(section: type[BaseModel], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, field in section.model_fields.items():
        full = prefix + name.upper()
        yield full, field.annotation
        by_name = "[A-Z][A-Z0-9]*__" if get_origin(field.annotation) is dict else ""
        for part in _sections(field.annotation):
            yield f"{full}__{by_name}".removesuffix("__"), part
            yield from _fields(part, f"{full}__{by_name}")


def _sections(kind: Any) -> list[type[BaseModel]]:
    """Return the section that a setting is, or that each named entry of it is; empty if it is a value."""
    parts = get_args(kind) if get_origin(kind) is dict else (kind,)
    return [part for part in parts if isinstance(part, type) and issubclass(part, BaseModel)]


_SECRET = ("password", "secret_key", "older_secret_keys", "client_secret", "refresh_token", "database", "broker")
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


def _told(kind: type[BaseModel], error: ValidationError) -> list[str]:
    found = [(".".join(map(str, each["loc"])), each) for each in error.errors()]
    return [_must_be_whole(kind, name, each["input"]) or _sentence(name, each) for name, each in found]


def _sentence(name: str, error: ErrorDetails) -> str:
    """Return a sentence about one wrong setting.

    It has its name, its value if that may be shown, and the allowed values.
    """
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


def _must_be_whole(kind: type[BaseModel], name: str, given: Any) -> str | None:
    """Return what is wrong with a setting that must be a list or a section and is not.

    It is named as in a file or as in the environment.
    """
    part = "__" if name.upper().startswith(PREFIX) else "."
    full = name.upper().removeprefix(PREFIX).replace(part, "__")
    of = next((of for each, of in _fields(kind, "") if re.fullmatch(each, full)), None)
    sections, by_name = _sections(of), get_origin(of) is dict
    if get_origin(of) is tuple:
        whole, must = isinstance(given, list | tuple), 'must be a list, written as in ["one", "two"]'
    elif by_name:
        whole, must = isinstance(given, dict), f"must be a section, as in {name}{part}NAME"
    elif sections:
        own = [field.upper() if part == "__" else field for field in sections[0].model_fields]
        told = ", ".join(f"{name}{part}{each}" for each in own)
        whole, must = isinstance(given, dict), f"must be a section; its settings are {told}"
    else:
        return None
    if whole:
        return None
    inside = [full, *(each for section in sections for each in names(section, ""))]
    hidden = any(each.lower().rpartition("__")[2] in _SECRET for each in inside)
    return f"{name}: {must}" if hidden else f"{name} = {given!r}: {must}"


def _not_whole(kind: type[BaseModel]) -> list[str]:
    """Return variables that should hold a list or a section.

    The library names only the part of the settings they are in.
    """
    told = []
    for name, text in sorted(os.environ.items()):
        if name.upper().startswith(PREFIX):
            try:
                given = json.loads(text)
            except ValueError:
                given = text
            told.append(_must_be_whole(kind, name, given))
    return [each for each in told if each]
