"""Orders that came after a deadline and count all the same: their author is told that the time was nearly over."""

from datetime import datetime, timedelta

from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.clocks import extensions
from adjudicator.service.play import due_dates
from adjudicator.service.timing.deadline import closing_time
from adjudicator.store import prompts

# Mails that lay in our mailbox for long, as after an outage of our own: their author is told which moment counts.

LONG = timedelta(hours=1)


def told(act: CommandContext, released_at: datetime | None) -> CommandReply:
    """Say that the message was read late; empty if it waited for its author or a moderator, who released it."""
    words, now = act.language, act.table.now
    if released_at is not None or now - act.received_at < LONG:
        return CommandReply()
    arrived = words.time(act.received_at, act.zone, now)
    text = words.gettext(
        "Your email came to us on %(arrived)s, and we could read it only now. The moment when it came is what counts.",
        arrived=arrived,
    )
    return CommandReply(sections=(Section(heading=words.gettext("Read late"), paragraphs=(text,)),))


def deadline_before(act: CommandContext) -> datetime | None:
    """Return the deadline of the author's seats that was over when the message came; None if it came in time."""
    table, own = act.table, {seat.id for seat in act.meant()}
    asked = prompts.open_questions(table.session, table.campaign.id) if table.asked is None else table.asked
    rows = () if table.delayed else asked
    late = [row.deadline for row in rows if row.seat_id in own and row.deadline and row.deadline < act.received_at]
    return max(late, default=None)


def in_grace(act: CommandContext, deadline: datetime | None) -> CommandReply:
    """Return the remark on orders after this deadline; empty without one."""
    if deadline is None:
        return CommandReply()
    words, table = act.language, act.table
    moments = {
        "deadline": words.time(deadline, act.zone, table.now),
        "end": words.time(closing_time(due_dates.policy_of(table.campaign), deadline), act.zone, table.now),
    }
    if _owes(act):
        told = (
            words.gettext("The deadline was %(deadline)s. Your answer still counts until %(end)s.", **moments),
            *_more_time(act),
        )
    else:
        told = (
            words.gettext(
                "The deadline was %(deadline)s. Your orders came after it, within the grace, and count. Without them "
                "the default would have been done at %(end)s.",
                **moments,
            ),
        )
    return CommandReply(sections=(Section(heading=words.gettext("After the deadline"), paragraphs=told),))


def _owes(act: CommandContext) -> bool:
    """Return whether the game still waits for an answer that should have come before."""
    table = act.table
    waited_for = {seat.id for seat in act.meant() if seat.asked_as in table.match.owing_seats}
    rows = prompts.open_questions(table.session, table.campaign.id)
    return any(row.seat_id in waited_for and row.deadline and row.deadline < act.received_at for row in rows)


def _more_time(act: CommandContext) -> tuple[str, ...]:
    """Return how to ask for the agreed extension, where it can be had."""
    words, hours = act.language, extensions.hours_by_waiting(act.table, act.seat)
    wait = words.typed(en="wait", ru="ждать")
    told = words.ngettext("“%(wait)s” gives %(n)s hour more.", "“%(wait)s” gives %(n)s hours more.", hours, wait=wait)
    return (told,) if hours else ()
