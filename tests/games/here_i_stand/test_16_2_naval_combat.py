"""Naval combat (16.2): dice, cards, losses, and who goes where."""

from __future__ import annotations

from typing import Any

from adjudicator import Match
from adjudicator.games.here_i_stand.rules.naval import fights
from adjudicator.games.here_i_stand.rules.naval.fights import RetreatFleet, RowFor, UseCard, UseNone, sea_battle
from adjudicator.games.here_i_stand.rules.naval.sailing import Sail
from tests.games.here_i_stand.sea import asked, quiet
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
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

LYON = "gulf_of_lyon"


def fight(
    attack: list[int], defense: list[int], at: str, *arrange: Arrange, more: tuple[dict[str, Any], ...] = ()
) -> Match:
    """A combat of French ships against Hapsburg ones in a place."""
    draws = [dice("naval_combat", *attack, side="france"), dice("naval_combat", *defense, side="hapsburg")]
    places = (empty(at, "barcelona", "marseille", "naples"), war("hapsburg", "france"))
    return table(*places, *arrange, power="france", frames=[sea_battle("france", "hapsburg", at)], draws=draws)


def fleets(at: str, french: int, hapsburg: int) -> Arrange:
    """Squadrons of both in a place."""

    def arrange(state: Any) -> None:
        units(at, "france", squadrons=french)(state)
        units(at, "hapsburg", squadrons=hapsburg)(state)

    return arrange


@shows("16.2/1")
def test_two_dice_a_squadron_one_a_corsair_and_the_best_leader() -> None:
    there = (units("naples", "hapsburg", squadrons=2, corsairs=1), allies("hapsburg", "genoa"))
    state = table(empty("naples"), *there, leader("andrea_doria", "naples"), leader("dragut", "naples")).state
    assert fights.strength(state, "hapsburg", "naples") == 2 * 2 + 1 + 2


@shows("16.2/1")
def test_a_defender_in_port_has_a_die_more_and_one_at_sea_has_not() -> None:
    fleet = (empty("marseille", "rouen"), units(LYON, "france", squadrons=2))
    rolled = [dice("naval_combat", 1, 1, 1, 1, side="france"), dice("naval_combat", 5, 5, 1, 1, 1, side="genoa")]
    match = table(*fleet, war("france", "genoa"), draws=rolled, power="france", cp=2)
    do(match, "france", Sail(LYON, "genoa"))
    quiet(match)
    assert count(match, "genoa", "genoa")["squadrons"] == 1, "two dice, two of Doria and one of the port"
    assert match.state.lost_ships == {"france": 1}
    fight([1, 1], [1, 1], LYON, fleets(LYON, 1, 1))


@shows("16.2/2")
def test_cards_of_the_attacker_come_first_and_rowers_after_the_roll() -> None:
    held = (hand("france", "arquebusiers"), hand("england", "professional_rowers"))
    match = table(
        empty(LYON, "barcelona", "marseille"),
        fleets(LYON, 2, 2),
        *held,
        power="france",
        frames=[sea_battle("france", "hapsburg", LYON)],
        draws=[
            dice("naval_combat", 1, 1, 1, 1, 1, 1, side="france"),
            dice("naval_combat", 1, 1, 1, 1, side="hapsburg"),
            dice("naval_combat", 5, 1, 1, side="france"),
        ],
    )
    assert asked(match) == ("naval_cards", ("france",))
    do(match, "france", UseCard("arquebusiers"))
    assert asked(match) == ("row_for", ("england",)), "after the roll"
    match.apply("england", RowFor("france"))
    assert asked(match) == ("naval_retreat", ("hapsburg",)), "the hit of the rowers has decided"


@shows("16.2/2")
def test_the_defender_uses_cards_after_the_attacker() -> None:
    both = (hand("hapsburg", "arquebusiers"), fleets(LYON, 2, 2), empty(LYON))
    match = table(*both, power="france", frames=[sea_battle("france", "hapsburg", LYON)])
    kinds = []
    while asked(match)[0] == "naval_cards":
        kinds.append(asked(match)[1][0])
        do(match, kinds[-1], UseNone())
    assert kinds == sorted(kinds, key=["france", "hapsburg"].index)
    assert kinds[-1] == "hapsburg"


@shows("16.2/3", "16.2/4")
def test_ties_go_to_the_defender_and_two_hits_sink_a_squadron() -> None:
    match = fight([5, 6, 4, 1], [5, 6, 4, 1], LYON, fleets(LYON, 2, 2))
    assert match.state.lost_ships == {"hapsburg": 1, "france": 1}
    assert asked(match) == ("naval_retreat", ("france",)), "the attacker has lost"


@shows("16.2/4")
def test_hits_that_are_left_over_sink_corsairs() -> None:
    assert fights.sunk(2, 3, 3, loser=False) == (1, 1)
    assert fights.sunk(1, 3, 5, loser=False) == (1, 3)
    assert fights.sunk(0, 3, 2, loser=True) == (0, 2)
    there = (units(LYON, "ottoman", squadrons=1, corsairs=2), units(LYON, "hapsburg", squadrons=3))
    draws = [dice("naval_combat", 5, 5, 5, 5, side="ottoman"), dice("naval_combat", 5, 5, 5, 1, 1, 1, side="hapsburg")]
    frames = [sea_battle("ottoman", "hapsburg", LYON)]
    match = table(empty(LYON), *there, state_of(hands=NO_JANISSARIES), power="ottoman", frames=frames, draws=draws)
    assert count(match, LYON, "ottoman") == {"corsairs": 1}
    assert match.state.lost_ships == {"ottoman": 2, "hapsburg": 2}


NO_JANISSARIES = {each: table().state.hands[each] for each in table().state.hands}


@shows("16.2/5")
def test_an_odd_hit_sinks_a_squadron_of_the_loser_only() -> None:
    match = fight([5, 1, 1, 1], [5, 5, 5, 1, 1, 1], LYON, fleets(LYON, 2, 3))
    assert match.state.lost_ships == {"france": 2}


@shows("16.2/6")
def test_where_both_would_lose_all_more_dice_keep_one_ship() -> None:
    equal = fight([5, 5], [5, 5], LYON, fleets(LYON, 1, 1))
    assert equal.state.lost_ships == {"france": 1}, "the defender keeps one where the dice are as many"
    card = (fleets(LYON, 1, 1), hand("france", "arquebusiers"))
    match = table(
        empty(LYON),
        *card,
        power="france",
        frames=[sea_battle("france", "hapsburg", LYON)],
        draws=[dice("naval_combat", 5, 5, 1, 1, side="france"), dice("naval_combat", 5, 5, side="hapsburg")],
    )
    do(match, "france", UseCard("arquebusiers"))
    assert match.state.lost_ships == {"hapsburg": 1}


@shows("16.2/6")
def test_an_odd_hit_counts_when_it_is_seen_whether_both_would_lose_all() -> None:
    there = (units(LYON, "ottoman", squadrons=1), leader("barbarossa", LYON), units(LYON, "hapsburg", squadrons=2))
    draws = [dice("naval_combat", 5, 5, 5, 1, side="ottoman"), dice("naval_combat", 5, 5, 1, 1, side="hapsburg")]
    frames = [sea_battle("ottoman", "hapsburg", LYON)]
    match = table(empty(LYON), *there, power="ottoman", frames=frames, draws=draws)
    assert match.state.lost_ships == {"ottoman": 1, "hapsburg": 1}
    assert asked(match) == ("naval_retreat", ("hapsburg",)), "it keeps a ship and has lost"


@shows("16.2/7")
def test_an_attacker_always_leaves_the_port_for_a_free_sea_zone() -> None:
    match = fight([5, 5, 5, 1], [1, 1, 1], "naples", fleets("naples", 2, 1))
    assert not count(match, "naples", "france")
    assert count(match, "tyrrhenian_sea", "france") == {"squadrons": 2}, "although it has won"
    closed = units("tyrrhenian_sea", "hapsburg", squadrons=1)
    match = fight([5, 5, 5, 1], [1, 1, 1], "naples", fleets("naples", 2, 1), closed)
    assert match.state.lost_ships["france"] == 2, "without a free sea zone they are lost"


@shows("16.2/8", "16.2/9")
def test_the_loser_at_sea_goes_together_to_a_port_or_sea_zone() -> None:
    hapsburg = (fleets(LYON, 2, 3), units("tyrrhenian_sea", "france", squadrons=1))
    match = fight([5, 5, 1, 1], [1] * 6, LYON, *hapsburg, allies("hapsburg", "papacy"), controls("papacy", "palma"))
    assert asked(match) == ("naval_retreat", ("hapsburg",))
    for closed in ("tyrrhenian_sea", "marseille", "palma"):
        assert refused(match, "hapsburg", RetreatFleet(closed)) == "no_retreat", closed
    assert RetreatFleet("barbary_coast") in options(match, "hapsburg")
    do(match, "hapsburg", RetreatFleet("barcelona"))
    assert count(match, "barcelona", "hapsburg") == {"squadrons": 2}


@shows("16.2/8", "16.2/10")
def test_a_loser_without_a_place_is_lost_and_leaders_wait() -> None:
    seas = [units(at, "france", squadrons=1) for at in ("tyrrhenian_sea", "barbary_coast")]
    ports = controls("france", "barcelona", "valencia", "cartagena", "palma")
    doria = (allies("hapsburg", "genoa"), controls("france", "genoa", "bastia"), leader("andrea_doria", LYON))
    more = (units(LYON, "genoa", squadrons=1),)
    match = fight([5, 1, 1, 1], [1] * 6, LYON, fleets(LYON, 2, 1), *more, *seas, ports, *doria)
    assert not count(match, LYON, "hapsburg")
    assert sum(match.state.lost_ships.values()) == 2
    assert match.state.leaders["andrea_doria"].returns
