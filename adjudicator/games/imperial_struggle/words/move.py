"""An action round as a brief mail offers it: tiles, then what they buy by price, what turns something first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from adjudicator.reports.game import Asked
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.option_groups import Shelf

from ..ahead import chooses_tile, with_points
from ..balance import Scale
from ..fact_types import ACTION_TYPES, INVESTMENT, Investment
from ..facts import FACTS
from ..rules.payment import Payment
from ..rules.prices import Quote
from .book import ASKINGS, Counter, cost, price_of
from .speech import Speech

_SIGNS: Final = {"diplomatic": "◆", "economic": "●", "military": "▲"}
"""What tells the three kinds of points apart besides their words; the order of the shelves."""


def links(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the tiles, single places by price, and whatever else may be done."""
    looks = priced(counter)
    return ASKINGS.links(asked.options, looks, to, "besides", Scale(looks.state, looks.side).turned)


def priced(counter: Counter) -> Counter:
    """Return what prices are computed from: while the tile is to be chosen, the points of all available tiles."""
    if not chooses_tile(counter.state, counter.side):
        return counter
    return replace(counter, state=with_points(counter.state, counter.side), certain=False)


def shelf(action: Payment, deed: str, counter: Counter, to: Speech) -> Shelf:
    """Return a shelf such as `◆ Place a flag, D 2`.

    While a tile is to be chosen, the tiles that can pay are named.
    """
    price = price_of(action, counter)
    if price is None:
        return ASKINGS.shelf_at("besides", to)
    kind, (paid, _) = ACTION_TYPES[price.type], cost(action, counter, to)
    told = f"{_SIGNS[kind]} {deed}, {to.letter(price.type)} {price.cost}"
    heading = told if paid == str(price.cost) else f"{told}: {paid}"
    note = "" if counter.certain else _payable(price, counter, to)
    order = list(_SIGNS).index(kind), int(price.needs_major), price.cost
    return ASKINGS.shelf_at("priced", to, *order, heading=heading, note=note)


def pays(tile: Investment, price: Quote) -> tuple[bool, bool]:
    """Return whether the major and whether the minor action of a tile could pay a price (5.3.2)."""
    minor = price.cost <= FACTS.limits.minor_points and not price.needs_major
    return tile.major == price.type and tile.points >= price.cost, tile.minor == price.type and minor


def buyable(
    tile: Investment, asked: Asked, groups: Iterable[OptionGroup], counter: Counter, to: Speech
) -> tuple[str, ...]:
    """Return what the points of a tile buy, a line for each price: `D 2: E14 E53`."""
    looks = priced(counter)
    actions = {each.code: each.action for each in asked.options if isinstance(each.action, Payment)}
    lines: dict[tuple[bool, int, int], list[str]] = {}
    for option in (option for group in groups for option in group.options if option.chip and option.code in actions):
        price = price_of(actions[option.code], looks)
        if price is not None and any(pays(tile, price)):
            major, _ = pays(tile, price)
            lines.setdefault((not major, price.cost, price.type), []).append(option.short or option.code)
    told = (f"{to.letter(kind)} {cost}" for _, cost, kind in sorted(lines))
    return tuple(f"{points}: {' '.join(lines[key])}" for points, key in zip(told, sorted(lines), strict=True))


def _payable(price: Quote, counter: Counter, to: Speech) -> str:
    """Return tiles that pay a price, such as `E4, E3, or one with E2`."""
    tiles = [INVESTMENT.things[kind] for kind in dict.fromkeys(counter.state.available)]
    able = [(to.short_tile(tile.id), *pays(tile, price)) for tile in tiles]
    told = [", ".join(sorted({name[:2] for name, major, _ in able if major}, reverse=True))]
    told += [
        to.gettext("one with %(tile)s", tile=each) for each in sorted({name[2:] for name, _, minor in able if minor})
    ]
    return to.any_of(filter(None, told))
