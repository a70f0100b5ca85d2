"""Provinces come to another realm: what is on them, what vanishes with a realm (R9.61, R18.26)."""

from adjudicator import Play
from adjudicator.components.bits import bits

from ..facts import NONE, REALM
from ..state import State
from .empire import land_changed
from .relations import is_led


def transfer(play: Play[State], places: int, realm: int) -> None:
    """Provinces lawfully belong to a realm from now on, and nobody occupies them. A large town that was built there was
    that of the former owner; the unrest of a town that was an occupier's stays (R9.61).
    """
    state = play.state
    changed = [each for each in bits(places) if state.owner[each] != realm]
    before = {state.owner[each] for each in changed}
    state.covered &= ~places
    for each in changed:
        state.grown &= ~(1 << each)
    for each in bits(places):
        state.owner[each], state.occupier[each] = realm, NONE
    for each in before - {NONE}:
        if each not in state.owner and not is_led(state, each):
            vanish(state, each)
    if places:
        land_changed(play)


def vanish(state: State, realm: int) -> None:
    """A realm without provinces leaves no token behind."""
    for tokens in (state.allied, state.married, state.disputed, state.cb):
        for seat in state.order:
            tokens[seat] &= ~(1 << realm)
    for other in REALM.indexes:
        state.war[other] &= ~(1 << realm)
        state.truce[other] &= ~(1 << realm)
    state.war[realm] = state.truce[realm] = 0
    state.active &= ~(1 << realm)
    state.overlord[realm] = NONE
