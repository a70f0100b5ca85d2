"""Rules 5.0 to 5.3: an action round, from its start to its end.

The entry is the step ``action_round(side, number)``: side 0 or 1, number 1 to 4.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from adjudicator import Action, Answers, Asking, Choose, Frames, Play, Refusal, RuleAction, Slot
from adjudicator.components import Code
from adjudicator.kernel.decisions import CostTerm, complete_from, op_name

from ..components import SideEvent, SideIndex, SpaceIds
from ..fact_types import ACTION_TYPES, ECONOMIC, SIDES, SPACE
from ..facts import FACTS
from ..isolation import isolated_markets
from ..state import TILE_TAKEN, State, held
from . import points, war_tiles
from .book import step
from .completion import complete_purchase
from .debt import lower_debt
from .events.playing import PLAYS
from .investment import take_investment
from .ministries.cards import hidden
from .ministries.huguenots import flip, unspent
from .ministries.use import REVEALS
from .ministries.wallet import helpful, named, turn_up_for
from .payment import Paid, Payment, SpacePayment
from .prices import Quote
from .purchases import BY_ACTION, USES, all_offers, offers_of, quote
from .purse import MAJOR_BEGUN, points_of, purse, tile_of
from .war_tiles import MilitaryUpgrade

passed_after_ministry = Code("5.1")
too_late_to_pass = Code("5.1")


class Pass(Action, frozen=True, tag="pass"):
    """Use nothing of the tile; debt goes down by up to two (5.1, 6.2)."""


class EndRound(Action, frozen=True, tag="end_round"):
    """Give up what is left; the round is over (5.0)."""


class RoundStarted(SideEvent, frozen=True, tag="round_started", rule="5.0"):
    """An action round begins (5.0); ``isolated``: the markets that are isolated during it (5.4.1)."""

    round: int
    isolated: SpaceIds = ()


class Passed(SideEvent, frozen=True, tag="passed", rule="5.1"):
    """A side used nothing of its tile; ``debt`` is what it paid back (5.1, 6.2)."""

    debt: int = 0


class RoundEnded(SideEvent, frozen=True, tag="round_ended", rule="5.0"):
    """An action round is over; points that were left are lost (5.0)."""

    round: int
    lost_major: int = 0
    lost_minor: int = 0


@step("5.0")
def action_round(play: Play[State], side: SideIndex, number: int) -> Frames:
    """Start a round.

    The isolated markets (5.4.1) and what is held now (5.4.1, 5.6.3) are noted, advantages gained before become usable
    (8.0), and tiles carried over are laid first (7.6, R-55).
    """
    state = play.state
    state.phase, state.round, state.ap = "action", number, None
    state.isolated = isolated_markets(state)
    state.held_at_start = [held(state, 0), held(state, 1)]
    state.advantages_new &= ~state.advantages[side]
    state.advantages_used = state.advantage_regions = 0
    play.emit(RoundStarted(SIDES[side], number, SPACE.ids_of(state.isolated)))
    carried = [war_tiles.place_bonus_tile(side) for _ in state.unassigned[side]]
    return [*carried, take_investment(side)]


class UseTileAnswers(Answers[State]):
    """The uses of the tile: pass at first, purchases, advantages, the military upgrade, the end."""

    kind = "use_tile"
    rule = "5.3"
    actions = (Pass, *PLAYS, *USES, *REVEALS, MilitaryUpgrade, EndRound)

    def __init__(self) -> None:
        self._checked: tuple[Payment, tuple[Quote, Paid | None]] | None = None

    def options(self, state: State, seat: str) -> list[Action]:
        found: list[Action] = [Pass()] if _may_pass(state) else []
        for uses in self._uses(state, seat):
            found += uses
        found.append(EndRound())
        return found

    def _uses(self, state: State, seat: str) -> Iterator[Iterable[Action]]:
        yield from (deed.legal(state, seat, self) for deed in PLAYS)
        yield from all_offers(state, SIDES.index(seat))
        yield MilitaryUpgrade.legal(state, seat, self)
        yield from (deed.legal(state, seat, self) for deed in REVEALS)

    def more_than_one(self, state: State, seat: str) -> bool:
        # Nobody may learn from a round that ends by itself what a face-down card cannot do (3.5).
        if points_of(state).stage == TILE_TAKEN or hidden(state, SIDES.index(seat)):
            return True
        return any(next(iter(uses), None) is not None for uses in self._uses(state, seat))

    def check(self, state: State, seat: str, action: Action) -> None:
        side = SIDES.index(seat)
        if isinstance(action, Payment):
            use = BY_ACTION[type(action)]
            try:
                self._checked = action, use.priced(state, side, action)
            except Refusal as reason:
                reason.nearest = reason.nearest or use.nearest(state, side, action)
                raise
        elif isinstance(action, RuleAction):
            if (why := action.illegality(state, seat, self)) is not None:
                raise why
        elif isinstance(action, Pass):
            if points_of(state).stage != TILE_TAKEN:
                raise too_late_to_pass((EndRound(),))
            if not _may_pass(state):
                raise passed_after_ministry((EndRound(),))

    def priced(self, state: State, side: int, action: Payment) -> tuple[Quote, Paid | None]:
        """Return the price of the answer and how it is paid, as found when it was checked; ``None`` for what is free.

        Raises:
            Refusal: The answer is not legal, or cannot be paid like this.
        """
        if self._checked is not None and self._checked[0] is action:
            return self._checked[1]
        return BY_ACTION[type(action)].priced(state, side, action)

    def complete(self, state: State, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        side = SIDES.index(seat)
        op = _BY_OP.get(partial.get("op", ""))
        if op is None:
            return complete_from(self.options(state, seat), partial, self.rule)
        return complete_purchase(BY_ACTION[op], state, side, partial)

    def sample(self, state: State, seat: str, rng: Random) -> Action:
        """Sample the operation first, then its target; debt and the end of the round are rare while points are left."""
        side = SIDES.index(seat)
        if _may_pass(state) and rng.random() < PASS:
            return Pass()
        if rng.random() < END:
            return EndRound()
        for often, deeds in ((REVEAL, REVEALS), (EVENT, PLAYS)):
            if rng.random() < often and (found := [each for deed in deeds for each in deed.legal(state, seat, self)]):
                return rng.choice(found)
        for lavish in (False, True):
            if lavish and rng.random() < THRIFT:
                break
            for op in rng.sample(OFFERED, len(OFFERED)):
                found = [offer for offer in offered(state, side, op) if lavish or not _owes(offer)]
                if found:
                    return _unusual(state, side, rng.choice(found), rng)
        return EndRound()

    def terms(self, state: State, seat: str, action: Action) -> list[CostTerm]:
        if not isinstance(action, Payment):
            return []
        price = quote(state, SIDES.index(seat), action)
        return [CostTerm(term.what, term.rule, term.amount) for term in price.terms]

    def default(self, state: State, seat: str) -> Action:
        """Pass where that is still possible, else end the round."""
        return Pass() if _may_pass(state) else EndRound()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """Return the tile and what is left of it.

        `major_begun`: a Minor Action or upgrade would end the Major Action.
        """
        side, ap = SIDES.index(seat), points_of(state)
        return {
            "tile": tile_of(state, side).id,
            "major": _left(ap.major),
            "minor": _left(ap.minor),
            "major_begun": any(begun in ap.modifiers for begun in MAJOR_BEGUN),
            "upgrade": ap.upgrade,
        }


OFFERED: Final[tuple[type[Action], ...]] = (*USES, MilitaryUpgrade)
"""What a tile may be used for, in the order in which it is listed."""
_BY_OP: Final[Mapping[str, type[Action]]] = {op_name(op): op for op in OFFERED if issubclass(op, Payment)}
PASS, END, REVEAL, EVENT, THRIFT, UNUSUAL, HALF = 0.03, 0.03, 0.02, 0.6, 0.7, 0.15, 0.5
"""How often random play passes, ends a round early, turns a card up, plays an event, shuns debt, pays in an
unusual way."""


def offered(state: State, side: int, op: type[Action]) -> Iterable[Action]:
    """Return what one op may use the tile for now."""
    return MilitaryUpgrade.legal(state, SIDES[side]) if op is MilitaryUpgrade else offers_of(state, side, op)


def _may_pass(state: State) -> bool:
    """Return whether nothing of the tile was used yet (R-21).

    With the house rule, an ability of a ministry may have been used.
    """
    if points_of(state).stage != TILE_TAKEN:
        return False
    return state.options.pass_after_ministry or not state.ministry_used


def _owes(offer: Action) -> bool:
    return isinstance(offer, Payment) and bool(offer.debt or offer.trp)


def _unusual(state: State, side: int, offer: Action, rng: Random) -> Action:
    """Return the offer, now and then with another legal payment."""
    if not isinstance(offer, Payment) or offer.kind is None or rng.random() >= UNUSUAL:
        return offer
    offer = _with_means(state, side, offer, rng)
    price = quote(state, side, offer)
    purse_ = purse(state, side, price.type, named(offer))
    kind = rng.choice(purse_.kinds(price))
    ways = purse_.payments(price, kind)
    if not ways:
        return offer
    way = rng.choice(ways)
    wild = way.debt + way.trp + way.free_debt + purse_.with_debt(way.debt)
    bound = purse_.restricted(price, kind, price.cost - wild)
    restricted = rng.choice(bound) if purse_.pools and bound else None
    return replace(way.of(offer), restricted=restricted)


def _with_means(state: State, side: int, offer: Payment, rng: Random) -> Payment:
    """Return an offer that names nothing yet, with a card turned up for it or a Huguenot marker flipped."""
    if offer.reveal or offer.huguenots is not None or offer.free_debt or rng.random() < HALF:
        return offer
    if isinstance(offer, SpacePayment) and BY_ACTION[type(offer)].type == ECONOMIC:
        region = FACTS.by_region[FACTS.region_of[SPACE.index[offer.space]]]
        markers = SPACE.ids_of(unspent(state, side) & region)
        if markers:
            return replace(offer, huguenots=markers[0])
    cards = helpful(state, side, quote(state, side, offer).type)
    if cards and state.options.ministry_reveal == "2p":
        return replace(offer, reveal=(rng.choice(cards),))
    return offer


def _left(by_type: list[int]) -> dict[str, int]:
    return {ACTION_TYPES[kind]: left for kind, left in enumerate(by_type) if left}


@step("5.3")
def use_tile(play: Play[State], side: SideIndex) -> Asking:
    """Let the side use the tile, one thing after the other, until the round is over."""
    answers = UseTileAnswers()
    answer = yield Choose(SIDES[side], answers, automatic=True)
    if isinstance(answer, Pass):
        paid = lower_debt(play, side, FACTS.limits.pass_debt, "pass")
        play.emit(Passed(SIDES[side], paid))
        return end_of_round(play)
    if isinstance(answer, EndRound):
        return _end(play, side)
    if isinstance(answer, RuleAction):
        follows: Frames | None = answer.apply(play, SIDES[side])
    else:
        follows = _pay_and_use(play, side, answer, *answers.priced(play.state, side, answer))
    return [*(follows or ()), use_tile(side)]


def _pay_and_use(play: Play[State], side: int, action: Payment, price: Quote, paid: Paid | None) -> Frames | None:
    turn_up_for(play, side, action)
    if paid is not None:
        points.pay(play, side, price, paid)
    if action.huguenots is not None:
        flip(play, side, action.huguenots)
    return BY_ACTION[type(action)].carry_out(play, side, action, price, paid)


def _end(play: Play[State], side: int) -> Frames:
    """End the round: what is left is lost (5.0)."""
    points.event_window_closes(play, side)
    ap = points_of(play.state)
    major = sum(ap.major) + sum(bound.n for bound in ap.restricted)
    play.emit(RoundEnded(SIDES[side], play.state.round, major, sum(ap.minor)))
    return end_of_round(play)


def end_of_round(play: Play[State]) -> Frames:
    """Clear what holds for one action round only."""
    state = play.state
    state.ap, state.held_at_start, state.ministry_used = None, [0, 0], False
    state.advantages_used = state.advantage_regions = 0
    return ()
