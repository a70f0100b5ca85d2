"""Answers to mails that are not carried out: to whom they may go, and what they give away."""

from typing import Final

from sqlalchemy.orm import Session

from adjudicator.language import Language, language, msgid
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext, game_of, table_of_campaign
from adjudicator.service.inbox import gathering_mails
from adjudicator.service.inbox.identity import Identified
from adjudicator.service.outbox import plain_mails, queue
from adjudicator.service.outbox.answers import WHICH_SEAT, help_to, may_answer, open_question
from adjudicator.service.outbox.notices import to_lobby
from adjudicator.service.outbox.payloads import Help, Reason
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.service import UnitOfWork
from adjudicator.store import matches
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.tables import Campaign, Role, SeatKind

STANDS_BY: Final = msgid(
    "You stand by for %(seat)s: someone else gives its orders, and you learn nothing of it until it "
    "is yours. Nothing was changed."
)


def to_registered(work: UnitOfWork, found: Identified, why: Reason) -> None:
    """Write to the registered addresses of the seat in question, never to an unproven sender."""
    seat = found.seat or (found.theirs[0] if found.theirs else None)
    if seat is not None:
        to_seat(work, seat, why)


def to_seat(work: UnitOfWork, seat: SeatAtTable, why: Reason, in_reply_to: str | None = None) -> None:
    """Tell a seat's own people why a mail did nothing, whether or not the match has begun."""
    if matches.head(work.session, seat.campaign_id) is None:
        _before_the_match(work, seat, why)
    else:
        help_to(table_of_campaign(work, seat.campaign_id), seat, why, in_reply_to)


def to_writer(work: UnitOfWork, found: Identified, sender: str, why: Reason) -> None:
    """Write to the person who is proven to have written a mail, at that address and nowhere else.

    If it names none of their seats, they are asked which they meant: it did nothing either way.
    """
    seat = found.seat
    if seat is None:
        ask_which_seat(work, found, sender)
        return
    if found.person_id is None or not _may_explain(work, sender, seat):
        return
    if matches.head(work.session, seat.campaign_id) is None:
        _before_the_match(work, seat, why)
        return
    table = table_of_campaign(work, seat.campaign_id)
    intent = Help(written=work.now, number=open_question(table, seat), why=why)
    queue.send(table, seat, intent, kind=queue.UNASKED, to=[sender])


def _before_the_match(work: UnitOfWork, seat: SeatAtTable, why: Reason) -> None:
    lobby = Lobby(work, work.session.get_one(Campaign, seat.campaign_id))
    gathering_mails.explain(lobby, seat, to_lobby("in_vain", why=why))


def ask_which_seat(work: UnitOfWork, found: Identified, sender: str) -> None:
    """Ask a person who holds seats, and whose message names none, which one it is for.

    Only their own address is told which seats those are. With one seat the answer comes from it. With several it comes
    from no seat, since an answer to it must not count for the wrong one.
    """
    if not found.theirs or not _may_explain(work, sender, found.theirs[0]):
        return
    seat = found.theirs[0]
    words = language(seat.language)
    named = tuple(dict.fromkeys(_called(work.session, each, words) for each in found.theirs))
    if len(found.theirs) == 1 and matches.head(work.session, seat.campaign_id) is not None:
        table = table_of_campaign(work, seat.campaign_id)
        intent = Help(written=work.now, number=open_question(table, seat), why="which_seat", choices=named)
        queue.send(table, seat, intent, kind=queue.UNASKED, to=[sender])
        return
    holder = next(holder for holder in seat.holders if sender in holder.emails)
    plain_mails.send(
        work,
        sender,
        words,
        words.gettext("for which seat?"),
        words.gettext(WHICH_SEAT, seats="; ".join(named)),
        zone=holder.time_zone,
        kind=queue.UNASKED,
    )


def gives_no_orders(table: CampaignContext, seat: SeatAtTable, sender: str, in_reply_to: str | None) -> None:
    """Tell who reads along for a seat, or stands by for it, that they give no orders; its other people do not hear."""
    holder = seat.at(sender)
    if holder is None or not _may_explain(table.work, holder.emails[0], seat):
        return
    if holder.role is Role.STANDBY:  # the seat's own mails would tell what it knows
        words = language(seat.language)
        title, told = (
            words.gettext("no orders found"),
            words.gettext(STANDS_BY, seat=_called(table.session, seat, words)),
        )
        _tell(table, holder, words, title, told, kind=queue.UNASKED)
        return
    why: Reason = "steward_plays" if seat.steward and holder.may_return else "reads_along"
    intent = Help(written=table.now, number=open_question(table, seat), why=why)
    queue.send(table, seat, intent, kind=queue.UNASKED, to=holder.emails[:1], in_reply_to=in_reply_to)


def tell_standby(table: CampaignContext, seat: SeatAtTable, sender: str, said: CommandReply) -> None:
    """Answer the commands of a standby player of a seat; the answer tells nothing of the seat."""
    holder = seat.at(sender)
    if (
        holder is not None
        and said.sections
        and (said.changed or may_answer(table.work, holder.emails[0], table.campaign))
    ):
        _tell(table, holder, language(seat.language), said.title, *said.sections)


def _may_explain(work: UnitOfWork, address: str, seat: SeatAtTable) -> bool:
    return may_answer(work, address, work.session.get_one(Campaign, seat.campaign_id), unasked=True)


def _tell(
    table: CampaignContext, holder: Holder, words: Language, title: str, *told: str | Section, kind: str = queue.NOTE
) -> None:
    to, zone = holder.emails[0], holder.time_zone
    plain_mails.send(table.work, to, words, title, *told, zone=zone, campaign=table.campaign, kind=kind)


def _called(session: Session, seat: SeatAtTable, words: Language) -> str:
    campaign = session.get_one(Campaign, seat.campaign_id)
    head = matches.head(session, seat.campaign_id)
    if head is None or seat.kind is not SeatKind.PLAYER:
        return campaign.title
    name = game_of(session, head).part("report").party(seat.name, words).name
    return f"{campaign.title} ({name})"
