"""Apply Ministry cards as the Investment tile is taken (5.1): M-1 turned up with it, M-24 in force before it."""

from collections.abc import Sequence

from adjudicator import Play

from ...fact_types import ACTION_TYPES, BRITAIN, ECONOMIC, FRANCE, SIDES, Investment
from ...state import State
from ..control import count
from ..prices import FREE
from ..purse import join_tile, points_of, tile_of
from .abilities import CARDINALS
from .cards import (
    MinistryPoints,
    ability_exhausted,
    ability_of,
    exhausted,
    in_force,
    ministry_id,
    own_card,
    reveal_unused,
)
from .for_events import TRADE, TRADE_LEAD
from .powers import Aim
from .use import use
from .wallet import carried_over


def check_with_tile(state: State, side: int, tile: Investment, reveal: Sequence[str]) -> None:
    """Refuse cards that cannot be turned up with this tile.

    M-1 is used at once; others are turned up before the tile if cards may be turned up without using them, and M-24 in
    any case (R-05).

    Raises:
        Refusal: A card cannot be turned up.
    """
    for card in reveal:
        held = own_card(state, side, card)
        if held.card == CARDINALS.card:
            if exhausted(held, 1):
                raise CARDINALS.refused(ability_exhausted)
            CARDINALS.check_tile(state, side, tile)
        elif state.options.ministry_reveal != "2p" and not (held.card == TRADE and trade_lead(state)):
            raise reveal_unused(ministries=[card])


def with_tile(play: Play[State], side: int, reveal: Sequence[str]) -> None:
    """Add what cards give to a tile that was just taken, with its points."""
    state = play.state
    points_of(state).modifiers += carried_over(state, side)
    kind = add_trade(state, side)
    if kind:
        amount = ability_of(TRADE, 1).amount
        play.emit(MinistryPoints(SIDES[FRANCE], ministry_id(TRADE), ACTION_TYPES[ECONOMIC], amount, kind))
    if any(name.partition(":")[0] == CARDINALS.name for name in reveal):
        use(play, side, CARDINALS, Aim(), FREE, None)


def trade_lead(state: State) -> bool:
    """Return whether France holds more furs and fish markets (M-24).

    Compares with Britain's at the start of the round.
    """
    markets = ability_of(TRADE, 1).where
    return count(state, FRANCE, markets) > count(state, BRITAIN, markets)


def add_trade(state: State, side: int) -> str:
    """Add the point of M-24, face up, for the economic action of the tile just taken.

    Return which action gets it, "" for none. If the tile has no such action, the point waits for an Event (R-44).
    """
    if side != FRANCE or not in_force(state, side) >> TRADE & 1 or not trade_lead(state):
        return ""
    tile = tile_of(state, side)
    if ECONOMIC not in (tile.major, tile.minor):
        points_of(state).modifiers.append(TRADE_LEAD)
        return ""
    return join_tile(state, side, ECONOMIC, ability_of(TRADE, 1).amount)
