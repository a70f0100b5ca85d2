"""Read what an archive says of the moderators' acts: how many, and whether the trail that they stand in is whole."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from adjudicator.service.proof.archive import ACTS, TRAIL, Archive, BadArchive
from adjudicator.service.proof.history import Difference
from adjudicator.store import campaign_dump
from adjudicator.store.audits import first_broken
from adjudicator.store.tables import Audit, Telling


class ActLine(msgspec.Struct, frozen=True):
    """An act as readers of an archive may know it; what else is told of it stands in the same line."""

    at: datetime
    by: str
    command: str


class Acts(msgspec.Struct, frozen=True):
    """`told` acts stand in it; `trail` is how many the whole trail has, None where the archive is without it."""

    told: int = 0
    trail: int | None = None
    differences: tuple[Difference, ...] = ()

    def __str__(self) -> str:
        if self.trail is None:
            return f"{self.told} acts of moderators told; only an archive of everything (--all) has their trail"
        broken = any(difference.where.startswith("act ") for difference in self.differences)
        return f"{self.told} acts of moderators told, {self.trail} in their trail" + ("" if broken else ", it is whole")


def acts_in(archive: Archive) -> Acts:
    """Return the acts of an archive, and what is wrong with them.

    Raises:
        BadArchive: They cannot be read.
    """
    told = archive.lines(ActLine, ACTS) if ACTS in archive.members else []
    if TRAIL not in archive.members:
        return Acts(told=len(told))
    trail = _trail(archive)
    return Acts(told=len(told), trail=len(trail), differences=tuple(_wrong(told, trail)))


def _trail(archive: Archive) -> tuple[Audit, ...]:
    try:
        rows = campaign_dump.decode("audit", archive.members[TRAIL])
        found = [Audit(**{**row, "telling": Telling(row["telling"])}) for row in rows]
    except (campaign_dump.CannotRestore, msgspec.DecodeError, KeyError, ValueError) as error:
        raise BadArchive(f"{TRAIL}: {error}") from None
    return tuple(sorted(found, key=lambda act: act.number))


def _wrong(told: list[ActLine], trail: tuple[Audit, ...]) -> Iterator[Difference]:
    broken = first_broken(trail)
    if broken is not None:
        yield Difference(f"act {broken}", "it was changed, or one before it is missing")
    there = {(act.at, act.author, act.command) for act in trail}
    for place, act in enumerate(told, 1):
        if (act.at, act.by, act.command) not in there:
            yield Difference(f"{ACTS} line {place}", "the trail has no such act")
