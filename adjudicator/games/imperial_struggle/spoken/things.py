"""The names of everything that can be named in an order; they stand in ``data/names.<language>.yaml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.orders import Name

from .. import actions as a
from ..fact_types import NONE, Space, War
from ..facts import facts
from ..names import Names

NAVY_BOX = {"en": ("Navy Box", ("navy",)), "ru": ("Поле Флота", ("флот", "резерв", "Морской Резерв"))}
NAVY_BOX_CASES = {"ru": (("genitive", "Поля Флота"),)}
BASIC = {
    "en": {
        "basic_plus2": ("plus two", ("p2",)),
        "basic_plus1": ("plus one", ("p1",)),
        "basic_debt": ("zero debt", ()),
        "basic_fort_or_squadron": ("zero fort or squadron", ("zero fort", "zero squadron")),
        "basic_unflag": ("minus unflag", ("minus one",)),
    },
    "ru": {
        "basic_plus2": ("плюс два", ("п2",)),
        "basic_plus1": ("плюс один", ("п1",)),
        "basic_debt": ("ноль долг", ()),
        "basic_fort_or_squadron": ("ноль форт или эскадра", ("ноль форт", "ноль эскадра")),
        "basic_unflag": ("минус убрать флаг", ("минус снять", "минус один")),
    },
}
"""What Basic War tiles are called in an order, where `+2` would be a payment."""
THEATRE = {"en": "theatre", "ru": "театр"}
MOST_THEATRES = max(len(war.theatres) for war in facts().wars)
THEATRE_CASES = {"ru": {"genitive": "театра", "instrumental": "театром", "dative": "театру"}}


def things(spoken: Names, war: str) -> Iterator[Name]:
    """Everything that can be named in an order, in one language; theatres are those of this war ("": none)."""
    f, code = facts(), spoken.language
    for space in f.spaces:
        first, *others = spoken.forms("spaces", space.id)
        others += _with_remark(spoken, space, first)
        for kind in dict.fromkeys((space.type, "space")):
            yield Name(
                kind, space.id, code, first, tuple(others), tuple(spoken.inflections("spaces", space.id).items())
            )
    for section, kind in (
        ("advantages", "advantage"),
        ("commodities", "commodity"),
        ("investments", "investment"),
    ):
        for id, (first, *others) in spoken.table(section).items():  # type: ignore[arg-type]
            yield Name(kind, id, code, first, tuple(others))
    for event in f.events:
        first, *others = spoken.forms("events", event.id)
        yield Name("event", event.number, code, first, (*others, str(event.number)))
    for ministry in f.ministries:
        first, *others = spoken.forms("ministries", ministry.id)
        yield Name("ministry", f"m{ministry.number}", code, first, (*others, f"m{ministry.number}"))
    yield from _war_tiles(spoken)
    own = own_words(spoken)
    box = NAVY_BOX.get(code) or (own.get(NAVY_BOX["en"][0], NAVY_BOX["en"][0]), ())
    yield Name("navy_box", a.NAVY_BOX, code, *box, NAVY_BOX_CASES.get(code, ()))
    for fought in f.wars:
        yield Name("war", fought.id, code, *_first_and_others(spoken.forms("wars", fought.id)))
    yield from _theatres(spoken, war)


def absent(spoken: Names, war: str) -> Iterator[Name]:
    """Theatres of the other wars, by their war; a name that this war has too is not among them."""
    here = {form for fought in facts().wars if fought.id == war for form in _called(spoken, fought)}
    for fought in facts().wars:
        for form in _called(spoken, fought) - here:
            yield Name("theatre", fought.id, spoken.language, form)


def _called(spoken: Names, war: War) -> set[str]:
    return {form for theatre in war.theatres for form in spoken.forms("theatres", theatre.id)}


def _first_and_others(forms: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    first, *others = forms
    return first, tuple(others)


def own_words(spoken: Names) -> dict[str, str]:
    """What the file of names says about words of orders, by the English ones."""
    return {english: " | ".join(forms) for english, forms in spoken.sections.get("orders", {}).items()}


def _with_remark(spoken: Names, space: Space, name: str) -> list[str]:
    """The name with its region or commodity behind it, as lists print it."""
    f = facts()
    remarks = [spoken.name("regions", f.regions[space.region])]
    if space.commodity != NONE:
        remarks.append(spoken.name("commodities", f.commodities[space.commodity].id))
    return [f"{name} ({remark})" for remark in remarks]


def _war_tiles(spoken: Names) -> Iterator[Name]:
    """War tiles; a commander of two wars is told apart by the war, and by his name alone where only one can be."""
    own = own_words(spoken)
    called = Counter(forms[0] for forms in spoken.table("war_tiles").values())
    for tile in facts().war_tiles:
        basic = BASIC.get(spoken.language, BASIC["en"])
        if tile.id in basic:
            word, others_ = basic[tile.id]
            yield Name("war_tile", tile.id, spoken.language, own.get(word, word), others_)
            continue
        first, *others = spoken.forms("war_tiles", tile.id)
        if called[first] > 1:
            war = spoken.forms("wars", tile.id.split("_")[1])[-1]
            first, others = f"{first} {war}", [first, *others]
        yield Name("war_tile", tile.id, spoken.language, first, tuple(others))


def _theatres(spoken: Names, war: str) -> Iterator[Name]:
    """Theatres by their order in the war: as they are called in it, and by their number."""
    word = THEATRE.get(spoken.language) or own_words(spoken).get(THEATRE["en"], THEATRE["en"])
    forms = THEATRE_CASES.get(spoken.language, {})
    fought = next((fought for fought in facts().wars if fought.id == war), None)
    for order in range(1, MOST_THEATRES + 1):
        numbered = [f"{form} {order}" for form in (word, *forms.values())]
        if fought is None or order > len(fought.theatres):
            cases = tuple(zip(forms, numbered[1:], strict=True))
            yield Name("theatre", order, spoken.language, numbered[0], (str(order),), cases)
            continue
        first, *others = spoken.forms("theatres", fought.theatres[order - 1].id)
        cases = tuple((case, f"{form} «{first}»") for case, form in forms.items())
        text = f"{word} «{first}»" if forms else first
        yield Name("theatre", order, spoken.language, text, (first, *others, *numbered, str(order)), cases)
