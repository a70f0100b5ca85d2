"""Notices to addresses of people who have no seat: who could not join, who has lost or left one, who stands by for one.

They hold nothing of the seat, and no secret address.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import Notice
from adjudicator.service.service import Work
from adjudicator.store.tables import Campaign


class OutsideNotice(Notice, frozen=True, kw_only=True):
    """Common to them. The seat by its name in the reader's language; empty for a chair beside the table."""

    language: str
    seat: str = ""

    def send(self, work: Work, campaign: Campaign, addresses: Iterable[str]) -> None:
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


class ModeratesNoMore(OutsideNotice, frozen=True, tag="dismissed"):
    title = msgid("you do not moderate any more")
    told = msgid("You do not moderate this campaign any more. Thank you for what you did for it.")


class StandsBy(OutsideNotice, frozen=True, kw_only=True, tag="standby"):
    """The reader gets the seat if its player falls silent, until a moment (empty: for good), in words."""

    title = msgid("you stand by for a seat")
    told = msgid(
        "You stand by for %(seat)s: if its player falls silent, the seat is yours, and you get a mail with "
        "everything it knows."
    )
    end: str = msgspec.field(name="to", default="")


class StandsIn(OutsideNotice, frozen=True, kw_only=True, tag="stand_in"):
    """The reader holds the seat from a moment on, until another one, both in words."""

    title = msgid("you stand in for a seat")
    told = msgid("You hold %(seat)s from %(first)s on. On that day you get a mail with everything the seat knows.")
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


class NoObservers(NotIn, frozen=True, tag="refused_no_observers"):
    told = msgid("Newcomers may not watch this campaign.")


class JoinedAlready(NotIn, frozen=True, tag="refused_already"):
    told = msgid("Somebody has already joined from this address.")


class NonceTooLong(NotIn, frozen=True, tag="refused_nonce"):
    told = msgid("What you add to the draws may have 200 bytes; please shorten it.")
