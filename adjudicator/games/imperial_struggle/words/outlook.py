"""Tell what the other side can do in its next action round, as far as the reader can know: its side of the price list.

Everything is worked out from a position built of the reader's view (`known`), so no hidden card, tile or ministry
of the other side can change a word of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from adjudicator.components.bits import bits
from adjudicator.reports.model import Item, Outlook

from ..ahead import with_points
from ..fact_types import ACTION_TYPES, ADVANTAGE, REGION, SIDES, SPACE
from ..facts import FACTS
from ..isolation import isolated_markets
from ..known import known
from ..rules.control import controller
from ..rules.debt import spendable_treaty_points
from ..rules.forts import SeizeFort
from ..rules.purchases import offers_of, quote
from ..rules.shifts import ShiftMarket, ShiftPolitical
from ..rules.squadrons import DeploySquadron
from ..state import State, available_debt, held
from ..view import View
from .speech import Speech
from .stakes import Stake, stakes


def outlook(view: View, seat: str, to: Speech) -> Iterator[Outlook]:
    """Yield what the opponent of a seat may do next; nothing if they have no action round left in this turn."""
    other = 1 - SIDES.index(seat)
    if not acts_again(view, other):
        return
    position = with_points(as_it_begins(known(view), other), other)
    items = (
        _points(position, other, to),
        *_flags(position, other, to),
        *_swings(view, position, other, to),
        *_at_sea(position, other, to),
        *_advantages(view, other, to),
    )
    yield Outlook(
        heading=to.gettext("What %(side)s can do next", side=to.seat(SIDES[other])),
        items=items,
        brief=tuple(f"{name}: {text}." for name, text in _brief(view, position, other, to)),
        note=to.gettext(
            "The figures are prices. Worked out from what lies open now; events and ministries that you cannot see "
            "may add to it."
        ),
    )


def _brief(view: View, position: State, other: int, to: Speech) -> Iterator[tuple[str, str]]:
    """Yield the same in short names: what may be looked up on the board needs no second name."""
    yield to.gettext("One tile"), _most(position, other, to)
    if reach := _by_price(
        {offer.space: quote(position, other, offer).cost for offer in _unflagging(position, other)}, to
    ):
        yield to.gettext("Your flags in reach"), reach
    for item in (*_swings(view, position, other, to), *_at_sea(position, other, to)):
        yield item.name, item.text
    if ready := _ready(view, other):
        yield to.gettext("Advantages ready"), " ".join(to.short(ADVANTAGE, each) for each in ready)


def _most(state: State, side: int, to: Speech) -> str:
    """Return the most to be had, such as `at most E4, D4 or M3`.

    Points on debt follow: `4 more with debt`.
    """
    assert state.ap is not None
    most = to.any_of(f"{to.letter(kind)}{n}" for kind, n in enumerate(state.ap.major) if n)
    return ", ".join([to.gettext("at most %(points)s", points=most), *_credit(state, side, to)])


def _by_price(prices: Mapping[str, int], to: Speech) -> str:
    """Return spaces by price, such as `for 2 E21 A31, for 3 E43 E47`."""
    costs = {cost: [id for id, each in prices.items() if each == cost] for cost in sorted(set(prices.values()))}
    return ", ".join(
        to.gettext("for %(n)s %(spaces)s", n=cost, spaces=" ".join(to.short(SPACE, id) for id in ids))
        for cost, ids in costs.items()
    )


def as_it_begins(position: State, side: int) -> State:
    """Return the position at the start of the side's next round, if nothing changes before.

    What is isolated and what connects is computed again (5.4.1), and nothing of the current round lasts.
    """
    position.isolated = isolated_markets(position)
    position.held_at_start = [held(position, each) for each in range(len(SIDES))]
    position.advantages_new &= ~position.advantages[side]
    position.advantages_used = position.advantage_regions = 0
    return position


def acts_again(view: View, side: int) -> bool:
    """Return whether the side has an action round left in this turn."""
    p = view.public
    return view.phase == "action" and bool(p.available) and len(p.taken[side]) < FACTS.limits.rounds


def _points(state: State, side: int, to: Speech) -> Item:
    """Show the most that the available tiles give the side, and what it may add."""
    assert state.ap is not None
    most = [to.points(ACTION_TYPES[kind], n) for kind, n in enumerate(state.ap.major) if n]
    told = to.gettext("at most %(points)s with one tile", points=to.any_of(most))
    return Item(name=to.gettext("Points"), text=", ".join([told, *_credit(state, side, to)]))


def _credit(state: State, side: int, to: Speech) -> list[str]:
    debt, treaty = available_debt(state, side), spendable_treaty_points(state, side)
    parts = [to.gettext("%(n)s more with debt", n=debt)] if debt else []
    return parts + ([to.gettext("%(n)s more with treaty points", n=treaty)] if treaty else [])


def _flags(state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield flags of the reader that the side can remove, by region, with the price."""
    found: dict[int, list[str]] = {}
    for offer in _unflagging(state, side):
        price = quote(state, side, offer)
        region = FACTS.region_of[SPACE.index[offer.space]]
        found.setdefault(region, []).append(f"{to.space(offer.space)} {price.cost}")
    for region, spaces in sorted(found.items()):
        name = to.gettext("Your flags in reach (%(region)s)", region=to.thing(REGION, REGION.ids[region]))
        yield Item(name=name, text=", ".join(spaces))


def _unflagging(state: State, side: int) -> Iterator[ShiftPolitical | ShiftMarket]:
    """Yield how a side could remove flags of the other one."""
    for offer in shifts(state, side):
        if offer.result == "unflag" and controller(state, SPACE.index[offer.space]) == 1 - side:
            yield offer


def shifts(state: State, side: int) -> Iterator[ShiftPolitical | ShiftMarket]:
    """Yield flags that a side could place or remove with the points of the position."""
    for offer in chain(offers_of(state, side, ShiftPolitical), offers_of(state, side, ShiftMarket)):
        assert isinstance(offer, ShiftPolitical | ShiftMarket)
        yield offer


def _swings(view: View, state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield awards that one shift of the other side would take from the reader, or win."""
    reach = 0
    for offer in shifts(state, side):
        reach |= 1 << SPACE.index[offer.space]
    near = [stake for stake in stakes(view, to) if stake.spaces & reach & ~view.public.conflicts]
    lost = [_named(stake) for stake in near if stake.margin == stake.ahead(1 - side)]
    won = [_named(stake) for stake in near if stake.margin - 1 == stake.ahead(side)]
    if lost:
        yield Item(name=to.gettext("With one flag fewer you lose"), text=", ".join(lost))
    if won:
        yield Item(name=to.gettext("With one flag more %(side)s wins", side=to.seat(SIDES[side])), text=", ".join(won))


def _named(stake: Stake) -> str:
    return f"{stake.name} ({stake.worth})"


def _at_sea(state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield squadrons that the side could send home, forts that it could seize."""
    driven: dict[str, int] = {}
    for offer in offers_of(state, side, DeploySquadron):
        assert isinstance(offer, DeploySquadron)
        if state.squadrons[1 - side] >> SPACE.index[offer.to] & 1:
            cost = quote(state, side, offer).cost
            driven[offer.to] = min(cost, driven.get(offer.to, cost))
    if driven:
        listed = ", ".join(f"{to.space(space)} {cost}" for space, cost in driven.items())
        yield Item(name=to.gettext("Your squadrons in reach"), text=listed)
    forts = [offer for offer in offers_of(state, side, SeizeFort) if isinstance(offer, SeizeFort)]
    if forts:
        listed = ", ".join(f"{to.space(offer.space)} {quote(state, side, offer).cost}" for offer in forts)
        yield Item(name=to.gettext("Forts in reach"), text=listed)


def _advantages(view: View, side: int, to: Speech) -> Iterator[Item]:
    """Yield the other side's advantages ready for that round (8.2)."""
    if ready := _ready(view, side):
        yield Item(name=to.gettext("Advantages ready"), text=to.things(ADVANTAGE, ready))


def _ready(view: View, side: int) -> list[str]:
    p, tiles = view.public, ADVANTAGE.things
    open_to_use = (tiles[index] for index in bits(p.advantages[side] & ~p.advantages_exhausted))
    return [tile.id for tile in open_to_use if not tile.spaces & p.conflicts]
