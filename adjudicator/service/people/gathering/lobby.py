"""A campaign that waits for its people, at work: who is there, and mails to those who are, or are no longer."""

from __future__ import annotations

from functools import cached_property

from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Gather, Tell
from adjudicator.service.people.gathering.plan import Plan, plan_of
from adjudicator.service.service import Work
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.tables import Campaign, SeatKind


class Lobby:
    """The campaign (locked), and the use case that works on it."""

    def __init__(self, work: Work, campaign: Campaign) -> None:
        self.work, self.session, self.now = work, work.session, work.now
        self.campaign = campaign

    @cached_property
    def plan(self) -> Plan:
        """What it will begin with. Raises LookupError when it does not gather."""
        return plan_of(self.session, self.campaign.id)

    @property
    def seats(self) -> tuple[SeatAtTable, ...]:
        """Seats and chairs as they are held now; those of the game that nobody ever had are not among them."""
        return seats_at_table(self.session, self.campaign.id, self.now)

    def seat(self, name: str) -> SeatAtTable | None:
        """The seat or chair of that name, if there is one."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def tell(self, seat: SeatAtTable, topic: str, /, **values: str) -> None:
        """Queue a mail to who holds a seat."""
        queue.send_before_the_match(self.work, seat, Gather(written=self.now, topic=topic, values=values))

    def tell_moderators(self, topic: str, /, **values: str) -> None:
        """The same to all who moderate."""
        for seat in self.seats:
            if seat.kind is SeatKind.MODERATOR:
                self.tell(seat, topic, **values)

    def tell_outside(self, email: str, language: str, topic: str, /, **values: str) -> None:
        """A mail to somebody who has no seat (any more)."""
        intent = Tell(written=self.now, topic=topic, values={"seat": "", **values, "language": language})
        queue.send_outside(self.work, email, intent, self.campaign)
