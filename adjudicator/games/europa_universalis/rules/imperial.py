"""Imperial units in battles (R18.20, R18.28)."""

from adjudicator.components.bits import bits

from ..facts import AREA, NONE, PROVINCES_OF
from ..state import Battle, Side, State
from .empire import emperor_seat, empire_areas
from .realms import in_empire, provinces


def empire_of_nobody(state: State, area: int) -> bool:
    """Whether it is an area of an empire whose emperor nobody plays (R18.28)."""
    return state.empire.emperor != NONE and emperor_seat(state) is None and bool(empire_areas(state) >> area & 1)


def imperial_units_join(state: State, battle: Battle) -> None:
    """Imperial units join the emperor in the empire and in own areas next to it, but for battles with nothing but
    members that nobody plays (R18.20).
    """
    seat, empire = emperor_seat(state), state.empire
    if seat is None or battle.area == NONE or not empire.defending:
        return
    inside = empire_areas(state)
    home = AREA.things[battle.area].land & inside and PROVINCES_OF[battle.area] & provinces(state, empire.emperor)
    if not (inside >> battle.area & 1 or home):
        return
    for own, enemy in ((battle.attackers, battle.defenders), (battle.defenders, battle.attackers)):
        if seat in own.seats and (
            enemy.seats or enemy.rebels or not all(in_empire(state, each) for each in bits(enemy.realms))
        ):
            own.imperial, empire.manpower = empire.manpower, 0


def imperial_return(state: State, own: Side) -> None:
    """Imperial units that are left go back to their pool (R18.20)."""
    state.empire.manpower += own.imperial
    own.imperial = 0
