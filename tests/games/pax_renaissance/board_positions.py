"""Positions of Pax Renaissance of which boards are drawn: the start for so many banks, and crowded late ones."""

from collections.abc import Sequence

from adjudicator.games.pax_renaissance.facts import (
    BANK,
    BORDER,
    CARD,
    EMPIRE,
    HOME,
    ITEM,
    NONE,
    PIECE,
    PLACE,
    PLAYED,
    RELIGION,
    ROUTE,
    RULE_OF,
    SIDE,
    VICTORY,
    Place,
    pawn_of,
)
from adjudicator.games.pax_renaissance.house_rules import HouseRules
from adjudicator.games.pax_renaissance.state import Deck, State


def start(banks: Sequence[str] = BANK.ids) -> State:
    """Before the first turn, with the first cards of each deck in the market."""
    state = State(
        rules=HouseRules(),
        decks=[Deck(pool=[], first=10, comets=[]) for _ in SIDE],
        market=[market(side) for side in SIDE.indexes],
        money=[[0] * 6 for _ in SIDE],
        discarded=[],
        florins={bank: 3 + turn for turn, bank in enumerate(banks)},
        hands={bank: [] for bank in banks},
        maids={bank: [] for bank in banks},
        rows={bank: [[], []] for bank in banks},
        places=[each.piece for each in PLACE],
        borders=[[] for _ in BORDER],
        repressed=[[] for _ in EMPIRE],
        ruled=[each.start for each in EMPIRE],
        holder=[""] * len(EMPIRE),
        suzerain=[NONE] * len(EMPIRE),
        queens=[[] for _ in EMPIRE],
        republics=0,
        bishops=[[] for _ in RELIGION],
        open_routes=sum(1 << each.index for each in ROUTE if each.open),
        active=banks[0],
    )
    for bank in banks:
        state.borders[HOME[BANK.index[bank]]].append(pawn_of(BANK.index[bank]))
    return state


def market(side: int) -> list[int]:
    """The first cards of a deck."""
    return [each.index for each in PLAYED if each.side == side and not each.later][:6]


def crowded(banks: Sequence[str] = BANK.ids) -> State:
    """Late in a game: every place full, pirates, theocracies, vassals, couples, many cards, comets, florins."""
    state = start(banks)
    state.turns, state.active = 31, banks[-1]
    _fill_map(state)
    cards = iter(each for each in PLAYED if each.kind == "card" and not each.later and not each.promo)
    for number, bank in enumerate(banks):
        for side in SIDE.indexes:
            state.rows[bank][side] += [next(cards).index for _ in range(6 - side)]
        state.hands[bank] = [next(cards).index for _ in range(1 + number % 2)]
        state.florins[bank] = 3 + 9 * number
    state.rows[banks[0]][0].append(empire("england"))
    state.rows[banks[0]][1].append(empire("ottoman"))
    state.rows[banks[1]][0] += [empire("portugal"), empire("aragon")]
    for id, holder, suzerain in (
        ("england", 0, None), ("france", 0, "england"), ("ottoman", 0, None), ("mamluk", 0, "ottoman"),
        ("hungary", 0, "ottoman"), ("portugal", 1, None), ("aragon", 1, None),
    ):  # fmt: skip
        state.holder[empire(id)] = banks[holder]
        state.suzerain[empire(id)] = NONE if suzerain is None else empire(suzerain)
    state.republics = 1 << empire("portugal")
    state.queens[empire("england")] = [ITEM.number("anne_of_brittany"), ITEM.number("margaret_of_anjou")]
    state.queens[empire("aragon")] = [ITEM.number("joanna_the_mad")]
    state.maids[banks[1]] = [ITEM.number("hurrem_sultan_roxelana")]
    state.bishops[0] = [empire("papal_states"), state.rows[banks[0]][0][0]]
    state.bishops[1] = [empire("mamluk"), state.rows[banks[1]][1][0], ITEM.number("joanna_the_mad")]
    state.bishops[2] = [empire("england")]
    state.market[0][2], state.market[1][5] = comet(0), comet(1)
    state.market[1][0] = NONE
    state.money = [[5, 2, 0, 1, 0, 12], [3, 0, 0, 4, 1, 0]]
    state.victories = 1 << VICTORY.number("holy") | 1 << VICTORY.number("renaissance")
    state.open_routes = 1 << ROUTE.number("novgorod") | 1 << ROUTE.number("red_sea")
    return state


def heaped(banks: Sequence[str] = BANK.ids) -> State:
    """More cards in the tableau and the hand of the first bank than anybody had in a game."""
    state = crowded(banks)
    laid = {each for rows in state.rows.values() for row in rows for each in row}
    laid |= {each for hand in state.hands.values() for each in hand}
    rest = [each.index for each in PLAYED if each.kind == "card" and each.index not in laid]
    state.rows[banks[0]][0][:0] = rest[:9]
    state.rows[banks[-1]][1] += rest[9:15]
    state.hands[banks[0]] = sorted([*state.hands[banks[0]], *rest[15:21]])
    state.maids[banks[0]] = [ITEM.number("carlotta_lusignan_of_cyprus")]
    return state


def _fill_map(state: State) -> None:
    """A piece in each place, something on each border, theocracies of all three religions."""
    for place in PLACE:
        state.places[place.index] = _some_piece(place)
    for border in BORDER:
        bank = BANK.index[state.seats[border.index % len(state.seats)]]
        state.borders[border.index] = [pawn_of(bank)] if border.index % 3 else []
        if border.sea and border.index % 3 != 1:
            pirate = PIECE.number(f"{RELIGION.ids[border.index % 3]}_pirate")
            state.borders[border.index] = sorted([*state.borders[border.index], pirate])
    for number, id in enumerate(("england", "papal_states", "mamluk", "ottoman", "holy_roman_empire", "hungary")):
        state.ruled[empire(id)] = RULE_OF.number(RULE_OF.ids[1 + number % 3])
    for id, pieces in {
        "england": ["catholic_rook", "reformist_knight", "fugger_pawn"],
        "ottoman": ["islamic_rook"] * 3 + ["coeur_pawn"],
        "papal_states": ["catholic_knight", "islamic_knight", "reformist_knight", "medici_pawn", "fugger_pawn"],
    }.items():
        state.repressed[empire(id)] = sorted(map(PIECE.number, pieces))


def _some_piece(place: Place) -> int:
    return (place.index * 5) % 6


def empire(id: str) -> int:
    """The index of an empire, and of its square."""
    return EMPIRE.number(id)


def comet(side: int) -> int:
    return next(each.index for each in CARD if each.kind == "comet" and each.side == side)
