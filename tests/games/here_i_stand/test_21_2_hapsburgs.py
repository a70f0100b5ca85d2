"""The Hapsburgs (21.2)."""

from adjudicator.games.here_i_stand.cards.aims import ForSpace
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import do, leader, options, refused
from tests.games.here_i_stand.test_cards import ready


@shows("21.2/1")
def test_the_emperor_goes_home_with_alva_and_five_points() -> None:
    match = ready("holy_roman_emperor", leader("charles_v", "brussels"), leader("duke_of_alva", "brussels"))
    do(match, "hapsburg", PlayEvent("holy_roman_emperor"))
    assert refused(match, "hapsburg", ForSpace("paris")) == "no_aim"
    do(match, "hapsburg", ForSpace("vienna", 1))
    assert match.decisions()[0].waiting == ("england",), "who may hold Gout"
    do(match, "england", options(match, "england")[0])
    assert match.state.leaders["charles_v"].at == match.state.leaders["duke_of_alva"].at == "vienna"
    assert match.state.impulse.cp == 5
    assert not match.state.hands["hapsburg"].home
