"""The tables of a tournament: who meets whom in which round, and who sits where. Pure.

One draw puts the players in an order; the rest follows from it. The order is turned round by round as at a round robin,
where nobody meets the same player twice as long as there are others. Then people of a round change places as long as
that makes meetings more even, and those of a table change seats as long as that makes their seats more even. So it is
as even as such changes can make it, which for tables of more than two need not be the best there is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.game import Game


class Board(msgspec.Struct, frozen=True):
    """A table of a round: its seats, each with the number of who sits there."""

    seats: dict[str, int]


class Round(msgspec.Struct, frozen=True):
    """A round: its tables, and the numbers of those who sit out."""

    boards: tuple[Board, ...]
    out: tuple[int, ...] = ()


class CannotSeat(ValueError):  # noqa: N818 - an answer
    """The players do not fill the tables of this game; the sentence says what would."""


def sizes(game: Game[Any], players: int, tables: int) -> tuple[int, ...]:
    """Return how many sit at each table, as evenly as the game lets them, so that as few as can be sit out.

    Raises CannotSeat.
    """
    possible = [number for number in game.numbers if number > 1]
    fitting = [number for number in possible if number * tables <= players]
    if tables < 1 or not fitting:
        told = " or ".join(map(str, possible))
        raise CannotSeat(f"{players} players do not fill {tables} tables: {told} play at a table of {game.id}")
    found = [fitting[-1]] * tables
    for place in range(tables):
        larger = [
            number for number in possible if number > found[place] and number - found[place] <= players - sum(found)
        ]
        found[place] = larger[0] if larger else found[place]
    return tuple(found)


def full_tables(game: Game[Any], players: int) -> int:
    """Return the fewest tables that seat as many of the players as possible; 1 if they fill none."""
    least = min(number for number in game.numbers if number > 1)
    counts = range(1, players // least + 1)
    return min(counts, key=lambda tables: (players - sum(sizes(game, players, tables)), tables), default=1)


def drawn(
    game: Game[Any],
    chance: Chance,
    players: Sequence[int],
    tables: int,
    rounds: int,
    before: Sequence[Round] = (),
) -> tuple[Round, ...]:
    """Draw rounds for these players, after those in `before`. The draws come from `chance`.

    Raises:
        CannotSeat: The players cannot be seated.
    """
    filled = sizes(game, len(players), tables)
    order = chance.pick_many("order", "players", list(players), len(players), {"round": len(before) + 1})
    benches = [_turned(order, number) for number in range(rounds)]
    met, sat_out = _meetings(before)
    _even(benches, filled, met, sat_out)
    taken = Counter((seat, player) for each in before for board in each.boards for seat, player in board.seats.items())
    made = [_round(game, chance, bench, filled, len(before) + number) for number, bench in enumerate(benches, 1)]
    return tuple(_seated(made, taken))


def _turned(order: Sequence[int], by: int) -> list[int]:
    """Return the circle of a round robin, turned by `by`: one player stays, and opponents are next to each other.

    If their number is odd, nobody stays, and the player without an opponent comes last.
    """
    fixed, ring = (list(order[:1]), list(order[1:])) if len(order) % 2 == 0 else ([], list(order))
    by %= max(1, len(ring))
    ring = ring[by:] + ring[:by]
    if fixed:
        ring = [*fixed, *ring]
        alone = []
    else:
        *ring, last = ring
        alone = [last]
    half = len(ring) // 2
    return [each for pair in zip(ring[:half], reversed(ring[half:]), strict=True) for each in pair] + alone


Pair = frozenset[int]


def _meetings(rounds: Sequence[Round]) -> tuple[Counter[Pair], Counter[int]]:
    """Return how often each two have met, and how often each has sat out."""
    met, out = Counter[Pair](), Counter[int]()
    for each in rounds:
        out.update(each.out)
        for board in each.boards:
            met.update(map(frozenset, combinations(board.seats.values(), 2)))
    return met, out


def _tables(filled: Sequence[int]) -> list[range]:
    """Return the places of each table in the order of a round; those who sit out come after them."""
    ends = [sum(filled[: number + 1]) for number in range(len(filled))]
    return [range(end - size, end) for size, end in zip(filled, ends, strict=True)]


OUT_WEIGHS = 10
"""The weight of sitting out once more than another: as uneven as to meet so many players once more."""


def _even(benches: list[list[int]], filled: Sequence[int], met: Counter[Pair], out: Counter[int]) -> None:
    """Let people of a round change places as long as the sum of the squares of all meetings falls."""
    tables = _tables(filled)
    at = {place: number for number, table in enumerate(tables) for place in table}

    def mates(bench: list[int], place: int) -> list[int]:
        return [bench[each] for each in tables[at[place]] if each != place] if place in at else []

    def change(bench: list[int], place: int, by: int) -> None:
        who = bench[place]
        met.update({frozenset((who, mate)): by for mate in mates(bench, place)})
        if place not in at:
            out[who] += by

    def raised(bench: list[int], place: int) -> int:
        """Return by how much the squares rise when the player at this place is counted here."""
        who = bench[place]
        if place not in at:
            return OUT_WEIGHS * (2 * out[who] + 1)
        return sum(2 * met[frozenset((who, mate))] + 1 for mate in mates(bench, place))

    for bench in benches:
        for table in tables:
            met.update(map(frozenset, combinations([bench[place] for place in table], 2)))
        out.update(bench[sum(filled) :])

    def gain(bench: list[int], one: int, other: int) -> int:
        """Return what is gained when two change places; they stay changed if anything is gained."""
        for place in (one, other):
            change(bench, place, -1)
        before = raised(bench, one) + raised(bench, other)
        bench[one], bench[other] = bench[other], bench[one]
        after = raised(bench, one) + raised(bench, other)
        if after >= before:
            bench[one], bench[other] = bench[other], bench[one]
        for place in (one, other):
            change(bench, place, 1)
        return max(0, before - after)

    while sum(gain(bench, one, other) for bench in benches for one, other in _movable(bench, at)):
        pass


def _movable(bench: Sequence[int], at: dict[int, int]) -> Iterator[tuple[int, int]]:
    return ((one, other) for one, other in combinations(range(len(bench)), 2) if at.get(one) != at.get(other))


def _round(game: Game[Any], chance: Chance, bench: list[int], filled: Sequence[int], number: int) -> Round:
    """Return a round with its people seated by lot; if the game leaves a choice of seats, that is drawn too."""
    boards = []
    for table, places in enumerate(_tables(filled), 1):
        choices = list(game.seatings(len(places)))
        keys = {"round": number, "table": table}
        which = choices[chance.pick("seats", "choice", range(len(choices)), keys)] if len(choices) > 1 else choices[0]
        people = chance.pick_many("table", "players", [bench[place] for place in places], len(places), keys)
        boards.append(Board(dict(zip(which, people, strict=True))))
    return Round(tuple(boards), tuple(bench[sum(filled) :]))


def _seated(rounds: Sequence[Round], taken: Counter[tuple[str, int]]) -> Iterator[Round]:
    """Yield the rounds after evening out the seats.

    People of a table change seats as long as that lowers the sum of the squares of how often each has had each seat.
    """
    seats = [[dict(board.seats) for board in each.boards] for each in rounds]
    flat = [board for each in seats for board in each]
    for board in flat:
        taken.update(board.items())
    names = list(dict.fromkeys(seat for board in flat for seat in board))
    while sum(_evener(flat, taken, one, other) for one, other in permutations(names, 2)):
        pass
    for each, boards in zip(rounds, seats, strict=True):
        yield Round(tuple(map(Board, boards)), each.out)


def _evener(boards: Sequence[dict[str, int]], taken: Counter[tuple[str, int]], one: str, other: str) -> bool:
    """Return whether a player who has had a seat more often than another one could pass some of it on.

    It goes to a player who had it less: at a table of both, or from table to table, where those between give it at one
    and get it at the next.
    """
    both = [board for board in boards if one in board and other in board]

    def more(player: int) -> int:
        return taken[one, player] - taken[other, player]

    for first in dict.fromkeys(board[one] for board in both):
        if more(first) < 2:
            continue
        ways: dict[int, tuple[dict[str, int], ...]] = {first: ()}
        for player in (reached := [first]):
            if more(player) < more(first) - 2:
                for board in ways[player]:
                    taken.subtract([(one, board[one]), (other, board[other])])
                    board[one], board[other] = board[other], board[one]
                    taken.update([(one, board[one]), (other, board[other])])
                return True
            for board in both:
                if board[one] == player and board[other] not in ways:
                    ways[board[other]] = (*ways[player], board)
                    reached.append(board[other])
    return False
