"""Orders that nobody else has been told of: their player takes them back without asking anybody.

Free is only what leaves no trace with others: nothing was drawn or turned up by the orders, nobody else was asked what
they were asked before them, no mail that was written since has left to anybody else, and the time for the answer is
not over. Mails that still wait are stopped; the question comes again with the deadline that it had.
"""

from adjudicator.language import language
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.lines import Played, stand
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store import outbound, prompts
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.tables import Prompt


def are_untold(table: CampaignContext, seat: SeatAtTable, rows: list[Played]) -> bool:
    """Return whether these orders, the last of the seat, are its own business still.

    What goes to others waits meanwhile.
    """
    start, own = stand(table, rows[0].n - 1), _own(table, seat)
    if any(name not in own for decision in start.decisions() for name in decision.seats):
        return False
    asked = _asked_before(table, seat, rows)
    if asked is None or (asked.deadline is not None and asked.deadline <= table.now):
        return False
    others = {email for each in table.seats if each.name not in own for one in each.holders for email in one.emails}
    line = outbound.HistoryPosition(table.head.match_id, table.head.revision, rows[0].n - 1)
    return not outbound.has_unstoppable_mail(table.session, line, others, rows[0].at, queue.UNTRUE)


def take_back(table: CampaignContext, seat: SeatAtTable, rows: list[Played]) -> CampaignContext:
    """Take play back to the position before these orders.

    The caller tells the seat that asked for it; the other seats of the same people get a report, and nobody else is
    told.
    """
    asked, own = _asked_before(table, seat, rows), _own(table, seat)
    assert asked is not None
    called = table.match.game.part("report").party(seat.name, language(table.campaign.language)).name
    reason = language(table.campaign.language).gettext(
        "%(seat)s took orders back before anybody else was told of them", seat=called
    )
    wish = Wish(kind=Kind.UNTOLD, reason=reason, n=rows[0].n - 1, seat=seat.name)
    new = carry_out(table, propose(table, wish), by=next(iter(seat.people), seat.name), told=own - {seat.name})
    prompts.ask_as_before(new.session, new.campaign.id, new.by_id[seat.id].id, asked)
    return new


def _own(table: CampaignContext, seat: SeatAtTable) -> frozenset[str]:
    """Return the seat, and the others that its people play."""
    people = [holder.person_id for holder in seat.in_charge]
    return frozenset(each.name for person in people for each in played_by(table.seats, person)) | {seat.name}


def _asked_before(table: CampaignContext, seat: SeatAtTable, rows: list[Played]) -> Prompt | None:
    """Return the question that these orders answered, or took up."""
    number = stand(table, rows[0].n - 1).number(seat.asked_as)
    return prompts.closed_before(table.session, seat.id, table.head, number)
