"""Define what is stored of a letter, sealed, and who may know who wrote it."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import kept_mails
from adjudicator.store.campaigns import LETTERS
from adjudicator.store.tables import Press

KEY_LENGTH = 8
"""40 random bits: found only together with the secret of a seat that got the letter."""
LONGEST_THREAD = 100


class Sign(StrEnum):
    """The way the author of a letter is shown."""

    SIGNED = "signed"
    ANONYMOUS = "anonymous"
    OPEN = "open"
    """Signed for some of those who get it."""


class Group(StrEnum):
    """Several at once. ALL are the players, the observers and the moderator."""

    ALL = "all"
    PLAYERS = "players"
    OBSERVERS = "observers"
    MODERATOR = "moderator"


class Audience(msgspec.Struct, frozen=True):
    """The addressees that a letter names: groups, and ids of seats.

    `unnamed`: the author of the letter that it answers.
    """

    groups: tuple[Group, ...] = ()
    seats: tuple[int, ...] = ()
    unnamed: bool = False

    @property
    def public(self) -> bool:
        """Everybody gets it."""
        return Group.ALL in self.groups


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A letter as it was written. Seats by id, for they may change their names.

    `readers` get it; `knowing` are those of them that an OPEN letter is signed for. `lines`: empty ones part
    paragraphs. `answers`: the key of the letter that it answers.
    `guise`: the seat in whose name it is written; 0: its author's own. `doubtful`: such letters were allowed then.
    `waits_for`: numbers of the questions whose deadline has to be over before it is delivered.
    `pictures`: the names by which those that go with it are kept, as long as the mails that show them are.
    `number`: counts the letters of its author, by which it can be withdrawn.
    """

    author: int
    sign: Sign
    to: Audience
    readers: tuple[int, ...]
    lines: tuple[str, ...]
    knowing: tuple[int, ...] = ()
    answers: str = ""
    guise: int = 0
    doubtful: bool = False
    waits_for: tuple[int, ...] = ()
    pictures: tuple[str, ...] = ()
    number: int = 0

    @property
    def signed_by(self) -> int:
        """The seat that its readers take for the author, where they may know it."""
        return self.guise or self.author

    @property
    def hidden(self) -> bool:
        """Whether some of its readers do not learn who wrote it."""
        return self.sign is not Sign.SIGNED or bool(self.guise)

    def names_author_to(self, seat_id: int) -> bool:
        """Return whether a seat reads a name of its author: the true one, or that in whose guise it is written."""
        if seat_id == self.author or self.sign is Sign.SIGNED:
            return True
        return self.sign is Sign.OPEN and seat_id in self.knowing

    def answered_by(self, seat_id: int) -> "Audience":
        """Return the addressees of a reader's answer.

        They are the author, and those who got the letter by name.
        """
        known = self.names_author_to(seat_id)
        others = tuple(seat for seat in self.to.seats if seat not in (seat_id, self.signed_by))
        groups = () if self.to.public else tuple(group for group in self.to.groups if group is Group.MODERATOR)
        return Audience(groups, (self.signed_by, *others) if known else others, unnamed=not known)


class Arrival(msgspec.Struct, frozen=True):
    """The earliest moment at which a letter is delivered. `drawn`: the moment itself is drawn from the time after it.

    `later`: that is not now. `waits_for`: the questions whose deadline it waits for.
    """

    at: datetime
    waits_for: tuple[int, ...] = ()
    drawn: bool = False
    later: bool = False


class Stored(msgspec.Struct, frozen=True):
    """A letter with what the database knows of it."""

    key: str
    written_at: datetime
    due_at: datetime
    delivered: bool
    letter: Letter

    def known_to(self, seat_id: int) -> bool:
        """Return whether a seat has written it, or has received it by now."""
        return self.letter.author == seat_id or (self.delivered and seat_id in self.letter.readers)


def new_key() -> str:
    """Return a public key for a new press message."""
    return "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))


def keep(session: Session, campaign_id: int, letter: Letter, now: datetime, due_at: datetime) -> Stored:
    """Store a letter; it is delivered from `due_at` on."""
    row = Press(
        campaign_id=campaign_id,
        key=new_key(),
        written_at=now,
        due_at=due_at,
        content=msgspec.json.encode(letter),
    )
    session.add(row)
    session.flush()
    return _stored(row)


def by_key(session: Session, campaign_id: int, key: str) -> Stored | None:
    """Return the press message of a campaign with this key."""
    row = session.scalars(select(Press).where(col(Press.campaign_id) == campaign_id, col(Press.key) == key)).first()
    return None if row is None else _stored(row)


def of_campaign(session: Session, campaign_id: int, since: datetime | None = None) -> Iterator[Stored]:
    """Yield the press messages of a campaign (written from a moment on), the oldest first."""
    statement = select(Press).where(col(Press.campaign_id) == campaign_id).order_by(col(Press.id))
    if since is not None:
        statement = statement.where(col(Press.written_at) >= since)
    for row in session.scalars(statement):
        yield _stored(row)


def seen_by(session: Session, campaign_id: int, seat_id: int) -> list[Stored]:
    """Return the press messages that a seat has written, or has received by now, in the order of delivery."""
    found = [one for one in of_campaign(session, campaign_id) if one.known_to(seat_id)]
    return sorted(found, key=lambda one: one.written_at if one.letter.author == seat_id else one.due_at)


def published(session: Session, campaign_id: int, after: datetime, upto: datetime) -> list[Stored]:
    """Return the press messages to everybody that were delivered in a period, in the order of delivery."""
    found = [
        one
        for one in of_campaign(session, campaign_id)
        if one.letter.to.public and one.delivered and after < one.due_at <= upto
    ]
    return sorted(found, key=lambda one: one.due_at)


def waiting(session: Session, campaign_id: int, seat_id: int) -> list[Stored]:
    """Return the press messages of a seat that are not delivered yet, in the order in which it wrote them."""
    rows = select(Press).where(col(Press.campaign_id) == campaign_id, col(Press.delivered).is_(False))
    found = map(_stored, session.scalars(rows.order_by(col(Press.id))))
    return [one for one in found if one.letter.author == seat_id]


def put_off(session: Session, stored: Stored, due_at: datetime) -> None:
    """Let a press message wait for another moment."""
    session.execute(update(Press).where(col(Press.key) == stored.key).values(due_at=due_at))


def drop(session: Session, stored: Stored) -> None:
    """Delete a press message that was not delivered: nothing of it stays."""
    row = session.scalars(select(Press).where(col(Press.key) == stored.key, col(Press.delivered).is_(False))).one()
    session.execute(delete(Press).where(col(Press.id) == row.id))
    if stored.letter.pictures:
        others = {name for one in of_campaign(session, row.campaign_id) for name in one.letter.pictures}
        kept_mails.remove(session, row.campaign_id, set(stored.letter.pictures) - others)


def first_of_thread(session: Session, campaign_id: int, letter: Stored, seat_id: int) -> str:
    """Return the key of the press message that a correspondence began with, as far as a seat knows of it."""
    for _ in range(LONGEST_THREAD):
        before = by_key(session, campaign_id, letter.letter.answers) if letter.letter.answers else None
        if before is None or not before.known_to(seat_id):
            break
        letter = before
    return letter.key


def paragraphs(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the lines, those longer than `most` characters split at a space: nothing may be cut off."""
    shown: list[str] = []
    for line in lines:
        while len(line) > most:
            at = line.rfind(" ", most // 2, most)
            at = at if at > 0 else most
            shown.append(line[:at])
            line = line[at:].lstrip()
        shown.append(line)
    return tuple(shown)


def _stored(row: Press) -> Stored:
    letter = msgspec.json.decode(row.content, type=Letter)
    return Stored(row.key, row.written_at, row.due_at, row.delivered, letter)
