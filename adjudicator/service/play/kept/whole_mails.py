"""Mails that are kept whole: taken when their time for changes is over, or when the campaign goes on.

A campaign agrees on the minutes (`change_minutes`) for which legal orders of one's own turn can be changed. A new mail
with legal orders takes the place of the one that is kept. A deadline that comes before carries it out. Answers to
secret questions, and to those that interrupt somebody else's turn, have rules of their own; a mail with a mistake is
answered at once.

While a campaign is paused all orders are kept as they came. Each mail is answered at once with how its lines would be
read now, and again when they have been tried, as if it had come at that moment.

`withdraw` throws them away, `orders` shows them, whoever takes over the seat does not get them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import Refusal
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import is_check
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.logs import came
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.payloads import Answer, LineRead
from adjudicator.service.play import due_dates, ordering
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import KeptMail, OrderMail
from adjudicator.service.play.plans import taking
from adjudicator.service.play.readings import as_written
from adjudicator.service.service import UnitOfWork
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

log = structlog.get_logger()

RESTORING = "restored from a backup"
"""Author of the pause in which mails are read again; what they say is answered when it ends."""
Taking = Callable[[CampaignContext, SeatAtTable, OrderMail], None]
"""A function that takes the orders of a message."""
NOTHING = CommandReply()


def take(table: CampaignContext, seat: SeatAtTable, mail: OrderMail) -> None:
    """Take the orders of a mail: they are kept while they may be changed, or carried out at once."""
    rows = tried(table, seat, mail)
    if rows:
        keep_changeable(table, seat, mail, rows)
    else:
        ordering.take_orders(table, seat, mail)


def until_when(table: CampaignContext, seat: SeatAtTable) -> datetime | None:
    """Return until when orders of a seat that come now can be changed; None if they are carried out at once."""
    minutes = due_dates.policy_of(table.campaign).change_minutes
    question = table.match.question(seat.asked_as) if minutes and seat.kind is SeatKind.PLAYER else None
    if question is None or table.delayed or table.match.awaited is not None:
        return None
    reacting = question.kind in {decision.kind for decision in table.match.game.interrupting_decisions}
    if reacting or question.held or question.form in ("together", "orders", "window"):
        return None
    ends = table.now + timedelta(minutes=minutes)
    row = due_dates.prompt_of(table, seat.id)
    if row is not None and row.deadline is not None:
        ends = min(ends, row.deadline)
    return ends if ends > table.now else None


def tried(table: CampaignContext, seat: SeatAtTable, mail: OrderMail) -> tuple[LineRead, ...]:
    """Return how the lines of a mail that may be changed were tried; none if it is carried out or answered at once."""
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


def keep_changeable(
    table: CampaignContext, seat: SeatAtTable, mail: OrderMail, rows: Sequence[LineRead], said: CommandReply = NOTHING
) -> None:
    """Keep a mail whose orders may be changed, and say so. `rows`: how they were `tried`."""
    until = until_when(table, seat)
    assert until is not None
    draft = held_orders.held_by(table, seat).draft
    held_orders.keep_mail(table, seat, KeptMail(mail, until, table.match.number(seat.asked_as), draft))
    _answer(table, seat, mail, said, lines=tuple(rows), until=until, kept=True)


def keep_for_later(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, said: CommandReply) -> None:
    """Keep a mail until the campaign goes on, and say so."""
    held_orders.keep_mail(table, seat, KeptMail(mail))
    if _read_again(table):
        return
    lines, yes = _foreseen(table, seat, mail)
    number = answers.open_question(table, seat)
    _answer(table, seat, mail, said, lines=tuple(lines), yes=yes, later=True, number=number)


def _answer(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, said: CommandReply, **more: Any) -> None:
    answer = Answer(
        written=table.now,
        since=table.head.sequence,
        before=table.head.sequence,
        subject=mail.subject,
        ignored=mail.ignored,
        notes=mail.notes,
        said=said.sections,
        shows=said.shows,
        **more,
    )
    queue.send(table, seat, answer, kind=queue.NOTE, in_reply_to=mail.in_reply_to)


def changeable(table: CampaignContext) -> list[tuple[SeatAtTable, datetime]]:
    """Return the seats whose orders may be changed, and until when."""
    found = ((seat, held_orders.held_by(table, seat).changeable) for seat in table.players)
    return [(seat, kept.until) for seat, kept in found if kept is not None and kept.until is not None]


def carry_out(table: CampaignContext, seat: SeatAtTable) -> None:
    """Carry out what a seat may change, as a mail that came when it came. The table is out of date afterwards.

    After a correction it is taken once more instead: kept, or answered with what is wrong by now.
    """
    held = held_orders.held_by(table, seat)
    kept, *others = held.mails
    held_orders.keep(table, seat, msgspec.structs.replace(held, draft=kept.draft, mails=tuple(others)))
    table.session.flush()
    _try_one(table, seat, kept.mail, take if kept.again else ordering.take_orders)


def carry_out_first(table: CampaignContext) -> bool:
    """Carry out what one seat may change, before its time. Return whether there was anything."""
    for seat, _ in changeable(table)[:1]:
        carry_out(table, seat)
        return True
    return False


def try_all(work: UnitOfWork, campaign_id: int) -> int:
    """Take what was kept during a pause, the earliest message first. Return how many messages were taken.

    The caller's table is out of date afterwards. Lines that break something become a draft.

    Raises:
        NoAnswer: The lines lead to a question without an answer; then nothing counts.
    """
    table = table_of_campaign(work, campaign_id)
    later: list[tuple[tuple[datetime, int], int, OrderMail]] = []
    for seat in table.players:
        held = held_orders.held_by(table, seat)
        mails = [kept.mail for kept in held.mails if kept.until is None]
        if mails:
            # Servers tell moments of arrival in whole seconds: of one second the mail that was stored first is first.
            later += [((mail.received_at, mail.mail_id or 0), seat.id, mail) for mail in mails]
            left = tuple(kept for kept in held.mails if kept.until is not None)
            held_orders.keep(table, seat, msgspec.structs.replace(held, mails=left))
    work.session.flush()
    for _, seat_id, mail in sorted(later, key=lambda each: each[0]):
        work.session.expire_all()
        table = table_of_campaign(work, campaign_id)
        _try_one(table, table.by_id[seat_id], mail, take)
    return len(later)


def _try_one(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, take: Taking) -> None:
    """Take the orders of a message that was kept. Where that cannot be done they become a draft."""
    if table.match.result is not None:
        answers.help_to(table, seat, "no_question", mail.in_reply_to)
        return
    try:
        with table.session.begin_nested():
            take(table, seat, mail)
    except NoAnswer:
        raise
    except Exception as error:
        where = {"mail": came(mail.mail_id) if mail.mail_id else None, "campaign": table.campaign.id, "seat": seat.id}
        log.error("orders kept in a pause could not be tried", exc_info=error, **where)
        held = held_orders.held_by(table, seat)
        lines = tuple(KeptLine(line, wrong=True) for line in mail.lines)
        held_orders.keep(table, seat, msgspec.structs.replace(held, draft=(*held.draft, *lines)))
        answers.help_to(table, seat, "kept_failed", mail.in_reply_to)


def _read_again(table: CampaignContext) -> bool:
    return any(
        pause.until is None and pause.author == RESTORING
        for pause in stored.pauses_of(table.session, table.campaign.id)
    )


def _foreseen(
    table: CampaignContext, seat: SeatAtTable, mail: OrderMail
) -> tuple[list[LineRead], tuple[LineRead, ...]]:
    """Return how the lines would be read in the present position, and what a `yes` would do after them."""
    try:
        found = ordering.foresee(table, seat, mail.lines)
    except (Refusal, NoAnswer):
        found = ordering.Foreseen(())
    rows = found.rows
    if not rows:
        rows = tuple(LineRead(n, line, OrderOutcome.WAITING) for n, line in enumerate(mail.originals or mail.lines, 1))
    foreseen = (OrderOutcome.LEGAL, OrderOutcome.UNTRIED)
    return [
        msgspec.structs.replace(row, outcome=OrderOutcome.WAITING) if row.outcome in foreseen else row
        for row in as_written(rows, mail)
    ], found.yes
