"""Economic and diplomatic actions in words (5.4, 5.5)."""

from __future__ import annotations

from adjudicator.language import msgid
from adjudicator.reports.refusing import Facts
from adjudicator.reports.shelves import Shelf
from adjudicator.reports.telling import Said

from ..fact_types import COMMODITY, EUROPE, NONE, REGION, SPACE
from ..facts import FACTS
from ..names import remarked
from ..rules import shifts as rules
from ..rules.purchase import unknown_space
from ..rules.shifts import DrawEvent, EventCardDrawn, ShiftMarket, ShiftPolitical, SpaceShifted
from . import move
from .book import Counter, Rank, offer, place, refuse, tell, verb
from .speech import Speech


def _space_shifted(event: SpaceShifted, to: Speech) -> Said:
    space = to.space(event.space)
    if event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=space, flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    rule = "5.4.1" if FACTS.market >> SPACE.index[event.space] & 1 else "5.5.1"
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule=rule)


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


def _political(action: ShiftPolitical, counter: Counter, to: Speech) -> str:
    region = FACTS.region_of[SPACE.index[action.space]]
    named = to.space(action.space)
    return named if region == EUROPE else remarked(named, to.thing(REGION, REGION.ids[region]))


def _shelf(action: ShiftMarket | ShiftPolitical, counter: Counter, to: Speech) -> Shelf:
    """Return the group of a shift: flags to place before flags to remove, as the codes count.

    Political spaces overseas are few, so they share a group.
    """
    rank, points = Rank.ECONOMIC, to.gettext("economic points")
    region = FACTS.region_of[SPACE.index[action.space]]
    name = to.thing(REGION, REGION.ids[region])
    if isinstance(action, ShiftPolitical):
        rank, points = Rank.DIPLOMATIC, to.gettext("diplomatic points")
        if region != EUROPE:
            region, name = len(REGION.ids), to.gettext("Overseas")
    if action.result == "flag":
        return Shelf((rank, 0, region), to.gettext("%(region)s: place a flag", region=name), points)
    return Shelf((rank, 1, region), to.gettext("%(region)s: remove a flag", region=name), points)


def _brief(action: ShiftMarket | ShiftPolitical, counter: Counter, to: Speech) -> Shelf:
    deed = to.gettext("Remove a flag") if action.result == "unflag" else to.gettext("Place a flag")
    return move.shelf(action, deed, counter, to)


def _chip(action: ShiftMarket | ShiftPolitical, counter: Counter, to: Speech) -> tuple[str, str]:
    return to.short(SPACE, action.space), to.chip(SPACE, action.space)


offer(ShiftMarket, lambda action, counter, to: market(action.space, to), _shelf, chip=_chip, brief=_brief)
offer(ShiftPolitical, _political, _shelf, chip=_chip, brief=_brief)
offer(DrawEvent, "draw an event card", Shelf((Rank.DIPLOMATIC, 99), "Cards", "diplomatic points"))

tell(SpaceShifted, _space_shifted)
verb(
    SpaceShifted,
    "placed a flag on %(things)s",
    "placed flags on %(things)s",
    place("space", "accusative"),
    when=lambda event: event.result == "flag",
)
verb(
    SpaceShifted,
    "removed a flag from %(things)s",
    "removed flags from %(things)s",
    place("space", "genitive"),
    when=lambda event: event.result != "flag",
)
verb(EventCardDrawn, "drew an event card")
tell(EventCardDrawn, "an event card drawn", "event card drawn: %(card)s")


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


refuse(unknown_space, "there is no space “%(space)s”")
refuse(rules.already_yours, "%(space)s is yours already")
refuse(rules.not_empty, "%(space)s is not empty, it belongs to %(owner)s: remove the flag first")
refuse(rules.no_flag, "%(space)s has no flag that could be removed")
refuse(rules.own_flag, "%(space)s bears your own flag")
refuse(rules.permanent_flag, "%(space)s: flags of the United States stay for ever")
refuse(rules.not_connected, _not_connected)
refuse(rules.event_pile_empty, "the pile of event cards is empty")
refuse(rules.no_draw_event, "this campaign plays without drawing events for points")
