"""What a command of a mail is: a word, what may stand behind it, what it is good for, and what it does.

Each command is a small class in `adjudicator.service.commands`; `adjudicator.service.commands.registry` knows them all.
A line is a command if it begins with one of its names and the rest is something that the command `takes`;
every other line is an order. A command does its work in the transaction of the mail and returns what the answer
says about it: all commands and orders of a mail share one answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language, language
from adjudicator.mail import ReadMail
from adjudicator.reports.model import Section
from adjudicator.service.campaign.matches import Table
from adjudicator.service.service import Service, Work
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind


@dataclass
class Act:
    """A command at work: who gives it, where, when. `table` and `seat` are as they are now, changes included."""

    table: Table
    seat: SeatAtTable
    received_at: datetime
    mail: ReadMail
    person_id: int | None = None
    with_orders: bool = False
    """The same mail holds orders too."""
    checking: bool = False
    """The mail begins with `check`: nothing of it is to be done."""
    moved_to: int | None = None
    """The log number that a command has brought the match to, besides any orders."""

    @property
    def work(self) -> Work:
        """The use case in which the mail is handled."""
        return self.table.work

    @property
    def session(self) -> Session:
        """Its transaction."""
        return self.table.session

    @property
    def service(self) -> Service:
        """The installation."""
        return self.table.service

    @property
    def now(self) -> datetime:
        """Its moment."""
        return self.table.now

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return language(self.seat.language)

    @property
    def zone(self) -> str:
        """The time zone of the answer."""
        return self.seat.holders[0].time_zone if self.seat.holders else self.table.campaign.time_zone

    def seat_called(self, name: str) -> str:
        """A seat as the game calls it in that language; anything else as it is."""
        known = name in self.table.by_name and self.table.by_name[name].kind is SeatKind.PLAYER
        return self.table.match.game.part("report").party(name, self.language).name if known else name


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What the answer says about a command.

    `sections` are finished text in the seat's language. `shows` are parts that are written from the position:
    `help`, `status`, `position` (the board and what the seat holds). `title` may become the subject.
    `changed`: something is different now, so that an answer is due even to somebody who writes very much.
    """

    sections: tuple[Section, ...] = ()
    shows: tuple[str, ...] = ()
    title: str = ""
    changed: bool = False
    gone: bool = False
    """The writer has given up the seat: nothing more is done or said for it, he has had his last mail."""


def together(said: Sequence[Said]) -> Said:
    """What several commands say, as one."""
    titles = dict.fromkeys(each.title for each in said if each.title)
    return Said(
        sections=tuple(dict.fromkeys(section for each in said for section in each.sections)),
        shows=tuple(dict.fromkeys(show for each in said for show in each.shows)),
        title=", ".join(titles),
        changed=any(each.changed for each in said),
        gone=any(each.gone for each in said),
    )


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a help mail is for, and what is open."""

    player: bool
    moderator: bool
    asked: bool
    """A question waits for him."""
    secret: bool
    """It is answered in secret, together with others."""
    over: bool
    on_file: bool
    """Something is kept that he could withdraw."""


class Command:
    """One command. A subclass sets the class attributes and overrides what differs.

    `names`: by language, the one that help shows first; folded (small letters, no accents, е for ё), of one or two
    words; all languages are always understood. A further language has its own in the catalogue. `before`: it is
    obeyed before the orders of the same mail.
    """

    id: ClassVar[str]
    names: ClassVar[Mapping[str, tuple[str, ...]]]
    before: ClassVar[bool] = True
    harmless: ClassVar[bool] = False
    """It only shows a seat, at its registered addresses, what is its own: no proof of the sender is needed."""
    touches_play: ClassVar[bool] = True
    """Whether the players hear of it when a moderator gives it."""
    verbatim: ClassVar[bool] = False
    """What stands behind it is text of the player: its last full stop is his too."""
    for_readers: ClassVar[bool] = False
    """Also from somebody who reads along for a seat and gives no orders."""
    private: ClassVar[bool] = False
    """What is said to it stands in no audit trail."""

    def argument(self, language: Language) -> str:
        """What may stand behind the name, as the help shows it; empty: nothing."""
        return ""

    def help(self, language: Language) -> str:
        """What it is good for, in half a sentence."""
        raise NotImplementedError  # abstract

    def offered(self, who: Who) -> bool:
        """Whether the help lists it for somebody now; it is understood all the same."""
        return True

    def takes(self, rest: str) -> bool:
        """Whether a text behind the name belongs to the command. If not, the line is an order."""
        return not rest

    def anywhere(self, rest: str) -> bool:
        """Whether the line is the command also from who gives orders, where it might be one of a game."""
        return True

    def obey(self, act: Act, rest: str) -> Said:
        """Do it. `rest` is what stands behind the name, normalised, with its capitals."""
        raise NotImplementedError  # abstract

    def name(self, language: Language) -> str:
        """As a reader of that language types it."""
        return language.forms(self.names)[0]


class Given(msgspec.Struct, frozen=True):
    """A command line of a mail: which command, what stood behind its name, and the line as it was written."""

    id: str
    rest: str
    original: str
