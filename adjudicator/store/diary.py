"""Private notes of those who play a seat."""

from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import DiaryNote, Seat


def notes_of(session: Session, seat_id: int, person_id: int) -> tuple[DiaryNote, ...]:
    """Return the notes that a holder of the seat may read: their own, and those that were handed on. Oldest first."""
    mine = or_(col(DiaryNote.person_id) == person_id, col(DiaryNote.for_successor).is_(True))
    return tuple(
        session.scalars(select(DiaryNote).where(col(DiaryNote.seat_id) == seat_id, mine).order_by(col(DiaryNote.id)))
    )


def count(session: Session, seat_id: int, person_id: int) -> int:
    """Return how many notes a person has written for a seat."""
    statement = select(func.count()).where(col(DiaryNote.seat_id) == seat_id, col(DiaryNote.person_id) == person_id)
    return session.execute(statement).scalar_one()


def write(session: Session, note: DiaryNote) -> None:
    """Keep a new note."""
    session.add(note)
    session.flush()


def rewrite(session: Session, note_id: int, text: str, at: datetime) -> None:
    """Put other words into a note; the old ones are gone."""
    session.execute(update(DiaryNote).where(col(DiaryNote.id) == note_id).values(text=text.encode(), written_at=at))
    session.expire_all()


def forget(session: Session, note_id: int) -> None:
    """Delete a note."""
    session.execute(delete(DiaryNote).where(col(DiaryNote.id) == note_id))
    session.expire_all()


def open_at_the_end(session: Session, seat_id: int, person_id: int, wish: bool) -> int:
    """Return whether everybody may read a person's notes when the match is over. Returns how many notes it is about."""
    mine = (col(DiaryNote.seat_id) == seat_id, col(DiaryNote.person_id) == person_id)
    session.execute(update(DiaryNote).where(*mine).values(opened=wish))
    session.expire_all()
    return count(session, seat_id, person_id)


def opened_notes(session: Session, campaign_id: int, upto: datetime) -> tuple[DiaryNote, ...]:
    """Return the notes of a campaign that everybody may read now that its match is over."""
    return tuple(
        session.scalars(
            select(DiaryNote)
            .join(Seat, col(Seat.id) == col(DiaryNote.seat_id))
            .where(
                col(Seat.campaign_id) == campaign_id,
                col(DiaryNote.opened).is_(True),
                col(DiaryNote.written_at) <= upto,
            )
            .order_by(col(DiaryNote.seat_id), col(DiaryNote.id))
        )
    )
