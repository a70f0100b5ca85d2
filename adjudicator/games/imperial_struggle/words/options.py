"""What the points of a round buy, in words (5.4 to 5.6), and an action round as a brief mail offers it.

A brief mail has tiles, then what they buy by price, what turns something first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from adjudicator.language import msgid
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.wording.event_text import EventText
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf
from adjudicator.reports.wording.refusing import Facts

from ..ahead import chooses_tile, with_points
from ..balance import Scale
from ..components import NAVY_BOX
from ..fact_types import ACTION_TYPES, COMMODITY, EUROPE, INVESTMENT, NONE, REGION, SIDES, SPACE, Investment
from ..facts import FACTS
from ..names import remarked
from ..rules import forts, military, shifts, squadrons
from ..rules.payment import Payment
from ..rules.prices import Quote
from ..rules.shifts import ShiftMarket, ShiftPolitical, SpaceShifted
from ..state import opponent
from .book import ASKINGS, TELLINGS, Counter, cost, price_of, refuse, tell
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


def _no_fort_link(given: Facts, to: Speech) -> str:
    text = to.gettext(
        "%(space)s: a fort needs a market, naval space or territory of yours connected to it; connected are %(spaces)s",
        space=to.space(given["space"]),
        spaces=to.spaces(given["connects"]),
    )
    if not given["new"]:
        return text
    new = to.gettext("does not count, it is yours only since this round: %(spaces)s", spaces=to.spaces(given["new"]))
    return f"{text}; {new}"


refuse(forts.no_fort_link, _no_fort_link)


@ASKINGS.shelf
def removal(action: military.RemoveConflict, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of conflict markers, one of their own if there are many."""
    return ASKINGS.shelf_at("conflicts" if counter.crowded else "military", to)


@ASKINGS.shelf
def removal_by_price(action: military.RemoveConflict, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of conflict markers of a price."""
    return shelf(action, to.gettext("Remove a conflict"), counter, to)


@ASKINGS.place
def removed(action: military.RemoveConflict, counter: Counter, to: Speech) -> str:
    """Return the space of a conflict marker, and what is done where the heading does not say it."""
    if counter.crowded:
        return to.space(action.space)
    return to.gettext("remove the conflict marker: %(space)s", space=to.space(action.space))


@ASKINGS.place
def exchanged(action: military.ConvertMilitary, counter: Counter, to: Speech) -> str:
    """Return the points that military points become."""
    return to.points(action.to, FACTS.costs.convert_military.gives)


@TELLINGS.place
def points_exchanged(event: military.MilitaryConverted, to: Speech) -> str:
    """Return the points that military points became."""
    return to.points(event.to, event.points)


def _space_shifted(event: SpaceShifted, to: Speech) -> EventText:
    space = to.space(event.space)
    if event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=space, flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    rule = "5.4.1" if FACTS.market >> SPACE.index[event.space] & 1 else "5.5.1"
    return EventText(text=text, who=event.side, note=to.paid(event.paid), rule=rule)


def market(space: str, to: Speech) -> str:
    """Name a market with its commodity; Chesapeake has none (3.2.2)."""
    commodity = SPACE.thing(space).commodity
    named = to.space(space)
    return named if commodity == NONE else remarked(named, to.thing(COMMODITY, COMMODITY.id_of(commodity)))


def shifted(space: str, result: str | None, to: Speech) -> str:
    """Describe a space as an option, if the heading does not say which shift it is."""
    if result == "flag":
        return to.gettext("place a flag: %(space)s", space=to.space(space))
    return to.gettext("remove the flag: %(space)s", space=to.space(space))


@ASKINGS.place
def market_and_goods(action: ShiftMarket, counter: Counter, to: Speech) -> str:
    """Return the market of a shift with its commodity."""
    return market(action.space, to)


@ASKINGS.place
def political_space(action: ShiftPolitical, counter: Counter, to: Speech) -> str:
    """Return the space of a shift, with its region where that is not Europe."""
    region = FACTS.region_of[SPACE.index[action.space]]
    named = to.space(action.space)
    return named if region == EUROPE else remarked(named, to.thing(REGION, REGION.ids[region]))


@ASKINGS.shelf
def shifts_of_region(action: ShiftMarket | ShiftPolitical, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of a shift: flags to place before flags to remove, as the codes count.

    Political spaces overseas are few, so they share a shelf.
    """
    region = FACTS.region_of[SPACE.index[action.space]]
    kind, name = "economic", to.thing(REGION, REGION.ids[region])
    if isinstance(action, ShiftPolitical):
        kind = "diplomatic"
        if region != EUROPE:
            region, name = len(REGION.ids), to.gettext("Overseas")
    if action.result == "flag":
        return ASKINGS.shelf_at(kind, to, 0, region, heading=to.gettext("%(region)s: place a flag", region=name))
    return ASKINGS.shelf_at(kind, to, 1, region, heading=to.gettext("%(region)s: remove a flag", region=name))


@ASKINGS.shelf
def shifts_by_price(action: ShiftMarket | ShiftPolitical, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of flags of a price, to place or to remove."""
    deed = to.gettext("Remove a flag") if action.result == "unflag" else to.gettext("Place a flag")
    return shelf(action, deed, counter, to)


tell(SpaceShifted, _space_shifted)


def _not_connected(given: Facts, to: Speech) -> str:
    """Say what a market is connected to, and why the player's own connections do not count."""
    parts = [
        to.gettext(
            "%(space)s is not connected to you; connected to it: %(spaces)s",
            space=to.space(given["space"]),
            spaces=to.spaces(given["connects"]),
        )
    ]
    for kind, text in (
        ("conflicts", msgid("does not count, it has a conflict marker: %(spaces)s")),
        ("isolated", msgid("does not count, it is isolated: %(spaces)s")),
        ("new", msgid("does not count, it is yours only since this round: %(spaces)s")),
    ):
        if given[kind]:
            parts.append(to.gettext(text, spaces=to.spaces(given[kind])))
    return "; ".join(parts)


refuse(shifts.not_connected, _not_connected)


@TELLINGS.place
def came(event: squadrons.SquadronDeployed, to: Speech) -> str:
    """Return where a squadron is, and where it came from."""
    there = to.space(event.to)
    if event.source == NAVY_BOX:
        return to.gettext("%(space)s: squadron from the navy box", space=there)
    return to.gettext("%(space)s: squadron from %(source)s", space=there, source=to.from_space(event.source))


@ASKINGS.shelf
def from_box_or_sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of squadrons from the navy box, or from a naval space."""
    if action.source == NAVY_BOX:
        return ASKINGS.shelf_at("squadrons", to, NONE)
    heading = to.gettext("Squadron from %(space)s", space=to.from_space(action.source))
    return ASKINGS.shelf_at("squadrons", to, SPACE.index[action.source], heading=heading)


@ASKINGS.shelf
def squadrons_by_price(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of squadrons of a price."""
    deed = to.gettext("Squadron") if action.source == NAVY_BOX else to.gettext("Move a squadron")
    return shelf(action, deed, counter, to)


def _leaving(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return the side whose squadron would have to leave; "" if there is none."""
    other = opponent(counter.side)
    return to.seat(SIDES[other]) if counter.state.squadrons[other] >> SPACE.index[action.to] & 1 else ""


@ASKINGS.place
def sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return a naval space, with the side whose squadron would have to leave."""
    side = _leaving(action, counter, to)
    return remarked(to.space(action.to), side) if side else to.space(action.to)


@ASKINGS.chip
def chip_of_sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the sea, with the letter of the side whose squadron would have to leave."""
    side, there = _leaving(action, counter, to), to.chip(SPACE, action.to)
    return to.short(SPACE, action.to) if action.source == NAVY_BOX else "", f"{there} ({side[:1]})" if side else there


@ASKINGS.chip
def source_first(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return where a squadron comes from, if not from the navy box."""
    return "" if action.source == NAVY_BOX else to.chip(SPACE, action.source)
