"""Orders that arrive while a campaign is paused: kept as they came, tried in the order of arrival when it goes on.

Each mail is answered at once with how its lines would be read now, and again when they have been tried, as if it had
come at that moment. `withdraw` throws them away, `orders` shows them, whoever takes over the seat does not get them.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec
import structlog

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import Refusal
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.logs import came
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.payloads import Answer, LineRead
from adjudicator.service.play import ordering
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.readings import as_written
from adjudicator.service.service import UnitOfWork
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable

log = structlog.get_logger()

RESTORING = "restored from a backup"
"""Author of the pause in which mails are read again; what they say is answered when it ends."""
Taking = Callable[[CampaignContext, SeatAtTable, OrderMail], None]
"""A function that takes the orders of a message."""
MOST_MAILS = 20
"""Mails of one seat that are kept; of more, the oldest go."""


def keep(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, said: CommandReply) -> None:
    """Put the orders of a mail on file until the campaign goes on, and say so."""
    held = held_orders.held_by(table, seat)
    later = (*held.later, mail)[-MOST_MAILS:]
    held_orders.keep(table, seat, msgspec.structs.replace(held, later=later))
    if _read_again(table):
        return
    lines, yes = _foreseen(table, seat, mail)
    answer = Answer(
        written=table.now,
        since=table.head.sequence,
        before=table.head.sequence,
        subject=mail.subject,
        lines=tuple(lines),
        yes=yes,
        ignored=mail.ignored,
        notes=mail.notes,
        later=True,
        number=answers.open_question(table, seat),
        said=said.sections,
        shows=said.shows,
    )
    queue.send(table, seat, answer, kind=queue.NOTE, in_reply_to=mail.in_reply_to)


def try_all(work: UnitOfWork, campaign_id: int, take: Taking) -> int:
    """Try what was kept during a pause, the earliest message first. Return how many messages were tried.

    `take` is what is done with each. The caller's table is out of date afterwards. Lines that break something become a
    draft.

    Raises:
        NoAnswer: The lines lead to a question without an answer; then nothing counts.
    """
    table = table_of_campaign(work, campaign_id)
    kept: list[tuple[tuple[datetime, int], int, OrderMail]] = []
    for seat in table.players:
        held = held_orders.held_by(table, seat)
        if held.later:
            # Servers tell moments of arrival in whole seconds: of one second the mail that was stored first is first.
            kept += [((mail.received_at, mail.mail_id or 0), seat.id, mail) for mail in held.later]
            held_orders.keep(table, seat, msgspec.structs.replace(held, later=()))
    work.session.flush()
    for _, seat_id, mail in sorted(kept, key=lambda each: each[0]):
        work.session.expire_all()
        table = table_of_campaign(work, campaign_id)
        try_one(table, table.by_id[seat_id], mail, take)
    return len(kept)


def try_one(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, take: Taking = ordering.take_orders) -> None:
    """Carry out the orders of a message that was kept. Where that cannot be done they become a draft."""
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
