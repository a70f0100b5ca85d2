"""Fetch what the writing of one mail needs, for one reader: what they are told, in which language and hours."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import only_answers
from adjudicator.kernel.match import Match
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign import ledger
from adjudicator.service.campaign.matches import (
    CONTEXT,
    Pending,
    ReadLog,
    header_of,
    pending_in,
    position_at,
    sealed_answers,
    turn_of,
)
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Answer, AnyIntent, Correction, Dossier, Help, Welcome
from adjudicator.service.play import rulings
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import Plan, Unfit
from adjudicator.service.timing.policy import held_kinds
from adjudicator.store import campaigns, matches, outbound, packs, prompts
from adjudicator.store.campaigns import SeatAtTable, read_together
from adjudicator.store.tables import OutboundMail, Prompt, SeatKind
from adjudicator.store.timing import asked_at, asked_since, was_open

ASKING = Answer | Correction | Dossier | Help | Welcome
"""Mails that show what is open without being asked for a question."""


class Reader:
    """The data that the writing of one mail needs, fetched once, for one reader."""

    def __init__(
        self,
        session: Session,
        row: OutboundMail,
        intent: AnyIntent,
        seats: tuple[SeatAtTable, ...] | None = None,
    ) -> None:
        if row.campaign_id is None or row.match_id is None or row.revision is None or row.sequence is None:
            raise LookupError(f"mail {row.id} belongs to no match")
        found = matches.campaign_and_head(session, row.campaign_id)
        assert found is not None
        campaign, head = found
        self.session = session
        self.head = head
        self.ledger = ledger.decode(head.agreements)
        self.campaign = campaign
        self.intent = intent
        self.queued_at = row.queued_at
        self.sequence = row.sequence
        self.where = (row.match_id, row.revision)
        self.seats = campaigns.seats_at_table(session, campaign.id, intent.written) if seats is None else seats
        self.seat = next(seat for seat in self.seats if seat.id == row.seat_id)
        self.own = read_together(self.seats, self.seat, row.recipient)
        """The seats of the game whose eyes the mail is written for: several, where its reader plays several."""
        self.match = self.at(row.sequence)
        policy = settings_of(campaign).timing
        self.match.held = held_kinds(policy, (decision.kind for decision in self.match.game.interrupting_decisions))
        as_now = (row.revision, row.sequence) == (head.revision, head.sequence)
        if as_now and any(decision.form == "agree" for decision in self.match.decisions()):
            self.match.sealed = sealed_answers(session, head, self.seats, self.match)  # what lies on the table
        self.report: GameReport = self.match.game.part("report")
        self.game = head.game

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names of the reader's seats; none for observers and moderators: they see what is public."""
        return tuple(seat.name for seat in self.own)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the seats that mails to the reader are filed under."""
        return tuple(seat.id for seat in self.own) or (self.seat.id,)

    @property
    def several(self) -> bool:
        """Whether the reader plays several seats: then it is said which of them is meant."""
        return len(self.own) > 1

    @property
    def is_followed(self) -> bool:
        """Whether an answer to the reader's next mail comes right behind this one."""
        return isinstance(self.intent, Answer) and self.intent.followed

    @property
    def asked(self) -> tuple[str, ...]:
        """The names that are asked something."""
        return tuple(name for name in self.asked_as if self.match.question(name) is not None)

    def numbers(self, number: int | None) -> tuple[int, ...]:
        """Return the questions shown by a message with the one of this number: every open one of the reader's seats."""
        if not self.several or (number is None and not isinstance(self.intent, ASKING)):
            return () if number is None else (number,)
        return tuple(row.number for row in self.asked_then if row.number == number or self._is_asked(row))

    def _is_asked(self, row: Prompt) -> bool:
        """Return whether it is what one of the reader's seats is asked in this position."""
        seat = self.asks(row)
        return seat is not None and (row.match_id, row.revision, row.decision) == (*self.where, self.match.number(seat))

    @cached_property
    def suspended_numbers(self) -> tuple[int, ...]:
        """The questions of the reader that are asked again when another one is answered; none for moderators."""
        decisions = self.match.suspended_decisions
        return prompts.suspended_numbers(self.session, self.ids, self.where, decisions) if decisions else ()

    @property
    def asked_as(self) -> tuple[str, ...]:
        """The names by which the match asks the reader: those of their seats, or the moderator's."""
        chair = (self.seat.asked_as,) if self.seat.moderates and self.seat.asked_as else ()
        return self.players or chair

    @cached_property
    def language(self) -> Language:
        return language(self.seat.language)

    @cached_property
    def zone(self) -> str:
        return self.seat.holders[0].time_zone if self.seat.holders else self.campaign.time_zone

    def time(self, moment: datetime) -> str:
        """Return a moment in the reader's zone, relative to the day of this message."""
        return self.language.time(moment, self.zone, self.intent.written)

    def entry(self, n: int) -> int | None:
        """Return the number of a log entry as the reader knows it; None if only some may know of it.

        Moderators go by the log.
        """
        return n if self.seat.moderates else self.ledger.public(n)

    def upto(self, n: int) -> int:
        """Return the number of the last log entry up to `n`, as the reader knows it."""
        return n if self.seat.moderates else self.ledger.last_public(n)

    def told(self, after: int) -> list[ObservedEvent[Any]]:
        """Return the events after a log number, up to the position of this message."""
        return self._log.told(after, self.sequence, before=CONTEXT + 1)

    def told_between(self, first: int, last: int) -> list[ObservedEvent[Any]]:
        """Return the events of the log entries `first` to `last`."""
        return self._log.told(first - 1, last)

    @cached_property
    def alone(self) -> dict[str, tuple[Action, ...]]:
        """The only answers of the reader's seats, given by themselves since the reader was last told all news."""
        found = self._log.alone(self.intent.since, self.sequence)
        return {seat: given for seat in self.players if (given := only_answers(found, seat))}

    def before(self, news: Sequence[ObservedEvent[Any]]) -> list[ObservedEvent[Any]]:
        """Return the events right before these, as far back as a player's round goes."""
        first = min((each.n for each in news), default=0)
        return self._log.told(max(0, first - 1 - CONTEXT), first - 1)

    @cached_property
    def _log(self) -> ReadLog:
        return ReadLog(self.session, self.game, *self.where)

    @cached_property
    def news(self) -> list[ObservedEvent[Any]]:
        """The events that the reader has not been told yet."""
        return self.told(self.intent.since)

    @cached_property
    def last_report(self) -> datetime | None:
        """The moment when the report before this mail was written."""
        return self._before.of_kind

    @property
    def last_mail(self) -> datetime | None:
        """The moment when the mail before this one was written, whatever its kind; what comes beside mails aside."""
        return self._before.of_others

    @cached_property
    def _before(self) -> outbound.Before:
        return outbound.queued_before(self.session, self.ids, self.queued_at, queue.REPORT, unless=queue.TURN)

    def name_of(self, seat: SeatAtTable) -> str:
        """Return a seat as the game calls it; a moderator or observer, which it does not know, by who they are."""
        if seat.kind is SeatKind.PLAYER:
            return self.report.party(seat.name, self.language).name
        people = ", ".join(seat.people)
        chair = (
            self.language.gettext("moderator") if seat.kind is SeatKind.MODERATOR else self.language.gettext("observer")
        )
        return f"{chair} {people}".strip()

    @property
    def called(self) -> str:
        """The reader's seat, or all of them."""
        return self.language.listing([self.name_of(seat) for seat in self.own or (self.seat,)])

    def by_name(self, name: str) -> SeatAtTable:
        """Return a seat by the name that the match asks it by."""
        return next(seat for seat in self.seats if seat.asked_as == name)

    def plan_of(self, name: str) -> Plan | None:
        """Return what a seat of the reader has planned for its turns to come."""
        return held_orders.decoded(self._on_file.get(self.by_name(name).id, b"")).plan

    @cached_property
    def _on_file(self) -> Mapping[int, bytes]:
        """What is on file for the seats of the campaign and not carried out, by their ids."""
        return prompts.drafts_in(self.session, self.head)

    def unfit(self, name: str) -> Unfit | None:
        """Return why nothing of a seat's plan could be done at what it is asked now."""
        plan = self.plan_of(name) if name in self.players else None
        there = None if plan is None else plan.unfit
        return there if there is not None and there.question == self.match.number(name) else None

    def headed(self, seat: str, heading: str) -> str:
        """Return a heading for one of the reader's seats: it names the seat if there are several."""
        return f"{self.seat_called(seat)}: {heading}" if self.several else heading

    def seat_called(self, name: str) -> str:
        """Return what a seat is called, by its own name.

        Where the match asks the moderator, it names whoever moderates.
        """
        if name == MODERATOR:
            people = [person for seat in self.seats if seat.asked_as == MODERATOR for person in seat.people]
            moderator = self.language.gettext("moderator")
            return f"{moderator} {self.language.listing(people)}" if people else moderator
        seat = next((each for each in self.seats if each.name == name), None)
        return self.report.party(name, self.language).name if seat is None else self.name_of(seat)

    def view(self) -> msgspec.Struct:
        """Return what the reader sees now; every part of the message is made from the same view."""
        return self._view

    @cached_property
    def _view(self) -> msgspec.Struct:
        return self.match.view(self.players)

    @cached_property
    def public_view(self) -> msgspec.Struct:
        """What everybody sees now."""
        return self.match.view()

    @cached_property
    def view_before(self) -> msgspec.Struct | None:
        """Return what the reader saw in the last message that told all news; None if nothing can have changed since.

        Also None if a correction has moved the reader to another seat, whose knowledge is not theirs.
        """
        intent = self.intent
        if isinstance(intent, Correction):
            then = self._match_at(intent.old[0]) if intent.comparable else None
            if self.own and intent.was != self.seat.name:
                return None
        elif intent.since == self.sequence:
            return None
        else:
            then = self.match_before
        return None if then is None else then.view(self.players)

    @property
    def turn_is_new(self) -> bool:
        """Whether this is the first mail of a turn that tells the reader news: the one before told an earlier turn."""
        if 0 < self.intent.since == self.sequence:
            return False
        then, game = self.match_before, self.match.game
        return then is None or game.turns_done(then.state) != game.turns_done(self.match.state)

    @property
    def has_turn_mail(self) -> bool:
        """Whether a mail about the turn that has just ended tells the reader of the same moment."""
        if turn_of(self.match)[1]:  # one about a round has no whole board
            return False
        last = outbound.newest_of_kind(self.session, self.ids, queue.TURN)
        return last is not None and last.position == outbound.HistoryPosition(*self.where, self.sequence)

    @cached_property
    def match_before(self) -> Match | None:
        """The match as it stood in the last mail that told all news; None before the first."""
        return self._match_at(self.where[1])

    def matches_back(self) -> Iterator[tuple[int, Match]]:
        """Yield the match after each step of play up to this message, the newest first, with the log number."""
        header, contents = header_of(self.head), packs.Packs(self.session)
        for row in matches.checkpoints_back(self.session, *self.where, self.sequence):
            yield row.sequence, Match.resume(header, row.state, contents=contents)

    def at(self, sequence: int) -> Match:
        """Return the match right after a log entry, or the step before it; the present position is in its row."""
        header, head = header_of(self.head), self.head
        if (*self.where, sequence) == (head.match_id, head.revision, head.sequence):
            return Match.resume(header, head.state, contents=packs.Packs(self.session))
        return position_at(self.session, *self.where, sequence, header)

    def _match_at(self, revision: int) -> Match | None:
        since = self.intent.since
        return position_at(self.session, self.where[0], revision, since, header_of(self.head)) if since else None

    @cached_property
    def pending(self) -> Pending | None:
        """The submission that waited for a draw at the table when this mail was decided on."""
        found = pending_in(self.head.awaited)
        return found if found is not None and found.since <= self.intent.written else None

    def prompt(self, number: int) -> Prompt | None:
        """Return a question of the campaign, whatever became of it."""
        found = next((row for row in self.asked_then if row.number == number), None)
        return found or prompts.prompt_by_number(self.session, self.campaign.id, number)

    @cached_property
    def asked_then(self) -> tuple[Prompt, ...]:
        """The questions of the campaign that were open when this mail was decided on."""
        if self.last_mail is None:
            return asked_at(self.session, self.campaign.id, self.intent.written)
        return tuple(row for row in self._asked_since if was_open(row, self.intent.written))

    def questions_since(self, most: int) -> list[Prompt]:
        """Return those of the reader's seats that were open after the mail before this one, for each the newest."""
        since = self.last_mail
        if since is None:
            return [row for seat in self.ids for row in prompts.questions_since(self.session, seat, None, most)]
        rows = [row for row in self._asked_since if row.closed_at is None or row.closed_at > since]
        return [row for seat in self.ids for row in [each for each in rows if each.seat_id == seat][-most:]]

    @cached_property
    def _asked_since(self) -> tuple[Prompt, ...]:
        """Every question of the campaign that was open after the mail before this one, or when this was decided on."""
        assert self.last_mail is not None
        return asked_since(self.session, self.campaign.id, min(self.last_mail, self.intent.written))

    def asks(self, prompt: Prompt) -> str | None:
        """Return the name by which a question asks the reader; None if it asks somebody else."""
        names = zip(self.ids, self.asked_as, strict=False)
        name = next((name for seat_id, name in names if seat_id == prompt.seat_id), None)
        return None if name == MODERATOR and self.veiled else name

    @cached_property
    def veiled(self) -> bool:
        """Whether the reader moderates and plays, and may not see what the match asks moderators."""
        return self.seat.moderates and rulings.veiled(self.session, self.seats, self.seat, self.match)
