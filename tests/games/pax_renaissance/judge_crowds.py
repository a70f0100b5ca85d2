"""Positions with much in play, for the judge: late tableaus, couples, vassals, bishops, any piece anywhere."""

from __future__ import annotations

from random import Random

from adjudicator import Match
from adjudicator.games.pax_renaissance.facts import (
    BANK,
    BORDER,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    NONE,
    PIECE,
    PLACE,
    QUEEN,
    ROUTE,
    RULE_OF,
    RULING,
    SUPPLY,
    VICTORY,
)
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.judge_sight import Sight
from tests.games.pax_renaissance.table import table

CARDS_OF_A_TABLEAU = 7


def crowded(rng: Random, seats: tuple[str, ...], options: dict[str, object]) -> Match:
    """A match that begins in the middle, with a turn of some seat."""

    def arrange(state: State) -> None:
        _comets(state, rng)
        routes = [[each.index for each in ROUTE if each.side == side] for side in (0, 1)]
        state.open_routes = sum(1 << rng.choice(those) for those in routes)
        state.ruled = [rng.randrange(len(RULE_OF)) for _ in EMPIRE]
        for seat in seats:
            _cards(state, seat, rng)
            state.florins[seat] = rng.choice((0, 1, 2, 5, 9))
        for empire in EMPIRE.indexes:
            _square(state, empire, rng)
        for row in state.money:
            row[:] = [rng.choice((0, 0, 1, 3)) for _ in row]
        _pieces(state, rng)

    return table(arrange, seats=seats, on_move=rng.choice(seats), options=options)


def _comets(state: State, rng: Random) -> None:
    """Some have been seen, and have opened a victory each."""
    for deck in state.decks:
        seen = rng.randrange(len(deck.comets) + 1)
        deck.last -= seen
        state.discarded += [deck.comets.pop() for _ in range(seen)]
    state.discarded.sort()
    state.victories = sum(1 << each for each in rng.sample(range(len(VICTORY)), len(state.discarded)))


def _drawn(state: State, rng: Random, *, queens: bool) -> int:
    found = [(deck, each) for deck in state.decks for each in deck.pool if (each in QUEEN.indexes) is queens]
    if not found or sum(len(each.pool) for each in state.decks) <= sum(each.size for each in state.decks):
        return NONE
    able = [each for each in found if ITEM.things[each[1]].abilities and len(each[0].pool) > each[0].size]
    deck, card = rng.choice(able if able and rng.random() < 0.4 else found)
    if len(deck.pool) <= deck.size:
        return NONE
    deck.pool.remove(card)
    return card


def _cards(state: State, seat: str, rng: Random) -> None:
    for _ in range(rng.randrange(CARDS_OF_A_TABLEAU)):
        card = _drawn(state, rng, queens=False)
        if card != NONE:
            state.rows[seat][ITEM.things[card].side].append(card)
    hand = [_drawn(state, rng, queens=rng.random() < 0.3) for _ in range(2)]
    state.hands[seat] = sorted(each for each in hand if each != NONE)
    if rng.random() < 0.2:
        state.maids[seat] = [each for each in [_drawn(state, rng, queens=True)] if each != NONE]


def _square(state: State, empire: int, rng: Random) -> None:
    """On its throne, in a tableau, or a vassal; some kings married."""
    seat = rng.choice(("", *state.florins, *state.florins))
    state.holder[empire] = seat
    if seat:
        over = [each for each in range(empire) if state.holder[each] == seat and state.suzerain[each] == NONE]
        over = [each for each in over if not state.republics >> each & 1]
        fate = rng.random()
        if over and fate < 0.3:
            state.suzerain[empire] = rng.choice(over)
        else:
            row = state.rows[seat][EMPIRE.things[empire].side]
            row.insert(rng.randrange(len(row) + 1), empire)
            state.republics |= (1 << empire) if fate > 0.7 else 0
    if not state.republics >> empire & 1 and rng.random() < 0.4:
        queen = _drawn(state, rng, queens=True)
        state.queens[empire] = [] if queen == NONE else [queen]


def _pieces(state: State, rng: Random) -> None:
    left = [count if each < FIRST_PAWN or BANK.ids[each - FIRST_PAWN] in state.florins else 0
            for each, count in enumerate(SUPPLY)]  # fmt: skip

    def drawn(*pieces: int) -> int:
        found = [each for each in pieces if left[each]]
        piece = rng.choice(found) if found else NONE
        left[piece] -= 1 if found else 0
        return piece

    ruling = list(RULING.indexes)
    religion = rng.randrange(3)
    favoured = [each for each in ruling if each % 3 == religion] if rng.random() < 0.5 else ruling
    items = [*Sight(state).owners, *(each for each in EMPIRE.indexes if not state.holder[each])]
    for number in range(3):
        count = min(rng.choice((0, 1, 2, 5)), len(items))
        chosen = rng.sample(items, count)
        items = [each for each in items if each not in chosen]
        state.bishops[number] = sorted(chosen)
    state.places = [NONE] * len(PLACE)
    for empire in EMPIRE.indexes:
        for place in Sight(state).places(empire):
            if rng.random() < 0.6:
                state.places[place] = drawn(*favoured)
    pawns = [FIRST_PAWN + BANK.index[seat] for seat in state.florins]
    for each in BORDER:
        pirates = [number for number, id in enumerate(PIECE.ids) if id.endswith("pirate")] if each.sea else []
        pawn, pirate = drawn(*pawns), drawn(*pirates)
        shielded = pawn != NONE and _shielded(state, pawn)
        there = [pawn, pirate] if shielded and rng.random() < 0.5 else [rng.choice((pawn, pirate, NONE))]
        state.borders[each.index] = sorted(piece for piece in there if piece != NONE)
    for empire in EMPIRE.indexes:
        found = [drawn(*ruling, *pawns) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
        state.repressed[empire] = sorted(each for each in found if each != NONE)


def _shielded(state: State, pawn: int) -> bool:
    return bool(Sight(state).with_ability("concessions_immune_to_pirates", BANK.ids[pawn - FIRST_PAWN]))


SEATINGS = [seats for players in GAME.numbers for seats in GAME.seatings(players)]
