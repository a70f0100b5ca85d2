"""Alliances and loans of ships (9.2)."""

from itertools import combinations
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import POWER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import LendTo
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.naval.fleets import fleet
from adjudicator.games.here_i_stand.rules.war.battle import BattleBegan
from adjudicator.games.here_i_stand.rules.war.losses import Fell
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import AvoidBattle, StandFast
from adjudicator.games.here_i_stand.rules.winter import WinterDone, winter
from tests.games.here_i_stand.deals import announce, sign, talking
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    table,
    units,
    war,
)


def lent(*arrange: Arrange, between: tuple[str, str], ships: tuple[str, ...], **more: Any) -> Match:
    """A new alliance with which ships were lent."""
    match = talking(*arrange)
    sign(match, Deal(between, alliance=True, ships=ships, **more))
    announce(match)
    return match


@shows("9.2/1")
def test_allies_of_one_power_need_not_be_allies_and_part_in_winter() -> None:
    match = talking()
    sign(match, Deal(("ottoman", "france"), alliance=True))
    sign(match, Deal(("england", "france"), alliance=True))
    announce(match)
    assert rules.allied(match.state, "france", "ottoman")
    assert rules.allied(match.state, "france", "england")
    assert not rules.allied(match.state, "england", "ottoman")
    match = table(hand("hapsburg", "gout"), allies("france", "england"), frames=[winter(), impulse("hapsburg")])
    while match.decisions()[0].kind == "winter":
        do(match, match.decisions()[0].waiting[0], WinterDone())
    assert not rules.allied(match.state, "france", "england")


@shows("9.2/2", "9.2/3")
@pytest.mark.parametrize("two", [*combinations(POWER.ids, 2)], ids="-".join)
def test_any_two_at_peace_become_allies_but_papacy_and_ottoman(two: tuple[str, str]) -> None:
    match = talking(war(*two, False))
    deal = Deal(two, alliance=True)
    if {*two} == {"ottoman", "papacy"}:
        assert refused(match, two[0], deal) == "no_alliance_possible"
        return
    sign(match, deal)
    announce(match)
    assert rules.allied(match.state, *two)


@shows("9.2/3")
def test_allied_protestants_get_no_mercenaries_nor_spaces_before_the_league() -> None:
    match = talking(units("london", "england", mercenaries=1))
    two = ("england", "protestant")
    hired = Deal(two, alliance=True, mercenaries=1, mercenaries_from="england")
    assert refused(match, "england", hired) == "no_mercenaries_for"
    assert refused(match, "england", Deal(two, alliance=True, spaces=("calais",))) == "not_to_yield"


@shows("9.2/4")
def test_units_enter_the_spaces_of_an_ally_and_retreat_there() -> None:
    there = controls("england", "st_dizier"), units("dijon", "france", regulars=2)
    match = table(*there, power="france", cp=1)
    assert refused(match, "france", March("dijon", "st_dizier", regulars=1)) == "of_third_power"
    match = table(*there, allies("france", "england"), power="france", cp=1)
    do(match, "france", March("dijon", "st_dizier", regulars=1))
    assert count(match, "st_dizier", "france") == {"regulars": 1}


ROME = (controls("france", "genoa"), allies("france", "genoa"), war("papacy", "france", False))


@shows("9.2/5")
def test_ships_are_lent_with_a_new_alliance_and_one_way_only() -> None:
    match = talking(*ROME)
    assert refused(match, "france", Deal(("france", "papacy"), ships=("rome",))) == "loan_needs_alliance"
    both = Deal(("france", "papacy"), alliance=True, ships=("rome", "marseille"))
    assert refused(match, "france", both) == "not_to_lend"
    protestants = Deal(("france", "protestant"), alliance=True, ships=("rouen",))
    assert refused(match, "france", protestants) == "not_to_lend"


@shows("9.2/5")
def test_a_part_of_a_fleet_is_lent_with_the_leaders_that_the_deal_names() -> None:
    fleets = units("rome", "papacy", squadrons=1), leader("andrea_doria", "rome", lent_to="papacy")
    arrange = (controls("france", "bastia"), *fleets, war("papacy", "france", False))
    two = ("france", "papacy")
    refused_deal = Deal(two, alliance=True, ships=("rome",), squadrons=3)
    assert refused(talking(*arrange), "france", refused_deal) == "not_to_lend"
    match = lent(*arrange, between=two, ships=("rome",), squadrons=1)
    assert count(match, "rome", "papacy")["squadrons"] == 1
    assert count(match, "bastia", "papacy") == {"squadrons": 1}
    assert match.state.leaders["andrea_doria"].at == "rome"
    match = lent(*arrange, between=two, ships=("rome",), squadrons=1, leaders=("andrea_doria",))
    assert match.state.leaders["andrea_doria"].at == "bastia"


@shows("9.2/5")
def test_corsairs_are_never_lent() -> None:
    match = talking(empty("athens"), units("athens", "ottoman", corsairs=2), controls("france", "ragusa"))
    deal = Deal(("ottoman", "france"), alliance=True, ships=("athens",))
    assert refused(match, "france", deal) == "not_to_lend"


@shows("9.2/6", "9.2/10")
def test_lent_ships_go_at_once_to_the_nearest_port_of_the_borrower() -> None:
    match = lent(*ROME, between=("france", "papacy"), ships=("rome",))
    assert "squadrons" not in count(match, "rome", "papacy")
    assert count(match, "genoa", "papacy") == {"squadrons": 1}
    assert [each.owner for each in fleet(match.state, "france", "genoa")] == ["papacy", "genoa"] or [
        each.owner for each in fleet(match.state, "france", "genoa")
    ] == ["genoa", "papacy"]
    assert not fleet(match.state, "papacy", "genoa")


@shows("9.2/6", "9.2/7")
def test_the_borrower_chooses_among_ports_that_are_equally_near() -> None:
    match = lent(between=("hapsburg", "england"), ships=("portsmouth",))
    assert match.decisions()[0].waiting == ("hapsburg",)
    assert {*options(match, "hapsburg")} == {*map(LendTo, ("amsterdam", "antwerp", "corunna", "bremen", "hamburg"))}
    do(match, "hapsburg", LendTo("corunna"))
    assert count(match, "corunna", "england") == {"squadrons": 1}


@shows("9.2/8")
def test_ships_of_a_minor_ally_are_lent_too() -> None:
    match = lent(allies("papacy", "venice"), between=("hapsburg", "papacy"), ships=("venice",))
    assert count(match, "trieste", "venice") == {"squadrons": 3}
    assert fleet(match.state, "hapsburg", "trieste")
    deal = Deal(("hapsburg", "papacy"), alliance=True, ships=("venice",))
    assert refused(talking(), "hapsburg", deal) == "not_to_lend", "Venice is nobody's ally"


@shows("9.2/6")
def test_ships_in_a_besieged_port_are_lent_and_sail_out() -> None:
    fleet_inside = units("rome", "papacy", squadrons=1, inside=True), units("rome", "papacy", regulars=1, inside=True)
    besieged = empty("rome"), *fleet_inside, units("rome", "hapsburg", regulars=4), siege("rome", "hapsburg")
    match = lent(*ROME, *besieged, war("papacy", "hapsburg"), between=("france", "papacy"), ships=("rome",))
    assert "squadrons" not in count(match, "rome", "papacy")
    assert count(match, "genoa", "papacy") == {"squadrons": 1}


@shows("9.2/9")
def test_no_ships_are_lent_without_a_way_over_sea_zones() -> None:
    deal = Deal(("england", "papacy"), alliance=True, ships=("rome",))
    assert refused(talking(), "england", deal) == "no_way_for_ships"
    sign(talking(controls("england", "tunis")), deal)
    assert refused(talking(controls("england", "seville")), "england", deal) == "no_way_for_ships"


@shows("9.2/10")
def test_lent_ships_go_back_to_a_port_of_their_owner_in_winter() -> None:
    on_loan = lambda state: rules.add(state, "rome", "france", {"squadrons": 1}, lent_to="papacy")  # noqa: E731
    match = table(hand("hapsburg", "gout"), on_loan, frames=[winter(), impulse("hapsburg")])
    while match.decisions()[0].kind == "winter":
        do(match, match.decisions()[0].waiting[0], WinterDone())
    assert count(match, "marseille", "france")["squadrons"] == 2


@shows("9.2/14")
def test_an_alliance_makes_no_war_with_others() -> None:
    match = talking()
    sign(match, Deal(("england", "france"), alliance=True))
    announce(match)
    assert not rules.at_war(match.state, "england", "hapsburg")


def together(*arrange: Arrange, draws: Any = (), own: int = 4) -> Match:
    """The Hapsburgs march into Dijon, where France and England stand as allies; only France is at war with them."""
    there = units("dijon", "france", regulars=3), units("dijon", "england", regulars=2), allies("france", "england")
    match = table(
        discarded("foul_weather", "gout"),
        empty("paris", "lyon", "besancon"),
        *there,
        units("besancon", "hapsburg", regulars=own),
        *arrange,
        draws=draws,
        cp=2,
    )
    do(match, "hapsburg", March("besancon", "dijon", regulars=own))
    return match


@shows("9.2/4", "9.2/11")
def test_allies_defend_together_and_each_avoids_battle_for_itself() -> None:
    match = together()
    assert match.decisions()[0].kind == "avoid_battle"
    assert match.decisions()[0].waiting == ("england",)
    assert AvoidBattle("lyon", regulars=2) in options(match, "england"), "a space of France"
    do(match, "england", StandFast())
    assert match.decisions()[0].waiting == ("france",)
    began = next(each for each in do(match, "france", StandFast()) if isinstance(each, BattleBegan))
    assert (began.attack, began.defense) == (4, 6)


@shows("9.2/12")
@pytest.mark.parametrize("unlucky", ["france", "england"])
def test_chance_decides_which_ally_takes_an_odd_loss(unlucky: str) -> None:
    rolls = (dice("attack", 6, 6, 6, 1), dice("defense", 1, 1, 1, 1, 1, 1))
    drawn = {"draw": "odd_losses", "powers": [unlucky]}
    match = together(draws=(*rolls, drawn))
    do(match, "england", StandFast())
    told = do(match, "france", StandFast())
    fell = {each.owner: each.regulars for each in told if isinstance(each, Fell)}
    assert fell == {"france": 1, "england": 1} | {unlucky: 2}


@shows("9.2/13")
def test_allies_do_not_march_together() -> None:
    there = units("dijon", "france", regulars=1), units("dijon", "england", regulars=2)
    match = table(*there, allies("france", "england"), power="france", cp=1)
    assert refused(match, "france", March("dijon", "st_dizier", regulars=3)) == "not_there"
