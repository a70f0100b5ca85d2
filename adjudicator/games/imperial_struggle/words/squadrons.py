"""Squadrons in words (5.6.5, 5.6.6)."""

from __future__ import annotations

from adjudicator.reports.shelves import Shelf

from ..components import NAVY_BOX
from ..fact_types import NONE, SIDES, SPACE
from ..names import remarked
from ..rules import squadrons
from ..state import opponent
from . import move
from .book import MILITARY, Counter, Rank, offer, place, refuse, tell, verb
from .speech import Speech


def _squadron_deployed(event: squadrons.SquadronDeployed, to: Speech) -> str:
    there = to.space(event.to)
    if event.source == NAVY_BOX:
        text = to.gettext("%(space)s: squadron from the navy box", space=there)
    else:
        text = to.gettext("%(space)s: squadron from %(source)s", space=there, source=to.from_space(event.source))
    if event.displaced:
        text = to.gettext("%(deed)s; the opposing squadron goes to its navy box", deed=text)
    return text


def _from(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    rank, heading = NONE, to.gettext("Squadron from the navy box")
    if action.source != NAVY_BOX:
        rank = SPACE.index[action.source]
        heading = to.gettext("Squadron from %(space)s", space=to.from_space(action.source))
    return Shelf((Rank.MILITARY, 2, rank), heading, to.gettext("military points"))


def _sea(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Name a naval space, with the side whose squadron would have to leave."""
    other = opponent(counter.side)
    there = counter.state.squadrons[other] >> SPACE.index[action.to] & 1
    return remarked(to.space(action.to), to.seat(SIDES[other])) if there else to.space(action.to)


offer(squadrons.BuildSquadron, "build a squadron", MILITARY)


def _chip(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> tuple[str, str]:
    """Name the sea, with the letter of the side whose squadron would have to leave."""
    other = opponent(counter.side)
    short, there = to.short(SPACE, action.to), to.chip(SPACE, action.to)
    if counter.state.squadrons[other] >> SPACE.index[action.to] & 1:
        there = f"{there} ({to.seat(SIDES[other])[:1]})"
    return short if action.source == NAVY_BOX else "", there


def _source(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> str:
    """Say where a squadron comes from, if not from the navy box."""
    return "" if action.source == NAVY_BOX else to.chip(SPACE, action.source)


def _brief(action: squadrons.DeploySquadron, counter: Counter, to: Speech) -> Shelf:
    deed = to.gettext("Squadron") if action.source == NAVY_BOX else to.gettext("Move a squadron")
    return move.shelf(action, deed, counter, to)


offer(squadrons.DeploySquadron, _sea, _from, chip=_chip, first=_source, brief=_brief)

verb(squadrons.SquadronBuilt, "built a squadron")
verb(
    squadrons.SquadronDeployed,
    "sent a squadron to %(things)s",
    "sent squadrons to %(things)s",
    place("to", "accusative"),
)
tell(squadrons.SquadronBuilt, "a squadron built, it lies in the navy box")
tell(squadrons.SquadronDeployed, _squadron_deployed, important="displaced")


refuse(squadrons.no_unbuilt_squadron, "all %(squadrons)s of your squadrons are built")
refuse(squadrons.navy_box_empty, "your navy box is empty")
refuse(squadrons.no_squadron_there, "no squadron of yours at %(space)s; yours are at: %(spaces)s")
refuse(squadrons.already_deployed, "the squadron at %(space)s has moved in this round already")
refuse(squadrons.own_squadron_there, "your own squadron is at %(space)s")
