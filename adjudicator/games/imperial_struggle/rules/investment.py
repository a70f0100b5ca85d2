"""Rule 5.1: the side takes an Investment tile."""

from collections.abc import Iterator

from adjudicator import Action, Answers, Asking, Choose, Play, RuleAction
from adjudicator.components import Code, Many

from ..components import InvestmentId, MinistryIds, SideEvent, SideIndex
from ..fact_types import INVESTMENT, SIDES
from ..facts import FACTS
from ..state import BEFORE_SPENDING, ActionPoints, State
from .book import step, use_tile
from .ministries.cards import numbers_of, turn_up
from .ministries.use import REVEALS
from .ministries.with_tile import check_with_tile, with_tile
from .payment import Payment
from .purchases import BY_ACTION, EARLY

unknown_tile = Code("3.3", tile=INVESTMENT)
tile_not_available = Code("5.1", tile=INVESTMENT, tiles=Many(INVESTMENT))
"""Tiles: kinds that are there."""


class TakeInvestment(Action, frozen=True, tag="take_investment"):
    """Take an Investment tile of this kind (5.1); ``reveal``: ministries turned up with it."""

    tile: InvestmentId
    reveal: MinistryIds = ()


class InvestmentTaken(SideEvent, frozen=True, tag="investment_taken", rule="5.1"):
    """A side took an Investment tile (5.1)."""

    tile: InvestmentId


class TakeAnswers(Answers[State]):
    """The available tiles, one of which is taken; with a house rule, advantages before it (R-22)."""

    kind = "take_investment"
    rule = "5.1"
    actions = (TakeInvestment, *EARLY, *REVEALS)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        tiles = INVESTMENT.things
        for kind in dict.fromkeys(state.available):
            yield TakeInvestment(tiles[kind].id)
        side = SIDES.index(seat)
        for op in EARLY:
            yield from BY_ACTION[op].early_offers(state, side)
        for deed in REVEALS:
            yield from deed.legal(state, seat, self)

    def check(self, state: State, seat: str, action: Action) -> None:
        side = SIDES.index(seat)
        if isinstance(action, Payment):
            BY_ACTION[type(action)].check_early(state, side, action)
        elif isinstance(action, RuleAction):
            if (why := action.illegality(state, seat, self)) is not None:
                raise why
        else:
            assert isinstance(action, TakeInvestment)
            self._check_tile(state, action)
            tile = INVESTMENT.thing(action.tile)
            check_with_tile(state, side, tile, action.reveal)

    def _check_tile(self, state: State, action: TakeInvestment) -> None:
        if action.tile not in INVESTMENT.index:
            raise unknown_tile(tile=action.tile)
        if INVESTMENT.index[action.tile] not in state.available:
            there = tuple(INVESTMENT.ids[kind] for kind in dict.fromkeys(state.available))
            raise tile_not_available(_alike(action.tile, there), tile=action.tile, tiles=there)

    def default(self, state: State, seat: str) -> Action:
        """Return the first of the tiles that are there."""
        return TakeInvestment(INVESTMENT.ids[state.available[0]])


def _alike(tile: str, there: tuple[str, ...]) -> tuple[TakeInvestment, ...]:
    """Return the available tiles that are most like one: same Major type first, then closest in points."""
    wanted = INVESTMENT.thing(tile)

    def distance(name: str) -> tuple[bool, int, bool]:
        other = INVESTMENT.thing(name)
        return other.major != wanted.major, abs(other.points - wanted.points), other.minor != wanted.minor

    return tuple(TakeInvestment(name) for name in sorted(there, key=distance)[:3])


@step("5.1")
def take_investment(play: Play[State], side: SideIndex) -> Asking:
    """Make the side take a tile: its Major and Minor points, its symbols (5.3)."""
    answer = yield Choose(SIDES[side], TakeAnswers())
    state = play.state
    if isinstance(answer, Payment):
        return [*(BY_ACTION[type(answer)].use_early(play, side, answer) or ()), take_investment(side)]
    if isinstance(answer, RuleAction):
        answer.apply(play, SIDES[side])
        return [take_investment(side)]
    turn_up(play, side, numbers_of(answer.reveal))
    kind = INVESTMENT.index[answer.tile]
    tile = INVESTMENT.things[kind]
    state.available.remove(kind)
    state.taken[side].append(kind)
    major, minor = [0, 0, 0], [0, 0, 0]
    major[tile.major], minor[tile.minor] = tile.points, FACTS.limits.minor_points
    state.ap = ActionPoints(major, minor, 1 << tile.major, upgrade=tile.upgrade)
    if state.advantages_used:
        state.ap.stage = BEFORE_SPENDING
    play.emit(InvestmentTaken(SIDES[side], tile.id))
    with_tile(play, side, answer.reveal)
    return [use_tile(side)]
