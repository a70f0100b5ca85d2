"""Work out what follows from a position: control, friends and enemies, sieges, keys, lines of communication, points."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from adjudicator.kernel.standing import once

from .. import facts
from ..facts import (
    CARD,
    ELECTORATE,
    ENGLAND,
    FORTIFIED,
    FRANCE,
    HAPSBURG,
    HOME_OF,
    KEYS,
    LEADER,
    LOCATION,
    OTTOMAN,
    OWNER,
    PAPACY,
    POWER,
    PROTESTANT,
    RULER,
    TABLES,
)
from ..state import Force, ForeignWar, LeaderState, State

LAND: Final = ("regulars", "mercenaries", "cavalry")
SHIPS: Final = ("squadrons", "corsairs")
UNITS: Final = (*LAND, *SHIPS)
POWERS: Final = frozenset(POWER.ids)


# ---- places


def bit(at: str) -> int:
    """Return the mask of one location."""
    return 1 << LOCATION.index[at]


def has(mask: int, at: str) -> bool:
    """Return whether a location is in a mask."""
    return bool(mask >> LOCATION.index[at] & 1)


def fortified(state: State, at: str) -> bool:
    """Return whether a space is fortified: by its print or by a marker (2.1)."""
    return bool(fortified_spaces(state) >> LOCATION.index[at] & 1)


def fortified_spaces(state: State) -> int:
    """Return the fortified spaces, as a mask."""
    printed = FORTIFIED if state.rules.stirling_fortress else FORTIFIED & ~bit("stirling")
    return printed | state.fortresses | state.havens


def controller(state: State, at: str) -> str:
    """Return who controls a space (2.2)."""
    one = bit(at)
    for owner, mask in zip(OWNER.ids, state.control, strict=True):
        if mask & one:
            return owner
    return ""


def controlled(state: State, owner: str) -> int:
    """Return the spaces that somebody controls, as a mask."""
    return state.control[OWNER.index[owner]]


def set_controller(state: State, at: str, owner: str) -> None:
    """Give a space to another controller; "" for nobody."""
    one = bit(at)
    state.control = [
        mask | one if each == owner else mask & ~one for each, mask in zip(OWNER.ids, state.control, strict=True)
    ]


def homes(state: State, owner: str) -> int:
    """Return the home spaces of an owner, as a mask: pirate havens are the Ottoman's from their card on (21.1)."""
    return HOME_OF[owner] | state.havens if owner == OTTOMAN else HOME_OF[owner] & ~state.havens


# ---- friends and enemies


def major_of(state: State, owner: str) -> str:
    """Return the power that acts for an owner: itself, or the ally of a minor power; "" for nobody (22)."""
    return owner if owner in POWERS else state.minors.get(owner, "")


def minor_allies(state: State, power: str) -> list[str]:
    """Return the minor powers that are allied to a power (22)."""
    return [each for each in facts.MINOR.ids if state.minors.get(each) == power]


def at_war(state: State, one: str, other: str) -> bool:
    """Return whether two are at war; a minor power follows the one that it is allied to."""
    one, other = major_of(state, one) or one, major_of(state, other) or other
    return bool(state.wars.get(one, 0) >> OWNER.index[other] & 1)


def allied(state: State, one: str, other: str) -> bool:
    """Return whether two are the same side or allied (9.2)."""
    one, other = major_of(state, one) or one, major_of(state, other) or other
    if one == other:
        return True
    return one in POWERS and other in POWERS and bool(state.alliances.get(one, 0) >> OWNER.index[other] & 1)


def enemies(state: State, power: str) -> list[str]:
    """Return the powers and minor powers with which a power is at war, with what is allied to them."""
    return [each for each in OWNER.ids if each != power and at_war(state, power, each)]


def set_war(state: State, one: str, other: str, on: bool = True) -> None:
    """Begin or end a war between two; allies who are at war are allies no longer."""
    if on and one in POWERS and other in POWERS:
        set_alliance(state, one, other, on=False)
    wars = dict(state.wars)
    for here, there in ((one, other), (other, one)):
        mask = wars.get(here, 0)
        mask = mask | 1 << OWNER.index[there] if on else mask & ~(1 << OWNER.index[there])
        wars[here] = mask
    state.wars = {owner: mask for owner, mask in wars.items() if mask}


def set_alliance(state: State, one: str, other: str, on: bool = True) -> None:
    """Begin or end an alliance between two powers."""
    found = dict(state.alliances)
    for here, there in ((one, other), (other, one)):
        mask = found.get(here, 0)
        found[here] = mask | 1 << OWNER.index[there] if on else mask & ~(1 << OWNER.index[there])
    state.alliances = {power: mask for power, mask in found.items() if mask}


def friendly(state: State, power: str, at: str) -> bool:
    """Return whether a space is under the control of a power or of an ally (2.2)."""
    found = controller(state, at)
    return bool(found) and allied(state, power, found)


# ---- units


def forces(state: State, at: str) -> list[Force]:
    """Return all units in a place."""
    return state.forces.get(at, [])


def land(force: Force) -> int:
    """Return the number of land units."""
    return force.regulars + force.mercenaries + force.cavalry


def ships(force: Force) -> int:
    """Return the number of naval units."""
    return force.squadrons + force.corsairs


def sailor_of(state: State, force: Force) -> str:
    """Return the power that moves these ships: that of a loan, or the owner's (9.2)."""
    return force.lent_to or major_of(state, force.owner)


def units_of(state: State, power: str, at: str, *, inside: bool | None = None) -> list[Force]:
    """Return the units of a power and of its allied minor powers in a place."""
    return [
        each
        for each in forces(state, at)
        if major_of(state, each.owner) == power and (inside is None or each.inside == inside)
    ]


def land_of(state: State, power: str, at: str, *, inside: bool | None = None) -> int:
    """Return how many land units of a power and its minor allies are in a place."""
    return sum(map(land, units_of(state, power, at, inside=inside)))


def land_where(state: State, at: str, whose: Callable[[str], bool]) -> int:
    """Return how many land units of certain owners are in a place."""
    return sum(land(each) for each in forces(state, at) if whose(each.owner))


def enemy_land(state: State, power: str, at: str) -> int:
    """Return how many land units of enemies of a power are in a place."""
    return land_where(state, at, lambda owner: at_war(state, power, owner))


def enemy_units(state: State, power: str, at: str) -> bool:
    """Return whether an enemy of a power has any unit in a place."""
    return any(at_war(state, power, each.lent_to or each.owner) for each in forces(state, at))


def enemy_pieces(state: State, power: str, at: str) -> bool:
    """Return whether an enemy of a power has any unit or leader in a place."""
    led = (leader_power(state, each) or LEADER.thing(each).power for each in leaders_at(state, at))
    return enemy_units(state, power, at) or any(each and at_war(state, power, each) for each in led)


def occupied(state: State, at: str) -> bool:
    """Return whether any unit or leader of anybody is in a place."""
    return bool(forces(state, at)) or any(each.at == at for each in state.leaders.values())


def add(
    state: State, at: str, owner: str, units: Mapping[str, int], *, inside: bool = False, lent_to: str = ""
) -> None:
    """Add units of an owner to a place, or take them away with negative numbers; empty forces disappear."""
    here = [*forces(state, at)]
    found = next(
        (n for n, each in enumerate(here) if (each.owner, each.inside, each.lent_to) == (owner, inside, lent_to)), -1
    )
    old = here[found] if found >= 0 else Force(owner, inside=inside, lent_to=lent_to)
    numbers = {unit: getattr(old, unit) + units.get(unit, 0) for unit in UNITS}
    new = Force(owner, **numbers, inside=inside, lent_to=lent_to)
    assert all(getattr(new, unit) >= 0 for unit in UNITS), f"{at}: {new}"
    rest = [each for n, each in enumerate(here) if n != found]
    if land(new) + ships(new):
        rest = [*here[:found], new, *here[found + 1 :]] if found >= 0 else [*here, new]
    changed = {**state.forces, at: rest}
    state.forces = {place: each for place, each in changed.items() if each}


@once
def placed(state: State) -> list[tuple[str, list[Force]]]:
    """Return the places with units and their forces, in the order of the map: a position remembers no other one."""
    return sorted(state.forces.items(), key=lambda each: LOCATION.index[each[0]])


def lose_ships(state: State, owner: str, number: int) -> None:
    """Put ships of an owner on the turn track, from which they can be built again in the next turn (16.3)."""
    if number:
        state.lost_ships = {**state.lost_ships, owner: state.lost_ships.get(owner, 0) + number}


def counts(force: Force) -> dict[str, int]:
    """Return the numbers of units of a force by their kind."""
    return {unit: getattr(force, unit) for unit in UNITS if getattr(force, unit)}


@once
def left_in_box(state: State, owner: str, kind: str) -> int:
    """Return how many more land units (`land`) or naval ones (`ships`) of an owner can be placed (5)."""
    there = [each for here in state.forces.values() for each in here if each.owner == owner]
    most = TABLES.pieces.get(owner, {}).get(kind, 0)
    if kind == "ships":
        return most - sum(map(ships, there)) - state.lost_ships.get(owner, 0)
    return most - sum(map(land, there)) - sum(strength(war) for war in abroad(state, owner))


def abroad(state: State, power: str) -> list[ForeignWar]:
    """Return the foreign wars of a power (21.7)."""
    return [war for war in state.foreign_wars if terms_of(war).power == power]


def terms_of(war: ForeignWar) -> facts.Abroad:
    """Return what the card of a foreign war demands."""
    found = CARD.things[war.card].war
    assert found is not None
    return found


def strength(war: ForeignWar) -> int:
    """Return how many own units are in a foreign war."""
    return war.regulars + war.mercenaries + war.cavalry


# ---- leaders


def leader_power(state: State, leader: str) -> str:
    """Return the power that moves a leader: that of a loan, or the one that it, or its minor power, belongs to."""
    found = state.leaders.get(leader)
    if found is not None and found.lent_to:
        return found.lent_to
    if leader == "maurice_of_saxony" and state.maurice:
        return state.maurice
    owner = LEADER.thing(leader).power
    return major_of(state, owner) if owner else state.renegade


def leaders_of(state: State) -> list[tuple[str, LeaderState]]:
    """Return the leaders who are in the match, in the order of their kind: a stored position may have another."""
    return sorted(state.leaders.items(), key=lambda each: LEADER.index[each[0]])


def leaders_at(state: State, at: str, power: str | None = None, *, naval: bool | None = None) -> list[str]:
    """Return the leaders in a place, perhaps only those of a power, of armies or of fleets."""
    return [
        leader
        for leader, found in leaders_of(state)
        if found.at == at
        and (power is None or leader_power(state, leader) == power)
        and (naval is None or LEADER.thing(leader).naval == naval)
    ]


def put_leader(state: State, leader: str, new: LeaderState | None) -> None:
    """Put a leader somewhere else; None: out of the match."""
    there = {name: each for name, each in state.leaders.items() if name != leader}
    state.leaders = there | ({leader: new} if new is not None else {})


def best_battle(leaders: Iterable[str]) -> int:
    """Return the battle rating of the best of these leaders; 0 without one."""
    return max((LEADER.thing(each).battle for each in leaders), default=0)


def free_leader(state: State, leader: str) -> bool:
    """Return whether a leader is on the map, neither captured nor besieged."""
    found = state.leaders.get(leader)
    return found is not None and bool(found.at) and not found.inside


# ---- sieges


def besieged(state: State, at: str) -> bool:
    """Return whether a space is under siege (15.1)."""
    return at in state.sieges


# ---- keys, electorates, points


@once
def keys(state: State, power: str) -> int:
    """Return how many keys of a power count: those in unrest do not (2.4)."""
    return (controlled(state, power) & KEYS & ~state.unrest).bit_count() - (
        0 if state.barbary else int(controller(state, "algiers") == power)
    )


@once
def electorates(state: State, power: str) -> int:
    """Return how many electorates a power controls that are not in unrest."""
    return (controlled(state, power) & ELECTORATE.mask & ~state.unrest).bit_count()


@once
def protestant_spaces(state: State) -> int:
    """Return how many Protestant spaces count: those in unrest do not (18)."""
    return (state.protestant & ~state.unrest).bit_count()


@once
def track_step(state: State) -> int:
    """Return the step of the Protestant spaces track, 0 to 14."""
    count = protestant_spaces(state)
    return sum(count >= least for least in TABLES.protestant_spaces) - 1


@once
def points(state: State, power: str) -> int:
    """Return the victory points of a power (23)."""
    own = state.powers[power]
    found = (
        own.bonus
        + own.war_winner
        - own.phony
        - state.phony_wars.get(power, 0).bit_count()
        + state.burnt_vp.get(power, 0)
    )
    if row := TABLES.terms[power].vp:
        held = min(keys(state, power), len(row))
        found += row[held - 1] if held else 0
    if power == OTTOMAN:
        found += state.piracy
    if power == HAPSBURG and state.league:
        found += electorates(state, HAPSBURG)
    if power == ENGLAND:
        home = HOME_OF[ENGLAND] & state.protestant & ~state.unrest
        found += home.bit_count() // 2
        found += 5 if state.edward else 2 if state.elizabeth else 0
    if power == FRANCE:
        found += state.chateaux
    if power == PAPACY:
        found += 15 - track_step(state) + state.st_peters_vp
    if power == PROTESTANT:
        held = controlled(state, PROTESTANT) & ELECTORATE.mask & state.protestant & ~state.unrest
        found += track_step(state) + 2 * held.bit_count()
        found += sum(count == 10 for count in state.full_bible.values())
    return max(0, found + _new_world(state, power))


def _new_world(state: State, power: str) -> int:
    """Return the points of discoveries and conquests (20); those of depleted conquests stay."""
    found = sum(DISCOVERY_VP[each] for each, by in state.discoveries.items() if by == power)
    return found + sum(CONQUEST_VP[each] for each, by in state.conquests.items() if by == power)


DISCOVERY_VP: Final = {
    "st_lawrence": 1,
    "great_lakes": 1,
    "mississippi": 1,
    "amazon": 2,
    "pacific_strait": 1,
    "circumnavigation": 3,
}
CONQUEST_VP: Final = {"maya": 1, "aztec": 2, "inca": 2}


def admin(state: State, power: str) -> int:
    """Return how many cards a power may keep from one turn to the next (7)."""
    return RULER.thing(state.powers[power].ruler).admin


def base_cards(state: State, power: str) -> int:
    """Return the cards that keys, or electorates, give a power (8.2)."""
    if power == PROTESTANT:
        return 5 if (controlled(state, PROTESTANT) & ELECTORATE.mask).bit_count() >= 4 else 4
    row = TABLES.terms[power].cards
    held = min(keys(state, power), len(row))
    return row[held - 1] if held else 1


def dealt(state: State, power: str) -> int:
    """Return how many cards a power is dealt (8.2)."""
    own = state.powers[power]
    fewer = own.fewer + own.excommunicated + len(abroad(state, power))
    return max(0, base_cards(state, power) + RULER.thing(own.ruler).bonus - fewer)


# ---- impulses


def order(state: State) -> Iterator[str]:
    """Yield the powers in the order of impulses (11)."""
    yield from POWER.ids


def after(power: str) -> str:
    """Return the power whose impulse is next in order."""
    return POWER.ids[(POWER.ids.index(power) + 1) % len(POWER.ids)]
