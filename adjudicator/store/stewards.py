"""Find what waits for stewards, and keep what they have compared for their answers."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, exists, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.holdings import held_at
from adjudicator.store.statements import run
from adjudicator.store.tables import Campaign, CampaignState, Holding, Person, Prompt, PromptState, Role, table_of


def waited_for(session: Session, before: datetime, now: datetime) -> tuple[int, ...]:
    """Return the campaigns at play in which a steward is asked something, or for a hint, since a moment or longer."""
    found = (
        select(col(Prompt.campaign_id))
        .join(Campaign, col(Campaign.id) == col(Prompt.campaign_id))
        .where(*_asked(now), col(Prompt.opened_at) <= before)
        .distinct()
        .order_by(col(Prompt.campaign_id))
    )
    hinted = (
        select(col(Prompt.campaign_id))
        .join(Campaign, col(Campaign.id) == col(Prompt.campaign_id))
        .where(
            col(Prompt.state) == PromptState.OPEN,
            col(Prompt.advice_at).is_not(None),
            col(Prompt.advice_at) <= before,
            col(Prompt.advice).is_(None),
            col(Campaign.state) == CampaignState.RUNNING,
        )
    )
    asked = tuple(session.scalars(found)) if any_steward(session) else ()
    return tuple(sorted({*asked, *session.scalars(hinted)}))


def asked_since(session: Session, now: datetime) -> datetime | None:
    """Return since when the steward that has waited longest is asked; None where none is."""
    if not any_steward(session):
        return None
    oldest = select(func.min(col(Prompt.opened_at))).join(Campaign, col(Campaign.id) == col(Prompt.campaign_id))
    return session.scalar(oldest.where(*_asked(now)))


def _asked(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return what makes a question one that a steward has yet to answer."""
    return (
        col(Prompt.state) == PromptState.OPEN,
        col(Prompt.thought).is_(None),
        col(Prompt.seat_id).in_(_held(now)),
        col(Campaign.state) == CampaignState.RUNNING,
    )


def plays(session: Session, seat_id: int, now: datetime) -> bool:
    """Return whether a steward plays a seat now."""
    return session.scalar(_held(now).where(col(Holding.seat_id) == seat_id).limit(1)) is not None


def _held(now: datetime) -> Select[int]:
    """Select the seats that stewards play now."""
    return (
        select(col(Holding.seat_id))
        .join(Person, col(Person.id) == col(Holding.person_id))
        .where(col(Person.steward), col(Holding.role) == Role.ORDERS, held_at(now))
    )


def any_steward(session: Session) -> bool:
    """Return whether a steward has ever played here; costs next to nothing."""
    return bool(session.scalar(select(exists().where(col(Person.steward)))))


def have_played(session: Session, campaign_id: int) -> bool:
    """Return whether a steward has answered anything in a campaign."""
    answered = exists().where(col(Prompt.campaign_id) == campaign_id, col(Prompt.thought).is_not(None))
    return bool(session.scalar(select(answered)))


def person_of(session: Session, name: str, language: str, now: datetime) -> Person:
    """Return the person that is the steward of this name, which has no address; makes it where there is none."""
    known = session.scalars(select(Person).where(col(Person.steward), col(Person.name) == name)).first()
    if known is not None:
        return known
    made = Person(
        name=name, language=language, time_zone="UTC", created_at=now, rated=False, habits=False, steward=True
    )
    session.add(made)
    session.flush()
    return made


def of_turn(session: Session, prompt: Prompt) -> Sequence[bytes]:
    """Return what was thought at the earlier questions of the seat in the same turn and round, the oldest first."""
    same = (
        select(col(Prompt.thought))
        .where(
            col(Prompt.seat_id) == prompt.seat_id,
            col(Prompt.match_id) == prompt.match_id,
            col(Prompt.revision) == prompt.revision,
            col(Prompt.course) == prompt.course,
            col(Prompt.thought).is_not(None),
            col(Prompt.id) < prompt.id,
        )
        .order_by(col(Prompt.number))
    )
    return [each for each in session.scalars(same) if each is not None]


def think_again(session: Session, campaign_id: int, numbers: Sequence[int]) -> None:
    """Forget what was thought about open questions whose answer was lost, so that stewards are asked again."""
    which = (table_of(Prompt).c.campaign_id == campaign_id, table_of(Prompt).c.number.in_(numbers))
    run(session, update(table_of(Prompt)).where(*which, table_of(Prompt).c.thought.is_not(None)).values(thought=None))


def last_of_seat(session: Session, seat_id: int, where: tuple[int, int], most: int) -> Sequence[bytes]:
    """Return what was thought at the last questions of a seat in a line of play, the oldest first."""
    of_line = (col(Prompt.match_id) == where[0], col(Prompt.revision) == where[1])
    found = select(col(Prompt.thought)).where(
        col(Prompt.seat_id) == seat_id, *of_line, col(Prompt.thought).is_not(None)
    )
    rows = session.scalars(found.order_by(col(Prompt.number).desc()).limit(most))
    return [each for each in rows if each is not None][::-1]


def of_decision(session: Session, seat_id: int, where: tuple[int, int], decision: int) -> bytes | None:
    """Return what was thought at a decision of a seat in a line of play; None if no steward has answered it."""
    of_line = (col(Prompt.match_id) == where[0], col(Prompt.revision) == where[1])
    found = select(col(Prompt.thought)).where(
        col(Prompt.seat_id) == seat_id, *of_line, col(Prompt.decision) == decision, col(Prompt.thought).is_not(None)
    )
    return session.scalars(found.order_by(col(Prompt.number).desc()).limit(1)).first()


def thoughts(session: Session, campaign_id: int, match_id: int) -> Sequence[Prompt]:
    """Return the questions of a match that stewards have thought about, the oldest first."""
    of_match = (col(Prompt.campaign_id) == campaign_id, col(Prompt.match_id) == match_id)
    found = select(Prompt).where(*of_match, col(Prompt.thought).is_not(None))
    return session.scalars(found.order_by(col(Prompt.number))).all()
