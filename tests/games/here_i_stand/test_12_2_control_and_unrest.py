"""Control of spaces (12.2, 12.3), unrest (12.4) and displacement (12.5)."""

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules import ways
from adjudicator.games.here_i_stand.rules.building import RemoveUnrest, TakeControl, near_units
from adjudicator.games.here_i_stand.rules.displacing import displacing, land_havens, sea_havens
from adjudicator.games.here_i_stand.rules.faith import sources
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    do,
    empty,
    options,
    protestant,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)


@shows("12.5/1", "12.5/2")
def test_displaced_units_go_to_the_nearest_fortified_space_or_the_capital() -> None:
    match = table(units("dijon", "hapsburg", regulars=2))
    assert land_havens(match.state, "hapsburg", "dijon") == ["besancon", "valladolid", "vienna"]
    assert sea_havens(match.state, "france", "gulf_of_lyon") == ["marseille"]
    match = table(units("dijon", "hapsburg", regulars=2), frames=[displacing("hapsburg", "dijon")])
    assert match.decisions()[0].kind == "displace"


@shows("12.2/1")
def test_an_unfortified_space_is_taken_by_units_there_or_next_to_it() -> None:
    match = table(units("pavia", "hapsburg", regulars=1), controls("hapsburg", "modena"), cp=3)
    assert refused(match, "hapsburg", TakeControl("milan")) == "fortified_space"
    assert refused(match, "hapsburg", TakeControl("modena")) == "own_already"
    assert refused(match, "hapsburg", TakeControl("avignon")) == "no_units_near"
    assert refused(match, "hapsburg", TakeControl("pavia")) == "no_line", "Milan and its French lie in between"


@shows("12.2/1", "12.1/8")
def test_control_needs_a_line_and_units() -> None:
    match = table(units("zurich", "hapsburg", regulars=1), cp=3)
    do(match, "hapsburg", TakeControl("zurich"))
    assert rules.controller(match.state, "zurich") == "hapsburg"
    assert refused(match, "hapsburg", TakeControl("turin")) == "no_line"
    do(match, "hapsburg", TakeControl("basel"))
    assert rules.controller(match.state, "basel") == "hapsburg"


@shows("12.4/9", "12.4/10")
def test_unrest_is_removed_by_units_or_by_protestants_at_home() -> None:
    match = table(unrest("vienna", "madrid"), cp=3)
    assert refused(match, "hapsburg", RemoveUnrest("graz")) == "no_unrest"
    do(match, "hapsburg", RemoveUnrest("vienna"), RemoveUnrest("madrid"))
    assert not match.state.unrest
    match = table(unrest("erfurt"), power="protestant", cp=1)
    do(match, "protestant", RemoveUnrest("erfurt"))
    match = table(unrest("erfurt"), empty("wittenberg", "leipzig", "nuremberg", "kassel"), cp=1)
    assert refused(match, "hapsburg", RemoveUnrest("erfurt")) == "no_units_near"


@shows("12.2/2")
def test_besieging_and_besieged_units_stand_beside_as_well() -> None:
    inside = (units("besancon", "france", regulars=3), siege("besancon", "france"), empty("metz"))
    match = table(*inside, cp=1)
    assert not near_units(match.state, "hapsburg", "strasburg"), "the besiegers are enemies beside it"
    assert not near_units(match.state, "france", "strasburg"), "so are those inside"
    besieger = table(units("metz", "france", regulars=2), siege("metz", "france"), empty("besancon"))
    assert near_units(besieger.state, "france", "strasburg")


@shows("12.2/3")
def test_units_of_a_minor_ally_take_a_space_for_their_power() -> None:
    there = (war("france", "england"), empty("berwick", "york", "carlisle"), allies("france", "scotland"))
    match = table(*there, power="france", cp=1)
    do(match, "france", TakeControl("berwick"))
    assert rules.controller(match.state, "berwick") == "france"


@shows("12.2/4", "12.2/5")
def test_units_beside_need_no_line_and_religion_stays() -> None:
    there = (units("zurich", "hapsburg", regulars=1), controls("papacy", "innsbruck"), protestant("basel"))
    match = table(*there, empty("besancon"), cp=1)
    assert not rules.has(ways.supplied(match.state, "hapsburg"), "zurich")
    do(match, "hapsburg", TakeControl("basel"))
    assert rules.controller(match.state, "basel") == "hapsburg"
    assert rules.has(match.state.protestant, "basel")


@shows("12.2/6", "12.2/7")
def test_ships_leave_a_port_that_is_taken_unless_they_are_of_its_side() -> None:
    there = (war("england", "france"), units("calais", "england", regulars=2), empty("boulogne", "rouen", "paris"))
    fleet = (units("boulogne", "france", squadrons=2), units("boulogne", "hapsburg", squadrons=1))
    match = table(*there, *fleet, allies("england", "hapsburg"), power="england", cp=1)
    do(match, "england", TakeControl("boulogne"))
    assert not count(match, "boulogne", "france")
    assert count(match, "english_channel", "france") == {"squadrons": 2}
    assert count(match, "boulogne", "hapsburg") == {"squadrons": 1}, "allies have a right to stay"


@shows("12.3/1", "2.1/2")
def test_fortified_spaces_are_not_taken_by_the_control_action() -> None:
    match = table(units("metz", "hapsburg", regulars=3), empty("metz"), units("metz", "hapsburg", regulars=3), cp=1)
    assert refused(match, "hapsburg", TakeControl("metz")) == "fortified_space"
    assert not [each for each in options(match, "hapsburg") if isinstance(each, TakeControl) and each.space == "metz"]


@shows("12.4/9")
def test_calming_needs_own_units_there_or_beside_where_no_enemies_are() -> None:
    match = table(unrest("dijon"), units("dijon", "hapsburg", regulars=1), cp=1)
    do(match, "hapsburg", RemoveUnrest("dijon"))
    beside = table(unrest("dijon"), empty("lyon", "paris"), cp=1)
    assert RemoveUnrest("dijon") in options(beside, "hapsburg")
    enemies = table(unrest("dijon"), empty("lyon"), cp=1)
    assert refused(enemies, "hapsburg", RemoveUnrest("dijon")) == "no_units_near", "the French in Paris"
    over_a_pass = table(unrest("turin"), empty("milan"), units("geneva", "hapsburg", regulars=1), cp=1)
    assert refused(over_a_pass, "hapsburg", RemoveUnrest("turin")) == "no_units_near"


@shows("12.4/10")
def test_protestants_calm_their_home_spaces_whoever_stands_there() -> None:
    match = table(unrest("erfurt"), units("erfurt", "hapsburg", regulars=3), power="protestant", cp=1)
    do(match, "protestant", RemoveUnrest("erfurt"))
    later = table(unrest("erfurt"), state_of(league=True), empty("wittenberg", "leipzig"), power="protestant", cp=1)
    assert refused(later, "protestant", RemoveUnrest("erfurt")) == "no_units_near"
    abroad = table(unrest("basel"), power="protestant", cp=1)
    assert refused(abroad, "protestant", RemoveUnrest("basel")) == "no_units_near"


@shows("12.4/11")
def test_fortified_and_foreign_spaces_are_calmed_too() -> None:
    match = table(unrest("metz"), empty("metz"), units("metz", "hapsburg", regulars=1), cp=1)
    do(match, "hapsburg", RemoveUnrest("metz"))
    assert not match.state.unrest


@shows("12.4/5")
def test_what_stands_in_unrest_counts_for_nothing_beside_it() -> None:
    there = (protestant("wittenberg", "magdeburg"), units("magdeburg", "protestant", regulars=1))
    calm_ = sources.dice(table(*there).state, "protestant", "brandenburg")
    in_unrest = sources.dice(table(*there, unrest("magdeburg")).state, "protestant", "brandenburg")
    assert calm_ - in_unrest == 2, "its religion and its troops"


@shows("12.5/2")
def test_a_sea_zone_counts_as_a_space_and_gaps_are_closed() -> None:
    match = table(controls("france", "seville"), *(controls("hapsburg", each) for each in ("marseille", "rouen")))
    assert not ways.havens(match.state, "france", "barbary_coast"), "not past Gibraltar"
