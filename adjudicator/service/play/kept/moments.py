"""Work out until when the orders of a seat can be changed."""

from datetime import datetime, timedelta

import msgspec

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play import due_dates
from adjudicator.service.play.kept import held_orders
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind


def until_when(table: CampaignContext, seat: SeatAtTable) -> datetime | None:
    """Return until when orders of a seat that come now can be changed; None if they are carried out at once."""
    minutes = due_dates.policy_of(table.campaign).change_minutes
    question = table.match.question(seat.asked_as) if minutes and seat.kind is SeatKind.PLAYER else None
    if question is None or table.delayed or table.match.awaited is not None:
        return None
    reacting = question.kind in {decision.kind for decision in table.match.game.interrupting_decisions}
    if reacting or question.held or question.form in ("together", "window"):
        return None
    ends = table.now + timedelta(minutes=minutes)
    row = due_dates.prompt_of(table, seat.id)
    if row is not None and row.deadline is not None:
        ends = min(ends, row.deadline)
    return ends if ends > table.now else None


def take_again(before: CampaignContext, table: CampaignContext, seat: SeatAtTable) -> None:
    """Have orders that are kept taken once more where a corrected position asks the same of their seat."""
    held, chair = held_orders.decoded(table.on_file.get(seat.id, b"")), before.by_id[seat.id].asked_as
    was, now = before.match.question(chair), table.match.question(seat.asked_as)
    kept = held.changeable
    if kept is None or was is None or now is None or was.kind != now.kind:
        return
    if kept.question == before.match.number(chair):
        number = table.match.number(seat.asked_as)
        kept = msgspec.structs.replace(kept, until=table.now, question=number, again=True)
        held_orders.keep(table, seat, msgspec.structs.replace(held, changeable=kept))
