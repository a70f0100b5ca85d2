"""Positions of Europa Universalis that a test arranges, and what a test does with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from adjudicator import Action, Match, Refusal
from adjudicator.components import bits, mask_of, union
from adjudicator.games.europa_universalis.facts import AREA, NONE, POWER, PROVINCE, REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.acting import turn
from adjudicator.games.europa_universalis.rules.curia import lawful
from adjudicator.games.europa_universalis.rules.influence import closed
from adjudicator.games.europa_universalis.rules.realms import occupied
from adjudicator.games.europa_universalis.rules.relations import top
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.trials.rare import without_the_gone
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame, stored_frames
from tests.games.europa_universalis.told import begin, told_truly

Arrange = Callable[[State], None]


def table(
    *arrange: Arrange,
    players: int = 4,
    on_move: str = "france",
    frames: Sequence[Frame] = (),
    options: dict[str, Any] | None = None,
    seed: bytes = b"table",
) -> Match:
    """A match that is laid out, arranged; it is the turn of `on_move` in phase 2, or these frames are next. Nobody has
    cards, no event lies open, everybody has 5 power of each type, unless it is arranged otherwise.
    """
    begun = set_up(GAME, seats=GAME.seatings(players)[0], options=options or {}, seed=seed)
    state = begun.state
    state.phase = 2
    state.events.second = sorted([*state.events.second, *(each.event for each in state.events.shown)])
    state.events.shown, state.events.down = [], 0
    for own in state.led.values():
        own.power = [5, 5, 5]
        for card in own.hand:
            deck = state.decks[CARD.things[card].deck]
            deck.draw = sorted([*deck.draw, card])
        own.hand = []
    for each in arrange:
        each(state)
    follow(state)
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames([*frames] or [turn(on_move)]), state, [])
    match = begin(GAME, begun.header, position, Chance(seed))
    assert GAME.invariants(match.state) == []
    return match


def follow(state: State) -> None:
    """What the rules make of land, occupiers and overlords as they are arranged: who occupies is at war, who has no
    land is gone, a vassal has no vassals and no pacts of its own, and no influence lies where players own all.
    """
    for place in bits(occupied(state)):
        by, over = state.occupier[place], top(state, state.owner[place])
        state.war[by] |= 1 << over
        state.war[over] |= 1 << by
    without_the_gone(state)
    for realm in REALM.indexes:
        over = state.overlord[realm]
        if over != NONE and state.overlord[over] != NONE:
            state.overlord[realm] = NONE
        elif over != NONE:
            for seat in state.order:
                state.allied[seat] &= ~(1 << realm)
                state.married[seat] &= ~(1 << realm) if REALM.index[seat] != over else -1
    for area in filter(partial(closed, state), AREA.indexes):
        state.empire.imperial[area] = 0
        for own in state.led.values():
            own.influence[area] = 0
    state.curia.cardinals = lawful(state)
    claims = union([own.claims for own in state.led.values()], (1 << len(state.led)) - 1)
    state.discovered |= claims & mask_of(each.index for each in AREA if each.number)


def hand(seat: str, *cards: str) -> Arrange:
    """Cards leave their decks for a hand."""

    def arrange(state: State) -> None:
        for id in cards:
            state.decks[CARD.thing(id).deck].draw.remove(CARD.index[id])
        own = state.led[seat]
        own.hand = sorted([*own.hand, *(CARD.index[id] for id in cards)])

    return arrange


def power(seat: str, **pools: int) -> Arrange:
    """A seat has so much power (`adm=3`)."""

    def arrange(state: State) -> None:
        for id, n in pools.items():
            state.led[seat].power[POWER.index[id]] = n

    return arrange


def has(seat: str, **figures: int) -> Arrange:
    """A seat has so much of something (`ducats=3, stability=-1, exhausted=2`)."""

    def arrange(state: State) -> None:
        for field, n in figures.items():
            setattr(state.led[seat], field, n)

    return arrange


def own(realm: str, *provinces: str, only: bool = False) -> Arrange:
    """Provinces belong to a realm; with `only`, no others do."""

    def arrange(state: State) -> None:
        for each in PROVINCE.indexes:
            if only and state.owner[each] == REALM.index[realm]:
                state.owner[each] = NONE
        for id in provinces:
            state.owner[PROVINCE.index[id]] = REALM.index[realm]

    return arrange


def areas(*ids: str) -> int:
    """Areas as a mask."""
    return sum(1 << AREA.index[id] for id in ids)


def do(match: Match, *actions: Action, seat: str = "") -> list[Any]:
    """The seat that is asked, or this one, does these; what everybody learns of them."""
    events = []
    for action in actions:
        asked = seat or match.decisions()[0].waiting[0]
        events += told_truly(match, asked, action)
    assert GAME.invariants(match.state) == []
    return events


def refusal(match: Match, action: Action, seat: str = "") -> str:
    """The code with which an action is refused."""
    with pytest.raises(Refusal) as refused:
        match.apply(seat or match.decisions()[0].waiting[0], action)
    return refused.value.code


def asked(match: Match) -> tuple[str, str]:
    """The kind of the first open question, and who is asked."""
    decision = match.decisions()[0]
    return decision.kind, decision.waiting[0]
