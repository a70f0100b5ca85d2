"""Land movement (13.1): formations, where they may go, what holds them back, and cards that call a move off."""

import pytest

from adjudicator import Action
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import CallOff, LetPass
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.kernel.actions import Decline
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    count,
    do,
    empty,
    hand,
    refused,
    siege,
    table,
    units,
    war,
)

# ---- cards against a move


@shows("cards/11")
def test_foul_weather_stops_assaults() -> None:
    besieged = (units("metz", "france", regulars=4), siege("metz", "france"))
    match = table(*besieged, hand("england", "foul_weather"), power="france", cp=4)
    do(match, "france", Assault("metz"))
    do(match, "england", CallOff("foul_weather"))
    assert match.state.impulse.cp == 3
    assert count(match, "metz", "independent") == {"regulars": 1}
    assert refused(match, "france", Assault("metz")) == "assaulted_already"


@shows("cards/13")
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


@shows("cards/11", "cards/12")
def test_in_foul_weather_who_has_marched_marches_no_more() -> None:
    match = table(empty("orleans"), hand("england", "foul_weather"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=3))
    do(match, "england", Decline())
    do(match, "france", March("orleans", "dijon", regulars=2))
    do(match, "england", CallOff("foul_weather"))
    assert count(match, "orleans", "france") == {"regulars": 3}
    assert refused(match, "france", March("orleans", "dijon", regulars=1)) == "may_not_move"
    do(match, "france", March("paris", "orleans", regulars=1))
