"""Show letters: the mail that brings one, the copy for its author, and lists of them."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.play.disclosures import moderators_only
from adjudicator.service.press import content
from adjudicator.service.press.content import Arrival, Audience, Group, Letter, Sign, Stored
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
        self._moderators = {seat.id for seat in moderators_only(tuple(seats))}
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
        seat = self._seats.get(letter.signed_by)
        if seat is None or seat.kind is not SeatKind.PLAYER:
            return called_of(seat, self.language)
        party = self._report.party(seat.name, self.language)
        return f"{party.whose or party.name} ({', '.join(seat.players)})" if seat.players else party.whose or party.name

    def audience(self, to: Audience) -> str:
        """Return whom a letter names: `everybody`, `France and the moderator`."""
        unnamed = [self.language.gettext("the author of the anonymous letter")] if to.unnamed else []
        groups = group_names(self.language)
        named = [self.seat(seat) for seat in to.seats] + [groups[group] for group in to.groups]
        return self.language.listing([*unnamed, *named])

    def author(self, letter: Letter, reader: int) -> str:
        """Return who wrote it, as far as the reader may know.

        Its author, and a moderator who does not play, know in whose name it is written, and by whom.
        """
        if letter.guise and (reader == letter.author or reader in self._moderators):
            return in_guise(self.seat(letter.guise), self.seat(letter.author), self.language)
        if letter.names_author_to(reader):
            return self.seat(letter.signed_by)
        return self.language.gettext("somebody who does not give their name")


def with_pictures(n: int, language: Language) -> str:
    """Say how many pictures go with a letter."""
    return language.ngettext("With %(n)s picture.", "With %(n)s pictures.", n)


def in_guise(signed: str, author: str, language: Language) -> str:
    """Name the seat in whose name a letter is written, and who wrote it."""
    return language.gettext("%(seat)s (written by %(author)s in its name)", seat=signed, author=author)


class Sending(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a letter: when it arrives, and that in words. `sent`: it has left; None: it was only tried.

    So many `pictures` go with it; `attached` are the names of files that do not.
    """

    arrival: Arrival
    moment: str
    sent: bool | None = None
    pictures: int = 0
    attached: tuple[str, ...] = ()


def copy_of(names: Names, letter: Letter, sending: Sending) -> Section:
    """Return what was sent, for its author."""
    language = names.language
    told = [language.gettext("To: %(readers)s.", readers=names.audience(letter.to))]
    if letter.guise:
        told.append(language.gettext("Its readers see %(seat)s as its author.", seat=names.seat(letter.guise)))
    elif letter.sign is Sign.ANONYMOUS:
        told.append(language.gettext("It does not name you."))
    elif letter.sign is Sign.OPEN:
        told.append(
            language.gettext(
                "Only %(seats)s may know who wrote it.",
                seats=language.listing([names.seat(each) for each in letter.knowing]),
            )
        )
    heading = (
        language.gettext("Your letter, not sent: you only wanted to check")
        if sending.sent is None
        else language.gettext("Your letter")
    )
    told += _arrives(language, letter, sending)
    if sending.pictures:
        told.append(with_pictures(sending.pictures, language))
        told.append(
            language.gettext(
                "Only what can be seen goes on: each picture is drawn again, without its name and its file."
            )
        )
    if sending.attached and sending.pictures:
        told.append(
            language.gettext(
                "What else was attached does not go with it: %(files)s.", files=language.listing(sending.attached)
            )
        )
    elif sending.attached:
        told.append(
            language.gettext(
                "What was attached does not go with it, for letters are text: %(files)s.",
                files=language.listing(sending.attached),
            )
        )
    return Section(heading=heading, paragraphs=(" ".join(told),), quote=content.paragraphs(letter.lines, LINE))


def _arrives(language: Language, letter: Letter, sending: Sending) -> list[str]:
    arrival, moment, sent = sending.arrival, sending.moment, sending.sent
    told = []
    if arrival.waits_for:
        told.append(
            language.gettext(
                "It arrives when the deadline is over: %(moment)s as things stand. If the deadline moves, so does it.",
                moment=moment,
            )
        )
    elif arrival.later:
        told.append(
            language.gettext("It arrives after %(moment)s.", moment=moment)
            if arrival.drawn
            else language.gettext("It arrives on %(moment)s.", moment=moment)
        )
    if arrival.drawn:
        told.append(
            language.gettext(
                "It leaves a while later, at a moment that is drawn, so that nobody finds you by the clock."
            )
            if arrival.later
            else language.gettext(
                "It leaves a while from now, at a moment that is drawn, so that nobody finds you by the clock."
            )
        )
    if sent is None:
        return told
    if sent:
        told.append(language.gettext("It is on its way."))
    else:
        told.append(
            language.gettext(
                "Until it leaves you can take it back: “%(words)s”.", words=taken_back_by(letter, language)
            )
        )
    told.append(language.gettext("Its lines were not read as orders."))
    return told


def taken_back_by(letter: Letter, language: Language) -> str:
    """Return the words with which the author of a letter that waits takes it back."""
    return language.typed(en=f"withdraw letter {letter.number}", ru=f"отозвать письмо {letter.number}")


def letters_text(
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
        seen = (with_pictures(len(one.letter.pictures), language),) if one.letter.pictures else ()
        waits = (_waits(one, zone, now, language),) if mine and not one.delivered else ()
        sections.append(
            Section(
                heading=heading if place == 0 else "",
                paragraphs=(" ".join((line, *seen, *waits)),),
                quote=content.paragraphs(one.letter.lines, LINE),
            )
        )
    return tuple(sections)


def _waits(stored: Stored, zone: str, now: datetime, language: Language) -> str:
    """Say that a letter was not delivered yet; the moment that is drawn for one without a name is not told."""
    words = taken_back_by(stored.letter, language)
    if stored.letter.waits_for:
        return language.gettext("It waits until a deadline is over; “%(words)s” takes it back.", words=words)
    if stored.letter.hidden:
        return language.gettext("It waits for its moment; “%(words)s” takes it back.", words=words)
    return language.gettext(
        "It waits until %(moment)s; “%(words)s” takes it back.",
        moment=language.time(stored.due_at, zone, now),
        words=words,
    )


def of_seat(
    session: Session, names: Names, seat: SeatAtTable, zone: str, now: datetime, most: int
) -> tuple[Section, ...]:
    """Return the newest press messages that a seat has written or received, for the dossier."""
    letters = content.seen_by(session, seat.campaign_id, seat.id)[-most:]
    return letters_text(names, zone, letters, seat.id, now, names.language.gettext("Letters of the seat"))
