"""Rules 5.0 to 5.3: an action round, from its start to its end.

The entry is the step ``action_round(side, number)``: side 0 or 1, number 1 to 4.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Answers, Choose, Slot, complete_from, op_name
from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Asking, Frames

from ..actions import (
    PURCHASES,
    EndRound,
    MilitaryUpgrade,
    Pass,
    Payment,
    PlayEvent,
    RevealMinistry,
    TakeInvestment,
    UseAdvantage,
    UseMinistry,
)
from ..events import InvestmentTaken, Paid, Passed, RoundEnded, RoundStarted
from ..fact_types import ACTION_TYPES, SIDES
from ..facts import facts
from ..state import BEFORE_SPENDING, TILE_TAKEN, ActionPoints, State, held
from . import advantages
from .book import step
from .completion import complete_purchase
from .control import isolated_markets
from .debt import lower_debt
from .points import MAJOR_BEGUN, event_window_closes, pay, points_of, purse, settle
from .purchases import BY_ACTION, offers_of, quote
from .quotes import FREE, Quote
from .refusals import refusal
from .war_tiles import check_upgrade, place_bonus_tile, upgrade, upgrades

NOT_YET: Final[tuple[type[Action], ...]] = (PlayEvent, UseMinistry, RevealMinistry)
"""Known, but refused until wars, events and ministries are there."""


@step("5.0")
def action_round(play: Play[State], side: int, number: int) -> Frames:
    """The start of a round: isolated markets (5.4.1), what is held now (5.4.1, 5.6.3), advantages gained before
    become usable (8.0); tiles carried over are laid first (7.6, R-55).
    """
    state = play.state
    state.phase, state.round, state.ap = "action", number, None
    state.isolated = isolated_markets(state)
    state.held_at_start = [held(state, 0), held(state, 1)]
    state.advantages_new &= ~state.advantages[side]
    state.advantages_used = state.advantage_regions = 0
    play.emit(RoundStarted(SIDES[side], number, facts().ids(state.isolated)))
    carried = [[place_bonus_tile, side] for _ in state.unassigned[side]]
    return [*carried, [take_investment, side]]


# the tile (5.1) ------------------------------------------------------------------------------------


class TakeAnswers(Answers[State]):
    """Which of the available tiles is taken; with a house rule, advantages before it (R-22)."""

    kind = "take_investment"
    rule = "5.1"
    actions = (TakeInvestment, UseAdvantage, UseMinistry, RevealMinistry)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        tiles = facts().investments
        for kind in dict.fromkeys(state.available):
            yield TakeInvestment(tiles[kind].id)
        if state.options.advantage_before_tile:
            for offer in advantages.offers(state, SIDES.index(seat)):
                if advantages.quote(state, SIDES.index(seat), offer) is FREE:
                    yield offer

    def check(self, state: State, seat: str, action: Action) -> None:
        if isinstance(action, UseAdvantage):
            self._check_advantage(state, SIDES.index(seat), action)
        elif isinstance(action, NOT_YET):
            raise refusal("not_yet", what=action.op)
        else:
            assert isinstance(action, TakeInvestment)
            self._check_tile(state, action)

    def _check_tile(self, state: State, action: TakeInvestment) -> None:
        if action.reveal:
            raise refusal("not_yet", what="reveal")
        f = facts()
        if action.tile not in f.investment:
            raise refusal("unknown_tile", tile=action.tile)
        if f.investment[action.tile] not in state.available:
            there = tuple(f.investments[kind].id for kind in dict.fromkeys(state.available))
            raise refusal("tile_not_available", _alike(action.tile, there), tile=action.tile, tiles=there)

    def _check_advantage(self, state: State, side: int, action: UseAdvantage) -> None:
        if not state.options.advantage_before_tile:
            raise refusal("tile_first", advantage=action.advantage)
        price = advantages.quote(state, side, action)
        if price.refusal is not None:
            raise price.refusal
        if price is not FREE:
            raise refusal("tile_first", advantage=action.advantage)
        _check_free(action)

    def default(self, state: State, seat: str) -> Action:
        """The first of the tiles that are there."""
        return TakeInvestment(facts().investments[state.available[0]].id)


def _alike(tile: str, there: tuple[str, ...]) -> tuple[TakeInvestment, ...]:
    """The available tiles that are most like one: same Major type first, then closest in points."""
    f = facts()
    wanted = f.investments[f.investment[tile]]

    def distance(name: str) -> tuple[bool, int, bool]:
        other = f.investments[f.investment[name]]
        return other.major != wanted.major, abs(other.points - wanted.points), other.minor != wanted.minor

    return tuple(TakeInvestment(name) for name in sorted(there, key=distance)[:3])


TAKE = TakeAnswers()


@step("5.1")
def take_investment(play: Play[State], side: int) -> Asking:
    """The side must take a tile: its Major and Minor points, its symbols (5.3)."""
    answer = yield Choose(SIDES[side], TAKE)
    state, f = play.state, facts()
    if isinstance(answer, UseAdvantage):
        advantages.use(play, side, answer, quote(state, side, answer), None)
        return [[take_investment, side]]
    kind = f.investment[answer.tile]
    tile = f.investments[kind]
    state.available.remove(kind)
    state.taken[side].append(kind)
    major, minor = [0, 0, 0], [0, 0, 0]
    major[tile.major], minor[tile.minor] = tile.points, f.limits.minor_points
    state.ap = ActionPoints(major, minor, 1 << tile.major, upgrade=tile.upgrade)
    if state.advantages_used:
        state.ap.stage = BEFORE_SPENDING
    play.emit(InvestmentTaken(SIDES[side], tile.id))
    return [[use_tile, side]]


# its use (5.3) -------------------------------------------------------------------------------------


class UseTileAnswers(Answers[State]):
    """What is done with the tile: pass at first, purchases, advantages, the military upgrade, the end."""

    kind = "use_tile"
    rule = "5.3"
    actions = (Pass, PlayEvent, *PURCHASES, UseAdvantage, UseMinistry, RevealMinistry, MilitaryUpgrade, EndRound)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        side = SIDES.index(seat)
        if points_of(state).stage == TILE_TAKEN:
            yield Pass()
        yield from self._uses(state, side)
        yield EndRound()

    def _uses(self, state: State, side: int) -> Iterator[Action]:
        for op in OFFERED:
            yield from _offers(state, side, op)

    def more_than_one(self, state: State, seat: str) -> bool:
        if points_of(state).stage == TILE_TAKEN:
            return True
        return next(self._uses(state, SIDES.index(seat)), None) is not None

    def check(self, state: State, seat: str, action: Action) -> None:
        side = SIDES.index(seat)
        if isinstance(action, Payment) and not isinstance(action, UseMinistry):
            _priced(state, side, action)
        elif isinstance(action, NOT_YET):
            raise refusal("not_yet", what=action.op)
        elif isinstance(action, Pass):
            if points_of(state).stage != TILE_TAKEN:
                raise refusal("too_late_to_pass", (EndRound(),))
        elif isinstance(action, MilitaryUpgrade):
            check_upgrade(state, side, action)

    def complete(self, state: State, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        side = SIDES.index(seat)
        op = _BY_OP.get(partial.get("op", ""))
        if op is None:
            return complete_from(self.options(state, seat), partial, self.rule)
        return complete_purchase(state, side, offers_of(state, side, op), partial, quote)

    def sample(self, state: State, seat: str, rng: Random) -> Action:
        """The operation first, then its target; debt and the end of the round rarely while points are left."""
        side = SIDES.index(seat)
        if points_of(state).stage == TILE_TAKEN and rng.random() < PASS:
            return Pass()
        if rng.random() < END:
            return EndRound()
        for lavish in (False, True):
            if lavish and rng.random() < THRIFT:
                break
            for op in rng.sample(OFFERED, len(OFFERED)):
                found = [offer for offer in _offers(state, side, op) if lavish or not _owes(offer)]
                if found:
                    return _unusual(state, side, rng.choice(found), rng)
        return EndRound()

    def default(self, state: State, seat: str) -> Action:
        """Pass where that is still possible, else end the round."""
        return Pass() if points_of(state).stage == TILE_TAKEN else EndRound()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """The tile and what is left of it; `major_begun`: a Minor Action or upgrade would end the Major Action."""
        side, ap = SIDES.index(seat), points_of(state)
        return {
            "tile": facts().investments[state.taken[side][-1]].id,
            "major": _left(ap.major),
            "minor": _left(ap.minor),
            "major_begun": MAJOR_BEGUN in ap.modifiers,
            "upgrade": ap.upgrade,
        }


OFFERED: Final[tuple[type[Action], ...]] = (*PURCHASES, UseAdvantage, MilitaryUpgrade)
"""What a tile may be used for, in the order in which it is listed."""
_BY_OP: Final[Mapping[str, type[Action]]] = {op_name(op): op for op in OFFERED if issubclass(op, Payment)}
PASS, END, THRIFT, UNUSUAL = 0.03, 0.03, 0.7, 0.15
"""How often random play passes, ends a round early, shuns debt, pays in an unusual way."""


def _offers(state: State, side: int, op: type[Action]) -> Iterator[Action]:
    return upgrades(state, side) if op is MilitaryUpgrade else offers_of(state, side, op)


def _owes(offer: Action) -> bool:
    return isinstance(offer, Payment) and bool(offer.debt or offer.trp)


def _unusual(state: State, side: int, offer: Action, rng: Random) -> Action:
    """The offer, now and then with another legal payment."""
    if not isinstance(offer, Payment) or offer.kind is None or rng.random() >= UNUSUAL:
        return offer
    price = quote(state, side, offer)
    purse_ = purse(state, side, price.type)
    kind = rng.choice(purse_.kinds(price))
    ways = purse_.payments(price, kind)
    if not ways:
        return offer
    debt, trp = rng.choice(ways)
    return replace(offer, kind=kind, debt=debt, trp=trp)


def _left(points: list[int]) -> dict[str, int]:
    return {ACTION_TYPES[kind]: left for kind, left in enumerate(points) if left}


def _priced(state: State, side: int, action: Payment) -> tuple[Quote, Paid | None]:
    """The price and how it is paid; ``None`` for what is free. Raises Refusal."""
    price = quote(state, side, action)
    if price.refusal is not None:
        raise price.refusal
    if price is FREE:
        assert isinstance(action, UseAdvantage)
        _check_free(action)
        return price, None
    return price, settle(state, side, price, action)


def _check_free(action: UseAdvantage) -> None:
    if action.kind or action.debt or action.trp:
        near = UseAdvantage(action.advantage, action.conflict, action.space, action.squadron)
        raise refusal("nothing_to_pay", (near,), advantage=action.advantage)
    if action.free_debt or action.restricted or action.huguenots or action.reveal:
        raise refusal("not_yet", what="reveal" if action.reveal else "free_debt")


USE_TILE = UseTileAnswers()


@step("5.3")
def use_tile(play: Play[State], side: int) -> Asking:
    """The side uses the tile, one thing after the other, until the round is over."""
    answer = yield Choose(SIDES[side], USE_TILE, automatic=True)
    if isinstance(answer, Pass):
        paid = lower_debt(play, side, facts().limits.pass_debt, "pass")
        play.emit(Passed(SIDES[side], paid))
        return end_of_round(play)
    if isinstance(answer, EndRound):
        return _end(play, side)
    return [*_carry_out(play, side, answer), [use_tile, side]]


def _carry_out(play: Play[State], side: int, action: Action) -> Frames:
    if isinstance(action, MilitaryUpgrade):
        return upgrade(play, side, action)
    assert isinstance(action, Payment)
    price, paid = _priced(play.state, side, action)
    if paid is not None:
        pay(play, side, price, paid)
    if isinstance(action, UseAdvantage):
        advantages.use(play, side, action, price, paid)
        return ()
    assert paid is not None
    frames: Frames = BY_ACTION[type(action)].carry_out(play, side, action, price, paid)
    return frames


def _end(play: Play[State], side: int) -> Frames:
    """What is left is lost (5.0)."""
    event_window_closes(play, side)
    ap = points_of(play.state)
    play.emit(RoundEnded(SIDES[side], play.state.round, sum(ap.major), sum(ap.minor)))
    return end_of_round(play)


def end_of_round(play: Play[State]) -> Frames:
    """Nothing of the round lasts."""
    state = play.state
    state.ap, state.held_at_start = None, [0, 0]
    state.advantages_used = state.advantage_regions = 0
    return ()
