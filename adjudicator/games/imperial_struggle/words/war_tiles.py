"""War tiles in words: laid, exchanged, upgraded (3.7, 5.3.3, 5.6.1)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Option, OptionGroup

from ..fact_types import NONE, WAR_TILE
from ..rules import war_tiles
from .book import ASKINGS, TELLINGS, Counter, ask
from .speech import Speech


@TELLINGS.place
def made_room(event: war_tiles.BonusTilePlaced, to: Speech) -> str:
    """Return which tile made room for another one, and where it went."""
    if not event.moved_to:
        return ""
    there = to.theatre(event.war, event.moved_to)
    if event.moved:
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=to.thing(WAR_TILE, event.moved), theatre=there)
    return to.gettext("another one makes room: %(theatre)s", theatre=there)


@TELLINGS.place
def drawn_and_placed(event: war_tiles.UpgradeDrawn, to: Speech) -> str:
    """Return the tile that was drawn, and the one that lies there."""
    if not event.drawn:
        return ""
    drawn, placed = to.war_tile(event.drawn), to.war_tile(event.placed)
    return to.gettext("drawn [%(drawn)s], there lies [%(placed)s]", drawn=drawn, placed=placed)


@TELLINGS.place
def other_tile(event: war_tiles.UpgradeKept, to: Speech) -> str:
    """Return what becomes of the tile that does not stay."""
    if event.other == "pool":
        note = to.gettext("the other one goes back to the pool")
    else:
        note = to.gettext("the other one leaves the game")
    return f"{note} [{to.war_tile(event.tile)}]" if event.tile else note


@TELLINGS.place
def with_theatre(event: war_tiles.UpgradeSwapped, to: Speech) -> str:
    """Return the second of two theatres that change their tiles."""
    return to.theatre(event.war, event.with_theater)


@ASKINGS.place
def upgraded(action: war_tiles.MilitaryUpgrade, counter: Counter, to: Speech) -> str:
    """Return the theatres of an upgrade."""
    theatres = (action.theater, *([action.with_theater] if action.with_theater is not None else []))
    return to.listing(to.theatre(counter.war, order) for order in theatres)


@ASKINGS.chip
def chip_of_upgrade(action: war_tiles.MilitaryUpgrade, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the theatres of an upgrade."""
    return "", upgraded(action, counter, to)


@ASKINGS.place
def laid_at(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Return the theatre, and the tile that is laid if several wait (7.6)."""
    there = to.theatre(counter.war, action.theater)
    several = len(set(war_tiles.waiting_tiles(counter.state, counter.side))) > 1
    return f"{to.war_tile_name(action.tile)}: {there}" if several else there


@ASKINGS.place
def lying_there(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Return what is there, and what makes room."""
    if action.move is not None:
        there = to.theatre(counter.war, action.move.theater)
        tile = to.thing(WAR_TILE, action.move.tile)
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=tile, theatre=there)
    laid, side = counter.state.theatres[action.theater - 1], counter.side
    lying = [*([laid.basic[side]] if laid.basic[side] != NONE else []), *laid.bonus[side]]
    return ", ".join(to.war_tile_name(WAR_TILE.id_of(tile)) for tile in lying)


@ASKINGS.fact
def where_it_goes(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return where which tile may go."""
    tiles = [to.war_tile_name(WAR_TILE.id_of(tile)) for tile in war_tiles.waiting_tiles(counter.state, counter.side)]
    if len(tiles) > 1:
        return to.gettext("Where does one of these tiles go: %(tiles)s?", tiles=", ".join(tiles))
    return to.gettext("Where does %(tile)s go?", tile=tiles[0])


@ASKINGS.fact
def symbol_told(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what the symbol of the only tile that waits does."""
    tiles = war_tiles.waiting_tiles(counter.state, counter.side)
    symbol = to.symbol(WAR_TILE.id_of(tiles[0])) if len(tiles) == 1 else ""
    return to.gettext("Its symbol: %(symbol)s.", symbol=symbol) if symbol else ""


def _keeping(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return which of two basic tiles stays at a theatre (5.3.3).

    Both may be alike, so it is said which one is meant.
    """
    state, side = counter.state, counter.side
    placed, drawn = state.theatres[asked.decision.context["theater"] - 1].basic[side], state.drawn[side][-1]
    tiles = {"placed": to.war_tile(WAR_TILE.id_of(placed)), "drawn": to.war_tile(WAR_TILE.id_of(drawn))}
    listed = []
    for option in asked.options:
        assert isinstance(option.action, war_tiles.KeepBasicTile)
        if option.action.keep == "drawn":
            words, goes = to.gettext("the new one stays: %(tile)s", tile=tiles["drawn"]), tiles["placed"]
        else:
            words, goes = to.gettext("the old one stays: %(tile)s", tile=tiles["placed"]), tiles["drawn"]
        listed.append(Option(code=option.code, words=words, note=_goes(option.action, goes, to)))
    return (OptionGroup(options=tuple(listed)),)


def _goes(action: war_tiles.KeepBasicTile, tile: str, to: Speech) -> str:
    if action.other == "pool":
        return to.gettext("%(tile)s back to the pool", tile=tile)
    return to.gettext("%(tile)s out of the game", tile=tile)


ask("keep_basic_tile", "which war tile stays?", "Which basic war tile stays?", groups=_keeping)
