"""The first line of a letter: `press to Spain and the moderator, open to Spain, in 6 hours: shall we …`.

Names of seats are read as the game calls them, in both languages, shortened and in any Russian case; so are the
names of the people who hold them, in either alphabet.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import product

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.components.russian import lemmas
from adjudicator.language import CODES, WRITTEN, language
from adjudicator.orders.text import normalize_word, phonetic_keys, tokenize
from adjudicator.orders.vocabulary.shelves import NOTHING, Hit, Name, NameIndex
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.press.content import Audience, Group, Sign
from adjudicator.service.press.times import When, begins_with_time, divided, taken_out
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Role, SeatKind

_GROUPS = {
    Group.ALL: (("all", "everybody", "everyone", "public"), ("все", "всем", "всех")),
    Group.PLAYERS: (("players", "all players", "the players"), ("игроки", "игрокам", "всем игрокам", "игроков")),
    Group.OBSERVERS: (
        ("observers", "all observers", "the observers", "observer"),
        ("наблюдатели", "наблюдателям", "наблюдателю", "зрителям", "наблюдателей"),
    ),
    Group.MODERATOR: (
        ("moderator", "the moderator", "gm", "master", "judge"),
        ("модератор", "модератору", "ведущий", "ведущему", "судье", "мастеру", "модератора"),
    ),
}
OPENING = r"(press|letter|message|пресса|прессу|письмо|послание|сообщение)"
"""The first word of a letter, before it is said to whom it goes."""
_OPENING = re.compile(f"{OPENING}$")
_ANONYMOUS = re.compile(r"(anonymous|anonymously|анонимн\w*)$")
_LINKS = frozenset(("to", "for", "and", "the", "для", "к", "и", "а", "также"))
_OPEN = frozenset(("open", "signed", "открыто", "открытое", "подписано", "подписанное"))
_IN_THE_NAME_OF = (("as",), ("in", "the", "name", "of"), ("in", "name", "of"), ("от", "имени"), ("от", "лица"))
_MOST_WORDS = 60
_WORDS_OF_A_NAME = 3
_LEAST_HEARD, _LONG = 3, 7
"""Letters that the sounds of a name have at the least, and of one in which two slips are forgiven."""


class Address(msgspec.Struct, frozen=True):
    """The recipients of a letter, how it is signed, for whom (OPEN), and what of the text stands in the same line.

    `guise`: the seat in whose name it is written; 0: its author's own. `when` it is to arrive; None: at once.
    """

    to: Audience
    sign: Sign
    knowing: Audience
    guise: int = 0
    when: When | None = None
    text: str = ""


class BadAddress(Exception):  # noqa: N818 - an answer
    """It is not clear who is meant: `typed` by the player, and the `near` names.

    `unclosed`: it may belong to the first line, or be the text; a colon would tell.
    """

    def __init__(self, typed: str, near: Sequence[int | str] = (), *, unclosed: bool = False) -> None:
        super().__init__(typed)
        self.typed = typed
        self.near = tuple(near)
        self.unclosed = unclosed


class Directory:
    """Everybody that a letter can name: ids of seats, and values of `Group`; people by how they sound, too."""

    def __init__(self, shelf: NameIndex, people: Iterable[tuple[int, str]]) -> None:
        self._shelf = shelf
        self._sounding: dict[str, list[int]] = {}
        for seat, name in people:
            for heard in {phonetic_keys.key(name), *map(phonetic_keys.key, name.split())}:
                if len(heard) >= _LEAST_HEARD:
                    self._sounding.setdefault(heard, []).append(seat)

    def read(self, typed: Sequence[str], code: str) -> Hit:
        """Read who is named at the beginning of folded words: as written, in another case, in the other alphabet."""
        written = self._shelf.read(typed, code)
        inflected = written if written.ids else self._shelf.read_inflected(typed, code)
        return inflected if inflected.ids else self._heard(typed)

    def near(self, typed: Sequence[str], code: str) -> tuple[int | str, ...]:
        """Return who may be meant by words that name nobody."""
        near = self._shelf.near(typed, code)
        if near or not typed:
            return near
        heard = max(_spoken(typed[0]), key=len)
        most = 0 if len(heard) <= _LEAST_HEARD else 1 if len(heard) < _LONG else 2
        slips = process.extract(heard, [*self._sounding], scorer=OSA.distance, score_cutoff=most, limit=3)
        return tuple(dict.fromkeys(seat for found, _, _ in slips for seat in self._sounding[found]))

    def _heard(self, typed: Sequence[str]) -> Hit:
        for length in range(min(_WORDS_OF_A_NAME, len(typed)), 0, -1):
            spoken = ("".join(each) for each in product(*map(_spoken, typed[:length])))
            ids = dict.fromkeys(seat for heard in spoken for seat in self._sounding.get(heard, ()))
            if ids:
                return Hit(tuple(ids), length)
        return NOTHING


def _spoken(word: str) -> set[str]:
    """Return how a folded word may sound, whatever case it stands in."""
    return {phonetic_keys.key(form) for form in (word, *lemmas(word))}


def directory(seats: Iterable[SeatAtTable], report: GameReport) -> Directory:
    """Return whom a letter can name at a table."""
    holders: list[tuple[int, str]] = []
    names = [
        Name("seat", group.value, code, forms[0], forms[1:])
        for group, by_language in _GROUPS.items()
        for code, forms in zip(WRITTEN, by_language, strict=True)
    ]
    for seat in seats:
        if seat.kind is not SeatKind.PLAYER:
            continue
        people = tuple(holder.name for holder in seat.holders if holder.role is Role.ORDERS and tokenize(holder.name))
        holders += [(seat.id, person) for person in people]
        for code in CODES:
            called = report.party(seat.name, language(code)).name
            names.append(Name("seat", seat.id, code, called, tuple(n for n in (seat.name, *people) if tokenize(n))))
    return Directory(NameIndex(names), holders)


def read_opening(opening: str, known: Directory, code: str) -> Address:
    """Read the first line of a press message.

    Raises:
        BadAddress: It is not clear to whom it is.
    """
    head, colon, text = divided(opening)
    if colon and _ANONYMOUS.fullmatch(normalize_word(head.strip())):  # "anonymously: press to …"
        head, colon, text = divided(text)
        head = f"anonymous {head}"
    if colon:
        return msgspec.structs.replace(_whole(head, known, code), text=text.strip())
    with suppress(BadAddress):
        return _whole(head, known, code)
    reader = _Reader(head, known, code)
    address = reader.read(sure=False)
    if begins_with_time(reader.rest) or reader.is_in_a_name():
        raise BadAddress(reader.rest, unclosed=True)
    return msgspec.structs.replace(address, text=reader.rest)


def _whole(head: str, known: Directory, code: str) -> Address:
    """Read a line that says nothing but to whom a letter goes, from whom, and when. Raises BadAddress."""
    said, when = taken_out(head)
    return msgspec.structs.replace(_Reader(said, known, code).read(sure=True), when=when)


class _Reader:
    """The words of one line, from the left."""

    def __init__(self, head: str, known: Directory, code: str) -> None:
        self.head, self.known, self.code = head, known, code
        self.words = tokenize(head)[:_MOST_WORDS]
        self.at = 0

    @property
    def rest(self) -> str:
        """The text that follows the names, as it was typed."""
        if self.at >= len(self.words):
            return ""
        return self.head[self.words[self.at].column - 1 :].strip()

    def read(self, *, sure: bool) -> Address:
        anonymous = self._anonymous()
        self._skip(_OPENING)
        anonymous = self._anonymous() or anonymous
        guise = self._guise() if sure else 0
        to = self._names(sure=sure)
        anonymous = self._anonymous() or anonymous
        knowing = Audience()
        if self._next() in _OPEN:
            self.at += 1
            knowing = self._names(sure=True)
        guise = guise or (self._guise() if sure else 0)
        anonymous = self._anonymous() or anonymous
        if sure and self.at < len(self.words):
            raise BadAddress(self.rest, self.known.near(self._ahead(), self.code))
        sign = Sign.OPEN if knowing != Audience() else Sign.ANONYMOUS if anonymous else Sign.SIGNED
        return Address(to, sign, knowing, guise)

    def is_in_a_name(self) -> bool:
        """Return whether the next words name somebody as its author."""
        at = self.at
        with suppress(BadAddress):
            guise, self.at = self._guise(), at
            return bool(guise)
        self.at = at
        return False

    def _next(self) -> str:
        return self.words[self.at].folded if self.at < len(self.words) else ""

    def _ahead(self) -> list[str]:
        return [word.folded for word in self.words[self.at :]]

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        if pattern.fullmatch(self._next()):
            self.at += 1
            return True
        return False

    def _anonymous(self) -> bool:
        return self._skip(_ANONYMOUS)

    def _guise(self) -> int:
        """Read in whose name it is written, if it says so: that of one seat."""
        ahead = self._ahead()
        length = next((len(said) for said in _IN_THE_NAME_OF if tuple(ahead[: len(said)]) == said), 0)
        if not length:
            return 0
        hit = self.known.read(ahead[length:], self.code)
        seats = [each for each in hit.ids if isinstance(each, int)]
        if len(hit.ids) != 1 or not seats:
            raise BadAddress(self.rest, hit.ids or self.known.near(ahead[length:], self.code))
        self.at += length + hit.length
        return seats[0]

    def _names(self, *, sure: bool) -> Audience:
        """Read names up to the first word that is none.

        After `and` there has to be a name.
        """
        found: list[int | str] = []
        while self.at < len(self.words):
            start = self.at
            while self._next() in _LINKS:
                self.at += 1
            hit = self.known.read(self._ahead(), self.code)
            if len(hit.ids) != 1 or (found and not sure and not self._is_listed(start)):
                near = hit.ids or self.known.near(self._ahead(), self.code)
                if len(hit.ids) > 1 or not found or (near and self._is_listed(start)):
                    raise BadAddress(self.rest, near)
                self.at = start
                break
            found.append(hit.ids[0])
            self.at += hit.length
        if not found:
            raise BadAddress("")
        groups = tuple(dict.fromkeys(Group(each) for each in found if isinstance(each, str)))
        return Audience(groups, tuple(dict.fromkeys(each for each in found if isinstance(each, int))))

    def _is_listed(self, start: int) -> bool:
        """Return whether another name follows: it needs a comma or `and` before it.

        Otherwise the word is the first one of the press message.
        """
        return self.at > start or (start < len(self.words) and self.words[start].broken)
