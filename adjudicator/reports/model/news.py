"""Define the news in a mail: lines of news in their groups, and what changed on the board."""

from datetime import datetime
from enum import StrEnum

from adjudicator.reports.model.basics import Part, Party, Picture


class Mark(StrEnum):
    """The way in which a line of news stands out."""

    PLAIN = "plain"
    IMPORTANT = "important"
    PRIVATE = "private"
    """Only the reader is told this."""


class NewsLine(Part, frozen=True, kw_only=True):
    """One thing that happened. `log` is the number of the log entry, `note` what it cost or what followed."""

    text: str
    who: Party | None = None
    note: str = ""
    rule: str = ""
    log: int | None = None
    mark: Mark = Mark.PLAIN

    @property
    def told(self) -> str:
        """The line as it is told, with who did it: `France: takes a tile`."""
        return f"{self.who.name}: {self.text}" if self.who else self.text

    @property
    def noted(self) -> str:
        """The same with what it cost or what followed.

        >>> NewsLine(text="a fort is built", note="3 military points").noted
        'a fort is built (3 military points)'
        """
        return f"{self.told} ({self.note})" if self.note else self.told

    @property
    def sentence(self) -> str:
        """The same as a sentence of a story."""
        return f"{self.told[:1].upper()}{self.told[1:]}."


class NewsGroup(Part, frozen=True, kw_only=True):
    """The lines of one phase or action round; the heading may be empty when there is only one group.

    `chapter` names the turn or the war that begins here: an archive makes a chapter of it.
    """

    lines: tuple[NewsLine, ...]
    heading: str = ""
    rule: str = ""
    chapter: str = ""


class News(Part, frozen=True, kw_only=True):
    """The news since the reader's last message (`since`, if there was one), in the order of play.

    `left`: the number of lines that are left out.
    """

    groups: tuple[NewsGroup, ...]
    since: datetime | None = None
    left: int | None = None


class Change(Part, frozen=True, kw_only=True):
    """Something on the board that is otherwise than in the last mail: in words, and where it is seen."""

    text: str
    picture: Picture | None = None
