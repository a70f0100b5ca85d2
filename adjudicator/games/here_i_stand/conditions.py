"""Define the conditions of orders, over what a player may know: the part `conditions`, in English and Russian."""

from typing import Annotated, Final

from adjudicator.components.names import CASES
from adjudicator.orders import NameBook
from adjudicator.orders.vocabulary.asked import OWN, Asked
from adjudicator.orders.vocabulary.conditions import Conditions
from adjudicator.orders.vocabulary.orderfile import read_conditions

from .facts import CARD, DATA, LOCATION, OWNER, POWER, SPACE, LeaderId, LocationId, OwnerId, PowerId, SpaceId
from .names import names
from .rules import table
from .state import State, known

asked: Final = Asked(known)


@asked
def controls(state: State, space: SpaceId, owner: OwnerId = OWN) -> bool:
    """Return whether an owner (by default whoever asks) controls a space. Rule 2.2."""
    return table.controller(state, space) == owner


@asked
def at_war(state: State, seat: str, owner: OwnerId) -> bool:
    """Return whether an owner is at war with whoever asks. Rule 9.6."""
    return table.at_war(state, seat, owner)


@asked
def at_war_with(state: State, power: PowerId, owner: OwnerId) -> bool:
    """Return whether a power is at war with an owner. Rule 9.6."""
    return table.at_war(state, power, owner)


@asked
def allied(state: State, power: PowerId, other: PowerId = OWN) -> bool:
    """Return whether two powers are allied, or one with whoever asks. Rule 9.1."""
    return table.allied(state, power, other)


@asked
def besieged(state: State, space: SpaceId) -> bool:
    """Return whether a space is besieged. Rule 15.1."""
    return table.besieged(state, space)


@asked
def protestant(state: State, space: SpaceId) -> bool:
    """Return whether the religion of a space is Protestant. Rule 2.3."""
    return table.has(state.protestant, space)


@asked
def in_unrest(state: State, space: SpaceId) -> bool:
    """Return whether there is unrest in a space. Rule 2.3."""
    return table.has(state.unrest, space)


@asked
def leader_at(state: State, leader: LeaderId, place: LocationId) -> bool:
    """Return whether a leader is at a place. Rule 5.1."""
    found = state.leaders.get(leader)
    return found is not None and found.at == place


@asked
def played(state: State, card: Annotated[int, CARD]) -> bool:
    """Return whether a card lies open: among the discards, before a player, or out of the match. Rule 6."""
    return any(card in pile for pile in (state.discard, state.played, state.table, state.gone))


@asked
def marches(state: State, power: PowerId) -> bool:
    """Return whether the march, battle or assault that is under way is one of a power. Rule 13.1."""
    return state.battle is not None and state.battle.power == power


@asked
def marches_to(state: State, place: LocationId) -> bool:
    """Return whether the march, battle or assault that is under way leads there. Rule 13.1."""
    return state.battle is not None and state.battle.at == place


@asked
def marching(state: State) -> int:
    """Return how many units are in the march, battle or assault that is under way. Rule 13.1."""
    return 0 if state.battle is None else sum(table.land(each) for each in state.battle.units)


@asked
def units_in(state: State, place: LocationId, owner: OwnerId = OWN) -> int:
    """Return the land units of an owner (by default of whoever asks) at a place. Rule 5.1."""
    return sum(table.land(each) for each in table.forces(state, place) if each.owner == owner)


@asked
def ships_in(state: State, place: LocationId, owner: OwnerId = OWN) -> int:
    """Return the naval units of an owner (by default of whoever asks) at a place. Rule 5.2."""
    return sum(table.ships(each) for each in table.forces(state, place) if each.owner == owner)


@asked
def points(state: State, power: PowerId = OWN) -> int:
    """Return the victory points of a power, or the own ones. Rule 23."""
    return table.points(state, power) if power in POWER else 0


@asked
def keys(state: State, power: PowerId = OWN) -> int:
    """Return the keys of a power, or the own ones. Rule 4."""
    return table.keys(state, power) if power in POWER else 0


@asked
def cards(state: State, power: PowerId = OWN) -> int:
    """Return the cards in the hand of a power, or in the own one. Rule 6."""
    return len(state.hands[power].cards) if power in POWER else 0


@asked
def command_points(state: State) -> int:
    """Return the command points that are left in the impulse under way. Rule 11.1."""
    return state.impulse.cp


@asked
def protestant_spaces(state: State) -> int:
    """Return how many spaces are Protestant, those in unrest included. Rule 23.1."""
    return state.protestant.bit_count()


@asked
def turn(state: State) -> int:
    """Return the number of the turn. Rule 7."""
    return state.turn


CONDITIONS: Final = Conditions(
    NameBook.of(names, cases={OWNER: CASES, LOCATION: CASES, POWER: CASES, SPACE: CASES}, parts=(POWER, SPACE)),
    read_conditions(DATA / "conditions.yaml", asked.conditions),
)
