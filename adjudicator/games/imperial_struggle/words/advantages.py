"""Advantages, and what lies on the map without being bought, in words (3.8, chapter 8): our own words for the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.events import Event
from adjudicator.reports.event_text import Context, EventText, Sentence
from adjudicator.reports.option_groups import Shelf

from ..fact_types import ACTION_TYPES, ADVANTAGE, ECONOMIC, NONE, SPACE, Advantage
from ..facts import FACTS
from ..rules import advantages
from ..rules.control import ConflictPlaced
from ..rules.debt import DebtChanged, TreatyPointsChanged
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt
from .book import ASKINGS, TELLINGS, Counter, by_means_of, join, points_of
from .places import places, taken
from .shifts import market
from .speech import WORDS, Speech


@join(SpaceShifted, SquadronBuilt, DebtChanged, ConflictPlaced, advantages.SquadronSentHome)
def _by_advantage(context: Context[Speech], event: Event, said: EventText, to: Speech) -> bool:
    """Say that an advantage was used by telling what it does."""
    at = _advantage_before(context.sentences)
    if at is None:
        return False
    used = context.sentences[at].event
    assert isinstance(used, advantages.AdvantageUsed)
    if isinstance(event, SpaceShifted | SquadronBuilt) and event.advantage != used.advantage:
        return False
    if isinstance(event, DebtChanged) and event.why != used.advantage:
        return False
    name = to.thing(ADVANTAGE, used.advantage)
    by = to.gettext("advantage %(advantage)s", advantage=name)
    return context.instead(event, by_means_of(used, name, by, said, to), at)


def _advantage_before(sentences: Sequence[Sentence]) -> int | None:
    """Return the use of an advantage that was told last.

    Treaty points of ministries for it are skipped (M-13, M-19).
    """
    for at in range(len(sentences) - 1, -1, -1):
        if isinstance(sentences[at].event, advantages.AdvantageUsed):
            return at
        if not isinstance(sentences[at].event, TreatyPointsChanged):
            break
    return None


@ASKINGS.shelf
def advantage_shelf(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> Shelf:
    """Return one shelf for each advantage with targets, one for all others."""
    tile = ADVANTAGE.thing(action.advantage)
    if tile.op not in WORDS["headings"]:
        return ASKINGS.shelf_at("advantages", to, 99)
    heading = to.word("headings", tile.op, advantage=to.thing(ADVANTAGE, tile.id), n=tile.amount)
    points = points_of(ECONOMIC if tile.op == "unflag_discount" else tile.pays, to)
    return Shelf((*ASKINGS.order("advantages"), tile.index), heading, points)


@ASKINGS.place
def aim(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    """Return the target of an advantage; one without targets by its name."""
    space = action.conflict or action.space or action.squadron
    if space is None:
        return to.thing(ADVANTAGE, action.advantage)
    return market(space, to) if FACTS.market >> SPACE.index[space] & 1 else to.space(space)


@ASKINGS.chip
def chip_of_advantage(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the target of an advantage; one without targets by its name."""
    space = action.conflict or action.space or action.squadron
    return "", to.thing(ADVANTAGE, action.advantage) if space is None else to.chip(SPACE, space)


@ASKINGS.chip
def advantage_first(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    """Return the advantage, if a target is named after it."""
    aimed = action.conflict or action.space or action.squadron
    return to.thing(ADVANTAGE, action.advantage) if aimed else ""


@TELLINGS.place
def owned_squadron(event: Any, to: Speech) -> str:
    """Return whose squadron it is."""
    return to.squadron(event.owner)


# what the tiles do -------------------------------------------------------------------------------


def advantage_text(tile: Advantage, to: Speech) -> str:
    """Return its effect and what it costs: `a new squadron for 2 military points`."""
    told = _deed(tile, to)
    if tile.pays != NONE:
        points = to.points(ACTION_TYPES[tile.pays], tile.points)
        listed = tile.op == "unflag_fixed"
        told = f"{told} ({points})" if listed else to.gettext("%(deed)s for %(points)s", deed=told, points=points)
    if not tile.targets or tile.op in ("unflag_fixed", "unflag_discount"):
        return told
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(tile.targets, to))


def _deed(tile: Advantage, to: Speech) -> str:
    match tile.op:
        case "place_conflict":
            told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", 1)
            return to.gettext("%(deed)s, not protected", deed=told) if tile.unprotected else told
        case "unflag_fixed":
            return taken(to.gettext("remove an opposing flag"), tile.targets, to)
        case "unflag_discount":
            told = taken(to.gettext("remove an opposing flag"), tile.targets, to)
            return to.gettext("%(deed)s, %(n)s cheaper", deed=told, n=tile.amount)
        case "reduce_debt":
            return to.gettext("debt %(change)s", change=to.signed(-tile.amount))
        case "squadron_to_navy_box":
            return to.gettext("%(squadron)s goes to its navy box", squadron=to.gettext("an opposing squadron"))
        case "construct_squadron":
            return to.gettext("a new squadron")


def all_advantages(to: Speech) -> tuple[str, ...]:
    """Return each of the 22 tiles: its name, the spaces that bring it, what it does."""
    return tuple(
        f"{to.thing(ADVANTAGE, tile.id)} ({to.spaces(SPACE.ids_of(tile.spaces))}): {advantage_text(tile, to)}."
        for tile in ADVANTAGE
    )
