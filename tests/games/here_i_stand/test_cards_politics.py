"""Cards about hands, minor powers and wars, and the home cards (6)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import Enough, ForCard, ForMinor, ForPower, ForSpace, ForUse
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.peace import RemoveUnit
from adjudicator.games.here_i_stand.rules.impulses import LetHappen, PlayEvent
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    dice,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    state_of,
    table,
    units,
    war,
)
from tests.games.here_i_stand.test_cards import played, ready, refusal


def test_servetus_and_the_vendor_cost_the_protestants_a_card() -> None:
    for card in ("michael_servetus", "indulgence_vendor"):
        match = ready(card, hand("protestant", "erasmus"))
        do(match, "hapsburg", PlayEvent(card))
        do(match, "protestant", LetHappen())
        assert not match.state.hands["protestant"].cards
        assert match.state.powers["hapsburg"].bonus == (card == "michael_servetus")
        assert match.state.st_peters == (3 if card == "indulgence_vendor" else 0)


def test_the_fuggers_lend_two_cards_and_take_one_back() -> None:
    match = played("fuggers")
    assert len(match.state.hands["hapsburg"].cards) == 3
    assert match.state.powers["hapsburg"].fewer == 1


def test_michelangelo_builds_with_two_dice() -> None:
    match = played("michelangelo", draws=(dice("michelangelo", 4, 5),))
    assert (match.state.st_peters_vp, match.state.st_peters) == (1, 4)


def test_bigamy_costs_philip_or_a_card() -> None:
    match = played("philip_of_hesses_bigamy", arrange=(leader("philip_of_hesse", "kassel"), state_of(league=True)))
    assert "philip_of_hesse" not in match.state.leaders
    assert refusal("philip_of_hesses_bigamy") == "no_effect"


@shows("cards/27")
def test_an_overture_draws_two_and_gives_one() -> None:
    match = played("diplomatic_overture")
    card = next(each for each in options(match, "hapsburg") if isinstance(each, ForCard))
    do(match, "hapsburg", card, ForPower("papacy"))
    assert CARD.number(card.card) in match.state.hands["papacy"].cards
    assert len(match.state.hands["hapsburg"].cards) == 2


def test_the_comet_costs_a_card_or_an_impulse() -> None:
    match = played("halleys_comet", ForPower("england", 1))
    assert not match.state.hands["england"].cards
    match = played("halleys_comet", ForPower("england", 2), arrange=(hand("france", "gout"),))
    assert match.decisions()[0].waiting == ("france",)
    assert CARD.number("halleys_comet") in match.state.gone


@shows("9.6/7")
def test_machiavelli_is_a_free_war_and_two_points() -> None:
    match = played("machiavelli_the_prince", ForPower("england"), arrange=(state_of(anne_discount=True),))
    assert rules.at_war(match.state, "hapsburg", "england")
    assert match.state.impulse.cp == 2
    assert match.state.anne_discount, "it cost nothing"
    match = ready("machiavelli_the_prince", allies("hapsburg", "papacy"))
    do(match, "hapsburg", PlayEvent("machiavelli_the_prince"))
    assert refused(match, "hapsburg", ForPower("papacy")) == "no_aim"
    assert refused(match, "hapsburg", ForPower("protestant")) == "no_aim"


@shows("cards/22")
def test_akinji_take_a_card_within_two_spaces() -> None:
    near = (
        units("belgrade", "ottoman", cavalry=1),
        controls("ottoman", "belgrade", "mohacs"),
        controls("england", "buda"),
        war("ottoman", "england"),
    )
    assert len(played("akinji_raiders", arrange=near).state.hands["ottoman"].cards) == 1
    far = (units("edirne", "ottoman", cavalry=1), war("ottoman", "england"))
    assert refusal("akinji_raiders", *far) == "no_effect"


@pytest.mark.parametrize(("card", "left"), {"arquebusiers": 2, "erasmus": 6, "treachery": 7}.items())
def test_mercenaries_who_demand_pay_stay_as_far_as_a_card_pays(card: str, left: int) -> None:
    everywhere = empty(*table().state.forces)
    paris = units("paris", "france", mercenaries=7)
    match = played("mercenaries_demand_pay", arrange=(everywhere, paris, hand("france", card)))
    do(match, "france", ForCard(card))
    assert count(match, "paris", "france") == {"mercenaries": left}


@shows("cards/32")
def test_who_pays_mercenaries_badly_chooses_which_leave() -> None:
    there = (
        empty(*table().state.forces),
        units("paris", "france", mercenaries=2),
        units("lyon", "france", mercenaries=2, regulars=1),
    )
    match = played("mercenaries_demand_pay", arrange=(*there, hand("france", "arquebusiers")))
    do(match, "france", ForCard("arquebusiers"))
    assert match.decisions()[0].kind == "casualty"
    assert refused(match, "france", RemoveUnit("lyon", "regular")) == "not_such_unit"
    do(match, "france", RemoveUnit("lyon", "mercenary"), RemoveUnit("paris", "mercenary"))
    assert count(match, "paris", "france") == {"mercenaries": 1}
    assert count(match, "lyon", "france") == {"mercenaries": 1, "regulars": 1}


def test_mercenaries_demand_pay_of_who_has_mandatory_events_only() -> None:
    """That none of the cards can pay is a secret."""
    held = (empty(*table().state.forces), units("paris", "france", mercenaries=7), hand("france", "barbary_pirates"))
    match = played("mercenaries_demand_pay", arrange=held)
    assert options(match, "france") == [Enough()]
    assert match.default("france") == Enough()
    do(match, "france", Enough())
    assert not count(match, "paris", "france")


GENOESE = (allies("france", "genoa"), controls("france", "genoa", "bastia"))


SCOTS = (allies("france", "scotland"), controls("france", "edinburgh", "glasgow", "stirling"))


@shows("cards/26", "22.2/1")
def test_a_marriage_activates_or_deactivates() -> None:
    match = played("diplomatic_marriage", ForMinor("genoa", 1))
    assert match.state.minors["genoa"] == "hapsburg"
    assert rules.controller(match.state, "genoa") == "hapsburg"
    match = ready("diplomatic_marriage", *GENOESE)
    do(match, "hapsburg", PlayEvent("diplomatic_marriage"))
    assert refused(match, "hapsburg", ForMinor("genoa", 1)) == "no_aim"
    assert refused(match, "hapsburg", ForMinor("scotland", 1)) == "no_aim"
    do(match, "hapsburg", ForMinor("genoa", 2))
    assert "genoa" not in match.state.minors


@shows("cards/45")
@pytest.mark.parametrize(("french", "english"), {2: True, 3: False}.items())
def test_rough_wooing_gives_all_of_scotland_to_england(french: int, english: bool) -> None:
    held = (
        *SCOTS,
        controls("england", "stirling"),
        state_of(edward="sickly"),
        units("stirling", "england", regulars=1),
    )
    rolled = (dice("wooing", 3, power="england"), dice("wooing", french, power="france"))
    match = played("rough_wooing", arrange=held, power="england", draws=rolled)
    assert match.state.minors["scotland"] == ("england" if english else "france")
    owners = {rules.controller(match.state, at) for at in ("edinburgh", "glasgow", "stirling")}
    assert (owners == {"england"}) is english
    assert count(match, "stirling", "england") == {"regulars": 1}, "only others are displaced"


@pytest.mark.parametrize("second", [6, 1])
def test_city_states_rebel_against_whoever_holds_them(second: int) -> None:
    milan = (empty("milan"), units("milan", "france", regulars=2), leader("montmorency", "milan"))
    rolled = (dice("rebels", 5, second, 1, 1, 1, space="milan"),)
    match = played("city_state_rebels", ForSpace("milan"), arrange=milan, draws=rolled)
    free = second == 6
    assert rules.controller(match.state, "milan") == ("independent" if free else "france")
    assert count(match, "milan", "independent" if free else "france") == {"regulars": 1}
    assert match.state.leaders["montmorency"].captor == ("hapsburg" if free else "")


@shows("cards/25")
def test_the_owner_chooses_what_falls_to_rebels() -> None:
    milan = (empty("milan"), units("milan", "france", regulars=2, mercenaries=1))
    rolled = (dice("rebels", 5, 1, 1, 1, 1, space="milan"),)
    match = played("city_state_rebels", ForSpace("milan"), arrange=milan, draws=rolled)
    assert match.decisions()[0].waiting == ("france",)
    do(match, "france", RemoveUnit("milan", "regular"))
    assert count(match, "milan", "france") == {"regulars": 1, "mercenaries": 1}
    assert rules.controller(match.state, "milan") == "france"


@shows("cards/25", "22.6/1")
def test_rebels_strike_ships_too_and_a_key_is_free_without_any_unit() -> None:
    own = (controls("hapsburg", "genoa"), empty("genoa"), units("genoa", "hapsburg", regulars=1, squadrons=1))
    for second, free in ((1, False), (5, True)):
        rolled = (dice("rebels", 5, second, 1, 1, 1, space="genoa"),)
        match = played("city_state_rebels", ForSpace("genoa"), arrange=own, draws=rolled, power="england")
        if not free:
            do(match, "hapsburg", RemoveUnit("genoa", "regular"))
            assert count(match, "genoa", "hapsburg") == {"squadrons": 1}
        assert rules.controller(match.state, "genoa") == ("genoa" if free else "hapsburg")


@shows("cards/25")
def test_who_holds_a_key_chooses_among_the_units_of_allies() -> None:
    own = (empty("milan"), units("milan", "france", regulars=2))
    allied = (allies("france", "venice"), units("milan", "venice", regulars=1))
    rolled = (dice("rebels", 5, 5, 1, 1, 1, space="milan"),)
    match = played("city_state_rebels", ForSpace("milan"), arrange=(*own, *allied), draws=rolled)
    assert sum(count(match, "milan", owner).get("regulars", 0) for owner in ("france", "venice")) == 1
    assert rules.controller(match.state, "milan") == "france"


@shows("cards/31")
def test_the_knights_raid_the_ottoman_or_find_a_new_seat() -> None:
    match = played("knights_of_st_john", arrange=(hand("ottoman", "gout"),))
    assert not match.state.hands["ottoman"].cards
    assert match.state.st_peters == 2
    homeless = (
        state_of(knights=""),
        empty("rhodes", "malta"),
        controls("ottoman", "rhodes"),
        controls("hapsburg", "malta"),
    )
    match = played("knights_of_st_john", ForSpace("malta"), arrange=homeless)
    assert match.state.knights == "malta"
    assert rules.controller(match.state, "malta") == "knights"
    assert rules.fortified(match.state, "malta")


@shows("cards/2", "9.6/7", "21.3/1")
def test_henry_declares_war_for_nothing_or_marries() -> None:
    match = played("six_wives_of_henry_viii", ForPower("france"), power="england")
    assert rules.at_war(match.state, "england", "france")
    assert match.state.impulse.cp == 5
    match = played("six_wives_of_henry_viii", ForMinor("scotland"), power="england")
    assert match.decisions()[0].kind == "intervene"
    match = played("six_wives_of_henry_viii", ForUse(2), power="england")
    assert match.state.wife == "ask_for_divorce"
    match = ready("six_wives_of_henry_viii", power="england", turn=1)
    do(match, "england", PlayEvent("six_wives_of_henry_viii"))
    assert refused(match, "england", ForUse(2)) == "no_aim"


@shows("cards/3")
def test_the_bars_at_all_times_hold_for_six_wives_too() -> None:
    match = ready("six_wives_of_henry_viii", allies("england", "france"), power="england")
    do(match, "england", PlayEvent("six_wives_of_henry_viii"))
    assert refused(match, "england", ForMinor("scotland")) == "no_aim"
    assert refused(match, "england", ForPower("france")) == "no_aim"
