"""Where cards are turned up only by using them, those that an action names must matter for it (3.5, R-05)."""

from msgspec.structs import replace

from ...fact_types import EUROPE
from ...facts import facts
from ...state import State
from ..advantages import UseAdvantage
from ..payment import Paid, Payment
from ..purchases import quote
from ..quotes import Quote
from . import wallet
from .advantages import POMPADOUR
from .cards import number_of, reveal_unused


def check_use(state: State, side: int, action: Payment, price: Quote, paid: Paid | None) -> None:
    """Refuse to turn up what the action makes no use of. By the 2nd printing a card may be turned up in any own round
    without using it, so also with an action. Raises Refusal.
    """
    if not action.reveal or state.options.ministry_reveal == "2p":
        return
    idle = [card for card in action.reveal if not _matters(state, side, action, price, paid, card)]
    if idle:
        raise reveal_unused(ministries=idle)


def _matters(state: State, side: int, action: Payment, price: Quote, paid: Paid | None, card: str) -> bool:
    number, given = number_of(card), paid.ministry if paid is not None else 0
    if number == POMPADOUR and isinstance(action, UseAdvantage):
        return facts().advantages[facts().advantage[action.advantage]].region == EUROPE
    if number == wallet.BANKS:
        return action.free_debt > 0
    if number in (wallet.TURGOT, wallet.BURKE) and given:
        return True
    without = quote(state, side, replace(action, reveal=tuple(other for other in action.reveal if other != card)))
    return (without.cost, without.needs_major) != (price.cost, price.needs_major)
