"""The map (2): spaces, control, religion, markers, zones, passes and seas."""

from adjudicator.games.here_i_stand.facts import CAPITALS, HOME_OF, IMMUNE, OWNER, POWER, SPACE, TABLES, ZONE
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import RaiseUnits, TakeControl
from adjudicator.games.here_i_stand.rules.naval.transport import Transport
from adjudicator.games.here_i_stand.rules.war.entering import refuges
from adjudicator.games.here_i_stand.rules.war.marching import March, price
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    do,
    empty,
    options,
    protestant,
    refused,
    state_of,
    table,
    units,
)


@shows("2.1/1")
def test_keys_electorates_and_fortresses_are_fortified_and_markers_fortify() -> None:
    state = table().state
    fortified = {at for at in SPACE.ids if rules.fortified(state, at)}
    printed = {each.id for each in SPACE if each.kind in ("key", "electorate", "fortress")}
    assert fortified == printed | {"stirling"} & fortified
    assert rules.fortified(table(state_of(fortresses=rules.bit("dijon"))).state, "dijon")


@shows("2.1/4", "2.1/5")
def test_electorates_and_fortresses_give_no_cards_nor_points() -> None:
    before = table().state
    after = table(controls("hapsburg", "mainz", "trier", "corfu", "candia")).state
    for each in (rules.keys, rules.points, rules.base_cards):
        assert each(before, "hapsburg") == each(after, "hapsburg")


@shows("2.1/6")
def test_the_capitals() -> None:
    assert {owner: CAPITALS[owner] for owner in POWER.ids} == {
        "ottoman": ("istanbul",),
        "hapsburg": ("valladolid", "vienna"),
        "england": ("london",),
        "france": ("paris",),
        "papacy": ("rome",),
        "protestant": (),
    }


@shows("2.1/7")
def test_home_spaces_never_change_but_for_pirate_havens() -> None:
    state, after = table().state, table(state_of(havens=rules.bit("oran"))).state
    homes = [rules.homes(state, owner) for owner in OWNER.ids]
    assert sum(each.bit_count() for each in homes) == sum(1 for each in SPACE if each.home)
    assert rules.has(rules.homes(state, "hapsburg"), "oran")
    assert not rules.has(rules.homes(after, "hapsburg"), "oran")
    assert rules.has(rules.homes(after, "ottoman"), "oran")
    taken = table(controls("france", "vienna"), cp=1, power="france")
    assert refused(taken, "france", RaiseUnits("mercenary", "vienna")) == "no_home_space"


@shows("2.2/1")
def test_spaces_belong_to_their_home_power_at_first() -> None:
    state = table().state
    other = {"milan": "france", "turin": "france", "tunis": "hapsburg", "algiers": ""}
    for each in SPACE:
        if each.home and each.home != "protestant":
            assert rules.controller(state, each.id) == other.get(each.id, each.home), each.id


@shows("2.2/2", "2.2/3")
def test_friends_are_own_and_allied_spaces_and_enemies_are_at_war() -> None:
    state = table(allies("england", "papacy")).state
    assert rules.friendly(state, "england", "london")
    assert rules.friendly(state, "england", "rome")
    assert not rules.friendly(state, "england", "paris")
    assert rules.at_war(state, "hapsburg", "france")
    assert not rules.at_war(state, "england", "france")


@shows("2.2/4")
def test_independents_are_neither_friends_nor_enemies() -> None:
    state = table().state
    for power in POWER.ids:
        assert not rules.friendly(state, power, "metz")
        assert not rules.at_war(state, power, "independent")
    match = table(units("liege", "hapsburg", regulars=1), units("metz", "independent", regulars=3), cp=1)
    assert TakeControl("liege") in options(match, "hapsburg"), "independent units beside do not bar it"


@shows("2.3/1", "2.3/2")
def test_religion_and_control_are_apart() -> None:
    state = table().state
    assert not state.protestant
    assert HOME_OF["ottoman"] == IMMUNE
    turned = table(protestant("basel"), controls("france", "basel")).state
    assert rules.has(turned.protestant, "basel")
    match = table(protestant("basel"), units("besancon", "hapsburg", regulars=1), cp=1)
    do(match, "hapsburg", TakeControl("basel"))
    assert rules.has(match.state.protestant, "basel")


@shows("2.4/1")
def test_keys_that_a_power_controls_fix_its_cards_and_points() -> None:
    state = table().state
    more = table(controls("france", "metz")).state
    assert rules.keys(more, "france") == rules.keys(state, "france") + 1
    row = TABLES.terms["france"]
    assert rules.base_cards(state, "france") == row.cards[rules.keys(state, "france") - 1]
    assert rules.points(more, "france") - rules.points(state, "france") == (
        row.vp[rules.keys(more, "france") - 1] - row.vp[rules.keys(state, "france") - 1]
    )


@shows("2.4/2")
def test_keys_of_the_protestants_give_them_nothing() -> None:
    before, after = table().state, table(controls("protestant", "metz", "prague")).state
    assert rules.points(before, "protestant") == rules.points(after, "protestant")
    assert rules.base_cards(before, "protestant") == rules.base_cards(after, "protestant")


@shows("2.5/1")
def test_five_language_zones_and_spaces_of_none() -> None:
    assert sorted(ZONE.ids) == ["english", "french", "german", "italian", "spanish"]
    assert SPACE.thing("istanbul").zone == ""
    assert {each.zone for each in SPACE} == {"", *ZONE.ids}


@shows("2.5/2")
def test_a_pass_stops_interception_and_allows_retreats() -> None:
    assert price("hapsburg", "innsbruck", "trent") == 2
    there = (units("geneva", "hapsburg", regulars=2), controls("france", "turin"), empty("turin", "milan"))
    match = table(*there, units("milan", "france", regulars=1), power="france", cp=1)
    do(match, "france", March("milan", "turin", regulars=1))
    assert not [each for each in match.decisions() if each.kind == "intercept"], "Geneva is beyond a pass"
    assert "trent" in refuges(table(controls("hapsburg", "trent")).state, "hapsburg", "innsbruck")


@shows("2.5/3")
def test_land_units_never_stand_at_sea() -> None:
    match = table(units("gulf_of_lyon", "france", squadrons=1), power="france", cp=4)
    for each in options(match, "france"):
        if isinstance(each, (March, Transport)):
            assert each.to in SPACE
