"""Debt, treaty points and victory points in words (3.10, chapters 6 and 9)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from adjudicator.reports.telling import Context, Phase, Said

from ..fact_types import ADVANTAGE, COMMODITY, THEATRE
from ..facts import facts
from ..rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from .book import anywhere, join, of_phase, place, tell
from .speech import Speech


def _debt_changed(event: DebtChanged, to: Speech) -> Said:
    text = to.gettext("debt %(change)s", change=to.signed(event.change))
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="6.2")


def _forced_debt(event: ForcedDebt, to: Speech) -> Said:
    text = to.gettext("debt %(change)s", change=to.signed(event.taken))
    if event.over:
        text = to.ngettext(
            "debt %(change)s, %(n)s point does not fit below the limit",
            "debt %(change)s, %(n)s points do not fit below the limit",
            event.over,
            change=to.signed(event.taken),
        )
    if event.over and not event.taken:
        text = to.ngettext(
            "%(n)s point of debt does not fit below the limit",
            "%(n)s points of debt do not fit below the limit",
            event.over,
        )
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="6.3", important=bool(event.over))


def _treaty_points_changed(event: TreatyPointsChanged, to: Speech) -> Said:
    text = to.treaty_change(event.change)
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="9.2" if event.change < 0 else "9.0")


def _victory_points(event: VictoryPoints, to: Speech) -> Said:
    text, why = to.vp_gain(event.vp), reason(event.why, to)
    return Said(text=text, who=event.side, note=why, rule="3.10", important=True, scores=True)


def reason(why: str, to: Speech) -> str:
    """Why debt or points changed: the thing it came from, or "" where the sentence says enough."""
    f = facts()
    if why in f.advantage:
        return to.name(ADVANTAGE, why)
    if why in f.commodity:
        return to.name(COMMODITY, why)
    if why in f.theatre:
        return to.name(THEATRE, why)
    if why in f.war_tile:
        return by_tile(why, to)
    if _is_ministry(why):
        return to.ministry(why)
    card = next((card for card in f.events if card.id == why), None)
    if card is not None:
        return to.event(card.number)
    match why:
        case "pass":
            return to.gettext("for passing")
        case "bid":
            return to.gettext("for the bid of the other side")
        case "refusal":
            return to.gettext("for a conquest that was refused")
        case "upgrade":
            return to.gettext("for the upgrade symbol of the tile")
        case "reduce_treaty_points":
            return to.gettext("more than four are not kept")
        case _:
            return ""


def by_tile(tile: str, to: Speech) -> str:
    """A war tile as the reason of something: its name alone may be `Debt 0`."""
    return to.gettext("war tile %(tile)s", tile=to.war_tile_name(tile))


def _is_ministry(why: str) -> bool:
    return why.startswith("m") and why[1:].isdigit()


@join(DebtChanged)
def _by_passing(context: Context[Speech], event: DebtChanged, said: Said, to: Speech) -> bool:
    """That debt falls by passing the pass says itself."""
    return event.why == "pass"


@join(VictoryPoints)
def _for_debt(context: Context[Speech], event: VictoryPoints, said: Said, to: Speech) -> bool:
    """For debt that did not fit the other side scores (3.10, 6.3b)."""
    debt = context.before
    if not isinstance(debt, ForcedDebt) or not debt.over or debt.side == event.side or debt.why != event.why:
        return False
    why = to.gettext("debt of %(side)s beyond its limit", side=to.of(debt.side))
    return context.add(event, replace(said, note=", ".join(filter(None, [why, said.note]))))


REMAINING_POWERS: Final = of_phase("remaining_powers", "4.1.11")


REDUCED: Final = of_phase("reduce_treaty_points")


JOHN_LAW: Final = "m2"


"""The ministry that lowers debt at the end of the turn (4.1.11)."""


def _debt(event: DebtChanged, going: str) -> Phase[Speech] | None:
    return REMAINING_POWERS if event.why == JOHN_LAW else anywhere(event, going)


def _treaty_points(event: TreatyPointsChanged, going: str) -> Phase[Speech] | None:
    return REDUCED if event.why == "reduce_treaty_points" else anywhere(event, going)


tell(DebtChanged, _debt_changed)
tell(ForcedDebt, _forced_debt)
tell(TreatyPointsChanged, _treaty_points_changed)
tell(VictoryPoints, _victory_points)
place(anywhere, ForcedDebt, VictoryPoints)
place(_debt, DebtChanged)
place(_treaty_points, TreatyPointsChanged)
