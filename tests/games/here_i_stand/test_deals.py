"""Negotiation and the announcement of deals (9.1)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import POWER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import Announced, DealVoid, DoneTalking, negotiation
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal, DealSigned
from adjudicator.games.here_i_stand.rules.displacing import DisplaceTo
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.kernel.events import ObservedEvent
from tests.games.here_i_stand.table import Arrange, count, do, hand, refused, state_of, table, units, war


def talking(*arrange: Arrange, turn: int = 2, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """Negotiations are open; behind them the Hapsburgs have their impulse."""
    held = [hand("hapsburg", "gout")]
    return table(*held, *arrange, state_of(turn=turn), frames=[negotiation(), impulse("hapsburg")], draws=draws)


def sign(match: Match, deal: Deal) -> list[ObservedEvent]:
    """Both parties sign a deal."""
    return match.apply(deal.between, deal)


def announce(match: Match) -> list[ObservedEvent]:
    """Everybody has done with talking."""
    told: list[ObservedEvent] = []
    for power in match.decisions()[0].waiting:
        told += match.apply(power, DoneTalking())
    return told


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


def test_peace_ends_a_war_and_brings_no_points() -> None:
    match = talking()
    sign(match, Deal(("hapsburg", "france"), peace=True))
    announce(match)
    assert not rules.at_war(match.state, "hapsburg", "france")
    assert match.state.powers["france"].war_winner == 0


def test_nobody_makes_an_alliance_at_war_unless_the_war_ends_with_it() -> None:
    match = talking()
    assert refused(match, "hapsburg", Deal(("hapsburg", "france"), alliance=True)) == "no_alliance_possible"
    sign(match, Deal(("hapsburg", "france"), peace=True, alliance=True))
    announce(match)
    assert rules.allied(match.state, "hapsburg", "france")


@pytest.mark.parametrize("two", [("ottoman", "papacy"), ("england", "protestant")])
def test_who_never_makes_an_alliance(two: tuple[str, str]) -> None:
    assert refused(talking(), two[0], Deal(two, alliance=True)) == "no_alliance_possible"


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


def test_cards_go_one_way_at_random_and_home_cards_never() -> None:
    match = talking(hand("france", "patron_of_the_arts", "ransom"))
    deal = Deal(("france", "ottoman"), cards=2, cards_from="france")
    assert refused(match, "france", deal) == "not_so_many_cards"
    sign(match, Deal(("france", "ottoman"), cards=1, cards_from="france"))
    announce(match)
    assert not match.state.hands["france"].cards
    assert match.state.hands["france"].home
    assert len(match.state.hands["ottoman"].cards) == 1


def test_mercenaries_go_to_the_capital_and_never_to_the_ottoman() -> None:
    match = talking(units("milan", "france", mercenaries=3))
    deal = Deal(("france", "ottoman"), mercenaries=1, mercenaries_from="france")
    assert refused(match, "france", deal) == "no_mercenaries_for"
    sign(match, Deal(("france", "england"), mercenaries=2, mercenaries_from="france"))
    announce(match)
    assert count(match, "milan", "france") == {"regulars": 2, "mercenaries": 1}
    assert count(match, "london", "england") == {"regulars": 3, "squadrons": 1, "mercenaries": 2}


def test_spaces_are_yielded_and_whoever_stands_there_is_displaced() -> None:
    match = talking()
    assert refused(match, "france", Deal(("france", "england"), spaces=("paris",))) == "not_to_yield"
    sign(match, Deal(("hapsburg", "france"), peace=True, spaces=("milan",)))
    announce(match)
    do(match, "france", DisplaceTo("lyon"))
    assert rules.controller(match.state, "milan") == "hapsburg"
    assert not count(match, "milan", "france")
    assert count(match, "lyon", "france") == {"regulars": 3}


def test_ships_are_lent_to_a_new_ally() -> None:
    match = talking()
    assert refused(match, "france", Deal(("france", "ottoman"), ships=("marseille",))) == "loan_needs_alliance"
    sign(match, Deal(("france", "ottoman"), alliance=True, ships=("marseille",)))
    announce(match)
    assert [each.lent_to for each in match.state.forces["marseille"] if each.squadrons] == ["ottoman"]


def test_in_turn_1_only_england_talks_with_hapsburgs_and_france() -> None:
    match = talking(turn=1)
    assert match.decisions()[0].waiting == ("hapsburg", "england", "france")
    assert refused(match, "hapsburg", Deal(("hapsburg", "france"), peace=True)) == "not_in_turn_1"
    sign(match, Deal(("hapsburg", "england"), alliance=True))


def test_a_deal_that_can_no_longer_be_kept_is_void() -> None:
    match = talking(hand("france", "ransom"), war("ottoman", "england"))
    sign(match, Deal(("france", "ottoman"), cards=1, cards_from="france"))
    sign(match, Deal(("france", "papacy"), peace=True, cards=1, cards_from="france"))
    announce(match)
    assert len(match.state.hands["ottoman"].cards) + len(match.state.hands["papacy"].cards) <= 2
    assert len([each for each in POWER.ids if "ransom" in match.state.hands[each].cards]) <= 1
    do(match, "hapsburg")
