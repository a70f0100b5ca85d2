"""A draw that is made at a table is needed: the moderators are asked for it."""

from __future__ import annotations

from adjudicator.language import language
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.table_draws import is_open, range_of
from adjudicator.service.outbox import play_notices
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind


def ask(table: Table) -> None:
    """Tell every moderator which draw is needed, if it is another one than when the table was loaded."""
    awaited = table.match.awaited
    if awaited is None or (table.pending is not None and table.pending.awaited == awaited):
        return
    wanted = table.match.wanted
    if wanted is None:
        return
    for seat in table.seats:
        if seat.kind is SeatKind.MODERATOR and seat.holders:
            hidden = not is_open(table.match.game, wanted) and may_not_know(table, seat)
            among = "" if hidden else range_of(wanted, table.match.game.part("report"), language(seat.language))
            notice = play_notices.DrawNeeded(draw=wanted.called, range=among, log=table.sequence)
            notice.send(table, [seat])


def may_not_know(table: Table, seat: SeatAtTable) -> bool:
    """Whether somebody who moderates from this chair plays, and must not learn what is hidden."""
    playing = playing_moderators(table.seats)
    return any(holder.name in playing for holder in seat.holders)
