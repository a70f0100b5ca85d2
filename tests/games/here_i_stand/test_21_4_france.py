"""France (21.4): chateaux."""

import pytest

from adjudicator.games.here_i_stand.facts import HOME_OF, LOCATION
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, PlayForCp
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import controls, dice, do, refused, state_of
from tests.games.here_i_stand.test_cards import ready

ROLLS = [(6, True, 1, 2, 1), (4, True, 1, 1, 0), (1, True, 1, 1, 1), (2, False, 0, 2, 1)]


@shows("21.4/1")
@pytest.mark.parametrize(("die", "milan", "vp", "drawn", "drop"), ROLLS)
def test_a_chateau(die: int, milan: bool, vp: int, drawn: int, drop: int) -> None:
    calm = controls("france", *LOCATION.ids_of(HOME_OF["france"]))
    held = controls("france" if milan else "independent", "milan")
    match = ready("patron_of_the_arts", held, calm, power="france", draws=(dice("chateau", die),))
    before = len(match.state.hands["france"].cards)
    do(match, "france", PlayEvent("patron_of_the_arts"))
    assert match.state.chateaux == vp
    assert len(match.state.hands["france"].cards) == before + drawn
    assert (match.decisions()[0].kind == "aim") is bool(drop)


@shows("21.4/2")
def test_with_six_points_of_chateaux_the_home_card_is_five_points_only() -> None:
    match = ready("patron_of_the_arts", state_of(chateaux=6), power="france")
    assert refused(match, "france", PlayEvent("patron_of_the_arts")) == "no_effect"
    do(match, "france", PlayForCp("patron_of_the_arts"))
    assert match.state.impulse.cp == 5
