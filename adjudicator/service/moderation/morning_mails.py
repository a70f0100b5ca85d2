"""Morning emails: all campaigns that somebody moderates.

They go to those who want them, at the hour at which digests leave, and like digests not before the messages that
arrived until then have been read.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain
from zoneinfo import ZoneInfo

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.clocks.digests import Often, slot
from adjudicator.service.moderation import what_to_write
from adjudicator.service.moderation.overview import NEEDS, Need, OverviewLine, Viewer, overview
from adjudicator.service.outbox import plain_mails
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.settings import MAIN
from adjudicator.store import addresses
from adjudicator.store import overview as facts
from adjudicator.store.engine import reading, writing
from adjudicator.store.statements import execute_change
from adjudicator.store.tables import Address, AddressState, CampaignState, Person
from adjudicator.store.timing import unread_until


def run(service: Service) -> int:
    """Queue the mails that are due. Returns how many."""
    now = service.clock.now()
    with reading(service.engine) as session:
        wanting = session.scalars(select(Person).where(col(Person.overview))).all()
        due = [each.id for each in wanting if _due(session, each, now)]
    for person_id in due:
        with writing(service.engine) as session:
            person = session.get_one(Person, person_id)
            last = slot(now, Often.DAILY, person.time_zone)
            mine = (col(Person.id) == person_id, or_(col(Person.overview_at).is_(None), col(Person.overview_at) < last))
            if execute_change(
                session, update(Person).where(*mine).values(overview_at=now)
            ):  # no other worker has sent it
                own = addresses.campaigns_of(session, person_id, now)
                box = own[-1].mailbox if own else MAIN
                send(service.work(session, now, box), person_id)
    return len(due)


def _due(session: Session, person: Person, now: datetime) -> bool:
    last = slot(now, Often.DAILY, person.time_zone)
    if person.overview_at is not None and person.overview_at >= last:
        return False
    own = addresses.campaigns_of(session, person.id, now)
    return not any(unread_until(session, each.id, last, ()) for each in own if each.state is CampaignState.RUNNING)


def send(work: UnitOfWork, person_id: int) -> bool:
    """Queue the overview to somebody's main address. Returns False where there is nothing to tell, or nowhere to."""
    person = work.session.get_one(Person, person_id)
    usable = (col(Address.person_id) == person_id, col(Address.state) == AddressState.ACTIVE)
    own = select(col(Address.email)).where(*usable, ~col(Address.essential_only))
    address = work.session.scalars(own.order_by(col(Address.main).desc(), col(Address.id)).limit(1)).first()
    lines = overview(work.session, work.now, Viewer(person_id=person_id))
    if address is None or not lines:
        return False
    where = addresses_of(work, person_id) if any(line.needs for line in lines) else {}
    words = _Words(language(person.language), person.time_zone, work, where)
    theirs = addresses.campaigns_of(work.session, person_id, work.now)
    campaign = theirs[0] if len(theirs) == 1 else None
    zone = person.time_zone
    plain_mails.send(work, address, words.words, words.title(), *words.told(lines), zone=zone, campaign=campaign)
    return True


def addresses_of(work: UnitOfWork, person_id: int) -> dict[str, str]:
    """Return where somebody writes to as the moderator, by the name of the campaign."""
    found = facts.moderators_tokens(work.session, person_id, work.now)
    return {each.name: work.service.reply_address(each.token, each.mailbox) for each in found}


class _Words:
    """An overview in a language and a zone; `addresses`: where its reader writes to as the moderator, by campaign."""

    def __init__(self, words: Language, zone: str, work: UnitOfWork, addresses: Mapping[str, str]) -> None:
        self.words, self.zone, self.now, self.addresses = words, zone, work.now, addresses

    def title(self) -> str:
        """Return the title for the subject."""
        return self.words.gettext("your campaigns on %(day)s", day=self.words.day(self.now.date(), self.now))

    def told(self, lines: list[OverviewLine]) -> Iterator[str | Section]:
        """Yield how many need the reader, then all of them: those first, then those that somebody keeps waiting."""
        words = self.words
        urgent = [line for line in lines if line.needs]
        yield words.ngettext(
            "You moderate %(n)s campaign that is not over; %(urgent)s of them waiting for you.",
            "You moderate %(n)s campaigns that are not over; %(urgent)s of them waiting for you.",
            len(lines),
            urgent=len(urgent),
        )
        over = [line for line in lines if not line.needs and line.is_over(self.now)]
        rest = [line for line in lines if not line.needs and not line.is_over(self.now)]
        headings = (msgid("What needs you"), msgid("Over their deadline"), msgid("The others"))
        for heading, part in zip(headings, (urgent, over, rest), strict=True):
            if part:
                yield Section(heading=words.gettext(heading), items=tuple(map(self._item, part)))
        off = words.typed(en="overview off", ru="обзор нет")
        yield Section(
            paragraphs=(words.gettext("“%(word)s”, to one of them, ends these emails in the morning.", word=off),)
        )

    def _item(self, line: OverviewLine) -> Item:
        return Item(name=f"{line.title} ({line.name})", text="; ".join(self._facts(line)), note=self._how(line))

    def _how(self, line: OverviewLine) -> str:
        """Return which lines meet what is needed, and where to write them."""
        words, address = self.words, self.addresses.get(line.name)
        if not line.needs or address is None:
            return ""
        silent = [seat for seat in line.waiting if seat in line.silent]
        seats = {Need.DECIDE: silent, Need.VACANT: line.vacant}
        said = (
            what_to_write.lines(
                need, line.log, [_called(line.game, seat, words) for seat in seats.get(need, ())], words
            )
            for need in line.needs
        )
        told = [f"“{each}”" for each in dict.fromkeys(chain.from_iterable(said))]
        if not told:
            return ""
        lines = words.listing(told, "or")
        return words.gettext("write %(lines)s to %(address)s", lines=lines, address=address)

    def _facts(self, line: OverviewLine) -> Iterator[str]:
        words = self.words
        if line.needs:
            yield words.gettext(
                "to do: %(needs)s", needs=words.listing([words.gettext(NEEDS[need]) for need in line.needs])
            )
        if line.state is not CampaignState.RUNNING:
            yield words.gettext(_STATES[line.state])
        if line.waiting:
            seats = words.listing([_called(line.game, seat, words) for seat in line.waiting])
            yield words.gettext("asked: %(seats)s (since %(moment)s)", seats=seats, moment=self._day(line.since))
        if line.deadline:
            moment = words.time(line.deadline, self.zone, self.now)
            if line.is_over(self.now):
                yield words.gettext("the deadline was %(moment)s", moment=moment)
            else:
                yield words.gettext("until %(moment)s", moment=moment)
        if line.missed:
            yield words.gettext("missed deadlines: %(count)s", count=line.missed)
        if line.silent:
            silent = words.listing([_called(line.game, seat, words) for seat in line.silent])
            yield words.gettext("silent: %(seats)s", seats=silent)
        if line.held:
            yield words.gettext("held emails: %(count)s", count=line.held)

    def _day(self, moment: datetime | None) -> str:
        return "" if moment is None else self.words.day(moment.astimezone(ZoneInfo(self.zone)).date(), self.now)


_STATES = {
    CampaignState.INVITING: msgid("waits for its people"),
    CampaignState.PAUSED: msgid("paused"),
}


def _called(game: str, seat: str, words: Language) -> str:
    """Return a seat's name as its game shows it; its plain name if the game is not installed."""
    if seat == MODERATOR:
        return words.gettext("the moderator")
    try:
        return str(game_named(game).part("report").party(seat, words).name)
    except UnknownGame:
        return seat
