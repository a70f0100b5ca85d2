"""Units that a card costs: their owner chooses which (cards 71 and 87)."""

from typing import Final

from adjudicator import FIRST, Asking, Play, Question
from adjudicator.components import Code

from ..facts import LOCATION, POWER, CardId, OwnerId, SpaceId
from ..rules import table
from ..rules.book import step
from ..rules.diplomacy.peace import NAMES, RemoveUnit
from ..state import Force, State
from .realms import UnitsLost

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


def _at_stake(state: State, owner: str, space: str | None) -> list[tuple[str, Force, str]]:
    """Return the places, forces and kinds of what may go: land units in a space, or mercenaries anywhere."""
    kinds = ("mercenaries", "cavalry", "regulars") if space else ("mercenaries",)
    there = [(space, table.forces(state, space))] if space else table.placed(state)
    own = [(at, each) for at, here in there for each in here if each.owner == owner]
    return [(at, each, kind) for kind in kinds for at, each in own if getattr(each, kind)]


@step("6")
def units_go(play: Play[State], owner: OwnerId, card: CardId, count: int, space: SpaceId | None = None) -> Asking:
    """Remove units of an owner: in a space those that the owner chooses, without one its mercenaries (6)."""
    found = _at_stake(play.state, owner, space)
    if count <= 0 or not found:
        return []
    if owner not in POWER or count >= sum(getattr(force, kind) for _, force, kind in found):
        for at, force, kind in found:
            count -= (gone := min(count, getattr(force, kind)))
            _remove(play, at, force, kind, gone)
        return []
    offers = dict.fromkeys(RemoveUnit(at, NAMES[kind]) for at, _, kind in found)  # type: ignore[arg-type]
    answer = yield CASUALTY.in_turn_of(play.state.impulse.power)(owner, offers, card=card)
    found = _at_stake(play.state, owner, space)
    at, force, kind = next(each for each in found if (each[0], NAMES[each[2]]) == (answer.at, answer.unit))
    _remove(play, at, force, kind, 1)
    return [units_go(owner, card, count - 1, space)]


def _remove(play: Play[State], at: str, force: Force, kind: str, count: int) -> None:
    if count:
        table.add(play.state, at, force.owner, {kind: -count}, inside=force.inside)
        play.emit(UnitsLost(play.state.impulse.power, at, force.owner, count))
