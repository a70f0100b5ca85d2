"""The board: arrows of what was ordered, units and centres, and the words for those who do not see it."""

from __future__ import annotations

import pytest

from adjudicator import new_match
from adjudicator.games.diplomacy.board import BOARD, SIDES
from adjudicator.games.diplomacy.facts import PLACE, SPRING
from adjudicator.games.diplomacy.phases import moving, new_year, retreating
from adjudicator.games.diplomacy.questions import Convoy, Hold, Move, Support
from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET, STANDARD
from adjudicator.games.diplomacy.rules.resolution import Unit
from adjudicator.pictures import to_svg
from adjudicator.pictures.maps import Arrow
from tests.games.diplomacy.test_year import all_ready, begun, placed
from tests.pictures.drawn import fills


def test_every_place_is_on_the_plan_and_every_land_has_a_shape() -> None:
    assert set(BOARD.plan.places) == set(PLACE.ids)
    land = {place for place in STANDARD.provinces if not STANDARD.is_water(place)}
    assert set(BOARD.plan.outlines["europe"].areas) == land


def test_orders_of_the_last_season_are_arrows() -> None:
    units = (
        Unit("england", ARMY, "yor"), Unit("england", FLEET, "nth"), Unit("england", FLEET, "nwg"),
        Unit("france", ARMY, "par"), Unit("germany", ARMY, "mun"), Unit("italy", ARMY, "rom"),
    )  # fmt: skip
    match = begun(placed(*units), [moving(SPRING), retreating(), new_year()])
    told = all_ready(
        match,
        {
            "england": [Move("yor", "nwy", by_convoy=True), Convoy("nth", "yor", "nwy"), Support("nwg", "yor", "nwy")],
            "france": [Move("par", "bur")],
            "germany": [Move("mun", "bur")],
            "italy": [Hold("rom")],
        },
    )
    shown = BOARD.shown(match.view(), "en", (), tuple(told))
    assert [*BOARD.arrows(shown)] == [
        Arrow(from_="nth", to=("yor", "nwy"), side="england", dashed=True),
        Arrow(from_="nwg", to=("yor", "nwy"), side="england", dashed=True),
        Arrow(from_="yor", to="nwy", side="england"),
        Arrow(from_="par", to="bur", side="france", failed=True),
        Arrow(from_="mun", to="bur", side="germany", failed=True),
    ]


def test_a_dislodged_unit_lies_beside_the_one_that_came() -> None:
    units = (Unit("france", ARMY, "par"), Unit("france", ARMY, "gas"), Unit("germany", ARMY, "bur"))
    match = begun(placed(*units), [moving(SPRING), retreating(), new_year()])
    before = match.view()
    told = all_ready(match, {"france": [Move("par", "bur"), Support("gas", "par", "bur")]})
    shown = BOARD.shown(match.view(), "en", (), tuple(told))
    (piece,) = (piece for piece in BOARD.markers(shown, "en") if piece.name == "bur")
    assert {SIDES["france"].fill, SIDES["germany"].fill} <= fills(piece.items)
    was = BOARD.shown(before, "en", (), ())
    (change,) = (change for change in shown.changed if change.id == "bur")
    assert BOARD.told(change, was, shown, "en") == "Burgundy BUR: A France, A Germany (dislodged) (before: A Germany)"


@pytest.mark.parametrize(("code", "said"), [("en", "France (3): F BRE, A MAR, A PAR."), ("ru", "Франция (3): Ф БРЕ")])
def test_who_does_not_see_it_reads_where_the_units_stand(code: str, said: str) -> None:
    sketch = BOARD(new_match("diplomacy", seed=b"board").view(), code)
    assert said in sketch.alt
    assert "STP" in to_svg(sketch.scene) or code == "ru"
