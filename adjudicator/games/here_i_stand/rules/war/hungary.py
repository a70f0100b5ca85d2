"""The defeat of Hungary by the Ottoman (22.5): looked for at the end of each battle and assault."""

from typing import Final

from adjudicator import Frames, Play
from adjudicator.components.bits import bits

from ...facts import HAPSBURG, HOME_OF, HUNGARY, KEYS, LOCATION, OTTOMAN
from ...state import State
from .. import minors, table
from ..book import PowerEvent, step
from . import formations, sieges

VICTORY: Final = 2
"""War winner markers of the Ottoman for the defeat of Hungary (22.5)."""
WEAK: Final = 4
"""The most Hungarian regulars on the map with which an unaligned Hungary is beaten (22.5)."""


class HungaryDefeated(PowerEvent, frozen=True, tag="hungary_defeated", rule="22.5"):
    """The Ottoman defeated Hungary: the Hapsburgs intervene, what is left of it is theirs for good."""


def beaten(state: State) -> bool:
    """Return whether Hungary is defeated by now (22.5)."""
    keys = (table.controlled(state, OTTOMAN) & HOME_OF[HUNGARY] & KEYS).bit_count()
    if state.hungary_lost or not keys:
        return False
    if HUNGARY in state.minors:
        return keys >= 2
    left = sum(each.regulars for here in state.forces.values() for each in here if each.owner == HUNGARY)
    return left <= WEAK


@step("22.5")
def hungary_checked(play: Play[State]) -> Frames:
    """Carry out the defeat of Hungary if it has come."""
    state = play.state
    if not beaten(state):
        return []
    state.hungary_lost = True
    for at, _ in table.placed(state):
        here = [each for each in state.forces.get(at, []) if each.owner == HUNGARY and each.inside]
        dead = [formations.land_only(each) for each in here]
        formations.kill(state, at, dead, inside=True)
    state.powers[OTTOMAN].war_winner += VICTORY
    play.emit(HungaryDefeated(OTTOMAN))
    met = [] if table.at_war(state, HAPSBURG, OTTOMAN) else minors.begin_war(play, HAPSBURG, OTTOMAN)
    frames = [] if HUNGARY in state.minors else minors.activate(play, HUNGARY, HAPSBURG)
    for each in bits(HOME_OF[HUNGARY]):
        at = LOCATION.ids[each]
        if table.land_where(state, at, lambda owner: table.major_of(state, owner) == OTTOMAN):
            table.set_controller(play.state, at, OTTOMAN)
            if at in state.sieges:
                sieges.lift(play, at)
    return [*frames, *met]
