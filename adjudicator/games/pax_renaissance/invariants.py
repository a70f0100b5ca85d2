"""Find what is impossible in a position, besides cards that are lost or doubled (the form of the state sees those)."""

from collections import Counter
from collections.abc import Iterator

from adjudicator.components import bits

from . import facts
from .facts import (
    BANK,
    BORDER,
    COMET,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    NONE,
    PIECE,
    PIRATE,
    PLACE,
    ROUTE,
    SECOND_VENICE,
    SIDE,
    SUPPLY,
    VICTORY,
)
from .rules.table import bishops, everywhere, owner_of, protected, tableaus, there
from .state import State


def violations(state: State) -> list[str]:
    """Return everything that is wrong, each with the rule that it breaks.

    Where banks or trade routes are wrong the other checks are left out: they rely on them.
    """
    if wrong := [*_banks(state), *_routes(state)]:
        return wrong
    return [*_pieces(state), *_map(state), *_squares(state), *_cards(state), *_turn(state)]


def _banks(state: State) -> Iterator[str]:
    """Yield where a bank has things and does not play, or plays and has no room for them."""
    for name, held in (("hands", state.hands), ("maids", state.maids), ("rows", state.rows)):
        for bank in sorted(held.keys() ^ state.florins.keys()):
            yield f"{bank}: in florins or in {name}, but not in both (C2)"
    for bank in ({*state.holder, *state.out, state.active, state.first} - {""}) - state.florins.keys():
        yield f"{bank}: that bank does not play (C2)"


def _routes(state: State) -> Iterator[str]:
    """Yield an error unless one emporium of each colour is open."""
    if sorted(ROUTE.things[bit].side for bit in bits(state.open_routes)) != list(SIDE.indexes):
        yield "not one emporium of each colour is open (C1a)"


def _pieces(state: State) -> Iterator[str]:
    for piece, count in Counter(everywhere(state)).items():
        if count > SUPPLY[piece]:
            yield f"{count} of {PIECE.ids[piece]}: there are {SUPPLY[piece]} (B1)"
        if piece >= FIRST_PAWN and BANK.ids[piece - FIRST_PAWN] not in state.florins:
            yield f"{PIECE.ids[piece]}: that bank does not play (C2)"
    borne = [each for found in state.bishops for each in found]
    if len(borne) != len({*borne}):
        yield "two bishops on one card (F1a)"
    for each in borne:
        throne = each < len(EMPIRE) or any(each in queens for queens in state.queens)
        if not throne and not tableaus(state) >> each & 1:
            yield f"a bishop on {ITEM.ids[each]}, which is in no tableau (E2.2a)"


def _map(state: State) -> Iterator[str]:
    open_now = there(state)
    for place, piece in enumerate(state.places):
        if piece == NONE:
            continue
        if facts.type_of(piece) > 1:
            yield f"{PIECE.ids[piece]} in {PLACE.ids[place]} (B6a)"
        if place != SECOND_VENICE and not open_now >> place & 1:  # who stays in Venice may be a question just now
            yield f"{PIECE.ids[piece]} in {PLACE.ids[place]}, which is not there now (B6d)"
    for border, found in enumerate(state.borders):
        pirates = [each for each in found if facts.type_of(each) == PIRATE]
        pawns = [each for each in found if each >= FIRST_PAWN]
        if len(pirates) > 1 or len(pawns) > 1 or len(pirates) + len(pawns) != len(found):
            yield f"{[PIECE.ids[each] for each in found]} on {BORDER.ids[border]} (Glossary: border)"
        if pirates and not BORDER.things[border].sea:
            yield f"a pirate on {BORDER.ids[border]}, which is no sea border (E2.2c)"
        if pirates and pawns and not protected(state, pawns[0]):
            yield f"a pirate beside a concession on {BORDER.ids[border]} (Glossary: border)"


def _squares(state: State) -> Iterator[str]:
    for empire, holder in enumerate(state.holder):
        over, id = state.suzerain[empire], EMPIRE.ids[empire]
        if not holder and (over != NONE or state.republics >> empire & 1):
            yield f"{id}: on its throne, but a vassal or a republic (B4)"
        if over != NONE and (state.holder[over] != holder or state.suzerain[over] != NONE):
            yield f"{id}: a vassal of {EMPIRE.ids[over]}, which cannot be its suzerain (F9g)"
        if over != NONE and (state.republics >> empire & 1 or state.republics >> over & 1):
            yield f"{id}: a republic in a suzerainty (Glossary: vassal)"
        if state.queens[empire] and state.republics >> empire & 1:
            yield f"{id}: a republic with a queen (I1)"
        rows = [row for pair in state.rows.values() for row in pair if empire in row]
        if len(rows) != int(bool(holder) and over == NONE):
            yield f"{id}: in {len(rows)} rows (B4)"
        if holder and len(rows) == 1 and rows[0] is not state.rows[holder][EMPIRE.things[empire].side]:
            yield f"{id}: on the wrong side (B4)"


def _cards(state: State) -> Iterator[str]:
    """Yield decks that promise more cards than there are, and victories for which no comet was bought."""
    for side, deck in zip(SIDE.ids, state.decks, strict=True):
        for each in (*deck.pool, *deck.comets):
            if SIDE.ids[ITEM.things[each].side] != side:
                yield f"decks.{side}: {ITEM.ids[each]} belongs to the other deck (B5)"
        there = len(deck.pool) + len(deck.comets) + (deck.top != NONE)
        if deck.size > there:
            yield f"decks.{side}: {deck.size} cards to come, but only {there} can (C5)"
        if len(deck.comets) + (deck.top in COMET.whole) > deck.last:
            yield f"decks.{side}: more comets than last cards (C5a)"
    opened, coming = state.victories.bit_count(), len(COMET.whole - {*state.discarded})
    if opened + coming > len(VICTORY):
        yield f"victories: {opened} are open and {coming} comets can still open one; there are {len(VICTORY)} (L1)"


def _turn(state: State) -> Iterator[str]:
    if state.active in state.out:
        yield f"{state.active} is out and has a turn (G6)"
    for bit in bits(bishops(state)):
        if bit >= len(EMPIRE) and ITEM.things[bit].kind == "comet":
            yield "a bishop on a comet (B7)"
    for index in (each for hand in state.hands.values() for each in hand):
        if owner_of(state, index):
            yield f"{ITEM.ids[index]} in a hand and in a tableau (E2)"
