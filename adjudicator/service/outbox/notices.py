"""Notices: short news without orders, one class each, with the fields that its words need.

Whoever tells something queues one. What it says stands with its fields.
A notice is stored as a `Tell`: its tag is the topic, its fields are text. Seats are named as the game calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import ClassVar, Self

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Tell
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Role


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="topic", omit_defaults=True):
    """Common to all notices."""

    title: ClassVar[str]
    """A few words for the subject: a message."""
    told: ClassVar[str] = ""
    """What is to be said: a message with its fields; `adjudicator.service.words.notices` has functions for the rest."""
    asking: ClassVar[bool] = False
    """Who has an open question gets it once more."""
    kind: ClassVar[str] = queue.NOTE

    @classmethod
    def topic(cls) -> str:
        """What the stored mail calls it."""
        return str(cls.__struct_config__.tag)

    def values(self) -> dict[str, str]:
        """Its fields as they are stored: lists with commas, moments in ISO form."""
        fields = msgspec.to_builtins(self)
        return {
            name: ",".join(value) if isinstance(value, list | tuple) else str(value)
            for name, value in fields.items()
            if name != "topic"
        }

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """From what is stored; an empty text is a field that was left out. Raises msgspec.ValidationError."""
        many = {field.encode_name for field in msgspec.structs.fields(cls) if field.type == tuple[str, ...]}
        given = {name: value.split(",") if name in many else value for name, value in values.items() if value}
        return msgspec.convert(given | {"topic": cls.topic()}, cls, strict=False)


class AboutSeats(Notice, frozen=True, kw_only=True):
    """Common to all notices that name seats."""

    seats: tuple[str, ...] = ()


# time ---------------------------------------------------------------------------------------------


class Remind(Notice, frozen=True, tag="remind"):
    """The answer to the open question is missing."""

    title = msgid("a reminder: your answer is still missing")
    told = msgid("We do not have your answer to this question yet.")
    asking = True
    kind = queue.REMINDER


class Wait(AboutSeats, frozen=True, kw_only=True, tag="wait"):
    """A seat asked for the agreed extension."""

    title = msgid("more time was asked for")
    hours: int
    asking = True


class Absent(AboutSeats, frozen=True, kw_only=True, tag="absent"):
    """A seat is away on these days."""

    title = msgid("somebody is away")
    told = msgid("%(seats)s is away from %(first)s to %(last)s. The time for an answer stands still meanwhile.")
    first: date
    last: date


class Back(AboutSeats, frozen=True, tag="back"):
    """A seat is not away any more."""

    title = msgid("somebody is back")
    told = msgid("%(seats)s is back. Deadlines already announced stay as they are.")


class Paused(Notice, frozen=True, kw_only=True, tag="paused"):
    """No deadline runs."""

    title = msgid("the campaign is paused")
    told = msgid(
        "The moderator has paused the campaign: no deadline runs. Orders that you send meanwhile are kept and tried "
        "when it goes on."
    )
    reason: str = ""


class Resumed(Notice, frozen=True, kw_only=True, tag="resumed"):
    """The deadlines run again."""

    title = msgid("the campaign goes on")
    told = msgid("The campaign goes on, and the deadlines run again.")
    reason: str = ""
    asking = True


class Extended(Notice, frozen=True, kw_only=True, tag="extended"):
    """The moderator has given more time."""

    title = msgid("the deadline is later")
    told = msgid("The moderator has given more time.")
    reason: str = ""
    asking = True


class Missed(Notice, frozen=True, tag="missed"):
    """The reader's own deadline is over, and the default was done."""

    title = msgid("your deadline has passed")
    told = msgid(
        "We had no answer from you by the deadline and its grace period: what the rules name as the default was done."
    )
    asking = True


class Undecided(AboutSeats, frozen=True, tag="undecided"):
    """Seats did not answer; nothing happens until the moderator decides."""

    title = msgid("a deadline has passed: the moderator decides")
    told = msgid("%(seats)s did not answer in time. Nothing happens until the moderator decides.")
    asking = True


class NoDefault(AboutSeats, frozen=True, tag="no_default"):
    """The same, to the moderator."""

    title = msgid("a deadline has passed: please decide")
    told = msgid(
        "%(seats)s did not answer in time, and this campaign leaves it to you: give more time, replace the player, or "
        "carry the decision out with the defaults."
    )
    asking = True


class ShortFuse(Notice, frozen=True, kw_only=True, tag="short_fuse"):
    """The reader has so many hours for an answer from now on."""

    title = msgid("you have less time from now on")
    missed: int
    hours: int


class Policy(Notice, frozen=True, kw_only=True, tag="policy"):
    """Rules about time are others now: by name what each was and is, as they stand in a campaign's file."""

    title = msgid("the rules about time have changed")
    changes: dict[str, tuple[str, str]]
    asking = True

    def values(self) -> dict[str, str]:
        """Each rule twice: what it was, what it is."""
        return {
            key: value
            for name, (was, now) in self.changes.items()
            for key, value in ((_WAS + name, was), (_IS + name, now))
        }

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """From what is stored."""
        names = [key.removeprefix(_IS) for key in values if key.startswith(_IS)]
        return cls(changes={name: (values[_WAS + name], values[_IS + name]) for name in names})


_WAS, _IS = "was.", "is."


# people -------------------------------------------------------------------------------------------


class Replaced(AboutSeats, frozen=True, tag="replaced"):
    """A seat is played by somebody else."""

    title = msgid("a seat has changed hands")
    told = msgid("%(seats)s is played by somebody else from now on.")


class Ejected(AboutSeats, frozen=True, kw_only=True, tag="ejected"):
    """The moderator has taken a seat from its people, and nobody has it now."""

    title = msgid("a seat is empty")
    told = msgid(
        "The moderator has taken %(seats)s from %(person)s. Until somebody takes the seat, it gets at each deadline "
        "what the rules name as the default."
    )
    person: str
    reason: str = ""


class Left(AboutSeats, frozen=True, kw_only=True, tag="left"):
    """Somebody has left, and nobody has the seat now."""

    title = msgid("somebody has left")
    told = msgid(
        "%(person)s has left. Nobody plays %(seats)s now: at its deadlines the defaults of the rules are carried out, "
        "until the moderator finds somebody."
    )
    person: str


class LeftTeam(AboutSeats, frozen=True, kw_only=True, tag="left_team"):
    """Somebody holds a seat no longer; others go on."""

    title = msgid("who holds a seat has changed")
    told = msgid("%(person)s does not hold %(seats)s any more; the others go on.")
    person: str
    reason: str = ""


class Held(AboutSeats, frozen=True, kw_only=True, tag="held"):
    """Somebody holds a seat too, reads along or stands by, for a time."""

    title = msgid("who holds a seat has changed")
    person: str
    role: Role = Role.ORDERS
    since: datetime | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)


class SharedMailbox(AboutSeats, frozen=True, tag="shared_mailbox"):
    """Seats read the same mailbox."""

    title = msgid("two seats share a mailbox")
    told = msgid(
        "%(seats)s read the same mailbox, so each may learn what the other knows. Both are asked whether they agree; "
        "their orders wait until they have."
    )


class Appointed(Notice, frozen=True, kw_only=True, tag="appointed"):
    """Somebody moderates, with a right (`adjudicator.service.desk.rights`)."""

    title = msgid("who moderates has changed")
    person: str
    right: str


class Dismissed(Notice, frozen=True, kw_only=True, tag="dismissed"):
    """Somebody does not moderate any more."""

    title = msgid("who moderates has changed")
    told = msgid("%(person)s does not moderate any more.")
    person: str


class Silent(Notice, frozen=True, kw_only=True, tag="silent"):
    """The moderator's word has been missing for so many days."""

    title = msgid("the moderator is silent: who takes over?")
    days: int


class Offered(AboutSeats, frozen=True, kw_only=True, tag="offered"):
    """Somebody would moderate, and has so many of the votes needed."""

    title = msgid("somebody offers to moderate")
    person: str
    count: int
    needed: int


class ForeignToken(AboutSeats, frozen=True, kw_only=True, tag="foreign_token"):
    """A mail of another seat came to the secret address of one."""

    title = msgid("a secret address is known to another seat")
    by: str


class OpenEyes(AboutSeats, frozen=True, kw_only=True, tag="open_eyes"):
    """Somebody who moderates and plays has looked at the secrets of seats, or of all."""

    title = msgid("a moderator who plays has looked at secrets")
    player: str


# play ---------------------------------------------------------------------------------------------


class Processed(AboutSeats, frozen=True, tag="processed"):
    """The moderator had the open decision carried out, with defaults for these seats."""

    title = msgid("the moderator had a decision carried out")
    asking = True


class TakebackRefused(AboutSeats, frozen=True, tag="takeback_refused"):
    """These seats do not agree that the reader's orders are taken back."""

    title = msgid("your orders stay as they are")
    told = msgid("%(seats)s did not agree that your orders are taken back.")
    asking = True


class DrawNeeded(Notice, frozen=True, kw_only=True, tag="draw_needed"):
    """A draw is made at the table: what it is called, what is possible (empty: hidden from the reader), where."""

    title = msgid("a draw is needed: please enter it")
    draw: str
    range: str = ""
    log: int


class Restored(Notice, frozen=True, kw_only=True, tag="restored"):
    """The campaign is as it stood at a moment."""

    title = msgid("restored from a backup: please read")
    told = msgid(
        "The computer of this campaign failed, and it was restored as it stood at %(moment)s. What you have written "
        "since then is read again from our mailbox: you need not send it anew. Until the moderator resumes the "
        "campaign no deadline runs, and orders are kept; then they are tried in the order in which they came. What "
        "you have had from us since then may come a second time."
    )
    moment: datetime


# mail ---------------------------------------------------------------------------------------------


class AboutAddress(AboutSeats, frozen=True, kw_only=True):
    """Common to troubles with an address: the status that a server told (RFC 3463), and the other address, if any."""

    address: str
    status: str = ""
    other: str = ""


class AddressDead(AboutAddress, frozen=True, tag="address_dead"):
    """Mails to it come back; they go to the other one."""

    title = msgid("an address is out of use")


class Undelivered(AboutAddress, frozen=True, tag="undelivered"):
    """A mail to it was tried for days, or could not be written at all (`UNWRITTEN`)."""

    title = msgid("a mail could not be delivered")


class Complaint(AboutAddress, frozen=True, tag="complaint"):
    """Its provider reports one of our mails as unwanted."""

    title = msgid("a complaint about our mails")


class SetAside(AboutSeats, frozen=True, tag="set_aside"):
    """A mail stopped the service and is kept."""

    title = msgid("a mail was set aside")


def _all(kind: type[Notice]) -> list[type[Notice]]:
    found = kind.__subclasses__()
    return [each for sub in found for each in _all(sub)] if found else [kind]


NOTICES: dict[str, type[Notice]] = {each.topic(): each for each in _all(Notice)}
"""Every notice by its topic."""


def send(table: Table, seats: Iterable[SeatAtTable], notice: Notice) -> None:
    """Queue a notice to each of the seats; those that have an open question get it once more, if it is one that asks.

    It does not go any more when that question is closed.
    """
    numbers = {row.seat_id: row.number for row in prompts.open_questions(table.session, table.campaign.id)}
    for seat in seats:
        number = numbers.get(seat.id) if notice.asking else None
        intent = Tell(written=table.now, topic=notice.topic(), values=notice.values(), number=number)
        queue.send(table, seat, intent, kind=notice.kind)
