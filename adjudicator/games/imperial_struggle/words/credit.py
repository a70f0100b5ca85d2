"""Debt, treaty points and victory points in words (3.10, chapters 6 and 9)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from adjudicator.reports.event_text import Context, EventText

from ..components import MINISTRY_CARD
from ..fact_events import EVENT
from ..fact_types import ADVANTAGE, COMMODITY, THEATRE, WAR_TILE
from ..rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from .book import REGISTERS, TELLINGS, anywhere, join, of_phase, tell
from .speech import WORDS, Speech


@TELLINGS.place
def forced_debt(event: ForcedDebt, to: Speech) -> str:
    """Return how the debt of a side rose, and what did not fit below its limit."""
    change = to.signed(event.taken)
    if not event.over:
        return to.gettext("debt %(change)s", change=change)
    if event.taken:
        return to.ngettext(
            "debt %(change)s, %(n)s point does not fit below the limit",
            "debt %(change)s, %(n)s points do not fit below the limit",
            event.over,
            change=change,
        )
    return to.ngettext(
        "%(n)s point of debt does not fit below the limit",
        "%(n)s points of debt do not fit below the limit",
        event.over,
    )


def _treaty_points_changed(event: TreatyPointsChanged, to: Speech) -> EventText:
    text, rule = to.treaty_change(event.change), "9.2" if event.change < 0 else "9.0"
    return EventText(text=text, who=event.side, note=cause(event, to), rule=rule)


def _victory_points(event: VictoryPoints, to: Speech) -> EventText:
    text, why = to.vp_gain(event.vp), cause(event, to)
    return EventText(text=text, who=event.side, note=why, rule="3.10", important=True, scores=True)


@TELLINGS.place
def cause(event: DebtChanged | ForcedDebt | TreatyPointsChanged | VictoryPoints, to: Speech) -> str:
    """Return why debt or points changed."""
    return reason(event.why, to)


def reason(why: str, to: Speech) -> str:
    """Return why debt or points changed: the thing it came from, or "" where the sentence says enough."""
    for kind in (ADVANTAGE, COMMODITY, THEATRE):
        if why in kind:
            return to.thing(kind, why)
    if why in WAR_TILE:
        return by_tile(why, to)
    if why in MINISTRY_CARD:
        return to.ministry(why)
    if why in EVENT:
        return to.event(EVENT.number(why))
    return to.word("reasons", why) if why in WORDS["reasons"] else ""


def by_tile(tile: str, to: Speech) -> str:
    """Name a war tile as the reason of something: its name alone may be `Debt 0`."""
    return to.gettext("war tile %(tile)s", tile=to.war_tile_name(tile))


@join(DebtChanged)
def _by_passing(context: Context[Speech], event: DebtChanged, said: EventText, to: Speech) -> bool:
    """Return whether debt falls by passing, which the pass itself says."""
    return event.why == "pass"


@join(VictoryPoints)
def _for_debt(context: Context[Speech], event: VictoryPoints, said: EventText, to: Speech) -> bool:
    """Say that the other side scores for debt that did not fit (3.10, 6.3b)."""
    debt = context.before
    if not isinstance(debt, ForcedDebt) or not debt.over or debt.side == event.side or debt.why != event.why:
        return False
    why = to.gettext("debt of %(side)s beyond its limit", side=to.seat(debt.side, "genitive"))
    return context.add(event, replace(said, note=", ".join(filter(None, [why, said.note]))))


_REMAINING_POWERS: Final = of_phase("remaining_powers", "4.1.11")
_REDUCED: Final = of_phase("reduce_treaty_points")
JOHN_LAW: Final = "m2"
"""The ministry that lowers debt at the end of the turn (4.1.11)."""
REGISTERS.parts["debt"] = lambda event, going: _REMAINING_POWERS if event.why == JOHN_LAW else anywhere(event, going)

tell(
    TreatyPointsChanged,
    _treaty_points_changed,
    where=lambda event, going: _REDUCED if event.why == "reduce_treaty_points" else anywhere(event, going),
)
tell(VictoryPoints, _victory_points, where=anywhere)
