"""Deactivation of minor powers (22.4)."""

from adjudicator.games.here_i_stand.cards.aims import ForMinor
from adjudicator.games.here_i_stand.rules import table as rules
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import allies, controls, count, do, empty, leader, options, units
from tests.games.here_i_stand.test_22_2_activation import GENOESE
from tests.games.here_i_stand.test_cards import played


@shows("22.4/1")
def test_deactivation_sends_everybody_home() -> None:
    abroad = (units("turin", "genoa", regulars=1), units("genoa", "france", regulars=2))
    match = played("diplomatic_marriage", ForMinor("genoa", 2), arrange=(*GENOESE, *abroad))
    while match.decisions()[0].kind == "displace":
        do(match, "france", options(match, "france")[0])
    assert count(match, "genoa", "genoa") == {"regulars": 3, "squadrons": 1}
    assert not count(match, "genoa", "france")
    assert match.state.leaders["andrea_doria"].at == "genoa", "he was at home"
    assert rules.controller(match.state, "genoa") == rules.controller(match.state, "bastia") == "genoa"


@shows("22.4/1")
def test_doria_at_sea_goes_to_the_nearest_port_of_genoa() -> None:
    sea = leader("andrea_doria", "tyrrhenian_sea")
    match = played("diplomatic_marriage", ForMinor("genoa", 2), arrange=(*GENOESE, sea))
    assert match.state.leaders["andrea_doria"].at in ("genoa", "bastia")


@shows("22.4/1")
def test_without_a_fortified_home_units_go_to_an_open_one_or_are_lost() -> None:
    for lost, left in ((("genoa",), {"regulars": 1}), (("genoa", "bastia"), {})):
        held = allies("france", "genoa"), controls("france", "genoa", "bastia"), controls("hapsburg", *lost)
        there = empty("genoa"), units("turin", "genoa", regulars=1), units("gulf_of_lyon", "genoa", squadrons=1)
        match = played("diplomatic_marriage", ForMinor("genoa", 2), arrange=(*held, *there))
        assert not count(match, "turin", "genoa")
        assert not count(match, "gulf_of_lyon", "genoa")
        assert count(match, "bastia", "genoa") == left | ({"squadrons": 1} if left else {})
