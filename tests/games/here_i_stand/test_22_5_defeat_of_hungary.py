"""The defeat of Hungary-Bohemia (22.5)."""

from typing import Any

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.kernel.match import Match
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
    siege,
    table,
    units,
    war,
)

QUIET = discarded("foul_weather", "gout")


def hungary(*more: Arrange) -> Match:
    """The Ottoman assaults Belgrade."""
    draws: list[dict[str, Any]] = [dice("attack", 6, 1), dice("defense", 1, 1)]
    return table(
        QUIET,
        units("belgrade", "ottoman", regulars=4),
        siege("belgrade", "ottoman"),
        *more,
        draws=draws,
        power="ottoman",
        cp=1,
    )


@shows("22.5/1")
def test_hungary_holds_with_more_than_four_regulars() -> None:
    match = hungary()
    do(match, "ottoman", Assault("belgrade"))
    assert rules.controller(match.state, "belgrade") == "ottoman"
    assert not match.state.hungary_lost


@shows("22.5/1", "22.5/2")
def test_unaligned_hungary_falls_with_a_key_and_four_regulars() -> None:
    match = hungary(units("buda", "hungary_bohemia", regulars=-3), units("agram", "ottoman", regulars=1))
    do(match, "ottoman", Assault("belgrade"))
    assert match.state.hungary_lost
    assert match.state.minors == {"hungary_bohemia": "hapsburg"}
    assert rules.at_war(match.state, "ottoman", "hapsburg")
    assert match.state.powers["ottoman"].war_winner == 2
    assert rules.controller(match.state, "agram") == "ottoman"


@shows("22.5/1")
def test_an_ally_of_the_hapsburgs_falls_with_two_keys() -> None:
    ally = (allies("hapsburg", "hungary_bohemia"), war("ottoman", "hapsburg"), war("ottoman", "hungary_bohemia", False))
    match = hungary(*ally, units("buda", "hungary_bohemia", regulars=-3))
    do(match, "ottoman", Assault("belgrade"))
    assert not match.state.hungary_lost
    match = hungary(*ally, empty("buda"), controls("ottoman", "buda"))
    do(match, "ottoman", Assault("belgrade"))
    assert match.state.hungary_lost


@shows("22.5/2")
def test_besieged_keys_of_a_defeated_hungary_fall_too() -> None:
    match = table(
        QUIET,
        units("belgrade", "ottoman", regulars=4),
        siege("belgrade", "ottoman"),
        units("buda", "hungary_bohemia", regulars=-3),
        units("buda", "ottoman", regulars=3),
        siege("buda", "ottoman"),
        draws=[dice("attack", 6, 1), dice("defense", 1, 1)],
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", Assault("belgrade"))
    assert rules.controller(match.state, "buda") == "ottoman"
    assert not count(match, "buda", "hungary_bohemia")
    assert not match.state.sieges
