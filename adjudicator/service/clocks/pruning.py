"""Delete what is no longer needed after the time that the settings say: each round a little, a command all at once."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from adjudicator.service.clocks.paced import HOUR, Paced
from adjudicator.service.service import Service
from adjudicator.store.engine import reading, writing
from adjudicator.store.pruning import KINDS, Amount, Kind, Period

AT_ONCE = 100
"""Rows that one transaction drops, so that nobody waits for it."""
_hourly = Paced(HOUR)
"""For what no index finds."""


class Pruned(Struct, frozen=True):
    """The deletions of one kind: everything older than so many days. None: it is kept for ever."""

    kind: str
    days: int | None
    rows: int
    bytes: int


def foreseen(service: Service) -> list[Pruned]:
    """Return what would be deleted now, by kind."""
    with reading(service.engine) as session:
        told = []
        for kind in KINDS:
            before = _before(service, kind.period)
            amount = Amount() if before is None else kind.old(session, before)
            told.append(Pruned(kind.name, _days(service, kind.period) or None, amount.rows, amount.bytes))
        return told


def everything(service: Service) -> Iterator[int]:
    """Drop all that is old enough, a little in each transaction. Yields how many rows each has dropped."""
    for kind in KINDS:
        while done := _some(service, kind):
            yield done


def run(service: Service) -> int:
    """Prune one round: a little of each kind.

    Returns how many rows.
    """
    seldom = _hourly.is_due(service)
    return sum(_some(service, kind) for kind in KINDS if kind.often or seldom)


def _some(service: Service, kind: Kind) -> int:
    before = _before(service, kind.period)
    if before is None:
        return 0
    with reading(service.engine) as session:
        if not kind.any_old(session, before):
            return 0
    with writing(service.engine) as session:
        return kind.drop_some(session, before, AT_ONCE, service.clock.now())


def _before(service: Service, period: Period) -> datetime | None:
    days = _days(service, period)
    return service.clock.now() - timedelta(days=days) if days else None


def _days(service: Service, period: Period) -> int:
    limits = service.settings.limits
    return {
        Period.MAILS: limits.keep_mails_days,
        Period.RECEIVED: limits.keep_received_days,
        Period.TRACES: limits.keep_metadata_days,
    }[period]
