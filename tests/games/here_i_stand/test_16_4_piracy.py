"""Piracy (16.4): where, the dice of both sides, and what a hit costs."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.hiring import HireNow
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse
from adjudicator.games.here_i_stand.rules.naval import piracy
from adjudicator.games.here_i_stand.rules.naval.piracy import GiveAward, GiveSquadron, Piracy
from tests.games.here_i_stand.sea import quiet
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    count,
    dice,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    sound,
    state_of,
    table,
    units,
    unrest,
    war,
)

SEA = "tyrrhenian_sea"


def pirates(*arrange: Arrange, cp: int = 2, draws: list[dict[str, Any]] | None = None) -> Match:
    """Three corsairs in the Tyrrhenian Sea, after the pirates came."""
    there = (state_of(barbary=True), units(SEA, "ottoman", corsairs=3), empty("naples", "rome"))
    return table(*there, *arrange, power="ottoman", cp=cp, draws=draws or [])


@shows("16.4/1")
def test_piracy_needs_pirates_corsairs_and_a_port_of_the_target_but_no_war() -> None:
    match = table(units(SEA, "ottoman", corsairs=1), power="ottoman", cp=2)
    assert refused(match, "ottoman", Piracy(SEA, "papacy")) == "no_pirates_yet"
    match = pirates()
    assert not rules.at_war(match.state, "ottoman", "papacy")
    assert refused(match, "ottoman", Piracy("adriatic_sea", "papacy")) == "no_corsair_there"
    assert refused(match, "ottoman", Piracy(SEA, "england")) == "no_port_there"
    assert Piracy(SEA, "papacy") in options(match, "ottoman")
    assert refused(pirates(cp=1), "ottoman", Piracy(SEA, "papacy")) == "too_few_cp"


@shows("16.4/1")
def test_piracy_once_a_sea_zone_and_four_times_a_turn() -> None:
    assert refused(pirates(state_of(pirated=rules.bit(SEA))), "ottoman", Piracy(SEA, "papacy")) == "done_there"
    four = [rules.bit(at) for at in ("ionian_sea", "adriatic_sea", "aegean_sea", "barbary_coast")]
    assert refused(pirates(state_of(pirated=sum(four))), "ottoman", Piracy(SEA, "papacy")) == "done_enough"
    match = pirates(hand("england", "foul_weather"))
    do(match, "ottoman", Piracy(SEA, "papacy"))
    match.apply("england", CallOff("foul_weather"))
    assert not match.state.pirated
    assert refused(match, "ottoman", Piracy(SEA, "papacy")) == "too_few_cp"


@shows("16.4/2", "16.4/3")
def test_squadrons_of_the_target_and_of_enemies_of_the_ottoman_roll() -> None:
    own = (units(SEA, "hapsburg", squadrons=1), units("naples", "hapsburg", squadrons=1))
    assert piracy.defence(pirates(*own).state, "hapsburg", SEA) == 2 + 1
    foe = (units("naples", "france", squadrons=1), units("ionian_sea", "france", squadrons=3))
    assert piracy.defence(pirates(*foe).state, "papacy", SEA) == 0, "France is at peace with the Ottoman"
    assert piracy.defence(pirates(*foe, war("ottoman", "france")).state, "papacy", SEA) == 1, "the Ionian is not beside"
    minor = (units("barbary_coast", "venice", squadrons=2), war("ottoman", "venice"))
    assert piracy.defence(pirates(*minor).state, "papacy", SEA) == 2


IONIAN = (units("ionian_sea", "ottoman", corsairs=1), empty("corfu", "venice"), state_of(knights=""))


@shows("16.4/4")
@pytest.mark.parametrize(
    ("arrange", "number"),
    [
        ((war("ottoman", "venice"),), 1),
        ((), 0),
        ((war("ottoman", "venice"), unrest("corfu")), 0),
        ((war("ottoman", "venice"), units("corfu", "ottoman", regulars=1), siege("corfu", "ottoman")), 0),
        ((war("ottoman", "hapsburg"),), 1),
        ((war("ottoman", "france"), allies("france", "venice")), 1),
    ],
)
def test_fortresses_of_every_enemy_of_the_ottoman_fire_on_pirates(arrange: tuple[Arrange, ...], number: int) -> None:
    state = table(*IONIAN, empty("malta", "messina"), *arrange).state
    assert piracy.defence(state, "papacy", "ionian_sea") == number


@shows("16.4/4")
def test_fortresses_of_the_target_and_of_the_knights_fire_and_keys_do_not() -> None:
    state = table(state_of(barbary=True, knights=""), empty("rhodes")).state
    assert piracy.defence(state, "hapsburg", "north_african_coast") == 1, "the fortress of Malta"
    assert piracy.defence(table().state, "hapsburg", "north_african_coast") == 2, "the Knights help"
    assert piracy.defence(pirates().state, "hapsburg", SEA) == 0, "Naples is a key"


@shows("16.4/5")
def test_a_fortress_marker_on_a_port_is_a_fortress() -> None:
    state = pirates(state_of(fortresses=rules.bit("palermo"))).state
    assert piracy.defence(state, "hapsburg", SEA) == 1


@shows("16.4/6")
def test_each_five_or_six_removes_a_corsair() -> None:
    draws = [dice("piracy_defence", 5, 6, 4, 1, sea=SEA), dice("piracy", 1, sea=SEA)]
    match = pirates(units(SEA, "hapsburg", squadrons=2), draws=draws)
    do(match, "ottoman", Piracy(SEA, "hapsburg"))
    assert count(match, SEA, "ottoman") == {"corsairs": 1}
    assert match.state.lost_ships == {"ottoman": 2}


@shows("16.4/7")
def test_one_corsair_or_one_port_make_one_die_and_leaders_add_theirs() -> None:
    state = pirates().state
    assert piracy.pirate_dice(state, "hapsburg", SEA) == 2
    assert piracy.pirate_dice(state, "papacy", SEA) == 1
    assert piracy.pirate_dice(pirates(leader("dragut", SEA)).state, "hapsburg", SEA) == 4
    alone = table(state_of(barbary=True), units(SEA, "ottoman", corsairs=1)).state
    assert piracy.pirate_dice(alone, "hapsburg", SEA) == 1


@shows("16.4/8", "16.4/9")
def test_a_hit_costs_a_squadron_a_card_or_a_point_each_once_first() -> None:
    draws = [dice("piracy_defence", 1, sea=SEA), dice("piracy", 5, 5, 5, 6, sea=SEA)]
    there = (leader("dragut", SEA), hand("hapsburg", "fuggers", "treachery"), units("naples", "hapsburg", squadrons=1))
    match = pirates(*there, draws=draws)
    do(match, "ottoman", Piracy(SEA, "hapsburg"))
    quiet(match)
    do(match, "hapsburg", GiveAward("vp"))
    assert refused(match, "hapsburg", GiveAward("vp")) == "not_that_award"
    do(match, "hapsburg", GiveAward("card"))
    assert options(match, "hapsburg") == [GiveSquadron("naples")], "each once before any again"
    do(match, "hapsburg", GiveSquadron("naples"))
    assert options(match, "hapsburg") == [GiveAward("vp"), GiveAward("card")], "what has no effect is not given"
    do(match, "hapsburg", GiveAward("card"))
    assert match.state.piracy == 1
    assert len(match.state.hands["ottoman"].cards) == 2
    assert match.state.lost_ships == {"hapsburg": 1}


@shows("16.4/8")
def test_a_card_that_pirates_got_is_used_in_a_later_impulse() -> None:
    draws = [dice("piracy", 5, 1, sea=SEA)]
    match = pirates(hand("hapsburg", "landsknechts"), state_of(acting=True), cp=4, draws=draws)
    do(match, "ottoman", Piracy(SEA, "hapsburg"))
    quiet(match)
    do(match, "hapsburg", GiveAward("card"))
    assert refused(match, "ottoman", HireNow("landsknechts", ("istanbul", "istanbul"))) == "not_held"
    shown = match.view(("ottoman",)).hands["ottoman"]  # type: ignore[attr-defined]
    assert shown["looking"] == ["landsknechts"]
    sound(match)
    do(match, "ottoman", EndImpulse())
    assert rules.CARD.number("landsknechts") in match.state.hands["ottoman"].cards
    sound(match)


@shows("16.4/10")
def test_ten_points_of_piracy_in_all_and_none_of_them_from_the_target() -> None:
    draws = [dice("piracy", 5, 1, sea=SEA)]
    match = pirates(hand("hapsburg", "fuggers"), state_of(piracy=9), draws=draws)
    before = {each: rules.points(match.state, each) for each in ("ottoman", "hapsburg")}
    do(match, "ottoman", Piracy(SEA, "hapsburg"))
    quiet(match)
    do(match, "hapsburg", GiveAward("vp"))
    after = {each: rules.points(match.state, each) for each in before}
    assert after == {"ottoman": before["ottoman"] + 1, "hapsburg": before["hapsburg"]}
    full = pirates(state_of(piracy=10), draws=draws)
    do(full, "ottoman", Piracy(SEA, "hapsburg"))
    assert full.state.piracy == 10
    assert not [each for each in full.decisions() if each.kind == "piracy_award"], "nothing can be given"


@shows("16.4/11")
def test_squadrons_of_minor_allies_and_on_loan_are_given_like_own_ones() -> None:
    draws = [dice("piracy_defence", 1, 1, sea=SEA), dice("piracy", 5, 1, sea=SEA)]
    there = (
        units("naples", "genoa", squadrons=1),
        units("palermo", "france", squadrons=1),
        allies("hapsburg", "genoa"),
    )
    match = pirates(empty("genoa"), *there, state_of(piracy=10), draws=draws)
    match.state.forces["palermo"][-1].lent_to = "hapsburg"
    do(match, "ottoman", Piracy(SEA, "hapsburg"))
    quiet(match)
    assert set(options(match, "hapsburg")) == {GiveSquadron("naples"), GiveSquadron("palermo")}
    do(match, "hapsburg", GiveSquadron("palermo"))
    assert match.state.lost_ships == {"france": 1}


@shows("12.4/8")
def test_a_fortress_in_unrest_has_no_die_against_pirates() -> None:
    assert piracy.defence(table(state_of(knights=""), unrest("malta")).state, "hapsburg", "north_african_coast") == 0
