"""Describe a person at work: the mail they wrote, the seat they write for, and what the answer says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import msgspec

from adjudicator.language import Language, language
from adjudicator.mail.model import ReadMail
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign


class Roster(Protocol):
    """A campaign with its people, whether or not its match has begun."""

    @property
    def work(self) -> UnitOfWork: ...

    @property
    def campaign(self) -> Campaign: ...

    @property
    def seats(self) -> tuple[SeatAtTable, ...]: ...

    @property
    def by_id(self) -> Mapping[int, SeatAtTable]: ...

    def called(self, name: str, words: Language) -> str:
        """Return a seat's name as the game shows it in a language; anything else unchanged."""


@dataclass
class CommandContext:
    """A command at work: who gives it, where, when. `roster` and `seat` are as they are now, changes included."""

    roster: Roster
    seat: SeatAtTable
    received_at: datetime
    mail: ReadMail
    person_id: int | None = None
    with_orders: bool = False
    """The same mail holds orders too."""
    checking: bool = False
    """The mail begins with `check`: nothing of it is to be done."""
    overheard: tuple[str, ...] = ()
    """Which others of the campaign got the mail too."""
    hand: tuple[SeatAtTable, ...] = ()
    """The seats that they write for, where they play several: `seat` is one of them."""

    def __post_init__(self) -> None:
        self.work = self.roster.work
        self.session, self.service, self.now = self.work.session, self.work.service, self.work.now

    @property
    def table(self) -> CampaignContext:
        """The campaign with its match; only a command that is understood `before_match` does without."""
        assert isinstance(self.roster, CampaignContext)
        return self.roster

    @table.setter
    def table(self, table: CampaignContext) -> None:
        self.roster = table

    def meant(self, name: str = "") -> tuple[SeatAtTable, ...]:
        """Return the seats that part of the message is for, as they are now: the one that it names, or all."""
        own = self.seat
        hand = tuple(own if seat.id == own.id else self.roster.by_id[seat.id] for seat in self.hand or (own,))
        return tuple(seat for seat in hand if seat.name == name) or hand

    def for_seat(self, seat: SeatAtTable) -> CommandContext:
        """Return the same context for one of the seats."""
        return self if seat.id == self.seat.id else replace(self, seat=seat)

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return language(self.seat.language)

    @property
    def zone(self) -> str:
        """The time zone of the answer."""
        return self.seat.holders[0].time_zone if self.seat.holders else self.roster.campaign.time_zone

    def says(
        self,
        heading: str,
        *sentences: str,
        title: str | None = None,
        items: tuple[Item, ...] = (),
        changed: bool = False,
    ) -> CommandReply:
        """Return an answer of one section.

        Without a `title` the subject says that nothing is changed. If something has changed, or the title is empty, the
        subject is the heading (a message).
        """
        words = self.language
        told = words.gettext(heading)
        if title is None and not changed:
            title = words.gettext("nothing was changed")
        title = title or told[:1].lower() + told[1:]
        section = Section(heading=told[:1].upper() + told[1:], paragraphs=sentences, items=items)
        return CommandReply(sections=(section,), title=title, changed=changed)

    def seat_called(self, name: str) -> str:
        """Return a seat's name as the game shows it in the reader's language; anything else unchanged."""
        return self.roster.called(name, self.language)

    def seat_asked(self, name: str) -> str:
        """Return a seat's name as the person who is asked (accusative): in Russian `Францию`."""
        party = self.table.match.game.part("report").party(name, self.language)
        return str(party.whom or party.name)


class CommandReply(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the answer that is about a command.

    `sections` are finished text in the seat's language. `shows` are parts that are written from the position:
    `help`, `status`, `position` (the board and what the seat holds). `title` may become the subject.
    `changed`: something is different now, so that an answer is due even to somebody who writes very much.
    """

    sections: tuple[Section, ...] = ()
    shows: tuple[str, ...] = ()
    title: str = ""
    changed: bool = False
    carried: tuple[str, ...] = ()
    """Names of attached files that were put to use: the answer does not say of them that they were not read."""
    gone: bool = False
    """The writer has given up the seat: nothing more is done or said for it, they have had their last mail."""


def together(said: Sequence[CommandReply]) -> CommandReply:
    """Combine what several commands say into one answer."""
    titles = dict.fromkeys(each.title for each in said if each.title)
    return CommandReply(
        sections=tuple(dict.fromkeys(section for each in said for section in each.sections)),
        shows=tuple(dict.fromkeys(show for each in said for show in each.shows)),
        title=", ".join(titles),
        changed=any(each.changed for each in said),
        carried=tuple(dict.fromkeys(name for each in said for name in each.carried)),
        gone=any(each.gone for each in said),
    )
