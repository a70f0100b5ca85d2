"""Stewards answer what their seats are asked, and compare answers for who asks for a hint.

How it works. A seat that is held by a steward (`SeatAtTable.steward`) is asked like any other: a question is open, and
its time runs. Somebody wakes `think` for the campaign, which reads the match, lets `adjudicator.steward` choose outside
of any transaction, and then gives the answer in one, if the same question is still open.

What must hold: a choice is made from what the seat knows; its seed follows from the committed seed of the match and
from the number of the question, and its budget is a number of tries, so that everybody can repeat it when the seed is
told. Nobody waits for a steward's thinking: it holds no lock. An answer is given once, however often a worker dies.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import NamedTuple

import msgspec
import structlog

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.play import advice, due_dates, early_decisions
from adjudicator.service.play.changes import Cause
from adjudicator.service.play.moves import Move
from adjudicator.service.proof.thoughts import decoded, kept, on_table, seed_of
from adjudicator.service.service import Service
from adjudicator.steward import Choice, choose
from adjudicator.store import stewards
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Prompt

log = structlog.get_logger()


def due(service: Service) -> tuple[int, ...]:
    """Return the campaigns in which stewards are waited for."""
    now = service.clock.now()
    with reading(service.engine) as session:
        return stewards.waited_for(session, now, now)


def think(service: Service, campaign_id: int, *, seconds: float | None = None, most: int = 1000) -> int:
    """Let the stewards of a campaign answer what they are asked, until none is. Returns how many answers were given.

    A question whose answer could not be given is passed over, so that it holds up no other steward of the campaign.
    `seconds` of processor time for a choice are a safety net; `most`: so many answers at the most.
    """
    given, passed_over = 0, set[int]()
    while given < most and (asked := _asked(service, campaign_id, passed_over)) is not None:
        if _give(service, campaign_id, asked, _chosen(asked, seconds)):
            given += 1
        else:
            passed_over.add(asked.prompt_id)
    if given:
        service.wakes.outbox()
    return given


class _Asked(NamedTuple):
    """A question to a steward, read from the store."""

    match: Match
    seat: str
    prompt_id: int
    decision: int
    revision: int
    sequence: int
    budget: int
    signs: str
    seed: str
    had: tuple[str, ...]
    hint: bool
    """A person has asked what a steward would compare; else a steward answers."""


def _asked(service: Service, campaign_id: int, passed_over: Collection[int]) -> _Asked | None:
    """Return the first question that a steward has to answer, or to compare answers to; None if there is none.

    `passed_over`: the questions that are not looked at.
    """
    with reading(service.engine) as session:
        table = table_of_campaign(service.work(session), campaign_id)
        if not table.runs or table.match.awaited is not None:
            return None
        terms = settings_of(table.campaign).stewards
        for seat in table.players:
            prompt = due_dates.prompt_of(table, seat.id)
            if prompt is None or prompt.id in passed_over or seat.asked_as not in table.match.pending_seats:
                continue
            hint = not seat.steward
            if hint and (prompt.advice_at is None or prompt.advice is not None):
                continue
            if not hint and table.now - prompt.opened_at < timedelta(minutes=terms.delay_minutes):
                continue
            earlier: Sequence[bytes] = () if hint else stewards.of_turn(session, prompt)
            number = table.match.number(seat.asked_as)
            return _Asked(
                match=table.match.copy(),
                seat=seat.asked_as,
                prompt_id=prompt.id,
                decision=number,
                revision=table.head.revision,
                sequence=table.head.sequence,
                budget=terms.tries,
                signs=terms.signs,
                seed=(advice.seed_of if hint else seed_of)(table.match, number, seat.asked_as),
                had=tuple(decoded(each).here for each in earlier),
                hint=hint,
            )
    return None


def _chosen(asked: _Asked, seconds: float | None) -> Choice | None:
    """Return what the steward chooses; None where it finds nothing, so that the deadline decides."""
    try:
        return choose(
            asked.match, asked.seat, asked.budget, asked.seed, had=asked.had, signs=asked.signs, seconds=seconds
        )
    except Refusal as refusal:
        log.error("a steward could not choose", seat=asked.seat, refusal=str(refusal))
        return None


def _give(service: Service, campaign_id: int, asked: _Asked, choice: Choice | None) -> bool:
    """Give the answer if the question is still open. Returns whether it was given: the rules may refuse it."""
    if choice is None:
        return False
    try:
        return _given(service, campaign_id, asked, choice)
    except Refusal as refusal:
        log.error("a steward's choice was refused", campaign=campaign_id, seat=asked.seat, refusal=str(refusal))
        return False


def _given(service: Service, campaign_id: int, asked: _Asked, choice: Choice) -> bool:
    with writing(service.engine) as session:
        lock_campaign(session, campaign_id)
        table = table_of_campaign(service.work(session), campaign_id)
        prompt = session.get(Prompt, asked.prompt_id)
        seat = table.by_name.get(asked.seat)
        same = (table.head.revision, table.match.number(asked.seat)) == (asked.revision, asked.decision)
        still = same and asked.seat in table.match.pending_seats
        if prompt is None or seat is None or not still or not table.runs:
            return False
        if asked.hint is seat.steward:
            return False  # the seat has changed hands meanwhile
        if asked.hint:
            advice.tell(table, seat, prompt, choice)
            return True
        proposal = on_table(asked.match, asked.seat)
        if proposal != on_table(table.match, asked.seat):
            return False  # another proposal took its place: to sign the earlier one would be an offer
        thought = kept(asked.sequence, asked.budget, choice, asked.had, asked.signs, proposal)
        prompt.thought = msgspec.json.encode(thought)
        _carry_out(table, asked.seat, choice)
        return True


def _carry_out(table: CampaignContext, seat: str, choice: Choice) -> None:
    move = Move(table)
    for action in choice.actions:
        move.note(early_decisions.give(table, seat, action))
    asked = move.settle(Cause(acted=(seat,)))
    move.answer_others(asked)
