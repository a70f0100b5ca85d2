"""Notices about time: reminders, pauses, absences, deadlines that are later, that are over, that run otherwise."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import ClassVar, Self

from adjudicator.language import msgid
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import AboutSeats, TableNotice


class Remind(TableNotice, frozen=True, tag="remind"):
    title = msgid("a reminder: your answer is still missing")
    told = msgid("We do not have your answer to this question yet.")
    asking = True
    kind = queue.REMINDER


class Wait(AboutSeats, frozen=True, kw_only=True, tag="wait"):
    """A seat asked for the agreed extension."""

    title = msgid("%(seats)s asked for more time")
    hours: int
    asking = True


class Absent(AboutSeats, frozen=True, kw_only=True, tag="absent"):
    """A seat is away on these days."""

    title = msgid("%(seats)s is away")
    first: date
    last: date


class Back(AboutSeats, frozen=True, tag="back"):
    title = msgid("%(seats)s is back")
    told = msgid("%(seats)s is back. Deadlines already announced stay as they are.")


class Paused(TableNotice, frozen=True, kw_only=True, tag="paused"):
    title = msgid("the campaign is paused")
    told = msgid(
        "The campaign is paused: no deadline runs. Orders that you send meanwhile are kept and tried when it goes on."
    )
    reason: str = ""


class PausePlanned(TableNotice, frozen=True, kw_only=True, tag="pause_planned"):
    """No deadline runs between two moments."""

    title = msgid("a pause is planned")
    told = msgid(
        "The moderator has planned a pause: no deadline runs from %(since)s to %(until)s. Orders are taken meanwhile "
        "and carried out as ever."
    )
    since: datetime
    until: datetime
    reason: str = ""
    asking = True


class NoPause(TableNotice, frozen=True, kw_only=True, tag="no_pause"):
    """A planned pause is given up, or over before its time."""

    title = msgid("there is no pause any more")
    told = msgid("The planned pause is over or given up. Deadlines already announced stay as they are.")
    reason: str = ""


class Resumed(TableNotice, frozen=True, kw_only=True, tag="resumed"):
    title = msgid("the campaign goes on")
    told = msgid("The campaign goes on, and the deadlines run again.")
    reason: str = ""
    asking = True


class Extended(TableNotice, frozen=True, kw_only=True, tag="extended"):
    title = msgid("the deadline is later")
    told = msgid("The moderator has given more time.")
    reason: str = ""
    asking = True


class Later(TableNotice, frozen=True, kw_only=True, tag="later"):
    """Whoever is not asked was to hear from us by a moment that is not true any more."""

    title = msgid("a deadline of others is later")
    told = msgid("You were to hear from us by now. A deadline of others has moved since, so it takes longer.")


class BankGrew(AboutSeats, frozen=True, kw_only=True, tag="bank_grew"):
    """A moderator has put hours into banks."""

    title = msgid("more hours in the bank")
    hours: int
    reason: str = ""
    asking = True


class Missed(TableNotice, frozen=True, kw_only=True, tag="missed"):
    """The reader's own deadline is over, and the default was done: what, stands behind this entry of the log."""

    title = msgid("your deadline has passed")
    done: ClassVar[str] = msgid(
        "We had no answer from you by the deadline and its grace period: what the rules name as the default was done."
    )
    asking = True
    after: int | None = None


class Unanswered(AboutSeats, frozen=True, kw_only=True):
    """Deadlines that seats have missed, for the moderator.

    `in_row`: how many each seat has missed since its last answer. What was done instead follows the log entry `after`.
    """

    title = msgid("a deadline has passed: no answer from %(seats)s")
    done: ClassVar[str]
    """What was done instead: a message."""
    in_row: tuple[str, ...] = ()
    after: int | None = None


class DoneByDefault(Unanswered, frozen=True, kw_only=True, tag="done_by_default"):
    done = msgid("%(seats)s did not answer in time: what the rules name as the default was done.")


class Stood(Unanswered, frozen=True, kw_only=True, tag="stood"):
    """The same, where their standing orders have answered."""

    done = msgid("%(seats)s did not answer in time: the standing orders have answered.")


class Written(Unanswered, frozen=True, kw_only=True, tag="written"):
    """The same, in a campaign where the right lines of drafts count: nobody else learns that it was a draft."""

    done = msgid("%(seats)s did not answer in time: what was on file has answered.")


class Undecided(AboutSeats, frozen=True, tag="undecided"):
    """Seats did not answer; nothing happens until the moderator decides."""

    title = msgid("a deadline has passed: the moderator decides")
    told = msgid("%(seats)s did not answer in time. Nothing happens until the moderator decides.")
    asking = True


class LeftToModerator(AboutSeats, frozen=True):
    """The same, to the moderator."""

    left: ClassVar[str] = msgid(
        "%(seats)s did not answer in time, and this campaign leaves it to you: give more time, replace the player, or "
        "carry the decision out with the defaults."
    )
    asking = True


class NoDefault(LeftToModerator, frozen=True, tag="no_default"):
    title = msgid("a deadline has passed: please decide")


class StillUndecided(LeftToModerator, frozen=True, tag="still_undecided"):
    """Once more, in the morning, as long as nothing has been decided."""

    title = msgid("a reminder: please decide about a missed deadline")


class ShortFuse(TableNotice, frozen=True, kw_only=True, tag="short_fuse"):
    """The reader has so many hours for an answer from now on."""

    title = msgid("you have less time from now on")
    missed: int
    hours: int


class Policy(TableNotice, frozen=True, kw_only=True, tag="policy"):
    """Rules about time are others now: by name what each was and is, as they stand in a campaign's file."""

    title = msgid("the rules about time have changed")
    changes: dict[str, tuple[str, str]]
    asking = True

    def values(self) -> dict[str, str]:
        """Return the old and the new value of each rule that has changed."""
        return {
            key: value
            for name, (was, now) in self.changes.items()
            for key, value in ((_WAS + name, was), (_IS + name, now))
        }

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """Make it from what is stored."""
        names = [key.removeprefix(_IS) for key in values if key.startswith(_IS)]
        return cls(changes={name: (values[_WAS + name], values[_IS + name]) for name in names})


_WAS, _IS = "was.", "is."
