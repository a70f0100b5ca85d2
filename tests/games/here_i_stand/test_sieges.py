"""Sieges and assaults (15), inactive minor powers and independents (22.1), the defeat of Hungary (22.5)."""

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hiring import NoHire
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.battle import PlayCombat
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    controls,
    count,
    dice,
    discarded,
    do,
    hand,
    protestant,
    siege,
    state_of,
    table,
    units,
    war,
)

QUIET = discarded("foul_weather", "gout")


METZ = (QUIET, units("metz", "france", regulars=4), siege("metz", "france"))


def test_sl_12_an_electorate_that_protestants_take_brings_its_regulars() -> None:
    league = state_of(league=True), war("protestant", "hapsburg"), protestant("trier", "mainz")
    match = table(
        QUIET,
        *league,
        controls("protestant", "mainz"),
        units("trier", "protestant", regulars=2),
        siege("trier", "protestant"),
        draws=[dice("attack", 6, 1), dice("defense", 1)],
        power="protestant",
        cp=1,
    )
    do(match, "protestant", Assault("trier"))
    assert rules.controller(match.state, "trier") == "protestant"
    assert count(match, "trier", "protestant") == {"regulars": 3}


def test_siege_mining_adds_three_dice_of_the_attacker() -> None:
    match = table(
        *METZ,
        hand("france", "siege_mining"),
        draws=[dice("attack", *[1] * 5), dice("defense", 1, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", Assault("metz"), NoHire(), PlayCombat("siege_mining"))
    assert match.state.battle is None


@shows("cards/9")
def test_restless_mercenaries_leave_the_formation() -> None:
    match = table(
        QUIET,
        units("brussels", "france", regulars=1, mercenaries=3),
        siege("brussels", "france"),
        hand("hapsburg", "mercenaries_grow_restless"),
        power="france",
        cp=1,
    )
    do(match, "france", Assault("brussels"))
    do(match, "hapsburg", PlayCombat("mercenaries_grow_restless"))
    do(match, "france", RetreatTo("st_dizier"))
    assert not match.state.sieges, "one does not outnumber one"
