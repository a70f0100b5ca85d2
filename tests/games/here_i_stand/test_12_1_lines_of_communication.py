"""Lines of communication (12.1): where they begin, what they may pass, where they end."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import LOCATION
from adjudicator.games.here_i_stand.rules import ways
from adjudicator.games.here_i_stand.rules.building import RemoveUnrest, TakeControl
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    do,
    empty,
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

SCOTS = (allies("france", "scotland"), war("france", "england"), units("edinburgh", "france", regulars=2))
ENGLISH_WAR = (empty("berwick", "york", "carlisle"), *SCOTS)
STIRLING = controls("england", "stirling")


def reached(match: Match, power: str, *places: str) -> list[bool]:
    """Whether lines of communication reach places."""
    found = ways.supplied(match.state, power)
    return [bool(found >> LOCATION.index[at] & 1) for at in places]


@shows("12.1/1")
def test_a_line_begins_in_a_home_fortress_of_a_minor_ally() -> None:
    match = table(*ENGLISH_WAR, STIRLING, power="france", cp=1)
    do(match, "france", TakeControl("berwick"))


@shows("12.1/1")
def test_a_line_begins_in_a_home_fortress_of_an_ally_and_of_its_minor_ally() -> None:
    both = (
        war("hapsburg", "france", on=False),
        allies("hapsburg", "france"),
        allies("france", "scotland"),
        war("hapsburg", "england"),
        STIRLING,
    )
    match = table(*both)
    assert reached(match, "hapsburg", "paris", "edinburgh", "berwick") == [True, True, True]
    apart = table(allies("france", "scotland"), STIRLING)
    assert reached(apart, "hapsburg", "paris", "edinburgh") == [False, False]


@shows("12.1/1")
def test_a_line_begins_in_no_conquered_fortress_nor_open_home_space() -> None:
    match = table(empty("venice"), controls("france", "venice", "edinburgh"))
    assert reached(match, "france", "venice") == [False], "no home of theirs"
    held = table(*(controls("england", each) for each in ("paris", "rouen", "bordeaux", "lyon", "marseille")))
    assert reached(held, "france", "orleans") == [False], "Orleans is no fortress"


@shows("12.1/2", "12.1/3")
@pytest.mark.parametrize(
    "closed",
    [
        controls("papacy", "orleans"),
        unrest("orleans"),
        leader("charles_v", "orleans"),
        units("orleans", "hapsburg", regulars=1),
    ],
)
def test_a_line_passes_nothing_foreign_in_unrest_or_with_an_enemy(closed: Arrange) -> None:
    alone = [controls("england", each) for each in ("paris", "rouen", "bordeaux", "marseille", "limoges", "dijon")]
    open_ = table(*alone)
    assert reached(open_, "france", "orleans", "tours") == [True, True]
    match = table(*alone, closed)
    assert reached(match, "france", "orleans", "tours") == [True, False], "it may end there"


@shows("12.1/2")
@pytest.mark.parametrize(
    "closed", [unrest("lyon"), units("lyon", "hapsburg", squadrons=1), leader("ferdinand", "lyon")]
)
def test_a_line_does_not_begin_where_unrest_or_an_enemy_is(closed: Arrange) -> None:
    rest = [controls("england", each) for each in ("paris", "rouen", "bordeaux", "marseille")]
    assert reached(table(*rest), "france", "geneva") == [True]
    assert reached(table(*rest, closed), "france", "geneva") == [False]


@shows("12.1/4", "12.1/5")
def test_a_line_goes_over_adjacent_sea_zones_with_friendly_ships_in_them() -> None:
    lyon, tyrrhenian = units("gulf_of_lyon", "france", squadrons=1), units("tyrrhenian_sea", "france", squadrons=1)
    assert reached(table(lyon, tyrrhenian), "france", "palermo", "bastia") == [True, True], "any port ends it"
    assert reached(table(lyon), "france", "palermo", "bastia") == [False, True]
    assert reached(table(tyrrhenian), "france", "palermo", "bastia") == [False, False]
    in_port = table(units("marseille", "france", squadrons=3))
    assert reached(in_port, "france", "bastia") == [False], "ships in port open no sea zone"
    onward = table(lyon, tyrrhenian, controls("france", "palermo"), empty("messina"))
    assert reached(onward, "france", "messina") == [True], "from a friendly port it goes on"


@shows("12.1/4")
def test_ships_on_loan_and_allied_ships_open_a_sea_zone() -> None:
    ally = table(allies("france", "ottoman"), units("gulf_of_lyon", "ottoman", squadrons=1))
    assert reached(ally, "france", "bastia") == [True]
    enemy = table(units("gulf_of_lyon", "hapsburg", squadrons=1))
    assert reached(enemy, "france", "bastia") == [False]


@shows("12.1/6", "12.1/7")
def test_before_the_league_a_line_may_end_in_an_electorate_only() -> None:
    only = [controls("france", each) for each in ("brunswick", "erfurt", "lubeck", "brandenburg")]
    ours = controls("hapsburg", "prague", "wittenberg")
    before = table(*only, ours)
    assert reached(before, "hapsburg", "wittenberg", "magdeburg") == [True, False]
    after = table(*only, ours, state_of(league=True), empty("wittenberg"))
    assert reached(after, "hapsburg", "wittenberg", "magdeburg") == [True, True]


@shows("12.1/8")
def test_control_needs_a_line_and_calming_needs_none() -> None:
    cut = (unrest("berwick"), siege("edinburgh", "england"), units("edinburgh", "england", regulars=9))
    match = table(*ENGLISH_WAR, STIRLING, *cut, power="france", cp=2)
    assert refused(match, "france", TakeControl("berwick")) == "no_line"
    assert RemoveUnrest("berwick") in options(
        table(*ENGLISH_WAR, STIRLING, unrest("berwick"), power="france", cp=1), "france"
    )


@shows("12.1/9")
def test_a_line_leads_over_a_pass() -> None:
    match = table(controls("france", "turin"), controls("england", "milan"))
    assert reached(match, "france", "turin") == [True], "all ways from France to Turin lead over passes"
