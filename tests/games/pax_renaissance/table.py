"""Positions of Pax Renaissance that a test arranges, and what a test does with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adjudicator import Action, Match, Refusal
from adjudicator.games.pax_renaissance.facts import BANK, BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, RULE_OF, VICTORY
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.rules.turns import turn_begins
from adjudicator.games.pax_renaissance.state import State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame, stored_frames

Arrange = Callable[[State], None]


def table(
    *arrange: Arrange,
    seats: Sequence[str] = ("fugger", "medici"),
    on_move: str = "fugger",
    frames: Sequence[Frame] = (),
    options: dict[str, Any] | None = None,
) -> Match:
    """A match whose market is filled, arranged; it is the turn of `on_move`, or these frames are next. Everybody has 10
    florins unless it is arranged otherwise.
    """
    begun = set_up(GAME, seats=seats, options=options or {}, seed=b"table")
    state = begun.state
    state.florins = dict.fromkeys(state.florins, 10)
    for each in arrange:
        each(state)
    state.active = on_move
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames([*frames] or [turn_begins(on_move)]), state, [])
    match = Match.begin(GAME, begun.header, position, Chance(b"table"))
    assert not (broken := GAME.invariants(match.state)), broken
    return match


def _take(state: State, card: str) -> int:
    """A card leaves the deck, or the market (another one takes its place)."""
    index = ITEM.index[card]
    for deck in state.decks:
        if index in deck.pool:
            deck.pool.remove(index)
            return index
    for row in state.market:
        if index in row:
            deck = next(each for each in state.decks if each.pool)
            row[row.index(index)] = deck.pool.pop()
            return index
    raise AssertionError(f"{card} is neither in a deck nor in the market")


def hand(seat: str, *cards: str) -> Arrange:
    """Cards come to a hand."""

    def arrange(state: State) -> None:
        state.hands[seat] = sorted([*state.hands[seat], *(_take(state, card) for card in cards)])

    return arrange


def offered(**slots: int) -> Arrange:
    """Cards lie in these slots of the market, in the row of their deck (`jesuits=2`)."""

    def arrange(state: State) -> None:
        for card, slot in slots.items():
            index, side = _take(state, card), ITEM.thing(card).side
            state.decks[side].pool = sorted([*state.decks[side].pool, state.market[side][slot]])
            state.market[side][slot] = index

    return arrange


def lay(seat: str, *cards: str) -> Arrange:
    """Cards come to a tableau, each at the outer end of its side."""

    def arrange(state: State) -> None:
        for card in cards:
            index = _take(state, card)
            state.rows[seat][ITEM.things[index].side].append(index)

    return arrange


def rule(seat: str, *empires: str, republic: bool = False) -> Arrange:
    """Squares come to a tableau, as kings or as republics."""

    def arrange(state: State) -> None:
        for id in empires:
            empire = EMPIRE.index[id]
            state.holder[empire] = seat
            state.rows[seat][EMPIRE.things[empire].side].append(empire)
            if republic:
                state.republics |= 1 << empire

    return arrange


def vassal(of: str, *empires: str) -> Arrange:
    """Squares become vassals of one in a tableau."""

    def arrange(state: State) -> None:
        over = EMPIRE.index[of]
        for id in empires:
            state.holder[EMPIRE.index[id]] = state.holder[over]
            state.suzerain[EMPIRE.index[id]] = over

    return arrange


def marry(empire: str, queen: str) -> Arrange:
    """A queen comes to a king."""
    return lambda state: state.queens[EMPIRE.index[empire]].append(_take(state, queen))


def maid(seat: str, *queens: str) -> Arrange:
    """Queens stay unmarried below a player card."""

    def arrange(state: State) -> None:
        state.maids[seat] = sorted([*state.maids[seat], *(_take(state, queen) for queen in queens)])

    return arrange


def stand(**places: str) -> Arrange:
    """Pieces come to places (`london="catholic_rook"`, "" empties one)."""

    def arrange(state: State) -> None:
        for id, piece in places.items():
            state.places[PLACE.index[id]] = PIECE.index[piece] if piece else NONE

    return arrange


def empty_map(state: State) -> None:
    """The rooks and knights of the set-up leave the map."""
    state.places[:] = [NONE] * len(state.places)


def border(**borders: str) -> Arrange:
    """Pawns and pirates come to borders (`england_france="fugger_pawn"`, "" empties one)."""

    def arrange(state: State) -> None:
        for id, pieces in borders.items():
            state.borders[BORDER.index[id]] = sorted(PIECE.index[each] for each in pieces.split())

    return arrange


def repress(**empires: str) -> Arrange:
    """Repressed pieces come to squares (`france="fugger_pawn catholic_knight"`)."""

    def arrange(state: State) -> None:
        for id, pieces in empires.items():
            state.repressed[EMPIRE.index[id]] = sorted(PIECE.index[each] for each in pieces.split())

    return arrange


def bishop(religion: str, *cards: str) -> Arrange:
    """Bishops come to items (squares as `square_france`)."""
    number = ("catholic", "islamic", "reformist").index(religion)

    def arrange(state: State) -> None:
        state.bishops[number] = sorted([*state.bishops[number], *(ITEM.index[card] for card in cards)])

    return arrange


def theocracy(**empires: str) -> Arrange:
    """Empires become what they are said to be (`france="islamic"`)."""

    def arrange(state: State) -> None:
        for id, ruled in empires.items():
            state.ruled[EMPIRE.index[id]] = RULE_OF.index[ruled]

    return arrange


def active(*victories: str, bought: int = 0) -> Arrange:
    """Turn these victory tiles, each for a comet that is out; `bought`: comets whose tile is still to be turned."""

    def arrange(state: State) -> None:
        state.victories = VICTORY.mask_of(victories)
        for _ in range(len(victories) + bought):
            deck = next(each for each in state.decks if each.comets)
            state.discarded = sorted([*state.discarded, deck.comets.pop()])

    return arrange


def florins(**banks: int) -> Arrange:
    """Banks have so many florins."""

    def arrange(state: State) -> None:
        for bank, count in banks.items():
            assert bank in BANK
            state.florins[bank] = count

    return arrange


def do(match: Match, *actions: Action, seat: str = "") -> list[Any]:
    """The seat that is asked, or this one, does these; what everybody learns of them."""
    events = []
    for action in actions:
        by = seat or match.decisions()[0].waiting[0]
        events += [told.public for told in match.apply(by, action) if told.public is not None]
        assert not (broken := GAME.invariants(match.state)), broken
    return events


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and what."""
    decision = match.decisions()[0]
    return decision.waiting[0], decision.kind


def there(match: Match, place: str) -> str:
    """The piece in a place, "" for none."""
    piece = match.state.places[PLACE.index[place]]
    return "" if piece == NONE else PIECE.ids[piece]


def on(match: Match, id: str) -> list[str]:
    """What is on a border."""
    return [PIECE.ids[each] for each in match.state.borders[BORDER.index[id]]]


def row(match: Match, side: int, seat: str = "fugger") -> list[str]:
    """A side of a tableau from the player card outwards."""
    return [ITEM.ids[each] for each in match.state.rows[seat][side]]


def holder(match: Match, empire: str) -> str:
    """In whose tableau a square is, "" on its throne."""
    return match.state.holder[EMPIRE.index[empire]]


def is_republic(match: Match, empire: str) -> bool:
    """Whether the square lies on its republic's side."""
    return bool(match.state.republics >> EMPIRE.index[empire] & 1)


def repressed(match: Match, empire: str) -> list[str]:
    """The repressed pieces on a square."""
    return [PIECE.ids[each] for each in match.state.repressed[EMPIRE.index[empire]]]


def ruled(match: Match, empire: str) -> str:
    """What an empire is now."""
    return RULE_OF.ids[match.state.ruled[EMPIRE.index[empire]]]


def discarded(match: Match) -> list[str]:
    """The cards that are out of the game."""
    return [ITEM.ids[each] for each in match.state.discarded]


def bishops(match: Match) -> list[str]:
    """The items that bear bishops."""
    return [ITEM.ids[each] for borne in match.state.bishops for each in borne]


def refused(match: Match, action: Action, code: str) -> Refusal:
    """The refusal of an action, which has this code."""
    with pytest.raises(Refusal) as caught:
        match.apply(match.decisions()[0].waiting[0], action)
    assert caught.value.code == code
    return caught.value
