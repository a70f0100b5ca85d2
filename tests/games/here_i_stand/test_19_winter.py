"""Winter (19): ships and armies go home, what ends, and what is due."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.ways import safe_home
from adjudicator.games.here_i_stand.rules.winter import ReturnShips, ReturnUnits, WinterDone, winter
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
