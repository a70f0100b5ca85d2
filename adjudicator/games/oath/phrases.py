"""Define how a player writes the actions of Oath.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian, what standing orders name in
``data/standing.yaml``; further languages have them in the catalogue. The names of things stand in
``data/names.<language>.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.names import CASES
from adjudicator.language import language
from adjudicator.orders import Name, NameBook, Phrasebook
from adjudicator.orders.vocabulary.names import kind_names
from adjudicator.orders.vocabulary.orderfile import read_orders, read_standing
from adjudicator.orders.vocabulary.phrases import in_languages
from adjudicator.orders.vocabulary.synonyms import read_synonyms

from .facts import DATA, NONE, PLAYER, REGION, SITE, SLOT
from .game import GAME
from .names import names
from .state import State

INFLECTED: Final = (PLAYER, REGION, SLOT)
"""What the words of orders ask for in a case."""
ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""


def _things(sites: tuple[int, ...]) -> Iterator[Name]:
    """Yield the names of things; a space of the board is called as the site that lies face up there."""
    lying = {SLOT.ids[slot]: SITE.ids[found] for slot, found in enumerate(sites) if found != NONE}
    for spoken in map(names, names.languages):
        for kind in names.kinds:
            for name in kind_names(spoken, kind, cases=CASES if kind in INFLECTED else ()):
                site = lying.get(str(name.id)) if kind is SLOT else None
                if site is not None:
                    text, *others = spoken.forms(SITE, site)
                    aliases = (*others, spoken.short.of(SITE, site), name.text, *name.aliases)
                    yield replace(name, text=text, aliases=aliases, cases=tuple(spoken.cases(SITE, site, CASES)))
                elif kind is not SITE or name.id not in lying.values():
                    yield name


class Words(Phrasebook):
    """The words of the game while these sites lie face up, slot by slot; none: the spaces have names of their own."""

    def __init__(self, sites: tuple[int, ...] = ()) -> None:
        super().__init__(
            NameBook(_things(sites)),
            in_languages(ORDERS, [names.in_game(language(code)) for code in names.languages]),
            *read_standing(DATA / "standing.yaml"),
            synonyms=read_synonyms(DATA / "synonyms.yaml"),
        )

    def at(self, state: Struct) -> Phrasebook:
        """Return the words in a position: a space is called as the site that lies face up there."""
        assert isinstance(state, State)
        return _with_sites(tuple(site.site for site in state.sites))


_with_sites = lru_cache(maxsize=32)(Words)
PHRASES: Final = Words()
