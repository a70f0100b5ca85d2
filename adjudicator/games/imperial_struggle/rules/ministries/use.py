"""Rules 3.5, 3.5.2 and 5.1: `use_ministry` and `reveal_ministry`, from the question to the effect."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Self

from msgspec.structs import asdict, astuple

from adjudicator import Frames, Play, Refusal, RuleAction
from adjudicator.components import Code

from ...components import MINISTRY_CARD, CommodityId, EventNumber, MinistryId, SpaceId
from ...fact_types import MINISTRY, SIDES
from ...state import TILE_TAKEN, HeldMinistry, State
from ..payment import Paid, Payment, Result
from ..prices import Quote
from ..purchase import Use
from ..purse import Purses
from . import abilities, cards, powers
from .cards import MinistryUsed, hidden, ministry_id, own_card, turn_up
from .powers import Aim, Power

already_face_up = Code("3.5", ministry=MINISTRY_CARD)
no_voluntary_reveal = Code("3.5", ministry=MINISTRY_CARD)
"""The campaign turns cards up only by using them."""
ability_nothing_to_pay = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)


class UseMinistry(Payment, frozen=True, tag="use_ministry"):
    """Use an ability of a Ministry card (3.5.2)."""

    ministry: MinistryId
    ability: int = 1
    space: SpaceId | None = None
    result: Result | None = None
    card: EventNumber | None = None
    commodity: CommodityId | None = None


class RevealMinistry(RuleAction[State], frozen=True, tag="reveal_ministry"):
    """Turn a Ministry card up, with no further effect (2nd printing 3.5.2, R-05)."""

    ministry: MinistryId

    @classmethod
    def legal(cls, state: State, seat: str, asked: Any = None) -> Iterator[Self]:
        """Yield which cards may be turned up without using them: face-down ones, in the 2nd printing (3.5.2, R-05)."""
        if state.options.ministry_reveal == "2p":
            for card in hidden(state, SIDES.index(seat)):
                yield cls(ministry_id(card))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        try:
            held = own_card(state, SIDES.index(seat), self.ministry)
        except Refusal as reason:
            reason.nearest = tuple(self.legal(state, seat))
            return reason
        if state.options.ministry_reveal != "2p":
            return no_voluntary_reveal(ministry=self.ministry)
        return already_face_up(tuple(self.legal(state, seat)), ministry=self.ministry) if held.revealed else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Turn the card up, with no further effect than what turning it up has."""
        side = SIDES.index(seat)
        turn_up(play, side, [own_card(play.state, side, self.ministry).card])
        return ()


REVEALS: Final[tuple[type[RuleAction[State]], ...]] = (RevealMinistry,)
"""What is done with cards without using them, at any time of a round."""
POWERS: Final[Mapping[tuple[int, int], Power]] = {(power.card, power.number): power for power in abilities.POWERS}
"""The abilities with an op, by card and ability."""
_BY_CARD: Final = {card: tuple(own) for card, own in groupby(abilities.POWERS, attrgetter("card"))}
_OTHERS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "end_of_turn": ((2, 1),),
    "scoring": ((3, 1), (7, 1), (12, 1), (14, 1), (18, 1)),
    "reveal": ((6, 1), (6, 2), (22, 1), (22, 2), (23, 1)),
    "via": ((8, 2), (25, 1)),
    "advantage": ((13, 1),),
    "free_debt": ((17, 1),),
    "automatic": ((19, 1), (19, 2), (20, 1), (24, 1), (24, 2), (26, 1)),
}
BY_ITSELF: Final = {ability: how for how, abilities in _OTHERS.items() for ability in abilities}
"""How the other abilities come into force; the words of the refusal `ability_by_itself`."""


class Abilities(Use[UseMinistry]):
    """Abilities of Ministry cards (3.5.2). Face-down cards are among those offered, so nobody else may see the list."""

    takes, early = UseMinistry, True

    def offers(self, state: State, side: int, purses: Purses) -> Iterator[UseMinistry]:
        for held in state.ministries[side]:
            for power in _BY_CARD.get(held.card, ()):
                if _ready(state, side, held, power):
                    for aim in power.aims(state, side):
                        action = UseMinistry(power.name, power.number, *astuple(aim))
                        yield from self.offered(action, power.quote(state, side, aim), purses)

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        held = own_card(state, side, action.ministry)
        power = POWERS.get((held.card, action.ability))
        if power is None:
            raise _without_op(held.card, action.ability)
        barred = _barred(state, held, power)
        if barred is not None:
            raise power.refused(barred)
        power.check(state, side)
        aim = _aim(action)
        if {name for name, given in asdict(aim).items() if given is not None} != set(power.arguments):
            raise power.refused(powers.ability_argument, wanted=" ".join(power.arguments))
        return power.quote(state, side, aim)

    def nothing_to_pay(self, action: UseMinistry, unpaid: UseMinistry) -> Refusal:
        return ability_nothing_to_pay((unpaid,), ministry=action.ministry, ability=action.ability)

    def check_early(self, state: State, side: int, action: UseMinistry) -> None:
        try:
            self.quote(state, side, action)
        except Refusal as reason:
            reason.nearest = reason.nearest or self.nearest(state, side, action)
            raise
        self.check_free(action)

    def nearest(self, state: State, side: int, action: UseMinistry) -> tuple[UseMinistry, ...]:
        """Return up to three uses that can be paid now, same card first."""

        def distance(offer: UseMinistry) -> tuple[bool, bool, int]:
            differing = sum(getattr(offer, name) != getattr(action, name) for name in Aim.__struct_fields__)
            return offer.ministry != action.ministry, offer.ability != action.ability, differing

        return tuple(sorted(self.offers(state, side, Purses(state, side)), key=distance)[:3])

    def carry_out(
        self, play: Play[State], side: int, action: UseMinistry, quote: Quote, paid: Paid | None
    ) -> Frames | None:
        power = POWERS[own_card(play.state, side, action.ministry).card, action.ability]
        return use(play, side, power, _aim(action), quote, paid)


USES: Final = (Abilities(),)


def use(play: Play[State], side: int, power: Power, aim: Aim, price: Quote, paid: Paid | None) -> Frames | None:
    """Turn the card up, put a marker on the ability, carry it out; its price is paid already."""
    turn_up(play, side, [power.card])
    if power.ability.exhausts:
        cards.exhaust(play.state, side, power.card, power.number)
    play.state.ministry_used = True
    play.emit(MinistryUsed(SIDES[side], power.name, power.number, paid))
    return power.use(play, side, aim, price, paid)


def _aim(action: UseMinistry) -> Aim:
    return Aim(action.space, action.result, action.card, action.commodity)


def _without_op(card: int, ability: int) -> Refusal:
    name, count = ministry_id(card), len(MINISTRY.things[card - 1].abilities)
    how = BY_ITSELF.get((card, ability))
    if how is None:
        return cards.no_such_ability(ministry=name, ability=ability, abilities=count)
    return powers.ability_by_itself(ministry=name, ability=ability, how=how)


def _ready(state: State, side: int, held: HeldMinistry, power: Power) -> bool:
    """Return whether an ability can be used now on something."""
    if _barred(state, held, power) is not None:
        return False
    try:
        power.check(state, side)
    except Refusal:
        return False
    return True


def _barred(state: State, held: HeldMinistry, power: Power) -> Code | None:
    """Return why an ability of a card that lies there cannot be used at this time."""
    if cards.exhausted(held, power.number) and not power.going_on(state):
        return cards.ability_exhausted
    timing = power.ability.timing
    if state.ap is None and timing != "pre_tile":
        return powers.ability_needs_tile
    if timing == "after_tile" and (state.ap is None or state.ap.stage != TILE_TAKEN):
        return powers.ability_too_late
    return None
