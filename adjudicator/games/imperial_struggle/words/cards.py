"""What happens through Event and Ministry cards, in words (3.4, 3.5, 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from adjudicator.kernel.events import Event
from adjudicator.reports.telling import Context, Deed, Said

from ..fact_events import PARTS, Part
from ..fact_types import ADVANTAGE, COMMODITY, KEYWORD, SIDES, WAR_TILE
from ..facts import facts
from ..rules.deal import DebtLimitRaised, EventsDealt
from ..rules.debt import VictoryPoints
from ..rules.discard import EventsDiscarded
from ..rules.events.advantages import AdvantageActivated, AdvantageExhausted, AdvantageRefreshed
from ..rules.events.effects import (
    ByngPlaced,
    DebtLimitLowered,
    DemandChanged,
    DemandDrawnFor,
    DiscountGained,
    EventShifted,
    EventWithoutEffect,
    FortDamaged,
    PointsGained,
    SquadronAway,
    SquadronGained,
    SquadronLost,
)
from ..rules.events.playing import EventPlayed
from ..rules.events.tiles import BonusTileDrawn, BonusTileReturned
from ..rules.ministries.cards import HuguenotsRefreshed, MinistryPoints, MinistryRevealed, MinistryUsed
from ..rules.ministries.huguenots import HuguenotsLost, HuguenotsSpent
from ..rules.ministries.later_eras import CommodityTaxed
from ..rules.ministries.scoring import MinistryScored
from ..rules.ministries.succession import HuguenotsPlaced
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt
from . import book
from .book import TELLINGS, anywhere, join
from .event_words import either, op_text
from .speech import Speech


def _event_played(event: EventPlayed, to: Speech) -> Said:
    text = to.gettext("event played: %(card)s", card=to.event(event.card))
    notes = []
    if facts().events[event.card - 1].bonus_if is not None:
        notes.append(to.gettext("with bonus") if event.bonus else to.gettext("without bonus"))
    if event.via:
        notes.append(to.gettext("made possible by %(ministry)s", ministry=to.ministry(event.via)))
    return Said(text=text, who=event.side, note=", ".join(notes), rule="5.2", important=True)


def _without_effect(event: EventWithoutEffect, to: Speech) -> Said:
    return without_effect([event], to)


def without_effect(events: Sequence[EventWithoutEffect], to: Speech) -> Said:
    """What a card could not do; several: alternatives of which none was possible."""
    what = either(list(dict.fromkeys(_op_text(each, to) for each in events)), to)
    return Said(text=to.gettext("without effect: “%(what)s”", what=what), who=events[0].side, rule="5.2")


def _op_text(event: EventWithoutEffect, to: Speech) -> str:
    part: Part = "bonus" if event.part == "bonus" else "effect"
    return op_text(event.card, part, event.op, SIDES.index(event.side), to)


def _points_gained(event: PointsGained, to: Speech) -> Said:
    text = to.gettext("gains %(points)s", points=to.points(event.type, event.points))
    note = to.restriction(event.rule) if event.rule else ""
    return Said(text=text, who=event.side, note=note, rule="3.4.5")


def _discount_gained(event: DiscountGained, to: Speech) -> Said:
    side = 0 if event.side == "france" else 1
    text = next(filter(None, (op_text(event.card, part, "modifier", side, to) for part in PARTS)))
    return Said(text=text, who=event.side, rule="5.2")


def _event_shifted(event: EventShifted, to: Speech) -> Said:
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


def _fort_damaged(event: FortDamaged, to: Speech) -> Said:
    return Said(text=to.damaged(event.space, event.owner), rule="5.2", important=True)


def _squadron_away(event: SquadronAway, to: Speech) -> Said:
    text = to.gettext(
        "%(space)s: %(squadron)s is away until the next turn",
        space=to.space(event.source),
        squadron=to.squadron(event.owner),
    )
    return Said(text=text, rule="4.1.5", important=True)


def _squadron_lost(event: SquadronLost, to: Speech) -> Said:
    return Said(text=to.squadron_lost(event.source, event.owner), rule="5.2", important=True)


def _squadron_gained(event: SquadronGained, to: Speech) -> Said:
    return Said(text=to.gettext("a squadron for nothing, it lies in the navy box"), who=event.side, rule="5.2")


def _bonus_tile_drawn(event: BonusTileDrawn, to: Speech) -> Said:
    text = to.gettext("a bonus war tile drawn")
    if event.tile:
        text = to.gettext("bonus war tile drawn: %(tile)s", tile=to.war_tile(event.tile))
    return Said(text=text, who=event.side, rule="5.2", private=bool(event.tile))


def _bonus_tile_returned(event: BonusTileReturned, to: Speech) -> Said:
    theatre = to.theatre(event.war, event.theater)
    text = to.gettext("%(theatre)s: a bonus war tile goes back to the pool", theatre=theatre)
    if event.tile:
        tile = to.war_tile(event.tile)
        text = to.gettext("%(theatre)s: %(tile)s goes back to the pool", theatre=theatre, tile=tile)
    return Said(text=text, who=event.side, rule="5.2", private=bool(event.tile))


def _advantage_refreshed(event: AdvantageRefreshed, to: Speech) -> Said:
    name = to.name(ADVANTAGE, event.advantage)
    return Said(text=to.gettext("advantage usable once more: %(advantage)s", advantage=name), rule="5.2")


def _advantage_exhausted(event: AdvantageExhausted, to: Speech) -> Said:
    name = to.name(ADVANTAGE, event.advantage)
    return Said(text=to.gettext("advantage used up without effect: %(advantage)s", advantage=name), rule="5.2")


def _advantage_activated(event: AdvantageActivated, to: Speech) -> Said:
    text = to.gettext("advantage at work: %(advantage)s", advantage=to.name(ADVANTAGE, event.advantage))
    note = to.gettext("it can be used later in this round") if event.later else ""
    return Said(text=text, who=event.side, note=note, rule="5.2")


def _byng_placed(event: ByngPlaced, to: Speech) -> Said:
    byng = facts().war_tiles[facts().war_tile["byng"]]
    text = to.gettext(
        "%(tile)s (%(strength)s) joins %(theatre)s",
        tile=to.name(WAR_TILE, byng.id),
        strength=to.signed(byng.strength),
        theatre=to.theatre(event.war, event.theater),
    )
    return Said(text=text, rule="5.2")


def _demand_drawn_for(event: DemandDrawnFor, to: Speech) -> Said:
    name = to.name(COMMODITY, event.commodity)
    return Said(text=to.gettext("drawn for the demand: %(commodity)s", commodity=name), who=event.side, rule="5.2")


def _demand_changed(event: DemandChanged, to: Speech) -> Said:
    name = to.name(COMMODITY, event.commodity)
    text = to.gettext("now in demand: %(commodity)s", commodity=name)
    if event.replaced:
        old = to.name(COMMODITY, event.replaced)
        text = to.gettext("now in demand: %(commodity)s, no longer %(old)s", commodity=name, old=old)
    return Said(text=text, rule="4.1.4", important=True)


def _debt_limit_lowered(event: DebtLimitLowered, to: Speech) -> Said:
    return Said(text=to.gettext("the debt limit falls to %(n)s", n=event.limit), who=event.side, rule="6.3")


# ministries ----------------------------------------------------------------------------------------


def _ministry_revealed(event: MinistryRevealed, to: Speech) -> Said:
    text = to.gettext("ministry turned up: %(ministry)s", ministry=to.ministry(event.ministry))
    card = facts().ministries[to.ministry_number(event.ministry) - 1]
    words = ", ".join(to.name(KEYWORD, keyword) for keyword in card.keywords)
    return Said(text=text, who=event.side, note=words, rule="3.5", important=True)


def _ministry_used(event: MinistryUsed, to: Speech) -> Said:
    text = to.gettext("ministry used: %(ministry)s", ministry=to.ministry(event.ministry))
    return Said(text=text, who=event.side, note=to.paid(event.paid) if event.paid else "", rule="3.5.2")


def _ministry_points(event: MinistryPoints, to: Speech) -> Said:
    points = to.points(event.type, event.points)
    text = to.gettext("%(points)s more", points=points)
    if event.kind == "minor":
        text = to.gettext("%(points)s more for the minor action", points=points)
    by = to.gettext("ministry %(ministry)s", ministry=to.ministry(event.ministry))
    note = ", ".join([by, *([to.restriction(event.rule)] if event.rule else [])])
    return Said(text=text, who=event.side, note=note, rule="3.5.4")


def _ministry_scored(event: MinistryScored, to: Speech) -> Said:
    name = to.ministry(event.ministry)
    note = to.gettext("ministry %(ministry)s", ministry=name)
    text, scores = to.gained(vp=event.vp, trp=event.trp), bool(event.vp)
    return Said(text=text, who=event.side, note=note, rule="3.5.2", important=scores, scores=scores)


def _huguenots_placed(event: HuguenotsPlaced, to: Speech) -> Said:
    text = to.gettext("%(space)s: Huguenot marker", space=to.space(event.space))
    return Said(text=text, who=event.side, rule="3.5.2")


def _huguenots_spent(event: HuguenotsSpent, to: Speech) -> Said:
    text = to.gettext("%(space)s: the Huguenot marker is used", space=to.space(event.space))
    return Said(text=text, who=event.side, rule="3.5.2")


def _huguenots_lost(event: HuguenotsLost, to: Speech) -> Said:
    return Said(text=to.gettext("%(space)s: the Huguenot marker leaves", space=to.space(event.space)), rule="3.5.2")


def _huguenots_refreshed(event: HuguenotsRefreshed, to: Speech) -> Said:
    text = to.gettext("Huguenot markers usable once more: %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who=event.side, rule="3.5.2")


def _commodity_taxed(event: CommodityTaxed, to: Speech) -> Said:
    name = to.name(COMMODITY, event.commodity)
    text = to.gettext("%(commodity)s: minor actions may remove flags from these markets this turn", commodity=name)
    return Said(text=text, who=event.side, rule="3.5.2", important=True)


@join(EventPlayed)
def _by_ministry(context: Context[Speech], event: EventPlayed, said: Said, to: Speech) -> bool:
    """The event says which ministry made it possible."""
    used = context.last
    if used is None or not isinstance(used.event, MinistryUsed) or event.via != used.event.ministry:
        return False
    return context.instead(event, said)


@join(
    SpaceShifted,
    SquadronBuilt,
    VictoryPoints,
    MinistryPoints,
    EventsDealt,
    DebtLimitRaised,
    HuguenotsPlaced,
    EventsDiscarded,
    CommodityTaxed,
)
def _of_ministry(context: Context[Speech], event: Event, said: Said, to: Speech) -> bool:
    """What an ability of a ministry does, right after it was used, tells that it was used."""
    told, used = context.last, context.before
    if told is None or not isinstance(used, MinistryUsed) or told.event is not used:
        return False
    return context.instead(used, said if isinstance(event, MinistryPoints) else _ministry(used, event, said, to))


def _ministry(used: MinistryUsed, event: Event, effect: Said, to: Speech) -> Said:
    name, deed = to.ministry(used.ministry), effect.text
    if isinstance(event, DebtLimitRaised):
        limit = event.limits[SIDES.index(used.side)]
        deed = to.gettext("the debt limit is %(n)s now", n=limit)
    by = to.gettext("ministry %(ministry)s", ministry=name)
    cost = effect.note if effect.note != name else TELLINGS.said(used, to).note
    return replace(effect, text=deed, who=used.side, note=", ".join(filter(None, [by, cost])), rule="3.5.2")


@join(EventWithoutEffect)
def _void_alternatives(context: Context[Speech], event: EventWithoutEffect, said: Said, to: Speech) -> bool:
    """Alternatives of a card of which none was possible."""
    void: list[EventWithoutEffect] = []
    for each in (event, *reversed(context.events)):
        if not isinstance(each, EventWithoutEffect) or not _option(each):
            break
        if (each.card, each.part) != (event.card, event.part):
            break
        void.insert(0, each)
    return len(void) > 1 and context.instead(event, without_effect(void, to))


def _option(event: EventWithoutEffect) -> str:
    """The alternative to which the op belongs, "" for none."""
    part: Part = "bonus" if event.part == "bonus" else "effect"
    ops = facts().event_versions[event.card - 1][SIDES.index(event.side)].part(part)
    return next((op.option for op in ops if op.op == event.op), "")


tell = partial(book.tell, where=anywhere)

tell(EventPlayed, _event_played)
tell(EventWithoutEffect, _without_effect)
tell(PointsGained, _points_gained)
tell(DiscountGained, _discount_gained)
tell(EventShifted, _event_shifted)
tell(FortDamaged, _fort_damaged)
tell(SquadronAway, _squadron_away)
tell(SquadronLost, _squadron_lost)
tell(SquadronGained, _squadron_gained)
tell(BonusTileDrawn, _bonus_tile_drawn)
tell(BonusTileReturned, _bonus_tile_returned)
tell(AdvantageRefreshed, _advantage_refreshed)
tell(AdvantageExhausted, _advantage_exhausted)
tell(AdvantageActivated, _advantage_activated)
tell(ByngPlaced, _byng_placed)
tell(DemandDrawnFor, _demand_drawn_for)
tell(DemandChanged, _demand_changed)
tell(DebtLimitLowered, _debt_limit_lowered)
tell(MinistryRevealed, _ministry_revealed)
tell(MinistryUsed, _ministry_used)
tell(MinistryPoints, _ministry_points)
tell(MinistryScored, _ministry_scored, deed=Deed.NO)
tell(HuguenotsPlaced, _huguenots_placed)
tell(HuguenotsSpent, _huguenots_spent)
tell(HuguenotsLost, _huguenots_lost)
tell(HuguenotsRefreshed, _huguenots_refreshed)
tell(CommodityTaxed, _commodity_taxed)
