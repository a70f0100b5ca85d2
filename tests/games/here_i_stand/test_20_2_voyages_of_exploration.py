"""Voyages of exploration (20.2)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForPower
from adjudicator.games.here_i_stand.facts import CONQUISTADOR, EXPLORER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, impulse
from adjudicator.games.here_i_stand.rules.new_world.voyages import Claim, Conquer, Explore, new_world
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, dice, do, hand, options, refused, state_of, table
from tests.games.here_i_stand.voyages import explored, only, played, powers, resolved


@shows("20.2/1", "20.3/1", "11.1/2")
def test_one_exploration_and_one_conquest_a_turn() -> None:
    match = table(hand("papacy", "gout"), power="england", cp=8)
    do(match, "england", Explore(), Conquer())
    assert match.state.impulse.cp == 2
    assert refused(match, "england", Explore()) == "under_way"
    gone = state_of(explorers=0, conquistadors=0)
    assert refused(table(gone, power="england", cp=6), "england", Explore()) == "nobody_left"
    assert refused(table(gone, power="england", cp=6), "england", Conquer()) == "nobody_left"
    assert refused(table(power="papacy", cp=6), "papacy", Explore()) in (
        "not_available",
        "no_such_action",
        "not_theirs",
    )


@shows("20.2/1", "20.3/1")
def test_in_turn_1_the_hapsburgs_have_both_under_way() -> None:
    match = table(cp=6)
    assert refused(match, "hapsburg", Explore()) == "under_way"
    assert refused(match, "hapsburg", Conquer()) == "under_way"


@shows("20.2/1")
def test_mercators_map_is_the_exploration_of_the_turn_and_cabot_is_not() -> None:
    match = played("mercators_map", hand("england", "mercators_map"))
    do(match, "england", PlayEvent("mercators_map"), ForPower("england"))
    assert match.state.sailed & powers("england")
    match = played("sebastian_cabot", draws=(dice("exploration", 3, 3, power="england"),))
    do(match, "england", PlayEvent("sebastian_cabot"))
    assert not match.state.sailed & powers("england")


@shows("20.2/2", "20.2/4")
def test_the_first_exploration_of_each_power_is_without_charts() -> None:
    match = explored(7, state_of(charted=powers("england")))
    assert not match.state.discoveries, "the charts of England help nobody else"
    assert match.state.charted == powers("england", "hapsburg")
    assert explored(7, state_of(charted=powers("hapsburg"))).state.discoveries == {"st_lawrence": "hapsburg"}


@shows("20.2/3")
def test_the_best_explorer_is_first_and_england_before_france_among_equals() -> None:
    sail = state_of(
        voyages=powers("england", "france", "hapsburg"),
        explorers=only(EXPLORER, "rut", "roberval", "leon"),
        charted=powers("england", "france", "hapsburg"),
    )
    match = resolved(
        sail, draws=tuple(dice("exploration", 3, 3, power=each) for each in ("england", "france", "hapsburg"))
    )
    assert match.state.discoveries == {"st_lawrence": "england"}, (
        "the Hapsburgs, who sail first with Leon, find it first"
    )


MARKERS = [each.id for each in CONQUISTADOR if each.power != "hapsburg"]


@shows("20.2/3", "20.3/2")
def test_explorations_come_before_conquests_and_conquests_in_their_order() -> None:
    away = state_of(
        voyages=powers("france"),
        conquering=powers("england", "hapsburg", "france"),
        charted=powers("france"),
        conquistadors=only(CONQUISTADOR, "cordova") | only(CONQUISTADOR, *MARKERS),
    )
    match = table(HELD, away, frames=[new_world(), impulse("hapsburg")])
    rolls = [
        (each.name, each.keys["power"]) for entry in match.log for each in entry.chance if each.value_key == "dice"
    ]
    assert rolls == [("exploration", "france"), *(("conquest", each) for each in ("hapsburg", "england", "france"))]


@shows("20.2/4")
def test_mercators_map_is_a_free_exploration_with_two_more() -> None:
    match = played("mercators_map", state_of(sailed=powers("hapsburg")))
    do(match, "england", PlayEvent("mercators_map"))
    assert refused(match, "england", ForPower("hapsburg")) == "no_aim", "one a turn"
    do(match, "england", ForPower("england"))
    assert match.state.voyages == match.state.mapped == powers("england")
    mapped = explored(5, state_of(mapped=powers("hapsburg")))
    assert mapped.state.discoveries == {"st_lawrence": "hapsburg"}


@shows("20.2/5")
def test_a_low_result_loses_the_explorer_and_a_middling_one_does_not() -> None:
    assert not explored(4).state.explorers
    assert explored(5).state.explorers
    assert explored(6).state.explorers


FOUND = {7: "st_lawrence", 8: "great_lakes", 9: "mississippi"}


@shows("20.2/5")
@pytest.mark.parametrize(("result", "discovery"), FOUND.items())
def test_a_result_of_seven_to_nine_is_a_discovery(result: int, discovery: str) -> None:
    match = explored(result)
    assert match.state.discoveries == {discovery: "hapsburg"}
    assert not match.state.explorers, "the explorer stays there"


@shows("20.2/5", "20.2/6")
def test_what_is_claimed_already_gives_way_to_the_next_lower_discovery() -> None:
    match = explored(9, state_of(discoveries={"mississippi": "france"}))
    assert match.state.discoveries["great_lakes"] == "hapsburg"
    taken = dict.fromkeys(("st_lawrence", "great_lakes", "mississippi"), "france")
    match = explored(9, state_of(discoveries=taken))
    assert match.state.explorers, "nothing is left to find, and the explorer returns"


@shows("20.2/7", "20.2/8")
def test_ten_and_more_chooses_and_the_strait_leads_around_the_world() -> None:
    under_way = state_of(voyages=powers("hapsburg"), explorers=only(EXPLORER, "magellan"), charted=powers("hapsburg"))
    for second, success, cards in (((2, 3), False, 1), ((3, 3), True, 1), ((4, 4), True, 2)):
        match = resolved(
            under_way,
            draws=(dice("exploration", 3, 3, power="hapsburg"), dice("circumnavigation", *second, power="hapsburg")),
        )
        do(match, "hapsburg", Claim("pacific_strait"))
        assert match.state.discoveries["pacific_strait"] == "hapsburg"
        assert ("circumnavigation" in match.state.discoveries) is success
        assert len(match.state.hands["hapsburg"].cards) == cards
        assert not match.state.explorers
    match = resolved(under_way, draws=(dice("exploration", 3, 3, power="hapsburg"),))
    do(match, "hapsburg", Claim("amazon"))
    assert match.state.discoveries == {"amazon": "hapsburg"}


@shows("20.2/8")
def test_the_world_is_sailed_round_once() -> None:
    strait = state_of(discoveries={"pacific_strait": "france"})
    match = explored(10, strait)
    assert Claim("circumnavigation") in options(match, "hapsburg")
    done = state_of(discoveries={"pacific_strait": "france", "circumnavigation": "france"})
    assert Claim("circumnavigation") not in options(explored(10, done), "hapsburg")


@shows("20.2/7", "20.2/8")
def test_what_sailing_round_the_world_brings() -> None:
    sail = state_of(voyages=powers("hapsburg"), explorers=only(EXPLORER, "magellan"))
    match = resolved(
        sail,
        state_of(charted=0, mapped=powers("hapsburg")),
        draws=(dice("exploration", 2, 3, power="hapsburg"), dice("circumnavigation", 1, 3, power="hapsburg")),
    )
    do(match, "hapsburg", Claim("pacific_strait"))
    assert match.state.discoveries["circumnavigation"] == "hapsburg", "4 + 4 and 2 for the map, nothing for the charts"
    assert rules.points(match.state, "hapsburg") == rules.points(table().state, "hapsburg") + 4
