"""The Hapsburgs (21.2)."""

from adjudicator.games.here_i_stand.cards.aims import ForSpace
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, impulse
from adjudicator.games.here_i_stand.rules.spring import Deploy, DeployNothing, spring_deployment
from adjudicator.games.here_i_stand.rules.winter import WinterDone, winter
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, count, do, hand, leader, options, refused, table
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


@shows("21.2/1")
def test_gout_keeps_the_emperor_where_he_is() -> None:
    match = ready("holy_roman_emperor", leader("charles_v", "brussels"), hand("england", "gout"))
    do(match, "hapsburg", PlayEvent("holy_roman_emperor"), ForSpace("vienna"))
    do(match, "england", next(each for each in options(match, "england") if each.op != "decline"))
    assert match.state.leaders["charles_v"].at == "brussels"
    assert match.state.impulse.cp == 5


@shows("21.2/2")
def test_both_capitals_get_a_regular_and_one_formation_deploys() -> None:
    match = table(HELD, frames=[winter(), impulse("hapsburg")])
    while match.decisions()[0].kind == "winter":
        do(match, match.decisions()[0].waiting[0], WinterDone())
    for capital in ("vienna", "valladolid"):
        assert count(match, capital, "hapsburg")["regulars"] == 5
    match = table(HELD, frames=[spring_deployment(), impulse("hapsburg")])
    do(match, "ottoman", DeployNothing())
    do(match, "hapsburg", Deploy("vienna", "graz", regulars=1))
    assert match.decisions()[0].waiting == ("england",)
