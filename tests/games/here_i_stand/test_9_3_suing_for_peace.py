"""Suing for peace (9.3)."""

import pytest

from adjudicator.games.here_i_stand.facts import CARD, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.peace import (
    NoPeace,
    Regain,
    RegainAll,
    RegainLeader,
    RegainNoMore,
    RemoveUnit,
    SuePeace,
    may_sue,
)
from adjudicator.games.here_i_stand.rules.displacing import DisplaceTo
from adjudicator.games.here_i_stand.rules.table import bit
from tests.games.here_i_stand.peacemaking import CAPTURED, removed, segment, sued
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    do,
    hand,
    leader,
    options,
    refused,
    state_of,
    units,
    war,
)


@shows("9.3/1")
def test_who_has_lost_nothing_to_an_enemy_cannot_sue() -> None:
    assert segment().decisions()[0].kind == "impulse"
    assert may_sue(segment(controls("hapsburg", "turin", "lyon")).state, "france", "hapsburg")
    assert may_sue(segment(CAPTURED).state, "france", "hapsburg")
    assert not may_sue(segment(CAPTURED, war("france", "hapsburg", False)).state, "france", "hapsburg")
    assert refused(segment(CAPTURED), "france", SuePeace("ottoman")) == "not_able_to_sue"


@shows("9.3/1")
def test_who_is_at_war_with_nobody_cannot_sue() -> None:
    state = segment(controls("ottoman", "rome"), war("papacy", "ottoman", False)).state
    state.wars = {power: mask for power, mask in state.wars.items() if power != "papacy"}
    assert not may_sue(state, "papacy", "ottoman")


@shows("9.3/3")
def test_who_has_ceded_a_home_space_to_that_enemy_cannot_sue() -> None:
    ceded = state_of(ceded={"france": 1 << OWNER.index["hapsburg"]})
    assert not may_sue(segment(CAPTURED, ceded).state, "france", "hapsburg")


@shows("9.3/4")
@pytest.mark.parametrize("enemy", ["hapsburg", "papacy"])
def test_the_protestants_never_sue_hapsburgs_nor_papacy(enemy: str) -> None:
    lost = leader("john_frederick", "", captor=enemy)
    match = segment(lost, war("protestant", enemy), state_of(league=True))
    assert not may_sue(match.state, "protestant", enemy)


@shows("9.3/7", "9.3/13")
def test_the_winner_gains_a_point_and_two_where_the_ottoman_is_a_party() -> None:
    match = sued(CAPTURED)
    assert match.state.powers["hapsburg"].war_winner == 1
    match = segment(controls("ottoman", "naples"), war("ottoman", "hapsburg"))
    do(match, "hapsburg", SuePeace("ottoman"))
    assert match.state.powers["ottoman"].war_winner == 2


@shows("9.3/6", "9.3/8", "9.3/9")
def test_the_loser_gives_up_spaces_of_the_winner_and_removes_two_units() -> None:
    match = sued(CAPTURED, controls("france", "navarre"), units("navarre", "france", regulars=2))
    assert rules.controller(match.state, "navarre") == "hapsburg"
    do(match, "france", DisplaceTo("bordeaux"))
    assert refused(match, "france", RemoveUnit("istanbul", "regular")) == "not_own_unit"
    before = count(match, "paris", "france")["regulars"]
    removed(match)
    assert count(match, "paris", "france").get("regulars", 0) == before - 2


@shows("9.3/10", "9.3/6")
def test_leaders_keys_and_pairs_of_spaces_are_regained_for_points_or_cards() -> None:
    match = sued(CAPTURED, controls("hapsburg", "lyon", "dijon", "grenoble", "avignon"), hand("france", "fuggers"))
    removed(match)
    assert refused(match, "france", Regain(("dijon",))) == "not_regained"
    assert refused(match, "france", Regain(("lyon", "dijon"))) == "not_regained"
    assert refused(match, "france", Regain(("paris",))) == "not_regained"
    assert refused(match, "france", RegainLeader("francis_i")) == "not_regained"
    do(match, "france", Regain(("dijon", "grenoble")))
    assert match.state.powers["hapsburg"].war_winner == 2
    do(match, "france", RegainLeader("montmorency", price="card"))
    assert match.state.leaders["montmorency"].at == "paris"
    assert CARD.number("fuggers") in match.state.hands["hapsburg"].cards
    assert refused(match, "france", Regain(("lyon",), price="card")) == "no_card_left"
    do(match, "france", Regain(("avignon",)), RegainNoMore())
    assert match.state.powers["hapsburg"].war_winner == 3
    assert rules.controller(match.state, "lyon") == "hapsburg"
    assert not rules.at_war(match.state, "france", "hapsburg")


@shows("9.3/12")
def test_diplomatic_marriage_regains_everything_for_nothing() -> None:
    lost = controls("hapsburg", "lyon", "dijon")
    match = sued(CAPTURED, lost)
    removed(match)
    assert refused(match, "france", RegainAll()) == "not_regained"
    match = sued(CAPTURED, lost, hand("france", "diplomatic_marriage"))
    removed(match)
    do(match, "france", RegainAll())
    assert match.state.powers["hapsburg"].war_winner == 1
    assert rules.controller(match.state, "lyon") == "france"
    assert match.state.leaders["montmorency"].at == "paris"
    assert CARD.number("diplomatic_marriage") in match.state.discard


@shows("9.3/10")
def test_whoever_stands_in_a_regained_space_is_displaced() -> None:
    match = sued(controls("hapsburg", "lyon"), units("lyon", "hapsburg", regulars=2))
    removed(match)
    do(match, "france", Regain(("lyon",)))
    assert match.decisions()[0].kind == "displace"
    do(match, "hapsburg", options(match, "hapsburg")[0])
    assert not count(match, "lyon", "hapsburg")


@shows("9.3/11")
def test_peace_with_the_papacy_lifts_a_bull() -> None:
    match = segment(
        leader("montmorency", "", captor="papacy"), war("france", "papacy"), war("france", "hapsburg", False)
    )
    match.state.powers["france"].excommunicated = True
    do(match, "france", SuePeace("papacy"))
    removed(match)
    do(match, "france", RegainNoMore())
    assert not match.state.powers["france"].excommunicated


@shows("9.3/2")
def test_what_the_enemy_no_longer_holds_is_no_reason_to_sue() -> None:
    assert not may_sue(segment(controls("england", "lyon")).state, "france", "hapsburg")
    freed = leader("montmorency", "paris")
    assert not may_sue(segment(freed).state, "france", "hapsburg")


@shows("21.1/2")
def test_a_pirate_haven_is_no_home_space_of_the_hapsburgs() -> None:
    haven = (war("ottoman", "hapsburg"), controls("ottoman", "oran"))
    assert may_sue(segment(*haven).state, "hapsburg", "ottoman")
    taken = segment(*haven, state_of(havens=bit("oran")))
    assert not may_sue(taken.state, "hapsburg", "ottoman")
    retaken = segment(war("ottoman", "hapsburg"), state_of(havens=bit("oran")))
    assert may_sue(retaken.state, "ottoman", "hapsburg")


@shows("9.3/5")
def test_who_has_made_peace_is_asked_again_while_another_enemy_can_be_sued() -> None:
    lost = controls("france", "besancon"), controls("ottoman", "naples")
    match = segment(*lost, war("ottoman", "hapsburg"), units("vienna", "hapsburg", mercenaries=4))
    do(match, "hapsburg", SuePeace("france"))
    for _ in range(2):
        do(match, "hapsburg", RemoveUnit("vienna", "mercenary"))
    do(match, "hapsburg", RegainNoMore())
    assert not rules.at_war(match.state, "france", "hapsburg")
    assert match.decisions()[0].kind == "sue"
    do(match, "hapsburg", SuePeace("ottoman"))
    for _ in range(2):
        do(match, "hapsburg", RemoveUnit("vienna", "mercenary"))
    do(match, "hapsburg", RegainNoMore())
    assert not rules.at_war(match.state, "ottoman", "hapsburg")
    assert match.decisions()[0].kind == "impulse"


@shows("9.3/9")
def test_units_of_minor_allies_and_ships_on_loan_are_not_removed() -> None:
    allied = allies("france", "genoa"), controls("france", "genoa")
    on_loan = lambda state: rules.add(state, "brest", "france", {"squadrons": 1}, lent_to="england")  # noqa: E731
    match = sued(CAPTURED, *allied, on_loan)
    assert refused(match, "france", RemoveUnit("genoa", "regular")) == "not_own_unit"
    assert refused(match, "france", RemoveUnit("brest", "squadron")) == "not_own_unit"
    do(match, "france", RemoveUnit("marseille", "squadron"))


@shows("9.3/13")
def test_points_for_peace_come_from_nobody() -> None:
    match = segment(CAPTURED)
    match.state.powers["france"].war_winner = 1
    for power in match.decisions()[0].waiting:
        do(match, power, SuePeace("hapsburg") if power == "france" else NoPeace())
    removed(match)
    do(match, "france", RegainLeader("montmorency", price="vp"))
    assert match.state.powers["hapsburg"].war_winner == 2
    assert match.state.powers["france"].war_winner == 1
