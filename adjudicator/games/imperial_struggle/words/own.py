"""Tell what only the reader knows: their hand, face-down ministries and war tiles."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.model import Holding, Item

from ..fact_events import EVENT, Event
from ..fact_types import MINISTRY, NONE, SIDES, THEATRE, WAR_TILE, WarTile
from ..known import bonus_strength, known
from ..rules.ministries.cards import bearers, has_keyword
from ..state import State
from ..view import MinistrySlot, TheatreSlots, View
from .printed import ability_text, event_line, event_text, ministry_text
from .speech import Speech


def holdings(view: View, seat: str, to: Speech) -> Iterator[Holding]:
    """Yield hand, ministries, war tiles; what the reader has not got is left out."""
    position, side = known(view), SIDES.index(seat)
    hand = view.hand(seat)
    if hand:
        yield Holding(
            heading=to.ngettext("Your events (%(n)s)", "Your events (%(n)s)", len(hand)),
            items=tuple(Item(name=to.event(card.number), text=event_text(card, position, side, to)) for card in hand),
            note=to.gettext(
                "An event needs a tile with the event symbol, and is played before the tile is used (5.2)."
            ),
            brief=tuple(Item(name=_short(card, to), text=event_line(card, position, side, to)) for card in hand),
        )
    slots = view.ministries(seat)
    if slots:
        items = tuple(_ministry(slot, position, to) for slot in slots)
        lines = tuple(_ministry_line(slot, position, to) for slot in slots)
        yield Holding(heading=to.gettext("Your ministries"), items=items, brief=lines)
    tiles = tuple(_theatre(theatre, seat, view, position, to) for theatre in view.theatres())
    if any(item.text for item in tiles) and view.public.result == NONE:  # no war follows the end
        line = Item(name=to.gettext("War strength now"), text=_strengths(view, seat, position, to), lasting=True)
        yield Holding(heading=to.gettext("Your war tiles"), items=tiles, brief=(line,))
    waiting = _waiting(view, seat)
    if waiting:
        heading = to.gettext("Drawn and not laid yet")
        yield Holding(heading=heading, items=tuple(Item(name=to.war_tile(tile.id)) for tile in waiting))


def _short(card: Event, to: Speech) -> str:
    """Return a card with its short name, such as `P10 Vatican Politics`."""
    return f"{to.short(EVENT, card.id)} {to.event_name(card.number)}"


def _waiting(view: View, seat: str) -> tuple[WarTile, ...]:
    """Return tiles drawn in this round, or kept from the last war (7.6)."""
    part = next((part for part in view.private if SIDES[part.side] == seat), None)
    carried = part.unassigned if part is not None else ()
    return (*(view.drawn(seat) or ()), *(WAR_TILE.things[tile] for tile in carried))


def _ministry(slot: MinistrySlot, position: State, to: Speech) -> Item:
    card = slot.card or MINISTRY.things[0]
    lies = to.gettext("face up") if slot.revealed else to.gettext("face down")
    return Item(name=to.thing(MINISTRY, card.id), text=f"{lies}, {ministry_text(card, position, to)}")


def _ministry_line(slot: MinistrySlot, position: State, to: Speech) -> Item:
    """Return a ministry without its keywords."""
    card = slot.card or MINISTRY.things[0]
    told = "; ".join(ability_text(card, number, position, to) for number in range(1, len(card.abilities) + 1))
    name = f"{to.short(MINISTRY, card.id)} {to.thing(MINISTRY, card.id)}"
    return Item(name=name, text=told, note="" if slot.revealed else to.gettext("face down"))


def _strengths(view: View, seat: str, position: State, to: Speech) -> str:
    """Return the strength at every theatre with the tiles behind it.

    For example `T11 1 (Unflag -1), T12 3`.
    """
    told = []
    for theatre in view.theatres():
        slots = theatre.france if seat == "france" else theatre.britain
        tiles = [slot.tile for slot in slots if slot.tile is not None]
        army = sum(tile.strength for tile in tiles) + bonus_strength(position, theatre.order, SIDES.index(seat))
        if theatre.byng and seat == "britain":
            army += WAR_TILE.thing("byng").strength
        names = "; ".join(to.war_tile_name(tile.id) for tile in tiles)
        named = f"{to.short(THEATRE, theatre.id)} {army}"
        told.append(f"{named} ({names})" if names else named)
    return ", ".join(told)


def _theatre(theatre: TheatreSlots, seat: str, view: View, position: State, to: Speech) -> Item:
    """Show the seat's own tiles at a theatre, and their strength with the present position of the map."""
    slots = theatre.france if seat == "france" else theatre.britain
    tiles = [slot.tile for slot in slots if slot.tile is not None]
    by_map = bonus_strength(position, theatre.order, SIDES.index(seat))
    army = sum(tile.strength for tile in tiles)
    if theatre.byng and seat == "britain":
        army += WAR_TILE.thing("byng").strength
    text = "; ".join(to.war_tile(tile.id) for tile in tiles)
    note = to.gettext("strength now %(n)s: tiles %(army)s, map %(map)s", n=army + by_map, army=army, map=by_map)
    over = position.war is not None and any(done.theatre == theatre.order for done in position.war.resolved)
    parts = [note, *_helpers(theatre, seat, position, to)] if tiles and not over else []
    return Item(name=to.theatre(view.war or "", theatre.order), text=text, note="; ".join(parts))


def _helpers(theatre: TheatreSlots, seat: str, position: State, to: Speech) -> Iterator[str]:
    """Yield own ministries that would count at the theatre (7.1.3).

    They lie face down, and must be turned up before the war.
    """
    side = SIDES.index(seat)
    for keyword in THEATRE.thing(theatre.id).keywords:
        if not has_keyword(position, side, keyword):
            for card in bearers(position, side, keyword):
                yield to.gettext("+1 with %(ministry)s face up", ministry=to.ministry(card))
