"""The deeds of a moderator as values: written by a mail command or the command line, kept behind a code, audited.

Names of seats are the game's own. `log` is the log number of the position that a deed is meant for: it is refused
at any other one, so that nobody carries out the next decision by mistake.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Literal

import msgspec

from adjudicator.service.campaign.settings import TableDraws
from adjudicator.service.timing import TimingPolicy
from adjudicator.store.tables import Role


class Right(StrEnum):
    """What a moderator may do. `all` includes the others."""

    TIME = "time"
    """Pauses, deadlines, absences, reminders."""
    MAIL = "mail"
    """Mails that were set aside: look at them, release, reject."""
    ALL = "all"

    def allows(self, needed: Right) -> bool:
        """Whether who has this right may do what needs another."""
        return self in (Right.ALL, needed)


class Author(msgspec.Struct, frozen=True):
    """Who does it, for the audit trail. `by_mail`: who wrote a mail; otherwise somebody at the command line."""

    name: str
    right: Right = Right.ALL
    by_mail: bool = False

    @property
    def signed(self) -> str:
        """As it stands in the audit trail: whoever wrote a mail is told from whoever sat at the desk."""
        return f"{self.name} (mail)" if self.by_mail else self.name


class Newcomer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person who is given something to hold. Without language and zone those of the campaign."""

    name: str
    email: str
    language: str = ""
    time_zone: str = ""


class _Deed(msgspec.Struct, frozen=True, kw_only=True, tag_field="deed", omit_defaults=True):
    pass


class Pause(_Deed, frozen=True, tag="pause"):
    """Everything stands still."""

    reason: str = ""


class Resume(_Deed, frozen=True, tag="resume"):
    """It goes on; orders that were kept meanwhile are tried."""

    reason: str = ""


class Extend(_Deed, frozen=True, tag="extend"):
    """More time, by hours or up to a moment, for all who are asked or for these seats."""

    hours: int = 0
    until: datetime | None = None
    seats: tuple[str, ...] = ()
    reason: str = ""


class Remind(_Deed, frozen=True, tag="remind"):
    """A mail at once to everybody who owes an answer. Nobody is told to whom: it would tell who has answered."""


class Absent(_Deed, frozen=True, tag="absent"):
    """Days on which the seat's time stands still, beyond its budget."""

    seat: str
    first: date
    last: date


class Policy(_Deed, frozen=True, tag="policy"):
    """Other rules about time from now on. Deadlines already announced do not come nearer."""

    timing: TimingPolicy
    deadline_hours: int


class Replace(_Deed, frozen=True, tag="replace"):
    """The seat goes to somebody else, or to its standby player."""

    seat: str
    to: Newcomer | None = None
    keep: bool = False
    log: int | None = None


class Eject(_Deed, frozen=True, tag="eject"):
    """The seat's people lose it, or one of them does. `keep`: what they have on file stays and is carried out."""

    seat: str
    person: str = ""
    keep: bool = False
    reason: str = ""
    log: int | None = None


class Hold(_Deed, frozen=True, tag="hold"):
    """Somebody more holds the seat in a role, from a day to another one or for good."""

    seat: str
    who: Newcomer
    role: Role = Role.ORDERS
    since: datetime | None = None
    until: datetime | None = None


class Release(_Deed, frozen=True, tag="release"):
    """Somebody does not hold the seat any more, in no role; others still do."""

    seat: str
    person: str


class Process(_Deed, frozen=True, tag="process"):
    """The open decision is carried out now, with the defaults of the rules for who has not answered."""

    log: int | None = None


class Draw(_Deed, frozen=True, tag="draw"):
    """Results of draws that were made at the table, in the order in which they are needed."""

    results: tuple[str, ...]
    log: int | None = None


class DrawsBy(_Deed, frozen=True, tag="draws"):
    """Which draws are made at a table and entered from now on."""

    which: TableDraws


class Enter(_Deed, frozen=True, tag="enter"):
    """Orders for a seat that reached the moderator in another way; carried out as if the seat had written them."""

    seat: str
    lines: tuple[str, ...]
    reason: str = ""
    log: int | None = None


class Close(_Deed, frozen=True, tag="close"):
    """The campaign ends here, without a result of the rules."""

    reason: str = ""
    log: int | None = None


class Archive(_Deed, frozen=True, tag="archive"):
    """A campaign that is over leaves the lists. Nothing is deleted."""


class Appoint(_Deed, frozen=True, tag="appoint"):
    """Somebody moderates from now on, or with another right than before."""

    who: Newcomer
    right: Right = Right.ALL


class Dismiss(_Deed, frozen=True, tag="dismiss"):
    """Somebody moderates no longer."""

    name: str


Deed = (
    Pause | Resume | Extend | Remind | Absent | Policy | Replace | Eject | Hold | Release | Process | Enter | Close
    | Archive | Appoint | Dismiss | Draw | DrawsBy
)  # fmt: skip
"""Anything that a moderator can do."""

FINAL = (Replace, Eject, Process, Close, Draw)
"""What cannot be undone: it names its position, and wants to be confirmed."""
_IN_TIME = (Pause, Resume, Extend, Remind, Absent)

_decoder: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Deed)


def needed(deed: Deed) -> Right:
    """The right that a deed needs."""
    return Right.TIME if isinstance(deed, _IN_TIME) else Right.ALL


def encode(deed: Deed) -> bytes:
    """For the store."""
    return msgspec.json.encode(deed)


def decode(data: bytes) -> Deed:
    """From the store. Raises msgspec.DecodeError."""
    return _decoder.decode(data)


Trouble = Literal[
    "not_running", "not_paused", "over", "not_over", "nobody", "no_seat", "no_player_seat", "not_now", "no_default",
    "right", "empty", "no_such_person", "no_standby", "holds_already", "bad_person", "bad_policy", "last_moderator",
    "past", "no_deadline", "last_holder", "bad_orders", "draw_awaited", "no_draw", "no_more_draws", "bad_draw",
    "hidden_draw", "hidden_draws", "other_rules", "no_such_moderator", "moderates_already",
]  # fmt: skip


class CannotBe(Exception):  # noqa: N818 - an answer to a person, nothing broke
    """A deed is refused; `facts` fill the sentence (see `moderation.words.why_not`)."""

    def __init__(self, trouble: Trouble, **facts: str) -> None:
        super().__init__(f"{trouble} {facts}" if facts else trouble)
        self.trouble = trouble
        self.facts = facts
