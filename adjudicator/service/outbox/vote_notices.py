"""Notices about votes of the players: one is begun, one is over."""

from datetime import datetime

from adjudicator.language import msgid
from adjudicator.service.outbox.notices import AboutSeats
from adjudicator.store.tables import VoteKind


class VoteAsked(AboutSeats, frozen=True, kw_only=True, tag="vote_asked"):
    """A seat has begun a vote; `seats`: which it is about, if any."""

    title = msgid("a vote: please answer yes or no")
    number: int
    vote: VoteKind
    by: str
    until: datetime
    needed: int
    voters: int


class VoteOver(AboutSeats, frozen=True, kw_only=True, tag="vote_over"):
    """A vote is over; `passed`: `yes`, `no`, or `by_hand` where a moderator is to carry it out at a log number."""

    title = msgid("a vote is over")
    vote: VoteKind
    passed: str
    agreed: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    needed: int
    log: int
