"""War tiles in words: drawn, laid, exchanged (3.7, 5.3.3, 5.6.1)."""

from __future__ import annotations

from adjudicator.reports.telling import Deed, Phase, Said

from ..fact_types import WAR_TILE
from ..rules.deal import WarTilesLaid
from ..rules.military import BonusTileBought
from ..rules.war_tiles import BonusTilePlaced, UpgradeDrawn, UpgradeKept, UpgradeSwapped
from .book import of_phase, place, tell
from .speech import Speech


def _war_tiles_laid(event: WarTilesLaid, to: Speech) -> Said:
    lying = [
        to.gettext("%(n)s at %(theatre)s", n=count, theatre=to.theatre(event.war, order))
        for order, count in enumerate(event.bonus, 1)
        if count
    ]
    text = to.gettext("a basic war tile lies at every theatre")
    note = to.gettext("bonus tiles: %(tiles)s", tiles=", ".join(lying)) if lying else ""
    return Said(text=text, who=event.side, note=note, rule="3.7")


def _bonus_tile_bought(event: BonusTileBought, to: Speech) -> Said:
    text = to.gettext("a bonus war tile drawn")
    if event.tile:
        text = to.gettext("bonus war tile drawn: %(tile)s", tile=to.war_tile(event.tile))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.1", private=bool(event.tile))


def _bonus_tile_placed(event: BonusTilePlaced, to: Speech) -> Said:
    theatre = to.theatre(event.war, event.theater)
    text = to.gettext("bonus war tile laid at: %(theatre)s", theatre=theatre)
    if event.tile:
        tile = to.name(WAR_TILE, event.tile)
        text = to.gettext("bonus war tile %(tile)s laid at: %(theatre)s", tile=tile, theatre=theatre)
    note = _made_room(event, to) if event.moved_to else ""
    return Said(text=text, who=event.side, note=note, rule="5.6.1", private=bool(event.tile))


def _made_room(event: BonusTilePlaced, to: Speech) -> str:
    theatre = to.theatre(event.war, event.moved_to)
    if event.moved:
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=to.name(WAR_TILE, event.moved), theatre=theatre)
    return to.gettext("another one makes room: %(theatre)s", theatre=theatre)


def _upgrade_drawn(event: UpgradeDrawn, to: Speech) -> Said:
    theatre = to.theatre(event.war, event.theater)
    text = to.gettext("military upgrade: another basic tile drawn for %(theatre)s", theatre=theatre)
    note = ""
    if event.drawn:
        drawn, placed = to.war_tile(event.drawn), to.war_tile(event.placed)
        note = to.gettext("drawn [%(drawn)s], there lies [%(placed)s]", drawn=drawn, placed=placed)
    return Said(text=text, who=event.side, note=note, rule="5.3.3", private=bool(event.drawn))


def _upgrade_kept(event: UpgradeKept, to: Speech) -> Said:
    theatre = to.theatre(event.war, event.theater)
    if event.kept == "drawn":
        text = to.gettext("%(theatre)s: the new basic tile lies there now", theatre=theatre)
    else:
        text = to.gettext("%(theatre)s: the old basic tile stays", theatre=theatre)
    if event.other == "pool":
        note = to.gettext("the other one goes back to the pool")
    else:
        note = to.gettext("the other one leaves the game")
    if event.tile:
        note = f"{note} [{to.war_tile(event.tile)}]"
    return Said(text=text, who=event.side, note=note, rule="5.3.3", private=bool(event.tile))


def _upgrade_swapped(event: UpgradeSwapped, to: Speech) -> Said:
    text = to.gettext(
        "military upgrade: the basic tiles of two theatres change places: %(one)s, %(other)s",
        one=to.theatre(event.war, event.theater),
        other=to.theatre(event.war, event.with_theater),
    )
    return Said(text=text, who=event.side, rule="12.2")


tell(WarTilesLaid, _war_tiles_laid, deed=Deed.NO)
tell(BonusTileBought, _bonus_tile_bought)
tell(BonusTilePlaced, _bonus_tile_placed)
tell(UpgradeDrawn, _upgrade_drawn)
tell(UpgradeKept, _upgrade_kept)
tell(UpgradeSwapped, _upgrade_swapped)

SET_UP = of_phase("set_up", "3.7")
WAR_LAYOUT = of_phase("war_layout", "7.6")


def _laid(event: WarTilesLaid, going: str) -> Phase[Speech]:
    return WAR_LAYOUT if going in ("war_reset", "war_layout") else SET_UP


place(_laid, WarTilesLaid)
