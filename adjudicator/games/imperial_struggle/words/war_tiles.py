"""War tiles in words: laid, exchanged, upgraded (3.7, 5.3.3, 5.6.1)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.shelves import Shelf

from ..fact_types import NONE, WAR_TILE
from ..rules import war_tiles
from .book import Counter, Rank, ask, offer, refuse, tell, theatre
from .speech import Speech


def _made_room(event: war_tiles.BonusTilePlaced, to: Speech) -> str:
    if not event.moved_to:
        return ""
    there = to.theatre(event.war, event.moved_to)
    if event.moved:
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=to.thing(WAR_TILE, event.moved), theatre=there)
    return to.gettext("another one makes room: %(theatre)s", theatre=there)


def _drawn(event: war_tiles.UpgradeDrawn, to: Speech) -> str:
    if not event.drawn:
        return ""
    drawn, placed = to.war_tile(event.drawn), to.war_tile(event.placed)
    return to.gettext("drawn [%(drawn)s], there lies [%(placed)s]", drawn=drawn, placed=placed)


def _other(event: war_tiles.UpgradeKept, to: Speech) -> str:
    if event.other == "pool":
        note = to.gettext("the other one goes back to the pool")
    else:
        note = to.gettext("the other one leaves the game")
    return f"{note} [{to.war_tile(event.tile)}]" if event.tile else note


def _upgraded(action: war_tiles.MilitaryUpgrade, counter: Counter, to: Speech) -> str:
    theatres = (action.theater, *([action.with_theater] if action.with_theater is not None else []))
    return to.listing(to.theatre(counter.war, order) for order in theatres)


def _laid(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Name the theatre, and the tile that is laid if several wait (7.6)."""
    there = to.theatre(counter.war, action.theater)
    several = len(set(war_tiles.waiting_tiles(counter.state, counter.side))) > 1
    return f"{to.war_tile_name(action.tile)}: {there}" if several else there


def _lying(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Say what is there, and what makes room."""
    if action.move is not None:
        there = to.theatre(counter.war, action.move.theater)
        tile = to.thing(WAR_TILE, action.move.tile)
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=tile, theatre=there)
    laid, side = counter.state.theatres[action.theater - 1], counter.side
    lying = [*([laid.basic[side]] if laid.basic[side] != NONE else []), *laid.bonus[side]]
    return ", ".join(to.war_tile_name(WAR_TILE.id_of(tile)) for tile in lying)


def _where(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    tiles = [to.war_tile_name(WAR_TILE.id_of(tile)) for tile in war_tiles.waiting_tiles(counter.state, counter.side)]
    if len(tiles) > 1:
        return to.gettext("Where does one of these tiles go: %(tiles)s?", tiles=", ".join(tiles))
    return to.gettext("Where does %(tile)s go?", tile=tiles[0])


def _symbol(asked: Asked, counter: Counter, to: Speech) -> str:
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
    for each in asked.options:
        assert isinstance(each.action, war_tiles.KeepBasicTile)
        if each.action.keep == "drawn":
            words, goes = to.gettext("the new one stays: %(tile)s", tile=tiles["drawn"]), tiles["placed"]
        else:
            words, goes = to.gettext("the old one stays: %(tile)s", tile=tiles["placed"]), tiles["drawn"]
        listed.append(Option(code=each.code, words=words, note=_goes(each.action, goes, to)))
    return (OptionGroup(options=tuple(listed)),)


def _goes(action: war_tiles.KeepBasicTile, tile: str, to: Speech) -> str:
    if action.other == "pool":
        return to.gettext("%(tile)s back to the pool", tile=tile)
    return to.gettext("%(tile)s out of the game", tile=tile)


offer(
    war_tiles.MilitaryUpgrade,
    _upgraded,
    Shelf((Rank.UPGRADE,), "Military upgrade: exchange the basic war tile of a theatre"),
    chip=lambda action, counter, to: ("", _upgraded(action, counter, to)),
    brief=Shelf((60,), "Upgrade a basic war tile"),
)
offer(war_tiles.PlaceBonusTile, _laid, note=_lying)
offer(
    war_tiles.KeepBasicTile,
    lambda action, counter, to: (
        to.gettext("the new one stays") if action.keep == "drawn" else to.gettext("the old one stays")
    ),
)
ask("place_bonus_tile", "where does your war tile go?", _where, note=_symbol)
ask("keep_basic_tile", "which war tile stays?", "Which basic war tile stays?", groups=_keeping)

tell(
    war_tiles.BonusTilePlaced,
    "bonus war tile laid at: %(theatre)s",
    "bonus war tile %(tile)s laid at: %(theatre)s",
    note=_made_room,
    theatre=theatre,
)
tell(war_tiles.UpgradeDrawn, "military upgrade: another basic tile drawn for %(theatre)s", note=_drawn, theatre=theatre)
tell(
    war_tiles.UpgradeKept,
    {"drawn": "%(theatre)s: the new basic tile lies there now", "placed": "%(theatre)s: the old basic tile stays"},
    by="kept",
    note=_other,
    theatre=theatre,
)
tell(
    war_tiles.UpgradeSwapped,
    "military upgrade: the basic tiles of two theatres change places: %(one)s, %(other)s",
    one=theatre,
    other=lambda event, to: to.theatre(event.war, event.with_theater),
)


refuse(war_tiles.no_upgrade, "the tile %(tile)s has no upgrade symbol")
refuse(war_tiles.upgrade_used, "the military upgrade of this tile is used")
refuse(war_tiles.upgrade_turn_6, "on turn 6 the upgrade symbol gives a treaty point instead")
refuse(war_tiles.no_such_theater, "there is no theatre %(theater)s; the next war has %(theaters)s")
refuse(war_tiles.no_basic_tile, "no basic war tile is left in your pool")
refuse(war_tiles.too_few_basic_tiles, "%(limit)s basic tiles must stay in the game; you have %(left)s")
refuse(war_tiles.swap_needs_two, "name two different theatres whose basic tiles change places")
refuse(war_tiles.no_swap, "this campaign plays without the exchange of two basic tiles: name one theatre")
refuse(war_tiles.not_that_tile, "%(tile)s is not the tile to be laid; you drew %(drawn)s")
refuse(war_tiles.theater_full, "theatre %(theater)s has its %(limit)s bonus tiles: one of them must make room")
refuse(war_tiles.theater_bound, "the tile belongs to theatre %(bound)s, not to theatre %(theater)s")
refuse(war_tiles.no_need_to_move, "theatre %(theater)s has room: no tile needs to move")
refuse(war_tiles.tile_not_there, "%(tile)s does not lie at theatre %(theater)s; there lie %(tiles)s")
refuse(war_tiles.no_room_to_move, "theatre %(theater)s has its %(limit)s bonus tiles: choose another place")
