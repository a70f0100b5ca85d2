"""Preview what a side would have left after its plan, what a purchase costs, and what a friend would warn of.

These are points, debt, and flags at risk.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.actions import Action
from adjudicator.reports.model import Item, Section

from ..ahead import with_points
from ..balance import scored_now
from ..fact_types import ACTION_TYPES, SIDES, SPACE
from ..known import known
from ..rules.payment import Payment
from ..rules.prices import FREE
from ..rules.purchases import quote
from ..state import available_debt
from ..view import View
from .book import Counter, cost, price_of
from .outlook import acts_again, as_it_begins, shifts
from .score import lead
from .speech import Speech

CHEAP = 2
"""Points for which a flag may be taken back so easily that it is worth a word."""
LITTLE = 1
"""Debt that is left when it is worth a word."""


def preview(before: View, now: View, seat: str, to: Speech) -> tuple[Section, ...]:
    """Return the warnings, if there are any."""
    warnings = tuple(_warnings(before, now, SIDES.index(seat), to))
    return (Section(heading=to.gettext("Beware"), paragraphs=warnings),) if warnings else ()


def price(action: Action, view: View, seat: str, to: Speech) -> str:
    """Say what a purchase costs now: `2 military points`, `3 military points: 2 + 1 debt`."""
    counter = Counter(known(view), SIDES.index(seat))
    asked = price_of(action, counter) if isinstance(action, Payment) else None
    if asked is None or asked is FREE:
        return ""
    points, (said, _) = to.points(ACTION_TYPES[asked.type], asked.cost), cost(action, counter, to)
    return points if said == str(asked.cost) else f"{points}: {said}"


def left(before: View, now: View, seat: str, to: Speech) -> Iterator[Item]:
    """Yield points, credit, what would be scored now; what has moved with where it was."""
    side, points = SIDES.index(seat), _unspent(now, to)
    if points:
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
    """List the points of the tile that are not spent, by type: `2 diplomatic points (major action)`."""
    ap = view.public.ap
    if ap is None:
        return []
    types = range(len(ACTION_TYPES))
    major = [to.points(ACTION_TYPES[kind], ap.major[kind]) for kind in types if ap.major[kind]]
    minor = [to.points(ACTION_TYPES[kind], ap.minor[kind]) for kind in types if ap.minor[kind]]
    bound = [f"{to.points(ACTION_TYPES[each.type], each.n)} ({to.restriction(each.rule)})" for each in ap.restricted]
    found = [to.gettext("%(points)s (major action)", points=", ".join(major))] if major else []
    found += [to.gettext("%(points)s (minor action)", points=", ".join(minor))] if minor else []
    return found + bound or [to.pgettext("points", "none")]


def _warnings(before: View, now: View, side: int, to: Speech) -> Iterator[str]:
    position = known(now)
    room = available_debt(position, side)
    if room <= LITTLE and now.public.debt[side] > before.public.debt[side]:
        yield to.gettext("You could take only %(n)s more debt.", n=room)
    if risks := list(_at_risk(before, now, side, to)):
        yield to.gettext(
            "%(side)s can remove it again cheaply: %(spaces)s.", side=to.seat(SIDES[1 - side]), spaces=", ".join(risks)
        )


def _at_risk(before: View, now: View, side: int, to: Speech) -> Iterator[str]:
    """Yield new flags of the side that the other one could remove next, with the price."""
    other = 1 - side
    if not acts_again(now, other):
        return
    own = SIDES[side]
    new = {id for id in SPACE.ids if now.space(id).owner == own != before.space(id).owner}
    position = with_points(as_it_begins(known(now), other), other)
    for offer in shifts(position, other):
        if offer.space in new and offer.result == "unflag" and (price := quote(position, other, offer)).cost <= CHEAP:
            yield to.gettext("%(space)s for %(n)s", space=to.at(SPACE, offer.space), n=price.cost)
