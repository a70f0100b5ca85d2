"""Notices to those who have joined a campaign that waits for its people; it has no match yet.

Each mail shows how things stand besides.
"""

from adjudicator.language import msgid
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
    """The reader has a seat, or a chair, in the next match of a series, for which people are missing. `code`: for who
    moderates, what lets them join.
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


class AllThere(LobbyNotice, frozen=True, tag="full"):
    """All seats are taken: the moderator may begin the match."""

    title = msgid("all seats are taken")
    told = msgid("Everybody is there. Answer with the word “start”, and the match begins.")


class NotYet(LobbyNotice, frozen=True, tag="not_yet"):
    told = msgid("The match has not begun yet: nothing of your mail could be done.")


class CannotBegin(LobbyNotice, frozen=True, kw_only=True, tag="cannot_begin"):
    told = msgid("It cannot begin, please ask the operator: %(reason)s")
    reason: str


class TooFew(LobbyNotice, frozen=True, kw_only=True, tag="too_few"):
    """So many seats are taken, and so many are needed."""

    told = msgid("It cannot begin yet: %(taken)s of the %(least)s seats needed are taken.")
    taken: int
    least: int


class NonceNoted(LobbyNotice, frozen=True, kw_only=True, tag="nonce"):
    told = msgid("What you add to the draws is noted: %(nonce)s")
    nonce: str


class NonceTooLong(LobbyNotice, frozen=True, tag="too_long"):
    told = msgid("What you add to the draws may have 200 bytes; nothing is changed.")


class LanguageChanged(LobbyNotice, frozen=True, tag="language"):
    """Said in the new one."""

    told = msgid("From now on we write to you in English.")


class ZoneChanged(LobbyNotice, frozen=True, kw_only=True, tag="zone"):
    told = msgid("Your time zone is %(zone)s now.")
    zone: str


class NoSuchZone(LobbyNotice, frozen=True, kw_only=True, tag="no_zone"):
    """Nobody knows a zone of that name."""

    zone: str = ""


class Unsubscribed(LobbyNotice, frozen=True, kw_only=True, tag="unsubscribe"):
    told = msgid(
        "Reminders, digests and other optional mails do not go to %(address)s any more. The word leave gives your "
        "place back."
    )
    address: str = ""
