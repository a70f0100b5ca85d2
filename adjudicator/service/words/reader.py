"""Everything that the writing of one mail needs, for one reader: what he is told, in which language and hours."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.events import Told
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language
from adjudicator.reports.game import GameReport
from adjudicator.service.campaign.matches import (
    CONTEXT,
    Pending,
    header_of,
    pending_in,
    position_at,
    sealed_answers,
    told_between,
)
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import AnyIntent, Correction
from adjudicator.store import campaigns, matches, outbound, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, OutboundMail, Prompt, SeatKind


class Reader:
    """Everything that the writing of one mail needs, fetched once, for one reader."""

    def __init__(self, session: Session, row: OutboundMail, intent: AnyIntent) -> None:
        if row.campaign_id is None or row.match_id is None or row.revision is None or row.sequence is None:
            raise LookupError(f"mail {row.id} belongs to no match")
        campaign = session.get(Campaign, row.campaign_id)
        head = matches.head(session, row.campaign_id)
        assert campaign is not None
        assert head is not None
        self.session = session
        self.head = head
        self.campaign = campaign
        self.intent = intent
        self.queued_at = row.queued_at
        self.sequence = row.sequence
        self.where = (row.match_id, row.revision)
        self.seats = campaigns.seats_at_table(session, campaign.id, intent.written)
        self.seat = next(seat for seat in self.seats if seat.id == row.seat_id)
        self.match = position_at(session, row.match_id, row.revision, row.sequence, header_of(head))
        as_now = (row.revision, row.sequence) == (head.revision, head.sequence)
        if as_now and any(each.form == "agree" for each in self.match.decisions()):
            self.match.sealed = sealed_answers(session, head, self.seats, self.match)  # what lies on the table
        self.report: GameReport = game_named(head.game).part("report")
        self.game = head.game

    @property
    def player(self) -> str | None:
        """The seat's name, None for observers and moderators: they see what is public."""
        return self.seat.name if self.seat.kind is SeatKind.PLAYER else None

    @property
    def asked_as(self) -> str | None:
        """The name by which the match asks the reader; None for who is never asked."""
        return (self.player or self.seat.asked_as or None) if self.seat.kind is not SeatKind.OBSERVER else None

    @cached_property
    def language(self) -> Language:
        return language(self.seat.language)

    @cached_property
    def zone(self) -> str:
        return self.seat.holders[0].time_zone if self.seat.holders else self.campaign.time_zone

    def time(self, moment: datetime) -> str:
        """A moment in the reader's zone, as the day of this mail calls it."""
        return self.language.time(moment, self.zone, self.intent.written)

    def told(self, after: int) -> list[Told[Any]]:
        """The events after a log number, up to the position of this mail."""
        return told_between(self.session, self.game, *self.where, after, self.sequence)

    def before(self, news: Sequence[Told[Any]]) -> list[Told[Any]]:
        """The events right before these, as far back as a player's round goes."""
        first = min((each.n for each in news), default=0)
        return told_between(self.session, self.game, *self.where, max(0, first - 1 - CONTEXT), first - 1)

    @cached_property
    def news(self) -> list[Told[Any]]:
        """What the reader has not been told yet."""
        return self.told(self.intent.since)

    @cached_property
    def last_report(self) -> datetime | None:
        """When the report before this mail was written."""
        return outbound.queued_before(self.session, self.seat.id, queue.REPORT, self.queued_at)

    def name_of(self, seat: SeatAtTable) -> str:
        """A seat as the game calls it; a chair beside the table, which the game does not know, by who sits there."""
        if seat.kind is SeatKind.PLAYER:
            return self.report.party(seat.name, self.language).name
        people = ", ".join(seat.people)
        chair = (
            self.language.gettext("moderator") if seat.kind is SeatKind.MODERATOR else self.language.gettext("observer")
        )
        return f"{chair} {people}".strip()

    def seat_called(self, name: str) -> str:
        """`name_of`, by the seat's own name; where the match asks the moderator, whoever moderates."""
        if name == MODERATOR:
            people = [person for seat in self.seats if seat.asked_as == MODERATOR for person in seat.people]
            return f"{self.language.gettext('moderator')} {self.language.listing(people) if people else ''}".strip()
        seat = next((each for each in self.seats if each.name == name), None)
        return self.report.party(name, self.language).name if seat is None else self.name_of(seat)

    def view(self) -> msgspec.Struct:
        return self.match.view(() if self.player is None else (self.player,))

    @cached_property
    def view_before(self) -> msgspec.Struct | None:
        """What the reader saw in the last mail that told all news; None if nothing can have moved since, or where a
        correction has put the reader on another seat: that one's knowledge is not theirs.
        """
        intent, revision = self.intent, self.where[1]
        if isinstance(intent, Correction):
            revision = intent.old[0]
            if self.player is not None and intent.was != self.player:
                return None
        elif intent.since == self.sequence:
            return None
        if not intent.since:
            return None
        then = position_at(self.session, self.where[0], revision, intent.since, header_of(self.head))
        return then.view(() if self.player is None else (self.player,))

    @cached_property
    def pending(self) -> Pending | None:
        """What waited for a draw at the table when this mail was decided on."""
        found = pending_in(self.head)
        return found if found is not None and found.since <= self.intent.written else None

    def prompt(self, number: int) -> Prompt | None:
        return prompts.prompt_by_number(self.session, self.campaign.id, number)
