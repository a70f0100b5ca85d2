"""Agents and bishops that come, in words (E2.2, F1b)."""

from __future__ import annotations

from adjudicator.reports.game import Asked

from ..facts import BORDER, FIRST_PAWN, ITEM, NONE, PIECE, PIRATE, PLACE, type_of
from ..rules import agents
from ..rules.table import bishop_on
from .book import OR, PRICED, Counter, ask, chip_of, offer
from .speech import Speech


def _who_goes(action: agents.PlaceAgent, counter: Counter, to: Speech) -> str:
    """Whom it represses."""
    there = counter.state.places[PLACE.index[action.place]]
    return "" if there == NONE else to.gettext("%(piece)s is repressed", piece=to.thing(PIECE, there))


def _who_leaves(action: agents.AgentToBorder, counter: Counter, to: Speech) -> str:
    """Whom it represses, or whom a pirate kills."""
    there = counter.state.borders[BORDER.index[action.border]]
    return to.gettext("there: %(pieces)s", pieces=to.things(PIECE, there)) if there else ""


def _who_makes_room(asked: Asked, counter: Counter, to: Speech) -> str:
    """What becomes of whoever is on a border."""
    piece = PIECE.index[asked.decision.context["piece"]]
    if type_of(piece) == PIRATE:
        return to.gettext("Whoever is on the border dies.")
    return to.gettext("A concession that is there is repressed for a florin.") if piece >= FIRST_PAWN else ""


def _florin(action: agents.PlaceAgent, counter: Counter, to: Speech) -> str:
    """A florin where somebody is repressed."""
    return "" if counter.state.places[PLACE.index[action.place]] == NONE else "1"


def _who_falls(action: agents.AgentToCard, counter: Counter, to: Speech) -> str:
    """A bishop who is there dies with the one who comes."""
    there = bishop_on(counter.state, ITEM.index[action.card])
    return "" if there == NONE else to.gettext("both bishops die")


offer(agents.PlaceAgent, "%(place)s", PRICED, cost=_florin, note=_who_goes, gist=_who_goes, chip=chip_of("place"))
offer(agents.AgentToBorder, "%(border)s", PRICED, note=_who_leaves, gist=_who_leaves, chip=chip_of("border"))
offer(agents.AgentToCard, "%(card)s", PRICED, note=_who_falls, gist=_who_falls, chip=chip_of("card"))
offer(agents.NoAgent, "no agent", OR)
ask(
    agents.AgentAnswers,
    "where does an agent go?",
    "%(card)s: where does its agent go (%(piece)s)?",
    note=_who_makes_room,
)

offer(agents.Pacify, "kill: %(piece)s", PRICED)
offer(agents.Spare, "nobody", OR)
