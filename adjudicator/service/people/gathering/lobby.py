"""A campaign that waits for its people, at work: who is there, and mails to them."""

from functools import cached_property

from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Gather
from adjudicator.service.outbox.lobby_notices import LobbyNotice
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

    def tell(self, seat: SeatAtTable, notice: LobbyNotice) -> None:
        """Queue a mail to who holds a seat."""
        intent = Gather(written=self.now, topic=notice.topic(), values=notice.values())
        queue.send_before_the_match(self.work, seat, intent)

    def tell_moderators(self, notice: LobbyNotice) -> None:
        """The same to all who moderate."""
        for seat in self.seats:
            if seat.kind is SeatKind.MODERATOR:
                self.tell(seat, notice)
