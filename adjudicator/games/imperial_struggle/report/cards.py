"""What happens through Event and Ministry cards, in words (3.4, 3.5, 5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from .. import card_events as c
from .. import ministry_events as em
from ..fact_events import PARTS, Part
from ..fact_types import SIDES
from ..facts import facts
from .deeds import told
from .event_words import either, op_text
from .said import Said
from .speech import Speech


@told.register
def _event_played(event: c.EventPlayed, to: Speech) -> Said:
    text = to.gettext("event played: %(card)s", card=to.event(event.card))
    notes = []
    if facts().events[event.card - 1].bonus_if is not None:
        notes.append(to.gettext("with bonus") if event.bonus else to.gettext("without bonus"))
    if event.via:
        notes.append(to.gettext("made possible by %(ministry)s", ministry=to.ministry(event.via)))
    return Said(text=text, who=event.side, note=", ".join(notes), rule="5.2", important=True)


@told.register
def _without_effect(event: c.EventWithoutEffect, to: Speech) -> Said:
    return without_effect([event], to)


def without_effect(events: Sequence[c.EventWithoutEffect], to: Speech) -> Said:
    """What a card could not do; several: alternatives of which none was possible."""
    what = either(list(dict.fromkeys(_op_text(each, to) for each in events)), to)
    return Said(text=to.gettext("without effect: “%(what)s”", what=what), who=events[0].side, rule="5.2")


def _op_text(event: c.EventWithoutEffect, to: Speech) -> str:
    part: Part = "bonus" if event.part == "bonus" else "effect"
    return op_text(event.card, part, event.op, SIDES.index(event.side), to)


@told.register
def _points_gained(event: c.PointsGained, to: Speech) -> Said:
    text = to.gettext("gains %(points)s", points=to.points(event.type, event.points))
    note = to.restriction(event.rule) if event.rule else ""
    return Said(text=text, who=event.side, note=note, rule="3.4.5")


@told.register
def _discount_gained(event: c.DiscountGained, to: Speech) -> Said:
    side = 0 if event.side == "france" else 1
    text = next(filter(None, (op_text(event.card, part, "modifier", side, to) for part in PARTS)))
    return Said(text=text, who=event.side, rule="5.2")


@told.register
def _event_shifted(event: c.EventShifted, to: Speech) -> Said:
    space = to.space(event.space)
    match event.result:
        case "flag":
            text = to.gettext("%(space)s: %(flag)s", space=space, flag=to.flag(event.side))
        case "take_control":
            text = to.gettext("%(space)s: control taken, %(flag)s", space=space, flag=to.flag(event.side))
        case "remove_own":
            text = to.gettext("%(space)s: %(flag)s removed", space=space, flag=to.flag(event.side))
        case _:
            text = to.unflagged(event.space, event.side)
    return Said(text=text, who=event.side, rule="5.2")


@told.register
def _fort_damaged(event: c.FortDamaged, to: Speech) -> Said:
    return Said(text=to.damaged(event.space, event.owner), rule="5.2", important=True)


@told.register
def _squadron_away(event: c.SquadronAway, to: Speech) -> Said:
    text = to.gettext(
        "%(space)s: %(squadron)s is away until the next turn",
        space=to.space(event.source),
        squadron=to.squadron(event.owner),
    )
    return Said(text=text, rule="4.1.5", important=True)


@told.register
def _squadron_lost(event: c.SquadronLost, to: Speech) -> Said:
    return Said(text=to.squadron_lost(event.source, event.owner), rule="5.2", important=True)


@told.register
def _squadron_gained(event: c.SquadronGained, to: Speech) -> Said:
    return Said(text=to.gettext("a squadron for nothing, it lies in the navy box"), who=event.side, rule="5.2")


@told.register
def _bonus_tile_drawn(event: c.BonusTileDrawn, to: Speech) -> Said:
    text = to.gettext("a bonus war tile drawn")
    if event.tile:
        text = to.gettext("bonus war tile drawn: %(tile)s", tile=to.war_tile(event.tile))
    return Said(text=text, who=event.side, rule="5.2", private=bool(event.tile))


@told.register
def _bonus_tile_returned(event: c.BonusTileReturned, to: Speech) -> Said:
    theatre = to.theatre(event.war, event.theater)
    text = to.gettext("%(theatre)s: a bonus war tile goes back to the pool", theatre=theatre)
    if event.tile:
        tile = to.war_tile(event.tile)
        text = to.gettext("%(theatre)s: %(tile)s goes back to the pool", theatre=theatre, tile=tile)
    return Said(text=text, who=event.side, rule="5.2", private=bool(event.tile))


@told.register
def _advantage_refreshed(event: c.AdvantageRefreshed, to: Speech) -> Said:
    name = to.name("advantages", event.advantage)
    return Said(text=to.gettext("advantage usable once more: %(advantage)s", advantage=name), rule="5.2")


@told.register
def _advantage_exhausted(event: c.AdvantageExhausted, to: Speech) -> Said:
    name = to.name("advantages", event.advantage)
    return Said(text=to.gettext("advantage used up without effect: %(advantage)s", advantage=name), rule="5.2")


@told.register
def _advantage_activated(event: c.AdvantageActivated, to: Speech) -> Said:
    text = to.gettext("advantage at work: %(advantage)s", advantage=to.name("advantages", event.advantage))
    note = to.gettext("it can be used later in this round") if event.later else ""
    return Said(text=text, who=event.side, note=note, rule="5.2")


@told.register
def _byng_placed(event: c.ByngPlaced, to: Speech) -> Said:
    byng = facts().war_tiles[facts().war_tile["byng"]]
    text = to.gettext(
        "%(tile)s (%(strength)s) joins %(theatre)s",
        tile=to.name("war_tiles", byng.id),
        strength=to.signed(byng.strength),
        theatre=to.theatre(event.war, event.theater),
    )
    return Said(text=text, rule="5.2")


@told.register
def _demand_drawn_for(event: c.DemandDrawnFor, to: Speech) -> Said:
    name = to.name("commodities", event.commodity)
    return Said(text=to.gettext("drawn for the demand: %(commodity)s", commodity=name), who=event.side, rule="5.2")


@told.register
def _demand_changed(event: c.DemandChanged, to: Speech) -> Said:
    name = to.name("commodities", event.commodity)
    text = to.gettext("now in demand: %(commodity)s", commodity=name)
    if event.replaced:
        old = to.name("commodities", event.replaced)
        text = to.gettext("now in demand: %(commodity)s, no longer %(old)s", commodity=name, old=old)
    return Said(text=text, rule="4.1.4", important=True)


@told.register
def _debt_limit_lowered(event: c.DebtLimitLowered, to: Speech) -> Said:
    return Said(text=to.gettext("the debt limit falls to %(n)s", n=event.limit), who=event.side, rule="6.3")


# ministries ----------------------------------------------------------------------------------------


@told.register
def _ministry_revealed(event: em.MinistryRevealed, to: Speech) -> Said:
    text = to.gettext("ministry turned up: %(ministry)s", ministry=to.ministry(event.ministry))
    card = facts().ministries[to.ministry_number(event.ministry) - 1]
    words = ", ".join(to.name("keywords", keyword) for keyword in card.keywords)
    return Said(text=text, who=event.side, note=words, rule="3.5", important=True)


@told.register
def _ministry_used(event: em.MinistryUsed, to: Speech) -> Said:
    text = to.gettext("ministry used: %(ministry)s", ministry=to.ministry(event.ministry))
    return Said(text=text, who=event.side, note=to.paid(event.paid) if event.paid else "", rule="3.5.2")


@told.register
def _ministry_points(event: em.MinistryPoints, to: Speech) -> Said:
    points = to.points(event.type, event.points)
    text = to.gettext("%(points)s more", points=points)
    if event.kind == "minor":
        text = to.gettext("%(points)s more for the minor action", points=points)
    by = to.gettext("ministry %(ministry)s", ministry=to.ministry(event.ministry))
    note = ", ".join([by, *([to.restriction(event.rule)] if event.rule else [])])
    return Said(text=text, who=event.side, note=note, rule="3.5.4")


@told.register
def _ministry_scored(event: em.MinistryScored, to: Speech) -> Said:
    name = to.ministry(event.ministry)
    note = to.gettext("ministry %(ministry)s", ministry=name)
    text, scores = to.gained(vp=event.vp, trp=event.trp), bool(event.vp)
    return Said(text=text, who=event.side, note=note, rule="3.5.2", important=scores, scores=scores)


@told.register
def _huguenots_placed(event: em.HuguenotsPlaced, to: Speech) -> Said:
    text = to.gettext("%(space)s: Huguenot marker", space=to.space(event.space))
    return Said(text=text, who=event.side, rule="3.5.2")


@told.register
def _huguenots_spent(event: em.HuguenotsSpent, to: Speech) -> Said:
    text = to.gettext("%(space)s: the Huguenot marker is used", space=to.space(event.space))
    return Said(text=text, who=event.side, rule="3.5.2")


@told.register
def _huguenots_lost(event: em.HuguenotsLost, to: Speech) -> Said:
    return Said(text=to.gettext("%(space)s: the Huguenot marker leaves", space=to.space(event.space)), rule="3.5.2")


@told.register
def _huguenots_refreshed(event: em.HuguenotsRefreshed, to: Speech) -> Said:
    text = to.gettext("Huguenot markers usable once more: %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who=event.side, rule="3.5.2")


@told.register
def _commodity_taxed(event: em.CommodityTaxed, to: Speech) -> Said:
    name = to.name("commodities", event.commodity)
    text = to.gettext("%(commodity)s: minor actions may remove flags from these markets this turn", commodity=name)
    return Said(text=text, who=event.side, rule="3.5.2", important=True)
