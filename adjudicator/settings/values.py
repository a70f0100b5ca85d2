"""Define what values of settings may be, and make a part of the settings."""

from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from adjudicator.language import CODES


class ConfigurationError(Exception):
    """The settings cannot be used. ``problems``: one sentence each, with the name of the setting."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name} is no time zone of the IANA list (for example Europe/Moscow)")
    return name


TimeZone = Annotated[str, AfterValidator(_zone)]


def _language(code: str) -> str:
    if code not in CODES:
        raise ValueError(f"there is no language {code!r}; there are {', '.join(CODES)}")
    return code


LanguageCode = Annotated[str, AfterValidator(_language)]
Port = Annotated[int, Field(ge=1, le=65535)]


class Section(BaseModel):
    """A part of the settings: unknown names are refused, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)
