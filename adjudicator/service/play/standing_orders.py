"""Standing orders: lines that answer for a seat when a question interrupts the turn of somebody else.

Without them a war is a week of mails. Only actions that the game calls interrupting count, so that nothing is ever
done in one's own turn by surprise. `any` stands for whatever is asked: `refuse any`.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import Action, Decline
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Told
from adjudicator.kernel.match import Match
from adjudicator.language import msgid
from adjudicator.orders import Legal, Misread
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.phrases import Phrase
from adjudicator.orders.text import fold
from adjudicator.service.campaign.matches import Table, keep_sealed
from adjudicator.service.campaign.troubles import Trouble
from adjudicator.service.play import offers
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.statements import run
from adjudicator.store.tables import Seat, StandingOrder, table_of

ANY = frozenset(("any", "all", "always", "любой", "любое", "любые", "всегда", "все"))
MOST_LINES = 40
MOST_ROUNDS = 60
"""Answers in one go; a war has fewer."""


not_standing = Trouble(
    "not_standing",
    msgid(
        "“%(line)s” answers no question that interrupts the other side; such orders begin with: %(verbs)s. "
        "“any” stands for whatever is asked."
    ),
)


def lines_of(session: Session, seat_id: int) -> list[StandingOrder]:
    """The standing orders of a seat, oldest first."""
    wanted = select(StandingOrder).where(col(StandingOrder.seat_id) == seat_id).order_by(col(StandingOrder.id))
    return list(session.scalars(wanted))


def add(table: Table, seat: SeatAtTable, text: str) -> None:
    """Keep a line. Raises CannotBe if it does not answer a question that interrupts."""
    interrupting, book = table.match.game.interrupting, offers.words_at(table.match)
    phrases = [pattern.phrase for pattern in book.patterns if pattern.phrase.action in interrupting]
    full = len(lines_of(table.session, seat.id)) >= MOST_LINES
    if full or not _understood(book, phrases, text, seat.language):
        verbs = [phrase.verbs[seat.language][0] for phrase in phrases]
        raise not_standing(line=text, verbs=lambda words: words.listing(verbs, "or") if verbs else "-")
    table.session.add(StandingOrder(seat_id=seat.id, line=text.strip().encode(), written_at=table.now))
    table.session.flush()


def withdraw(session: Session, seat: SeatAtTable, number: int | None) -> int:
    """Take the line with this number (counted from 1) away, or all. Returns how many went."""
    kept = lines_of(session, seat.id)
    going = kept if number is None else kept[number - 1 : number] if number > 0 else []
    session.execute(delete(StandingOrder).where(col(StandingOrder.id).in_([row.id for row in going])))
    session.flush()
    return len(going)


def answer_interrupts(table: Table) -> list[Told[Any]]:
    """Let standing orders answer whatever interrupts now, as long as they have answers."""
    match = table.match
    if not match.game.interrupting or not match.decisions():
        return []
    kept = _kept_at_table(table)
    told: list[Told[Any]] = []
    sealed_before = dict(match.sealed)
    for _ in range(MOST_ROUNDS if kept else 0):
        answered = _one_answer(table, kept)
        if answered is None:
            break
        told += answered
    keep_sealed(table, sealed_before)
    return told


def _kept_at_table(table: Table) -> dict[str, list[tuple[int, str]]]:
    """The ids and texts of the lines of every seat."""
    kept: dict[str, list[tuple[int, str]]] = {}
    for row in run(table.session, _OF_CAMPAIGN, {"campaign_id": table.campaign.id}):
        kept.setdefault(table.by_id[row.seat_id].name, []).append((row.id, row.line.decode()))
    return kept


_SEAT, _ORDER = table_of(Seat).c, table_of(StandingOrder).c
_OF_CAMPAIGN = (
    select(_ORDER.id, _ORDER.seat_id, _ORDER.line)
    .join_from(table_of(StandingOrder), table_of(Seat), _SEAT.id == _ORDER.seat_id)
    .where(_SEAT.campaign_id == bindparam("campaign_id"))
    .order_by(_ORDER.id)
)
_USED = update(table_of(StandingOrder)).where(_ORDER.id == bindparam("line_id"))


def _one_answer(table: Table, kept: dict[str, list[tuple[int, str]]]) -> list[Told[Any]] | None:
    """The events of one answer; None if no standing order has anything to say."""
    match = table.match
    for decision in match.decisions():
        for name in decision.waiting:
            for line_id, text in kept.get(name, ()):
                action = _meaning(match, table.by_name[name], text)
                if action is None:
                    continue
                told = match.apply(name, action)
                run(table.session, _USED, {"line_id": line_id, "used_at": match.position.n})
                return told
    return None


def _meaning(match: Match, seat: SeatAtTable, text: str) -> Action | None:
    """The interrupting action that a line stands for now, if it is legal now."""
    options = [option for option in match.options(seat.name) if isinstance(option, match.game.interrupting)]
    if not options:
        return None
    book = offers.words_at(match)
    stem = _stem(text)
    if stem is not None:
        return next((option for option in options if _begins(book, option, stem)), None)
    try:
        action = book.parse(text, seat.language, Legal(options))
        match.check(seat.name, action)
    except (Misread, Refusal):
        return None
    return action if isinstance(action, match.game.interrupting) else None


def _stem(text: str) -> str | None:
    """`refuse` of `refuse any`; None where nothing stands for everything."""
    words = fold(text).split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].strip(".!") in ANY else None


def _begins(book: Phrasebook, option: Action, stem: str) -> bool:
    return any(fold(book.say(option, language)).startswith(stem) for language in book.languages)


def _understood(book: Phrasebook, phrases: Sequence[Phrase], text: str, language: str) -> bool:
    stem = _stem(text)
    if stem is not None:
        forms = (form for phrase in phrases for code in book.languages for form in phrase.verbs[code])
        return any(fold(form).startswith(stem) for form in forms)
    try:
        action = book.parse(text, language)
    except Misread:
        return False
    return type(action) in {phrase.action for phrase in phrases} and not isinstance(action, Decline)


def answer_of(table: Table, seat: SeatAtTable) -> Action | None:
    """What a seat has left for the question that is open now: its first line that is legal."""
    meanings = (_meaning(table.match, seat, row.line.decode()) for row in lines_of(table.session, seat.id))
    return next((action for action in meanings if action is not None), None)
