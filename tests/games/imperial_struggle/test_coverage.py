"""What random play reaches: `adjudicator simulate imperial-struggle --games 3000 --dense --coverage-required`."""

from random import Random

import pytest

from adjudicator import game_named
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, MINISTRY, WAR, WAR_TILE
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.simulate import begin_dense, begin_random, check_invariants, play_out, simulate

GAME = "imperial-struggle"


def started(coverage: Coverage, kind: str) -> list[str]:
    return [point for point in coverage.points if point.startswith(kind)]


def test_the_points_are_those_of_the_issue() -> None:
    coverage = Coverage(game_named(GAME))
    assert len(coverage.points) == len(set(coverage.points))
    cards = {(point.split()[2], point.split(", ")[1]) for point in started(coverage, "event card")}
    assert cards == {(str(card.number), side) for card in EVENT for side in ("france", "britain")}
    assert len(started(coverage, "ministry ")) == sum(len(card.abilities) for card in MINISTRY)
    assert len(started(coverage, "advantage ")) == 2 * len(ADVANTAGE.things)
    bonus = [tile for tile in WAR_TILE if tile.kind == "bonus"]
    assert len(bonus) == 96
    for tile in bonus:
        assert len(started(coverage, f"war tile {tile.id}, ")) == 2
    rows = sum(len(rows) for war in WAR for theatre in war.theatres for rows in theatre.spoils)
    assert len(started(coverage, "spoils ")) == rows
    assert len(started(coverage, "ending ")) == 11


@pytest.mark.slow
def test_few_games_from_crowded_positions_reach_most_of_the_game() -> None:
    coverage = Coverage(game_named(GAME))
    for number in range(60):
        match = begin_dense(GAME, f"ci/{number}")
        play_out(match, Random(number), coverage=coverage)
    missed = coverage.missed
    assert not [point for point in missed if point.startswith(("decision", "action"))]
    assert len(missed) < 0.12 * len(coverage.points), missed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("worker", "games"), [(0, 15), *(pytest.param(n, 25, marks=pytest.mark.long) for n in range(8))]
)
def test_200_random_games_hold_their_invariants(worker: int, games: int) -> None:
    tally = simulate(GAME, games, f"two hundred/{worker}", watchers=[check_invariants])
    assert tally.games == games


def test_only_cards_that_were_played_are_reached() -> None:
    coverage = Coverage(game_named(GAME))
    match = begin_random(GAME, "void")
    play_out(match, Random("void"), coverage=coverage)
    played = {point.split()[2] for point in coverage.points if coverage.met[point] and point.startswith("event card")}
    assert played <= {str(entry.action.card) for entry in match.log if isinstance(entry.action, PlayEvent)}
