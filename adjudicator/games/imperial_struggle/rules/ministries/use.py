"""Rules 3.5, 3.5.2 and 5.1: `use_ministry` and `reveal_ministry`, from the question to the effect."""

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code

from ...components import MINISTRY_CARD, MinistryId
from ...fact_types import SIDES
from ...facts import facts
from ...state import TILE_TAKEN, HeldMinistry, State
from ..payment import Paid
from ..points import purse
from ..quotes import FREE, Quote, refused
from . import later_eras, succession
from .cards import (
    MinistryUsed,
    ability_exhausted,
    exhaust,
    exhausted,
    hidden,
    ministry_id,
    no_such_ability,
    own_card,
    turn_up,
)
from .powers import (
    ARGUMENTS,
    Power,
    UseMinistry,
    ability_argument,
    ability_by_itself,
    ability_needs_tile,
    ability_too_late,
)

already_face_up = Code("3.5", ministry=MINISTRY_CARD)
no_voluntary_reveal = Code("3.5", ministry=MINISTRY_CARD)
"""The campaign turns cards up only by using them."""
ability_nothing_to_pay = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)


class RevealMinistry(Action, frozen=True, tag="reveal_ministry"):
    """Turn a Ministry card up, with no further effect (2nd printing 3.5.2, R-05)."""

    ministry: MinistryId


POWERS: Final[Mapping[tuple[int, int], Power]] = {
    (power.card, power.number): power for power in (*succession.POWERS, *later_eras.POWERS)
}
"""The abilities with an op, by card and ability."""
BY_ITSELF: Final[Mapping[tuple[int, int], str]] = {
    (2, 1): "end_of_turn",
    (3, 1): "scoring",
    (6, 1): "reveal",
    (6, 2): "reveal",
    (7, 1): "scoring",
    (8, 2): "via",
    (12, 1): "scoring",
    (13, 1): "advantage",
    (14, 1): "scoring",
    (17, 1): "free_debt",
    (18, 1): "scoring",
    (19, 1): "automatic",
    (19, 2): "automatic",
    (20, 1): "automatic",
    (22, 1): "reveal",
    (22, 2): "reveal",
    (23, 1): "reveal",
    (24, 1): "automatic",
    (24, 2): "automatic",
    (25, 1): "via",
    (26, 1): "automatic",
}
"""How the other abilities come into force; the words of the refusal `ability_by_itself`."""


# use_ministry --------------------------------------------------------------------------------------


def quote(state: State, side: int, action: UseMinistry) -> Quote:
    """The price of using an ability, or why it cannot be used."""
    held = own_card(state, side, action.ministry)
    if isinstance(held, Refusal):
        return refused(held)
    power = POWERS.get((held.card, action.ability))
    if power is None:
        return refused(_without_op(held.card, action.ability))
    code = _barred(state, held, power)
    why = power.why_not(state, side) if code is None else power.refused(code)
    if why is not None:
        return refused(why)
    given = {name for name in ARGUMENTS if getattr(action, name) is not None}
    if given != set(power.arguments):
        return refused(power.refused(ability_argument, wanted=" ".join(power.arguments)))
    return power.quote(state, side, action)


def _without_op(card: int, ability: int) -> Refusal:
    name, count = ministry_id(card), len(facts().ministries[card - 1].abilities)
    how = BY_ITSELF.get((card, ability))
    if how is None:
        return no_such_ability(ministry=name, ability=ability, abilities=count)
    return ability_by_itself(ministry=name, ability=ability, how=how)


def _barred(state: State, held: HeldMinistry, power: Power) -> Code | None:
    """Why an ability of a card that lies there cannot be used at this time."""
    if exhausted(held, power.number) and not power.going_on(state):
        return ability_exhausted
    timing = power.ability.timing
    if state.ap is None and timing != "pre_tile":
        return ability_needs_tile
    if timing == "after_tile" and (state.ap is None or state.ap.stage != TILE_TAKEN):
        return ability_too_late
    return None


def offers(state: State, side: int) -> Iterator[UseMinistry]:
    """Every use of an ability that the side can pay now, with the normal payment. Face-down cards are among them, so
    nobody else may see this list.
    """
    for held in state.ministries[side]:
        for number in range(1, len(facts().ministries[held.card - 1].abilities) + 1):
            power = POWERS.get((held.card, number))
            if power is None or _barred(state, held, power) is not None or power.why_not(state, side) is not None:
                continue
            for action in power.intents(state, side):
                offer = _payable(state, side, action, power.quote(state, side, action))
                if offer is not None:
                    yield offer


def _payable(state: State, side: int, action: UseMinistry, price: Quote) -> UseMinistry | None:
    if price.refusal is not None:
        return None
    if price is FREE:
        return action
    usual = purse(state, side, price.type).usual(price)
    if usual is None:
        return None
    return usual.of(action)


def check_free(action: UseMinistry) -> None:
    """Refuse a payment for an ability that costs nothing. Raises Refusal."""
    if action.kind or action.debt or action.trp or action.free_debt or action.restricted or action.huguenots:
        near = UseMinistry(action.ministry, action.ability, action.space, action.result, action.card, action.commodity)
        raise ability_nothing_to_pay((near,), ministry=action.ministry, ability=action.ability)


def use(play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
    """Turn the card up, put a marker on the ability, carry it out; its price is paid already."""
    state = play.state
    held = own_card(state, side, action.ministry)
    assert not isinstance(held, Refusal)
    power = POWERS[held.card, action.ability]
    turn_up(play, side, [held.card])
    if power.ability.exhausts:
        exhaust(state, side, held.card, power.number)
    state.ministry_used = True
    play.emit(MinistryUsed(SIDES[side], power.name, power.number, paid))
    return power.use(play, side, action, price, paid)


# reveal_ministry -----------------------------------------------------------------------------------


def reveals(state: State, side: int) -> Iterator[RevealMinistry]:
    """Which cards may be turned up without using them: face-down ones, in the 2nd printing (3.5.2, R-05)."""
    if state.options.ministry_reveal == "2p":
        for card in hidden(state, side):
            yield RevealMinistry(ministry_id(card))


def check_voluntary(state: State, side: int, action: RevealMinistry) -> None:
    """Raises Refusal."""
    held = own_card(state, side, action.ministry)
    if isinstance(held, Refusal):
        held.nearest = tuple(reveals(state, side))
        raise held
    if state.options.ministry_reveal != "2p":
        raise no_voluntary_reveal(ministry=action.ministry)
    if held.revealed:
        raise already_face_up(tuple(reveals(state, side)), ministry=action.ministry)


def reveal(play: Play[State], side: int, action: RevealMinistry) -> None:
    """Turn the card up, with no further effect than what turning it up has."""
    held = own_card(play.state, side, action.ministry)
    assert not isinstance(held, Refusal)
    turn_up(play, side, [held.card])


def nearest(state: State, side: int, action: UseMinistry) -> tuple[UseMinistry, ...]:
    """Up to three uses that can be paid now, those of the same card first."""

    def distance(offer: UseMinistry) -> tuple[bool, bool, int]:
        differing = sum(getattr(offer, name) != getattr(action, name) for name in ARGUMENTS)
        return offer.ministry != action.ministry, offer.ability != action.ability, differing

    return tuple(sorted(offers(state, side), key=distance)[:3])
