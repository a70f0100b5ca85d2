"""Land movement (13.1): formations, where they may go, what holds them back, and cards that call a move off."""

import pytest

from adjudicator import Action
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import CallOff, LetPass
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.kernel.actions import Decline
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    war,
)


def test_a_formation_moves_over_a_link_for_one_point() -> None:
    match = table(power="france", cp=2)
    do(match, "france", March("paris", "orleans", regulars=3, leaders=("francis_i",)))
    assert count(match, "orleans", "france") == {"regulars": 3}
    assert count(match, "paris", "france") == {"regulars": 1}
    assert match.state.leaders["francis_i"].at == "orleans"
    assert match.state.impulse.cp == 1


def test_a_pass_costs_two_points() -> None:
    match = table(units("innsbruck", "hapsburg", regulars=1), units("bordeaux", "hapsburg"), cp=1)
    assert refused(match, "hapsburg", March("innsbruck", "trent", regulars=1)) == "too_few_cp"
    match = table(units("innsbruck", "hapsburg", regulars=1), empty("milan"), cp=2)
    do(match, "hapsburg", March("innsbruck", "trent", regulars=1))
    assert count(match, "trent", "hapsburg") == {"regulars": 1}


@pytest.mark.parametrize(
    ("leaders", "most"), [((), 4), (("montmorency",), 6), (("francis_i", "montmorency"), 14), (("francis_i",), 8)]
)
def test_leaders_say_how_large_a_formation_may_be(leaders: tuple[str, ...], most: int) -> None:
    match = table(units("paris", "france", regulars=16), power="france", cp=2)
    assert refused(match, "france", March("paris", "orleans", regulars=most + 1, leaders=leaders)) == "too_many_units"
    do(match, "france", March("paris", "orleans", regulars=most, leaders=leaders))


def test_only_the_two_best_leaders_command() -> None:
    match = table(
        units("vienna", "hapsburg", regulars=20),
        leader("charles_v", "vienna"),
        leader("duke_of_alva", "vienna"),
        cp=1,
    )
    led = ("charles_v", "duke_of_alva", "ferdinand")
    assert refused(match, "hapsburg", March("vienna", "linz", regulars=17, leaders=led)) == "too_many_units"
    do(match, "hapsburg", March("vienna", "linz", regulars=16, leaders=led))


def test_who_goes_must_be_there() -> None:
    match = table(power="france", cp=2)
    assert refused(match, "france", March("paris", "orleans", regulars=5)) == "not_there"
    assert refused(match, "france", March("lyon", "orleans", regulars=2)) == "not_there"
    assert refused(match, "france", March("paris", "orleans", regulars=1, leaders=("charles_v",))) == "leader_not_there"
    assert refused(match, "france", March("paris", "orleans")) == "nobody_goes"
    assert refused(match, "france", March("paris", "lyon", regulars=1)) == "not_beside"


def test_a_space_of_a_third_power_may_not_be_entered() -> None:
    match = table(power="france", cp=2)
    assert refused(match, "france", March("rouen", "paris", regulars=2)) == "not_there"
    match = table(units("boulogne", "france", regulars=1), power="france", cp=2)
    assert refused(match, "france", March("boulogne", "calais", regulars=1)) == "of_third_power"
    match = table(
        units("boulogne", "france", regulars=1), war("france", "england"), empty("calais"), power="france", cp=2
    )
    do(match, "france", March("boulogne", "calais", regulars=1))
    assert match.state.sieges["calais"].by == "france"


def test_an_inactive_minor_power_may_be_entered_in_war_only() -> None:
    match = table(units("turin", "france", regulars=4), power="france", cp=2)
    assert refused(match, "france", March("turin", "genoa", regulars=4)) == "of_third_power"
    match = table(units("turin", "france", regulars=4), war("france", "genoa"), power="france", cp=2)
    do(match, "france", March("turin", "genoa", regulars=4))


def test_units_of_a_third_power_bar_the_way() -> None:
    match = table(units("pavia", "england", regulars=1), power="france", cp=2)
    assert refused(match, "france", March("milan", "pavia", regulars=1)) == "others_there"


def test_friends_of_an_enemy_in_its_space_do_not_bar_the_way() -> None:
    match = table(
        units("brussels", "england", regulars=1),
        units("st_quentin", "france", regulars=4),
        empty("calais", "antwerp"),
        allies("england", "hapsburg"),
        power="france",
        cp=2,
    )
    do(match, "france", March("st_quentin", "brussels", regulars=4))
    assert match.decisions()[0].kind == "avoid_battle"


def test_independent_units_never_bar_the_way() -> None:
    match = table(units("st_dizier", "france", regulars=4), power="france", cp=2)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert match.state.sieges["metz"].by == "france"


def test_before_the_league_no_electorate_may_be_entered() -> None:
    """PL-5."""
    match = table(units("metz", "hapsburg", regulars=2), controls("hapsburg", "metz"), cp=2)
    assert refused(match, "hapsburg", March("metz", "trier", regulars=2)) == "electorate"
    after = state_of(league=True)
    match = table(units("metz", "hapsburg", regulars=2), controls("hapsburg", "metz"), after, cp=2)
    do(match, "hapsburg", March("metz", "trier", regulars=2))


def test_before_the_league_protestants_do_not_move() -> None:
    """PL-3."""
    match = table(units("wittenberg", "protestant", regulars=2), power="protestant", cp=2)
    assert refused(match, "protestant", March("wittenberg", "leipzig", regulars=1)) == "before_league"
    assert not [each for each in options(match, "protestant") if isinstance(each, March)]


def test_units_that_began_a_siege_stay() -> None:
    match = table(units("st_dizier", "france", regulars=4), power="france", cp=4)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert refused(match, "france", March("metz", "st_dizier", regulars=1)) == "may_not_move"


def test_besieged_units_do_not_move() -> None:
    match = table(units("brussels", "france", regulars=3), siege("brussels", "france"), cp=4)
    assert refused(match, "hapsburg", March("brussels", "antwerp", regulars=1)) == "not_there"


def test_a_leader_alone_moves_only_among_friends() -> None:
    match = table(power="france", cp=4)
    assert refused(match, "france", March("paris", "brussels", leaders=("francis_i",))) == "not_beside"
    do(match, "france", March("paris", "st_dizier", leaders=("francis_i",)))
    assert refused(match, "france", March("st_dizier", "brussels", leaders=("francis_i",))) == "leaders_alone"
    assert refused(match, "france", March("st_dizier", "metz", leaders=("francis_i",))) == "leaders_alone"


def test_a_leader_alone_in_an_open_space_is_captured() -> None:
    match = table(leader("ferdinand", "orleans"), power="france", cp=1)
    do(match, "france", March("paris", "orleans", regulars=1))
    assert match.state.leaders["ferdinand"].captor == "france"


def test_minor_allies_march_along() -> None:
    match = table(allies("hapsburg", "hungary_bohemia"), units("buda", "hapsburg", regulars=1), cp=1)
    do(match, "hapsburg", March("buda", "mohacs", regulars=1, allied=3))
    assert count(match, "mohacs", "hungary_bohemia") == {"regulars": 3}
    assert count(match, "mohacs", "hapsburg") == {"regulars": 1}


def test_options_are_few_and_legal() -> None:
    match = table(units("paris", "france", regulars=10, mercenaries=4), power="france", cp=6)
    found = [each for each in options(match, "france") if isinstance(each, March)]
    from_paris = [each for each in found if each.origin == "paris" and each.to == "orleans"]
    assert [sum(each.troops) for each in from_paris] == [14, 7, 4, 1, 0]
    for each in found:
        match.check("france", each)


# ---- cards against a move


def test_foul_weather_calls_a_move_off() -> None:
    match = table(hand("england", "foul_weather"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=3))
    assert match.decisions()[0].waiting == ("england",)
    do(match, "england", CallOff("foul_weather"))
    assert count(match, "paris", "france") == {"regulars": 4}
    assert match.state.impulse.cp == 3
    do(match, "france", March("paris", "orleans", regulars=3))
    assert refused(match, "france", March("orleans", "tours", regulars=1)) == "may_not_move", "one space a unit"
    do(match, "france", March("paris", "rouen", regulars=1))


def test_foul_weather_stops_assaults() -> None:
    besieged = (units("metz", "france", regulars=4), siege("metz", "france"))
    match = table(*besieged, hand("england", "foul_weather"), power="france", cp=4)
    do(match, "france", Assault("metz"))
    do(match, "england", CallOff("foul_weather"))
    assert match.state.impulse.cp == 3
    assert count(match, "metz", "independent") == {"regulars": 1}
    assert refused(match, "france", Assault("metz")) == "assaulted_already"


def test_gout_holds_one_leader() -> None:
    match = table(hand("england", "gout"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=4, leaders=("francis_i",)))
    do(match, "england", CallOff("gout", "francis_i"))
    assert match.state.leaders["francis_i"].at == "paris"
    assert match.state.impulse.cp == 3
    assert refused(match, "france", March("paris", "orleans", regulars=4, leaders=("francis_i",))) == "gouty_leader"
    do(match, "france", March("paris", "orleans", regulars=4, leaders=("montmorency",)))
    do(match, "france", EndImpulse())
    assert not match.state.impulse.gouty


def test_gout_needs_a_leader_in_the_formation() -> None:
    match = table(hand("england", "gout"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=4))
    assert refused(match, "england", CallOff("gout", "francis_i")) == "no_leader_there"
    do(match, "england", Decline())
    assert count(match, "orleans", "france") == {"regulars": 4}


def test_nobody_is_asked_where_both_cards_lie_open() -> None:
    match = table(hand("england", "ransom"), power="france", cp=4)
    state = match.state
    state.deck = [each for each in state.deck if each not in (30, 31)]
    state.discard = [30, 31]
    do(match, "france", March("paris", "orleans", regulars=4, leaders=("francis_i",)))
    assert match.decisions()[0].kind == "spend"


def test_everybody_with_a_card_is_asked_who_could_hold_one() -> None:
    match = table(hand("england", "ransom"), hand("papacy", "fuggers"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=4))
    assert match.decisions()[0].waiting == ("england", "papacy")
    assert rules.land_of(match.state, "france", "orleans") == 0


@pytest.mark.parametrize("leaders", [(), ("charles_v",)])
@pytest.mark.parametrize("answer", [Decline(), LetPass()])
def test_a_friendly_march_is_handed_over_once_at_most(leaders: tuple[str, ...], answer: Action) -> None:
    """Everybody holds a card, many are at war; nobody is where the formation goes. Others are asked side by side."""
    wars = (war("hapsburg", each) for each in ("ottoman", "papacy", "england"))
    match = table(*(hand(*each) for each in HELD), *wars, cp=4)
    handed_over = []
    for origin, to in (("valladolid", "madrid"), ("madrid", "zaragoza"), ("zaragoza", "barcelona")):
        do(match, "hapsburg", March(origin, to, regulars=2, leaders=leaders))
        if asked := [each for each in match.pending_seats if each != "hapsburg"]:
            handed_over.append(to)
            assert len(match.decisions()) == 1
        for each in asked:
            do(match, each, answer)
        assert match.pending_seats == ("hapsburg",), "nothing else is asked"
    each_time = isinstance(answer, Decline)
    assert handed_over == (["madrid", "zaragoza", "barcelona"] if each_time else ["madrid"])


HELD = (
    ("ottoman", "fuggers"),
    ("hapsburg", "gout"),
    ("england", "foul_weather"),
    ("france", "ransom"),
    ("papacy", "the_wartburg"),
    ("protestant", "landsknechts"),
)
