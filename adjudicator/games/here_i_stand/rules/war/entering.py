"""Where formations may go (13.1): the spaces that a power may enter, and where others may retreat to (13.3, 14)."""

from adjudicator import Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ...facts import BESIDE, ELECTORATE, INDEPENDENT, KNIGHTS, LOCATION, OWNER, PROTESTANT, SPACE
from ...state import State
from .. import table

before_league = Code("21.6")
electorate = Code("21.6", space=SPACE)
out_of_play = Code("13.1", space=SPACE)
of_third_power = Code("13.1", space=SPACE, owner=OWNER)
others_there = Code("13.1", space=SPACE, owner=OWNER)
leaders_alone = Code("13.1", space=SPACE)

NEUTRAL = (INDEPENDENT, KNIGHTS)
"""Owners who are nobody's friend nor enemy, and whom everybody may attack (22.6)."""


def entry_refused(state: State, power: str, to: str, *, led_only: bool = False) -> Refusal | None:
    """Return why a power may not move land units into a space; `led_only`: leaders without units."""
    if not state.league and ELECTORATE.mask >> LOCATION.index[to] & 1:
        return electorate(space=to)
    owner = table.controller(state, to)
    if not owner:
        return out_of_play(space=to)
    own = table.allied(state, power, owner)
    enemy = table.at_war(state, power, owner)
    if not own and not enemy and owner not in NEUTRAL:
        return of_third_power(space=to, owner=owner)
    if led_only and (enemy or table.enemy_land(state, power, to)):
        return leaders_alone(space=to)
    return _company_refused(state, power, to, owner)


def _company_refused(state: State, power: str, to: str, owner: str) -> Refusal | None:
    """Return why the land units that stand in a space keep a power out; ships in port do not (13.1)."""
    here = [each for each in table.forces(state, to) if each.owner not in NEUTRAL and table.land(each)]
    third = next(
        (
            each.owner
            for each in here
            if not table.allied(state, power, each.owner) and not table.at_war(state, power, each.owner)
        ),
        "",
    )
    if table.besieged(state, to):
        sides = {
            inside: {table.allied(state, power, each.owner) for each in here if each.inside == inside}
            for inside in (True, False)
        }
        mixed = third or any(len(each) > 1 for each in sides.values()) or sides[True] & sides[False]
        found = next((each.owner for each in here if not table.allied(state, power, each.owner)), owner)
        return others_there(space=to, owner=third or found) if mixed else None
    friends = [each for each in here if table.allied(state, power, each.owner)]
    if not third and (not friends or len(friends) == len(here)):
        return None
    theirs = all(table.allied(state, owner, each.owner) for each in here)
    if not friends and table.at_war(state, power, owner) and theirs:
        return None
    blocking = third or next(each.owner for each in here if not table.allied(state, power, each.owner))
    return others_there(space=to, owner=blocking)


def refuge(state: State, power: str, to: str) -> bool:
    """Return whether units may avoid battle or retreat to a space: friendly, no unrest, no enemies (13.3, 14)."""
    return (
        to in SPACE
        and table.friendly(state, power, to)
        and not table.has(state.unrest, to)
        and not table.enemy_units(state, power, to)
        and (power == PROTESTANT or state.league or not table.has(ELECTORATE.mask, to))
    )


def refuges(state: State, power: str, at: str, *, but: str = "") -> list[str]:
    """Return the spaces beside one to which units of a power may avoid battle or retreat."""
    beside = [LOCATION.ids[each] for each in bits(BESIDE[LOCATION.index[at]])]
    return [each for each in beside if each != but and refuge(state, power, each)]
