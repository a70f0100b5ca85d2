"""Trade shifts (H): a disk moves, and a route begins elsewhere."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.facts import EAST, ROUTE
from adjudicator.games.pax_renaissance.rules.cards import Launch
from adjudicator.games.pax_renaissance.rules.fairs import Fair, Levied
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import Arrange, do, hand, stand, table, there


def opened(match: Match, color: int) -> str:
    """The open emporium of the black (1) or white (0) route."""
    return next(each.id for each in ROUTE if match.state.open_routes >> each.index & 1 and each.side == color)


def open_now(*emporia: str) -> Arrange:
    """These two emporia are open."""

    def arrange(state: State) -> None:
        state.open_routes = sum(1 << ROUTE.index[each] for each in emporia)

    return arrange


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("tersane_i_amire", "trebizond", "red_sea"),
        ("tersane_i_amire", "spice_islands", "red_sea"),
        ("the_kremlin", "tana", "novgorod"),
        ("the_kremlin", "timbuktu", "novgorod"),
        ("soninke_wangara", "novgorod", "timbuktu"),
    ],
)
def test_the_disk_goes_to_whichever_emporium_was_open_h1b_h1c_h1d(card: str, before: str, after: str) -> None:
    color = ROUTE.things[ROUTE.index[before]].side
    match = table(hand("fugger", card), open_now(before, "tana" if not color else "trebizond"), stand(tana=""))
    do(match, Launch(card))
    assert opened(match, color) == after


def test_nothing_is_levied_in_a_busted_emporium_b6d_g4b() -> None:
    """With Cairo and Cyprus taken the Mamluks are saturated, however empty the Red Sea lies under its disk."""

    def profits(state: State) -> None:
        state.money[EAST][0] = 9

    full = stand(cyprus="catholic_rook", caffa="catholic_rook", trebizond="catholic_rook", varna="catholic_rook")
    match = table(profits, full, stand(modon="catholic_rook", rhodes="catholic_rook"))
    told = do(match, Fair("east"))
    assert not [each for each in told if isinstance(each, Levied)]
    assert there(match, "red_sea") == ""
