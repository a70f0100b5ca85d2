"""How letters look: the mail that brings one, the copy for its author, and lists of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language
from adjudicator.reports.game import GameReport
from adjudicator.reports.model import Footer, Kind, Report, Section
from adjudicator.service.press import content
from adjudicator.service.press.content import Audience, Group, Letter, Sign, Stored
from adjudicator.service.words.reader import Desk
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

LINE = 1800
"""Characters of one string of a report; longer ones would be cut."""


def called(kind: SeatKind | None, name: str, people: Sequence[str], report: GameReport, language: Language) -> str:
    """A seat by the game's name for it; a chair beside the table by what it is and who sits there. None: he has left"""
    match kind:
        case None:
            return language.gettext("somebody who has left")
        case SeatKind.PLAYER:
            return report.party(name, language).name
        case SeatKind.MODERATOR:
            return language.gettext("the moderator")
    return language.gettext("the observer %(name)s", name=", ".join(people)).strip()


def group_names(language: Language) -> dict[Group, str]:
    """What several at once are called."""
    return {
        Group.ALL: language.gettext("everybody"),
        Group.PLAYERS: language.gettext("all players"),
        Group.OBSERVERS: language.gettext("the observers"),
        Group.MODERATOR: language.gettext("the moderator"),
    }


class Names:
    """What the people at a table are called in one reader's language."""

    def __init__(self, seats: Sequence[SeatAtTable], report: GameReport, language: Language) -> None:
        self._seats = {seat.id: seat for seat in seats}
        self._report = report
        self.language = language

    def seat(self, seat_id: int) -> str:
        """A seat by the game's name for it; a chair beside the table by what it is and who sits there."""
        seat = self._seats.get(seat_id)
        if seat is None:
            return called(None, "", (), self._report, self.language)
        people = [holder.name for holder in seat.holders]
        return called(seat.kind, seat.name, people, self._report, self.language)

    def audience(self, to: Audience) -> str:
        """Whom a letter names: `everybody`, `France and the moderator`."""
        if to.unnamed:
            return self.language.gettext("the author of the anonymous letter")
        groups = group_names(self.language)
        return self.language.listing([self.seat(each) for each in to.seats] + [groups[group] for group in to.groups])

    def author(self, letter: Letter, reader: int) -> str:
        """Who wrote it, as far as the reader may know."""
        if letter.names_author_to(reader):
            return self.seat(letter.author)
        return self.language.gettext("somebody who does not give his name")


def names_for(desk: Desk) -> Names:
    """The names in the language of a mail's reader."""
    return Names(desk.seats, desk.report, desk.language)


def letter_report(desk: Desk, key: str) -> Report:
    """The mail that brings a letter. Raises LookupError when it is gone or was not for this seat."""
    stored = content.by_key(desk.session, desk.campaign.id, key)
    if stored is None or desk.seat.id not in stored.letter.readers:
        raise LookupError(f"no letter {key} for seat {desk.seat.id}")
    names, letter, language = names_for(desk), stored.letter, desk.language
    known = letter.names_author_to(desk.seat.id)
    author = names.author(letter, desk.seat.id)
    title = language.gettext("letter from %(author)s", author=author) if known else language.gettext("anonymous letter")
    return Report(
        kind=Kind.LETTER,
        campaign=desk.campaign.title,
        title=title,
        written=desk.intent.written,
        seat=desk.name_of(desk.seat) if desk.player else "",
        language=language.code,
        zone=desk.zone,
        lead=_lead(names, stored, desk.seat.id, _answered(desk, stored)),
        sections=(
            Section(quote=content.paragraphs(letter.lines, LINE)),
            Section(heading=language.gettext("If you answer"), paragraphs=_how_to_answer(desk, names, stored)),
        ),
        footer=Footer(),
    )


def _answered(desk: Desk, stored: Stored) -> Stored | None:
    """The reader's own letter that this one answers."""
    key = stored.letter.answers
    asked = content.by_key(desk.session, desk.campaign.id, key) if key else None
    return asked if asked is not None and asked.letter.author == desk.seat.id else None


def _lead(names: Names, stored: Stored, reader: int, answered: Stored | None) -> tuple[str, ...]:
    language, letter = names.language, stored.letter
    told = [
        language.gettext(
            "From: %(author)s. To: %(readers)s.", author=names.author(letter, reader), readers=names.audience(letter.to)
        )
    ]
    if letter.sign is Sign.OPEN and letter.names_author_to(reader):
        knowing = language.listing([names.seat(each) for each in letter.knowing])
        told.append(language.gettext("Only %(seats)s may know who wrote it.", seats=knowing))
    if answered is not None:
        told.append(
            language.gettext("It answers your letter that begins: “%(words)s”", words=_beginning(answered.letter.lines))
        )
    return tuple(told)


def _beginning(lines: Sequence[str]) -> str:
    text = next((line for line in lines if line), "")
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


def _how_to_answer(desk: Desk, names: Names, stored: Stored) -> tuple[str, ...]:
    language = desk.language
    known = stored.letter.names_author_to(desk.seat.id)
    to = names.seat(stored.letter.author) if known else names.audience(Audience(unnamed=True))
    answered = _answered(desk, stored)
    hidden = answered is not None and not answered.letter.names_author_to(stored.letter.author)
    told = [
        language.gettext("What you write above the copy of this mail goes as a letter to: %(reader)s.", reader=to),
        language.gettext("It does not name you, as your letter before.")
        if hidden
        else language.gettext("It bears your name."),
        language.gettext("Orders do not belong there: for them answer the mail that asks you."),
    ]
    return (" ".join(told),)


def copy_of(names: Names, letter: Letter, due_at: datetime | None) -> Section:
    """What was sent, for its author. `due_at`: when it leaves, if later; None for one that was only tried."""
    language = names.language
    told = [language.gettext("To: %(readers)s.", readers=names.audience(letter.to))]
    if letter.sign is Sign.ANONYMOUS:
        told.append(language.gettext("It does not name you."))
    elif letter.sign is Sign.OPEN:
        told.append(
            language.gettext(
                "Only %(seats)s may know who wrote it.",
                seats=language.listing([names.seat(each) for each in letter.knowing]),
            )
        )
    if due_at is None:
        heading = language.gettext("Your letter, not sent: you only wanted to check")
    else:
        heading = language.gettext("Your letter")
        if letter.sign is Sign.SIGNED:
            told.append(language.gettext("It is on its way. Its lines were not read as orders."))
        else:
            told.append(
                language.gettext(
                    "It leaves a while from now, at a moment that is drawn, so that nobody finds you by the clock. Its "
                    "lines were not read as orders."
                )
            )
    return Section(heading=heading, paragraphs=(" ".join(told),), quote=content.paragraphs(letter.lines, LINE))


def listed(
    names: Names, zone: str, letters: Sequence[Stored], reader: int, now: datetime, heading: str
) -> tuple[Section, ...]:
    """Letters one below the other, each with who and when, as the reader may know it."""
    language = names.language
    sections = []
    for place, one in enumerate(letters):
        mine = one.letter.author == reader
        when = language.time(one.written_at if mine else one.due_at, zone, now)
        line = language.gettext(
            "%(moment)s. From: %(author)s. To: %(readers)s.",
            moment=when,
            author=names.author(one.letter, reader),
            readers=names.audience(one.letter.to),
        )
        sections.append(
            Section(
                heading=heading if place == 0 else "",
                paragraphs=(line,),
                quote=content.paragraphs(one.letter.lines, LINE),
            )
        )
    return tuple(sections)


def of_seat(
    session: Session, names: Names, seat: SeatAtTable, zone: str, now: datetime, most: int
) -> tuple[Section, ...]:
    """The newest letters that a seat has written or got, for the dossier."""
    letters = content.seen_by(session, seat.campaign_id, seat.id)[-most:]
    return listed(names, zone, letters, seat.id, now, names.language.gettext("Letters of the seat"))


def without_name(letter: Letter) -> Letter:
    """The letter as a stranger may know it: for what is public."""
    return msgspec.structs.replace(letter, author=letter.author if letter.sign is Sign.SIGNED else 0, knowing=())
