"""How the game is tried at random, and what that should reach: each card, operation, one-shot and victory, each as a
point of coverage; crowded positions of a late game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, Trials

from . import facts
from .facts import BANK, BISHOP, BORDER, EMPIRE, ITEM, LAUNCHED, NONE, PIRATE, PLACE, QUEEN, RELIGION, SIDE, VICTORY
from .house_rules import house_rules
from .invariants import violations
from .rules.cards import Played
from .rules.table import in_supply, levies, levy, tableaus
from .rules.targets import Operated
from .rules.turns import turn_begins
from .rules.victories import Declare
from .setup import initial_state
from .state import State

TRIES: Final = 20
RARELY: Final = 0.6
"""How often something is arranged that comes up once in hundreds of games."""


class PaxTrials(Trials[State]):
    """Late games: full tableaus, couples, vassals, republics, bishops, corsairs, concessions, open victories."""

    def rich(self, rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> tuple[State, Frames]:
        for _ in range(TRIES):
            state = crowded(rng, seats, options)
            if not violations(state):
                break
        return state, [turn_begins(rng.choice(state.seats))]

    def coverage_points(self) -> tuple[str, ...]:
        return _points()

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        for entry in happened.entries:
            if isinstance(entry.action, Declare):
                yield f"victory {entry.action.victory}"
        for event in happened.events():
            match event:
                case Operated(operation=operation):
                    yield f"operation {operation}"
                case Played(card=card, shot=True):
                    shot = ITEM.thing(card).one_shot
                    assert shot is not None
                    yield f"card {card}"
                    yield f"one-shot {shot.kind}"
                case Played(card=card):
                    yield f"card {card}"
                case _:
                    pass


TRIALS: Final = PaxTrials()


@cache
def _points() -> tuple[str, ...]:
    return (
        *(f"card {each.id}" for each in ITEM if each.kind in ("card", "queen")),
        *(f"operation {id}" for id in facts.OPERATION.ids),
        *(f"one-shot {id}" for id in facts.ONE_SHOT.ids),
        *(f"victory {id}" for id in VICTORY.ids),
    )


def crowded(rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> State:
    """A position in which much is in play."""
    state = initial_state(seats, house_rules(options))
    _decks(state, rng)
    _tableaus(state, rng)
    for deck in state.decks:  # no more cards to come than are left
        deck.first = min(deck.first, max(0, len(deck.pool) - deck.last))
        deck.last = min(deck.last, len(deck.pool))
    _pieces(state, rng)
    state.florins = {seat: rng.randint(0, 12) for seat in seats}
    state.turns = rng.randint(8, 40)
    state.active = rng.choice(list(seats))
    if rng.random() < RARELY:
        rng.choice((_full_hand, _riding_rooks, _accuser, _all_pirates, _nothing_left))(state, state.active, rng)
    return state


def _decks(state: State, rng: Random) -> None:
    """Decks that have been played from, comets that have been seen, a full market."""
    opened = 0
    for deck in state.decks:
        seen = rng.sample(deck.comets, rng.randint(0, len(deck.comets)))
        deck.comets = [each for each in deck.comets if each not in seen]
        state.discarded = sorted([*state.discarded, *seen])
        deck.first = rng.randint(0, deck.first)
        if not deck.first:
            deck.last = rng.randint(4, 14)
        opened += len(seen)
    state.victories = sum(1 << each for each in rng.sample(range(len(VICTORY)), min(opened, len(VICTORY))))
    for side in SIDE.indexes:
        state.market[side] = [_drawn(state, side, rng) for _ in range(6)]
        state.money[side] = [rng.choice((0, 0, 1, 3)) for _ in range(6)]


def _drawn(state: State, side: int, rng: Random, *, queens: bool = True) -> int:
    deck = state.decks[side]
    card = rng.choice([each for each in deck.pool if queens or each not in QUEEN.indexes])
    deck.pool.remove(card)
    return card


def _tableaus(state: State, rng: Random) -> None:
    """Cards on both sides, squares of kings and republics, queens, vassals, old maids, hands, bishops."""
    for seat in state.seats:
        for side in SIDE.indexes:
            state.rows[seat][side] = [_drawn(state, side, rng, queens=False) for _ in range(rng.randint(0, 4))]
        state.hands[seat] = sorted(_drawn(state, rng.choice((0, 1)), rng) for _ in range(rng.choice((0, 1, 2, 2))))
    for empire in rng.sample(list(EMPIRE.indexes), rng.randint(2, 9)):
        seat = state.holder[empire] = rng.choice(state.seats)
        kings = [
            each
            for each in EMPIRE.indexes
            if each != empire
            and state.holder[each] == seat
            and state.suzerain[each] == NONE
            and not state.republics >> each & 1
        ]
        what = rng.random()
        if kings and what < 0.3:
            state.suzerain[empire] = rng.choice(kings)
            continue
        state.rows[seat][EMPIRE.things[empire].side].append(empire)
        if what > 0.7:
            state.republics |= 1 << empire
        elif what > 0.4:
            state.queens[empire] = _queen(state, rng)
    for seat in state.seats:
        state.maids[seat] = _queen(state, rng) if rng.random() < 0.2 else []
    borne = [each for each in range(len(ITEM)) if tableaus(state) >> each & 1]
    rng.shuffle(borne)
    for religion in RELIGION.indexes:
        count = rng.randint(0, min(facts.SUPPLY[facts.piece_of(BISHOP, religion)], len(borne)))
        state.bishops[religion] = sorted(borne.pop() for _ in range(count))


def _queen(state: State, rng: Random) -> list[int]:
    """A queen who is nowhere else, if there is one."""
    found = [(deck, each) for deck in state.decks for each in deck.pool if each in QUEEN.indexes]
    if not found:
        return []
    deck, queen = rng.choice(found)
    deck.pool.remove(queen)
    return [queen]


def _given(state: State, cards: Iterable[int], rng: Random) -> int:
    """One of these cards out of its pool; NONE where all have come up."""
    found = [(deck, card) for card in cards for deck in state.decks if card in deck.pool and deck.size < len(deck.pool)]
    if not found:
        return NONE
    deck, card = rng.choice(found)
    deck.pool.remove(card)
    return card


def _able(ability: str) -> Iterator[int]:
    return (each.index for each in ITEM if ability in each.abilities and each.kind == "card")


def _lay(state: State, seat: str, card: int) -> None:
    if card != NONE:
        state.rows[seat][ITEM.things[card].side].append(card)


def _hold(state: State, seat: str, card: int) -> None:
    if card != NONE:
        kept = state.hands[seat][:1]
        _back(state, state.hands[seat][1:])
        state.hands[seat] = sorted([*kept, card])


def _back(state: State, cards: Iterable[int]) -> None:
    """Into their pools."""
    for card in cards:
        pool = state.decks[ITEM.things[card].side].pool
        pool.append(card)
        pool.sort()


def _full_hand(state: State, seat: str, rng: Random) -> None:
    """Who holds more than two cards by an ability, and may lose it."""
    card = _given(state, _able("unlimited_hand"), rng)
    if card == NONE:
        return
    owner = rng.choice(state.seats)
    _lay(state, owner, card)
    more = [_given(state, facts.PLAYED.indexes, rng) for _ in range(rng.randint(1, 4))]
    state.hands[owner] = sorted([*state.hands[owner], *(each for each in more if each != NONE)])
    state.florins[seat] = 12


def _riding_rooks(state: State, seat: str, rng: Random) -> None:
    """A crusade of the Knights Hospitaller, with rooks of the Church all over the map."""
    _lay(state, seat, _given(state, _able("crusade_rooks_count_as_knights"), rng))
    for _ in range(2):
        _hold(state, seat, _given(state, LAUNCHED["crusade"].indexes, rng))
    state.florins[seat] = 0
    rook = facts.piece_of(facts.ROOK, RELIGION.index["catholic"])
    for place in rng.sample(range(len(PLACE)), len(PLACE)):
        if state.places[place] != NONE and in_supply(state, rook):
            state.places[place] = rook


def _accuser(state: State, seat: str, rng: Random) -> None:
    """Who may accuse of apostasy without a card in hand."""
    _lay(state, seat, _given(state, _able("action_apostasy_any_pair"), rng))


def _all_pirates(state: State, seat: str, rng: Random) -> None:
    """A card brings a pirate of whom none is left."""
    religion = rng.choice(RELIGION.indexes)
    pirate = facts.piece_of(PIRATE, religion)
    _hold(state, seat, _given(state, (each.index for each in ITEM if pirate in each.agents), rng))
    for repressed in state.repressed:
        repressed[:] = [each for each in repressed if each != pirate]
    for border in rng.sample(list(BORDER.indexes), len(BORDER)):
        if BORDER.things[border].sea and in_supply(state, pirate):
            state.borders[border] = [pirate]


def _nothing_left(state: State, seat: str, rng: Random) -> None:
    """A bank without florins, cards and concessions, now and then before a market without fairs (G6)."""
    state.florins[seat] = 0
    _back(state, state.hands[seat])
    state.hands[seat] = []
    if any(state.rows[seat]) or state.maids[seat] or seat in state.holder:
        other = next(each for each in state.seats if each != seat)
        state.rows[other] = [[*mine, *theirs] for mine, theirs in zip(state.rows[other], state.rows[seat], strict=True)]
        state.maids[other] = sorted([*state.maids[other], *state.maids[seat]])
        state.holder = [other if each == seat else each for each in state.holder]
        state.rows[seat], state.maids[seat] = [[], []], []
    own = facts.pawn_of(BANK.index[seat])
    state.borders = [[each for each in on if each != own] for on in state.borders]
    if rng.random() < 0.5:
        for side in SIDE.indexes:
            state.money[side][0] = 0
            if state.market[side][0] != NONE:
                state.discarded = sorted([*state.discarded, state.market[side][0]])
                state.market[side][0] = NONE


def _pieces(state: State, rng: Random) -> None:
    """States of every kind, places as levies fill them, borders with concessions and corsairs, repressed pieces."""
    for empire in EMPIRE.indexes:
        state.ruled[empire] = rng.choice((state.ruled[empire], 0, 1, 2, 3))
    state.places = [NONE] * len(PLACE)
    for empire in EMPIRE.indexes:
        for place in levies(state, empire):
            piece = levy(state, place)
            if piece is not None and rng.random() < 0.8 and in_supply(state, piece):
                state.places[place] = piece
    for border in BORDER:
        pieces = [facts.pawn_of(BANK.index[seat]) for seat in state.seats]
        pieces += [facts.piece_of(PIRATE, religion) for religion in RELIGION.indexes] if border.sea else []
        piece = rng.choice([*pieces, *pieces, NONE])
        state.borders[border.index] = [piece] if piece != NONE and in_supply(state, piece) else []
    for empire in EMPIRE.indexes:
        pieces = [facts.piece_of(type, religion) for type in (0, 1) for religion in RELIGION.indexes]
        pieces += [facts.pawn_of(BANK.index[seat]) for seat in state.seats]
        for piece in rng.sample(pieces, rng.choice((0, 0, 1, 2))):
            if in_supply(state, piece):
                state.repressed[empire] = sorted([*state.repressed[empire], piece])
