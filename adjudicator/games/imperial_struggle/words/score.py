"""The score of a brief mail: victory points, what is scored now, what scores next and what one purchase turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from adjudicator.reports.model import Box, Lead
from adjudicator.reports.model import Stake as Shown

from ..ahead import with_points
from ..balance import scored_now
from ..fact_types import FRANCE, NONE, SIDES, SPACE
from ..facts import FACTS
from ..known import known
from ..state import State
from ..view import View
from .outlook import shifts
from .speech import Speech
from .stakes import Stake, stakes

MOST_HINTS = 6
"""Spaces that a hint names."""


def box(view: View, before: View | None, to: Speech) -> Box:
    """Return the box: the track, who would gain what now (and would have before), debt, treaty points, the navy box."""
    gained, then = scored_now(view), None if before is None else scored_now(before)
    now, was = (None if each is None else lead(each, to) for each in (gained, then))
    return Box(
        label=to.gettext("Victory points"),
        value=str(view.public.vp),
        note=_note(view, to),
        now_label=to.gettext("scored now") if now is not None else "",
        now=now,
        was=None if was == now else was,
        line=" · ".join(_line(view, to)),
    )


def lead(vp: int, to: Speech) -> Lead:
    """Return points that France would gain, below zero Britain: `Britain +4`."""
    if not vp:
        return Lead(text=to.gettext("level"))
    side = SIDES[0] if vp > 0 else SIDES[1]
    return Lead(text=f"{to.seat(side)} +{abs(vp)}", tone=SIDES.index(side) + 1)


def _note(view: View, to: Speech) -> str:
    ahead, ends = view.public.vp - FACTS.scoring.initiative_vp, FACTS.scoring
    leads = to.gettext("%(side)s leads by %(n)s", side=to.seat(SIDES[ahead < 0]), n=abs(ahead)) if ahead else ""
    if view.phase == "game_over":
        return leads
    wins = to.gettext(
        "%(france)s wins at %(top)s, %(britain)s at %(bottom)s",
        france=to.seat(SIDES[0]),
        top=ends.vp_france_wins,
        britain=to.seat(SIDES[1]),
        bottom=ends.vp_britain_wins,
    )
    return ", ".join(part for part in (leads or to.gettext("level"), wins) if part)


def _line(view: View, to: Speech) -> Iterator[str]:
    p = view.public

    def each(values: Collection[object]) -> str:
        return ", ".join(f"{to.seat(side)[:1]} {value}" for side, value in zip(SIDES, values, strict=True))

    debts = [f"{debt}/{limit}" for debt, limit in zip(p.debt, p.debt_limit, strict=True)]
    yield to.gettext("Debt %(values)s", values=each(debts))
    yield to.gettext("treaty points %(values)s", values=each(p.treaty_points))
    yield to.gettext("navy box %(values)s", values=each(p.navy_box))
    if p.theatres:
        laid = [sum(theatre.bonus[side] for theatre in p.theatres) for side in range(len(SIDES))]
        if any(laid):
            yield to.gettext("bonus war tiles %(values)s", values=each(laid))


def shown_stakes(view: View, changed: Collection[str], to: Speech) -> tuple[Shown, ...]:
    """Return what scores, highest first; for a side that is asked, with what one flag would change."""
    found = sorted(stakes(view, to), key=lambda each: -each.scored.vp)
    side = SIDES.index(view.seats[0]) if len(view.seats) == 1 and view.phase == "action" else NONE
    near = _reach(known(view), side) if side != NONE else 0
    return tuple(replace(_shown(each, changed, to), hint=_hint(each, side, near, to)) for each in found)


def _shown(stake: Stake, changed: Collection[str], to: Speech) -> Shown:
    lead_now = stake.ahead(FRANCE)
    ahead = Lead(text=to.gettext("tie"))
    if lead_now:
        side = SIDES[0] if lead_now > 0 else SIDES[1]
        of = f"/{stake.margin}" if abs(lead_now) < stake.margin else ""
        ahead = Lead(text=f"{to.seat(side)} +{abs(lead_now)}{of}", tone=SIDES.index(side) + 1)
    return Shown(
        name=stake.name,
        worth=stake.worth,
        counts=tuple(Lead(text=str(n), tone=at + 1) for at, n in enumerate(stake.counts)),
        ahead=ahead,
        changed=any(id in changed for id in SPACE.ids_of(stake.spaces)),
    )


def _reach(position: State, side: int) -> int:
    """Return spaces whose flag the side could shift with the tiles left."""
    return SPACE.mask_of({offer.space for offer in shifts(with_points(position, side), side)})


def _hint(stake: Stake, side: int, near: int, to: Speech) -> str:
    """Return a hint such as `one flag ties: Caicos, St. James`.

    Empty where one flag is not enough, or turns nothing for the side.
    """
    if side == NONE or not (found := stake.spaces & near):
        return ""
    behind = -stake.ahead(side)
    if behind not in (stake.margin, stake.margin - 1):
        return ""
    names = SPACE.ids_of(found)
    listed = " ".join(to.short(SPACE, name) for name in names[:MOST_HINTS]) + (" …" if len(names) > MOST_HINTS else "")
    if behind == stake.margin - 1:
        return to.gettext("one flag wins it: %(spaces)s", spaces=listed)
    return to.gettext("one flag denies it: %(spaces)s", spaces=listed)


def turns(before: View | None, now: View, to: Speech) -> Iterator[str]:
    """Yield who leads now where somebody else led before: the last sentences of a story."""
    if before is None:
        return
    earlier = {stake.name: _leader(stake) for stake in stakes(before, to)}
    found: dict[int, list[str]] = {}
    for stake in stakes(now, to):
        if stake.name in earlier and earlier[stake.name] != _leader(stake):
            found.setdefault(_leader(stake), []).append(stake.name)
    for side, names in sorted(found.items()):
        told, n = to.listing(to.pgettext("award in a sentence", "%(name)s", name=name) for name in names), len(names)
        if side == NONE:
            yield to.ngettext("%(names)s is tied now.", "%(names)s are tied now.", n, names=told)
        else:
            ahead = to.seat(SIDES[side])
            yield to.ngettext(
                "%(side)s now leads in %(names)s.", "%(side)s now leads in %(names)s.", n, names=told, side=ahead
            )


def _leader(stake: Stake) -> int:
    lead = stake.ahead(FRANCE)
    return NONE if abs(lead) < stake.margin else FRANCE if lead > 0 else 1 - FRANCE
