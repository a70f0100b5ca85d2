"""Hidden cards that a document only counts are dealt: hands, comets, and what the decks are drawn from.

A group that goes on from a table need not tell anybody what it holds: it writes how many cards. What a deck is drawn
from follows, since a card that lies nowhere else may still come (C5a): its pool may be left out, or counted, also where
a position is corrected, so that a card that turns up in a hand need not be looked for in a pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from adjudicator.components.holders import Json
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import DocumentError, Problem

from .facts import COMET, ITEM, PLAYED, SIDE
from .house_rules import HouseRules
from .state import cards_of


def dealt(document: Json, chance: Chance) -> Json:
    """The document with everything dealt that it counts. Raises DocumentError where there is too little to deal from.

    What is not of the form of a document stays as it is: reading it tells what is wrong.
    """
    return _filled(document, lambda state, left: [*_hidden(state, left, chance), *_pools(state, left)])


def listed(document: Json) -> Json:
    """The document with pools that it leaves out or counts. Raises DocumentError where they are counted otherwise."""
    pools = [deck.get("pool") for deck in _decks(document)]
    if pools and all(isinstance(pool, list) for pool in pools):
        return document
    return _filled(document, lambda state, left: [*_pools(state, left)])


def _decks(document: Json) -> list[Any]:
    try:
        return [*document["state"]["decks"].values()]
    except (KeyError, TypeError, AttributeError):
        return []


def _filled(document: Json, fill: Callable[[Any, list[int]], list[Problem]]) -> Json:
    filled = deepcopy(document)
    try:
        state = filled["state"]
        here = {ITEM.index[id] for id in _named(state) if id in ITEM}
        problems = fill(state, [card for card in cards_of(HouseRules(**state["rules"])) if card not in here])
    except (KeyError, TypeError, ValueError, AttributeError):
        return document
    if problems:
        raise DocumentError(problems)
    return filled


def _hidden(state: Any, left: list[int], chance: Chance) -> Iterator[Problem]:
    """Comets first, then hands."""
    for number, side in enumerate(SIDE.ids):
        comets = [card for card in left if card in COMET.indexes and ITEM.things[card].side == number]
        yield from _deal(state["decks"][side], "comets", f"decks.{side}.comets", comets, left, chance)
    for seat, held in state["hands"].items():
        if isinstance(held, int):
            cards = [card for card in left if card in PLAYED.indexes]
            yield from _deal(state["hands"], seat, f"hands.{seat}", cards, left, chance)


def _pools(state: Any, left: list[int]) -> Iterator[Problem]:
    """What is left of each side; a number must be the right one."""
    for number, side in enumerate(SIDE.ids):
        deck = state["decks"][side]
        pool, found = deck.get("pool"), [ITEM.ids[card] for card in left if _drawn_from(card, number)]
        if isinstance(pool, int) and pool != len(found):
            yield Problem(
                f"state.decks.{side}.pool", f"{pool} is not the number of cards that lie nowhere: {len(found)}", "C5"
            )
        elif pool is None or isinstance(pool, int):
            deck["pool"] = found


def _drawn_from(card: int, side: int) -> bool:
    return card in PLAYED.indexes and ITEM.things[card].side == side


def _deal(place: Any, key: str, path: str, cards: list[int], left: list[int], chance: Chance) -> Iterator[Problem]:
    wanted = place[key]
    if not isinstance(wanted, int):
        return
    if not 0 <= wanted <= len(cards):
        yield Problem(f"state.{path}", f"{wanted} cards cannot be dealt from {len(cards)}", "B5")
        return
    found = sorted(chance.pick_many("card", "cards", cards, wanted, {"place": path}))
    place[key] = [ITEM.ids[card] for card in found]
    for card in found:
        left.remove(card)


def _named(state: Any) -> Iterator[str]:
    """Everything that lies somewhere, by id."""
    for deck in state["decks"].values():
        yield from _flat([deck.get("pool"), deck.get("comets"), deck.get("top")])
    yield from _flat([state.get(key) for key in ("market", "discarded", "hands", "maids", "rows", "queens")])


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _flat(each)
