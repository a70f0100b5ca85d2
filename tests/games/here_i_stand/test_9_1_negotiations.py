"""Negotiations (9.1): what two powers may agree on, its limits, and when it takes effect."""

import msgspec
import pytest

from adjudicator import Refusal
from adjudicator.games.here_i_stand.facts import POWER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import Announced, DealVoid, GiveFrom, ReceiveAt
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal, DealSigned
from adjudicator.games.here_i_stand.rules.displacing import DisplaceTo
from adjudicator.games.here_i_stand.rules.wives import may_marry
from tests.games.here_i_stand.deals import announce, sign, talking
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    dice,
    do,
    hand,
    leader,
    options,
    refused,
    state_of,
    table,
    units,
    war,
)


@shows("9.1/1", "9.1/21")
def test_a_deal_is_known_to_its_parties_alone_until_it_is_announced() -> None:
    match = talking()
    told = sign(match, Deal(("hapsburg", "england"), alliance=True))
    assert [each.public for each in told] == [None]
    signed = DealSigned("hapsburg", "england", alliance=True)
    assert told[0].private == {"hapsburg": signed, "england": signed}
    assert not rules.allied(match.state, "hapsburg", "england")
    game = match.game
    assert game.observed_by(match.state, "france") == game.observed_by(talking().state, "france")
    assert game.observed_by(match.state, "england") != game.observed_by(talking().state, "england")
    events = [each.public for each in announce(match)]
    assert Announced("hapsburg", "england", alliance=True) in events
    assert rules.allied(match.state, "hapsburg", "england")


@shows("9.1/3")
def test_peace_ends_a_war_and_brings_no_points() -> None:
    match = talking()
    sign(match, Deal(("hapsburg", "france"), peace=True))
    announce(match)
    assert not rules.at_war(match.state, "hapsburg", "france")
    assert match.state.powers["france"].war_winner == 0


@shows("9.1/4", "9.2/2")
def test_nobody_makes_an_alliance_at_war_unless_the_war_ends_with_it() -> None:
    match = talking()
    assert refused(match, "hapsburg", Deal(("hapsburg", "france"), alliance=True)) == "no_alliance_possible"
    sign(match, Deal(("hapsburg", "france"), peace=True, alliance=True))
    announce(match)
    assert rules.allied(match.state, "hapsburg", "france")


@shows("9.1/18", "9.1/19")
def test_the_papacy_grants_a_divorce_unless_it_is_an_ally_of_the_hapsburgs() -> None:
    match = talking(state_of(wife="ask_for_divorce"), draws=({"draw": "pregnancy", "dice": [4]},))
    sign(match, Deal(("england", "papacy"), divorce=True))
    announce(match)
    assert match.state.wife == "anne_boleyn"
    assert match.state.elizabeth
    match = talking(state_of(wife="ask_for_divorce"))
    sign(match, Deal(("england", "papacy"), divorce=True))
    sign(match, Deal(("hapsburg", "papacy"), alliance=True))
    announce(match)
    assert rules.allied(match.state, "hapsburg", "papacy"), "the Hapsburgs announce before England"
    assert match.state.wife == "ask_for_divorce"


@shows("9.1/21")
def test_a_bundle_of_three_powers_holds_whole_or_not_at_all() -> None:
    match = talking()
    sign(match, Deal(("hapsburg", "england"), alliance=True, only_with=("england", "papacy")))
    sign(match, Deal(("ottoman", "france"), alliance=True))
    told = announce(match)
    assert not rules.allied(match.state, "hapsburg", "england")
    assert rules.allied(match.state, "ottoman", "france")
    void = [each for each in told if DealVoid("hapsburg", "england") in each.private.values()]
    assert {*void[0].private} == {"hapsburg", "england"}
    match = talking()
    sign(match, Deal(("hapsburg", "england"), alliance=True, only_with=("england", "papacy")))
    sign(match, Deal(("england", "papacy"), alliance=True, only_with=("hapsburg", "england")))
    announce(match)
    assert rules.allied(match.state, "hapsburg", "england")
    assert rules.allied(match.state, "england", "papacy")


@shows("9.1/9", "6.1/4")
def test_cards_go_one_way_at_random_and_home_cards_never() -> None:
    match = talking(hand("france", "patron_of_the_arts", "ransom"))
    deal = Deal(("france", "ottoman"), cards=2, cards_from="france")
    assert refused(match, "france", deal) == "not_so_many_cards"
    sign(match, Deal(("france", "ottoman"), cards=1, cards_from="france"))
    announce(match)
    assert not match.state.hands["france"].cards
    assert match.state.hands["france"].home
    assert len(match.state.hands["ottoman"].cards) == 1


@shows("9.1/12", "9.1/14")
def test_mercenaries_go_to_the_capital_and_never_to_the_ottoman() -> None:
    match = talking(units("milan", "france", mercenaries=3))
    deal = Deal(("france", "ottoman"), mercenaries=1, mercenaries_from="france")
    assert refused(match, "france", deal) == "no_mercenaries_for"
    sign(match, Deal(("france", "england"), mercenaries=2, mercenaries_from="france"))
    announce(match)
    assert count(match, "milan", "france") == {"regulars": 2, "mercenaries": 1}
    assert count(match, "london", "england") == {"regulars": 3, "squadrons": 1, "mercenaries": 2}


@shows("9.1/7", "9.1/8")
def test_spaces_are_yielded_and_whoever_stands_there_is_displaced() -> None:
    match = talking()
    assert refused(match, "france", Deal(("france", "england"), spaces=("paris",))) == "not_to_yield"
    sign(match, Deal(("hapsburg", "france"), peace=True, spaces=("milan",)))
    announce(match)
    do(match, "france", DisplaceTo("lyon"))
    assert rules.controller(match.state, "milan") == "hapsburg"
    assert not count(match, "milan", "france")
    assert count(match, "lyon", "france") == {"regulars": 3}


@shows("7/3")
def test_in_turn_1_only_england_talks_with_hapsburgs_and_france() -> None:
    match = talking(turn=1)
    assert match.decisions()[0].waiting == ("hapsburg", "england", "france")
    assert refused(match, "hapsburg", Deal(("hapsburg", "france"), peace=True)) == "not_in_turn_1"
    sign(match, Deal(("hapsburg", "england"), alliance=True))


@shows("9.1/21")
def test_a_deal_that_can_no_longer_be_kept_is_void() -> None:
    match = talking(hand("france", "ransom"), war("ottoman", "england"))
    sign(match, Deal(("france", "ottoman"), cards=1, cards_from="france"))
    sign(match, Deal(("france", "papacy"), peace=True, cards=1, cards_from="france"))
    announce(match)
    assert len(match.state.hands["ottoman"].cards) + len(match.state.hands["papacy"].cards) <= 2
    assert len([each for each in POWER.ids if "ransom" in match.state.hands[each].cards]) <= 1
    do(match, "hapsburg")


@shows("9.1/1")
def test_deals_are_signed_in_the_negotiations_only() -> None:
    match = table(hand("france", "gout"), power="france")
    with pytest.raises(Refusal) as error:
        sign(match, Deal(("france", "england"), alliance=True))
    assert error.value.code == "not_now"


@shows("9.1/2", "9.1/22")
def test_a_deal_is_about_nine_things_and_never_about_nothing() -> None:
    about = {each.name for each in msgspec.structs.fields(Deal)} - {"between", "only_with"}
    how = {"cards_from", "mercenaries_from", "squadrons"}
    assert about - how == {
        *("peace", "alliance", "ships", "leaders", "spaces", "cards", "mercenaries", "divorce", "rescission"),
    }
    assert refused(talking(), "france", Deal(("france", "england"))) == "nothing_agreed"


@shows("9.1/3")
@pytest.mark.parametrize("enemy", ["hapsburg", "papacy"])
def test_the_protestants_make_no_peace_with_hapsburgs_nor_papacy(enemy: str) -> None:
    match = talking(state_of(league=True), war("protestant", enemy), war("protestant", "france"))
    assert refused(match, enemy, Deal((enemy, "protestant"), peace=True)) == "no_peace_possible"
    sign(match, Deal(("protestant", "france"), peace=True))
    assert refused(match, "ottoman", Deal(("ottoman", "france"), peace=True)) == "no_peace_possible"


@shows("9.1/5")
def test_a_returned_leader_goes_to_the_capital_or_a_home_key() -> None:
    for lost, home in (((), "paris"), (("paris",), "bordeaux")):
        held = leader("montmorency", "", captor="hapsburg"), controls("hapsburg", *lost)
        match = talking(*held)
        assert refused(match, "england", Deal(("england", "france"), leaders=("montmorency",))) == "not_captor"
        sign(match, Deal(("hapsburg", "france"), leaders=("montmorency",)))
        announce(match)
        if lost:
            assert ReturnTo("rouen") in options(match, "france")
            do(match, "france", ReturnTo(home))
        assert match.state.leaders["montmorency"].at == home


YIELDED = {
    "a home space of the giver": ("france", "england", "rouen", True),
    "a home space of the taker": ("hapsburg", "france", "lyon", True),
    "an independent space": ("france", "england", "milan", True),
    "a home space of the taker's minor power": ("hapsburg", "france", "genoa", True),
    "a home space of a minor power of nobody": ("hapsburg", "france", "zara", False),
    "a home space of a third power": ("hapsburg", "france", "london", False),
    "the own capital": ("france", "england", "paris", False),
    "the capital of others": ("hapsburg", "france", "paris", True),
}


@shows("9.1/6", "9.1/7")
@pytest.mark.parametrize("name", YIELDED)
def test_which_spaces_are_yielded(name: str) -> None:
    giver, taker, space, may = YIELDED[name]
    held = controls("hapsburg", "lyon", "genoa", "zara", "london") if giver == "hapsburg" else state_of()
    paris = controls("hapsburg", "paris") if (giver, space) == ("hapsburg", "paris") else state_of()
    match = talking(held, paris, allies("france", "genoa"), war("hapsburg", "france", False))
    deal = Deal((giver, taker), spaces=(space,))
    if not may:
        assert refused(match, giver, deal) == "not_to_yield"
        return
    sign(match, deal)
    announce(match)
    assert rules.controller(match.state, space) == taker


MANY = (hand("france", "ransom", "gout", "fuggers"), hand("england", "foul_weather"))


@shows("9.1/9", "9.1/10", "9.1/11")
def test_two_cards_from_one_power_to_another_in_a_turn_however_many_deals() -> None:
    match = talking(*MANY)
    sign(match, Deal(("france", "england"), cards=1, cards_from="france"))
    back = Deal(("france", "england"), cards=1, cards_from="england")
    assert refused(match, "france", back) == "one_way"
    assert refused(match, "france", Deal(("france", "england"), cards=2, cards_from="france")) == "not_so_many_cards"
    sign(match, Deal(("france", "england"), cards=1, cards_from="france"))
    sign(match, Deal(("france", "papacy"), cards=1, cards_from="france"))
    assert refused(match, "france", Deal(("france", "england"), cards=1, cards_from="france")) == "not_so_many_cards"
    announce(match)
    assert [len(match.state.hands[each].cards) for each in ("france", "england", "papacy")] == [0, 3, 1]


@shows("9.1/21")
def test_deals_take_effect_one_after_the_other() -> None:
    match = talking(hand("france", "ransom"))
    sign(match, Deal(("ottoman", "france"), cards=1, cards_from="france"))
    sign(match, Deal(("hapsburg", "france"), peace=True))
    told = [each.public for each in announce(match)]
    kinds = [type(each).__name__ for each in told if each is not None]
    assert kinds.index("TookCard") < kinds.index("Announced", kinds.index("Announced") + 1)


@shows("9.1/12", "9.1/13", "9.1/17")
def test_four_mercenaries_from_one_power_to_another_in_a_turn() -> None:
    match = talking(units("milan", "france", mercenaries=6), units("london", "england", mercenaries=2))
    sign(match, Deal(("france", "england"), mercenaries=3, mercenaries_from="france"))
    back = Deal(("france", "england"), mercenaries=1, mercenaries_from="england")
    assert refused(match, "france", back) == "one_way"
    two = Deal(("france", "england"), mercenaries=2, mercenaries_from="france")
    assert refused(match, "france", two) == "not_so_many_mercenaries"
    sign(match, Deal(("france", "england"), mercenaries=1, mercenaries_from="france"))
    announce(match)
    assert count(match, "london", "england")["mercenaries"] == 6
    assert count(match, "milan", "france")["mercenaries"] == 2


@shows("9.1/12")
def test_mercenaries_come_from_where_the_giver_likes() -> None:
    match = talking(units("milan", "france", mercenaries=1), units("paris", "france", mercenaries=1))
    sign(match, Deal(("france", "england"), mercenaries=1, mercenaries_from="france"))
    announce(match)
    do(match, "france", GiveFrom("paris"))
    assert count(match, "milan", "france")["mercenaries"] == 1
    assert "mercenaries" not in count(match, "paris", "france")


@shows("9.1/14")
def test_without_its_capital_a_power_gets_no_mercenaries() -> None:
    match = talking(units("milan", "france", mercenaries=1), controls("france", "london"))
    deal = Deal(("france", "england"), mercenaries=1, mercenaries_from="france")
    assert refused(match, "france", deal) == "no_mercenaries_for"


@shows("9.1/15", "9.1/16")
@pytest.mark.parametrize(
    ("taker", "places"), {"hapsburg": ("vienna", "valladolid"), "protestant": ("wittenberg", "mainz")}.items()
)
def test_the_receiver_chooses_where_mercenaries_arrive(taker: str, places: tuple[str, str]) -> None:
    match = talking(
        units("london", "england", mercenaries=2), state_of(league=True), controls("protestant", "wittenberg", "mainz")
    )
    sign(match, Deal(("england", taker), mercenaries=2, mercenaries_from="england"))
    announce(match)
    assert match.decisions()[0].waiting == (taker,)
    assert {*options(match, taker)} == {*map(ReceiveAt, places)}
    do(match, taker, ReceiveAt(places[1]))
    assert count(match, places[1], taker)["mercenaries"] == 2


@shows("9.1/18")
def test_after_the_divorce_the_home_card_still_moves_the_marker() -> None:
    waiting = state_of(wife="ask_for_divorce", acting=True)
    match = talking(waiting, hand("england", "six_wives_of_henry_viii"), draws=(dice("pregnancy", 1),))
    sign(match, Deal(("england", "papacy"), divorce=True))
    announce(match)
    assert match.state.wife == "anne_boleyn"
    assert may_marry(match.state)


@shows("9.1/19", "9.2/2")
def test_in_the_turn_of_the_divorce_papacy_and_hapsburgs_are_no_allies() -> None:
    deal = Deal(("hapsburg", "papacy"), alliance=True)
    assert refused(talking(state_of(divorced=2)), "papacy", deal) == "no_alliance_possible"
    sign(talking(state_of(divorced=1)), deal)


@shows("9.1/20")
def test_the_papacy_lifts_an_excommunication_in_a_deal() -> None:
    match = talking(lambda state: setattr(state.powers["france"], "excommunicated", True))
    before = rules.dealt(match.state, "france")
    assert refused(match, "england", Deal(("england", "papacy"), rescission=True)) == "no_rescission"
    assert refused(match, "france", Deal(("france", "ottoman"), rescission=True)) == "no_rescission"
    sign(match, Deal(("france", "papacy"), rescission=True))
    announce(match)
    assert rules.dealt(match.state, "france") == before + 1
