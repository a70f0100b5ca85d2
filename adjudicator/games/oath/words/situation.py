"""Tell what a player must know to choose: what they have and rule, what decides the title, who is near, who is next."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.wording.upcoming import upcoming

from .. import facts
from ..facts import BANNER, CARD, NONE
from ..rules import table, victory
from ..state import State
from . import figures
from .book import Speech
from .own import wins_next


def situation(state: State, seat: str, to: Speech) -> Iterator[str]:
    """Yield at most eight lines; what only the reader has seen stands elsewhere."""
    board = state.boards[seat]
    has = to.amounts(supply=board.supply, favor=board.favor, secrets=board.secrets, warbands=board.warbands)
    yield to.gettext("You have: %(amounts)s", amounts=has or to.pgettext("amounts", "nothing"))
    sites = ", ".join(to.site_at(state, slot) for slot in table.ruled(state, seat))
    yield to.gettext("You rule: %(sites)s", sites=sites or to.pgettext("sites", "no site"))
    yield to.gettext(
        "%(oath)s: %(seat)s, %(side)s; %(decides)s",
        oath=to.thing(facts.OATH, state.oath),
        seat=to.seat(state.title),
        side=figures.side(state, to),
        decides=_deciding(state, to),
    )
    held = (f"{to.thing(BANNER, each)}: {figures.banner(state, each, to)}" for each in BANNER.indexes)
    told = "; ".join(held)
    yield told[:1].upper() + told[1:]
    yield _own_way(state, seat, to)
    if near := [to.seat(each) for each in state.order if each != seat and wins_next(state, each)]:
        yield to.gettext("Would win in the next wake phase: %(seats)s", seats=to.listing(near))
    active = state.turn.seat
    order = (*table.clockwise(state, active), active) if active else state.order
    if told := upcoming(active, order, seat, to):
        yield told


def _deciding(state: State, to: Speech) -> str:
    """Return what decides who keeps the title: figures of all, or the banner that gives it."""
    if state.oath not in (facts.SUPREMACY, facts.PROTECTION):
        banner = facts.PEOPLES_FAVOR if state.oath == facts.THE_PEOPLE else facts.DARKEST_SECRET
        return to.gettext("decided by: %(banner)s", banner=to.thing(BANNER, banner))
    counts = victory.sites_ruled(state) if state.oath == facts.SUPREMACY else figures.relics_and_banners(state)
    what = to.gettext("sites ruled") if state.oath == facts.SUPREMACY else to.gettext("relics and banners")
    return f"{what}: {', '.join(f'{to.seat(each)} {n}' for each, n in counts.items())}"


def _own_way(state: State, seat: str, to: Speech) -> str:
    """Return how far the reader is from a victory."""
    if table.belongs(state, seat):
        return to.gettext("Stable regime: %(told)s", told=figures.regime(state, to))
    board = state.boards[seat]
    ways = [figures.usurping(state, seat, to)]
    for card in (board.vision, board.prophet):
        if card != NONE:
            ways.append(f"{to.thing(CARD, card)}: {figures.vision(state, seat, card, to)}")
    return to.gettext("Your ways to win: %(ways)s", ways="; ".join(ways))
