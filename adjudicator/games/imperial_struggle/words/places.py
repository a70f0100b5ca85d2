"""Sets of spaces in words: what an Event or an ability of a Ministry is about.

The words need no cases: a kind of space, and in brackets where, as in `Sugar market (Caribbean)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_

from adjudicator.components.bits import bits
from adjudicator.language import msgid

from ..fact_types import COMMODITY, COUNTRY, NONE, REGION, SUB_REGION
from ..facts import facts
from .speech import Speech

FEW = 2
"""Up to so many single spaces are named rather than described."""


@lru_cache(maxsize=512)
def places(mask: int, to: Speech) -> str:
    """A set of spaces: a kind and where, or the names of the spaces."""
    f = facts()
    if mask.bit_count() <= FEW and not _whole_countries(mask):
        return to.spaces(f.ids(mask))
    for found in (_countries(mask, to), _kinds(mask, to)):
        if found:
            return found
    return to.spaces(f.ids(mask))


def regions_of(tiles: int, to: Speech) -> str:
    """The regions of a set of Advantages; "" for all of them."""
    f = facts()
    touched = [region for region, held in zip(f.regions, f.advantages_by_region, strict=True) if tiles & held]
    return "" if len(touched) == len(f.regions) else to.things(REGION, touched)


def unflagged_by(kind: str, region: str, to: Speech) -> str:
    """Where spoils remove a flag (7.2): of a market or a political space."""
    f = facts()
    spaces = f.market if kind == "market" else f.political
    return places(spaces & f.by_region[f.region[region]], to)


def _union(parts: Iterable[int]) -> int:
    return reduce(or_, parts, 0)


def _whole_countries(mask: int) -> bool:
    f = facts()
    return mask == _union(country for country in f.by_country if country & mask)


def _countries(mask: int, to: Speech) -> str:
    """`Spain, Austria`, or the alliances of countries."""
    f = facts()
    if any(f.spaces[space].country == NONE for space in bits(mask)):
        return ""
    touched = [country for country in range(len(f.by_country)) if mask & f.by_country[country]]
    names = ", ".join(to.name(COUNTRY, f.countries[country].id) for country in touched)
    whole = _union(f.by_country[country] for country in touched)
    if mask == whole and len(touched) < len(f.by_country) - len(touched):
        return names
    if mask == whole & f.alliance != f.alliance:
        return to.gettext("%(kind)s (%(places)s)", kind=to.gettext("alliance"), places=names)
    return ""


def _kinds(mask: int, to: Speech) -> str:
    """`Sugar market (Caribbean)`, `political (Europe, but not Spain, Austria)`."""
    f = facts()
    regions = [region for region in range(len(f.regions)) if mask & f.by_region[region]]
    where = _union(f.by_region[region] for region in regions)
    names = "" if len(regions) == len(f.regions) else ", ".join(to.name(REGION, f.regions[r]) for r in regions)
    sub = next((part for part in f.sub_regions if f.by_sub_region[part.index] & mask == mask), None)
    for kind, spaces in _kinds_of_spaces():
        word = to.gettext(kind)
        if mask == spaces & where:
            return _placed(word, "" if mask == spaces and len(regions) > 1 else names, to)
        if sub is not None and mask == spaces & f.by_sub_region[sub.index]:
            return _placed(word, to.name(SUB_REGION, sub.id), to)
    goods = [commodity for commodity in f.commodities if f.by_commodity[commodity.index] & mask]
    markets = _union(f.by_commodity[commodity.index] for commodity in goods)
    if mask == markets & where:
        named = to.any_of(to.genitive(COMMODITY, commodity.id) for commodity in goods)
        return _placed(to.gettext("%(commodities)s market", commodities=named), "" if mask == markets else names, to)
    return _all_but(mask, where, names, to)


def _all_but(mask: int, where: int, names: str, to: Speech) -> str:
    """Political spaces of a region, some countries left out."""
    f = facts()
    missing = [c for c in range(len(f.by_country)) if f.by_country[c] & where and not f.by_country[c] & mask]
    if not missing or mask != f.political & where & ~_union(f.by_country[c] for c in missing):
        return ""
    left_out = ", ".join(to.name(COUNTRY, f.countries[c].id) for c in missing)
    told = to.gettext("%(places)s, but not %(left_out)s", places=names, left_out=left_out)
    return _placed(to.gettext("political space"), told, to)


def _placed(kind: str, names: str, to: Speech) -> str:
    return to.gettext("%(kind)s (%(places)s)", kind=kind, places=names) if names else kind


def _kinds_of_spaces() -> tuple[tuple[str, int], ...]:
    f = facts()
    return (
        (msgid("local alliance"), f.local_alliance),
        (msgid("alliance"), f.alliance),
        (msgid("market"), f.market),
        (msgid("political space"), f.political),
        (msgid("market or political space"), f.market | f.political),
        (msgid("fort"), f.fort),
        (msgid("territory"), f.territory),
        (msgid("naval space"), f.naval),
        (msgid("political space without prestige"), f.political & ~f.prestige),
    )
