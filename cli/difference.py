"""What a deed changes, from what everybody may know.

A rehearsal plays on with what is sealed and draws what is to be drawn: whoever reads its result would know it before
it counts. So deeds that play on (`foreseen`) are shown by what was open before them, never by what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.desk.deed import CLOSED, Change, Deed
from adjudicator.service.desk.deeds.deadlines import flat_policy
from adjudicator.service.play import dues
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Holding, OutboundMail, Person, Role, SeatKind


class Difference(msgspec.Struct, frozen=True):
    """The changes, who gets mail, and the position at which this was found out."""

    log: int
    revision: int
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """For people."""
        rows = [(each.what, f"{each.before} → {each.after}" if each.before else each.after) for each in self.changes]
        if self.mails_to:
            rows.append(("mails to", ", ".join(self.mails_to)))
        width = max((len(what) for what, _ in rows), default=0)
        return "\n".join([f"{name} at log {self.log}:", *(f"  {what.ljust(width)}  {told}" for what, told in rows)])


class Before(msgspec.Struct, frozen=True):
    """How a campaign stands before a deed."""

    deed: Deed
    log: int
    revision: int
    facts: dict[str, str]
    last_mail: int

    @classmethod
    def of(cls, session: Session, table: Table, deed: Deed) -> Before:
        """Look before the deed is rehearsed."""
        facts = facts_of(session, table)
        return cls(deed, table.head.sequence, table.head.revision, facts, last_mail(session))

    def until(self, session: Session, table: Table) -> Difference:
        """What the deed has changed."""
        foreseen = self.deed.foreseen(self.facts)
        if foreseen is not None:
            return Difference(self.log, self.revision, foreseen)
        after = facts_of(session, table)
        names = [*self.facts, *(name for name in after if name not in self.facts and not name.startswith("question"))]
        changes = []
        for name in names:
            was, now = self.facts.get(name, ""), after.get(name, CLOSED if name.startswith("question") else "nobody")
            if was != now:
                changes.append(Change(name, was, now))
        return Difference(
            self.log, self.revision, tuple(changes), readers(session, table.campaign.id, table.seats, self.last_mail)
        )


def facts_of(session: Session, table: Table) -> dict[str, str]:
    """Everything public that a moderator can change, by name."""
    facts = {"campaign": str(table.campaign.state)}
    facts |= flat_policy(table)
    facts["table_draws"] = settings_of(table.campaign).table_draws
    for seat in table.seats:
        if seat.kind is not SeatKind.OBSERVER:
            facts[f"seat {seat.name}"] = _people(session, seat)
        days = dues.absences(session, seat.id)
        if days:
            facts[f"seat {seat.name} away"] = ", ".join(f"{each.first:%d.%m.%Y}–{each.last:%d.%m.%Y}" for each in days)
    for row in prompts.open_prompts(session, table.campaign.id):
        due = f"until {_moment(row.deadline)}" if row.deadline else "no deadline"
        facts[f"question {row.number} of {table.by_id[row.seat_id].name}"] = due
    return facts


def _people(session: Session, seat: SeatAtTable) -> str:
    """Who holds a seat now or will, with dates and rights."""
    now = {(holder.person_id, holder.role) for holder in seat.holders}
    rows = session.execute(
        select(Holding, Person)
        .join(Person, col(Person.id) == col(Holding.person_id))
        .where(col(Holding.seat_id) == seat.id)
        .order_by(col(Holding.id))
    )
    newest = {(holding.person_id, holding.role): (holding, person) for holding, person in rows}
    told = [_person(*each, seat) for key, each in newest.items() if key in now or each[0].dossier_due]
    return ", ".join(told) or "nobody"


def _person(holding: Holding, person: Person, seat: SeatAtTable) -> str:
    notes = []
    if holding.role is not Role.ORDERS:
        notes.append({Role.COPY: "reads along", Role.STANDBY: "stands by"}[holding.role])
    if seat.kind is SeatKind.MODERATOR and holding.rights != "all":
        notes.append(f"right: {holding.rights}")
    if holding.dossier_due:
        notes.append(f"from {_moment(holding.since)}")
    if holding.until is not None:
        notes.append(f"until {_moment(holding.until)}")
    return f"{person.name} ({'; '.join(notes)})" if notes else person.name


def _moment(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC"


def last_mail(session: Session) -> int:
    """The newest mail of the outbox."""
    return session.scalar(select(func.max(col(OutboundMail.id)))) or 0


def readers(session: Session, campaign_id: int, seats: Iterable[SeatAtTable], after: int) -> tuple[str, ...]:
    """The seats that mails were queued for since one; people without a seat are `others`."""
    rows = session.scalars(
        select(col(OutboundMail.seat_id))
        .where(col(OutboundMail.id) > after, col(OutboundMail.campaign_id) == campaign_id)
        .order_by(col(OutboundMail.id))
    )
    names = {seat.id: seat.name for seat in seats}
    return tuple(dict.fromkeys(names.get(seat, "others") if seat is not None else "others" for seat in rows))
