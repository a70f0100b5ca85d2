"""Rulings: what a moderator answered where the rules leave something to one is written down, and the others told."""

from collections.abc import Mapping

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.reports.game import GameReport
from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox import play_notices
from adjudicator.service.play import offers
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.held_orders import OrderMail
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Telling

COMMAND = "ruling"
"""What the audit trail calls it."""


def hands_of(table: Table, chair: SeatAtTable) -> tuple[Mapping[str, Mapping[str, str]], bool]:
    """For what a moderator does by hand: the words for fields of the position, and whether they may touch only what
    everybody knows, because they play.
    """
    if not chair.moderates or not table.match.by_hand:
        return {}, False
    report: GameReport = table.match.game.part("report")
    return report.fields(), not playing_moderators(table.seats).keys().isdisjoint(chair.people)


def announce(table: Table, chair: SeatAtTable, mail: OrderMail) -> None:
    """Who has answered stands in the next report of all. The other moderators hear at once that nothing is left to
    them, and what the answer was; one who plays reads that in the news, as everybody does.
    """
    given = [entry for entry in table.match.log if entry.by == MODERATOR and isinstance(entry.action, Action)]
    if not given:
        return
    holder = chair.of(mail.person_id)
    name = mail.by or (holder.name if holder else chair.name)
    signed = name if mail.by else f"{name} (mail)"
    table.record(signed, COMMAND, {"log": [entry.n for entry in given]}, Telling.REPORT)
    book, playing = offers.words_at(table.match), playing_moderators(table.seats)
    for other in table.rulers:
        if other.id == chair.id and name in chair.people:
            continue
        plays = not playing.keys().isdisjoint(other.people)
        said = [book.say(entry.action, other.language) for entry in given if isinstance(entry.action, Action)]
        notice = play_notices.Ruled(person=name, answer="" if plays else "; ".join(said), log=given[-1].n)
        notice.send(table, [other])
