"""Excommunication (21.5)."""

from typing import Final

from adjudicator import Event, Play

from ...facts import DEBATER, ENGLAND, FRANCE, HAPSBURG, HOME_OF, OTTOMAN, PAPACY, RULER, PowerId, ReformerId, RulerId
from ...state import State
from .. import table

RULERS: Final = (ENGLAND, FRANCE, HAPSBURG)
"""The powers whose rulers can be excommunicated."""


class ReformerBanned(Event, frozen=True, tag="reformer_banned", rule="21.5"):
    """A reformer was excommunicated until the next card draw phase."""

    reformer: ReformerId


class RulerBanned(Event, frozen=True, tag="ruler_banned", rule="21.5", hits=("power",)):
    """A ruler was excommunicated: a card less in each deal."""

    power: PowerId
    ruler: RulerId


def grounds(state: State, power: str) -> bool:
    """Return whether there are grounds against the ruler of a power, who was not excommunicated before (21.5)."""
    ruler = state.powers[power].ruler
    if state.bulls >> RULER.index[ruler] & 1 or (power == ENGLAND and ruler != "henry_viii"):
        return False
    if power == FRANCE and state.bulls & RULER.mask_of(("francis_i", "henry_ii")):
        return False
    heretic = power == ENGLAND and bool(HOME_OF[ENGLAND] & state.protestant)
    return heretic or table.at_war(state, PAPACY, power) or table.allied(state, power, OTTOMAN)


def excommunicate_ruler(play: Play[State], power: str) -> None:
    """Excommunicate the ruler of a power (21.5)."""
    ruler = play.state.powers[power].ruler
    play.state.bulls |= 1 << RULER.index[ruler]
    play.state.powers[power].excommunicated = True
    play.emit(RulerBanned(power, ruler))


def reformers(state: State) -> list[str]:
    """Return the reformers on the map who were not excommunicated before (21.5)."""
    return [each for each in sorted(state.reformers) if not state.cursed >> DEBATER.index[each] & 1]


def excommunicate_reformer(play: Play[State], reformer: str) -> None:
    """Take a reformer and the debater of that name off the map until the next card draw phase (21.5)."""
    state = play.state
    bit = 1 << DEBATER.index[reformer]
    state.cursed |= bit
    banish(play, reformer)
    play.emit(ReformerBanned(reformer))


def banish(play: Play[State], reformer: str) -> None:
    """Take a reformer and the debater of that name off the map for the turn, committed."""
    state = play.state
    bit = 1 << DEBATER.index[reformer]
    state.reformers = {name: at for name, at in state.reformers.items() if name != reformer}
    if state.debaters & bit:
        state.banned |= bit
        state.committed |= bit
