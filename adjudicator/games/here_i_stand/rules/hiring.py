"""Landsknechts and Swiss Mercenaries (cards 33, 36): at any time, and just before a battle or an assault."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from msgspec import Meta

from adjudicator import Action, Asking, Frames, Play, Refusal, word
from adjudicator.components import Code

from ..facts import (
    CARD,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    LOCATION,
    OTTOMAN,
    OWNER,
    PAPACY,
    PROTESTANT,
    SPACE,
    CardId,
    OwnerId,
    PowerId,
    SpaceId,
)
from ..state import State
from . import building, responding, table
from .book import Choices, OfCard, PowerEvent, asking, step
from .war import combat, sides
from .war.sieges import sieges_checked

LANDSKNECHTS, SWISS = "landsknechts", "swiss_mercenaries"
CARDS: Final = (LANDSKNECHTS, SWISS)
COUNTS: Final = {
    LANDSKNECHTS: {HAPSBURG: 4, OTTOMAN: 2, ENGLAND: 2, FRANCE: 2, PAPACY: 2, PROTESTANT: 2},
    SWISS: {FRANCE: 4, OTTOMAN: 4, HAPSBURG: 2, ENGLAND: 2, PAPACY: 2, PROTESTANT: 2},
}
"""The mercenaries that each card brings, by who uses it; the Ottoman removes them, or lets France have them."""


class Hired(PowerEvent, frozen=True, tag="hired", rule="6", touches=("space",)):
    """Mercenaries of a power came to a space."""

    space: SpaceId
    count: int


class HiredAbroad(PowerEvent, frozen=True, tag="hired_abroad", rule="21.7"):
    """Mercenaries of a power had to go to its foreign war."""

    card: CardId
    count: int


class Dismissed(PowerEvent, frozen=True, tag="dismissed", rule="6", touches=("space",), hits=("owner",)):
    """Mercenaries of an owner were removed by a power."""

    space: SpaceId
    owner: OwnerId
    count: int


not_held = Code("6", card=CARD)
not_now = Code("6", card=CARD)
before_league = Code("21.6")
no_units_there = Code("6", space=SPACE)
wrong_number = Code("6", count=int)
no_mercenaries_there = Code("6", space=SPACE, owner=OWNER)
battle_under_way = Code("6")


class Hire(OfCard, frozen=True, tag="hire"):
    """Use Landsknechts or Swiss Mercenaries: a space for each mercenary. 6.

    The Ottoman names the spaces, and with `owners` whose mercenaries are removed; no spaces for the Swiss, whom France
    places.
    """

    spaces: Annotated[tuple[str, ...], SPACE, Meta(max_length=4)] = ()
    owners: Annotated[tuple[str, ...], OWNER, Meta(max_length=4)] = ()


class HireNow(Hire, frozen=True, tag="hire_now"):
    """Use Landsknechts or Swiss Mercenaries at any moment of the action phase, as `Hire` says. 6."""


NoHire = word("no_hire", "Do not use the card now. 6.")


def sites(state: State, power: str) -> list[str]:
    """Return the spaces where mercenaries of a power may be placed: those with its land units that are not besieged."""
    found = [
        at
        for at, here in table.placed(state)
        if at in SPACE
        and any(table.land(each) and not each.inside and table.major_of(state, each.owner) == power for each in here)
    ]
    return sorted(found, key=LOCATION.index.__getitem__)


def due(state: State, card: str, power: str) -> int:
    """Return how many mercenaries a power must place or remove with a card: as many as there are."""
    count = COUNTS[card][power]
    if power == OTTOMAN:
        there = sum(each.mercenaries for here in state.forces.values() for each in here)
        return min(count, there) if card == LANDSKNECHTS else 0
    most = min(count, table.left_in_box(state, power, "land")) if sites(state, power) else abroad_due(state, power)
    return max(0, most)


def abroad_due(state: State, power: str) -> int:
    """Return how many of new mercenaries have to go to a foreign war that is below strength (21.7)."""
    war = building.short_war(state, power)
    if war is None or state.rules.foreign_war_refill != "must":
        return 0
    return table.terms_of(war).own - table.strength(war)


def sensible(state: State, card: str, power: str) -> Iterator[Hire]:
    """Yield all mercenaries in one space, for each space; the space of a battle under way first."""
    if power == OTTOMAN:
        yield from _removals(state, card)
        return
    count = due(state, card, power)
    count -= min(count, abroad_due(state, power))
    there = sites(state, power)
    now = state.battle
    if now is not None and now.at in there:
        there = [now.at, *(each for each in there if each != now.at)]
    for at in there if count else [""]:
        yield Hire(card, (at,) * count)


def _removals(state: State, card: str) -> Iterator[Hire]:
    if card == SWISS:
        yield Hire(card)
        return
    for at, here in table.placed(state):
        for each in here:
            if count := min(2, each.mercenaries):
                yield Hire(card, (at,) * count, (each.owner,) * count)


def hire_refused(state: State, power: str, action: Hire) -> Refusal | None:
    """Return why a power may not use a card like this (cards 33 and 36)."""
    if power == PROTESTANT and not state.league:
        return before_league()
    if power == OTTOMAN:
        return _removal_refused(state, action)
    if action.owners:
        return wrong_number(count=0)
    count = due(state, action.card, power)
    count -= min(count, abroad_due(state, power))
    there = sites(state, power)
    bad = next((each for each in action.spaces if each not in there), None)
    if bad is not None:
        return no_units_there(space=bad)
    return None if len(action.spaces) == count else wrong_number(count=count)


def _removal_refused(state: State, action: Hire) -> Refusal | None:
    if action.card == SWISS:
        return None if not action.spaces and not action.owners else wrong_number(count=0)
    if len(action.owners) != len(action.spaces) or not 1 <= len(action.spaces) <= COUNTS[LANDSKNECHTS][OTTOMAN]:
        return wrong_number(count=due(state, action.card, OTTOMAN))
    wanted: dict[tuple[str, str], int] = {}
    for pair in zip(action.spaces, action.owners, strict=True):
        wanted[pair] = wanted.get(pair, 0) + 1
    for (at, owner), count in wanted.items():
        there = sum(each.mercenaries for each in table.forces(state, at) if each.owner == owner)
        if there < count:
            return no_mercenaries_there(space=at, owner=owner)
    return None


def carry_out(play: Play[State], power: str, action: Hire) -> Frames:
    """Place or remove mercenaries (cards 33 and 36)."""
    state = play.state
    if power == OTTOMAN:
        if action.card == SWISS:
            return [hiring_of(FRANCE, SWISS)]
        for at, owner in zip(action.spaces, action.owners, strict=True):
            here = next(each for each in table.forces(state, at) if each.owner == owner and each.mercenaries)
            table.add(state, at, owner, {"mercenaries": -1}, inside=here.inside)
            play.emit(Dismissed(power, at, owner, 1))
        if state.battle is not None:
            sides.clip(state)
        return [sieges_checked()]
    sent = min(due(state, action.card, power), abroad_due(state, power))
    war = building.short_war(state, power)
    if sent and war is not None:
        war.mercenaries += sent
        play.emit(HiredAbroad(power, CARD.ids[war.card], sent))
    for at in dict.fromkeys(action.spaces):
        combat.join(state, at, power, action.spaces.count(at))
        play.emit(Hired(power, at, action.spaces.count(at)))
    return []


# ---- when


class HireAnswers(Choices):
    """Where the mercenaries of a card go that a power uses as its event, or France by the Ottoman's."""

    kind, rule, interrupts = "hiring", "6", True
    actions = (Hire,)
    card: str

    def __init__(self, card: str) -> None:
        self.card = card

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return sensible(state, self.card, seat)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        return hire_refused(state, seat, action) if action.card == self.card else not_now(card=action.card)


@step("6")
def hiring_of(play: Play[State], power: PowerId, card: CardId) -> Asking:
    """Ask a power where the mercenaries of a card go."""
    state = play.state
    answers = HireAnswers(card)
    if not (due(state, card, power) or (power, card) == (OTTOMAN, SWISS)):
        return []
    if next(iter(answers.options(state, power)), None) is None:
        return []
    answer = yield asking(play, power, answers)
    return carry_out(play, power, answer)


class BeforeBattleAnswers(Choices):
    """The mercenaries that a side calls just before a battle (14 step 1, 15.2)."""

    kind, rule, interrupts = "before_battle", "14", True
    actions = (Hire, NoHire)
    silent = NoHire

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield NoHire()
        for card in responding.held(state, seat, *CARDS):
            yield from sensible(state, card, seat)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        return use_refused(state, seat, action)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"space": state.battle.at if state.battle is not None else None}


def use_refused(state: State, power: str, action: Hire) -> Refusal | None:
    """Return why a power cannot use the card from its hand like this."""
    if action.card not in CARDS:
        return not_now(card=action.card)
    if not responding.held(state, power, action.card):
        return not_held(card=action.card)
    if not due(state, action.card, power) and (power, action.card) != (OTTOMAN, SWISS):
        return not_now(card=action.card)
    return hire_refused(state, power, action)


@step("14")
def hired(play: Play[State], power: PowerId) -> Asking:
    """Ask a side for Landsknechts and Swiss Mercenaries before the dice are counted (14 step 1)."""
    state = play.state
    if not responding.may_hold(state, power, *CARDS):
        return []
    answer = yield asking(play, power, BeforeBattleAnswers())
    if not isinstance(answer, Hire):
        return []
    responding.use(play, power, answer.card)
    return [*carry_out(play, power, answer), hired(power)]


def now_refused(state: State, power: str, action: HireNow) -> Refusal | None:
    """Return why a power cannot call mercenaries at this moment, or None (6)."""
    if not state.acting:
        return not_now(card=action.card)
    if state.battle is not None and state.battle.kind != "march":
        return battle_under_way()
    return use_refused(state, power, action)


@step("6")
def using_anytime(
    play: Play[State], power: PowerId, card: CardId, spaces: list[SpaceId], owners: list[OwnerId]
) -> Frames:
    """Use Landsknechts or Swiss Mercenaries at any time (6)."""
    responding.use(play, power, card)
    return carry_out(play, power, Hire(card, tuple(spaces), tuple(owners)))
