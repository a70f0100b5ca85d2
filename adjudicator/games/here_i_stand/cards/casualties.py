"""Units that a card costs, one by one, as a power chooses (cards 43, 71, 87 and 107)."""

from collections.abc import Callable
from typing import Final

from adjudicator import FIRST, Asking, Play, Question
from adjudicator.components import Code

from ..facts import LOCATION, CardId, LocationId, OwnerId, PowerId, SpaceId
from ..rules import table
from ..rules.book import PowerEvent, step
from ..rules.diplomacy.peace import NAMES, RemoveUnit
from ..rules.faith import sources
from ..state import Force, State


class UnitsLost(PowerEvent, frozen=True, tag="units_lost", rule="6", touches=("space",), hits=("owner",)):
    """Units of an owner were removed by a card."""

    space: LocationId
    owner: OwnerId
    units: int


not_such_unit = Code("6", at=LOCATION)
CASUALTY: Final = Question(
    "casualty",
    "6",
    RemoveUnit,
    otherwise=not_such_unit,
    default=FIRST,
    alone="silence",
    about={"card": CardId},
    interrupts=True,
)


def _own(state: State, power: str, force: Force) -> bool:
    return table.major_of(state, force.owner) == power


WHOSE: Final[dict[str, Callable[[State, str, Force], bool]]] = {
    "city_state_rebels": lambda state, power, force: True,
    "zwingli_dons_armor": lambda state, power, force: sources.faith_of(state, force) == "papacy",
}
"""Whose units may go where they are not those of the power that chooses, with its minor allies."""


def _at_stake(state: State, power: str, card: str, space: str) -> list[tuple[str, Force, str]]:
    """Return the places, forces and kinds of what may go: mercenaries anywhere, or units in a space.

    Ships fall to City State Rebels only.
    """
    ships = table.SHIPS if card == "city_state_rebels" else ()
    kinds = ("mercenaries", "cavalry", "regulars", *ships) if space else ("mercenaries",)
    there = [(space, table.forces(state, space))] if space else table.placed(state)
    whose = WHOSE.get(card, _own)
    found = [(at, each) for at, here in there for each in here if whose(state, power, each)]
    return [(at, each, kind) for kind in kinds for at, each in found if getattr(each, kind)]


@step("6")
def units_go(
    play: Play[State], power: PowerId, card: CardId, count: int, space: SpaceId | None = None, regulars: int = 0
) -> Asking:
    """Remove so many units as a power chooses; among them at least so many `regulars` (6)."""
    found = _at_stake(play.state, power, card, space or "")
    if count <= 0 or not found:
        return []
    if count >= sum(getattr(force, kind) for _, force, kind in found):
        for at, force, kind in found:
            _remove(play, at, force, kind, getattr(force, kind))
        return []
    due = [each for each in found if each[2] == "regulars"] if regulars >= count else found
    offers = dict.fromkeys(RemoveUnit(at, NAMES[kind]) for at, _, kind in due)  # type: ignore[arg-type]
    answer = yield CASUALTY.in_turn_of(play.state.impulse.power)(power, offers, card=card)
    found = _at_stake(play.state, power, card, space or "")
    at, force, kind = next(each for each in found if (each[0], NAMES[each[2]]) == (answer.at, answer.unit))
    _remove(play, at, force, kind, 1)
    return [units_go(power, card, count - 1, space, regulars - (kind == "regulars"))]


def _remove(play: Play[State], at: str, force: Force, kind: str, count: int) -> None:
    table.add(play.state, at, force.owner, {kind: -count}, inside=force.inside, lent_to=force.lent_to)
    if kind in table.SHIPS:
        table.lose_ships(play.state, force.owner, count)
    play.emit(UnitsLost(play.state.impulse.power, at, force.owner, count))
