"""The abilities of the Succession Era that are used in a round: M-1, M-4, M-5, M-8, M-9, M-10.

M-4 may come back in every era. M-2, M-3 and M-7 score by themselves (`scoring`), M-6 is in force by itself
(`reductions`), the second ability of M-8 plays an Event (`for_events`).
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from adjudicator import Event, Frames, Play, Refusal
from adjudicator.components import Code, bits

from ...components import MINISTRY_CARD, SideId, SpaceId
from ...fact_types import ACTION_TYPES, DIPLOMATIC, FRANCE, MILITARY, NONE, SIDES
from ...facts import facts
from ...state import State, playable
from ..control import count, empty_spaces, opposing_flags, place_flag, remove_flag
from ..deal import DebtLimitRaised, EventsDealt, draw_events
from ..debt import gain_treaty_points, score
from ..discard import EventsDiscarded, not_in_hand
from ..payment import Paid
from ..points import points_of
from ..quotes import CONFLICT, REMOVES, Quote, plain, refused, shift_quote
from ..refusals import unknown_space
from ..shifts import SpaceShifted, why_not
from .cards import JACOBITE_UPRISINGS, MinistryPoints, ability_no_effect
from .discard_one import discard_one_event
from .powers import CheapSquadron, Power, UseMinistry, ability_needs_action, ability_other_round, ability_target

no_event_to_draw = Code("3.5.2", ministry=MINISTRY_CARD)


class HuguenotsPlaced(Event, frozen=True, tag="huguenots_placed", by="side", rule="3.5.2"):
    """France placed a Huguenot marker on a territory (M-9)."""

    side: SideId
    space: SpaceId


SHIFTED: Final = "m4.1"
SCORED: Final = "m4.2"
"""Among the modifiers of a round: the abilities of M-4 used in it, which must be different rounds."""


class CardinalMinisters(Power):
    """M-1: diplomatic points for Savoy, Sardinia and Prestige in Spain and Austria, added to the tile's action."""

    card = 1

    def why_not(self, state: State, side: int) -> Refusal | None:
        tile = facts().investments[state.taken[side][-1]]
        if DIPLOMATIC not in (tile.major, tile.minor):
            return self.refused(ability_needs_action, type=ACTION_TYPES[DIPLOMATIC])
        return None if self.points(state, side) else self.refused(ability_no_effect)

    def points(self, state: State, side: int) -> int:
        """One for each space held without a conflict marker (R-47), at most three."""
        return min(self.ability.amount * count(state, side, self.ability.where), self.ability.most)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        state, points = play.state, self.points(play.state, side)
        tile, ap = facts().investments[state.taken[side][-1]], points_of(state)
        kind = "major" if tile.major == DIPLOMATIC else "minor"
        (ap.major if kind == "major" else ap.minor)[DIPLOMATIC] += points
        play.emit(MinistryPoints(SIDES[side], self.name, ACTION_TYPES[DIPLOMATIC], points, kind))
        return ()


class JacobiteShift(Power):
    """M-4: shift spaces of Scotland and Ireland with military points, all turn's uses in one round (R-52)."""

    card = JACOBITE_UPRISINGS
    arguments = ("space", "result")

    def going_on(self, state: State) -> bool:
        return state.ap is not None and SHIFTED in state.ap.modifiers

    def why_not(self, state: State, side: int) -> Refusal | None:
        return self.refused(ability_other_round) if SCORED in points_of(state).modifiers else None

    def intents(self, state: State, side: int) -> Iterator[UseMinistry]:
        f, spaces = facts(), self.ability.where
        for space in bits(spaces & empty_spaces(state)):
            yield self.intent(space=f.spaces[space].id, result="flag")
        for space in bits(spaces & opposing_flags(state, side)):
            yield self.intent(space=f.spaces[space].id, result="unflag")

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        """The political cost; no surcharge for regions, and removing a flag needs a Major Action (R-52)."""
        f = facts()
        assert action.space is not None
        assert action.result is not None
        space = f.space.get(action.space)
        if space is None:
            return refused(unknown_space(space=action.space))
        targets = self.ability.where & playable(state)
        if not targets >> space & 1:
            return refused(self.refused(ability_target, space=action.space, targets=f.ids(targets)))
        why = why_not(state, side, space, action.result)
        if why is not None:
            return why
        marks = CONFLICT if state.conflicts >> space & 1 else 0
        if action.result == "unflag":
            marks |= REMOVES
        return replace(shift_quote(space, marks), type=MILITARY, region=NONE)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        assert paid is not None
        assert action.space is not None
        assert action.result is not None
        modifiers = points_of(play.state).modifiers
        if SHIFTED not in modifiers:
            modifiers.append(SHIFTED)
        play.emit(SpaceShifted(SIDES[side], action.space, action.result, paid))
        if action.result == "flag":
            place_flag(play, side, price.space)
        else:
            remove_flag(play, price.space)
        return ()


class JacobiteScore(Power):
    """M-4: three military points for VP, one for each French flag in Scotland and Ireland and each Jacobite Victory."""

    card = JACOBITE_UPRISINGS
    number = 2

    def why_not(self, state: State, side: int) -> Refusal | None:
        if SHIFTED in points_of(state).modifiers:
            return self.refused(ability_other_round)
        return None if self.vp(state) else self.refused(ability_no_effect)

    def vp(self, state: State) -> int:
        """What it is worth now."""
        found = count(state, FRANCE, self.ability.where) + state.jacobite_victories
        return min(self.ability.amount * found, self.ability.most)

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        return plain(MILITARY, self.ability.points, "3.5.2")

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        points_of(play.state).modifiers.append(SCORED)
        score(play, side, self.vp(play.state), self.name)
        return ()


class Walpole(Power):
    """M-5: draw an Event card, then put one away; it may be the one just drawn."""

    card = 5

    def why_not(self, state: State, side: int) -> Refusal | None:
        renewed = state.options.draw_event_action == "reshuffle" and state.discard
        return None if state.deck or renewed else no_event_to_draw(ministry=self.name)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        seat, renew = SIDES[side], play.state.options.draw_event_action == "reshuffle"
        drawn = tuple(draw_events(play, side, self.ability.amount, renew=renew))
        play.emit(EventsDealt(seat, len(drawn)), {seat: EventsDealt(seat, len(drawn), drawn)})
        return [discard_one_event(side)] if drawn else ()


class BankOfEngland(Power):
    """M-8: the debt limit rises by one, for good; also before the tile is taken (R-36)."""

    card = 8

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        play.state.debt_limit[side] += self.ability.amount
        play.emit(DebtLimitRaised(tuple(play.state.debt_limit)))
        return ()


class Huguenots(Power):
    """M-9: a marker on a French territory of North America or the Caribbean that has none; there are two."""

    card = 9
    arguments = ("space",)

    def why_not(self, state: State, side: int) -> Refusal | None:
        return None if self.targets(state, side) else self.refused(ability_no_effect)

    def targets(self, state: State, side: int) -> int:
        """Where a marker may be placed."""
        if state.huguenots.bit_count() >= facts().set_up.huguenots:
            return 0
        return self.ability.where & state.flags[side] & ~state.huguenots

    def intents(self, state: State, side: int) -> Iterator[UseMinistry]:
        for space in bits(self.targets(state, side)):
            yield self.intent(space=facts().spaces[space].id)

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        f, targets = facts(), self.targets(state, side)
        assert action.space is not None
        space = f.space.get(action.space)
        if space is None:
            return refused(unknown_space(space=action.space))
        if not targets >> space & 1:
            return refused(self.refused(ability_target, space=action.space, targets=f.ids(targets)))
        return super().quote(state, side, action)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        assert action.space is not None
        play.state.huguenots |= 1 << facts().space[action.space]
        play.emit(HuguenotsPlaced(SIDES[side], action.space))
        return ()


class HalleysSquadron(CheapSquadron):
    """M-10: a squadron for two military points."""

    card = 10
    number = 1


class HalleysTreaty(Power):
    """M-10: with a squadron in Europe, an Event card put away for a treaty point."""

    card = 10
    number = 2
    arguments = ("card",)

    def why_not(self, state: State, side: int) -> Refusal | None:
        if not state.hands[side]:
            return self.refused(ability_no_effect)
        return self.without_space(state, side)

    def intents(self, state: State, side: int) -> Iterator[UseMinistry]:
        for card in sorted(state.hands[side]):
            yield self.intent(card=card)

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        hand = state.hands[side]
        if action.card not in hand:
            near = tuple(self.intents(state, side))[:3]
            return refused(not_in_hand(near, cards=[int(action.card or 0)], hand=sorted(hand)))
        return super().quote(state, side, action)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        state, card = play.state, action.card
        assert card is not None
        state.hands[side].remove(card)
        state.discard = sorted([*state.discard, card])
        play.emit(EventsDiscarded(SIDES[side], (card,)))
        gain_treaty_points(play, side, self.ability.amount, self.name)
        return ()


POWERS: Final[tuple[Power, ...]] = (
    CardinalMinisters(),
    JacobiteShift(),
    JacobiteScore(),
    Walpole(),
    BankOfEngland(),
    Huguenots(),
    HalleysSquadron(),
    HalleysTreaty(),
)
