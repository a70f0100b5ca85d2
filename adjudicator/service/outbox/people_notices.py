"""Notices about people: who holds a seat, who moderates, who has seen what others may not."""

from datetime import datetime
from typing import ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.outbox.notices import AboutSeats, TableNotice
from adjudicator.store.tables import Role


class Replaced(AboutSeats, frozen=True, kw_only=True, tag="replaced"):
    """A seat is played by somebody else. Notices that were queued before 1 December 2026 do not say by whom."""

    title = msgid("%(seats)s is played by somebody else")
    told = msgid("%(seats)s is played by %(person)s from now on.")
    unnamed: ClassVar[str] = msgid("%(seats)s is played by somebody else from now on.")
    person: str = ""

    @property
    def text(self) -> str:
        return self.told if self.person else self.unnamed


class Ejected(AboutSeats, frozen=True, kw_only=True, tag="ejected"):
    """The moderator has taken a seat from its people, and nobody has it now."""

    title = msgid("nobody plays %(seats)s now")
    told = msgid(
        "The moderator has taken %(seats)s from %(person)s. Until somebody takes the seat, it gets at each deadline "
        "what the rules name as the default."
    )
    person: str
    reason: str = ""


class ReplacementWanted(AboutSeats, frozen=True, kw_only=True, tag="replacement_wanted"):
    """A seat has missed so many deadlines in a row, and nobody stands by."""

    title = msgid("%(seats)s does not answer: somebody else is wanted")
    told = msgid(
        "%(seats)s does not answer (missed deadlines in a row: %(missed)s), and nobody stands by. This campaign has "
        "agreed on looking for somebody else then; the seat changes hands by the moderator's word."
    )
    missed: int


class ReleaseAsked(AboutSeats, frozen=True, kw_only=True, tag="release_asked"):
    """The other players are asked whether a silent seat shall be given to somebody else."""

    title = msgid("%(seats)s does not answer: shall somebody else play?")
    missed: int


class ReleaseWanted(AboutSeats, frozen=True, kw_only=True, tag="release_wanted"):
    """One of them is for it."""

    title = msgid("%(by)s is for another player of %(seats)s")
    told = msgid(
        "%(by)s is for giving %(seats)s to somebody else. Votes: %(count)s, needed: %(needed)s. An answer of "
        "%(seats)s in time ends it."
    )
    by: str
    count: int
    needed: int


class Emptied(AboutSeats, frozen=True, kw_only=True, tag="emptied"):
    """The other players have voted for another one."""

    title = msgid("nobody plays %(seats)s now")
    told = msgid(
        "The other players have voted for another player instead of %(person)s: nobody plays %(seats)s now. "
        "Until the moderator finds somebody, the seat gets at each deadline what the rules name as the default."
    )
    person: str


class Left(AboutSeats, frozen=True, kw_only=True, tag="left"):
    title = msgid("%(person)s has left")
    told = msgid(
        "%(person)s has left. Nobody plays %(seats)s now: at its deadlines the defaults of the rules are carried out, "
        "until the moderator finds somebody."
    )
    person: str


class LeftTeam(AboutSeats, frozen=True, kw_only=True, tag="left_team"):
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
    title = msgid("two seats share a mailbox")
    told = msgid(
        "%(seats)s read the same mailbox, so each may learn what the other knows. Both are asked whether they agree; "
        "their orders wait until they have."
    )


class Appointed(TableNotice, frozen=True, kw_only=True, tag="appointed"):
    """Somebody moderates, with a right (`adjudicator.service.moderation.rights`)."""

    title = msgid("who moderates has changed")
    person: str
    right: str


class Dismissed(TableNotice, frozen=True, kw_only=True, tag="dismissed"):
    title = msgid("who moderates has changed")
    told = msgid("%(person)s does not moderate any more.")
    person: str


class Silent(TableNotice, frozen=True, kw_only=True, tag="silent"):
    """The moderator's word has been missing for so many days."""

    title = msgid("the moderator is silent: who takes over?")
    days: int


class Vacant(TableNotice, frozen=True, tag="vacant"):
    """The match asks its moderator, and nobody moderates."""

    title = msgid("the game asks a moderator, and there is none")


class Offered(AboutSeats, frozen=True, kw_only=True, tag="offered"):
    """Somebody would moderate, and has so many of the votes needed."""

    title = msgid("somebody offers to moderate")
    person: str
    count: int
    needed: int


class ForeignToken(AboutSeats, frozen=True, kw_only=True, tag="foreign_token"):
    title = msgid("a secret address is known to another seat")
    told = msgid(
        "An email from an address of %(by)s came to the secret address of %(seats)s. It was set aside and "
        "did nothing. With that address alone nobody can act for the seat; it has a new one now all the "
        "same."
    )
    by: str


class OpenEyes(AboutSeats, frozen=True, kw_only=True, tag="open_eyes"):
    """Somebody who moderates and plays has looked at the secrets of seats, or of all."""

    title = msgid("a moderator who plays has looked at secrets")
    told = msgid("%(player)s moderates and plays, and has looked at what only %(seats)s may know.")
    alone = msgid("%(player)s moderates and plays, and has looked at everything, the secrets of every seat included.")
    player: str
