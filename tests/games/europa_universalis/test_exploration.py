"""Exploring and colonizing, by the rulebook's examples (R4.03, R6.03, R12.20)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules.claims import TradeOpened
from adjudicator.games.europa_universalis.rules.exploration import (
    Colonize,
    Discover,
    Explore,
    GiveUpSearch,
    RollAgain,
    discoverable,
    exploration_die,
)
from adjudicator.games.europa_universalis.rules.purse import ColonistsChanged
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.field import (
    Arrange,
    against,
    code,
    does,
    idea,
    of,
    possible,
    refused,
    ships,
    table,
    told,
    war,
)

QUEST = "quest_for_the_new_world"


def docked(seat: str, port: str, n: int = 1) -> Arrange:
    return lambda state: state.led[seat].ships.docked.__setitem__(port, n)


def town(seat: str, province: str) -> Arrange:
    return lambda state: state.owner.__setitem__(PROVINCE.index[province], REALM.index[seat])


def claims(seat: str, *areas: str, colonists: int = 0) -> Arrange:
    def arrange(state: State) -> None:
        state.led[seat].claims |= AREA.mask_of(areas)
        state.led[seat].colonists = colonists

    return arrange


def face(n: int) -> dict[str, Any]:
    """A face of the die: 1 to 3, then the same with a skull."""
    return {"draw": "exploration", "seat": "england", "dice": [n]}


@pytest.mark.example("ex_5_1_explore_england")
def test_england_explores_as_in_the_example_r4_03() -> None:
    sail = Explore("northwestern_atlantic", None, "lancashire")
    match = table(
        idea("england", QUEST),
        ships("england", "caribbean_sea"),
        docked("england", "lancashire"),
        frames=[does("exploration", "england", sail)],
        active="england",
        dice=[face(5)],
    )
    state = match.state
    assert state.led["england"].ships.light[ZONE.index["northwestern_atlantic"]] == 1
    assert state.led["england"].power == [5, 4, 4]
    eligible = {"florida", "mississippi", "new_granada", "guyana", "canada"}
    assert {AREA.ids[each] for each in discoverable(state, "england", default(), "2_skull")} == eligible
    assert refused(match, "england", Discover("mexico")).code == "not_to_discover"
    assert refused(match, "england", Discover("virginia")).code == "not_to_discover"
    town("england", "virginia")(state)
    assert {AREA.ids[each] for each in discoverable(state, "england", default(), "2_skull")} == eligible | {
        "great_lakes"
    }
    without = {AREA.ids[each] for each in discoverable(state, "england", default(), "2")}
    assert {"mexico", "central_america"} <= without
    events = told(match, ("england", Discover("canada")))
    assert state.led["england"].power == [5, 3, 4]
    assert state.led["england"].claims >> AREA.index["canada"] & 1
    assert [each.region for each in events if isinstance(each, TradeOpened)] == ["america"]
    assert state.trade.unused == 0


def test_a_territory_that_somebody_has_settled_may_be_discovered_with_a_skull_r4_03() -> None:
    """A claim on it is no colonial one."""
    arrange = [idea("england", QUEST), ships("england", "caribbean_sea"), town("castile", "florida")]
    state = table(*arrange, frames=[]).state
    found = discoverable(state, "england", default(), "2_skull")
    assert AREA.index["florida"] in found
    assert AREA.index["florida"] not in discoverable(state, "england", default(), "1_skull")
    match = table(*arrange, claims("england", "florida", colonists=4), frames=[])
    assert code(match, "exploration", "england", Colonize("florida", 4)) == "no_colonial_claim"


def test_a_skull_that_is_not_paid_sinks_a_ship_r4_03() -> None:
    match = table(
        idea("england", QUEST),
        ships("england", "caribbean_sea"),
        frames=[exploration_die("england", 2)],
        dice=[face(5)],
    )
    match.apply("england", GiveUpSearch())
    assert sum(match.state.led["england"].ships.light) == 0


def test_a_ship_in_a_distant_port_may_be_the_one_that_is_lost_r4_03() -> None:
    def docked(state: State) -> None:
        state.owner[PROVINCE.index["canada"]] = REALM.index["england"]
        state.led["england"].ships.docked["canada"] = 1

    match = table(docked, idea("england", QUEST), frames=[exploration_die("england", 2)], dice=[face(5)])
    match.apply("england", GiveUpSearch())
    assert match.state.led["england"].ships.docked == {}


def test_the_die_is_rolled_again_twice_at_most_r4_03() -> None:
    match = table(
        idea("england", QUEST),
        ships("england", "caribbean_sea"),
        frames=[exploration_die("england", 2)],
        dice=[face(5), face(6), face(1)],
    )
    match.apply("england", RollAgain())
    match.apply("england", RollAgain())
    assert match.state.led["england"].power[1] == 3
    assert refused(match, "england", RollAgain()).code == "no_reroll_left"
    assert refused(match, "england", GiveUpSearch()).code == "must_discover"
    match.apply("england", Discover("antilles"))


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (Explore("caribbean_sea", "north_sea"), "cannot_sail_there"),
        (Explore("eastern_atlantic", "english_channel"), "not_distant"),
        (Explore("caribbean_sea"), "one_ship_to_sail"),
        (Explore("northwestern_atlantic", "northeastern_atlantic"), "hostile_to_explore"),
        (Explore("caribbean_sea", "eastern_atlantic"), ""),
    ],
)
def test_which_ship_explores_r4_03(action: Action, refusal: str) -> None:
    match = table(
        idea("england", QUEST),
        ships("england", "eastern_atlantic"),
        ships("england", "northeastern_atlantic"),
        ships("england", "north_sea"),
        ships("france", "northwestern_atlantic"),
        war("england", "france"),
        frames=[],
    )
    assert code(match, "exploration", "england", action) == refusal
    match.state.led["england"].ideas = 0
    assert code(match, "exploration", "england", action) == "needs_quest"


@pytest.mark.example("ex_5_3_colonize_england")
def test_england_colonizes_what_is_linked_as_in_the_example_r6_03() -> None:
    match = table(
        claims("england", "antilles", "canada", colonists=2),
        ships("england", "northwestern_atlantic"),
        ships("england", "northeastern_atlantic"),
        frames=[does("exploration", "england", Colonize("canada", 2))],
        active="england",
    )
    own = match.state.led["england"]
    assert of(told(match), ColonistsChanged) == [ColonistsChanged("england", -2)]
    assert (own.colonists, own.power[0], own.claims) == (0, 3, AREA.mask_of(["antilles"]))
    assert match.state.owner[PROVINCE.index["canada"]] == REALM.index["england"]
    own.colonists = 2
    assert code(match, "exploration", "england", Colonize("antilles", 2)) == "colony_not_linked"
    ships("england", "caribbean_sea")(match.state)
    assert against(match, "exploration", "england", Colonize("antilles", 2)) is None
    assert {each.area for each in possible(match, "exploration", "england") if isinstance(each, Colonize)} == {
        "antilles"
    }
    assert code(match, "exploration", "england", Colonize("antilles", 3)) == "wrong_points"
    assert code(match, "exploration", "england", Colonize("florida")) == "no_colonial_claim"
