"""Notices to addresses of people who have no seat: who could not join, who has lost or left one, who stands by for one.

They hold nothing of the seat, and no secret address.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

import msgspec
from sqlalchemy import select
from sqlmodel import col

from adjudicator.language import language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import Notice
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Address, AddressState, Campaign, Person, Role, SeatKind


class OutsideNotice(Notice, frozen=True, kw_only=True):
    """Common to them. The seat by its name in the reader's language; empty for a chair beside the table."""

    language: str
    seat: str = ""

    def send(self, work: UnitOfWork, campaign: Campaign, addresses: Iterable[str]) -> None:
        """Queue it to each of the addresses."""
        for address in addresses:
            queue.send_outside(work, address, self.tell(work.now), campaign)


class HandedOver(OutsideNotice, frozen=True, tag="farewell"):
    title = msgid("your seat has changed hands")
    told = msgid(
        "%(seat)s is played by somebody else from now on. Thank you for your part in it. What you knew of the "
        "seat, please keep to yourself until the match is over."
    )


class TakenAway(OutsideNotice, frozen=True, kw_only=True, tag="ejected"):
    title = msgid("your seat was taken from you")
    told = msgid(
        "The moderator has taken %(seat)s from you. Your reply address does not count any more. What you knew of "
        "the seat, please keep to yourself until the match is over."
    )
    reason: str = ""


class VotedOut(OutsideNotice, frozen=True, tag="voted_out"):
    """The other players have taken the reader's seat."""

    title = msgid("your seat was taken from you")
    told = msgid(
        "The other players have voted for giving %(seat)s to somebody else. "
        "Your reply address does not count any more. What you knew of the seat, please keep to yourself until the "
        "match is over."
    )


class Released(OutsideNotice, frozen=True, tag="released"):
    """The reader does not hold the seat any more, in whatever role; others do."""

    title = msgid("you do not hold a seat any more")
    told = msgid(
        "You have nothing to do with %(seat)s any more, and get no more emails for it. What you know of "
        "the seat, please keep to yourself until the match is over."
    )


class ModeratesNoMore(OutsideNotice, frozen=True, tag="dismissed"):
    title = msgid("you do not moderate any more")
    told = msgid("You do not moderate this campaign any more. Thank you for what you did for it.")


class StandsBy(OutsideNotice, frozen=True, kw_only=True, tag="standby"):
    """The reader gets the seat if its player falls silent, until a moment (empty: for good), in words."""

    title = msgid("you stand by for a seat")
    told = msgid(
        "You stand by for %(seat)s: if its player falls silent, the seat is yours, and you get an email "
        "with everything it knows."
    )
    end: str = msgspec.field(name="to", default="")


class StandsIn(OutsideNotice, frozen=True, kw_only=True, tag="stand_in"):
    """The reader holds the seat from a moment on, until another one, both in words."""

    title = msgid("you stand in for a seat")
    told = msgid("You hold %(seat)s from %(first)s on. On that day you get an email with everything the seat knows.")
    first: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to", default="")


class HasLeft(OutsideNotice, frozen=True, tag="left"):
    """The reader has left a seat, or a chair."""

    title = msgid("you have left")
    told = msgid(
        "You do not play %(seat)s any more. Thank you for your part in it. What you knew of the seat, please "
        "keep to yourself until the match is over."
    )
    watched: ClassVar[str] = msgid("You do not watch any more. Thank you for your interest.")

    @property
    def text(self) -> str:
        return self.told if self.seat else self.watched


class GaveBack(OutsideNotice, frozen=True, tag="gave_back"):
    title = msgid("you have left")
    told = msgid("You have given your place back. Your code still works if you change your mind.")


class NotIn(OutsideNotice, frozen=True, kw_only=True):
    """Common to those who could not join: seats that they could have, in words."""

    title = msgid("you could not join")
    free: str = ""


class MatchBegun(NotIn, frozen=True, tag="refused_begun"):
    told = msgid("The match has begun already, and all its seats are taken.")


class AllTaken(NotIn, frozen=True, tag="refused_full"):
    told = msgid("All seats are taken. Please write to whoever sent you the code.")


class SeatTaken(NotIn, frozen=True, tag="refused_taken"):
    told = msgid("That seat is taken. Ask for another one, or leave the choice to us.")


class NoSuchSeat(NotIn, frozen=True, tag="refused_no_such_seat"):
    told = msgid("There is no such seat. Write the name of one, or leave the choice to us.")


class SeatsAreDrawn(NotIn, frozen=True, tag="refused_drawn"):
    told = msgid("The seats are drawn when the match begins. Ask to join without naming a seat.")


class SeatsAreBidFor(NotIn, frozen=True, tag="refused_bids"):
    told = msgid("The seats are bid for. Ask to join without naming a seat; then you can bid.")


class NoObservers(NotIn, frozen=True, tag="refused_no_observers"):
    told = msgid("Newcomers may not watch this campaign.")


class JoinedAlready(NotIn, frozen=True, tag="refused_already"):
    told = msgid("Somebody has already joined from this address.")


class NonceTooLong(NotIn, frozen=True, tag="refused_nonce"):
    told = msgid("What you add to the draws may have 200 bytes; please shorten it.")


def farewell(
    table: CampaignContext,
    seat: SeatAtTable,
    spared: Iterable[str] = (),
    kind: type[OutsideNotice] = HandedOver,
    **fields: str,
) -> None:
    """Tell everybody who has had mail for the seat, except the addresses that have it still."""
    gone = [address for address in queue.addresses_of(seat) if address not in spared]
    notice = kind(language=seat.language, seat=_called(table, seat, seat.language), **fields)
    notice.send(table.work, table.campaign, gone)


def invite(
    table: CampaignContext, seat: SeatAtTable, person_id: int, role: Role, since: datetime, until: datetime | None
) -> None:
    """Tell somebody that they stand by for a seat, or will hold it from a day on."""
    person = table.session.get_one(Person, person_id)
    active = col(Address.state) == AddressState.ACTIVE
    own = select(col(Address.email)).where(col(Address.person_id) == person_id, active).order_by(col(Address.id))
    words, zone = language(person.language), person.time_zone
    called, end = _called(table, seat, words.code), words.time(until, zone, table.now) if until else ""
    notice: OutsideNotice = StandsBy(language=words.code, seat=called, end=end)
    if role is not Role.STANDBY:
        first = words.time(since, zone, table.now)
        notice = StandsIn(language=words.code, seat=called, first=first, end=end)
    notice.send(table.work, table.campaign, table.session.scalars(own.limit(1)).all())


def _called(table: CampaignContext, seat: SeatAtTable, code: str) -> str:
    """Return a seat as the game calls it in a language; empty for one that is not a player's."""
    return table.match.game.part("report").party(seat.name, language(code)).name if seat.kind is SeatKind.PLAYER else ""
