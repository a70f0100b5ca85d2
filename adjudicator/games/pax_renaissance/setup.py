"""The position at the start (C)."""

from collections.abc import Sequence

from .facts import BANK, BORDER, COMET, EMPIRE, HOME, ITEM, PLACE, REFORMIST, ROUTE, SIDE, pawn_of
from .house_rules import HouseRules
from .state import FORM, Deck, State, cards_of

LAST = 14
"""The cards of a deck among which its comets are (C5a)."""


def initial_state(seats: Sequence[str], rules: HouseRules) -> State:
    """Return the state at the beginning (C1-C7).

    Banks have a concession each, and the ruling classes are in the capitals.
    """
    decks = []
    first = 4 * len(seats) + (4 if rules.extended_game else 0)
    for side in SIDE.indexes:
        cards = [each for each in cards_of(rules) if ITEM.things[each].side == side]
        comets = [card for card in cards if card in COMET.whole]
        pool = [card for card in cards if card not in COMET.whole]
        decks.append(Deck(pool, min(first, len(pool) - LAST + len(comets)), comets))
    borders: list[list[int]] = [[] for _ in BORDER.ids]
    for seat in seats:
        borders[HOME[BANK.index[seat]]].append(pawn_of(BANK.index[seat]))
    ruled, places = [each.start for each in EMPIRE], [each.piece for each in PLACE]
    routes = ROUTE.mask_of(each.id for each in ROUTE if each.open)
    if rules.map_1550:
        for place in map(PLACE.thing, ("london", "vienna")):
            ruled[place.empire] = REFORMIST + 1
            icon = place.levy[REFORMIST + 1]
            assert icon is not None
            places[place.index] = icon
    if rules.map_1550 == "red_sea_open":
        routes = ROUTE.mask_of(("tana", "red_sea"))
    return FORM.start(
        rules=rules,
        decks=decks,
        florins=dict.fromkeys(seats, 0),
        hands={seat: [] for seat in seats},
        maids={seat: [] for seat in seats},
        rows={seat: [[], []] for seat in seats},
        places=places,
        borders=borders,
        ruled=ruled,
        open_routes=routes,
        hands_open=rules.open_hands,
    )
