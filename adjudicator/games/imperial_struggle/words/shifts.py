"""Economic and diplomatic actions in words (5.4, 5.5)."""

from __future__ import annotations

from adjudicator.language import msgid
from adjudicator.reports.event_text import EventText
from adjudicator.reports.option_groups import Shelf
from adjudicator.reports.refusing import Facts

from ..fact_types import COMMODITY, EUROPE, NONE, REGION, SPACE
from ..facts import FACTS
from ..names import remarked
from ..rules import shifts as rules
from ..rules.shifts import ShiftMarket, ShiftPolitical, SpaceShifted
from . import move
from .book import ASKINGS, Counter, refuse, tell
from .speech import Speech


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
    return move.shelf(action, deed, counter, to)


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


refuse(rules.not_connected, _not_connected)
