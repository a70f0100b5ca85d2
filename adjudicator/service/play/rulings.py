"""Rulings: what a moderator answered where the rules leave something to one is written down, and the others told."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import consistent_matches
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import offers
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.store import audits, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Telling

COMMAND = "ruling"
"""The name in the audit trail."""


def hands_of(table: CampaignContext, chair: SeatAtTable) -> tuple[Mapping[str, Mapping[str, str]], bool]:
    """Return what a moderator may do by hand: the words for fields of the position, and whether only for public ones.

    They may touch only what everybody knows if they play.
    """
    if not chair.moderates or not table.match.by_hand:
        return {}, False
    report: GameReport = table.match.game.part("report")
    return report.fields(), not may_see(table.session, table.seats, chair)


def may_see(session: Session, seats: tuple[SeatAtTable, ...], chair: SeatAtTable) -> bool:
    """Return whether a moderator may see what only some seats know, for what they are asked.

    They may if they do not play, or have said openly, since they were asked, that they look.
    """
    playing = [name for name in chair.people if name in playing_moderators(seats)]
    if not playing:
        return True
    asked = [row for row in prompts.open_prompts(session, chair.campaign_id) if row.seat_id == chair.id]
    names = [signed for name in playing for signed in (name, mailed(name))]
    return bool(asked) and audits.has_looked(session, chair.campaign_id, names, asked[0].opened_at)


def veiled(session: Session, seats: tuple[SeatAtTable, ...], chair: SeatAtTable, match: Match) -> bool:
    """Return whether a moderator who plays is not shown what they are asked: it would tell more than their seats know.

    That is so where the question is another one in worlds that their seats cannot tell apart.
    """
    playing = playing_moderators(seats)
    own = {seat for name in chair.people for seat in playing.get(name, ())}
    if not own or not match.number(MODERATOR) or may_see(session, seats, chair):
        return False
    asked = (match.question(MODERATOR), match.options(MODERATOR))
    worlds = (world for seat in sorted(own) for world in consistent_matches(match, seat))
    return any((world.question(MODERATOR), world.options(MODERATOR)) != asked for world in worlds)


def mailed(name: str) -> str:
    """Return who wrote a mail, as the audit trail has it."""
    return f"{name}{audits.MAILED}"


def announce(table: CampaignContext, chair: SeatAtTable, mail: OrderMail) -> None:
    """Tell the others what a moderator has answered.

    Who answered is in the next report to all. The other moderators are told at once that nothing is left to them, and
    what the answer was; one who plays reads that in the news, as everybody does.
    """
    given = [entry for entry in table.match.log if entry.by == MODERATOR and isinstance(entry.action, Action)]
    if not given:
        return
    holder = chair.of(mail.person_id)
    name = mail.by or (holder.name if holder else chair.name)
    table.record(name if mail.by else mailed(name), COMMAND, {"log": [entry.n for entry in given]}, Telling.REPORT)
    book, playing = offers.words_at(table.match), playing_moderators(table.seats)
    for other in table.rulers:
        if other.id == chair.id and name in chair.people:
            continue
        plays = not playing.keys().isdisjoint(other.people)
        said = [book.say(entry.action, other.language) for entry in given if isinstance(entry.action, Action)]
        notice = to_table("ruled", person=name, answer="" if plays else "; ".join(said), log=given[-1].n)
        notice.send(table, [other])
