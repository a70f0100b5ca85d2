"""Independent keys (22.6)."""

import pytest

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.marching import March
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import count, dice, discarded, do, siege, table, units


@shows("22.6/1")
@pytest.mark.parametrize("space", ["metz", "florence"])
def test_mp_10_independent_keys_are_attacked_without_a_war(space: str) -> None:
    near = {"metz": "st_dizier", "florence": "siena"}[space]
    match = table(units(near, "france", regulars=3), power="france", cp=1)
    do(match, "france", March(near, space, regulars=3))
    assert match.state.sieges[space].by == "france"


QUIET = discarded("foul_weather", "gout")


def test_the_knights_defend_like_independents() -> None:
    match = table(
        QUIET,
        units("rhodes", "ottoman", regulars=3),
        units("aegean_sea", "ottoman", squadrons=1),
        siege("rhodes", "ottoman"),
        draws=[dice("attack", 6, 1), dice("defense", 1, 1)],
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", Assault("rhodes"))
    assert rules.controller(match.state, "rhodes") == "ottoman"
    assert not count(match, "rhodes", "knights")
    assert match.state.knights == ""
