"""The worth of positions: shares of one, everything to the winner, more for what the rulebook rewards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adjudicator import game_named, games, new_match
from adjudicator.games.diplomacy.state import AUTUMN
from adjudicator.games.diplomacy.state import initial_state as diplomacy_state
from adjudicator.games.diplomacy.worth import worth as diplomacy_worth
from adjudicator.games.here_i_stand.facts import SPACE as HIS_SPACE
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, FRANCE
from adjudicator.games.oath.facts import PEOPLES_FAVOR, THE_PEOPLE
from adjudicator.games.pax_renaissance.facts import VICTORY
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.steward.prospects import prospects, worth_of

WITH_WORTH = [game for game in games() if "worth" in game_named(game).parts]
Change = Callable[[Any], None]


@pytest.mark.parametrize("matches", [1, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_WORTH)
def test_prospects_are_shares_of_one_and_at_the_end_the_winners(game: str, matches: int) -> None:
    for number in range(matches):
        match, rng = begin_random(game, f"worth {number}"), Random(number)
        worth = worth_of(match.game)
        assert worth is not None
        for done in range(5000):
            if match.result is not None:
                break
            if not done % 7:
                before, found = match.checkpoint(), prospects(match, worth)
                assert tuple(found) == match.header.seats
                assert min(found.values()) >= 0
                assert sum(found.values()) == pytest.approx(1)
                assert match.checkpoint() == before
            random_action(match, rng)
        assert match.result is not None
        found = prospects(match, worth)
        winners = match.result.winners or match.header.seats
        assert found == {seat: (seat in winners) / len(winners) for seat in match.header.seats}


def points(seat: str) -> Change:
    """Three points more for a side of Imperial Struggle."""

    def changed(state: Any) -> None:
        state.vp += 3 if seat == "france" else -3

    return changed


def treaty(side: int) -> Change:
    def changed(state: Any) -> None:
        state.treaty_points[side] += 1

    return changed


def florins(state: Any) -> None:
    state.florins["fugger"] += 2


def title(state: Any) -> None:
    state.title, state.usurper = "red", True


def banner(state: Any) -> None:
    state.oath = THE_PEOPLE
    state.banners[PEOPLES_FAVOR].holder = "red"


def bonus(state: Any) -> None:
    state.powers["france"].bonus += 1


def converted(state: Any) -> None:
    for space in ("wittenberg", "brandenburg", "leipzig", "magdeburg", "lubeck"):
        state.protestant |= 1 << HIS_SPACE.index[space]


def prestige(state: Any) -> None:
    state.led["france"].prestige += 2


def stability(state: Any) -> None:
    state.led["france"].stability += 1


@pytest.mark.parametrize(
    ("game", "seats", "seat", "change"),
    [
        ("imperial-struggle", None, "france", points("france")),
        ("imperial-struggle", None, "britain", points("britain")),
        ("imperial-struggle", None, "france", treaty(FRANCE)),
        ("imperial-struggle", None, "britain", treaty(BRITAIN)),
        ("pax-renaissance", ["fugger", "medici"], "fugger", florins),
        ("oath", ["chancellor", "red", "black"], "red", title),
        ("oath", ["chancellor", "red", "black"], "red", banner),
        ("here-i-stand", None, "france", bonus),
        ("here-i-stand", None, "protestant", converted),
        ("europa-universalis", ["france", "england"], "france", prestige),
        ("europa-universalis", ["france", "england"], "france", stability),
    ],
)
def test_what_the_rules_reward_is_worth_more(game: str, seats: list[str] | None, seat: str, change: Change) -> None:
    match = new_match(game, seats=seats, seed=b"worth")
    worth = worth_of(match.game)
    before = prospects(match, worth)
    change(match.state)
    assert prospects(match, worth)[seat] > before[seat]


def test_victories_of_pax_renaissance_are_worth_more_once_they_are_open() -> None:
    match = new_match("pax-renaissance", seats=["fugger", "medici"], seed=b"open")
    worth, ahead = worth_of(match.game), "fugger"
    match.state.holder[0] = match.state.holder[1] = ahead
    before = prospects(match, worth)[ahead]
    match.state.victories |= 1 << VICTORY.index["imperial"] | 1 << VICTORY.index["renaissance"]
    assert prospects(match, worth)[ahead] > before


def test_a_side_with_all_points_of_imperial_struggle_has_everything() -> None:
    match = new_match("imperial-struggle", seed=b"all")
    worth = worth_of(match.game)
    for vp, shares in ((30, {"france": 1.0, "britain": 0.0}), (0, {"france": 0.0, "britain": 1.0})):
        match.state.vp = vp
        assert prospects(match, worth) == shares


def test_powers_of_diplomacy_want_centres_and_units_in_them() -> None:
    powers = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
    state = diplomacy_state()
    before = diplomacy_worth(state, powers)
    assert sum(before.values()) == pytest.approx(1)
    state.season = AUTUMN
    state.units["bel"] = state.units.pop("par")
    entered = diplomacy_worth(state, powers)
    assert entered["france"] > before["france"]
    state.owners["bel"] = "france"
    state.owners["lon"] = "france"
    taken = diplomacy_worth(state, powers)
    assert taken["france"] > entered["france"]
    assert taken["england"] < entered["england"]
    state.owners = {centre: power for centre, power in state.owners.items() if power != "turkey"}
    state.units = {at: unit for at, unit in state.units.items() if unit.power != "turkey"}
    assert diplomacy_worth(state, powers)["turkey"] == 0
