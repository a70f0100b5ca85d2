"""Add what Ministry cards in force give (3.5.2, 3.5.4): M-17, M-22, M-23 to a payment, M-13, M-19 for a used Advantage.

`cards` is a mask of them.
"""

from typing import Final

from adjudicator import Play

from ...fact_types import BRITAIN, DIPLOMATIC, ECONOMIC, ERAS, EUROPE, FRANCE, Advantage
from ...state import State, available_debt, era, opponent
from ..control import count
from ..debt import gain_treaty_points
from ..payment import Paid, Payment
from ..prices import Quote
from .cards import ability_of, exhaust, face_down_among, is_up, lying, ministry_id, numbers_of, turn_up

SWIFT: Final = 6
POMPADOUR: Final = 13
BANKS: Final = 17
WATT: Final = 19
BURKE: Final = 22
TURGOT: Final = 23
GIVERS: Final = 1 << BANKS | 1 << BURKE | 1 << TURGOT
POINT_GIVERS: Final = (BURKE, TURGOT)
"""Cards whose points pay a part of a price."""
FIRST_DEBT: Final = "first_debt"
"""Among the modifiers of a round: France has taken debt in it (M-23)."""
ABROAD: Final = "m22.abroad"
"""Britain has spent points of a Major Diplomatic Action outside Europe (M-22)."""
BURKES_POINT: Final = "m22"
"""As often as points of M-22 have been spent in the round."""
PAID_OUT: Final = "m19"
"""M-19 has given its treaty point in this round."""
REVOLUTION: Final = ERAS.index("revolution")


def named(action: Payment) -> tuple[str, ...]:
    """Return the cards that a payment turns up: those it names, and M-17 if it uses its debt."""
    return (*action.reveal, ministry_id(BANKS)) if action.free_debt else action.reveal


JUST_BANKS: Final = (ministry_id(BANKS),)
HELPFUL: Final = ((BANKS, TURGOT), (SWIFT, BURKE, TURGOT), (TURGOT,))
"""By type of action: the cards that may help to pay, or make cheaper what is bought."""


def helpful(state: State, side: int, kind: int) -> tuple[str, ...]:
    """Return the face-down cards of a side that could help with this type of action if they were turned up."""
    for held in state.ministries[side]:
        if not held.revealed:
            return face_down_among(state, side, HELPFUL[kind])
    return ()


def extras(state: State, side: int, kind: int, cards: int) -> tuple[int, int, int]:
    """Return what M-17, M-23 and M-22 add to a purse."""
    if not cards & GIVERS:
        return 0, 0, 0
    return (
        free_debt(state, side, kind, cards),
        first_debt_bonus(state, side, cards),
        european_points(state, kind, cards),
    )


def free_debt(state: State, side: int, kind: int, cards: int) -> int:
    """Return the economic debt that is not marked, two a turn (M-17, R-43).

    It is available at the debt limit, too.
    """
    if kind != ECONOMIC or not cards >> BANKS & 1:
        return 0
    held = lying(state, side, BANKS)
    return 0 if held is None else max(0, ability_of(BANKS, 1).amount - held.used_debt)


def first_debt_bonus(state: State, side: int, cards: int) -> int:
    """Return the points of M-23: one more with the first debt of the round, for the side with more available debt.

    That is the debt available before taking it (with an option: after it, R-42).
    """
    if not cards >> TURGOT & 1 or state.ap is None or FIRST_DEBT in state.ap.modifiers:
        return 0
    mine = available_debt(state, side) - (state.options.turgot_test == "after")
    return ability_of(TURGOT, 1).amount if mine > available_debt(state, opponent(side)) else 0


def european_points(state: State, kind: int, cards: int) -> int:
    """Return the points of M-22 that are left for a Major Diplomatic Action that has not left Europe.

    They are one for each space of Ireland held now without a conflict marker (R-46).
    """
    if kind != DIPLOMATIC or not cards >> BURKE & 1 or state.ap is None or ABROAD in state.ap.modifiers:
        return 0
    ability = ability_of(BURKE, 1)
    points = min(ability.amount * count(state, BRITAIN, ability.needs), ability.most)
    return max(0, points - state.ap.modifiers.count(BURKES_POINT))


def bound_to_europe(state: State, side: int, kind: int) -> bool:
    """Return whether a Major Action cannot leave Europe (M-22, R-46).

    That is so once the points of M-22 are used in it.
    """
    return kind == DIPLOMATIC and side == BRITAIN and state.ap is not None and BURKES_POINT in state.ap.modifiers


def turn_up_for(play: Play[State], side: int, action: Payment) -> None:
    """Turn up what a payment uses."""
    turn_up(play, side, numbers_of(named(action)))


def spend(play: Play[State], side: int, quote: Quote, paid: Paid) -> None:
    """Note what the cards gave, and what they ask about later payments of the round."""
    state, ap = play.state, play.state.ap
    assert ap is not None
    if paid.free_debt:
        held = lying(state, side, BANKS)
        assert held is not None
        held.used_debt += paid.free_debt
        if held.used_debt >= ability_of(BANKS, 1).amount:
            exhaust(state, side, BANKS, 1)
    if era(state) != REVOLUTION:
        return
    if side == FRANCE and paid.debt and FIRST_DEBT not in ap.modifiers:
        ap.modifiers.append(FIRST_DEBT)
    if side == BRITAIN and quote.type == DIPLOMATIC and paid.kind == "major":
        if quote.region != EUROPE and ABROAD not in ap.modifiers:
            ap.modifiers.append(ABROAD)
        ap.modifiers += [BURKES_POINT] * paid.ministry


# treaty points for an Advantage that is exhausted: M-13 for an own one, M-19 for one of the other side ----


def reward_for_advantage(play: Play[State], side: int, tile: Advantage) -> None:
    """Reward a side that has used one of its Advantages and put a marker on it.

    Not for Advantages that an Event activates or exhausts (R-25, R-48).
    """
    state = play.state
    if side != FRANCE:
        return
    if tile.region == EUROPE and is_up(state, POMPADOUR):
        gain_treaty_points(play, FRANCE, ability_of(POMPADOUR, 1).amount, ministry_id(POMPADOUR))
    if is_up(state, WATT) and not _paid_out(state):
        gain_treaty_points(play, BRITAIN, ability_of(WATT, 2).amount, ministry_id(WATT))
        if state.ap is not None:
            state.ap.modifiers.append(PAID_OUT)


def _paid_out(state: State) -> bool:
    """Return whether it was paid out in this action round.

    Before the tile the number of Advantages used decides (option `advantage_before_tile`).
    """
    return PAID_OUT in state.ap.modifiers if state.ap is not None else state.advantages_used > 1


def carried_over(state: State, side: int) -> list[str]:
    """Return the modifier that a round keeps when its side used an Advantage before its tile."""
    return [PAID_OUT] if side == FRANCE and state.advantages_used and is_up(state, WATT) else []
