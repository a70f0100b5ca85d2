"""The names of everything that can be named in an order; they stand in ``data/names.<language>.yaml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from adjudicator.components.names import Names
from adjudicator.language import language
from adjudicator.orders import Name, kind_names, said
from adjudicator.orders.vocabulary.phrases import forms

from ..components import NAVY_BOX
from ..fact_events import EVENT
from ..fact_types import (
    ADVANTAGE,
    COMMODITY,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SPACE,
    THEATRE,
    WAR,
    WAR_TILE,
    Space,
    War,
)
from ..names import names, remarked

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
