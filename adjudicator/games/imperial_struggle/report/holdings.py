"""What only the reader knows: his hand, his face-down ministries, his war tiles."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.model import Holding, Item

from ..fact_types import ACTION_TYPES, NONE, BonusCondition, Event, Ministry
from ..facts import facts
from ..view import MinistrySlot, TheatreSlots, View
from .speech import Speech


def holdings(view: View, seat: str, to: Speech) -> Iterator[Holding]:
    """Hand, ministries, war tiles; what there is none of is left out."""
    hand = view.hand(seat)
    if hand:
        yield Holding(
            heading=to.ngettext("Your events (%(n)s)", "Your events (%(n)s)", len(hand)),
            items=tuple(Item(name=to.event(card.number), text=event_text(card, to)) for card in hand),
            note=to.gettext("They need a tile with the event symbol. Playing them comes with a later version."),
        )
    slots = view.ministries(seat)
    if slots:
        yield Holding(
            heading=to.gettext("Your ministries"),
            items=tuple(_ministry(slot, to) for slot in slots),
            note=abilities_later(to),
        )
    tiles = tuple(_theatre(theatre, seat, view, to) for theatre in view.theatres())
    if any(item.text for item in tiles):
        yield Holding(heading=to.gettext("Your war tiles"), items=tiles)
    drawn = view.drawn(seat) or ()
    if drawn:
        heading = to.gettext("Drawn and not laid yet")
        yield Holding(heading=heading, items=tuple(Item(name=to.war_tile(tile.id)) for tile in drawn))


def abilities_later(to: Speech) -> str:
    """What this version of the game does not know yet (3.5.2)."""
    return to.gettext("The abilities of ministries come with a later version.")


def event_text(card: Event, to: Speech) -> str:
    """Which tile it needs and what brings its bonus: `military tile; bonus: Finance`."""
    if card.action == NONE:
        needs = to.gettext("any tile")
    else:
        needs = {
            "economic": to.gettext("economic tile"),
            "diplomatic": to.gettext("diplomatic tile"),
            "military": to.gettext("military tile"),
        }[ACTION_TYPES[card.action]]
    if card.bonus_if is None:
        return needs
    return to.gettext("%(needs)s; bonus: %(condition)s", needs=needs, condition=_condition(card.bonus_if, to))


def _condition(bonus: BonusCondition, to: Speech) -> str:
    if bonus.keyword:
        return to.name("keywords", bonus.keyword)
    if bonus.available_debt_lead:
        return to.gettext("%(n)s more available debt than the opponent", n=bonus.available_debt_lead)
    if bonus.bonus_tiles_lead:
        return to.gettext("%(n)s more bonus war tiles than the opponent", n=bonus.bonus_tiles_lead)
    if bonus.advantage:
        return to.name("advantages", bonus.advantage)
    return to.gettext("more of %(spaces)s than the opponent", spaces=to.listing(to.space(id) for id in bonus.more_of))


def ministry_text(card: Ministry, to: Speech) -> str:
    """Its keywords, or that it has none."""
    keywords = ", ".join(to.name("keywords", keyword) for keyword in card.keywords)
    return keywords or to.gettext("no keyword")


def _ministry(slot: MinistrySlot, to: Speech) -> Item:
    card = slot.card or facts().ministries[0]
    note = to.gettext("face up") if slot.revealed else to.gettext("face down")
    return Item(name=to.name("ministries", card.id), text=ministry_text(card, to), note=note)


def _theatre(theatre: TheatreSlots, seat: str, view: View, to: Speech) -> Item:
    slots = theatre.france if seat == "france" else theatre.britain
    tiles = [to.war_tile(slot.tile.id) for slot in slots if slot.tile is not None]
    return Item(name=to.theatre(view.war or "", theatre.order), text="; ".join(tiles))
