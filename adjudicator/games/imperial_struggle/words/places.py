"""Sets of spaces in words: what an Event or an ability of a Ministry is about.

As something by itself a set needs no cases: a kind of space, and in brackets where, as in `Sugar market (Caribbean)`.
Where something is taken from one, it stands in a sentence: `remove a flag from a market in the Caribbean`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from adjudicator.components.bits import bits
from adjudicator.components.kinds import Kind
from adjudicator.language import msgid

from ..fact_types import COMMODITY, COUNTRY, NONE, REGION, SPACE, SUB_REGION
from ..facts import FACTS
from .speech import WORDS, Speech

FEW = 2
"""The most single spaces that are named rather than described."""


class _Countries(NamedTuple):
    """All spaces of some countries, or their alliances."""

    ids: tuple[str, ...]
    alliances: bool


class _Kinds(NamedTuple):
    """All spaces of a kind, or all markets of some goods, somewhere; `left_out`: countries of the political ones."""

    kind: str
    where: tuple[tuple[Kind[Any], str], ...] = ()
    goods: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def places(mask: int, to: Speech) -> str:
    """Describe a set of spaces: a kind and where, or the names of the spaces."""
    match _described(mask):
        case _Countries(ids, alliances):
            names = to.things(COUNTRY, ids)
            return _placed(to.gettext("alliance"), names, to) if alliances else names
        case _Kinds(kind, where, goods, left_out):
            word = to.gettext(kind)
            if goods:
                named = to.any_of(to.inflected(COMMODITY, good, "genitive") for good in goods)
                word = to.gettext("%(commodities)s market", commodities=named)
            names = ", ".join(to.thing(*each) for each in where)
            if left_out:
                but = to.things(COUNTRY, left_out)
                names = to.gettext("%(places)s, but not %(left_out)s", places=names, left_out=but)
            return _placed(word, names, to)
    return to.spaces(SPACE.ids_of(mask))


@lru_cache(maxsize=512)
def taken(deed: str, mask: int, to: Speech) -> str:
    """Describe taking something from one of a set of spaces: `remove a flag from a market in the Caribbean`."""
    found = _described(mask)
    if not isinstance(found, _Kinds):
        return to.gettext("%(deed)s: %(places)s", deed=deed, places=places(mask, to))
    source = to.word("sources", found.kind)
    if found.goods:
        goods = to.any_of(to.inflected(COMMODITY, good, "genitive") for good in found.goods)
        source = to.gettext("a %(commodities)s market", commodities=goods)
    if found.where:
        source = f"{source} {to.listing(_located(each, to) for each in found.where)}"
    if found.left_out:
        countries = to.listing(to.inflected(COUNTRY, each, "genitive") for each in found.left_out)
        source = to.gettext("%(places)s, but not of %(left_out)s", places=source, left_out=countries)
    return to.gettext("%(deed)s from %(places)s", deed=deed, places=source)


def regions_of(tiles: int, to: Speech) -> str:
    """Name the regions of a set of Advantages; "" for all of them."""
    touched = [region for region, held in zip(REGION.ids, FACTS.advantages_by_region, strict=True) if tiles & held]
    return "" if len(touched) == len(REGION.ids) else to.things(REGION, touched)


def unflagged_by(kind: str, region: str) -> int:
    """Return the spaces from which spoils remove a flag (7.2): markets or political spaces."""
    spaces = FACTS.market if kind == "market" else FACTS.political
    return spaces & FACTS.by_region[REGION.index[region]]


def _union(parts: Iterable[int]) -> int:
    return reduce(or_, parts, 0)


def _described(mask: int) -> _Countries | _Kinds | None:
    """Return what a set has in common; None for single spaces, and for a set that has nothing in common."""
    if mask.bit_count() <= FEW and not _whole_countries(mask):
        return None
    return _countries(mask) or _kinds(mask)


def _whole_countries(mask: int) -> bool:
    return mask == _union(country for country in FACTS.by_country if country & mask)


def _countries(mask: int) -> _Countries | None:
    if any(SPACE.things[space].country == NONE for space in bits(mask)):
        return None
    touched = [country for country in range(len(FACTS.by_country)) if mask & FACTS.by_country[country]]
    ids = tuple(COUNTRY.ids[country] for country in touched)
    whole = _union(FACTS.by_country[country] for country in touched)
    if mask == whole and len(touched) < len(FACTS.by_country) - len(touched):
        return _Countries(ids, alliances=False)
    return _Countries(ids, alliances=True) if mask == whole & FACTS.alliance != FACTS.alliance else None


def _kinds(mask: int) -> _Kinds | None:
    regions = [region for region in range(len(REGION.ids)) if mask & FACTS.by_region[region]]
    within = _union(FACTS.by_region[region] for region in regions)
    where = () if len(regions) == len(REGION.ids) else tuple((REGION, REGION.ids[region]) for region in regions)
    sub = next((part for part in SUB_REGION if FACTS.by_sub_region[part.index] & mask == mask), None)
    for kind, spaces in _kinds_of_spaces():
        if mask == spaces & within:
            return _Kinds(kind, () if mask == spaces and len(regions) > 1 else where)
        if sub is not None and mask == spaces & FACTS.by_sub_region[sub.index]:
            return _Kinds(kind, ((SUB_REGION, sub.id),))
    goods = [commodity for commodity in COMMODITY if FACTS.by_commodity[commodity.index] & mask]
    markets = _union(FACTS.by_commodity[commodity.index] for commodity in goods)
    if goods and mask == markets & within:
        return _Kinds(_MARKET, () if mask == markets else where, tuple(good.id for good in goods))
    missing = [c for c, spaces in enumerate(FACTS.by_country) if spaces & within and not spaces & mask]
    if not missing or mask != FACTS.political & within & ~_union(FACTS.by_country[c] for c in missing):
        return None
    return _Kinds(_POLITICAL, where, left_out=tuple(COUNTRY.ids[c] for c in missing))


def _placed(kind: str, names: str, to: Speech) -> str:
    return to.gettext("%(kind)s (%(places)s)", kind=kind, places=names) if names else kind


def _located(where: tuple[Kind[Any], str], to: Speech) -> str:
    """Return a place such as `in India`, `in the Caribbean`.

    In Russian `в Индии`, `на Карибах`.
    """
    kind, id = where
    return to.word("located", id if id in WORDS["located"] else "", place=to.inflected(kind, id, "prepositional"))


_MARKET: Final = msgid("market")
_POLITICAL: Final = msgid("political space")


def _kinds_of_spaces() -> tuple[tuple[str, int], ...]:
    return (
        (msgid("local alliance"), FACTS.local_alliance),
        (msgid("alliance"), FACTS.alliance),
        (_MARKET, FACTS.market),
        (_POLITICAL, FACTS.political),
        (msgid("market or political space"), FACTS.market | FACTS.political),
        (msgid("fort"), FACTS.fort),
        (msgid("territory"), FACTS.territory),
        (msgid("naval space"), FACTS.naval),
        (msgid("political space without prestige"), FACTS.political & ~FACTS.prestige),
    )
