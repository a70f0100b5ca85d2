"""Sets of spaces in words, and the names of everything that can be named in an order.

The names stand in ``data/names.<language>.yaml``. A set of spaces is what an Event or an ability of a Ministry is
about. As something by itself it needs no cases: a kind of space, and in brackets where, as in
`Sugar market (Caribbean)`. Where something is taken from one, it stands in a sentence: `remove a flag from a market in
the Caribbean`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Any, Final, NamedTuple

from adjudicator.components.bits import bits
from adjudicator.components.kinds import Kind
from adjudicator.components.names import Names
from adjudicator.language import language, msgid
from adjudicator.orders import Name, kind_names, said
from adjudicator.orders.vocabulary.phrases import forms

from ..components import NAVY_BOX
from ..fact_events import EVENT
from ..fact_types import (
    ADVANTAGE,
    COMMODITY,
    COUNTRY,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SPACE,
    SUB_REGION,
    THEATRE,
    WAR,
    WAR_TILE,
    Space,
    War,
)
from ..facts import FACTS
from ..names import names, remarked
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


NAVY_BOX_SAID = said(en="Navy Box | navy", ru="Поле Флота | флот | резерв | Морской Резерв")
NAVY_BOX_CASES = {"ru": (("genitive", "Поля Флота"),)}
BASIC = {
    "basic_plus2": said(en="plus two | p2", ru="плюс два | п2"),
    "basic_plus1": said(en="plus one | p1", ru="плюс один | п1"),
    "basic_debt": said(en="zero debt", ru="ноль долг"),
    "basic_fort_or_squadron": said(
        en="zero fort or squadron | zero fort | zero squadron",
        ru="Форт или эскадра | ноль форт или эскадра | ноль форт | ноль эскадра",
    ),
    "basic_unflag": said(
        en="unflag tile | minus unflag | minus one", ru="Убрать флаг | минус убрать флаг | минус снять | минус один"
    ),
}
"""What Basic War tiles are called in an order, where `+2` would be a payment."""
THEATRE_WORD = said(en="theatre", ru="театр")
MOST_THEATRES = max(len(war.theatres) for war in WAR)
THEATRE_CASES = {"ru": {"genitive": "театра", "instrumental": "театром", "dative": "театру"}}


def things(spoken: Names, war: str) -> Iterator[Name]:
    """Yield everything that can be named in an order, in one language; theatres are those of this war ("": none)."""
    code = spoken.language
    for space in SPACE:
        first, *others = spoken.forms(SPACE, space.id)
        others += _with_remark(spoken, space, first)
        cases = tuple(spoken.cases(SPACE, space.id, ("accusative", "genitive")))
        for kind in (space.type, "space"):
            yield Name(kind, space.id, code, first, tuple(others), cases, spoken.short.of(SPACE, space.id))
    yield from chain.from_iterable(kind_names(spoken, kind) for kind in (ADVANTAGE, COMMODITY, INVESTMENT))
    yield from kind_names(spoken, EVENT, numbered=True)
    for ministry in MINISTRY:
        first, *others = spoken.forms(MINISTRY, ministry.id)
        inflected = tuple(spoken.cases(MINISTRY, ministry.id, ("genitive",)))
        id, short = f"m{ministry.number}", spoken.short.of(MINISTRY, ministry.id)
        yield Name("ministry", id, code, first, (*others, id), inflected, short)
    yield from _war_tiles(spoken)
    box, *others = called_in(code, NAVY_BOX_SAID)
    yield Name("navy_box", NAVY_BOX, code, box, tuple(others), NAVY_BOX_CASES.get(code, ()))
    yield from kind_names(spoken, WAR)
    yield from _theatres(spoken, war)


def absent(spoken: Names, war: str) -> Iterator[Name]:
    """Yield theatres of other wars, by their war.

    Names that this war has too are left out.
    """
    here = {form for fought in WAR if fought.id == war for form in _called(spoken, fought)}
    for fought in WAR:
        for form in _called(spoken, fought):
            if form not in here:
                yield Name("theatre", fought.id, spoken.language, form)


def _called(spoken: Names, war: War) -> list[str]:
    return [form for theatre in war.theatres for form in spoken.forms(THEATRE, theatre.id)]


def called_in(code: str, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the forms of a name that only orders have, the printed one first."""
    return forms({code: texts.get(code) or names.in_game(language(code)).ordered(texts["en"])})[code]


def _with_remark(spoken: Names, space: Space, name: str) -> list[str]:
    """Return the name followed by its region or commodity, as lists print it."""
    remarks = [spoken.name(REGION, REGION.ids[space.region])]
    if space.commodity != NONE:
        remarks.append(spoken.name(COMMODITY, COMMODITY.ids[space.commodity]))
    return [remarked(name, remark) for remark in remarks]


def _war_tiles(spoken: Names) -> Iterator[Name]:
    """Yield war tiles; a commander of two wars is told apart by the war, and named alone where only one can be."""
    named = Counter(forms[0] for forms in spoken.table(WAR_TILE).values())
    for tile in WAR_TILE:
        if tile.id in BASIC:
            first, *others = called_in(spoken.language, BASIC[tile.id])
        else:
            first, *others = spoken.forms(WAR_TILE, tile.id)
        if named[first] > 1:
            war = spoken.forms(WAR, tile.id.split("_")[1])[-1]
            first, others = f"{first} {war}", [first, *others]
        yield Name("war_tile", tile.id, spoken.language, first, tuple(others))


def _theatres(spoken: Names, war: str) -> Iterator[Name]:
    """Yield theatres by their order in the war: by name and by number."""
    word = called_in(spoken.language, THEATRE_WORD)[0]
    inflected = THEATRE_CASES.get(spoken.language, {})
    fought = next((fought for fought in WAR if fought.id == war), None)
    for order in range(1, MOST_THEATRES + 1):
        numbered = [f"{form} {order}" for form in (word, *inflected.values())]
        if fought is None or order > len(fought.theatres):
            cases = tuple(zip(inflected, numbered[1:], strict=True))
            yield Name("theatre", order, spoken.language, numbered[0], (str(order),), cases)
            continue
        first, *others = spoken.forms(THEATRE, fought.theatres[order - 1].id)
        cases = tuple((case, f"{form} «{first}»") for case, form in inflected.items())
        text = f"{word} «{first}»" if inflected else first
        short = spoken.short.of(THEATRE, fought.theatres[order - 1].id)
        yield Name("theatre", order, spoken.language, text, (first, *others, *numbered, str(order)), cases, short)
