"""Find whole rounds that change awards now, by trying purchases.

They differ in their purpose or in their tile; there are never more than four. They are arithmetic on what is public,
no advice: events, debt, treaty points and the war are not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Final

from msgspec import Struct

from adjudicator.kernel.actions import Action
from adjudicator.orders import said
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Example, Examples

from ..balance import Scale, after, balance, scored
from ..fact_types import FRANCE, INVESTMENT, NONE, Investment
from ..facts import FACTS
from ..rules.payment import Payment
from ..rules.prices import Quote
from ..state import State
from .book import ASKINGS, Counter, price_of
from .move import pays, priced
from .speech import Speech
from .stakes import named
from .things import called_in

BEST = 4
"""Purchases of a type that are tried."""
END: Final = said(en="end", ru="конец")
"""How the end of a round is written, as mails print it."""
MOST = 4
"""Rounds that are shown."""
LOOKED_AT = 80
"""Rounds, the best of all, among which these are looked for."""


class Ware(Struct, frozen=True):
    """Something that a round may buy: how it is typed, the action, its price, what it alone turns."""

    typed: str
    action: Action
    price: Quote
    turns: int


class Round(Struct, frozen=True):
    """A whole round: the tile, what is bought, what it turns."""

    tile: Investment
    major: tuple[Ware, ...]
    minor: tuple[Ware, ...]
    turns: int

    @property
    def bought(self) -> frozenset[str]:
        """The things that it buys."""
        return frozenset(ware.typed for ware in (*self.major, *self.minor))


def examples(asked: Asked, counter: Counter, to: Speech) -> Examples | None:
    """Return the rounds, with what would be scored afterwards; None if none changes anything."""

    @cache
    def purpose(each: Round) -> frozenset[str]:
        return frozenset(_turned(counter.state, _behind(each, counter), to))

    found = _different(sorted(_rounds(asked, counter, to), key=_worth), purpose)
    if not found:
        return None
    now = _for(counter, balance(counter.state))
    return Examples(
        heading=to.gettext("Complete rounds that change an award"),
        aside=to.gettext("examples"),
        lines=tuple(_example(each, now, counter, to) for each in found),
        note=to.gettext(
            "Last column: your score if scored now, afterwards (now %(now)s). Events, war and debt are not counted.",
            now=to.signed(now),
        ),
    )


def _for(counter: Counter, to_france: int) -> int:
    return to_france if counter.side == FRANCE else -to_france


def _worth(each: Round) -> tuple[int, int, int]:
    """Return a sort key: most turned first, then fewest purchases and points."""
    return -each.turns, len(each.bought), each.tile.points


def _different(rounds: Sequence[Round], purpose: Callable[[Round], frozenset[str]]) -> list[Round]:
    """Return those of the best rounds that differ in kind, highest gain first.

    Rounds with another tile for something else come first, then those with another tile for some of it, then those
    with the same tile for something else; for the same with other tiles only if there is nothing else.
    """
    chosen: list[Round] = []
    looked = [(each, purpose(each)) for each in rounds[:LOOKED_AT]]
    for differs in (_in_all, _in_tile_and_part, _in_purpose):
        for each, aim in looked:
            if len(chosen) < MOST and all(differs(each, aim, one, purpose(one)) for one in chosen):
                chosen.append(each)
    if len(chosen) == 1:
        chosen += [each for each, _ in looked if each.tile != chosen[0].tile and each.bought != chosen[0].bought][:1]
    return sorted(chosen, key=_worth)


def _in_all(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return each.tile != other.tile and not (aim <= its or its <= aim)


def _in_tile_and_part(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return each.tile != other.tile and aim != its


def _in_purpose(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return not (aim <= its or its <= aim)


def _rounds(asked: Asked, counter: Counter, to: Speech) -> Iterator[Round]:
    wares = list(_wares(asked, counter, to))
    scale = Scale(counter.state, counter.side)

    @cache
    def turns(actions: frozenset[Action]) -> int:
        return scale.turned(*actions)

    for kind in dict.fromkeys(counter.state.available):
        tile = INVESTMENT.things[kind]
        majors = list(_spent(tile, [ware for ware in wares if pays(tile, ware.price)[0]]))
        minors = [(), *((ware,) for ware in _best([ware for ware in wares if pays(tile, ware.price)[1]]))]
        tried = (
            Round(tile, major, minor, turns(frozenset(ware.action for ware in (*major, *minor))))
            for major, minor in product(majors, minors)
        )
        yield from (each for each in tried if each.turns > 0)


def _wares(asked: Asked, counter: Counter, to: Speech) -> Iterator[Ware]:
    """Yield what changes something by itself or may do so together with another."""
    looks = priced(counter)
    scale = Scale(looks.state, looks.side)
    for option in asked.options:
        if isinstance(option.action, Payment) and (found := _ware(option.action, looks, scale, to)) is not None:
            yield found


def _ware(action: Payment, looks: Counter, scale: Scale, to: Speech) -> Ware | None:
    short, price = ASKINGS.short(action, looks, to), price_of(action, looks)
    if price is None or not short or (price.space == NONE and price.region == NONE and not price.type):
        return None
    return Ware(short, action, price, scale.turned(action))


def _best(wares: Sequence[Ware]) -> list[Ware]:
    return sorted(wares, key=lambda ware: (-ware.turns, ware.price.cost))[:BEST]


def _spent(tile: Investment, wares: Sequence[Ware]) -> Iterator[tuple[Ware, ...]]:
    """Yield one or two purchases that the points of the major action pay, with what a further region costs (5.3.4)."""
    best = _best(wares)
    for chosen in chain(combinations(best, 1), combinations(best, 2)):
        regions = {FACTS.region_of[ware.price.space] for ware in chosen if ware.price.space != NONE}
        further = FACTS.costs.region_surcharge * (len(regions) - 1) if regions else 0
        if sum(ware.price.cost for ware in chosen) + further <= tile.points:
            yield chosen


def _example(each: Round, now: int, counter: Counter, to: Speech) -> Example:
    end = called_in(to.language.code, END)[0]
    bought = [ware.typed for ware in (*each.major, *each.minor)]
    return Example(
        line=" ".join((to.short_tile(each.tile.id), *bought, end)),
        words=to.listing(_turned(counter.state, _behind(each, counter), to)),
        figure=to.signed(now + each.turns),
    )


def _behind(each: Round, counter: Counter) -> State:
    """Return the state that a round would lead to."""
    return after(counter.state, counter.side, *(ware.action for ware in (*each.major, *each.minor)))


def _turned(before: State, now: State, to: Speech) -> list[str]:
    """Return what has another winner, or another value for France, afterwards."""
    pairs = zip(scored(before), scored(now), strict=True)
    return [named(is_, to) for was, is_ in pairs if was.to_france != is_.to_france or was.winner != is_.winner]
