"""Statistics over finished matches: how often which seat has won, and what somebody has played. Pure."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from adjudicator_tournaments.rating import Rating, ratings
from adjudicator_tournaments.scores import FinishedMatch


class Tally(msgspec.Struct, frozen=True):
    """The matches of a seat that have ended.

    It has how many of them the seat has won (alone or with others), how many nobody has, and how many were closed
    before their end, which are in no other number.
    """

    seat: str
    matches: int = 0
    won: int = 0
    drawn: int = 0
    closed: int = 0


class Record(msgspec.Struct, frozen=True):
    """The matches that somebody has played of a game, seat by seat. `rating` None: none of them counts for it."""

    game: str
    seats: tuple[Tally, ...]
    rating: Rating | None = None

    @property
    def total(self) -> Tally:
        """The sum over all seats."""
        numbers = [(seat.matches, seat.won, seat.drawn, seat.closed) for seat in self.seats]
        return Tally("", *map(sum, zip(*numbers, strict=True)))


class Row(msgspec.Struct, frozen=True):
    """A place in the list of a game: who, their rating, and how many of the matches that count they have won."""

    place: int
    person: int
    rating: Rating
    won: int
    drawn: int


def tallies(matches: Iterable[FinishedMatch], person: int | None = None) -> tuple[Tally, ...]:
    """Return them by seat, in the order in which they first come; of a person, or of everybody."""
    found: dict[str, Tally] = {}
    for match in matches:
        for side in match.sides:
            if person is None or person in side.people:
                old = found.get(side.seat, Tally(side.seat))
                found[side.seat] = msgspec.structs.replace(
                    old,
                    matches=old.matches + (not match.closed),
                    won=old.won + side.won,
                    drawn=old.drawn + match.drawn,
                    closed=old.closed + match.closed,
                )
    return tuple(found.values())


def ranked_players(matches: Iterable[FinishedMatch]) -> list[Row]:
    """Return who has played matches that count, the strongest first; equal ones share a place."""
    counted = [match for match in matches if match.rated]
    known, won, drawn = ratings(counted), Counter[int](), Counter[int]()
    for match in counted:
        for side in match.sides:
            won.update(side.people if side.won else ())
            drawn.update(side.people if match.drawn else ())
    rows: list[Row] = []
    for number, person in enumerate(sorted(known, key=lambda each: (-known[each].least, each)), 1):
        rating = known[person]
        place = rows[-1].place if rows and rows[-1].rating.least == rating.least else number
        rows.append(Row(place, person, rating, won[person], drawn[person]))
    return rows


def record(matches: Iterable[FinishedMatch], game: str, person: int) -> Record:
    """Return what a person has played of a game, from its matches in the order in which they ended."""
    own = list(matches)
    return Record(game, tallies(own, person), ratings(own).get(person))
