"""Tell what a power must know to choose: its wars, its armies and those near, who is next, how far it is to victory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final

from adjudicator.reports.wording.upcoming import upcoming

from ..facts import KEYS, LOCATION, OWNER, PAPACY, POWER, PROTESTANT, SPACE, TABLES
from ..rules import table, victory, ways
from ..state import State
from .book import Speech

MOST: Final = 3
"""Places of each side that are told, those with most units first."""


def situation(state: State, seat: str, to: Speech) -> Iterator[str]:
    """Yield at most eight lines; what the reader's own hand tells stands elsewhere."""
    wars = [each for each in OWNER.ids if each != seat and table.at_war(state, seat, each)]
    allies = [each for each in POWER.ids if each != seat and table.allied(state, seat, each)]
    allies += table.minor_allies(state, seat)
    yield to.gettext("At war: %(powers)s", powers=to.things(OWNER, wars) or to.pgettext("at war", "nobody"))
    if allies:
        yield to.gettext("Allied: %(powers)s", powers=to.things(OWNER, allies))
    own = _armies(state, {each for each in OWNER.ids if table.major_of(state, each) == seat}, LOCATION.mask)
    if own:
        yield to.gettext("Your armies: %(places)s", places=_told(state, own, to))
    near = reduce(or_, islice(ways.rings(_ground(state, seat), ways.OVERLAND), 2), _ground(state, seat))
    if foes := _armies(state, {*wars}, near):
        yield to.gettext("Enemies near: %(places)s", places=_told(state, foes, to))
    if seat in (PROTESTANT, PAPACY):
        spaces = table.protestant_spaces(state)
        yield to.gettext("Protestant spaces: %(n)s; %(all)s end the match", n=spaces, all=victory.RELIGIOUS)
    if wins := TABLES.terms[seat].wins:
        yield to.gettext("Your keys: %(n)s; %(wins)s win at once", n=table.keys(state, seat), wins=wins)
    if state.negotiating:
        yield to.gettext("Then: all deals that were signed are announced together")
    elif state.acting:
        active = state.impulse.power or seat
        at = POWER.index[active] + 1
        yield upcoming(active, (*POWER.ids[at:], *POWER.ids[:at]), seat, to)


def _ground(state: State, seat: str) -> int:
    """Return the spaces that a power controls or where it has land units."""
    there = (at for at, here in table.placed(state) for each in here if each.owner == seat and table.land(each))
    return table.controlled(state, seat) | LOCATION.mask_of({*there} & {*SPACE.ids})


def _armies(state: State, owners: set[str], within: int) -> list[str]:
    """Return the places of the largest armies of some owners, keys before other spaces."""
    sizes = {
        at: (sum(table.land(each) for each in here if each.owner in owners), bool(KEYS >> LOCATION.index[at] & 1))
        for at, here in table.placed(state)
        if within >> LOCATION.index[at] & 1
    }
    return sorted((at for at, (size, _) in sizes.items() if size), key=lambda at: sizes[at], reverse=True)[:MOST]


def _told(state: State, places: list[str], to: Speech) -> str:
    """Return places with the units and leaders there."""

    def here(at: str) -> str:
        units = [to.troops(each) for each in table.forces(state, at) if table.land(each)]
        return ", ".join((*units, *map(to.leader, table.leaders_at(state, at, naval=False))))

    return "; ".join(f"{to.place(at)} {here(at)}" for at in places)
