"""The map in words: what a correction tells of it, and what somebody reads who sees no picture."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM, SEAT, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.state import Fleet, State
from adjudicator.language import language
from adjudicator.reports.wording.differences import differences
from adjudicator.reports.wording.game import GameReport

from .table import table

REPORT: GameReport = GAME.part("report")


def moved(state: State) -> None:
    """Castile's light ships sail, England has a fleet, rebels rise, Austria's influence grows, a town is occupied."""
    ships = state.led["castile"].ships
    ships.protecting[ZONE.index["central_atlantic"]] = 0
    ships.light[ZONE.index["english_channel"]] = 1
    state.led["england"].fleet = Fleet(zone=ZONE.index["english_channel"], heavy=2, damaged=1)
    state.rebels[AREA.index["seine"]] = 2
    state.led["austria"].influence[AREA.index["venetia"]] = 1
    state.unrest |= PROVINCE.mask_of(("orleans",))
    state.occupier[PROVINCE.index["limousin"]] = REALM.index["england"]


def told(seats: tuple[str, ...], code: str) -> set[str]:
    before, after = table(), table(moved)
    words = language(code)
    found = differences(REPORT, before.view(seats), after.view(seats), seats, words)
    return {f"{each.name}: {each.text(words)}" for each in found}


@pytest.mark.parametrize("seats", [(), ("france",), ("castile",)])
def test_everybody_is_told_what_lies_elsewhere_on_the_map(seats: tuple[str, ...]) -> None:
    found = told(seats, "en")
    assert "England: fleet: —, now English Channel: heavy ships 2, damaged heavy ships 1" in found
    (ships,) = (line for line in found if line.startswith("Castile: light ships: "))
    was, _, now = ships.partition(", now ")
    assert "Central Atlantic 1 (protecting trade)" in was
    assert "English Channel 1" in now
    assert "Central Atlantic" not in now
    (influence,) = (line for line in found if line.startswith("Austria: influence: "))
    assert ["Venetia 1" in half for half in influence.split(", now ")] == [False, True]
    assert {line for line in found if "on the map" in line} == {
        "What else lies on the map: occupied: England: —, now Limousin A43",
        "What else lies on the map: rebels on the map: —, now Seine 2",
        "What else lies on the map: unrest on the map: —, now Orléans A36",
    }


def test_the_same_in_russian() -> None:
    assert "Англия: флот: было —, теперь Ла-Манш: тяжёлые корабли 2, повреждённые тяжёлые корабли 1" in told((), "ru")


def test_an_observer_reads_of_every_realm_what_lies_on_the_map() -> None:
    match = table()
    captions = [each.caption for each in REPORT.standing(match.view(()), (), None, language("en")).tables]
    assert [SEAT.index.get(each.lower(), 9) for each in captions[:4]] == [
        SEAT.index[each] for each in match.state.order
    ]
