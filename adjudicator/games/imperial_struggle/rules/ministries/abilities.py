"""The abilities that are used in a round, by number of their card: M-1, M-4, M-5, M-8 to M-11, M-15, M-16, M-20, M-21.

M-4 may come back in every era. M-2, M-3, M-7, M-12, M-14 and M-18 score by themselves (`scoring`); M-6, M-13, M-17,
M-19, M-22, M-23 and M-24 are in force by themselves or through an argument of a payment (`in_force`); the second
ability of M-8, M-25 and M-26 belong to Events (`for_events`).
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from adjudicator import Frames, Play
from adjudicator.components import Code, Many

from ...components import MINISTRY_CARD, CommodityId, SideEvent, SpaceId
from ...fact_types import ACTION_TYPES, COMMODITY, DIPLOMATIC, FRANCE, MILITARY, NONE, SIDES, SPACE, Investment
from ...facts import FACTS
from ...state import State, playable
from ..control import count, empty_spaces, opposing_flags
from ..deal import DebtLimitRaised, EventsDealt, draw_events
from ..debt import gain_treaty_points, score
from ..discard import discard_one_event, not_in_hand, put_away
from ..payment import Paid
from ..prices import CONFLICT, FREE, NORTHERN_COURTS, REMOVES, Quote, plain, shift_quote
from ..purse import join_tile, points_of, tile_of
from ..shifts import SpaceShifted, check_shift, shift
from .cards import JACOBITE_UPRISINGS, MinistryPoints, ability_no_effect
from .powers import Aim, CheapSquadron, ExtraPoints, Power, ability_needs_action, ability_other_round

no_event_to_draw = Code("3.5.2", ministry=MINISTRY_CARD)
unknown_commodity = Code("3.5.2", commodity=COMMODITY, commodities=Many(COMMODITY))


class HuguenotsPlaced(SideEvent, frozen=True, tag="huguenots_placed", rule="3.5.2"):
    """France placed a Huguenot marker on a territory (M-9)."""

    space: SpaceId


class CommodityTaxed(SideEvent, frozen=True, tag="commodity_taxed", rule="3.5.2"):
    """Britain named the commodity of the Townshend Acts for this turn (M-21)."""

    commodity: CommodityId


SHIFTED: Final = "m4.1"
SCORED: Final = "m4.2"
"""Among the modifiers of a round: the abilities of M-4 used in it, which must be different rounds."""


class CardinalMinisters(Power):
    """M-1: diplomatic points for Savoy, Sardinia and Prestige in Spain and Austria, added to the tile's action."""

    def check(self, state: State, side: int) -> None:
        self.check_tile(state, side, tile_of(state, side))

    def check_tile(self, state: State, side: int, tile: Investment) -> None:
        """Refuse where a tile, taken or about to be, leaves it without effect. Raises Refusal."""
        if DIPLOMATIC not in (tile.major, tile.minor):
            raise self.refused(ability_needs_action, type=ACTION_TYPES[DIPLOMATIC])
        if not self.points(state, side):
            raise self.refused(ability_no_effect)

    def points(self, state: State, side: int) -> int:
        """Return one point for each space held without a conflict marker (R-47), at most three."""
        return min(self.ability.amount * count(state, side, self.ability.where), self.ability.most)

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        points = self.points(play.state, side)
        kind = join_tile(play.state, side, DIPLOMATIC, points)
        play.emit(MinistryPoints(SIDES[side], self.name, ACTION_TYPES[DIPLOMATIC], points, kind))


CARDINALS: Final = CardinalMinisters(1)


class JacobiteShift(Power):
    """M-4: shift spaces of Scotland and Ireland with military points, all turn's uses in one round (R-52)."""

    arguments = ("space", "result")

    def going_on(self, state: State) -> bool:
        return state.ap is not None and SHIFTED in state.ap.modifiers

    def check(self, state: State, side: int) -> None:
        if SCORED in points_of(state).modifiers:
            raise self.refused(ability_other_round)

    def aims(self, state: State, side: int) -> Iterator[Aim]:
        spaces = self.ability.where
        for space in SPACE.ids_of(spaces & empty_spaces(state)):
            yield Aim(space=space, result="flag")
        for space in SPACE.ids_of(spaces & opposing_flags(state, side)):
            yield Aim(space=space, result="unflag")

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        """Return the political cost; no surcharge for regions, and removing a flag needs a Major Action (R-52)."""
        assert aim.result is not None
        space = self.target(aim, self.ability.where & playable(state))
        check_shift(state, side, space, aim.result)
        marks = CONFLICT if state.conflicts >> space & 1 else 0
        if aim.result == "unflag":
            marks |= REMOVES
        return replace(shift_quote(space, marks), type=MILITARY, region=NONE)

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        assert paid is not None
        assert aim.space is not None
        assert aim.result is not None
        modifiers = points_of(play.state).modifiers
        if SHIFTED not in modifiers:
            modifiers.append(SHIFTED)
        play.emit(SpaceShifted(SIDES[side], aim.space, aim.result, paid))
        shift(play, side, price.space, aim.result)


class JacobiteScore(Power):
    """M-4: three military points for VP, one for each French flag in Scotland and Ireland and each Jacobite Victory."""

    def check(self, state: State, side: int) -> None:
        if SHIFTED in points_of(state).modifiers:
            raise self.refused(ability_other_round)
        if not self.vp(state):
            raise self.refused(ability_no_effect)

    def vp(self, state: State) -> int:
        """Return what it is worth now."""
        found = count(state, FRANCE, self.ability.where) + state.jacobite_victories
        return min(self.ability.amount * found, self.ability.most)

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        return plain(MILITARY, self.ability.points, "3.5.2")

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        points_of(play.state).modifiers.append(SCORED)
        score(play, side, self.vp(play.state), self.name)


class Walpole(Power):
    """M-5: draw an Event card, then put one away; it may be the one just drawn."""

    def check(self, state: State, side: int) -> None:
        renewed = state.options.draw_event_action == "reshuffle" and state.discard
        if not (state.deck or renewed):
            raise no_event_to_draw(ministry=self.name)

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> Frames:
        renew = play.state.options.draw_event_action == "reshuffle"
        drawn = tuple(draw_events(play, side, self.ability.amount, renew=renew))
        play.emit(EventsDealt(SIDES[side], len(drawn), drawn))
        return [discard_one_event(side)] if drawn else ()


class BankOfEngland(Power):
    """M-8: the debt limit rises by one, for good; also before the tile is taken (R-36)."""

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        play.state.debt_limit[side] += self.ability.amount
        play.emit(DebtLimitRaised(tuple(play.state.debt_limit)))


class Huguenots(Power):
    """M-9: a marker on a French territory of North America or the Caribbean that has none; there are two."""

    arguments = ("space",)

    def check(self, state: State, side: int) -> None:
        if not self.targets(state, side):
            raise self.refused(ability_no_effect)

    def targets(self, state: State, side: int) -> int:
        """Return where a marker may be placed."""
        if state.huguenots.bit_count() >= FACTS.set_up.huguenots:
            return 0
        return self.ability.where & state.flags[side] & ~state.huguenots

    def aims(self, state: State, side: int) -> Iterator[Aim]:
        for space in SPACE.ids_of(self.targets(state, side)):
            yield Aim(space=space)

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        self.target(aim, self.targets(state, side))
        return FREE

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        assert aim.space is not None
        play.state.huguenots |= 1 << SPACE.index[aim.space]
        play.emit(HuguenotsPlaced(SIDES[side], aim.space))


class HalleysTreaty(Power):
    """M-10: with a squadron in Europe, an Event card put away for a treaty point."""

    arguments = ("card",)

    def check(self, state: State, side: int) -> None:
        if not state.hands[side]:
            raise self.refused(ability_no_effect)
        self.check_space(state, side)

    def aims(self, state: State, side: int) -> Iterator[Aim]:
        for card in sorted(state.hands[side]):
            yield Aim(card=card)

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        hand = state.hands[side]
        if aim.card not in hand:
            raise not_in_hand(cards=[int(aim.card or 0)], hand=sorted(hand))
        return FREE

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        assert aim.card is not None
        put_away(play, side, aim.card)
        gain_treaty_points(play, side, self.ability.amount, self.name)


class Williams(Power):
    """M-16: French flags in Prussia, the German States and Russia are removed for a point less in this round."""

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        points_of(play.state).modifiers.append(NORTHERN_COURTS)


class Townshend(Power):
    """M-21: a commodity whose markets a Minor Action may unflag this turn.

    It is any of the six, or only one of those in demand (R-41).
    """

    arguments = ("commodity",)

    def commodities(self, state: State) -> tuple[str, ...]:
        """Return the commodities that may be named."""
        every = COMMODITY.things
        if state.options.townshend_scope == "in_demand":
            return tuple(every[index].id for index in state.demand)
        return tuple(commodity.id for commodity in every)

    def aims(self, state: State, side: int) -> Iterator[Aim]:
        for commodity in self.commodities(state):
            yield Aim(commodity=commodity)

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        named, known = aim.commodity, self.commodities(state)
        if named not in known:
            raise unknown_commodity(commodity=str(named), commodities=known)
        return FREE

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        assert aim.commodity is not None
        play.state.townshend = COMMODITY.index[aim.commodity]
        play.emit(CommodityTaxed(SIDES[side], aim.commodity))


POWERS: Final[tuple[Power, ...]] = (
    CARDINALS,
    JacobiteShift(JACOBITE_UPRISINGS),
    JacobiteScore(JACOBITE_UPRISINGS, 2),
    Walpole(5),
    BankOfEngland(8),
    Huguenots(9),
    CheapSquadron(10),
    HalleysTreaty(10, 2),
    ExtraPoints(11, 1, MILITARY, "bonus_tiles_and_deployment"),
    CheapSquadron(11, 2),
    ExtraPoints(15, 1, DIPLOMATIC, "no_prestige"),
    CheapSquadron(15, 2),
    Williams(16),
    ExtraPoints(20, 2, DIPLOMATIC, "scotland_and_ireland"),
    Townshend(21),
)
