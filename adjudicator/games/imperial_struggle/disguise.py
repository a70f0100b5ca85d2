"""What a seat cannot know, dealt anew: the test of every view (3.4, 3.5, 3.7)."""

from random import Random

from .fact_types import ERAS, NONE
from .facts import facts
from .state import HeldMinistry, State, copy, era, opponent, revealed


def disguised(state: State, side: int, rng: Random) -> State:
    """A copy that differs from the position only in what a side cannot know.

    That is the opponent's hand and the Event pile, his face-down ministries, and which of his War tiles lie
    where. Everything else is seen by the side or follows from what it sees.
    """
    twin = copy(state)
    other = opponent(side)
    _deal_hand(twin, other, rng)
    _lay_ministries(twin, other, rng)
    _lay_basic_tiles(twin, other, rng)
    _lay_bonus_tiles(twin, other, rng)
    return twin


def _deal_hand(state: State, other: int, rng: Random) -> None:
    """Swap the opponent's hand against the pile. In the Revolution Era no hand has Succession cards (4.1.1)."""
    unseen = sorted([*state.hands[other], *state.deck])
    fit = [card for card in unseen if era(state) != ERAS.index("revolution") or facts().events[card - 1].era]
    state.hands[other] = rng.sample(fit, len(state.hands[other]))
    state.deck = [card for card in unseen if card not in state.hands[other]]


def _lay_ministries(state: State, other: int, rng: Random) -> None:
    """Other face-down cards of the era; M-4 in its own slot is known for what it is."""
    slots = state.ministries[other]
    if not slots:
        return
    known = [held for held in slots if held.revealed or held.jacobite_slot]
    taken = {held.card for held in known} | set(state.removed_ministries)
    free = [card for card in facts().ministries_of(other, era(state)) if card not in taken]
    laid = rng.sample(free, len(slots) - len(known))
    state.ministries[other] = sorted([*known, *map(HeldMinistry, laid)], key=lambda held: held.card)


def _lay_basic_tiles(state: State, other: int, rng: Random) -> None:
    hidden = state.theatres[revealed(state) :]
    places = [theatre.basic[other] for theatre in hidden]
    drawn = [tile for tile in state.drawn[other] if _is_basic(tile)]
    laid = [tile for tile in places if tile != NONE]
    tiles = [*laid, *drawn, *state.pool_basic[other], *state.basic_out[other]]
    rng.shuffle(tiles)
    for theatre in hidden:
        if theatre.basic[other] != NONE:
            theatre.basic[other] = tiles.pop()
    bonus = [tile for tile in state.drawn[other] if not _is_basic(tile)]
    state.drawn[other] = [*_take(tiles, len(drawn)), *bonus]
    state.basic_out[other] = sorted(_take(tiles, len(state.basic_out[other])))
    state.pool_basic[other] = sorted(tiles)


def _lay_bonus_tiles(state: State, other: int, rng: Random) -> None:
    """Atlantic Dominance stays: everybody saw it come."""
    special = facts().war_tile["atlantic_dominance"]
    drawn = [tile for tile in state.drawn[other] if not _is_basic(tile)]
    basic = [tile for tile in state.drawn[other] if _is_basic(tile)]
    hidden = state.theatres[revealed(state) :]
    rows = [theatre.bonus[other] for theatre in hidden]
    laid = [tile for row in rows for tile in row if tile != special]
    tiles = [*laid, *drawn, *state.unassigned[other], *state.pool_bonus[other]]
    rng.shuffle(tiles)
    for theatre in hidden:
        row = theatre.bonus[other]
        theatre.bonus[other] = sorted(tile if tile == special else tiles.pop() for tile in row)
    state.drawn[other] = [*basic, *_take(tiles, len(drawn))]
    state.unassigned[other] = _take(tiles, len(state.unassigned[other]))
    state.pool_bonus[other] = sorted(tiles)


def _take(tiles: list[int], count: int) -> list[int]:
    return [tiles.pop() for _ in range(count)]


def _is_basic(tile: int) -> bool:
    return facts().war_tiles[tile].kind == "basic"
