"""Define how a deed is written at the command line: its fields are options, declared with their help texts.

```python
@command("campaign pause", "lights --reason 'the moderator is ill'")
class Pause(ModeratorCommand, frozen=True, tag="pause"):
    \"\"\"Everything stands still until resume.\"\"\"

    reason: Reason = ""
```
The command line adds the name of the campaign in front and `--dry-run`, `--yes`, `--json` behind. Where options are not
what the deed says it is a function that returns the deed; or, where it takes the campaign to make it, a function of the
table; or None where nothing is to be changed and it is only shown how things stand. A class says by its `right` which
right it needs, for a function `command` is told (`needs`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation.command import ModeratorCommand
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.rights import Needs
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.service.timing.policy import time_of

PERSON = re.compile(r"\s*(?P<name>[^<>]*?)\s*<(?P<email>[^<>]+)>(?:\s+(?P<language>\S+))?(?:\s+(?P<zone>\S+))?\s*")
_TIME = re.compile(r"\b(\d{1,2}:\d\d)\b\s*$")


@dataclass(frozen=True)
class FormOption:
    """An option with a range, or that is read in its own way; its names, if not the parameter's own.

    Others are written `Annotated[str, "What it is good for."]`, with a name of their own `Annotated[str, "--for SEAT",
    "What it is good for."]`, and what stands without an option `Annotated[str, "SEAT", "What it is good for."]`.
    """

    help: str
    names: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Asked(FormOption):
    """A switch that is asked about at a terminal where it is not given; `yes` are the answers that mean it."""

    question: str = ""
    yes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines(FormOption):
    """An option that names a file, or - for standard input: its lines come instead of its name."""


@dataclass(frozen=True)
class Pairs(FormOption):
    """A repeatable option of the form name=value; a value is JSON where it can be read so, otherwise the text."""


Made = ModeratorCommand | Callable[[CampaignContext], ModeratorCommand] | None
Maker = Callable[..., object]
M = TypeVar("M", bound=Maker)


@dataclass(frozen=True)
class Form:
    """A command of the command line: its words, the deed or the function that makes it, examples for its help."""

    words: str
    maker: Maker
    examples: tuple[str, ...]
    needs: Needs
    many: bool = False
    """It can be done in several campaigns at once."""

    @property
    def group(self) -> str:
        """The first of its words; empty for one that stands alone."""
        return self.words.rpartition(" ")[0]

    @property
    def name(self) -> str:
        """The last of its words."""
        return self.words.rpartition(" ")[2]


FORMS: dict[str, Form] = {}
"""Every command that makes a deed, or is written like one, by its words, in the order in which they were declared."""


def command(words: str, *examples: str, needs: Needs | None = None, many: bool = False) -> Callable[[M], M]:
    """Declare a command that makes a deed; the docstring of the deed or function is its help.

    An example is what stands behind the words; one that begins with the program stands for itself.

    Without `needs` it needs the `right` of the class. Raises AttributeError for a function that needs nothing.
    """

    def declared(maker: M) -> M:
        FORMS[words] = Form(words, maker, examples, needs or maker.right, many)  # type: ignore[attr-defined]
        return maker

    return declared


class WrongOptions(Exception):  # noqa: N818 - an answer
    """The options do not go together, or one of them has a value that cannot be."""


Reason = Annotated[str, "Told to everybody whom it concerns."]
AtLog = Annotated[
    int | None, FormOption("Only at this log number (campaign list tells it); refuse otherwise.", least=0)
]
SeatName = Annotated[str, "SEAT", "Name of the seat."]
Keep = Annotated[
    bool,
    Asked(
        "What is on file for the seat stays, or goes (the default).",
        ("--keep-orders/--drop-orders",),
        question="What is on file for {seat}: keep or drop? [drop] ",
        yes=("k", "keep"),
    ),
]


def newcomer(text: str) -> Newcomer:
    """Read who is given something to hold, from `Name <address> [language [time zone]]`. Raises CommandError.

    >>> newcomer("Stella Stone <stella@example.org> ru")
    Newcomer(name='Stella Stone', email='stella@example.org', language='ru', time_zone='')
    """
    found = PERSON.fullmatch(text)
    if found is None:
        raise CommandError(f"{text!r} is not written as: Name <address> [language [time zone]]")
    name = found["name"] or found["email"].partition("@")[0].capitalize()
    return Newcomer(name=name, email=found["email"], language=found["language"] or "", time_zone=found["zone"] or "")


def moment(text: str, zone: str, now: datetime, *, end: bool = False) -> datetime:
    """Return a moment in UTC, from `2026-12-01 20:00` or `1.12. 20:00` in a zone.

    A day without an hour is its beginning, or with `end` its last minute.

    Raises:
        CommandError: The text is not a day and time.

    >>> moment("2026-12-01 20:00", "Europe/Moscow", datetime(2026, 11, 20, tzinfo=UTC)).isoformat()
    '2026-12-01T17:00:00+00:00'
    """
    found = _TIME.search(text)
    try:
        hour = time_of(found[1]) if found else time(23, 59) if end else time(0)
    except ValueError:
        raise CommandError(f"{text!r} has no time of day; add one like 20:00") from None
    day = _day(text[: found.start()] if found else text, now.astimezone(ZoneInfo(zone)).date())
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)


def _day(text: str, today: date) -> date:
    try:
        return read_absence(text.strip(), today).first
    except BadDates:
        raise CommandError(f"{text.strip()!r} is not in the future; write 2026-12-01 or 1.12.") from None
