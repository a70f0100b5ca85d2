"""Squadrons in words (5.6.5, 5.6.6)."""

from __future__ import annotations

from adjudicator.reports.option_groups import Shelf

from ..components import NAVY_BOX
from ..fact_types import NONE, SIDES, SPACE
from ..names import remarked
from ..rules import squadrons
from ..state import opponent
from . import move
from .book import ASKINGS, TELLINGS, Counter
from .speech import Speech


@TELLINGS.place
def came(event: squadrons.SquadronDeployed, to: Speech) -> str:
    """Return where a squadron is, and where it came from."""
    there = to.space(event.to)
    if event.source == NAVY_BOX:
        return to.gettext("%(space)s: squadron from the navy box", space=there)
    return to.gettext("%(space)s: squadron from %(source)s", space=there, source=to.from_space(event.source))


@ASKINGS.shelf
def from_box_or_sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of squadrons from the navy box, or from a naval space."""
    if action.source == NAVY_BOX:
        return ASKINGS.shelf_at("squadrons", to, NONE)
    heading = to.gettext("Squadron from %(space)s", space=to.from_space(action.source))
    return ASKINGS.shelf_at("squadrons", to, SPACE.index[action.source], heading=heading)


@ASKINGS.shelf
def squadrons_by_price(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of squadrons of a price."""
    deed = to.gettext("Squadron") if action.source == NAVY_BOX else to.gettext("Move a squadron")
    return move.shelf(action, deed, counter, to)


def _leaving(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return the side whose squadron would have to leave; "" if there is none."""
    other = opponent(counter.side)
    return to.seat(SIDES[other]) if counter.state.squadrons[other] >> SPACE.index[action.to] & 1 else ""


@ASKINGS.place
def sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return a naval space, with the side whose squadron would have to leave."""
    side = _leaving(action, counter, to)
    return remarked(to.space(action.to), side) if side else to.space(action.to)


@ASKINGS.chip
def chip_of_sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the sea, with the letter of the side whose squadron would have to leave."""
    side, there = _leaving(action, counter, to), to.chip(SPACE, action.to)
    return to.short(SPACE, action.to) if action.source == NAVY_BOX else "", f"{there} ({side[:1]})" if side else there


@ASKINGS.chip
def source_first(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Return where a squadron comes from, if not from the navy box."""
    return "" if action.source == NAVY_BOX else to.chip(SPACE, action.source)
