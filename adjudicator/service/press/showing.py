"""Show letters: the mail that brings one, the copy for its author, and lists of them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.language import Language
from adjudicator.reports.game import GameReport
from adjudicator.reports.model import Section
from adjudicator.service.press import content
from adjudicator.service.press.content import Audience, Group, Letter, Sign, Stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

LINE = 1800
"""Characters of one string of a report; longer ones would be cut."""


def called(kind: SeatKind | None, name: str, people: Sequence[str], report: GameReport, language: Language) -> str:
    """Return the game's name of a seat; for one that is not a player's, what it is and who holds it.

    None as the kind: they have left.
    """
    match kind:
        case None:
            return language.gettext("somebody who has left")
        case SeatKind.PLAYER:
            return report.party(name, language).name
        case SeatKind.MODERATOR:
            return language.gettext("the moderator")
    return language.gettext("the observer %(name)s", name=", ".join(people)).strip()


def called_of(seat: SeatAtTable | None, language: Language) -> str:
    """Name a moderator or an observer as the author of a press message, in languages that have a case for it.

    None: they have left.
    """
    if seat is None:
        return language.pgettext("from", "somebody who has left")
    if seat.kind is SeatKind.MODERATOR:
        return language.pgettext("from", "the moderator")
    return language.pgettext("from", "the observer %(name)s", name=", ".join(seat.people)).strip()


def group_names(language: Language) -> dict[Group, str]:
    """Return the names of the groups."""
    return {
        Group.ALL: language.gettext("everybody"),
        Group.PLAYERS: language.gettext("all players"),
        Group.OBSERVERS: language.gettext("the observers"),
        Group.MODERATOR: language.gettext("the moderator"),
    }


class Names:
    """The names of the people at a table in one reader's language."""

    def __init__(self, seats: Sequence[SeatAtTable], report: GameReport, language: Language) -> None:
        self._seats = {seat.id: seat for seat in seats}
        self._report = report
        self.language = language

    def seat(self, seat_id: int) -> str:
        """Return the game's name of a seat; for one that is not a player's, what it is and who holds it."""
        seat = self._seats.get(seat_id)
        if seat is None:
            return called(None, "", (), self._report, self.language)
        people = list(seat.people)
        return called(seat.kind, seat.name, people, self._report, self.language)

    def sender(self, letter: Letter) -> str:
        """Return whom it is from, where the reader may know it: `France (Anna)`, in Russian `Франции (Анна)`."""
        seat = self._seats.get(letter.author)
        if seat is None or seat.kind is not SeatKind.PLAYER:
            return called_of(seat, self.language)
        party = self._report.party(seat.name, self.language)
        return f"{party.whose or party.name} ({', '.join(seat.players)})" if seat.players else party.whose or party.name

    def audience(self, to: Audience) -> str:
        """Return whom a letter names: `everybody`, `France and the moderator`."""
        unnamed = [self.language.gettext("the author of the anonymous letter")] if to.unnamed else []
        groups = group_names(self.language)
        named = [self.seat(each) for each in to.seats] + [groups[group] for group in to.groups]
        return self.language.listing([*unnamed, *named])

    def author(self, letter: Letter, reader: int) -> str:
        """Return who wrote it, as far as the reader may know."""
        if letter.names_author_to(reader):
            return self.seat(letter.author)
        return self.language.gettext("somebody who does not give their name")


def copy_of(names: Names, letter: Letter, due_at: datetime | None, attached: Sequence[str] = ()) -> Section:
    """Return what was sent, for its author.

    `due_at`: when it is delivered, if later; None for a dry run. `attached`: the names of files that came with it.
    """
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
    if attached:
        told.append(
            language.gettext(
                "What was attached does not go with it, for letters are text: %(files)s.",
                files=language.listing(attached),
            )
        )
    return Section(heading=heading, paragraphs=(" ".join(told),), quote=content.paragraphs(letter.lines, LINE))


def listed(
    names: Names, zone: str, letters: Sequence[Stored], reader: int, now: datetime, heading: str
) -> tuple[Section, ...]:
    """Return letters one below the other, each with its author and time.

    Both are told as the reader may know them.
    """
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
    """Return the newest press messages that a seat has written or received, for the dossier."""
    letters = content.seen_by(session, seat.campaign_id, seat.id)[-most:]
    return listed(names, zone, letters, seat.id, now, names.language.gettext("Letters of the seat"))
