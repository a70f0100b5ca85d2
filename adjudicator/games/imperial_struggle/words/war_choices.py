"""The questions of wars: options with what they cost, what they would do, what a refusal costs (chapter 7)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.option_groups import Shelf

from ..fact_types import SPACE, WAR_TILE
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles
from ..rules.war.progress import spoils_of, theatre_of
from ..rules.war.special import ShiftSpain
from ..state import opponent
from .book import ASKINGS, Counter
from .shifts import shifted
from .speech import Speech
from .tables import kind as kind_of_space


@ASKINGS.fact
def here(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return the theatre that is fought now."""
    return to.theatre(counter.war, counter.state.theatre)


# symbols (7.1.2) -----------------------------------------------------------------------------------


@ASKINGS.place
def does_there(action: WarTileEffect, counter: Counter, to: Speech) -> str:
    """Return what the symbol of a tile does at a space."""
    if action.space is None:
        return ""
    index = SPACE.index[action.space]
    if WAR_TILE.thing(action.tile).symbol == "unflag":
        kind = kind_of_space(SPACE.things[index], to)
        return "" if kind.casefold() in to.space(action.space).casefold() else kind
    if counter.state.squadrons[opponent(counter.side)] >> index & 1:
        return to.gettext("the squadron goes home")
    return to.gettext("the fort is damaged")


@ASKINGS.shelf
def tile_shelf(action: WarTileEffect, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of what a war tile may do."""
    return Shelf((), to.war_tile(action.tile))


# squadrons, the United States, Spain, basic tiles (7.2, 7.3, 12.1, 12.2) ---------------------------


@ASKINGS.fact
def where_it_goes_then(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what becomes of a squadron that is given up."""
    rows = theatre_of(counter.state).spoils[spoils_of(counter.state).winner]
    if any(row.squadrons_removed for row in rows):
        return to.gettext("It leaves the game for good.")
    return to.gettext("It goes back to those that can be built.")


@ASKINGS.place
def in_spain(action: ShiftSpain, counter: Counter, to: Speech) -> str:
    """Return the shift of a space of Spain."""
    return shifted(action.space, action.result, to) if action.space else ""


@ASKINGS.fact
def squadrons_to_give_up(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return how many squadrons are given up."""
    return to.ngettext("Give up %(n)s squadron", "Give up a squadron, %(n)s in all", decision.context["n"])


@ASKINGS.place
def assigned(action: AssignBasicTiles, counter: Counter, to: Speech) -> str:
    """Return which basic tile lies where."""
    tiles = enumerate(action.tiles.each, 1)
    return ", ".join(f"{to.theatre(counter.war, n)} [{to.war_tile(tile)}]" for n, tile in tiles)
