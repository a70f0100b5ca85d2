"""Orders of one's own turn that may still be changed: kept whole, and carried out when their time is over.

A campaign agrees on the minutes (`change_minutes`). A new mail with legal orders takes the place of the one that is
kept, `withdraw` takes it back. A deadline that comes before carries it out. Answers to secret questions, and to those
that interrupt somebody else's turn, have rules of their own; a mail with a mistake is answered at once, as before.
"""

import msgspec

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import Refusal
from adjudicator.orders.sets import is_check
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Answer, LineRead
from adjudicator.service.play import ordering
from adjudicator.service.play.kept import held_orders, paused_orders
from adjudicator.service.play.kept.held_orders import Changeable, OrderMail
from adjudicator.service.play.kept.moments import until_when
from adjudicator.service.play.plans import taking
from adjudicator.service.play.readings import as_written
from adjudicator.store.campaigns import SeatAtTable

NOTHING = CommandReply()


def take(table: CampaignContext, seat: SeatAtTable, mail: OrderMail) -> None:
    """Take the orders of a mail: they are kept while they may be changed, or carried out at once."""
    rows = tried(table, seat, mail)
    if rows:
        keep(table, seat, mail, rows)
    else:
        ordering.take_orders(table, seat, mail)


def tried(table: CampaignContext, seat: SeatAtTable, mail: OrderMail) -> tuple[LineRead, ...]:
    """Return how the lines of a mail that is to be kept were tried; none if it is carried out or answered at once."""
    if not mail.lines or is_check(mail.lines) or until_when(table, seat) is None:
        return ()
    found = taking.parted(table, seat, mail)
    if not any(found.now.lines):
        return ()
    try:
        foreseen = ordering.foresee(table, seat, found.now.lines, doubts=mail.doubts, question=mail.question)
    except (Refusal, NoAnswer):
        return ()
    if not foreseen.acts:
        return ()
    before = len(mail.lines) if found.plan is None else found.plan.before
    plan = (LineRead(at, line, OrderOutcome.WAITING) for at, line in enumerate(mail.lines[before:], before + 1))
    return tuple(as_written(sorted((*foreseen.rows, *found.left, *plan), key=lambda row: row.number), mail))


def keep(
    table: CampaignContext,
    seat: SeatAtTable,
    mail: OrderMail,
    rows: tuple[LineRead, ...],
    said: CommandReply = NOTHING,
) -> None:
    """Keep the orders of a mail in the place of those that are kept, with the draft that they go on from; say so."""
    until = until_when(table, seat)
    assert until is not None
    held = held_orders.held_by(table, seat)
    kept = Changeable(mail, until, table.match.number(seat.asked_as), held.draft)
    held_orders.keep(table, seat, msgspec.structs.replace(held, draft=(), changeable=kept))
    answer = Answer(
        written=table.now,
        since=table.head.sequence,
        before=table.head.sequence,
        subject=mail.subject,
        lines=rows,
        ignored=mail.ignored,
        notes=mail.notes,
        until=until,
        kept=True,
        said=said.sections,
        shows=said.shows,
    )
    queue.send(table, seat, answer, kind=queue.NOTE, in_reply_to=mail.in_reply_to)


def kept_for(table: CampaignContext) -> list[tuple[SeatAtTable, Changeable]]:
    """Return what is kept, with the seats that it is kept for."""
    found = ((seat, held_orders.held_by(table, seat).changeable) for seat in table.players)
    return [(seat, kept) for seat, kept in found if kept is not None]


def carry_out(table: CampaignContext, seat: SeatAtTable) -> None:
    """Carry out what is kept of a seat, as a mail that came when it came. The table is out of date afterwards.

    After a correction it is taken once more instead: kept, or answered with what is wrong by now.
    """
    held = held_orders.held_by(table, seat)
    assert held.changeable is not None
    kept = held.changeable
    held_orders.keep(table, seat, msgspec.structs.replace(held, draft=kept.draft, changeable=None))
    table.session.flush()
    paused_orders.try_one(table, seat, kept.mail, take if kept.again else ordering.take_orders)


def carry_out_all(table: CampaignContext) -> bool:
    """Carry out what is kept of whoever is asked, before its time. Return whether there was anything."""
    seat = next((seat for seat, _ in kept_for(table)), None)
    if seat is not None:
        carry_out(table, seat)
    return seat is not None
