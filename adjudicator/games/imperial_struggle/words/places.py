"""Sets of spaces in words: what an Event or an ability of a Ministry is about.

The words need no cases: a kind of space, and in brackets where, as in `Sugar market (Caribbean)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_

from adjudicator.components.bits import bits
from adjudicator.language import msgid

from ..fact_types import COMMODITY, COUNTRY, NONE, REGION, SPACE, SUB_REGION
from ..facts import FACTS
from .speech import Speech

FEW = 2
"""Up to so many single spaces are named rather than described."""


@lru_cache(maxsize=512)
def places(mask: int, to: Speech) -> str:
    """A set of spaces: a kind and where, or the names of the spaces."""
    if mask.bit_count() <= FEW and not _whole_countries(mask):
        return to.spaces(SPACE.ids_of(mask))
    for found in (_countries(mask, to), _kinds(mask, to)):
        if found:
            return found
    return to.spaces(SPACE.ids_of(mask))


def regions_of(tiles: int, to: Speech) -> str:
    """The regions of a set of Advantages; "" for all of them."""
    touched = [region for region, held in zip(REGION.ids, FACTS.advantages_by_region, strict=True) if tiles & held]
    return "" if len(touched) == len(REGION.ids) else to.things(REGION, touched)


def unflagged_by(kind: str, region: str, to: Speech) -> str:
    """Where spoils remove a flag (7.2): of a market or a political space."""
    spaces = FACTS.market if kind == "market" else FACTS.political
    return places(spaces & FACTS.by_region[REGION.index[region]], to)


def _union(parts: Iterable[int]) -> int:
    return reduce(or_, parts, 0)


def _whole_countries(mask: int) -> bool:
    return mask == _union(country for country in FACTS.by_country if country & mask)


def _countries(mask: int, to: Speech) -> str:
    """`Spain, Austria`, or the alliances of countries."""
    if any(SPACE.things[space].country == NONE for space in bits(mask)):
        return ""
    touched = [country for country in range(len(FACTS.by_country)) if mask & FACTS.by_country[country]]
    names = ", ".join(to.name(COUNTRY, COUNTRY.ids[country]) for country in touched)
    whole = _union(FACTS.by_country[country] for country in touched)
    if mask == whole and len(touched) < len(FACTS.by_country) - len(touched):
        return names
    if mask == whole & FACTS.alliance != FACTS.alliance:
        return to.gettext("%(kind)s (%(places)s)", kind=to.gettext("alliance"), places=names)
    return ""


def _kinds(mask: int, to: Speech) -> str:
    """`Sugar market (Caribbean)`, `political (Europe, but not Spain, Austria)`."""
    regions = [region for region in range(len(REGION.ids)) if mask & FACTS.by_region[region]]
    where = _union(FACTS.by_region[region] for region in regions)
    names = "" if len(regions) == len(REGION.ids) else ", ".join(to.name(REGION, REGION.ids[r]) for r in regions)
    sub = next((part for part in SUB_REGION if FACTS.by_sub_region[part.index] & mask == mask), None)
    for kind, spaces in _kinds_of_spaces():
        word = to.gettext(kind)
        if mask == spaces & where:
            return _placed(word, "" if mask == spaces and len(regions) > 1 else names, to)
        if sub is not None and mask == spaces & FACTS.by_sub_region[sub.index]:
            return _placed(word, to.name(SUB_REGION, sub.id), to)
    goods = [commodity for commodity in COMMODITY if FACTS.by_commodity[commodity.index] & mask]
    markets = _union(FACTS.by_commodity[commodity.index] for commodity in goods)
    if mask == markets & where:
        named = to.any_of(to.genitive(COMMODITY, commodity.id) for commodity in goods)
        return _placed(to.gettext("%(commodities)s market", commodities=named), "" if mask == markets else names, to)
    return _all_but(mask, where, names, to)


def _all_but(mask: int, where: int, names: str, to: Speech) -> str:
    """Political spaces of a region, some countries left out."""
    missing = [c for c, spaces in enumerate(FACTS.by_country) if spaces & where and not spaces & mask]
    if not missing or mask != FACTS.political & where & ~_union(FACTS.by_country[c] for c in missing):
        return ""
    left_out = ", ".join(to.name(COUNTRY, COUNTRY.ids[c]) for c in missing)
    told = to.gettext("%(places)s, but not %(left_out)s", places=names, left_out=left_out)
    return _placed(to.gettext("political space"), told, to)


def _placed(kind: str, names: str, to: Speech) -> str:
    return to.gettext("%(kind)s (%(places)s)", kind=kind, places=names) if names else kind


def _kinds_of_spaces() -> tuple[tuple[str, int], ...]:
    return (
        (msgid("local alliance"), FACTS.local_alliance),
        (msgid("alliance"), FACTS.alliance),
        (msgid("market"), FACTS.market),
        (msgid("political space"), FACTS.political),
        (msgid("market or political space"), FACTS.market | FACTS.political),
        (msgid("fort"), FACTS.fort),
        (msgid("territory"), FACTS.territory),
        (msgid("naval space"), FACTS.naval),
        (msgid("political space without prestige"), FACTS.political & ~FACTS.prestige),
    )
