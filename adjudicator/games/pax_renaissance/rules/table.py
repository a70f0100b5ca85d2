"""Work out what follows from a position: the owner of an item, what is silenced, what is free, how many there are.

Items and empires are indexes, sets of them masks; seats are ids of banks.
"""

from collections.abc import Iterator
from itertools import chain

from adjudicator.components import bits, mask_of

from .. import facts
from ..facts import BANK, BORDERS_OF, EMPIRE, FIRST_CARD, FIRST_PAWN, ITEM, NONE, PLACE, PLACES_OF, ROUTE, SECOND_VENICE
from ..state import State

WITH = {ability: mask_of(each.index for each in ITEM if ability in each.abilities) for ability in facts.ABILITY.ids}
"""The items that have an ability."""
SLOWING = mask_of(each.index for each in ITEM if each.slows)
_EMPORIA = {each.place: each.index for each in ROUTE}
_ALWAYS = PLACE.mask & ~mask_of(_EMPORIA) & ~(1 << SECOND_VENICE)


def tableau(state: State, seat: str) -> int:
    """Return all items of a tableau: cards, squares with their queens, vassals; not the old maids (C3, I2)."""
    west, east = state.rows[seat]
    found = 0
    for each in (*west, *east):
        found |= 1 << each
    if seat in state.holder:
        for empire, holder in enumerate(state.holder):
            if holder == seat:
                found |= 1 << empire
                for queen in state.queens[empire]:
                    found |= 1 << queen
    return found


def tableaus(state: State) -> int:
    """Return all items in anybody's tableau."""
    found = 0
    for seat in state.florins:
        found |= tableau(state, seat)
    return found


def holds(state: State, seat: str, index: int) -> bool:
    """Return whether an item is in a tableau, found without the others of it."""
    if index < FIRST_CARD:
        return state.holder[index] == seat
    west, east = state.rows[seat]
    if index in west or index in east:
        return True
    return any(holder == seat and index in state.queens[empire] for empire, holder in enumerate(state.holder))


def owner_of(state: State, index: int) -> str:
    """Return in whose tableau an item is; "" in nobody's."""
    return next((seat for seat in state.florins if holds(state, seat, index)), "")


def empire_of_queen(state: State, index: int) -> int:
    """Return the empire whose king a queen is married to, or `NONE` if she is unmarried."""
    return next((number for number, queens in enumerate(state.queens) if index in queens), NONE)


def vassals(state: State, empire: int) -> list[int]:
    """Return the vassals of an empire."""
    return [number for number, each in enumerate(state.suzerain) if each == empire]


def is_king(state: State, empire: int) -> bool:
    """Return whether its square lies on its king's side."""
    return not state.republics >> empire & 1


def location(state: State, index: int) -> int:
    """Return the empires where an item is (Glossary: location).

    A queen is where her king is; an old maid is nowhere.
    """
    if index < FIRST_CARD:
        return 1 << index
    found = ITEM.things[index]
    if found.kind == "queen":
        empire = empire_of_queen(state, index)
        return 0 if empire == NONE else 1 << empire
    return found.location


def bishops(state: State) -> int:
    """Return the items that bear a bishop."""
    return mask_of(each for borne in state.bishops for each in borne)


def bishop_on(state: State, index: int) -> int:
    """Return the religion of the bishop on an item, or `NONE` if there is none."""
    return next((religion for religion, borne in enumerate(state.bishops) if index in borne), NONE)


def silenced(state: State, seat: str) -> int:
    """Return the items of a tableau that a bishop silences; a king and a queen of it together (F1f, F1g, I1e)."""
    held = tableau(state, seat)
    if held & WITH["own_cards_immune_to_silence"]:
        return 0
    borne = bishops(state)
    found = held & borne
    for empire, holder in enumerate(state.holder):
        if holder == seat and state.queens[empire]:
            couple = mask_of((empire, *state.queens[empire]))
            if couple & borne:
                found |= couple
    return found


def active(state: State, seat: str) -> int:
    """Return the items of a tableau whose abilities work."""
    return tableau(state, seat) & ~silenced(state, seat)


def has(state: State, seat: str, ability: str) -> int:
    """Return how many cards of a tableau give this ability now."""
    held = tableau(state, seat) & WITH[ability]
    return (held & ~silenced(state, seat)).bit_count() if held else 0


def anybody_has(state: State, ability: str) -> bool:
    """Return whether an ability that applies to all works in any tableau (Glossary: ability a)."""
    return any(has(state, seat, ability) for seat in state.florins)


def front(state: State, index: int) -> facts.Face | facts.Item:
    """Return the side of an item with its prestige and operations: a card itself, or the face-up side of a square."""
    found = ITEM.things[index]
    return found.faces[state.republics >> index & 1] if found.faces else found


def prestige(state: State, seat: str, *, maids: bool = True) -> list[int]:
    """Return a bank's prestige by kind (I2b, F1g).

    Silenced cards count, and so do old maids by default.
    """
    found = [0] * len(facts.PRESTIGE)
    held = tableau(state, seat) | (mask_of(state.maids[seat]) if maids else 0)
    for bit in bits(held):
        for kind in front(state, bit).prestige:
            found[kind] += 1
    return found


def top_of(state: State, index: int) -> int:
    """Return the item of a row that an item is with: a vassal with its suzerain, a queen with her king."""
    if index >= FIRST_CARD and ITEM.things[index].kind == "queen":
        index = empire_of_queen(state, index)
    if index < FIRST_CARD and state.suzerain[index] != NONE:
        index = state.suzerain[index]
    return index


def side_in(state: State, seat: str, index: int) -> int:
    """Return on which side of the tableau an item lies (I1a)."""
    west, east = state.rows[seat]
    return 0 if index in west or (index not in east and top_of(state, index) in west) else 1


_PARTED = {"france": EMPIRE.mask_of(["portugal"]), "portugal": EMPIRE.mask_of(["france"])}


def adjacent(state: State, empire: int) -> int:
    """Return the empires next to one, including those at its corners (Glossary: adjacency)."""
    found = EMPIRE.things[empire]
    return found.adjacent & ~_PARTED.get(found.id, 0) if anybody_has(state, "remove_adjacency") else found.adjacent


def second_in_venice(state: State) -> bool:
    """Return whether Venice has room for two (G4c)."""
    one, other = levy(state, facts.VENICE), levy(state, SECOND_VENICE)
    return one == other and anybody_has(state, "venice_capacity_two")


def there(state: State) -> int:
    """Return the places that are in play.

    There is no emporium under a busted disk (B6d), and the second place of Venice is in play only at times.
    """
    found = _ALWAYS
    for place, route in _EMPORIA.items():
        if state.open_routes >> route & 1:
            found |= 1 << place
    if second_in_venice(state):
        found |= 1 << SECOND_VENICE
    return found


def empty_places(state: State, empire: int) -> list[int]:
    """Return the unoccupied places of an empire; none if it is saturated (Glossary: saturation)."""
    here = PLACES_OF[empire] & there(state)
    return [place for place in bits(here) if state.places[place] == NONE]


def levies(state: State, empire: int) -> list[int]:
    """Return the empty places of an empire where a levy can come (G4)."""
    return [place for place in empty_places(state, empire) if levy(state, place) is not None]


def levy(state: State, place: int) -> int | None:
    """Return the piece that a levy brings to a place, as printed for the present state of its empire."""
    found = PLACE.things[place]
    return found.levy[state.ruled[found.empire]]


def ruling(state: State, empire: int) -> list[int]:
    """Return the places of an empire that its ruling class holds."""
    return [place for place in bits(PLACES_OF[empire]) if state.places[place] != NONE]


def pirate_at(state: State, border: int) -> int:
    """Return the pirate on a border, or `NONE` if there is none."""
    return next((each for each in state.borders[border] if facts.type_of(each) == facts.PIRATE), NONE)


def pawn_at(state: State, border: int) -> int:
    """Return the concession on a border, or `NONE` if there is none."""
    return next((each for each in state.borders[border] if each >= FIRST_PAWN), NONE)


def bank_of(pawn: int) -> str:
    """Return the bank that a pawn belongs to."""
    return BANK.ids[pawn - FIRST_PAWN]


def pawn(seat: str) -> int:
    """Return the pawn of a seat."""
    return facts.pawn_of(BANK.index[seat])


def concessions(state: State, seat: str) -> int:
    """Return the borders on which a bank has a concession."""
    own = pawn(seat)
    return mask_of(number for number, found in enumerate(state.borders) if own in found)


def protected(state: State, pawn: int) -> bool:
    """Return whether pirates spare the concessions of the bank of a pawn (Glossary: corsair d)."""
    return has(state, bank_of(pawn), "concessions_immune_to_pirates") > 0


def free_borders(state: State, empire: int, *, sea: bool = False) -> list[int]:
    """Return the borders of an empire that are empty, with `sea` only its sea borders."""
    here = BORDERS_OF[empire] & (facts.SEA.mask if sea else facts.BORDER.mask)
    return [border for border in bits(here) if not state.borders[border]]


def everywhere(state: State) -> Iterator[int]:
    """Yield every piece that is in play."""
    yield from chain((place for place in state.places if place != NONE), *state.borders, *state.repressed)
    for religion, borne in enumerate(state.bishops):
        yield from (facts.piece_of(facts.BISHOP, religion) for _ in borne)


def in_supply(state: State, piece: int) -> int:
    """Return how many of a piece are left, repressed ones being in play (B1)."""
    return facts.SUPPLY[piece] - sum(each == piece for each in everywhere(state))


def open_route(state: State, side: int) -> int:
    """Return the route of a side whose emporium is open (B6d)."""
    return next(each.index for each in ROUTE if each.side == side and state.open_routes >> each.index & 1)


def others(state: State, seat: str) -> list[str]:
    """Return the other banks that are in the game."""
    return [each for each in state.seats if each != seat and each not in state.out]


def factor(state: State, cards: int) -> int:
    """Return the factor of this many cards that double something (R24)."""
    return 2**cards if state.rules.multipliers == "multiply" else 1 + cards
