"""What cards, sites and all else with a text do, in our own words: `data/texts.<code>.yaml`, read when first asked.

What is printed beside the text (suit, restriction, kind of power, price) comes from the facts.

>>> printed(facts.CARD, "keep", "en")
"Order; only at a site; locked; battle plan (defender). If this card's site is a target, add 2 defense dice."
>>> printed(facts.RUIN, "great_spire", "ru").split(". ")[0]
'действие; стоимость: 1 тайна, сжечь 1 тайну'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final, Protocol

from msgspec import Struct, convert

from adjudicator.components import Kind
from adjudicator.components.load import DataFile
from adjudicator.language import Language

from . import facts
from .names import names


class Labels(Struct, frozen=True, forbid_unknown_fields=True):
    """The words around what is printed; amounts by number, from one on."""

    place: Mapping[str, str]
    locked: str
    must: str
    side: Mapping[str, str]
    kind: Mapping[str, str]
    defense: str
    price: str
    favor: tuple[str, ...]
    secrets: tuple[str, ...]
    burn_favor: tuple[str, ...]
    burn_secrets: tuple[str, ...]
    relics: tuple[str, ...]
    bank: str
    capacity: str
    start: str
    recover: str


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language by kind and id: the effect alone."""

    card: Mapping[str, str]
    ruin: Mapping[str, str]
    site: Mapping[str, str]
    space: Mapping[str, str]
    banner: Mapping[str, str]
    oath: Mapping[str, str]
    labels: Labels


KINDS: Final = {kind.name: kind for kind in (facts.CARD, facts.RUIN, facts.SITE, facts.SPACE, facts.BANNER, facts.OATH)}
"""The kinds whose things have texts, by name."""


@lru_cache(maxsize=4)
def texts(code: str) -> Texts:
    """Return the texts of a language, those in English if it has none."""
    path = facts.DATA / f"texts.{code}.yaml"
    return convert(DataFile(path if path.exists() else facts.DATA / "texts.en.yaml").rows, Texts)


def effect(kind: Kind[Any], id: str, code: str) -> str:
    """Return what a thing does, without what is printed beside it."""
    found: Mapping[str, str] = getattr(texts(code), _root(kind).name)
    return found[id]


def printed(kind: Kind[Any], id: str, code: str) -> str:
    """Return what is printed on a thing: its facts, then what it does."""
    return ". ".join(filter(None, ("; ".join(_facts(_root(kind), id, code)), effect(kind, id, code))))


def card_face(index: int, ruined: bool, code: str) -> str:
    """Return what is printed on the side of a card that lies up."""
    card = facts.CARD.things[index]
    return printed(facts.RUIN if ruined and card.ruin is not None else facts.CARD, card.id, code)


class _Speaks(Protocol):
    @property
    def language(self) -> Language: ...


def _told(kind: Kind[Any], id: str, view: object, seat: str, to: _Speaks) -> str:
    return printed(kind, id, to.language.code)


PRINTED: Final[Mapping[str, Callable[[str, object, str, _Speaks], str]]] = {
    name: partial(_told, kind) for name, kind in KINDS.items()
}
"""Texts printed on things, by kind, as a report shows them."""


def _root(kind: Kind[Any]) -> Kind[Any]:
    while kind.parent is not None:
        kind = kind.parent
    return kind


def _facts(kind: Kind[Any], id: str, code: str) -> Iterator[str]:
    if kind is facts.CARD:
        card = facts.CARD.thing(id)
        yield from _of_card(card, code)
        yield from _of_face(card, code)
    elif kind is facts.RUIN:
        ruin = facts.CARD.thing(id).ruin
        assert ruin is not None
        yield from _of_face(ruin, code)
    elif kind is facts.SITE:
        yield from _of_site(facts.SITE.thing(id), code)


def _of_card(card: facts.Card, code: str) -> Iterator[str]:
    labels = texts(code).labels
    if card.suit >= 0:
        yield names(code).name(facts.SUIT, facts.SUIT.ids[card.suit])
    if card.kind in labels.kind:
        yield labels.kind[card.kind]
    if card.kind == "relic":
        yield labels.defense % card.defense
    if card.place in labels.place:
        yield labels.place[card.place]
    if card.locked:
        yield labels.locked


def _of_face(face: facts.Card | facts.Face, code: str) -> Iterator[str]:
    labels, called = texts(code).labels, names(code)
    for power in face.powers:
        added = [labels.side[face.side]] if power == "battle_plan" else []
        if power == "modifier" or (power == "persistent" and face.modifies):
            added.append(called.name(facts.MAJOR, face.modifies))
        added += [labels.must] if face.must else []
        name = called.name(facts.POWER, power)
        yield f"{name} ({', '.join(added)})" if added else name
    if price := ", ".join(_amounts(face.cost, labels)):
        yield labels.price % price


def _amounts(found: facts.Cost | facts.Recover | facts.Start, labels: Labels) -> Iterator[str]:
    for field in ("relics", "favor", "secrets", "burn_favor", "burn_secrets"):
        if n := getattr(found, field, 0):
            amounts: tuple[str, ...] = getattr(labels, field)
            yield amounts[n - 1]


def _of_site(site: facts.Site, code: str) -> Iterator[str]:
    labels = texts(code).labels
    yield labels.capacity % site.capacity
    if start := ", ".join(_amounts(site.start, labels)):
        yield labels.start % start
    if site.recover is not None:
        price = ", ".join(_amounts(site.recover, labels))
        if site.recover.bank >= 0:
            suit = names(code).name(facts.SUIT, facts.SUIT.ids[site.recover.bank])
            price = labels.bank % {"favor": price, "suit": suit}
        yield labels.recover % price
