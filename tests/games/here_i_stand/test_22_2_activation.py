"""Activation of minor powers (22.2)."""

from adjudicator.games.here_i_stand.cards.aims import ForMinor, ForSpace, ForUse
from adjudicator.games.here_i_stand.rules import table as rules
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import allies, controls, count, dice, empty, leader, state_of, table, war
from tests.games.here_i_stand.test_cards import played


@shows("22.2/3")
def test_who_activates_a_minor_power_is_no_longer_at_war_with_it() -> None:
    match = played("diplomatic_marriage", ForMinor("genoa", 1), arrange=(war("hapsburg", "genoa"),))
    assert not rules.at_war(match.state, "hapsburg", "genoa")
    assert not match.state.wars.get("genoa")


SCOTS = (allies("france", "scotland"), controls("france", "edinburgh", "glasgow", "stirling"))


@shows("22.2/2")
def test_the_auld_alliance_has_three_uses() -> None:
    assert played("auld_alliance", power="france").state.minors["scotland"] == "france"
    match = played("auld_alliance", ForUse(3), ForSpace("glasgow"), arrange=SCOTS, power="france")
    assert count(match, "glasgow", "france") == {"regulars": 3}
    assert not played("auld_alliance", arrange=SCOTS, power="england").state.minors


@shows("22.2/2")
def test_the_venetian_alliance_has_three_uses() -> None:
    assert played("venetian_alliance", power="papacy").state.minors["venice"] == "papacy"
    held = (allies("papacy", "venice"), controls("papacy", "venice", "corfu", "candia", "zara"), empty("ravenna"))
    match = played("venetian_alliance", ForUse(3), ForSpace("ravenna"), arrange=held, power="papacy")
    assert count(match, "ravenna", "venice") == {"regulars": 1, "squadrons": 1}, "there are four squadrons"
    assert not played("venetian_alliance", arrange=held, power="ottoman").state.minors


GENOESE = (allies("france", "genoa"), controls("france", "genoa", "bastia"))


@shows("22.2/2")
def test_andrea_doria_brings_genoa_over_or_hunts_pirates() -> None:
    assert played("andrea_doria", arrange=GENOESE).state.minors["genoa"] == "hapsburg"
    hunt = (*GENOESE, war("france", "ottoman"), leader("andrea_doria", "aegean_sea"))
    rolled = (dice("doria", 5, 6, 1),)
    match = played("andrea_doria", arrange=(*hunt, state_of(piracy=1)), power="england", draws=rolled)
    assert match.state.piracy == 0
    assert len(match.state.hands["france"].cards) == 2
    match = played("andrea_doria", arrange=hunt, power="england", draws=rolled)
    assert len(match.state.hands["france"].cards) == 2, "without pirates, too"


@shows("22.2/4")
def test_spaces_and_keys_of_an_active_minor_power_are_its_allys() -> None:
    plain = rules.keys(table().state, "hapsburg")
    match = played("diplomatic_marriage", ForMinor("genoa", 1))
    assert rules.controller(match.state, "bastia") == "hapsburg"
    assert rules.keys(match.state, "hapsburg") == plain + 1
