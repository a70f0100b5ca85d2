"""Rules 3.4.3 and 5.2 step 1: whether the bonus condition of a card holds; conditions and counts inside its text.

A space with a conflict marker never helps to fulfil a condition and is never counted (3.8).
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator import Play

from ...fact_events import EVENT, Condition, EventOp, Part
from ...fact_types import ADVANTAGE, SIDES, SPACE
from ...state import State, available_debt, bonus_tiles, held_clear, opponent
from ..control import count
from ..ministries.cards import BONUS_RECEIVED, has_keyword


class Standing(Struct, frozen=True):
    """The standing of a side towards the bonus condition of a card.

    ``condition``: keyword, available_debt_lead, bonus_tiles_lead, more_of, advantage, "" where the card has none.
    ``wanted``: what it asks for, as one word or figure; ``has``: the side's own lead, "" where there is no figure.
    """

    met: bool
    condition: str
    wanted: str | int
    has: str | int


def standing(state: State, side: int, card: int, reveal: Sequence[str] = ()) -> Standing:
    """Return whether the bonus condition holds now, with the ministries that would be turned up for it."""
    condition, other = EVENT.things[card - 1].bonus_if, opponent(side)
    if condition is None:
        return Standing(met=False, condition="", wanted="", has="")
    if condition.keyword:
        met = has_keyword(state, side, condition.keyword, reveal)
        return Standing(met, "keyword", condition.keyword, "")
    if condition.available_debt_lead:
        lead = debt_lead(state, side)
        return Standing(
            lead >= condition.available_debt_lead, "available_debt_lead", condition.available_debt_lead, lead
        )
    if condition.bonus_tiles_lead:
        lead = bonus_tiles(state, side) - bonus_tiles(state, other)
        return Standing(lead >= condition.bonus_tiles_lead, "bonus_tiles_lead", condition.bonus_tiles_lead, lead)
    if condition.more_of:
        spaces = SPACE.mask_of(condition.more_of)
        lead = count(state, side, spaces) - count(state, other, spaces)
        return Standing(lead > 0, "more_of", " ".join(condition.more_of), lead)
    return Standing(_holds_advantage(state, side, condition.advantage), "advantage", condition.advantage, "")


def _holds_advantage(state: State, side: int, name: str) -> bool:
    """Return whether a side holds an advantage, exhausted or not (R-68).

    A conflict marker on its spaces prevents that.
    """
    tile = ADVANTAGE.thing(name)
    return bool(state.advantages[side] >> tile.index & 1) and not tile.spaces & state.conflicts


def debt_lead(state: State, side: int) -> int:
    """Return own available debt less the opponent's (6.4)."""
    return available_debt(state, side) - available_debt(state, opponent(side))


def holds(state: State, side: int, condition: Condition | None) -> bool:
    """Return whether an op of an event may do what it does."""
    if condition is None:
        return True
    other, spaces = opponent(side), condition.spaces
    match condition.kind:
        case "holds_all":
            return spaces & ~held_clear(state, side) == 0
        case "holds_any":
            return spaces & held_clear(state, side) != 0
        case "no_opposing_flag":
            hidden = 0 if state.options.conflict_flag_in_negative_conditions else state.conflicts
            return spaces & state.flags[other] & ~hidden == 0
        case "no_opposing_squadron":
            return spaces & state.squadrons[other] == 0
        case "more":
            return count(state, side, spaces) > count(state, other, spaces)
        case "keyword":
            return has_keyword(state, side, condition.keyword)
        case _:
            return debt_lead(state, side) >= condition.n


def amount(state: State, side: int, op: EventOp) -> int:
    """Return how many or how much an op is about now."""
    n = op.n
    if op.n_with_bonus and state.ap is not None and BONUS_RECEIVED in state.ap.modifiers:
        n = op.n_with_bonus
    match op.counted:
        case "spaces":
            n *= count(state, side, op.counted_spaces)
        case "two_squadrons":
            n *= (state.squadrons[side].bit_count() + state.navy_box[side]) // 2
        case "debt_lead":
            n *= max(0, state.debt[opponent(side)] - state.debt[side])
        case _:
            pass
    return min(n, op.most) if op.most else n


def owned(state: State, side: int, op: EventOp) -> int:
    """Return the index of the side that an op is about: the player itself unless the card says otherwise."""
    match op.owner:
        case "opponent":
            return opponent(side)
        case "france":
            return 0
        case "britain":
            return 1
        case _:
            return side


class Doing(Struct, frozen=True):
    """One op as it is carried out: for a side, by a part of a card, with what was chosen for it."""

    play: Play[State]
    side: int
    card: int
    part: Part
    op: EventOp
    chosen: Any
    """The value of its argument; ``None`` or empty where it has none or nothing was chosen."""

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def seat(self) -> str:
        return SIDES[self.side]

    @property
    def why(self) -> str:
        """Id of the card, for events that say what caused them."""
        return EVENT.ids[self.card - 1]

    @property
    def amount(self) -> int:
        return amount(self.state, self.side, self.op)
