"""Describe the contents of a place in words: of a part that is looked at, and of what has changed."""

from collections.abc import Iterator

from ..facts import AREA, NODE, NONE, PROVINCE, REALM, RELIGION, ZONE
from ..rules.relations import controller, realm_of
from ..rules.units import UNITS
from ..state import Army, State
from .atlas import spoken, thing_of, words
from .markers import afloat

Told = tuple[str, str]
"""What it is, and how many there are or whose it is."""


def contents(place: str, state: State, language: str) -> Iterator[Told]:
    """Return everything that a marker shows, in its order."""
    kind, id = thing_of(place)
    of = {PROVINCE: _province, AREA: _area, ZONE: _zone, NODE: _node}[kind]
    return of(state, kind.number(id), language)


def lying(place: str, state: State, language: str) -> str:
    """Describe what is on a place, separated by commas."""
    return ", ".join(f"{what}: {much}" if much else what for what, much in contents(place, state, language))


def otherwise(place: str, was: State, now: State, language: str) -> Iterator[str]:
    """Yield what was added to a place, removed from it, or changed in number."""
    word = words(language).within
    old, new = (dict(contents(place, each, language)) for each in (was, now))
    for what, much in new.items():
        if what not in old:
            yield word["now"].format(what, much) if much else what
        elif old[what] != much:
            yield word["before"].format(what, much, old[what])
    for what in old:
        if what not in new:
            yield word["gone"].format(what)


def is_cleared(place: str, was: State, now: State) -> bool:
    """Return whether something that lay on an area, a sea or a node is gone, and nothing came."""
    old, new = (dict(contents(place, each, "en")).keys() for each in (was, now))
    return thing_of(place)[0] is not PROVINCE and new < old


def _named(realm: int, language: str) -> str:
    return spoken(language).thing(REALM, realm) if realm != NONE else words(language).within["free"]


def _province(state: State, number: int, language: str) -> Iterator[Told]:
    word, owner = words(language).within, state.owner[number]
    if state.rebel_towns >> number & 1:
        yield word["rebel_town"], ""
    elif (holder := controller(state, number)) != owner:
        yield word["holder"], _named(holder, language)
    yield word["owner"], _named(owner, language)
    if owner != NONE and state.overlord[owner] != NONE:
        yield word["vassal"], _named(state.overlord[owner], language)
    if state.unrest >> number & 1 and not state.covered >> number & 1:
        yield word["unrest"], ""
    if state.plus_manpower >> number & 1:
        yield word["more"], ""
    for seat, own in state.led.items():
        if count := own.ships.in_port(number):
            yield word["docked"].format(_named(realm_of(seat), language)), str(count)
        if own.fleet.port == number and own.fleet.all:
            yield word["fleet"].format(_named(realm_of(seat), language)), str(own.fleet.all)


def _area(state: State, area: int, language: str) -> Iterator[Told]:
    word, to = words(language).within, spoken(language)
    for seat, own in state.led.items():
        name = _named(realm_of(seat), language)
        units = [_units(army, language) for army in own.armies if army.area == area]
        if own.alone[area]:
            units.append(word["alone"].format(own.alone[area]))
        if units:
            yield word["army"].format(name), to.listing(units)
        if own.influence[area]:
            yield word["influence"].format(name), str(own.influence[area])
        for tokens, id in ((own.claims, "claim"), (own.cores, "core")):
            if tokens >> area & 1:
                yield word[id].format(name), ""
    if state.rebels[area]:
        yield word["rebels"], str(state.rebels[area])
    if state.empire.imperial[area]:
        yield word["imperial"], str(state.empire.imperial[area])
    if RELIGION.ids[state.religion[area]] != "catholic":
        yield word["religion"], to.thing(RELIGION, state.religion[area])
    if AREA.things[area].distant and state.discovered >> area & 1:
        yield word["discovered"], ""
    left, crusade = state.empire.left >> area & 1, state.curia.crusade == area
    there = {"plague": state.plague >> area & 1, "left": left, "crusade": crusade}
    yield from ((word[id], "") for id, is_there in there.items() if is_there)


def _units(army: Army, language: str) -> str:
    """Return the units of an army by kind, such as `2 inf., 1 art.`."""
    word, kinds = words(language).within, (army.regular, army.mercenary, army.allied)
    counts = {unit: sum(getattr(kind, unit) for kind in kinds) for unit in UNITS}
    return ", ".join(word[unit].format(count) for unit, count in counts.items() if count)


def _zone(state: State, zone: int, language: str) -> Iterator[Told]:
    word = words(language).within
    return ((word[id].format(_named(realm, language)), str(n)) for realm, id, n in afloat(state, zone))


def _node(state: State, node: int, language: str) -> Iterator[Told]:
    word = words(language).within
    if state.trade.expanded >> node & 1:
        yield word["expanded"], ""
    for seat, own in state.led.items():
        there = [stands for place, stands in zip(own.merchants, own.standing, strict=False) if place == node]
        if there:
            yield word["merchants"].format(_named(realm_of(seat), language)), f"{sum(there)}/{len(there)}"
    if state.trade.pirates[node]:
        yield word["pirates"], str(state.trade.pirates[node])
