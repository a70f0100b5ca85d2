"""The questions of wars: options with what they cost, what they would do, what a refusal costs (chapter 7)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.game import Asked
from adjudicator.reports.shelves import Shelf

from ..fact_types import SPACE, WAR_TILE
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles
from ..rules.war.progress import spoils_of, theatre_of
from ..rules.war.special import PlaceUsaFlags, RemoveUsaForts, ShiftSpain
from ..rules.war.spoils import GiveUpSquadron
from ..state import opponent
from .book import Counter, ask, offer
from .shifts import shifted
from .speech import Speech
from .tables import kind as kind_of_space


def here(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Name the theatre that is fought now."""
    return to.theatre(counter.war, counter.state.theatre)


# symbols (7.1.2) -----------------------------------------------------------------------------------


def _deed(action: WarTileEffect, counter: Counter, to: Speech) -> str:
    if action.space is None:
        return ""
    index = SPACE.index[action.space]
    if WAR_TILE.thing(action.tile).symbol == "unflag":
        kind = kind_of_space(SPACE.things[index], to)
        return "" if kind.casefold() in to.space(action.space).casefold() else kind
    if counter.state.squadrons[opponent(counter.side)] >> index & 1:
        return to.gettext("the squadron goes home")
    return to.gettext("the fort is damaged")


offer(
    WarTileEffect,
    lambda action, counter, to: to.gettext("do not use it") if action.space is None else to.space(action.space),
    lambda action, counter, to: Shelf((), to.war_tile(action.tile)),
    note=_deed,
)
ask("resolve_tile_effect", "%(theatre)s: your war tile", "%(theatre)s: use the symbol of a war tile", theatre=here)


# squadrons, the United States, Spain, basic tiles (7.2, 7.3, 12.1, 12.2) ---------------------------


def _gone(asked: Asked, counter: Counter, to: Speech) -> str:
    rows = theatre_of(counter.state).spoils[spoils_of(counter.state).winner]
    if any(row.squadrons_removed for row in rows):
        return to.gettext("It leaves the game for good.")
    return to.gettext("It goes back to those that can be built.")


def _chosen(action: PlaceUsaFlags | RemoveUsaForts, counter: Counter, to: Speech) -> str:
    return to.listing(map(to.space, action.spaces)) or to.gettext("none")


def _assigned(action: AssignBasicTiles, counter: Counter, to: Speech) -> str:
    tiles = enumerate(action.tiles.each, 1)
    return ", ".join(f"{to.theatre(counter.war, n)} [{to.war_tile(tile)}]" for n, tile in tiles)


offer(GiveUpSquadron, "%(source)s")
offer(PlaceUsaFlags, _chosen)
offer(RemoveUsaForts, _chosen)
offer(
    ShiftSpain,
    lambda action, counter, to: (
        to.gettext("leave it") if not action.space else shifted(action.space, action.result, to)
    ),
)
offer(AssignBasicTiles, _assigned)
ask(
    "give_up_squadron",
    "which squadron do you give up?",
    lambda decision, counter, to: to.ngettext(
        "Give up %(n)s squadron", "Give up a squadron, %(n)s in all", decision.context["n"]
    ),
    note=_gone,
)
ask(
    "place_usa_flags",
    "where do flags of the United States go?",
    "Where do you place flags of the United States?",
    note="They replace every flag there and stay for ever; at the end they count for France.",
)
ask(
    "remove_usa_forts",
    "which forts lose their flags?",
    "From which forts of the Northern Colonies do you remove the flags?",
)
ask("shift_spain", "do you shift a space of Spain?", "Shift a political space of Spain, or leave it")
ask("assign_basic_tiles", "which war tile lies where?", "Assign your basic war tiles to the theatres")
