"""A campaign that waits for its people, at work: who is there, and mails to them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from adjudicator.kernel.bidding import Bid
from adjudicator.kernel.game import Game
from adjudicator.language import CODES, Language, language
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import LobbyNotice, to_lobby
from adjudicator.service.outbox.payloads import Gather
from adjudicator.service.people.gathering.plan import Plan, game_of_plan, keep_plan, plan_of
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.tables import Campaign, Seat, SeatKind


class Lobby:
    """The campaign (locked), and the use case that works on it."""

    def __init__(self, work: UnitOfWork, campaign: Campaign) -> None:
        self.work, self.session, self.now = work, work.session, work.now
        self.campaign = campaign

    @cached_property
    def plan(self) -> Plan:
        """The plan for the beginning of the match. Raises LookupError when the campaign does not gather."""
        return plan_of(self.session, self.campaign.id)

    @cached_property
    def game(self) -> Game[Any]:
        """The game that will be played, with its pack. Raises PackTrouble when the pack cannot be used."""
        return game_of_plan(self.session, self.plan)

    def change(self, plan: Plan, due_at: datetime | None = None) -> None:
        """Store another plan for the match; see `keep_plan`."""
        keep_plan(self.session, self.campaign.id, plan, due_at)
        self.plan = plan

    @property
    def seats(self) -> tuple[SeatAtTable, ...]:
        """Seats and chairs as they are held now; those of the game that nobody ever had are not among them."""
        return seats_at_table(self.session, self.campaign.id, self.now)

    @property
    def by_id(self) -> Mapping[int, SeatAtTable]:
        """The seats and chairs by their ids."""
        return {seat.id: seat for seat in self.seats}

    @property
    def players(self) -> tuple[SeatAtTable, ...]:
        """The seats and places that somebody has, in the order of the game, or of joining."""
        held = {seat.name: seat for seat in self.seats}
        return tuple(held[name] for name in self.plan.taken(held.values()))

    def row(self, seat: SeatAtTable) -> Seat:
        """Return the stored row of a seat."""
        return self.session.get_one(Seat, seat.id)

    def bid_of(self, seat: SeatAtTable) -> Bid | None:
        """Return what a player bids for seats; None if they have not bid yet."""
        kept = self.row(seat).bid
        return None if kept is None else msgspec.json.decode(kept, type=Bid)

    def called(self, name: str, words: Language) -> str:
        """Return a seat as the game calls it, or a place by its number; anything else unchanged."""
        return self.plan.called(name, self.game, words)

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return the names of a seat or a place, in all languages."""
        return tuple(self.called(name, language(code)) for code in CODES)

    def theirs(self, seat: SeatAtTable) -> tuple[SeatAtTable, ...]:
        """Return the seats and places of the person who plays this one; of a moderator or an observer theirs alone."""
        holder = seat.holders[0].person_id if seat.holders and seat.kind is SeatKind.PLAYER else None
        return tuple(player for player in self.players if player.of(holder) is not None) or (seat,)

    def seat(self, name: str) -> SeatAtTable | None:
        """Return the seat of that name, if there is one."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def tell(
        self, seat: SeatAtTable, notice: LobbyNotice, kind: str = queue.NOTE, to: Iterable[str] | None = None
    ) -> None:
        """Queue a mail with a notice to who holds a seat, or only to the addresses `to`."""
        intent = Gather(written=self.now, topic=notice.topic(), values=notice.values())
        queue.send_before_the_match(self.work, seat, intent, kind, to)

    def answer(self, seat: SeatAtTable, said: CommandReply, to: Iterable[str] | None = None) -> None:
        """Queue a mail with the answer to commands to who holds a seat, or only to the addresses `to`."""
        intent = Gather(written=self.now, topic=to_lobby("status").topic(), said=said.sections, title=said.title)
        queue.send_before_the_match(self.work, seat, intent, to=to)

    def tell_moderators(self, notice: LobbyNotice) -> None:
        """Send the notice to all moderators."""
        for seat in self.seats:
            if seat.kind is SeatKind.MODERATOR:
                self.tell(seat, notice)
