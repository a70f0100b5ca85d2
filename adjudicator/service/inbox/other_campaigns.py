"""Several campaigns in one mail: each gets a row of its own, which is handled like a mail that was sent to it.

So whatever a mail has to pass (an opponent among the recipients, a shared mailbox, a deadline) holds for every campaign
by itself, and what waits for somebody's word in one does not hold up the others.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail import ReadMail
from adjudicator.orders.text import clean, words
from adjudicator.service.commands.splitting import Author, Part, only_for
from adjudicator.service.inbox.passing import hand_on
from adjudicator.service.play.claimed_lines import Claims
from adjudicator.store import mails
from adjudicator.store.holdings import held_at
from adjudicator.store.tables import Campaign, CampaignState, Holding, InboundMail, Role, Seat


def pass_on(session: Session, row: InboundMail, parts: Sequence[Part], person_id: int | None, now: datetime) -> bool:
    """Make a row of what the mail holds for each other campaign, to be handled when the transaction is committed.

    Returns False if one of the names means no campaign of this person.
    """
    seats = [seat_called(session, part.campaign, person_id, now) for part in parts]
    for seat in {seat.id: seat for seat in seats if seat is not None}.values():
        assert person_id is not None
        made = mails.store_part(session, row, seat, person_id, now)
        if made is not None:
            hand_on(session, made)
    return None not in seats


def only_here(session: Session, mail: ReadMail, row: InboundMail, now: datetime) -> ReadMail:
    """What a mail for several campaigns holds for the seat of this row."""

    def means_it(name: str) -> bool:
        seat = seat_called(session, name, row.part_by, now)
        return seat is not None and seat.id == row.seat_id

    return only_for(mail, means_it, author_of(session, row.part_by, now))


def author_of(session: Session, person_id: int | None, at: datetime, claims: Claims | None = None) -> Author:
    """What is known of a person whose mail is taken apart."""
    return Author(claims, lambda name: seat_called(session, name, person_id, at) is not None)


def seat_called(session: Session, name: str, person_id: int | None, at: datetime) -> Seat | None:
    """The seat whose orders this person gives in a campaign of that name or title, of several the first; case and signs
    do not count. Nobody is told of campaigns in which he has no seat.
    """
    if person_id is None:
        return None
    wanted = _plain(name)
    held = session.execute(_held_by(person_id, at))
    found = [seat for seat, campaign in held if wanted in (_plain(campaign.name), _plain(campaign.title))]
    return found[0] if len({seat.campaign_id for seat in found}) == 1 else None


def titles_of(session: Session, person_id: int | None, at: datetime) -> tuple[str, ...]:
    """The campaigns in which this person gives orders, each by its title and its name."""
    found = () if person_id is None else session.execute(_held_by(person_id, at))
    return tuple(dict.fromkeys(f"{campaign.title} ({campaign.name})" for _, campaign in found))


def _held_by(person_id: int, at: datetime) -> Select[Seat, Campaign]:
    """The seats whose orders a person gives, with their campaigns."""
    return (
        select(Seat, Campaign)
        .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(
            col(Holding.person_id) == person_id,
            col(Holding.role) == Role.ORDERS,
            col(Campaign.state) != CampaignState.INVITING,
            held_at(at),
        )
        .order_by(col(Seat.id))
    )


def _plain(name: str) -> str:
    """A name without case, accents and signs; one of nothing but signs as it is."""
    return " ".join(word.folded for word in words(name)) or clean(name)
