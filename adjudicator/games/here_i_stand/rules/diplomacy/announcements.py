"""The announcement of deals (9.1): all that were signed come out together and are carried out."""

from copy import deepcopy
from typing import Final

from adjudicator import FIRST, Action, Asking, Event, Frames, Play, Question, Refusal, Together, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.kernel.steps import Frame

from ...facts import (
    ENGLAND,
    FRANCE,
    HAPSBURG,
    LEADER,
    LOCATION,
    OWNER,
    PAPACY,
    POWER,
    SPACE,
    LocationId,
    PowerId,
)
from ...state import LeaderState, Pact, State
from .. import dealing, displacing, hands, table, wives
from ..book import AtLocation, PowerEvent, step
from .deals import OfDeal, mercenary_place, own_squadrons, refused_pact, terms_of


class Announced(OfDeal, frozen=True, tag="announced", rule="9.1"):
    """A deal between two powers was announced and holds."""


class DealVoid(Event, frozen=True, tag="deal_void", rule="9.1"):
    """A deal that two powers had signed does not hold; only they learn it."""

    first: PowerId
    second: PowerId


class MercenariesGiven(PowerEvent, frozen=True, tag="mercenaries_given", rule="9.1", touches=("origin", "to")):
    """Mercenaries of a power became those of another."""

    taker: PowerId
    origin: LocationId
    to: LocationId


DoneTalking = word("done_talking", "End the negotiations: what you have signed may be announced. 9.1.")


class TalkAnswers(ValidatedAnswers[State]):
    """Whether a power has done with negotiating (9.1); meanwhile deals can be signed at any time."""

    kind, rule, secret = "negotiate", "9.1", True
    actions = (DoneTalking,)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None

    def default(self, state: State, seat: str) -> Action:
        return DoneTalking()


@step("9.1", phase="diplomacy")
def negotiation(play: Play[State]) -> Frames:
    """Open the negotiations; in the first turn only England talks, with France and the Hapsburgs (9)."""
    play.state.negotiating = True
    play.state.peace = {}
    play.state.ceded = {}
    return [negotiating(), announcing()]


@step("9.1", phase="diplomacy")
def negotiating(play: Play[State]) -> Asking:
    """Wait until every power has said that it has done with negotiating."""
    first = (HAPSBURG, ENGLAND, FRANCE)
    yield Together(first if play.state.turn == 1 else POWER.ids, TalkAnswers())
    play.state.negotiating = False
    return []


def holding(state: State, pacts: list[Pact]) -> list[Pact]:
    """Return the deals that hold, one after the other; one that cannot be kept takes those with it that need it."""
    held = pacts
    while True:
        pairs = [{pact.first, pact.second} for pact in held]
        held = [pact for pact in held if not pact.only_with or {*pact.only_with} in pairs]
        trial = deepcopy(state)
        bad = None
        for pact in held:
            if refused_pact(trial, pact) is not None:
                bad = pact
                break
            _carry_out(trial, pact)
        if bad is None and len(held) == len(pairs):
            return held
        held = [pact for pact in held if pact is not bad]


@step("9.1", phase="diplomacy")
def announcing(play: Play[State]) -> Frames:
    """Announce all deals that were signed, in the order of impulses, and carry them out (9.1)."""
    state = play.state
    pacts = [pact for power in POWER.ids for pact in state.pacts[power] if pact.first == power]
    pacts.sort(key=lambda pact: (OWNER.number(pact.first), OWNER.number(pact.second)))  # not by when they were signed
    state.pacts = {power: [] for power in POWER.ids}
    held = holding(state, pacts)
    frames: list[Frame] = []
    for pact in pacts:
        both = (pact.first, pact.second)
        if not any(pact is each for each in held):
            play.emit(None, dict.fromkeys(both, DealVoid(*both)))
            continue
        play.emit(Announced(**terms_of(pact)))
        _carry_out(state, pact)
        frames += _further(play, pact)
    return frames


def end_war(state: State, one: str, other: str) -> None:
    """End a war (9.1, 9.2): phony wars between the two stay so, and peace with the Papacy lifts a bull."""
    table.set_war(state, one, other, on=False)
    for here, there in ((one, other), (other, one)):
        state.peace = {**state.peace, here: state.peace.get(here, 0) | 1 << OWNER.index[there]}
        if here == PAPACY:
            state.powers[there].excommunicated = False
        phony = [each for each in OWNER.ids_of(state.phony_wars.get(here, 0)) if state.minors.get(each) == there]
        state.powers[here].phony += len(phony)
        left = state.phony_wars.get(here, 0) & ~OWNER.mask_of(phony)
        state.phony_wars = {
            **{k: v for k, v in state.phony_wars.items() if k != here},
            **({here: left} if left else {}),
        }


def _carry_out(state: State, pact: Pact) -> None:
    """Do what leaves nothing to chance and to nobody's choice."""
    one, other = pact.first, pact.second
    if pact.peace:
        end_war(state, one, other)
    if pact.alliance:
        table.set_alliance(state, one, other)
        for here, there in ((one, other), (other, one)):
            state.peace = {**state.peace, here: state.peace.get(here, 0) | 1 << OWNER.index[there]}
    for at in pact.spaces:
        giver = table.controller(state, at)
        if SPACE.thing(at).home == giver:
            state.ceded = {
                **state.ceded,
                giver: state.ceded.get(giver, 0) | 1 << OWNER.index[other if giver == one else one],
            }
        table.set_controller(state, at, other if giver == one else one)
    for leader in pact.leaders:
        home = dealing.home_key(state, LEADER.thing(leader).power)
        table.put_leader(state, leader, LeaderState(home) if home else LeaderState(returns=True))
    for at in pact.ships:
        lender = one if own_squadrons(state, one, at) else other
        taker = other if lender == one else one
        number = own_squadrons(state, lender, at)
        table.add(state, at, lender, {"squadrons": -number})
        table.add(state, at, lender, {"squadrons": number}, lent_to=taker)
        for leader in table.leaders_at(state, at, lender, naval=True):
            table.put_leader(state, leader, LeaderState(at, lent_to=taker))
    if pact.rescission:
        state.powers[other if one == PAPACY else one].excommunicated = False
    if pact.divorce:
        state.divorced = state.turn


def _further(play: Play[State], pact: Pact) -> Frames:
    """Return the frames of a deal: who leaves yielded spaces, cards that are drawn, mercenaries that go over."""
    state = play.state
    frames: list[Frame] = []
    for at in pact.spaces:
        frames += displacing.displaced_but(state, at, table.controller(state, at))
    taker = pact.second if pact.cards_from == pact.first else pact.first
    if pact.cards:
        frames.append(cards_given(pact.cards_from, taker, pact.cards))
    taker = pact.second if pact.mercenaries_from == pact.first else pact.first
    frames += [giving(pact.mercenaries_from, taker)] * pact.mercenaries
    if pact.divorce:
        frames.append(wives.marry())
    return frames


@step("9.1", phase="diplomacy")
def cards_given(play: Play[State], giver: PowerId, taker: PowerId, count: int) -> Frames:
    """Draw cards at random from one hand into another (9.1)."""
    for _ in range(count):
        card = hands.at_random(play, giver)
        if card is not None:
            hands.take(play, taker, giver, card)
    return []


class GiveFrom(AtLocation, frozen=True, tag="give_from"):
    """Give a mercenary from a place. 9.1."""


no_mercenary_there = Code("9.1", at=LOCATION)
GIVE: Final = Question(
    "give_mercenary",
    "9.1",
    GiveFrom,
    otherwise=no_mercenary_there,
    default=FIRST,
    alone="silence",
    about={"taker": PowerId},
    interrupts=True,
)


@step("9.1", phase="diplomacy")
def giving(play: Play[State], giver: PowerId, taker: PowerId) -> Asking:
    """Let a power choose where a mercenary that it gives away comes from."""
    state = play.state
    there = [
        at
        for at, here in table.placed(state)
        if any(each.owner == giver and each.mercenaries and not each.inside for each in here)
    ]
    to = mercenary_place(state, taker)
    if not there or to is None:
        return []
    answer = yield GIVE(giver, map(GiveFrom, there), taker=taker)
    table.add(play.state, answer.at, giver, {"mercenaries": -1})
    table.add(play.state, to, taker, {"mercenaries": 1})
    play.emit(MercenariesGiven(giver, taker, answer.at, to))
    return []
