"""Suing for peace (9.2), ransom (9.4) and relief from excommunication (9.5)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import CARD, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.peace import (
    NoPeace,
    Regain,
    RegainAll,
    RegainLeader,
    RegainNoMore,
    RemoveUnit,
    Settle,
    SuePeace,
    may_sue,
    peace_segment,
    ransoms,
)
from adjudicator.games.here_i_stand.rules.displacing import DisplaceTo
from adjudicator.games.here_i_stand.rules.impulses import impulse
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    count,
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

CAPTURED = leader("montmorency", "", captor="hapsburg")


def segment(*arrange: Arrange) -> Match:
    """The peace segment is on; behind it the Hapsburgs have their impulse."""
    held = hand("hapsburg", "gout")
    return table(held, *arrange, state_of(turn=2), frames=[peace_segment(), impulse("hapsburg")])


def sued(*arrange: Arrange) -> Match:
    """France has sued the Hapsburgs for peace."""
    match = segment(*arrange)
    for power in match.decisions()[0].waiting:
        do(match, power, SuePeace("hapsburg") if power == "france" else NoPeace())
    return match


def removed(match: Match) -> None:
    """France removes two regulars of Paris."""
    do(match, "france", RemoveUnit("paris", "regular"), RemoveUnit("paris", "regular"))


def test_who_has_lost_nothing_to_an_enemy_cannot_sue() -> None:
    assert segment().decisions()[0].kind == "impulse"
    assert may_sue(segment(controls("hapsburg", "turin", "lyon")).state, "france", "hapsburg")
    assert may_sue(segment(CAPTURED).state, "france", "hapsburg")
    assert not may_sue(segment(CAPTURED, war("france", "hapsburg", False)).state, "france", "hapsburg")
    assert refused(segment(CAPTURED), "france", SuePeace("ottoman")) == "not_able_to_sue"


def test_who_is_at_war_with_nobody_cannot_sue() -> None:
    state = segment(controls("ottoman", "rome"), war("papacy", "ottoman", False)).state
    state.wars = {power: mask for power, mask in state.wars.items() if power != "papacy"}
    assert not may_sue(state, "papacy", "ottoman")


def test_who_has_ceded_a_home_space_to_that_enemy_cannot_sue() -> None:
    ceded = state_of(ceded={"france": 1 << OWNER.index["hapsburg"]})
    assert not may_sue(segment(CAPTURED, ceded).state, "france", "hapsburg")


@pytest.mark.parametrize("enemy", ["hapsburg", "papacy"])
def test_the_protestants_never_sue_hapsburgs_nor_papacy(enemy: str) -> None:
    lost = leader("john_frederick", "", captor=enemy)
    match = segment(lost, war("protestant", enemy), state_of(league=True))
    assert not may_sue(match.state, "protestant", enemy)


def test_the_winner_gains_a_point_and_two_where_the_ottoman_is_a_party() -> None:
    match = sued(CAPTURED)
    assert match.state.powers["hapsburg"].war_winner == 1
    match = segment(controls("ottoman", "naples"), war("ottoman", "hapsburg"))
    do(match, "hapsburg", SuePeace("ottoman"))
    assert match.state.powers["ottoman"].war_winner == 2


def test_the_loser_gives_up_spaces_of_the_winner_and_removes_two_units() -> None:
    match = sued(CAPTURED, controls("france", "navarre"), units("navarre", "france", regulars=2))
    assert rules.controller(match.state, "navarre") == "hapsburg"
    do(match, "france", DisplaceTo("bordeaux"))
    assert refused(match, "france", RemoveUnit("istanbul", "regular")) == "not_own_unit"
    before = count(match, "paris", "france")["regulars"]
    removed(match)
    assert count(match, "paris", "france").get("regulars", 0) == before - 2


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


def test_whoever_stands_in_a_regained_space_is_displaced() -> None:
    match = sued(controls("hapsburg", "lyon"), units("lyon", "hapsburg", regulars=2))
    removed(match)
    do(match, "france", Regain(("lyon",)))
    assert match.decisions()[0].kind == "displace"
    do(match, "hapsburg", options(match, "hapsburg")[0])
    assert not count(match, "lyon", "hapsburg")


def test_peace_with_the_papacy_lifts_a_bull() -> None:
    match = segment(
        leader("montmorency", "", captor="papacy"), war("france", "papacy"), war("france", "hapsburg", False)
    )
    match.state.powers["france"].excommunicated = True
    do(match, "france", SuePeace("papacy"))
    removed(match)
    do(match, "france", RegainNoMore())
    assert not match.state.powers["france"].excommunicated


def settling(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """The segments of ransom and relief."""
    return table(hand("hapsburg", "gout"), *arrange, frames=[ransoms(), impulse("hapsburg")], draws=draws)


def test_a_ransom_is_a_random_card_for_the_captor() -> None:
    match = settling(CAPTURED, hand("france", "fuggers", "patron_of_the_arts"))
    assert refused(match, "france", Settle(("francis_i",))) == "not_captured"
    assert refused(match, "france", Settle(("montmorency", "montmorency"))) == "not_captured"
    assert refused(match, "france", Settle(relief=True)) == "not_excommunicated"
    do(match, "france", Settle(("montmorency",)))
    assert match.state.leaders["montmorency"].at == "paris"
    assert CARD.number("fuggers") in match.state.hands["hapsburg"].cards
    assert match.state.hands["france"].home, "home cards are never drawn"


def test_a_freed_leader_goes_to_a_home_key_where_the_capital_is_lost() -> None:
    match = settling(CAPTURED, hand("france", "fuggers"), controls("hapsburg", "paris"))
    do(match, "france", Settle(("montmorency",)))
    assert match.state.leaders["montmorency"].at in ("rouen", "lyon", "marseille", "bordeaux")


def test_relief_costs_a_random_card_whose_points_go_to_st_peters() -> None:
    match = settling(hand("france", "fuggers"), lambda state: setattr(state.powers["france"], "excommunicated", True))
    do(match, "france", Settle(relief=True))
    assert not match.state.powers["france"].excommunicated
    assert match.state.st_peters == 3
    assert CARD.number("fuggers") in match.state.discard


def test_one_card_does_not_pay_for_two() -> None:
    match = settling(
        CAPTURED, hand("france", "fuggers"), lambda state: setattr(state.powers["france"], "excommunicated", True)
    )
    assert refused(match, "france", Settle(("montmorency",), relief=True)) == "too_few_cards"
