"""Several campaigns in one mail: each gets a row of its own, which is handled like a mail that was sent to it.

So whatever a mail has to pass (an opponent among the recipients, a shared mailbox, a deadline) holds for every campaign
by itself, and what waits for somebody's word in one does not hold up the others.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail.model import ReadMail
from adjudicator.orders.options.codes import Offer, Typed, code_like
from adjudicator.orders.text import clean, order_part, tokenize
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.splitting import Author, Part, only_for
from adjudicator.service.inbox.passing import hand_on
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play.attribution import Claims
from adjudicator.service.play.offers import decode
from adjudicator.store import inbound
from adjudicator.store.holdings import held_at
from adjudicator.store.tables import Campaign, CampaignState, Holding, InboundMail, Prompt, PromptState, Role, Seat


def pass_on(session: Session, row: InboundMail, parts: Sequence[Part], person_id: int | None, now: datetime) -> bool:
    """Make a row of what the mail holds for each other campaign, to be handled when the transaction is committed.

    Returns False if one of the names means no campaign of this person.
    """
    seats = [seat_called(session, part.campaign, person_id, now) for part in parts]
    for seat in {seat.id: seat for seat in seats if seat is not None}.values():
        assert person_id is not None
        made = inbound.store_part(session, row, seat, person_id, now)
        if made is not None:
            hand_on(session, made)
    return None not in seats


def only_here(session: Session, mail: ReadMail, row: InboundMail, now: datetime) -> ReadMail:
    """Return what a message for several campaigns holds for the seat of this row."""

    def means_it(name: str) -> bool:
        seat = seat_called(session, name, row.part_by, now)
        return seat is not None and seat.id == row.seat_id

    return only_for(mail, means_it, author_of(session, row.part_by, now))


def author_of(session: Session, person_id: int | None, at: datetime, claims: Claims | None = None) -> Author:
    """Return what is known of a person whose message is split up."""
    return Author(claims, lambda name: seat_called(session, name, person_id, at) is not None)


def seat_called(session: Session, name: str, person_id: int | None, at: datetime) -> Seat | None:
    """Return the seat whose orders this person gives in a campaign of that name or title; the first of several.

    Case and punctuation do not count. Nobody is told of campaigns in which they have no seat.
    """
    if person_id is None:
        return None
    wanted = _plain(name)
    held = session.execute(_held_by(person_id, at))
    found = [seat for seat, campaign in held if wanted in (_plain(campaign.name), _plain(campaign.title))]
    return found[0] if len({seat.campaign_id for seat in found}) == 1 else None


_ASTRAY = ("stale", "unknown_question", "unknown_code", "unknown_verb")
"""Problems that a code of another campaign has here."""


def asked_there(act: CommandContext, rows: Sequence[LineRead]) -> CommandReply:
    """Say where codes that mean nothing here, or nothing any more, answer an open question in another campaign.

    Only campaigns of the author count; the answer shows the lines that give the codes there.
    """
    typed = [each for row in rows if row.problem is not None and row.problem.why in _ASTRAY for each in _codes_in(row)]
    if not typed or act.person_id is None:
        return CommandReply()
    asked = _held_by(act.person_id, act.now).add_columns(Prompt).join(Prompt, col(Prompt.seat_id) == col(Seat.id))
    here = col(Campaign.id) != act.table.campaign.id
    sections = []
    for _, campaign, prompt in act.session.execute(asked.where(col(Prompt.state) == PromptState.OPEN, here)):
        codes = [code for each in typed if (code := _code_there(each, decode(prompt.offered)))]
        if codes:
            sections.append(_section(act, campaign, prompt.number, codes))
    return CommandReply(sections=tuple(sections))


def _codes_in(row: LineRead) -> list[Typed]:
    """Return the codes of a line that contains nothing else."""
    typed = [code_like(word.folded) for word in tokenize(order_part(row.original))]
    found = [each for each in typed if each is not None and (each.number or each.code[-1].isdecimal())]
    return found if len(found) == len(typed) else []


def _code_there(typed: Typed, offer: Offer) -> str:
    """Return the full code that a typed code means in a question; empty if it means none."""
    options = offer.find(typed.code) if typed.number in (None, offer.number) else ()
    return f"{offer.number}{options[0].code}" if len(options) == 1 else ""


def _section(act: CommandContext, campaign: Campaign, number: int, codes: Sequence[str]) -> Section:
    words = act.language
    told = words.gettext(
        "In %(campaign)s question #%(n)s is open for you, and has that answer. If you mean it, answer the "
        "email that asked it, or send from here:",
        campaign=campaign.title,
        n=number,
    )
    switch = words.typed(en="campaign", ru="кампания")
    lines = (Item(name=f"{switch} {campaign.name}"), Item(name=" ".join(codes)))
    return Section(heading=words.gettext("Another campaign of yours"), paragraphs=(told,), items=lines)


def titles_of(session: Session, person_id: int | None, at: datetime) -> tuple[str, ...]:
    """Return the campaigns in which this person gives orders, each by its title and its name."""
    found = () if person_id is None else session.execute(_held_by(person_id, at))
    return tuple(dict.fromkeys(f"{campaign.title} ({campaign.name})" for _, campaign in found))


def _held_by(person_id: int, at: datetime) -> Select[Seat, Campaign]:
    """Select the seats whose orders a person gives, with their campaigns."""
    return (
        select(Seat, Campaign)
        .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(
            col(Holding.person_id) == person_id,
            col(Holding.role) == Role.ORDERS,
            col(Campaign.state) != CampaignState.INVITING,
            held_at(at),
        )
        .order_by(col(Seat.id))
    )


def _plain(name: str) -> str:
    """Return a name without case, accents and punctuation; one of punctuation only stays as it is."""
    return " ".join(word.folded for word in tokenize(name)) or clean(name)
