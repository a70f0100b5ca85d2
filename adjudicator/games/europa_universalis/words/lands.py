"""Describe the map in words: all that each realm has there, and what else lies there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator.components import bits, mask_of, union
from adjudicator.language import msgid
from adjudicator.reports.model import Row, Table, columns

from ..facts import AREA, LAND_OF, NODE, NONE, POWER, PROVINCE, PROVINCES_OF, REALM, RELIGION, ZONE
from ..rules.realms import capital, vassals
from ..rules.relations import controller, realm_of
from ..slots import CARD, CHARACTER, IDEA
from ..state import Fleet, State
from .book import Speech

FLEET: Final = {
    "light": msgid("light ships"),
    "heavy": msgid("heavy ships"),
    "damaged": msgid("damaged heavy ships"),
    "galleys": msgid("galleys"),
}
"""What a fleet is made of."""


def realm(state: State, seat: str, to: Speech) -> Table:
    """Return the table of one realm: provinces by area, whom it deals with, armies and ships, people, faith."""
    own, number = state.led[seat], realm_of(seat)
    areas: dict[int, list[str]] = {}
    for place, owner in enumerate(state.owner):
        if owner == number:
            areas.setdefault(PROVINCE.things[place].area, []).append(to.at(PROVINCE, place))
    idle = [to.gettext("one in no node yet")] if own.idle else []
    told = [
        (to.gettext("religion"), to.thing(RELIGION, own.religion)),
        *((to.thing(AREA, area), ", ".join(places)) for area, places in areas.items()),
        (to.gettext("vassals"), _realms(vassals(state, number), to)),
        (to.gettext("allies"), _realms(state.allied[seat], to)),
        (to.gettext("marriages"), _realms(state.married[seat], to)),
        (to.gettext("truces"), _realms(state.truce[number], to)),
        (to.gettext("claims"), to.listing(to.thing(AREA, bit) for bit in bits(own.claims))),
        (to.gettext("influence"), _counted(((AREA, area, n) for area, n in enumerate(own.influence)), to)),
        (to.gettext("armies"), ", ".join(_armies(state, seat, to))),
        (to.gettext("light ships"), _light_ships(state, seat, to)),
        (to.gettext("fleet"), _fleet(own.fleet, to)),
        (to.gettext("ideas"), to.listing(to.thing(IDEA, bit) for bit in bits(own.ideas))),
        (to.gettext("merchants"), to.listing([*(to.thing(NODE, merchant) for merchant in own.merchants), *idle])),
        (to.gettext("ruler"), to.thing(CHARACTER, own.ruler) if own.ruler >= 0 else to.gettext("interregnum")),
        (to.gettext("advisors"), ", ".join(_advisors(state, seat, to))),
    ]
    rows = tuple(Row(cells=each) for each in told if each[1])
    return Table(caption=to.seat(seat), columns=columns(to.gettext("realm"), to.gettext("holds")), rows=rows)


def homeland(state: State, realm: int) -> int:
    """Return the provinces of a realm that hang together by land with its capital, area by area."""
    own = mask_of(each for each, owner in enumerate(state.owner) if owner == realm)
    if not own:
        return 0
    areas = border = 1 << PROVINCE.things[capital(state, realm)].area
    while border:
        near = union(LAND_OF, border)
        border = mask_of(each for each in bits(near & ~areas) if PROVINCES_OF[each] & own)
        areas |= border
    return own & union(PROVINCES_OF, areas)


def elsewhere(state: State, to: Speech) -> Table:
    """Return a table of what is in the table of no realm.

    It shows who occupies what, unrest, rebels, the Empire, and the curia.
    """
    occupied: dict[int, list[str]] = {}
    for place in PROVINCE.indexes:
        if not state.rebel_towns >> place & 1 and (holder := controller(state, place)) != state.owner[place]:
            occupied.setdefault(holder, []).append(to.at(PROVINCE, place))
    empire, curia = state.empire, state.curia
    emperor = "" if empire.emperor == NONE else f"{to.thing(REALM, empire.emperor)}, {empire.authority}"
    excommunicated = "" if curia.excommunicated == NONE else to.thing(REALM, curia.excommunicated)
    told = [
        *(
            (to.gettext("occupied: %(realm)s", realm=to.thing(REALM, holder)), ", ".join(places))
            for holder, places in occupied.items()
        ),
        (to.gettext("in the hands of rebels"), ", ".join(to.at(PROVINCE, bit) for bit in bits(state.rebel_towns))),
        (to.gettext("rebels on the map"), _counted(((AREA, area, n) for area, n in enumerate(state.rebels)), to)),
        (to.gettext("unrest on the map"), ", ".join(to.at(PROVINCE, bit) for bit in bits(state.unrest))),
        (to.gettext("emperor, authority"), emperor),
        (to.gettext("cardinals"), ", ".join(map(to.seat, curia.cardinals))),
        (to.gettext("excommunicated"), excommunicated),
    ]
    heads = columns(to.gettext("on the map"), to.gettext("where"))
    rows = tuple(Row(cells=each) for each in told if each[1])
    return Table(caption=to.gettext("What else lies on the map"), columns=heads, rows=rows)


def _realms(mask: int, to: Speech) -> str:
    return to.listing(to.thing(REALM, bit) for bit in bits(mask))


def _counted(found: Iterable[tuple[object, int, int]], to: Speech) -> str:
    """Return places with their counts, such as `Aragon 2, Portugal 1`.

    Places with none are left out.
    """
    return ", ".join(f"{to.thing(kind, place)} {n}" for kind, place, n in found if n)  # type: ignore[arg-type]


def _armies(state: State, seat: str, to: Speech) -> Iterator[str]:
    own = state.led[seat]
    for n, army in enumerate(own.armies, 1):
        if army.all:
            name, where = to.gettext("army %(n)s", n=n), to.thing(AREA, army.area)
            yield f"{name}: {where}, {to.troops(army.all)}{_led(army.general, to)}"
    yield from (f"{to.thing(AREA, area)}: {to.troops(n)}" for area, n in enumerate(own.alone) if n)


def _led(leader: int, to: Speech) -> str:
    return "" if leader == NONE else f" ({to.thing(CHARACTER, leader)})"


def _light_ships(state: State, seat: str, to: Speech) -> str:
    """List light ships by zone and port; those that protect trade are told apart."""
    ships = state.led[seat].ships
    told = [f"{to.thing(ZONE, zone)} {n}" for zone, n in enumerate(ships.light) if n]
    told += [
        to.gettext("%(zone)s %(n)s (protecting trade)", zone=to.thing(ZONE, zone), n=n)
        for zone, n in enumerate(ships.protecting)
        if n
    ]
    told += [f"{to.at(PROVINCE, port)} {n}" for port, n in ships.docked.items() if n]
    return ", ".join(told)


def _fleet(fleet: Fleet, to: Speech) -> str:
    if not fleet.all:
        return ""
    where = (
        to.thing(ZONE, fleet.zone) if fleet.zone != NONE else to.at(PROVINCE, fleet.port) if fleet.port != NONE else ""
    )
    ships = ", ".join(f"{to.gettext(name)} {n}" for id, name in FLEET.items() if (n := getattr(fleet, id)))
    return ": ".join(filter(None, (where, ships))) + _led(fleet.admiral, to)


def _advisors(state: State, seat: str, to: Speech) -> Iterator[str]:
    for power, card in zip(POWER.ids, state.led[seat].advisors, strict=True):
        if card != NONE:
            yield f"{to.word(power)}: {to.thing(CARD, card)}"
