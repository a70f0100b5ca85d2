"""Control of spaces (12.2, 12.3), unrest (12.4) and displacement (12.5)."""

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import RemoveUnrest, TakeControl
from adjudicator.games.here_i_stand.rules.displacing import displacing, land_havens, sea_havens
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    controls,
    do,
    empty,
    refused,
    table,
    units,
    unrest,
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
