"""What a side would have left after what it plans, and what a friend would warn of: points, debt, flags at risk."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.model import Item, Section

from ..ahead import with_points
from ..balance import scored_now
from ..fact_types import SIDES, SPACE
from ..known import known
from ..rules.purchases import quote
from ..state import available_debt
from ..view import View
from .outlook import acts_again, as_it_begins, shifts
from .score import lead
from .speech import Speech

CHEAP = 2
"""Points for which a flag may be taken back so easily that it is worth a word."""
LITTLE = 1
"""Debt that is left when it is worth a word."""


def preview(before: View, now: View, seat: str, to: Speech) -> tuple[Section, ...]:
    """Two lists: what is left, and the warnings, where there are any."""
    side = SIDES.index(seat)
    warnings = tuple(_warnings(before, now, side, to))
    left = Section(heading=to.gettext("If you do this"), items=tuple(_left(before, now, side, to)))
    return (left, Section(heading=to.gettext("Beware"), paragraphs=warnings)) if warnings else (left,)


def _left(before: View, now: View, side: int, to: Speech) -> Iterator[Item]:
    """Points, credit, what would be scored now; what has moved with where it was."""
    if points := _unspent(now, to):
        lost = to.gettext("what is left at the end of the round is lost")
        yield Item(name=to.gettext("Points left"), text=to.listing(points), note=lost)
    debts = (view.public.debt[side] for view in (before, now))
    yield Item(
        name=to.gettext("Debt"),
        text=to.gettext("%(debt)s of %(limit)s", debt=_moved(*map(str, debts)), limit=now.public.debt_limit[side]),
    )
    treaty = _moved(*(str(view.public.treaty_points[side]) for view in (before, now)))
    if treaty != "0":
        yield Item(name=to.gettext("Treaty points"), text=treaty)
    was, is_ = scored_now(before), scored_now(now)
    if was is not None and is_ is not None:
        yield Item(name=to.gettext("Scored now"), text=_moved(lead(was, to).text, lead(is_, to).text))


def _moved(was: str, now: str) -> str:
    return now if was == now else f"{was} → {now}"


def _unspent(view: View, to: Speech) -> list[str]:
    """The points of the tile that are not spent: `2 points of the major action`."""
    ap = view.public.ap
    if ap is None:
        return []
    return [to.left_over(action, n) for action, n in (("major", sum(ap.major)), ("minor", sum(ap.minor))) if n]


def _warnings(before: View, now: View, side: int, to: Speech) -> Iterator[str]:
    position = known(now)
    room = available_debt(position, side)
    if room <= LITTLE and now.public.debt[side] > before.public.debt[side]:
        yield to.gettext("You could take only %(n)s more debt.", n=room)
    if risks := list(_at_risk(before, now, side, to)):
        yield to.gettext(
            "%(side)s can remove it again cheaply: %(spaces)s.", side=to.side(SIDES[1 - side]), spaces=", ".join(risks)
        )


def _at_risk(before: View, now: View, side: int, to: Speech) -> Iterator[str]:
    """New flags of the side that the other one could remove next, with the price."""
    other = 1 - side
    if not acts_again(now, other):
        return
    own = SIDES[side]
    new = {id for id in SPACE.ids if now.space(id).owner == own != before.space(id).owner}
    position = with_points(as_it_begins(known(now), other), other)
    for offer in shifts(position, other):
        if offer.space in new and offer.result == "unflag" and (price := quote(position, other, offer)).cost <= CHEAP:
            yield to.gettext("%(space)s for %(n)s", space=to.at(offer.space), n=price.cost)
