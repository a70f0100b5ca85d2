"""Phases of Diplomacy in which France writes the orders of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator import Match
from adjudicator.games.diplomacy.facts import AUTUMN, SPRING
from adjudicator.games.diplomacy.phases import adjusting, moving, new_year, retreating
from adjudicator.games.diplomacy.questions import Move, Support
from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET, STANDARD
from adjudicator.games.diplomacy.rules.resolution import Unit
from adjudicator.games.diplomacy.state import State
from adjudicator.kernel.steps import Frames
from tests.games.diplomacy.test_year import all_ready, begun

HOME = ("bre", "mar", "par")


def _placed(frames: Frames, *units: Unit, centres: tuple[str, ...] = HOME) -> Match:
    owners = dict.fromkeys(centres, "france") | {"mun": "germany", "lon": "england"}
    return begun(State({STANDARD.province[unit.place]: unit for unit in units}, owners, 1901, SPRING), frames)


def _army(place: str, power: str = "france") -> Unit:
    return Unit(power, ARMY, place)


def _fleet(place: str, power: str = "france") -> Unit:
    return Unit(power, FLEET, place)


def at_sea() -> Match:
    """An army at Brest, fleets on the way to Wales, and one at St Petersburg's southern coast."""
    units = (_army("bre"), _fleet("eng"), _fleet("mao"), _fleet("stp_sc"), _fleet("wes"))
    return _placed([moving(AUTUMN), retreating(), new_year()], *units)


def beaten() -> Match:
    """The army in Burgundy is dislodged and may go to Picardy."""
    match = _placed(
        [moving(SPRING), retreating(), new_year()], _army("bur"), _army("mun", "germany"), _army("ruh", "germany")
    )
    all_ready(match, {"germany": [Move("mun", "bur"), Support("ruh", "mun", "bur")]})
    return match


def building() -> Match:
    """Two units may be built."""
    return _placed([adjusting(), new_year()], _army("gas"))


def shrinking() -> Match:
    """One of two units has to go."""
    return _placed([adjusting(), new_year()], _army("par"), _army("gas"), centres=("par",))


PHASES: Mapping[str, Callable[[], Match]] = {
    "at_sea": at_sea,
    "beaten": beaten,
    "building": building,
    "shrinking": shrinking,
}
