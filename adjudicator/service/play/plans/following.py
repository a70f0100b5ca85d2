"""Follow a plan: where its seat is asked, the next round that answers this becomes lines that are tried at once.

How it works. Rounds are looked at in their order, each at the question as it stands. One whose first line answers
another question is left for that; so a plan for a turn waits behind questions outside of turns, and the other way
round. The first round that is for this question leaves the plan, and of its ways the first that is legal, and no dearer
than it was planned, is carried out; where none is, the next round may be tried. What was not legal before it is told.

What must hold: a plan is looked at once in a turn, where it begins. Lines for one question never answer another of the
same turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.foresight import own_turn
from adjudicator.language import language
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.sets import try_out
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import due_dates, readings, standing_lines
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import Held, Planned, Round, Unfit
from adjudicator.service.play.plans import reading
from adjudicator.store.campaigns import SeatAtTable


class Begun(NamedTuple):
    """What has begun with a round.

    Either its lines are on file as waiting, or (`lines`) why nothing of them is done without a word, with what a `yes`
    would do. `left`: what was not legal of the ways and rounds before.
    """

    lines: tuple[LineRead, ...] = ()
    yes: tuple[OrderResult, ...] = ()
    left: tuple[LineRead, ...] = ()


def begin_round(table: CampaignContext, seat: SeatAtTable, desk_here: Callable[[], OrderContext]) -> Begun | None:
    """Take the round for what a seat is asked now from its plan, and put its lines on file as waiting.

    None if it has no plan for this, or one that asks. `desk_here` makes what lines are read with.
    """
    held = held_orders.held_by(table, seat)
    turn = own_turn(table.match, seat.name)
    if held.plan is None or held.waiting or not turn or turn == held.plan.after:
        return None
    if standing_lines.has_ended(held.plan, table.match, due_dates.today(table.campaign, table.now)):
        held_orders.keep(table, seat, msgspec.structs.replace(held, plan=None))
        return None
    aside = table.match.game.own_round(table.match.position) is None
    later, failed, unfit = list[Round](), list[_Way](), list[Unfit]()
    for at, made in enumerate(held.plan.rounds):
        found = _ways_here(table, seat, made, desk_here)
        unfit += found.unfit
        if found.answers_another or (aside and table.match.game.has_own_rounds and not found.ways):
            later.append(made)
            continue
        failed += (way for way in found.ways if way.wrong)
        if found.goes_on:
            continue
        rest = (*later, *held.plan.rounds[at + 1 :])
        plan = msgspec.structs.replace(held.plan, rounds=rest, after=turn) if rest else None
        return _begun(table, seat, msgspec.structs.replace(held, plan=plan), found.ways, failed)
    plan = msgspec.structs.replace(held.plan, rounds=tuple(later), after=turn) if later else None
    if failed:
        return _begun(table, seat, msgspec.structs.replace(held, plan=plan), failed, failed)
    if aside:  # it is looked at again at the next question
        plan = held.plan
    if plan is not None and unfit:
        plan = msgspec.structs.replace(plan, unfit=unfit[0])
    if plan != held.plan:  # in a turn it waits for the next one, also where something else is asked in this one
        held_orders.keep_plan(table, seat, plan)
    return None


class _Way(NamedTuple):
    """One way of a round: its lines that count here, those that are not done without a word, and how all came out."""

    counting: tuple[Planned, ...]
    doubtful: tuple[LineRead, ...]
    rows: tuple[OrderResult, ...]

    @property
    def wrong(self) -> bool:
        """Whether it is not legal as it was planned."""
        return bool(self.doubtful) or any(row.status == "refused" for row in self.rows)


class _Here(NamedTuple):
    """The ways of a round of which anything counts here.

    `answers_another`: it is for another question, and `unfit` says why. `goes_on`: none is legal, and the next round is
    tried instead.
    """

    ways: tuple[_Way, ...]
    answers_another: bool = False
    unfit: tuple[Unfit, ...] = ()
    goes_on: bool = False


def _ways_here(table: CampaignContext, seat: SeatAtTable, made: Round, desk_here: Callable[[], OrderContext]) -> _Here:
    """Try the ways of a round up to the first that is legal."""
    ways: list[_Way] = []
    for lines in (made.lines, *made.instead):
        if not lines and ways:
            return _Here(tuple(ways), goes_on=True)
        try:
            counting = tuple(line for line in lines if reading.counts(line, table.match, seat.name, seat.language))
            doubtful: tuple[LineRead, ...] = ()
        except Rejected as why:
            counting = lines
            doubtful = tuple(_not_done(each, why.text(language(seat.language))) for each in lines if each.condition)
        if not counting:
            continue
        desk = desk_here()
        rows = try_out(desk, [f"check {counting[0].text}", *(each.text for each in counting[1:])]).rows
        if reading.answers_another(rows):
            if not ways:
                return _Here((), answers_another=True, unfit=_unfit(table, seat, rows))
            continue
        ways.append(_Way(counting, doubtful or _dearer(seat, desk, counting, rows), rows))
        if not ways[-1].wrong:
            break
    return _Here(tuple(ways))


def _unfit(table: CampaignContext, seat: SeatAtTable, rows: Sequence[OrderResult]) -> tuple[Unfit, ...]:
    """Return the first of tried lines with a reason against it."""
    number = table.match.number(seat.asked_as)
    found = (Unfit(number, row.text, row.problem) for row in rows if row.problem is not None)
    return tuple(islice(found, 1)) if number else ()


def _begun(
    table: CampaignContext, seat: SeatAtTable, held: Held, ways: Sequence[_Way], failed: Sequence[_Way]
) -> Begun | None:
    """Put the first way that is legal on file; if there is none, the first of all, which is told.

    If something of that has become dearer, or a condition is not understood any more, its lines are a draft: a `yes`
    carries them out.
    """
    if not ways:
        held_orders.keep(table, seat, held)
        return None
    taken = next((way for way in ways if not way.wrong), ways[0])
    kept = tuple(KeptLine(each.text) for each in taken.counting)
    if not taken.doubtful:
        held_orders.keep(table, seat, msgspec.structs.replace(held, waiting=kept))
        return Begun(left=() if taken.wrong else tuple(_left(way) for way in failed))
    held_orders.keep(table, seat, msgspec.structs.replace(held, draft=kept))
    wrong = any(row.status == "refused" for row in taken.rows)
    return Begun(taken.doubtful, () if wrong else taken.rows)


def _left(way: _Way) -> LineRead:
    """Return why a way was left for another."""
    if way.doubtful:
        return way.doubtful[0]
    refused = next(readings.line_read(row) for row in way.rows if row.status == "refused")
    return msgspec.structs.replace(refused, number=0)


def _dearer(
    seat: SeatAtTable, desk: OrderContext, counting: Sequence[Planned], rows: tuple[OrderResult, ...]
) -> tuple[LineRead, ...]:
    """Return the lines that cost more than when they were planned, with both prices."""
    told, words, before = list[LineRead](), language(seat.language), list[Action]()
    for row in rows:
        line = counting[row.line - 1]
        if row.action is None or row.status != "legal":
            continue
        price = readings.price_of(desk.match, seat, before, row.action)
        before.append(row.action)
        if line.price and reading.dearer(price, line.price):
            why = words.gettext("it costs %(now)s now; you planned it for %(then)s", now=price, then=line.price)
            told.append(_not_done(line, why))
    return tuple(told)


def _not_done(line: Planned, why: str) -> LineRead:
    return LineRead(0, line.text, OrderOutcome.NOT_DONE, detail=why)
