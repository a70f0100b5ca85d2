"""Tell what the other players can do next, as all can see it: their means, whom they may attack, who stands near.

Nothing of it rests on what is hidden: of a hand only how many cards it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components import bits
from adjudicator.reports.model import Item, Outlook

from ..facts import AREA
from ..rules.claims import barred, causes, passed
from ..rules.purse import clockwise
from ..rules.relations import at_war, beside, realm_of
from ..rules.units import strength
from ..state import State
from .book import Known, Speech, played

ACTIONS = 2
"""The phase of actions (R3.20); behind it nobody acts in this round."""


def outlook(now: Known, seat: str, to: Speech) -> Iterator[Outlook]:
    """Yield the others in the order in which they act after a seat.

    A seat that has passed does nothing more in this round.
    """
    state = now.state
    if not played((seat,), state) or state.phase > ACTIONS:
        return
    others = clockwise(state, seat)[1:]
    items = tuple(
        Item(name=to.seat(each), text="; ".join(_means(now, each, seat, to)))
        for each in others
        if not passed(state, realm_of(each))
    )
    done = [each for each in others if passed(state, realm_of(each))]
    if items:
        note = to.gettext("Passed for this round: %(seats)s.", seats=to.listing(map(to.seat, done))) if done else ""
        yield Outlook(heading=to.gettext("What the others can do next"), items=items, note=note)


def _means(now: Known, seat: str, reader: str, to: Speech) -> Iterator[str]:
    """Yield what a seat has to act with, whether it may make war on the reader, and where its units are nearby."""
    state, own, realm = now.state, now.state.led[seat], realm_of(reader)
    power, cards = "/".join(map(str, own.power)), to.ngettext("%(n)s card", "%(n)s cards", len(own.hand))
    purse = to.gettext("power %(power)s, %(ducats)s", power=power, ducats=to.ducats(own.ducats))
    yield f"{purse}, {cards}"
    if at_war(state, realm_of(seat), realm):
        yield to.gettext("at war with you")
    elif barred(state, seat, realm):
        yield to.gettext("cannot declare war on you now")
        return
    elif causes(state, now.content, seat, realm):
        yield to.gettext("has a cause for war against you")
    if near := [f"{to.thing(AREA, area)} {n}" for area, n in _near(state, seat, realm)]:
        yield to.gettext("units near you: %(areas)s", areas=", ".join(near))


def _near(state: State, seat: str, realm: int) -> Iterator[tuple[int, int]]:
    """Yield where a seat has units in areas with provinces of a realm or beside them, and how many."""
    return ((area, n) for area in bits(beside(state, realm)) if (n := strength(state, seat, area).all))
