"""Declarations of war (9.6), and who intervenes for a minor power."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated, Final

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, Together, ValidatedAnswers, word
from adjudicator.components import Code

from ...facts import (
    CARD,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    HUNGARY,
    MINOR,
    OTTOMAN,
    OWNER,
    PAPACY,
    POWER,
    PROTESTANT,
    SCOTLAND,
    TABLES,
    VENICE,
    MinorId,
    OwnerId,
    PowerId,
)
from ...state import State
from .. import hands, minors, table
from ..book import STEPS, PowerEvent, step

GUARDIANS: Final[Mapping[str, str]] = {SCOTLAND: FRANCE, VENICE: PAPACY}
"""The power that may intervene for a minor power when war is declared on it (9.6)."""
INTERVENTION: Final = 2
"""What an intervention costs (9.6)."""
FEW: Final = 4
"""With how many cards a power is thought to pay where fewer than all of them are enough."""
HELPERS: Final[Mapping[str, tuple[str, str]]] = {
    SCOTLAND: ("auld_alliance", "auld_alliance/landing"),
    VENICE: ("venetian_alliance", "venetian_alliance/help"),
}
"""The card that brings units, too, where it pays for an intervention, and what is asked then (6)."""

already_at_war = Code("9.6", owner=OWNER)
war_on_self = Code("9.6", owner=OWNER)
war_on_ally = Code("9.6", owner=OWNER)
never_at_war = Code("9.6", owner=OWNER)
peace_this_turn = Code("9.6", owner=OWNER)
no_war_before_league = Code("21.6")
war_too_dear = Code("9.6", cp=int, left=int)
card_twice = Code("9.6", card=CARD)
not_to_pay = Code("9.6", card=CARD)
too_little_paid = Code("9.6", cp=int, paid=int)


class WarDeclared(PowerEvent, frozen=True, tag="war_declared", rule="9.6", hits=("on",)):
    """A power declared war."""

    on: OwnerId


class WarsPaid(PowerEvent, frozen=True, tag="wars_paid", rule="9.6"):
    """A power paid for its declarations, or for an intervention, with these cards."""

    cards: Annotated[tuple[str, ...], CARD]
    cp: int


class Intervened(PowerEvent, frozen=True, tag="intervened", rule="9.6"):
    """A power intervened for a minor power, which is its ally from now on."""

    minor: MinorId
    enemy: PowerId


def cost(state: State, power: str, on: str) -> int:
    """Return what a declaration of war costs (9.6)."""
    if on in MINOR:
        printed = TABLES.minor_war_costs.get(power, {}).get(on, 1)
        return printed if state.rules.war_on_minor == "printed" else 1
    found = TABLES.war_costs[power].get(on, 0)
    discounted = power == HAPSBURG and on == ENGLAND and state.anne_discount
    return found - 2 if discounted else found


def never(state: State, power: str, on: str) -> Refusal | None:
    """Return why a power can never declare war on another as things stand, in any phase, or None (9.6)."""
    if on == power:
        return war_on_self(owner=on)
    if table.at_war(state, power, on):
        return already_at_war(owner=on)
    if PROTESTANT in (power, on) and not state.league:
        return no_war_before_league()
    if on in POWER:
        return war_on_ally(owner=on) if table.allied(state, power, on) else None
    barred = (
        on not in MINOR
        or on == HUNGARY
        or on in state.minors
        or (
            on == SCOTLAND
            and (power in (OTTOMAN, PAPACY, PROTESTANT) or (power != FRANCE and table.allied(state, power, FRANCE)))
        )
        or (on == VENICE and power == ENGLAND)
    )
    return never_at_war(owner=on) if barred else None


def refused(state: State, power: str, on: str) -> Refusal | None:
    """Return why a power cannot declare war on another in the war segment, or None (9.6)."""
    if (bad := never(state, power, on)) is not None:
        return bad
    guardian = GUARDIANS.get(on, "")
    if _at_peace_now(state, power, on) or (guardian and power != guardian and _at_peace_now(state, power, guardian)):
        return peace_this_turn(owner=on)
    return war_on_ally(owner=on) if guardian and guardian != power and table.allied(state, power, guardian) else None


def _at_peace_now(state: State, power: str, other: str) -> bool:
    """Return whether two have made peace in this phase."""
    return bool(state.peace.get(power, 0) >> OWNER.index[other] & 1)


def targets(state: State, power: str) -> list[str]:
    """Return on whom a power can declare war in the war segment."""
    return [each for each in (*POWER.ids, *MINOR.ids) if refused(state, power, each) is None]


def payable(state: State, power: str) -> list[int]:
    """Return the cards that a power can pay with: any but mandatory events (9.6)."""
    held = hands.playable(state, power)
    return [each for each in held if CARD.things[each].kind != "mandatory"]


class DeclareWars(Action, frozen=True, tag="declare_wars"):
    """Declare war on some, or on nobody. 9.6."""

    on: Annotated[tuple[str, ...], OWNER] = ()


class WarAnswers(ValidatedAnswers[State]):
    """The declarations of war of a power, all at once (9.6)."""

    kind, rule, secret = "war", "9.6", True
    actions = (DeclareWars,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield DeclareWars()
        found = targets(state, seat)
        yield from (DeclareWars((each,)) for each in found)
        yield from (DeclareWars(two) for two in combinations(found, 2))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, DeclareWars)
        for each in action.on:
            if (bad := refused(state, seat, each)) is not None:
                return bad
        total = sum(cost(state, seat, each) for each in {*action.on})
        left = sum(CARD.things[each].cp for each in payable(state, seat))
        return war_too_dear(cp=total, left=left) if total > left else None

    def default(self, state: State, seat: str) -> Action:
        return DeclareWars()


@step("9.6", phase="diplomacy")
def war_segment(play: Play[State]) -> Asking:
    """Let all powers announce wars, then guardians intervene, then all pay (9.6)."""
    state = play.state
    able = tuple(power for power in POWER.ids if targets(state, power) and _could_pay(state, power))
    if not able:
        return []
    answers = yield Together(able, WarAnswers())
    declared: list[tuple[str, list[str]]] = []
    for power in able:
        known = [(other, on) for other, wars in declared for on in wars]
        on = [each for each in dict.fromkeys(answers[power].on) if (each, power) not in known]
        declared += [(power, on)] if on else []
    for power, on in declared:
        for each in on:
            play.emit(WarDeclared(power, each))
            owe(play.state, power, cost(play.state, power, each))
    return [*(declaring(power, each) for power, on in declared for each in on), settling()]


def owe(state: State, power: str, cp: int) -> None:
    """Let a power owe points for a war, or for an intervention, until all have announced theirs (9.6)."""
    state.dues = {**state.dues, power: state.dues.get(power, 0) + cp}


@step("9.6", phase="diplomacy")
def settling(play: Play[State]) -> Frames:
    """Let every power that has declared war or intervened pay its total, in the order of impulses (9.6)."""
    dues, play.state.dues = play.state.dues, {}
    return [paying(power, dues[power]) for power in POWER.ids if dues.get(power)]


def _could_pay(state: State, power: str) -> bool:
    """Return whether a power has anything to pay with, as everybody can see."""
    hand = state.hands[power]
    return bool(hand.home or hand.cards)


class PayWith(Action, frozen=True, tag="pay_with"):
    """Pay with cards; what is paid too much is lost. 9.6."""

    cards: Annotated[tuple[str, ...], CARD]


def refused_payment(state: State, power: str, cards: tuple[str, ...], cp: int) -> Refusal | None:
    """Return why cards do not pay so many points, or None."""
    able = payable(state, power)
    for each in cards:
        if CARD.number(each) not in able:
            return not_to_pay(card=each)
        if cards.count(each) > 1:
            return card_twice(card=each)
    paid = sum(CARD.thing(each).cp for each in cards)
    return too_little_paid(cp=cp, paid=paid) if paid < cp else None


def payments(state: State, power: str, cp: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to pay with few cards that waste nothing that could be left out, the cheapest first."""
    cards = sorted(payable(state, power), key=lambda each: (CARD.things[each].cp, each))
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for count in range(1, len(cards) + 1):
        if count > FEW and found:
            break
        for some in combinations(cards, count):
            points = [CARD.things[each].cp for each in some]
            if sum(points) >= cp > sum(points) - min(points):
                found.append((sum(points), count, tuple(CARD.ids[each] for each in some)))
    return (each for _, _, each in sorted(found))


class PayAnswers(ValidatedAnswers[State]):
    """The cards that pay for declarations of war (9.6)."""

    kind, rule, secret = "pay_wars", "9.6", True
    actions = (PayWith,)

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return map(PayWith, payments(state, seat, self.cp))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, PayWith)
        return refused_payment(state, seat, action.cards, self.cp)

    def context(self, state: State, seat: str) -> dict[str, int]:
        return {"cp": self.cp}

    def default(self, state: State, seat: str) -> Action | None:
        return next(iter(self.candidates(state, seat)), None)


@step("9.6", phase="diplomacy")
def paying(play: Play[State], power: PowerId, cp: int) -> Asking:
    """Let a power pay with one or more cards; some bring units to a minor power that it intervened for (6)."""
    answer = yield Choose(power, PayAnswers(cp))
    state = play.state
    for each in answer.cards:
        hands.spent(state, power, CARD.number(each))
    play.emit(WarsPaid(power, answer.cards, sum(CARD.thing(each).cp for each in answer.cards)))
    joined = [minor for minor in MINOR.ids_of(state.joined) if state.minors[minor] == power]
    state.joined &= ~MINOR.mask_of(joined)
    return [aiming(power, HELPERS[each][1]) for each in joined if HELPERS[each][0] in answer.cards]


Intervene = word("intervene", "Intervene for a minor power. 9.6.")
StandAside = word("stand_aside", "Do not intervene. 9.6.")


class InterveneAnswers(ValidatedAnswers[State]):
    """Whether a guardian intervenes for a minor power; `free`: without payment (card 3)."""

    kind, rule, interrupts = "intervene", "9.6", True
    actions = (Intervene, StandAside)
    minor: MinorId
    enemy: PowerId

    def __init__(self, minor: str, enemy: str, free: bool) -> None:
        self.minor, self.enemy, self.free = minor, enemy, free

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, Intervene):
            return None
        if table.allied(state, seat, self.enemy):
            return war_on_ally(owner=self.enemy)
        due = 0 if self.free else state.dues.get(seat, 0) + INTERVENTION
        left = sum(CARD.things[each].cp for each in payable(state, seat))
        return war_too_dear(cp=due, left=left) if due > left else None

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"minor": self.minor, "enemy": self.enemy}

    def default(self, state: State, seat: str) -> Action:
        return StandAside()


@step("9.6")
def declaring(play: Play[State], power: PowerId, on: OwnerId, free: bool = False) -> Frames:
    """Begin a declared war; a minor power stays inactive unless its guardian intervenes (22.1, 9.6)."""
    state = play.state
    if on in MINOR and on in state.minors:
        return [minors.facing_ally(power, on, state.minors[on])] if state.minors[on] != power else []
    if table.at_war(state, power, on):
        return []
    if on == ENGLAND and power == HAPSBURG and not free:
        state.anne_discount = False
    met = minors.begin_war(play, power, on)
    guardian = GUARDIANS.get(on, "")
    asked = bool(guardian) and guardian != power and (free or _could_pay(state, guardian))
    return [*met, *([intervening(guardian, on, power, free)] if asked else [])]


@step("9.6")
def intervening(play: Play[State], power: PowerId, minor: MinorId, enemy: PowerId, free: bool) -> Asking:
    """Ask a guardian whether to intervene: then the minor power is its ally and it is at war with the declarer."""
    answer = yield Choose(power, InterveneAnswers(minor, enemy, free))
    if not isinstance(answer, Intervene):
        return []
    state = play.state
    if not free:
        owe(state, power, INTERVENTION)
        state.joined |= 1 << OWNER.index[minor]
    table.set_war(state, enemy, minor, on=False)
    frames = minors.activate(play, minor, power)
    play.emit(Intervened(power, minor, enemy))
    met = [] if table.at_war(state, power, enemy) else minors.begin_war(play, power, enemy)
    state.phony_wars = {**state.phony_wars, enemy: state.phony_wars.get(enemy, 0) | 1 << OWNER.index[minor]}
    return [*minors.leave(state, enemy, minor, shared=True), *frames, *met]


@STEPS.announce
def aiming(power: PowerId, key: str, times: int = 1) -> None:
    """Ask what a card is for, and do it."""
