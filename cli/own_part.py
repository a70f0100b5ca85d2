"""What of the mails somebody at the desk may see who plays himself: those of his own seats."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.service import Service
from adjudicator.store import campaigns
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, SeatKind
from cli import acting
from cli.eyes import look


class OwnPart:
    """The seats of whoever is at the desk, by campaign; the addresses of those who play with him.

    With `--open-eyes` nothing is hidden, and it is written down and told in each campaign that is looked at.
    """

    def __init__(self, service: Service, session: Session) -> None:
        self._service = service
        self._session = session
        self._own: dict[int, frozenset[int]] = {}
        self._others: set[str] = set()
        self._told: set[int] = set()
        now = service.clock.now()
        for campaign_id in session.scalars(select(col(Campaign.id))):
            seats = campaigns.seats_at_table(session, campaign_id, now)
            own = own_seats(seats, acting.author())
            if own is None:
                continue
            desk = [seat for seat in seats if seat.name in own or seat.kind is SeatKind.MODERATOR]
            self._own[campaign_id] = frozenset(seat.id for seat in desk)
            mine = {email for seat in desk for holder in seat.holders for email in holder.emails}
            everybody = {email for seat in seats for holder in seat.holders for email in holder.emails}
            self._others |= everybody - mine

    def hides(self, campaign_id: int | None, seat_id: int | None, address: str) -> bool:
        """Whether a mail must not show, not even that it is there."""
        if campaign_id is None:
            return address in self._others and not acting.openly()
        own = self._own.get(campaign_id)
        if own is None or seat_id in own:
            return False
        if not acting.openly():
            return True
        if campaign_id not in self._told:
            self._told.add(campaign_id)
            look(self._service, self._session.get_one(Campaign, campaign_id), None)
        return False

    @property
    def hint(self) -> str:
        """Behind "there is no such mail": to somebody who plays the same whether it is another's or nobody's."""
        return " of your seats; adjudicator --open-eyes … shows the others, and tells everybody" if self._own else ""

    def hides_address(self, address: str) -> bool:
        """Whether what happened at an address must not show."""
        return address in self._others and not acting.openly()


def may_treat(service: Service, session: Session, mail_id: int) -> bool:
    """Whether a mail that came in may be named at the desk: one's own, or one that was set aside and waits for a word.

    False too for a mail that is not there, so that nobody who plays learns from numbers who has written.
    """
    row = session.get(InboundMail, mail_id)
    if row is None:
        return False
    if row.status in (InboundStatus.HELD, InboundStatus.QUARANTINED):
        return True
    return not OwnPart(service, session).hides(row.campaign_id, row.seat_id, row.sender)
