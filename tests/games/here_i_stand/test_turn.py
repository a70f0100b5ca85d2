"""The card draw phase (8), spring deployment (10), impulses (11) and victory (23)."""

from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules.spring import DeployNothing, Inform, PrepareSpring
from adjudicator.games.here_i_stand.state import ForeignWar
from tests.games.here_i_stand.springs import spring, turn_of
from tests.games.here_i_stand.table import (
    count,
    do,
    hand,
    refused,
    state_of,
)


def test_fw_11_the_regular_of_spring_preparations_goes_to_a_foreign_war() -> None:
    abroad = state_of(foreign_wars=[ForeignWar(CARD.number("war_in_persia"), 4, regulars=2)])
    match = turn_of(spring(hand("ottoman", "spring_preparations"), abroad), "ottoman")
    before = count(match, "istanbul", "ottoman")["regulars"]
    do(match, "ottoman", PrepareSpring())
    assert count(match, "istanbul", "ottoman")["regulars"] == before
    assert match.state.foreign_wars[0].regulars == 3


def test_venetian_informant_sees_a_hand_before_anybody_has_deployed() -> None:
    match = spring(hand("france", "venetian_informant"), hand("england", "ransom"))
    assert refused(match, "england", Inform("france")) == "no_informant"
    assert refused(match, "france", Inform("france")) == "no_such_hand"
    told = match.apply("france", Inform("england"))
    assert any("ransom" in str(each.private.get("france")) for each in told)
    assert not any("ransom" in str(each.private.get("papacy")) + str(each.public) for each in told)
    match = spring(hand("france", "venetian_informant"))
    do(match, "ottoman", DeployNothing())
    assert refused(match, "france", Inform("england")) == "not_your_turn"
