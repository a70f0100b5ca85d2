"""The New World (20) and its cards; wives and children of Henry VIII (21.3)."""

from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.cards.aims import ForPower
from adjudicator.games.here_i_stand.facts import CARD, COLONY, CONQUEST, CONQUISTADOR, EXPLORER, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules import wives
from adjudicator.games.here_i_stand.rules.impulses import Pass, PlayEvent, impulse
from adjudicator.games.here_i_stand.rules.new_world.riches import TABLE, riches, sources
from adjudicator.games.here_i_stand.rules.new_world.voyages import Claim, Colonize, Conquer, Explore, new_world
from tests.games.here_i_stand.table import Arrange, allies, dice, do, hand, leader, protestant, refused, state_of, table

HELD = hand("hapsburg", "gout")


def powers(*names: str) -> int:
    """The mask of some powers."""
    return sum(1 << OWNER.index[each] for each in names)


def only(kind: Any, *names: str) -> int:
    """The mask of some people or things."""
    return sum(1 << kind.index[each] for each in names)


def resolved(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """The New World phase, with the start's voyages gone."""
    calm = state_of(voyages=0, conquering=0, uncharted=0)
    return table(HELD, calm, *arrange, frames=[new_world(), impulse("hapsburg")], draws=draws)


# ---- voyages are paid for


@pytest.mark.parametrize(("power", "cost"), {"hapsburg": 2, "england": 3, "france": 3}.items())
def test_a_colony_a_turn(power: str, cost: int) -> None:
    match = table(hand("papacy", "gout"), power=power, cp=cost + 1)
    do(match, power, Colonize())
    assert match.state.impulse.cp == 1
    match = table(hand("papacy", "gout"), power=power, cp=2 * cost)
    do(match, power, Colonize())
    assert refused(match, power, Colonize()) == "once_a_turn"
    full = state_of(colonies=sum(1 << each.index for each in COLONY if each.power == power))
    assert refused(table(full, power=power, cp=6), power, Colonize()) == "no_colony_left"


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


def test_in_turn_1_the_hapsburgs_have_both_under_way() -> None:
    match = table(cp=6)
    assert refused(match, "hapsburg", Explore()) == "under_way"
    assert refused(match, "hapsburg", Conquer()) == "under_way"


# ---- explorations


def explored(result: int, *arrange: Arrange, power: str = "hapsburg", name: str = "leon", rating: int = 1) -> Match:
    """An exploration with so much in all, with charts."""
    faces = max(1, result - rating - 6), min(6, result - rating - 1)
    under_way = state_of(voyages=powers(power), explorers=only(EXPLORER, name), charted=True)
    return resolved(under_way, *arrange, draws=(dice("exploration", *faces, power=power),))


FOUND = {7: "st_lawrence", 8: "great_lakes", 9: "mississippi"}


@pytest.mark.parametrize(("result", "discovery"), FOUND.items())
def test_a_result_of_seven_to_nine_is_a_discovery(result: int, discovery: str) -> None:
    match = explored(result)
    assert match.state.discoveries == {discovery: "hapsburg"}
    assert not match.state.explorers, "the explorer stays there"


def test_what_is_claimed_already_gives_way_to_the_next_lower_discovery() -> None:
    match = explored(9, state_of(discoveries={"mississippi": "france"}))
    assert match.state.discoveries["great_lakes"] == "hapsburg"
    taken = dict.fromkeys(("st_lawrence", "great_lakes", "mississippi"), "france")
    match = explored(9, state_of(discoveries=taken))
    assert match.state.explorers, "nothing is left to find, and the explorer returns"


def test_a_low_result_loses_the_explorer_and_a_middling_one_does_not() -> None:
    assert not explored(4).state.explorers
    assert explored(5).state.explorers
    assert explored(6).state.explorers


def test_without_charts_the_first_roll_is_made_worse_and_brings_them() -> None:
    uncharted = state_of(uncharted=powers("hapsburg"), charted=False)
    match = explored(7, uncharted)
    assert not match.state.discoveries
    assert match.state.charted


def test_ten_and_more_chooses_and_the_strait_leads_around_the_world() -> None:
    under_way = state_of(voyages=powers("hapsburg"), explorers=only(EXPLORER, "magellan"), charted=True)
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


def test_discoveries_and_conquests_are_points() -> None:
    plain = rules.points(table().state, "england")
    found = state_of(discoveries={"amazon": "england", "mississippi": "england", "circumnavigation": "england"})
    assert rules.points(table(found).state, "england") == plain + 6
    taken = state_of(conquests={"inca": "england", "maya": "england"}, depleted=only(CONQUEST, "inca"))
    assert rules.points(table(taken).state, "england") == plain + 3


def test_the_best_explorer_is_first_and_england_before_france_among_equals() -> None:
    sail = state_of(
        voyages=powers("england", "france", "hapsburg"),
        explorers=only(EXPLORER, "rut", "roberval", "leon"),
        charted=True,
    )
    match = resolved(
        sail, draws=tuple(dice("exploration", 3, 3, power=each) for each in ("england", "france", "hapsburg"))
    )
    assert match.state.discoveries == {"st_lawrence": "england"}, (
        "the Hapsburgs, who sail first with Leon, find it first"
    )


# ---- conquests, colonies


CONQUERED = {6: None, 7: None, 8: None, 9: "maya", 10: "aztec", 11: "inca", 12: "inca"}


@pytest.mark.parametrize(("result", "found"), CONQUERED.items())
def test_the_results_of_a_conquest(result: int, found: str | None) -> None:
    faces = max(1, result - 1 - 6), min(6, result - 1 - 1)
    match = resolved(
        state_of(conquering=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova")),
        draws=(dice("conquest", *faces, power="hapsburg"),),
    )
    assert match.state.conquests == ({found: "hapsburg"} if found else {})
    assert bool(match.state.conquistadors) is (result in (7, 8))


def test_a_claimed_conquest_gives_way_to_the_next_lower_one() -> None:
    under_way = state_of(
        conquering=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova"), conquests={"inca": "france"}
    )
    assert resolved(under_way, draws=(dice("conquest", 6, 6, power="hapsburg"),)).state.conquests["aztec"] == "hapsburg"


def test_colonies_arrive_in_the_new_world_phase() -> None:
    match = resolved(state_of(colonizing=powers("england")))
    assert list(COLONY.ids_of(match.state.colonies)) == ["roanoke"]


# ---- riches


def rolled(*arrange: Arrange, faces: tuple[int, int], more: tuple[dict[str, object], ...] = ()) -> Match:
    """The riches of England's or the Hapsburgs' only possession."""
    state = table(*arrange).state
    ((power, source),) = [(each, name) for each in ("hapsburg", "england") for name, _ in sources(state, each)]
    whose = {"power": power, "of": source}
    return table(HELD, *arrange, frames=[riches(), impulse("hapsburg")], draws=(dice("riches", *faces, **whose), *more))


COLUMNS = {
    "inca": "deplete deplete deplete deplete card galleon card card card card card",
    "aztec": "deplete deplete deplete deplete nothing galleon card card card card card",
    "maya": "deplete deplete deplete deplete deplete galleon card card card card card",
    "potosi": "eliminated eliminated nothing nothing nothing galleon card card card card card",
    "colony": "eliminated eliminated eliminated nothing nothing nothing galleon card card card card",
}


@pytest.mark.parametrize("column", COLUMNS)
def test_the_riches_table(column: str) -> None:
    assert TABLE[column] == tuple(COLUMNS[column].split())


ROANOKE = state_of(colonies=only(COLONY, "roanoke"))


def test_a_card_of_riches_comes_with_the_deal() -> None:
    assert rolled(ROANOKE, faces=(4, 5)).state.riches == {"england": 1}
    assert not rolled(ROANOKE, faces=(4, 4)).state.riches, "galleons only"
    assert rolled(ROANOKE, state_of(markers={"galleons": "england"}), faces=(4, 4)).state.riches == {"england": 1}
    assert rolled(ROANOKE, state_of(markers={"plantations": "england"}), faces=(4, 4)).state.riches == {"england": 1}


def test_a_colony_is_lost_and_a_depleted_conquest_keeps_its_points() -> None:
    match = rolled(ROANOKE, faces=(1, 3))
    assert not match.state.colonies
    assert match.state.lost_colonies
    match = rolled(state_of(conquests={"maya": "hapsburg"}), faces=(1, 3))
    assert match.state.depleted == only(CONQUEST, "maya")
    assert rules.points(match.state, "hapsburg") == rules.points(table().state, "hapsburg") + 1


@pytest.mark.parametrize(("side", "card"), {"governor": True, "uprising": False}.items())
def test_the_colonial_marker_changes_what_brings_nothing_and_leaves(side: str, card: bool) -> None:
    match = rolled(ROANOKE, state_of(colonial={side: "england"}), faces=(3, 3))
    assert match.state.riches == ({"england": 1} if card else {})
    assert bool(match.state.colonies) is card
    assert not match.state.colonial
    match = rolled(ROANOKE, state_of(colonial={side: "england"}), faces=(5, 5))
    assert match.state.colonial == {side: "england"}


RAIDS = {1: (False, True), 2: (False, False), 3: (False, False), 4: (False, False), 5: (True, True), 6: (True, False)}


@pytest.mark.parametrize(("die", "outcome"), RAIDS.items())
def test_raiders_try_to_take_cards_of_the_hapsburgs(die: int, outcome: tuple[bool, bool]) -> None:
    possession = state_of(conquests={"maya": "hapsburg"}, raiders=powers("france"))
    match = rolled(possession, faces=(5, 5), more=(dice("raiders", die, power="france"),))
    stolen, lost = outcome
    assert match.state.riches == {"france" if stolen else "hapsburg": 1}
    assert bool(match.state.raiders) is not lost


def test_galleons_sink_raiders_on_a_two() -> None:
    possession = state_of(conquests={"maya": "hapsburg"}, raiders=powers("france"), markers={"galleons": "england"})
    assert not rolled(possession, faces=(5, 5), more=(dice("raiders", 2, power="france"),)).state.raiders


# ---- cards


def played(card: str, *arrange: Arrange, power: str = "england", draws: tuple[dict[str, object], ...] = ()) -> Match:
    """A power has a card, and somebody else has one, too."""
    calm = state_of(voyages=0, conquering=0, uncharted=0, sailed=0, conquered=0, charted=True)
    return table(hand(power, card), hand("papacy", "gout"), calm, *arrange, power=power, draws=draws)


@pytest.mark.parametrize("card", ["galleons", "plantations"])
def test_markers_of_galleons_and_plantations(card: str) -> None:
    match = played(card)
    do(match, "england", PlayEvent(card))
    assert refused(match, "england", ForPower("papacy")) == "no_aim"
    do(match, "england", ForPower("france"))
    assert match.state.markers == {card: "france"}


def test_huguenot_raiders_need_a_protestant_home_port() -> None:
    assert refused(played("huguenot_raiders"), "england", PlayEvent("huguenot_raiders")) == "no_effect"
    match = played("huguenot_raiders", protestant("rouen"))
    do(match, "england", PlayEvent("huguenot_raiders"))
    assert match.state.raiders == powers("france")


def test_mercators_map_is_a_free_exploration_with_two_more() -> None:
    match = played("mercators_map", state_of(sailed=powers("hapsburg")))
    do(match, "england", PlayEvent("mercators_map"))
    assert refused(match, "england", ForPower("hapsburg")) == "no_aim", "one a turn"
    do(match, "england", ForPower("england"))
    assert match.state.voyages == match.state.mapped == powers("england")
    mapped = explored(5, state_of(mapped=powers("hapsburg")))
    assert mapped.state.discoveries == {"st_lawrence": "hapsburg"}


def test_potosi_takes_a_colony_marker() -> None:
    match = played("potosi_silver_mines")
    do(match, "england", PlayEvent("potosi_silver_mines"), ForPower("england"))
    assert match.state.markers == {"potosi_silver_mines": "england"}
    assert match.state.lost_colonies == only(COLONY, "jamestown")
    full = state_of(colonies=(1 << len(COLONY)) - 1)
    assert refused(played("potosi_silver_mines", full), "england", PlayEvent("potosi_silver_mines")) == "no_effect"


@pytest.mark.parametrize("die", [3, 4])
def test_the_fountain_of_youth_stops_an_exploration(die: int) -> None:
    sail = state_of(voyages=powers("france"), explorers=only(EXPLORER, "cartier"))
    assert refused(played("fountain_of_youth"), "england", PlayEvent("fountain_of_youth")) == "no_effect"
    match = played("fountain_of_youth", sail, draws=(dice("fountain", die, power="france"),))
    do(match, "england", PlayEvent("fountain_of_youth"))
    assert not match.state.voyages
    assert bool(match.state.explorers) is (die == 3)


def test_cibola_stops_a_voyage_and_bars_others_of_its_kind() -> None:
    under_way = state_of(voyages=powers("france"), conquering=powers("france"))
    match = played("search_for_cibola", under_way, hand("england", "mercators_map"), hand("france", "smallpox"))
    do(match, "england", PlayEvent("search_for_cibola"), ForPower("france", 2))
    assert match.state.voyages
    assert not match.state.conquering
    assert refused(match, "france", PlayEvent("smallpox")) == "no_effect"


def test_cabot_explores_at_once_and_his_card_leaves_with_him() -> None:
    card = CARD.number("sebastian_cabot")
    assert refused(played("sebastian_cabot", power="ottoman"), "ottoman", PlayEvent("sebastian_cabot")) == "not_theirs"
    assert (
        refused(played("sebastian_cabot", state_of(explorers=0)), "england", PlayEvent("sebastian_cabot"))
        == "no_effect"
    )
    match = played("sebastian_cabot", state_of(charted=False), draws=(dice("exploration", 3, 3, power="england"),))
    do(match, "england", PlayEvent("sebastian_cabot"))
    assert match.state.discoveries == {"st_lawrence": "england"}
    assert not match.state.charted
    assert card in match.state.discard
    match = played("sebastian_cabot", draws=(dice("exploration", 1, 2, power="england"),))
    do(match, "england", PlayEvent("sebastian_cabot"))
    assert card in match.state.gone
    assert not match.state.explorers >> EXPLORER.index["cabot_england"] & 1


def test_smallpox_is_a_free_conquest_with_two_more() -> None:
    match = played("smallpox")
    do(match, "england", PlayEvent("smallpox"))
    assert match.state.conquering == match.state.poxed == powers("england")
    assert (
        refused(played("smallpox", state_of(conquered=powers("england"))), "england", PlayEvent("smallpox"))
        == "no_effect"
    )
    under_way = state_of(
        conquering=powers("hapsburg"), poxed=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova")
    )
    assert resolved(under_way, draws=(dice("conquest", 3, 3, power="hapsburg"),)).state.conquests == {
        "maya": "hapsburg"
    }


def test_the_moluccas_are_sold_by_who_sailed_around_the_world() -> None:
    assert refused(played("sale_of_moluccas"), "england", PlayEvent("sale_of_moluccas")) == "no_effect"
    match = played("sale_of_moluccas", state_of(discoveries={"circumnavigation": "hapsburg"}))
    do(match, "england", PlayEvent("sale_of_moluccas"))
    assert len(match.state.hands["hapsburg"].cards) == 2
    assert CARD.number("sale_of_moluccas") in match.state.gone


def test_the_colonial_marker_lies_beside_a_power_on_either_side() -> None:
    match = played("colonial_governor_native_uprising")
    do(match, "england", PlayEvent("colonial_governor_native_uprising"), ForPower("hapsburg", 2))
    assert match.state.colonial == {"uprising": "hapsburg"}


# ---- wives (21.3)


def married(wife: str, *arrange: Arrange, die: int = 4) -> Match:
    """The marker moves on from a wife."""
    frames = [wives.marry(), impulse("hapsburg")]
    return table(HELD, state_of(wife=wife, turn=3), *arrange, frames=frames, draws=(dice("pregnancy", die),))


def test_the_marker_moves_on_and_a_child_is_rolled_for_from_anne_on() -> None:
    assert married("catherine_of_aragon").state.wife == "ask_for_divorce"
    match = married("ask_for_divorce")
    assert match.state.wife == "anne_boleyn"
    assert match.state.elizabeth
    assert match.state.married_turn == 3
    assert match.state.anne_discount


CHILDREN = {1: "", 2: "", 3: "", 4: "elizabeth", 5: "sickly", 6: "healthy"}


@pytest.mark.parametrize(("die", "child"), CHILDREN.items())
def test_the_pregnancy_chart(die: int, child: str) -> None:
    state = married("ask_for_divorce", die=die).state
    assert state.elizabeth is (child == "elizabeth")
    assert state.edward == (child if die >= 5 else "")
    assert state.births == 1 << (die - 1)
    assert (state.remarries == 3) is (die == 3)
    assert (CARD.number("mary_i") in state.gone) is (die == 6)


def test_a_line_that_has_happened_gives_way_and_jane_seymour_adds_one() -> None:
    assert married("ask_for_divorce", state_of(births=0b001000), die=4).state.births == 0b001100
    assert married("anne_boleyn", die=4).state.edward == "sickly"


def test_a_healthy_edward_ends_the_rolls_and_cures() -> None:
    state = married("anne_boleyn", state_of(edward="sickly", births=0b010000, edward_turn=6), die=6).state
    assert state.edward == "healthy"
    assert not married("anne_boleyn", state_of(edward="healthy"), die=4).state.elizabeth


def test_no_wife_follows_where_henry_cannot_marry() -> None:
    for arrange in (
        state_of(edward="sickly", elizabeth=True),
        leader("henry_viii", "", captor="france"),
        lambda state: setattr(state.powers["england"], "ruler", "edward_vi"),
    ):
        assert married("anne_boleyn", arrange).state.wife == "anne_boleyn"


def test_anne_of_cleves_and_kathryn_howard_bring_cards() -> None:
    match = married("jane_seymour", allies("england", "protestant"))
    assert [len(match.state.hands[each].cards) for each in ("england", "protestant")] == [1, 1]
    assert not married("jane_seymour").state.hands["england"].cards
    assert len(married("anne_of_cleves").state.hands["england"].cards) == 1


def test_line_three_marries_again_when_england_passes_first() -> None:
    match = table(
        hand("england", "ransom"),
        hand("france", "gout"),
        state_of(wife="anne_boleyn", turn=3, remarries=3, births=0b100),
        power="england",
        draws=(dice("pregnancy", 3),),
    )
    do(match, "england", Pass())
    assert match.state.wife == "jane_seymour"
    assert match.state.elizabeth
