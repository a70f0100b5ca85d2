"""The position at the start (C)."""

from collections.abc import Sequence

from .facts import BANK, BORDER, EMPIRE, HOME, ITEM, NONE, PLACE, ROUTE, SIDE, pawn_of
from .house_rules import HouseRules
from .state import Deck, State, cards_of

LAST = 14
"""The cards of a deck among which its comets are (C5a)."""


def initial_state(seats: Sequence[str], rules: HouseRules) -> State:
    """Banks with a concession each, ruling class in the capitals, everything else where it begins (C1-C7)."""
    decks = []
    first = 4 * len(seats) + (4 if rules.extended_game else 0)
    for side in SIDE.indexes:
        cards = [each for each in cards_of(rules) if ITEM.things[each].side == side]
        comets = [each for each in cards if ITEM.things[each].kind == "comet"]
        pool = [each for each in cards if each not in comets]
        decks.append(Deck(pool, min(first, len(pool) - LAST + len(comets)), comets))
    borders: list[list[int]] = [[] for _ in BORDER.ids]
    for seat in seats:
        borders[HOME[BANK.index[seat]]].append(pawn_of(BANK.index[seat]))
    ruled = [each.start for each in EMPIRE]
    routes = sum(1 << each.index for each in ROUTE if each.open)
    if rules.map_1550:
        for id in ("england", "holy_roman_empire"):
            ruled[EMPIRE.index[id]] = 3
        if rules.map_1550 == "red_sea_open":
            routes = 1 << ROUTE.index["tana"] | 1 << ROUTE.index["red_sea"]
    places = [each.piece for each in PLACE]
    if rules.map_1550:
        for id in ("london", "vienna"):
            place = PLACE.thing(id)
            icon = place.levy[3]
            assert icon is not None
            places[place.index] = icon
    return State(
        rules=rules,
        decks=decks,
        market=[[NONE] * 6 for _ in SIDE.ids],
        money=[[0] * 6 for _ in SIDE.ids],
        discarded=[],
        florins=dict.fromkeys(seats, 0),
        hands={seat: [] for seat in seats},
        maids={seat: [] for seat in seats},
        rows={seat: [[], []] for seat in seats},
        places=places,
        borders=borders,
        repressed=[[] for _ in EMPIRE.ids],
        ruled=ruled,
        holder=["" for _ in EMPIRE.ids],
        suzerain=[NONE for _ in EMPIRE.ids],
        queens=[[] for _ in EMPIRE.ids],
        republics=0,
        bishops=[[], [], []],
        open_routes=routes,
        hands_open=rules.open_hands,
    )
