"""The tables of tournaments: who meets whom, who sits where, and what the points are. Without a database."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import combinations

import msgspec
import pytest
from adjudicator_tournaments.plans import Phase, Plan, Points, scheduled, without
from adjudicator_tournaments.schedule import Board, CannotSeat, Round, full_tables, sizes
from adjudicator_tournaments.scores import FinishedMatch, Side, standings

from adjudicator import game_named
from adjudicator.service.people.new_campaigns import NewCampaign

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PAIRS, FAIR = game_named("sealed-bids"), game_named("guild-fair")


def rounds_of(game: object, players: int, tables: int, rounds: int, seed: bytes = b"cup") -> tuple[Round, ...]:
    return scheduled(game, seed, (Phase(1, tuple(range(players)), tables),), rounds)  # type: ignore[arg-type]


def meetings(rounds: tuple[Round, ...], players: int) -> list[int]:
    met = Counter(pair for each in rounds for board in each.boards
                  for pair in combinations(sorted(board.seats.values()), 2))  # fmt: skip
    return [met[pair] for pair in combinations(range(players), 2)]


def seatings(rounds: tuple[Round, ...]) -> Counter[tuple[str, int]]:
    return Counter(place for each in rounds for board in each.boards for place in board.seats.items())


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12])
def test_at_tables_of_two_each_meets_each_once(players: int) -> None:
    full = players - 1 + players % 2
    rounds = rounds_of(PAIRS, players, players // 2, full)
    assert set(meetings(rounds, players)) == {1}
    had = seatings(rounds)
    assert all(abs(had["red", player] - had["blue", player]) <= 1 for player in range(players))
    assert all(len(each.out) == players % 2 for each in rounds)
    assert sorted(player for each in rounds for player in each.out) == list(range(players)) * (players % 2)


@pytest.mark.parametrize(("players", "tables", "rounds", "most"), [(12, 3, 4, 3), (16, 4, 5, 2), (64, 16, 6, 1)])
def test_at_larger_tables_meetings_and_seats_are_spread(players: int, tables: int, rounds: int, most: int) -> None:
    made = rounds_of(FAIR, players, tables, rounds)
    assert max(meetings(made, players)) <= most
    assert max(seatings(made).values()) <= 2
    for each in made:
        assert sorted(who for board in each.boards for who in board.seats.values()) == list(range(players))


def test_tables_differ_by_one_rather_than_that_somebody_sits_out() -> None:
    assert sizes(FAIR, 7, 2) == (4, 3)
    assert sizes(FAIR, 12, 3) == (4, 4, 4)
    assert sizes(FAIR, 11, 2) == (5, 5)
    assert sizes(PAIRS, 7, 3) == (2, 2, 2)
    assert [full_tables(FAIR, players) for players in (2, 3, 5, 6, 7, 11, 12)] == [1, 1, 1, 2, 2, 3, 3]
    assert [full_tables(PAIRS, players) for players in (2, 7, 8)] == [1, 3, 4]
    with pytest.raises(CannotSeat, match="3 or 4 or 5"):
        sizes(FAIR, 5, 2)


def test_the_same_seed_draws_the_same_and_another_one_otherwise() -> None:
    assert rounds_of(FAIR, 9, 3, 4) == rounds_of(FAIR, 9, 3, 4)
    assert rounds_of(FAIR, 9, 3, 4) != rounds_of(FAIR, 9, 3, 4, b"other")


def plan(players: int, tables: int, rounds: int) -> Plan:
    phases = (Phase(1, tuple(range(players)), tables),)
    people = tuple(100 + number for number in range(players))
    made = scheduled(PAIRS, b"cup", phases, rounds)
    terms = NewCampaign(name="cup", title="Cup", game="sealed-bids", players=())
    return Plan(people=people, phases=phases, rounds=made, seed=b"cup".hex(), terms=terms)


def test_who_leaves_changes_only_rounds_that_have_not_begun() -> None:
    before = plan(6, 3, 5)
    after = without(PAIRS, before, 2, begun=2)
    assert after.rounds[:2] == before.rounds[:2]
    for each in after.rounds[2:]:
        assert len(each.boards) == 2
        assert 2 not in [who for board in each.boards for who in board.seats.values()]
        assert 2 not in each.out
    assert after.present == (0, 1, 3, 4, 5)
    assert scheduled(PAIRS, b"cup", after.phases, 5) == after.rounds
    staying = [number for number in range(6) if number != 2]
    assert max(meetings(after.rounds, 6)) <= 2
    assert Counter(who for each in after.rounds for who in each.out).keys() <= set(staying)
    with pytest.raises(CannotSeat):
        without(PAIRS, plan(2, 1, 2), 0, begun=1)


def ended(board: Board, *won: str, people: dict[str, int] | None = None, closed: bool = False) -> FinishedMatch:
    sides = tuple(Side(seat, ((people or {}).get(seat, 100 + who),), seat in won) for seat, who in board.seats.items())
    return FinishedMatch("cup", "sealed-bids", NOON, sides, closed)


def of_two() -> Plan:
    """Two tables, two rounds: 0 and 1, 2 and 3; then 0 and 2, 1 and 3."""
    rounds = tuple(Round(tuple(Board({"red": a, "blue": b}) for a, b in each))
                   for each in (((0, 1), (2, 3)), ((0, 2), (1, 3))))  # fmt: skip
    return msgspec.structs.replace(plan(4, 2, 2), rounds=rounds)


def test_points_then_victories_then_those_one_has_met() -> None:
    cup = of_two()
    first, second = cup.rounds
    results = {
        (1, 1): ended(first.boards[0], "red"),
        (1, 2): ended(first.boards[1], "red"),
        (2, 1): ended(second.boards[0]),
        (2, 2): ended(second.boards[1], "red"),
    }
    lines = {line.number: line for line in standings(cup, results, 2)}
    assert [(lines[n].points, lines[n].wins, lines[n].against) for n in range(4)] == [
        (4, 1, 7), (3, 1, 4), (4, 1, 4), (0, 0, 7),
    ]  # fmt: skip
    assert [lines[n].place for n in range(4)] == [1, 3, 2, 4]


def test_equal_ones_share_a_place_and_a_shared_victory_is_divided() -> None:
    cup = of_two()
    shared = {(1, 1): ended(cup.rounds[0].boards[0], "red", "blue"), (1, 2): ended(cup.rounds[0].boards[1])}
    assert {(line.place, line.points) for line in standings(cup, shared, 1)} == {(1, 1.0)}
    board = Board({"bakers": 0, "drapers": 1, "smiths": 2})
    three = msgspec.structs.replace(cup, rounds=(Round((board,), (3,)),), points=Points(win=3, draw=1, out=2))
    lines = standings(three, {(1, 1): ended(board, "bakers", "smiths")}, 1)
    assert {line.number: line.points for line in lines} == {0: 1.5, 1: 0, 2: 1.5, 3: 2}


def test_a_closed_match_and_who_came_for_another_bring_nothing() -> None:
    cup = of_two()
    board = cup.rounds[0].boards[0]
    assert {line.points for line in standings(cup, {(1, 1): ended(board, closed=True)}, 1)} == {0}
    handed_over = standings(cup, {(1, 1): ended(board, "red", people={"red": 777})}, 1)
    assert {line.points for line in handed_over} == {0}
