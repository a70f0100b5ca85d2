"""Orders that came after a deadline and count all the same: their author is told that the time was nearly over."""

from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.play import dues
from adjudicator.service.timing.deadline import closing_time
from adjudicator.store import prompts


def in_grace(act: Act) -> Said:
    """What the answer says where the mail came within the grace; nothing where it came in time."""
    table, own = act.table, {seat.id for seat in act.meant()}
    asked = prompts.open_questions(table.session, table.campaign.id) if table.asked is None else table.asked
    rows = () if table.delayed else asked
    late = [row.deadline for row in rows if row.seat_id in own and row.deadline and row.deadline < act.received_at]
    if not late:
        return Said()
    words, over = act.language, closing_time(dues.policy_of(table.campaign), max(late))
    told = words.gettext(
        "The deadline was %(deadline)s. Your orders came after it, within the grace, and count. Without them the "
        "default would have been done at %(end)s.",
        deadline=words.time(max(late), act.zone, table.now),
        end=words.time(over, act.zone, table.now),
    )
    return Said(sections=(Section(heading=words.gettext("After the deadline"), paragraphs=(told,)),))
