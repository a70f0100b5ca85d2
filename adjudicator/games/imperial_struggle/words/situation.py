"""What may come: the next round of the other side, the score of a brief mail, what a plan would leave.

Everything is worked out from a position built of the reader's view (`known`), so no hidden card, tile or ministry
of the other side can change a word of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from msgspec.structs import replace

from adjudicator.components.bits import bits
from adjudicator.kernel.actions import Action
from adjudicator.reports.model import Box, Item, Lead, Outlook, Section
from adjudicator.reports.model import Stake as Shown
from adjudicator.reports.wording.upcoming import upcoming

from ..ahead import with_points
from ..balance import scored_now
from ..fact_types import ACTION_TYPES, ADVANTAGE, FRANCE, NONE, REGION, SIDES, SPACE
from ..facts import FACTS
from ..isolation import isolated_markets
from ..known import known
from ..rules.control import controller
from ..rules.debt import spendable_treaty_points
from ..rules.forts import SeizeFort
from ..rules.payment import Payment
from ..rules.prices import FREE
from ..rules.purchases import offers_of, quote
from ..rules.shifts import ShiftMarket, ShiftPolitical
from ..rules.squadrons import DeploySquadron
from ..state import State, available_debt, held
from ..view import View
from .book import Counter, cost, price_of
from .figures import Stake, on_turn, stakes
from .speech import Speech


def outlook(view: View, seat: str, to: Speech) -> Iterator[Outlook]:
    """Yield what the opponent of a seat may do next; nothing if they have no action round left in this turn."""
    other = 1 - SIDES.index(seat)
    if not acts_again(view, other):
        return
    position = with_points(as_it_begins(known(view), other), other)
    items = (
        _points(position, other, to),
        *_flags(position, other, to),
        *_swings(view, position, other, to),
        *_at_sea(position, other, to),
        *_advantages(view, other, to),
    )
    yield Outlook(
        heading=to.gettext("What %(side)s can do next", side=to.seat(SIDES[other])),
        items=items,
        brief=tuple(f"{name}: {text}." for name, text in _brief(view, position, other, to)),
        note=to.gettext(
            "The figures are prices. Worked out from what lies open now; events and ministries that you cannot see "
            "may add to it."
        ),
    )


def _brief(view: View, position: State, other: int, to: Speech) -> Iterator[tuple[str, str]]:
    """Yield the same in short names: what may be looked up on the board needs no second name."""
    yield to.gettext("One tile"), _most(position, other, to)
    if reach := _by_price(
        {offer.space: quote(position, other, offer).cost for offer in _unflagging(position, other)}, to
    ):
        yield to.gettext("Your flags in reach"), reach
    for item in (*_swings(view, position, other, to), *_at_sea(position, other, to)):
        yield item.name, item.text
    if ready := _ready(view, other):
        yield to.gettext("Advantages ready"), " ".join(to.short(ADVANTAGE, each) for each in ready)


def _most(state: State, side: int, to: Speech) -> str:
    """Return the most to be had, such as `at most E4, D4 or M3`.

    Points on debt follow: `4 more with debt`.
    """
    assert state.ap is not None
    most = to.any_of(f"{to.letter(kind)}{n}" for kind, n in enumerate(state.ap.major) if n)
    return ", ".join([to.gettext("at most %(points)s", points=most), *_credit(state, side, to)])


def _by_price(prices: Mapping[str, int], to: Speech) -> str:
    """Return spaces by price, such as `for 2 E21 A31, for 3 E43 E47`."""
    costs = {cost: [id for id, each in prices.items() if each == cost] for cost in sorted(set(prices.values()))}
    return ", ".join(
        to.gettext("for %(n)s %(spaces)s", n=cost, spaces=" ".join(to.short(SPACE, id) for id in ids))
        for cost, ids in costs.items()
    )


def as_it_begins(position: State, side: int) -> State:
    """Return the position at the start of the side's next round, if nothing changes before.

    What is isolated and what connects is computed again (5.4.1), and nothing of the current round lasts.
    """
    position.isolated = isolated_markets(position)
    position.held_at_start = [held(position, each) for each in range(len(SIDES))]
    position.advantages_new &= ~position.advantages[side]
    position.advantages_used = position.advantage_regions = 0
    return position


def acts_again(view: View, side: int) -> bool:
    """Return whether the side has an action round left in this turn."""
    p = view.public
    return view.phase == "action" and bool(p.available) and len(p.taken[side]) < FACTS.limits.rounds


def _points(state: State, side: int, to: Speech) -> Item:
    """Show the most that the available tiles give the side, and what it may add."""
    assert state.ap is not None
    most = [to.points(ACTION_TYPES[kind], n) for kind, n in enumerate(state.ap.major) if n]
    told = to.gettext("at most %(points)s with one tile", points=to.any_of(most))
    return Item(name=to.gettext("Points"), text=", ".join([told, *_credit(state, side, to)]))


def _credit(state: State, side: int, to: Speech) -> list[str]:
    debt, treaty = available_debt(state, side), spendable_treaty_points(state, side)
    parts = [to.gettext("%(n)s more with debt", n=debt)] if debt else []
    return parts + ([to.gettext("%(n)s more with treaty points", n=treaty)] if treaty else [])


def _flags(state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield flags of the reader that the side can remove, by region, with the price."""
    found: dict[int, list[str]] = {}
    for offer in _unflagging(state, side):
        price = quote(state, side, offer)
        region = FACTS.region_of[SPACE.index[offer.space]]
        found.setdefault(region, []).append(f"{to.space(offer.space)} {price.cost}")
    for region, spaces in sorted(found.items()):
        name = to.gettext("Your flags in reach (%(region)s)", region=to.thing(REGION, REGION.ids[region]))
        yield Item(name=name, text=", ".join(spaces))


def _unflagging(state: State, side: int) -> Iterator[ShiftPolitical | ShiftMarket]:
    """Yield how a side could remove flags of the other one."""
    for offer in shifts(state, side):
        if offer.result == "unflag" and controller(state, SPACE.index[offer.space]) == 1 - side:
            yield offer


def shifts(state: State, side: int) -> Iterator[ShiftPolitical | ShiftMarket]:
    """Yield flags that a side could place or remove with the points of the position."""
    for offer in chain(offers_of(state, side, ShiftPolitical), offers_of(state, side, ShiftMarket)):
        assert isinstance(offer, ShiftPolitical | ShiftMarket)
        yield offer


def _swings(view: View, state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield awards that one shift of the other side would take from the reader, or win."""
    reach = 0
    for offer in shifts(state, side):
        reach |= 1 << SPACE.index[offer.space]
    near = [stake for stake in stakes(view, to) if stake.spaces & reach & ~view.public.conflicts]
    lost = [_named(stake) for stake in near if stake.margin == stake.ahead(1 - side)]
    won = [_named(stake) for stake in near if stake.margin - 1 == stake.ahead(side)]
    if lost:
        yield Item(name=to.gettext("With one flag fewer you lose"), text=", ".join(lost))
    if won:
        yield Item(name=to.gettext("With one flag more %(side)s wins", side=to.seat(SIDES[side])), text=", ".join(won))


def _named(stake: Stake) -> str:
    return f"{stake.name} ({stake.worth})"


def _at_sea(state: State, side: int, to: Speech) -> Iterator[Item]:
    """Yield squadrons that the side could send home, forts that it could seize."""
    driven: dict[str, int] = {}
    for offer in offers_of(state, side, DeploySquadron):
        assert isinstance(offer, DeploySquadron)
        if state.squadrons[1 - side] >> SPACE.index[offer.to] & 1:
            cost = quote(state, side, offer).cost
            driven[offer.to] = min(cost, driven.get(offer.to, cost))
    if driven:
        listed = ", ".join(f"{to.space(space)} {cost}" for space, cost in driven.items())
        yield Item(name=to.gettext("Your squadrons in reach"), text=listed)
    forts = [offer for offer in offers_of(state, side, SeizeFort) if isinstance(offer, SeizeFort)]
    if forts:
        listed = ", ".join(f"{to.space(offer.space)} {quote(state, side, offer).cost}" for offer in forts)
        yield Item(name=to.gettext("Forts in reach"), text=listed)


def _advantages(view: View, side: int, to: Speech) -> Iterator[Item]:
    """Yield the other side's advantages ready for that round (8.2)."""
    if ready := _ready(view, side):
        yield Item(name=to.gettext("Advantages ready"), text=to.things(ADVANTAGE, ready))


def _ready(view: View, side: int) -> list[str]:
    p, tiles = view.public, ADVANTAGE.things
    open_to_use = (tiles[index] for index in bits(p.advantages[side] & ~p.advantages_exhausted))
    return [tile.id for tile in open_to_use if not tile.spaces & p.conflicts]


def situation(view: View, seat: str, to: Speech) -> Iterator[str]:
    """Yield who takes the next action rounds of the turn, or that it is scored."""
    if view.phase != "action" or not view.public.round:
        return
    active = on_turn(view)
    other = SIDES[1 - SIDES.index(active)]
    turns = [other] if acts_again(view, SIDES.index(other)) else []
    turns += [active] if view.public.round < FACTS.limits.rounds else []
    if not turns:
        turns_over = to.gettext("the turn is scored")
        yield to.gettext("Then: %(what)s", what=turns_over)
        return
    yield upcoming(active, turns, seat, to)


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
