"""Random games from the set-up: no dead end, nothing impossible."""

from __future__ import annotations

from functools import partial
from importlib.metadata import EntryPoint
from random import Random

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.games.europa_universalis.pack_checks import LAST_AGE
from adjudicator.games.europa_universalis.slots import MILESTONE
from adjudicator.kernel import registry
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.simulate import (
    PlayoutBias,
    begin_dense,
    begin_random,
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    play_out,
)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long), 6])
def test_whole_games_of_few_and_of_many_players(players: int) -> None:
    match = set_up(GAME, seats=GAME.seatings(players)[0], seed=f"{players}".encode())
    play_out(match, Random(players), [check_invariants])
    assert match.result is not None


BATCHES, GAMES, EVERY, AGAIN = 40, 50, 8, 5
"""Two thousand campaigns, in each run ten of each of two batches: half from the start, half from crowded positions,
with packs and house rules at random. After each so many-th action nothing is impossible, and each so many-th campaign
is played again.
"""
EACH_RUN = (
    *("event discovered", "event colonized", "religion of the empire none", "peace annexation"),
    *(f"state religion {faith}" for faith in ("catholic", "protestant", "revolutionary")),
    *(
        f"symbol {each} in age {age}"
        for age in (1, 2, 3, 4)
        for each in ("pirates", "native_uprising", "cardinal_dies")
    ),
)
"""What ten campaigns come to at least, among much else, because some players have a will."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "games"),
    [(0, 10), (1, 10), *(pytest.param(n, GAMES, marks=pytest.mark.long) for n in range(BATCHES))],
)
def test_campaigns_go_through_four_ages_to_their_end_and_are_the_same_again(number: int, games: int) -> None:
    begin, coverage = partial(begin_dense, packs=True) if number % 2 else begin_random, Coverage(GAME)
    ages = set[int]()
    for game in range(games):
        label = f"batch {number}/{game}"
        match, rng, again = begin(GAME.id, label), Random(label), game % AGAIN == 0
        whims = PlayoutBias(match, rng)
        play_out(match, rng, [check_invariants], coverage, EVERY, whims)
        assert match.result is not None, label
        ages.add(match.state.age)
        if again:
            check_replay(match, begin(GAME.id, label))
    assert {*EACH_RUN} <= {*coverage.met}
    assert 4 in ages


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint(GAME.id, "adjudicator.games.europa_universalis.game:GAME", registry.GROUP)
    monkeypatch.setitem(registry._installed(), GAME.id, point)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_a_game_with_house_rules_is_kept_replayed_and_betrays_nothing(every: int) -> None:
    """Looked at before each so many-th action."""
    rng, number = Random(0), 0
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    match = set_up(GAME, seats=GAME.seatings(3)[0], options=options, seed=f"house rules {number}".encode())
    watchers = [check_invariants, check_options, check_resume, check_document, check_disguise(rng)]
    play_out(match, rng, watchers, every=every)
    check_replay(match)


LONG_RUN, KINDS = 160, ("symbol", "state", "religion", "peace", "operation")


@pytest.mark.long
def test_in_the_long_run_four_ages_bring_each_symbol_peace_faith_and_deck() -> None:
    coverage = Coverage(GAME)
    for number in range(LONG_RUN):
        label = f"long run/{number}"
        match, rng = (
            begin_dense(GAME.id, label, packs=True) if number % 2 else begin_random(GAME.id, label),
            Random(label),
        )
        play_out(match, rng, [check_invariants], coverage, EVERY, PlayoutBias(match, rng))
    assert [point for point in coverage.missed if point.split()[0] in KINDS] == []
    milestones = default().milestones.items()
    reached = {(MILESTONE.thing(id).deck, face.age) for id, face in milestones if coverage.met[f"milestone {id}"]}
    assert reached == {(each.deck, age) for each in MILESTONE for age in range(1, LAST_AGE + 1)}
