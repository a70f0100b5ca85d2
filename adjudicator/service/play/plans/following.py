"""Follow a plan: where a turn of its seat begins, the next round becomes lines that are tried at once."""

from __future__ import annotations

from collections.abc import Callable
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
from adjudicator.service.play.kept.held_orders import Planned
from adjudicator.service.play.plans import reading
from adjudicator.store.campaigns import SeatAtTable


class Begun(NamedTuple):
    """The lines of a round that are to be tried now, or (`lines`) why nothing of them is done without a word."""

    lines: tuple[LineRead, ...] = ()
    yes: tuple[OrderResult, ...] = ()


def begin_round(table: CampaignContext, seat: SeatAtTable, desk_here: Callable[[], OrderContext]) -> Begun | None:
    """Take the round for the turn in which a seat is asked now from its plan, and put its lines on file as waiting.

    None if it has no plan for this turn, or one that asks. A plan for a turn waits behind questions outside of turns,
    and one for such a question behind turns. If something has become dearer, or a condition is not understood any more,
    the lines are a draft: a `yes` carries them out. `desk_here` makes what they are read with, if that is to be seen.
    """
    held = held_orders.held_by(table, seat)
    turn = own_turn(table.match, seat.name)
    if held.plan is None or held.waiting or not turn or turn == held.plan.after:
        return None
    if standing_lines.has_ended(held.plan, table.match, due_dates.today(table.campaign, table.now)):
        held_orders.keep(table, seat, msgspec.structs.replace(held, plan=None))
        return None
    now, *later = held.plan.rounds
    aside = table.match.game.own_round(table.match.position) is None
    if now.outside and not aside:
        return None
    plan = msgspec.structs.replace(held.plan, rounds=tuple(later), after=turn) if later else None
    held = msgspec.structs.replace(held, plan=plan)
    try:
        counting = [line for line in now.lines if reading.counts(line, table.match, seat.name, seat.language)]
        doubtful: tuple[LineRead, ...] = ()
    except Rejected as why:
        counting = [*now.lines]
        doubtful = tuple(_not_done(each, why.text(language(seat.language))) for each in counting if each.condition)
    kept = tuple(KeptLine(each.text) for each in counting)
    if not counting:
        if not (aside and table.match.game.has_own_rounds):
            held_orders.keep(table, seat, held)
        return None
    rows: tuple[OrderResult, ...] = ()
    if doubtful or aside or any(each.price for each in counting):
        desk = desk_here()
        rows = try_out(desk, [f"check {counting[0].text}", *(each.text for each in counting[1:])]).rows
        if aside and reading.answers_another(rows):
            return None
        doubtful = doubtful or _dearer(seat, desk, counting, rows)
    if not doubtful:
        held_orders.keep(table, seat, msgspec.structs.replace(held, waiting=kept))
        return Begun()
    held_orders.keep(table, seat, msgspec.structs.replace(held, draft=kept))
    wrong = any(row.status == "refused" for row in rows)
    return Begun(doubtful, () if wrong else rows)


def _dearer(
    seat: SeatAtTable, desk: OrderContext, counting: list[Planned], rows: tuple[OrderResult, ...]
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
