"""The New World (20) and its cards; wives and children of Henry VIII (21.3)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForPower
from adjudicator.games.here_i_stand.facts import CARD, EXPLORER
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.rules.new_world.voyages import Explore
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import dice, do, hand, protestant, refused, state_of, table
from tests.games.here_i_stand.voyages import only, played, powers


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


@shows("cards/35")
def test_cabot_explores_at_once_and_his_card_leaves_with_him() -> None:
    card = CARD.number("sebastian_cabot")
    assert refused(played("sebastian_cabot", power="ottoman"), "ottoman", PlayEvent("sebastian_cabot")) == "not_theirs"
    assert (
        refused(played("sebastian_cabot", state_of(explorers=0)), "england", PlayEvent("sebastian_cabot"))
        == "no_effect"
    )
    match = played("sebastian_cabot", state_of(charted=0), draws=(dice("exploration", 3, 3, power="england"),))
    do(match, "england", PlayEvent("sebastian_cabot"))
    assert match.state.discoveries == {"st_lawrence": "england"}
    assert not match.state.charted
    assert card in match.state.discard
    match = played("sebastian_cabot", draws=(dice("exploration", 1, 2, power="england"),))
    do(match, "england", PlayEvent("sebastian_cabot"))
    assert card in match.state.gone
    assert not match.state.explorers >> EXPLORER.index["cabot_england"] & 1


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


@shows("cards/29")
def test_a_stopped_voyage_is_not_begun_again_in_the_turn() -> None:
    sail = state_of(voyages=powers("england"), sailed=powers("england"))
    match = played("fountain_of_youth", sail, draws=(dice("fountain", 1, power="england"),))
    do(match, "england", PlayEvent("fountain_of_youth"))
    again = table(state_of(voyages=0, sailed=match.state.sailed), power="england", cp=2)
    assert refused(again, "england", Explore()) == "once_a_turn"
