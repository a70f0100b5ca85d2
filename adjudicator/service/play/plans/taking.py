"""Take a mail with conditions or a plan in it: what counts now, and what is kept for turns that are to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from adjudicator.language import language, msgid
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import is_check, without_check
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import due_dates, standing_lines
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import OrderMail, Plan
from adjudicator.service.play.plans import reading, trial
from adjudicator.service.play.plans.reading import Block, Knows, Typed
from adjudicator.service.play.plans.trial import Tried
from adjudicator.store.campaigns import SeatAtTable

NOT_NOW = msgid("its condition does not hold now")


class Parted(NamedTuple):
    """A mail taken apart: what counts now, how lines were read that do not, and the plan below them."""

    now: OrderMail
    left: tuple[LineRead, ...] = ()
    plan: Block | None = None


def parted(table: CampaignContext, seat: SeatAtTable, mail: OrderMail) -> Parted:
    """Take a mail apart. If a condition is not one of the game, nothing of it counts."""
    if seat.moderates:
        return Parted(mail)
    lines, knows = plain(mail), _knows(table, seat)
    plan = reading.block_of(lines, knows)
    lines = lines if plan is None else lines[: plan.before]
    typed = reading.whole(lines, knows).rounds[0]
    if plan is None and not any(each.condition for each in typed):
        return Parted(mail)
    texts, left = list(lines), list[LineRead]()
    try:
        for number in dict.fromkeys(each.number for each in typed if each.condition):
            told = _counting(table, seat, [each for each in typed if each.number == number])
            texts[number - 1] = told
            if not told:
                why = language(seat.language).gettext(NOT_NOW)
                left.append(LineRead(number, lines[number - 1], OrderOutcome.IGNORED, detail=why))
    except Rejected as why:
        return Parted(msgspec.structs.replace(mail, lines=()), (_unread(seat, number, lines, why),))
    if is_check(mail.lines):
        texts[:1] = [f"check {text}" for text in texts[:1]]
    return Parted(msgspec.structs.replace(mail, lines=tuple(texts)), tuple(left), plan)


def keep(
    table: CampaignContext, seat: SeatAtTable, mail: OrderMail, block: Block | None, after: str, desk: OrderContext
) -> Tried:
    """Try a plan, and keep it in the place of the one on file if all of it can be read.

    Without a `block` it is all lines of the mail, which do not say so: then it is none if the rules allow nothing of it
    as things stand. `after`: the turn in which the mail came; the first round is for the one behind it.
    """
    implied = block is None
    block = block or reading.whole(plain(mail), _knows(table, seat))
    try:
        today = due_dates.today(table.campaign, table.now)
        until, end = (
            standing_lines.last_of(block.until, table.match, seat.language, today) if block.until else (None, None)
        )
    except Rejected as why:
        return Tried((_unread(seat, block.before + 1, mail.lines, why),))
    found = trial.tried(seat, block, after, desk, mail.doubts)
    if implied and not any(found.actions) and any(line.problem for line in found.lines):
        return Tried(found.lines)
    if is_check(mail.lines):
        return found._replace(lines=tuple(map(_only_tried, found.lines)))
    if found.rounds:
        turn, phase = end or (None, "")
        made = Plan(found.rounds, after, until=until, turn=turn, phase=phase)
        held_orders.keep_plan(table, seat, made)
    return found


def _only_tried(line: LineRead) -> LineRead:
    """Return how a line is told that would be kept."""
    if line.outcome is not OrderOutcome.PLANNED:
        return line
    return msgspec.structs.replace(line, outcome=OrderOutcome.REFUSED if line.problem else OrderOutcome.LEGAL)


def plain(mail: OrderMail) -> tuple[str, ...]:
    """Return the lines of a mail without the word that makes it a dry run."""
    return (without_check(mail.lines[0]), *mail.lines[1:]) if is_check(mail.lines) else mail.lines


def _knows(table: CampaignContext, seat: SeatAtTable) -> Knows:
    """Return what tells whether a text is a condition of the game."""

    def knows(text: str) -> bool:
        try:
            return bool(standing_lines.conditions_in(table.match.game, text, seat.language))
        except Rejected:
            return False

    return knows


def _counting(table: CampaignContext, seat: SeatAtTable, parts: Sequence[Typed]) -> str:
    """Return the part of a line that counts now, "" if none does. Raises Rejected."""
    holding = (part.text for part in parts if reading.counts(part, table.match, seat.name, seat.language))
    return next(holding, "")


def _unread(seat: SeatAtTable, number: int, lines: Sequence[str], why: Rejected) -> LineRead:
    return LineRead(number, lines[number - 1], OrderOutcome.UNREADABLE, detail=why.text(language(seat.language)))
