"""Notices to those who have joined a campaign that waits for its people; it has no match yet.

Each mail shows how things stand besides.
"""

from datetime import datetime
from typing import Self

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.language import msgid
from adjudicator.service.outbox import answers
from adjudicator.service.outbox.notices import Notice


class LobbyNotice(Notice, frozen=True, kw_only=True):
    """Common to them. Their words may name the `campaign`."""

    title = msgid("how things stand")


class State(LobbyNotice, frozen=True, tag="status"):
    """Nothing is new."""


class Joined(LobbyNotice, frozen=True, tag="joined"):
    """The reader has a seat, or a chair."""

    title = msgid("you have joined")


class SeriesGoesOn(LobbyNotice, frozen=True, kw_only=True, tag="series"):
    """The reader has a seat in the next match of a series, for which people are missing.

    `code`: for moderators, the code that lets people join.
    """

    title = msgid("the next match")
    number: int
    code: str = ""


class Watching(LobbyNotice, frozen=True, tag="watching"):
    title = msgid("you watch")
    told = msgid("You will watch %(campaign)s. You see what everybody may know.")


class SomebodyJoined(LobbyNotice, frozen=True, kw_only=True, tag="news"):
    title = msgid("somebody has joined")
    told = msgid("%(person)s has joined as %(seat)s.")
    person: str
    seat: str


class SomebodyLeft(LobbyNotice, frozen=True, kw_only=True, tag="gone"):
    title = msgid("somebody has left")
    told = msgid("%(person)s has given back %(seat)s.")
    person: str = ""
    seat: str


class OneLeft(LobbyNotice, frozen=True, kw_only=True, tag="one_left"):
    """The reader has given back one of their seats, and has others."""

    title = msgid("you have given back a seat")
    told = msgid("You have given back %(seat)s. Please answer this email from now on.")
    seat: str


class NotYours(LobbyNotice, frozen=True, kw_only=True, tag="not_yours"):
    """Several seats are the reader's, and none is called so."""

    told = msgid("None of your seats is called “%(named)s”; nothing was changed.")
    named: str


class AllThere(LobbyNotice, frozen=True, tag="full"):
    """All seats are taken: the moderator may begin the match."""

    title = msgid("all seats are taken")
    told = msgid("Everybody is there. Answer with the word “start”, and the match begins.")


class NotYet(LobbyNotice, frozen=True, tag="not_yet"):
    told = msgid("The match has not begun yet: nothing of your email could be done.")


class WrongCode(LobbyNotice, frozen=True, tag="wrong_code"):
    told = answers.WRONG_CODE


class TooLarge(LobbyNotice, frozen=True, tag="too_large"):
    told = answers.TOO_LARGE


class Foreign(LobbyNotice, frozen=True, tag="foreign"):
    told = answers.NOT_YOURS


class Stumbled(LobbyNotice, frozen=True, tag="stumbled"):
    told = answers.STUMBLED


class CannotBegin(LobbyNotice, frozen=True, kw_only=True, tag="cannot_begin"):
    told = msgid("It cannot begin, please ask the operator: %(reason)s")
    reason: str


class TooFew(LobbyNotice, frozen=True, kw_only=True, tag="too_few"):
    """So many seats are taken, and so many are needed."""

    told = msgid("It cannot begin yet: %(taken)s of the %(least)s seats needed are taken.")
    taken: int
    least: int


class NoRight(LobbyNotice, frozen=True, kw_only=True, tag="no_right"):
    """The reader moderates with another right than the one that their command needs."""

    right: str
    wanted: str


class NonceNoted(LobbyNotice, frozen=True, kw_only=True, tag="nonce"):
    told = msgid("What you add to the draws is noted: %(nonce)s")
    nonce: str


class NonceTooLong(LobbyNotice, frozen=True, tag="too_long"):
    told = msgid("What you add to the draws can have at most 200 bytes; nothing was changed.")


class LanguageChanged(LobbyNotice, frozen=True, tag="language"):
    """Said in the new one."""

    told = msgid("From now on we write to you in English.")


class ZoneChanged(LobbyNotice, frozen=True, kw_only=True, tag="zone"):
    told = msgid("Your time zone is %(zone)s now.")
    zone: str


class NoSuchZone(LobbyNotice, frozen=True, kw_only=True, tag="no_zone"):
    """There is no time zone of that name."""

    zone: str = ""


class BidsAsked(LobbyNotice, frozen=True, kw_only=True, tag="bids"):
    """Everybody is there: who has not bid for a seat may do so until a moment."""

    title = msgid("bid for the seats")
    until: datetime


class BidReminder(LobbyNotice, frozen=True, kw_only=True, tag="bid_reminder"):
    title = msgid("your bid for the seats is missing")
    told = msgid("You have not bid for a seat yet. You can until %(until)s; then the match begins.")
    until: datetime


class BidsAwaited(LobbyNotice, frozen=True, kw_only=True, tag="bids_awaited"):
    """For who moderates."""

    title = msgid("the seats are bid for")
    told = msgid(
        "Everybody is asked to bid for the seats until %(until)s; when all bids are in, the match begins. Nobody sees "
        "them before, not even you. With the word “start” it begins at once; who has not bid bids nothing then."
    )
    until: datetime


class BidNoted(LobbyNotice, frozen=True, kw_only=True, tag="bid"):
    """`seats` are the wishes as `seat amount`, none: they bid nothing. `heard`: which others got the mail."""

    title = msgid("your bid is noted")
    seats: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()


class BidTakenBack(LobbyNotice, frozen=True, tag="bid_back"):
    told = msgid("You have not bid for a seat now.")


class BadBid(LobbyNotice, frozen=True, kw_only=True, tag="bad_bid"):
    """A bid that cannot be: the kernel's code for that, with its facts."""

    title = msgid("your bid cannot be")
    why: str
    seat: str = ""
    amount: int = 0
    most: int = 0
    seats: tuple[str, ...] = ()

    @classmethod
    def because(cls, why: Refusal) -> Self:
        """Return the notice of a refusal."""
        facts = {name: fact for name, fact in why.facts.items() if name in cls.__struct_fields__}
        return msgspec.convert({"topic": cls.topic(), "why": why.code, **facts}, cls)


class NoBids(LobbyNotice, frozen=True, tag="no_bids"):
    told = msgid("The seats of this match are not bid for; nothing was changed.")


class BidTooLate(LobbyNotice, frozen=True, kw_only=True, tag="bid_late"):
    told = msgid("The time for bids was over %(until)s, and the match has begun: nothing of your email could be done.")
    until: datetime


class Unsubscribed(LobbyNotice, frozen=True, kw_only=True, tag="unsubscribe"):
    told = msgid(
        "Reminders, digests and other optional emails do not go to %(address)s any more. The word leave "
        "gives your place back."
    )
    address: str = ""
