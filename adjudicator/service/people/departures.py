"""Somebody gives up a seat, or stops watching: at once for who watches, behind a code for who plays."""

from __future__ import annotations

from adjudicator.language import msgid
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.confirmations import Purpose, Redeemed
from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox import outside_notices, people_notices
from adjudicator.service.outbox.queue import addresses_of
from adjudicator.service.people import replacements
from adjudicator.store import campaigns, holdings
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

PURPOSE = "leave"
GONE = Said(changed=True, gone=True)
"""What a command says when its writer has nothing to do with the seat any more."""


class Leave(Purpose):
    """The word of a player that he gives up his seat."""

    id = PURPOSE

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        """His mails end here; the last one says so."""
        assert act.person_id is not None
        leave(act.table, act.seat, act.person_id)
        return GONE

    def rejected(self, act: Act, redeemed: Redeemed) -> Said:
        """He stays."""
        words = act.language
        title = words.gettext("nothing is changed")
        return act.says(msgid("Leaving"), words.gettext("Good: you stay."), title=title, changed=True)


def leave(table: Table, seat: SeatAtTable, person_id: int) -> None:
    """A person does not hold the seat any more.

    A player's seat goes to his standby player, or stays with his team; without them it is empty, the rules' defaults
    are carried out at its deadlines, and everybody is told.
    """
    holder = seat.of(person_id)
    name = holder.name if holder else ""
    others = [holder for holder in seat.in_charge if holder.person_id != person_id]
    if seat.kind is SeatKind.PLAYER and not others and replacements.standby_of(seat) is not None:
        replacements.replace(table, seat, by=name)
        return
    holdings.end(table.session, seat.id, {person_id}, table.now)
    if not others:
        stored.cancel_for_seat(table.session, seat.id)
        campaigns.issue_token(table.session, seat.id, table.now)
        if seat.kind is SeatKind.PLAYER:
            replacements.forget(table, seat)
    new = table.reloaded(seat.id)
    outside_notices.farewell(table, seat, addresses_of(new), outside_notices.HasLeft)
    if seat.kind is SeatKind.PLAYER and table.match.result is None:
        notice = people_notices.LeftTeam if others else people_notices.Left
        notice(seats=(seat.name,), person=name).send(table, table.seats if others else table.others(seat))
        table.record(name, "leave", {"seat": seat.name, "person": name})
