"""What Ministry cards do as the Investment tile is taken (5.1): M-1 turned up with it, M-24 in force before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from adjudicator import Play

from ...fact_types import ACTION_TYPES, BRITAIN, DIPLOMATIC, ECONOMIC, FRANCE, SIDES
from ...facts import facts
from ...state import State
from ..control import count
from ..prices import FREE
from ..purse import points_of
from . import use
from .cards import MinistryPoints, ability_of, exhausted, in_force, lying, ministry_id, own_card
from .for_events import TRADE, TRADE_LEAD
from .wallet import carried_over

if TYPE_CHECKING:
    from ..investment import TakeInvestment

from .cards import ability_exhausted, ability_no_effect, reveal_unused
from .powers import ability_needs_action

CARDINALS: Final = 1


def check_with_tile(state: State, side: int, action: TakeInvestment) -> None:
    """Refuse cards that cannot be turned up with this tile. M-1 is used at once; others are turned up before the tile,
    where cards may be turned up without using them, and M-24 in any case (R-05). Raises Refusal.
    """
    for card in action.reveal:
        held = own_card(state, side, card)
        if held.card == CARDINALS:
            _check_cardinals(state, side, action)
        elif state.options.ministry_reveal != "2p" and not (held.card == TRADE and trade_lead(state)):
            raise reveal_unused(ministries=[card])


def _check_cardinals(state: State, side: int, action: TakeInvestment) -> None:
    held, ability = lying(state, side, CARDINALS), ability_of(CARDINALS, 1)
    assert held is not None
    name, tile = ministry_id(CARDINALS), facts().investments[facts().investment[action.tile]]
    if exhausted(held, 1):
        raise ability_exhausted(ministry=name, ability=1)
    if DIPLOMATIC not in (tile.major, tile.minor):
        raise ability_needs_action(ministry=name, ability=1, type=ACTION_TYPES[DIPLOMATIC])
    if not count(state, side, ability.where):
        raise ability_no_effect(ministry=name, ability=1)


def with_tile(play: Play[State], side: int, action: TakeInvestment) -> None:
    """The tile lies before the side, its points are there: what cards add to them."""
    state = play.state
    ap = points_of(state)
    ap.modifiers += carried_over(state, side)
    kind = add_trade(state, side)
    if kind:
        amount = ability_of(TRADE, 1).amount
        play.emit(MinistryPoints(SIDES[FRANCE], ministry_id(TRADE), ACTION_TYPES[ECONOMIC], amount, kind))
    if any(name.partition(":")[0] == ministry_id(CARDINALS) for name in action.reveal):
        intent = use.POWERS[CARDINALS, 1].intent()
        use.USES[0].carry_out(play, side, intent, FREE, None)


def trade_lead(state: State) -> bool:
    """M-24: France holds more markets of furs and fish than Britain at the start of the round."""
    markets = ability_of(TRADE, 1).where
    return count(state, FRANCE, markets) > count(state, BRITAIN, markets)


def add_trade(state: State, side: int) -> str:
    """M-24, face up: a point more for the economic action of the tile just taken; which action, "" for none. Where the
    tile has none the point waits for an Event (R-44).
    """
    if side != FRANCE or not in_force(state, side) >> TRADE & 1 or not trade_lead(state):
        return ""
    ap, tile = points_of(state), facts().investments[state.taken[side][-1]]
    if ECONOMIC not in (tile.major, tile.minor):
        ap.modifiers.append(TRADE_LEAD)
        return ""
    kind = "major" if tile.major == ECONOMIC else "minor"
    (ap.major if kind == "major" else ap.minor)[ECONOMIC] += ability_of(TRADE, 1).amount
    return kind
