"""Winter (19): ships and armies go home, what ends, and what is due."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules import ways
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.war.losses import Lose
from adjudicator.games.here_i_stand.rules.ways import safe_home
from adjudicator.games.here_i_stand.rules.winter import Due, ReturnShips, ReturnUnits, WinterDone, winter
from adjudicator.games.here_i_stand.state import ForeignWar, State
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)


def came(*arrange: Arrange, turn: int = 1) -> Match:
    """Winter has come and gone; nobody has said anything."""
    return over(begun(*arrange, turn=turn))


def over(match: Match) -> Match:
    """Everybody has done."""
    while match.decisions()[0].kind == "winter":
        do(match, match.decisions()[0].waiting[0], WinterDone())
    return match


def begun(*arrange: Arrange, turn: int = 1) -> Match:
    """Winter begins; behind it the Hapsburgs have their impulse."""
    return table(
        hand("hapsburg", "gout"), *arrange, state_of(turn=turn, acting=False), frames=[winter(), impulse("hapsburg")]
    )


CAPITALS = [
    ("ottoman", "istanbul"), ("hapsburg", "valladolid"), ("hapsburg", "vienna"), ("england", "london"),
    ("france", "paris"), ("papacy", "rome"),
]  # fmt: skip


DUE = {"clement_vii": 2, "barbary_pirates": 3, "paul_iii": 4}


def _besieged(state: State) -> None:
    """The Hapsburgs besiege Lyon."""
    siege("lyon", "hapsburg")(state)


@shows("19.1/1", "19.2/1")
def test_loans_end_and_the_renegade_leaves() -> None:
    lent = lambda state: rules.add(state, "marseille", "genoa", {"squadrons": 1}, lent_to="france")  # noqa: E731
    match = came(lent, leader("renegade", "paris"), state_of(renegade="france"))
    assert not [each for here in match.state.forces.values() for each in here if each.lent_to]
    assert "renegade" not in match.state.leaders


@shows("19.3/1")
def test_ships_at_sea_go_to_the_nearest_port_with_their_leaders() -> None:
    genoa = (allies("france", "genoa"), controls("france", "genoa", "bastia"), leader("andrea_doria", "gulf_of_lyon"))
    match = begun(units("gulf_of_lyon", "france", squadrons=2), *genoa)
    assert refused(match, "france", ReturnShips("gulf_of_lyon", "rouen")) == "no_near_port"
    assert refused(match, "france", ReturnShips("north_sea", "rouen")) == "no_ships_there"
    do(match, "france", ReturnShips("gulf_of_lyon", "genoa"))
    over(match)
    assert count(match, "genoa", "france")["squadrons"] == 2
    assert match.state.leaders["andrea_doria"].at == "genoa"


@shows("19.3/1")
def test_ships_leave_the_ports_of_others() -> None:
    match = came(units("naples", "france", squadrons=1), allies("france", "hapsburg"), war("france", "hapsburg", False))
    assert not count(match, "naples", "france")
    assert match.state.alliances == {}


def test_ships_without_a_port_are_lost() -> None:
    ports = ("rome", "ravenna", "ancona")
    match = came(units("tyrrhenian_sea", "papacy", squadrons=1), controls("france", *ports), empty(*ports))
    assert not [
        each for here in match.state.forces.values() for each in here if each.owner == "papacy" and each.squadrons
    ]
    assert match.state.lost_ships["papacy"] == 1


@shows("19.3/3", "19.3/6")
def test_four_stay_in_an_own_fortress_and_the_rest_goes_home() -> None:
    match = came(empty("lyon"), units("lyon", "france", regulars=7))
    assert count(match, "lyon", "france") == {"regulars": 4}
    assert count(match, "paris", "france")["regulars"] >= 3


@shows("19.3/4")
def test_units_in_the_capital_stay_however_many() -> None:
    match = came(empty("paris"), units("paris", "france", regulars=9))
    assert count(match, "paris", "france") == {"regulars": 10}, "nine and the winter regular"


@shows("19.3/3")
def test_units_in_unfortified_or_foreign_spaces_go_home() -> None:
    match = came(units("dijon", "france", regulars=2), units("turin", "france", regulars=1))
    assert not count(match, "dijon", "france")
    assert not count(match, "turin", "france")


@shows("19.3/5")
def test_a_besieger_goes_home_and_the_siege_ends() -> None:
    match = came(
        empty("milan"),
        units("milan", "france", regulars=1),
        units("milan", "hapsburg", regulars=3),
        siege("milan", "hapsburg"),
    )
    assert not match.state.sieges
    assert not count(match, "milan", "hapsburg")
    assert not match.state.forces["milan"][0].inside


@shows("19.3/8")
def test_half_rounded_up_is_lost_without_a_way_home() -> None:
    match = begun(units("milan", "hapsburg", regulars=3), siege("milan", "hapsburg"))
    assert not safe_home(match.state, "hapsburg", "milan", "vienna")
    before = rules.land_of(match.state, "hapsburg", "vienna")
    do(match, "hapsburg", ReturnUnits("milan", "vienna", regulars=3))
    assert rules.land_of(match.state, "hapsburg", "vienna") == before + 1


@shows("19.3/11")
def test_attrition_is_rounded_for_a_stack_in_however_many_orders() -> None:
    match = begun(units("milan", "hapsburg", regulars=3, mercenaries=1), siege("milan", "hapsburg"))
    before = count(match, "vienna", "hapsburg")["regulars"]
    do(match, "hapsburg", ReturnUnits("milan", "vienna", mercenaries=1), ReturnUnits("milan", "vienna", regulars=1))
    assert count(match, "vienna", "hapsburg") == {"regulars": before + 1}, "the owner chooses which of a pair falls"
    do(match, "hapsburg", ReturnUnits("milan", "vienna", regulars=2))
    assert count(match, "vienna", "hapsburg") == {"regulars": before + 2}


@shows("19.3/11")
def test_attrition_takes_minor_allies_and_own_units_as_one_stack() -> None:
    allied = (allies("hapsburg", "genoa"), units("milan", "genoa", regulars=1), units("milan", "hapsburg", regulars=1))
    match = begun(*allied, siege("milan", "hapsburg"))
    before = rules.land_of(match.state, "hapsburg", "vienna")
    both = ReturnUnits("milan", "vienna", regulars=1), ReturnUnits("milan", "vienna", regulars=1, owner="genoa")
    do(match, "hapsburg", *both)
    assert rules.land_of(match.state, "hapsburg", "vienna") == before + 1


@shows("19.3/8", "19.3/9")
def test_a_way_home_has_no_unrest_and_may_lead_over_seas_and_past_enemies() -> None:
    state = begun(units("lyon", "hapsburg", regulars=1)).state
    assert safe_home(state, "france", "marseille", "paris"), "enemies do not matter"
    assert safe_home(state, "hapsburg", "naples", "antwerp"), "over the seas"
    assert not safe_home(begun(unrest("paris")).state, "france", "lyon", "paris"), "unrest at the end"
    assert safe_home(begun(unrest("lyon")).state, "france", "lyon", "paris"), "unrest at the start does not matter"


@shows("19.3/4")
def test_who_must_not_go_may_go_to_the_capital_only() -> None:
    match = begun(empty("lyon", "bordeaux"), units("lyon", "france", regulars=2))
    assert refused(match, "france", ReturnUnits("lyon", "bordeaux", regulars=1)) == "no_winter_quarters"
    assert refused(match, "france", ReturnUnits("paris", "lyon", regulars=1)) == "no_units_to_return"
    assert refused(match, "france", ReturnUnits("lyon", "paris", regulars=3)) == "no_units_to_return"
    do(match, "france", ReturnUnits("lyon", "paris", regulars=2))
    assert not count(match, "lyon", "france")


@shows("19.3/6")
def test_no_fortress_takes_more_than_four() -> None:
    match = begun(empty("lyon", "dijon"), units("lyon", "france", regulars=3), units("dijon", "france", regulars=3))
    assert refused(match, "france", ReturnUnits("dijon", "lyon", regulars=2)) == "no_room"
    do(match, "france", ReturnUnits("dijon", "lyon", regulars=1))


@shows("19.3/16")
def test_units_without_any_quarters_are_lost() -> None:
    match = came(empty("rome", "ravenna"), units("siena", "papacy", regulars=2), controls("france", "rome", "ravenna"))
    assert not [
        each for here in match.state.forces.values() for each in here if each.owner == "papacy" and each.regulars
    ]


@shows("19.3/19")
def test_leaders_go_with_the_last_units_or_to_the_capital() -> None:
    match = came(units("dijon", "france", regulars=2), leader("montmorency", "dijon"))
    at = match.state.leaders["montmorency"].at
    assert at != "dijon"
    assert count(match, at, "france")
    match = came(leader("montmorency", "turin"))
    assert match.state.leaders["montmorency"].at == "paris"


@shows("19.3/18")
def test_scots_winter_in_edinburgh_or_stirling() -> None:
    match = came(
        allies("france", "scotland"),
        controls("france", "edinburgh", "stirling"),
        units("glasgow", "scotland", regulars=1),
    )
    assert not count(match, "glasgow", "scotland")
    assert (
        count(match, "edinburgh", "scotland").get("regulars", 0)
        + count(match, "stirling", "scotland").get("regulars", 0)
        == 4
    )
    match = came(
        allies("france", "scotland"),
        controls("england", "edinburgh", "stirling"),
        units("calais", "scotland", regulars=1),
    )
    assert not count(match, "calais", "scotland")


@shows("19.3/12")
def test_units_of_a_minor_power_may_go_to_its_key_without_limit() -> None:
    match = begun(
        allies("papacy", "venice"),
        controls("papacy", "venice"),
        empty("venice"),
        units("siena", "venice", regulars=2),
        units("venice", "venice", regulars=3),
    )
    do(match, "papacy", ReturnUnits("siena", "venice", regulars=2, owner="venice"))


@shows("19.3/14")
def test_the_protestants_stay_where_they_are_before_the_league() -> None:
    match = came(units("wittenberg", "protestant", regulars=2))
    assert count(match, "wittenberg", "protestant") == {"regulars": 2}


def test_nobody_winters_in_an_electorate_before_the_league() -> None:
    match = came(units("leipzig", "hapsburg", regulars=2))
    assert not [at for at, here in match.state.forces.items() if at in ("wittenberg", "augsburg", "mainz") and here]


@shows("19.4/1", "19.5/1", "19.7/1")
def test_alliances_end_debaters_are_free_and_regulars_come_to_capitals() -> None:
    match = begun(
        allies("england", "france"),
        state_of(committed=3),
        unrest("vienna"),
        empty("london"),
        controls("france", "london"),
    )
    before = {at: rules.land_of(match.state, power, at) for power, at in CAPITALS}
    over(match)
    gained = {at: rules.land_of(match.state, power, at) - before[at] for power, at in CAPITALS}
    assert gained == {"istanbul": 1, "valladolid": 1, "vienna": 0, "london": 0, "paris": 1, "rome": 1}
    assert not match.state.alliances
    assert not match.state.committed


def test_fw_12_and_14_regulars_come_home_and_nobody_leaves_a_foreign_war() -> None:
    card = CARD.number("war_in_persia")
    abroad = state_of(foreign_wars=[ForeignWar(card, 4, regulars=2)])
    match = begun(abroad)
    before = rules.land_of(match.state, "ottoman", "istanbul")
    over(match)
    assert rules.land_of(match.state, "ottoman", "istanbul") == before + 1
    assert rules.strength(match.state.foreign_wars[0]) == 2


@shows("19.8/1")
@pytest.mark.parametrize(("card", "turn"), DUE.items())
def test_mandatory_events_happen_when_they_are_due(card: str, turn: int) -> None:
    number = CARD.number(card)
    match = came(hand("france", card), turn=turn - 1)
    assert number in match.state.hands["france"].cards
    match = came(hand("france", card), turn=turn)
    assert number not in match.state.hands["france"].cards
    assert number in (*match.state.table, *match.state.gone)
    assert match.state.impulse.cp == 0
    match = came(discarded(card), turn=turn)
    assert number in (*match.state.table, *match.state.gone)


def test_the_besieged_leave_the_fortress_of_an_ally() -> None:
    held = (empty("lyon"), units("lyon", "france", regulars=1), units("lyon", "england", regulars=1))
    besieger = units("lyon", "hapsburg", regulars=4)
    match = came(*held, besieger, allies("england", "france"), war("england", "hapsburg"), _besieged)
    assert count(match, "lyon", "france") == {"regulars": 1}
    assert not count(match, "lyon", "england")
    assert not count(match, "lyon", "hapsburg")


@shows("19/1", "19.6/1")
def test_loans_end_before_ships_go_home_and_markers_of_piracy_leave() -> None:
    lent = lambda state: rules.add(state, "marseille", "genoa", {"squadrons": 1}, lent_to="france")  # noqa: E731
    match = came(lent, allies("hapsburg", "genoa"), state_of(pirated=rules.bit("ionian_sea")))
    assert not count(match, "marseille", "genoa"), "they went home from the borrower's port"
    assert sum(each.squadrons for here in match.state.forces.values() for each in here if each.owner == "genoa") == 2
    assert not match.state.pirated


@shows("19/1")
def test_all_powers_go_home_side_by_side() -> None:
    match = begun(units("dijon", "france", regulars=1), units("graz", "hapsburg", regulars=1))
    assert {seat for each in match.decisions() for seat in each.waiting} >= {"france", "hapsburg"}


@shows("19.3/1")
def test_ships_of_a_sea_zone_may_split_between_equally_near_ports() -> None:
    match = begun(units("gulf_of_lyon", "hapsburg", squadrons=2))
    do(match, "hapsburg", ReturnShips("gulf_of_lyon", "valencia", squadrons=1))
    do(match, "hapsburg", ReturnShips("gulf_of_lyon", "barcelona"))
    assert count(match, "valencia", "hapsburg") == {"squadrons": 1}
    assert count(match, "barcelona", "hapsburg")["squadrons"] == 2
    far = begun(units("gulf_of_lyon", "hapsburg", squadrons=1))
    assert refused(far, "hapsburg", ReturnShips("gulf_of_lyon", "naples")) == "no_near_port"


@shows("19.3/2")
def test_ships_in_an_own_port_stay_there() -> None:
    match = begun(units("dijon", "france", regulars=1))
    assert refused(match, "france", ReturnShips("marseille", "rouen")) == "no_ships_there"


@shows("19.3/4", "19.3/6")
def test_the_excess_of_a_fortress_goes_to_the_capital_only() -> None:
    match = begun(units("lyon", "france", regulars=5))
    assert refused(match, "france", ReturnUnits("lyon", "bordeaux", regulars=1)) == "no_winter_quarters"
    assert count(over(match), "lyon", "france") == {"regulars": 4}


@shows("19.3/7")
def test_the_nearest_fortress_is_counted_over_any_spaces() -> None:
    there = (
        empty("metz", "besancon"),
        units("st_dizier", "france", regulars=2),
        controls("france", "metz", "besancon"),
    )
    match = begun(*there)
    near = {
        each.to for each in options(match, "france") if isinstance(each, ReturnUnits) and each.origin == "st_dizier"
    }
    assert "metz" in near
    assert "besancon" not in near
    full = begun(*there, units("metz", "france", regulars=4))
    near = {each.to for each in options(full, "france") if isinstance(each, ReturnUnits) and each.origin == "st_dizier"}
    assert "metz" not in near
    assert "besancon" in near


@shows("19.3/8")
def test_the_owner_chooses_which_half_is_lost() -> None:
    there = (units("modena", "hapsburg", regulars=2, mercenaries=2), controls("papacy", "modena"))
    match = begun(*there, *(controls("papacy", each) for each in ("trent", "venice", "ravenna", "pavia")))
    do(match, "hapsburg", ReturnUnits("modena", "vienna", regulars=2, mercenaries=2))
    assert match.decisions()[0].kind == "losses" or any(each.kind == "losses" for each in match.decisions())
    do(match, "hapsburg", Lose(regulars=2))
    assert count(match, "vienna", "hapsburg") == {"regulars": 4, "mercenaries": 2}


@shows("19.3/9")
def test_half_is_lost_on_the_way_from_the_mediterranean_to_the_atlantic() -> None:
    there = (units("marseille", "england", regulars=4), war("england", "france"))
    assert not ways.safe_home(begun(*there).state, "england", "marseille", "london")
    assert ways.safe_home(begun(*there, controls("england", "gibraltar")).state, "england", "marseille", "london")
    match = over(begun(*there))
    assert count(match, "london", "england")["regulars"] == 3 + 2 + 1, "half of them, and a regular has come"


@shows("19.3/10")
def test_the_way_home_leads_through_allied_spaces() -> None:
    there = (war("hapsburg", "france", on=False), units("florence", "hapsburg", regulars=2), empty("florence"))
    held = [controls("papacy", each) for each in ("siena", "modena", "pavia", "trent", "florence")]
    apart = begun(*there, *held)
    assert not ways.safe_home(apart.state, "hapsburg", "florence", "naples")
    assert ways.safe_home(begun(*there, *held, allies("hapsburg", "papacy")).state, "hapsburg", "florence", "naples")


@shows("19.3/13", "19.3/15")
def test_protestants_go_to_a_fortress_with_room_or_are_lost() -> None:
    league = (state_of(league=True), controls("protestant", "wittenberg"), units("leipzig", "protestant", regulars=2))
    match = came(*league, empty("wittenberg"))
    assert count(match, "wittenberg", "protestant") == {"regulars": 2}
    full = came(*league, empty("wittenberg"), units("wittenberg", "protestant", regulars=4))
    assert count(full, "wittenberg", "protestant") == {"regulars": 4}
    assert not count(full, "leipzig", "protestant")


@shows("19.3/16")
def test_a_capital_of_an_enemy_takes_nobody() -> None:
    match = came(controls("hapsburg", "paris"), empty("paris"), units("lyon", "france", regulars=5))
    assert count(match, "lyon", "france") == {"regulars": 4}
    assert not count(match, "paris", "france")


@shows("19.3/17")
def test_hapsburgs_choose_either_capital_and_pass_no_electorate() -> None:
    there = (units("leipzig", "hapsburg", regulars=1), controls("papacy", "prague", "nuremberg", "kassel", "magdeburg"))
    route = ("wittenberg", "breslau", "brunn")
    match = begun(*there, controls("papacy", "erfurt"), controls("hapsburg", *route))
    both = {
        each.to for each in options(match, "hapsburg") if isinstance(each, ReturnUnits) and each.origin == "leipzig"
    }
    assert {"vienna", "valladolid"} <= both
    assert "wittenberg" not in both
    assert not ways.safe_home(match.state, "hapsburg", "leipzig", "vienna"), "the way leads through Wittenberg"
    after = begun(*there, controls("papacy", "erfurt"), controls("hapsburg", *route), state_of(league=True))
    assert ways.safe_home(after.state, "hapsburg", "leipzig", "vienna")


@shows("19.3/20")
def test_a_leader_without_units_and_capital_goes_to_a_friendly_fortress() -> None:
    match = came(controls("hapsburg", "paris"), empty("paris", "dijon"), leader("francis_i", "dijon"))
    assert match.state.leaders["francis_i"].at in ("lyon", "rouen")


@shows("19.8/2")
def test_events_that_are_due_together_happen_in_the_order_of_their_cards() -> None:
    match = begun(turn=4)
    while match.decisions()[0].kind == "winter":
        told = match.apply(match.decisions()[0].waiting[0], WinterDone())
    due = [each.public.card for each in told if isinstance(each.public, Due)]
    assert due == sorted(due, key=CARD.number)
    assert len(due) > 1
