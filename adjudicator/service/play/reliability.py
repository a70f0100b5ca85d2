"""Measure how reliable the people of a seat are: how often they were asked and answered in time, and how soon."""

from collections import defaultdict
from collections.abc import Collection
from statistics import median

import msgspec
from sqlalchemy.orm import Session

from adjudicator.store import reliability
from adjudicator.store.reliability import Closed


class Reliability(msgspec.Struct, frozen=True):
    """The reliability of the present holders of a seat.

    It counts questions that were answered in time (with the grace), deadlines that were missed, and the hours that
    half of the answers took at most. Open questions do not count, nor what came out after a delay: nobody can tell who
    has answered those.
    """

    answered: int
    missed: int
    median_hours: float | None = None

    @property
    def asked(self) -> int:
        """The number of deadlines."""
        return self.answered + self.missed


def of_seats(session: Session, campaigns: Collection[int] = ()) -> dict[int, Reliability]:
    """Return by seat that of who was asked anything; of all campaigns that are not over, unless some are named."""
    return {seat_id: found for (_, seat_id), found in _found(session, campaigns).items()}


def of_person(session: Session, campaigns: Collection[int], seats: Collection[int]) -> Reliability:
    """Return the reliability of one person, over seats of campaigns that they have held alone to this day."""
    rows = reliability.reliability_of(session, campaigns) if campaigns else ()
    return _of([row for row in rows if row.seat_id in seats])


def by_campaign(session: Session) -> dict[int, list[Reliability]]:
    """Return the reliability of every seat that was asked anything, by campaign that is not over."""
    found: dict[int, list[Reliability]] = defaultdict(list)
    for (campaign_id, _), each in _found(session, ()).items():
        found[campaign_id].append(each)
    return found


def _found(session: Session, campaigns: Collection[int]) -> dict[tuple[int, int], Reliability]:
    rows: dict[tuple[int, int], list[Closed]] = defaultdict(list)
    for each in reliability.reliability_of(session, campaigns):
        rows[each.campaign_id, each.seat_id].append(each)
    return {key: _of(found) for key, found in rows.items()}


def _of(rows: list[Closed]) -> Reliability:
    hours = [(row.answered_at - row.opened_at).total_seconds() / 3600 for row in rows if row.answered_at is not None]
    return Reliability(len(hours), len(rows) - len(hours), round(median(hours), 1) if hours else None)
