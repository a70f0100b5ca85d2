"""The announcement of deals (9.1): all that were signed come out together and are carried out."""

from copy import deepcopy
from typing import Final

from adjudicator import FIRST, Action, Asking, Event, Frames, Play, Question, Refusal, Together, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.kernel.steps import Frame

from ...facts import ENGLAND, FRANCE, HAPSBURG, LOCATION, OWNER, PAPACY, POWER, SPACE, LocationId, PowerId, SpaceId
from ...state import LeaderState, Pact, State
from .. import dealing, displacing, hands, table, wives
from ..book import AtLocation, AtSpace, PowerEvent, step
from .deals import (
    OfDeal,
    fleets,
    lender_of,
    lent_leaders,
    loan_ports,
    mercenary_places,
    refused_pact,
    taker_of,
    terms_of,
)


class Announced(OfDeal, frozen=True, tag="announced", rule="9.1"):
    """A deal between two powers was announced and holds."""


class DealVoid(Event, frozen=True, tag="deal_void", rule="9.1"):
    """A deal that two powers had signed does not hold; only they learn it."""

    first: PowerId
    second: PowerId


class ShipsLent(PowerEvent, frozen=True, tag="ships_lent", rule="9.2", touches=("origin", "to")):
    """Ships that a power lent came to a port of the borrower."""

    taker: PowerId
    origin: LocationId
    to: LocationId


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
        for n, pact in enumerate(held):
            if refused_pact(trial, pact, held[:n]) is not None:
                bad = pact
                break
            _carry_out(trial, pact)
            _suppose(trial, pact)
        if bad is None and len(held) == len(pairs):
            return held
        held = [pact for pact in held if pact is not bad]


def _suppose(state: State, pact: Pact) -> None:
    """Take as many cards and mercenaries as a deal gives, whichever: later deals cannot give the same ones."""
    for card in state.hands[pact.cards_from].cards[: pact.cards] if pact.cards else ():
        hands.change_hand(state, pact.cards_from, drop=card)
        hands.change_hand(state, taker_of(pact, pact.cards_from), add=card)
    if pact.mercenaries:
        taker = taker_of(pact, pact.mercenaries_from)
        for at in _sources(state, pact.mercenaries_from)[: pact.mercenaries]:
            table.add(state, at, pact.mercenaries_from, {"mercenaries": -1})
        table.add(state, mercenary_places(state, taker)[0], taker, {"mercenaries": pact.mercenaries})


@step("9.1", phase="diplomacy")
def announcing(play: Play[State]) -> Frames:
    """Find out which of the deals that were signed hold; who signed another one learns that it does not (9.1)."""
    state = play.state
    pacts = [pact for power in POWER.ids for pact in state.pacts[power] if pact.first == power]
    pacts.sort(key=lambda pact: (OWNER.number(pact.first), OWNER.number(pact.second)))  # not by when they were signed
    held = holding(state, pacts)
    for pact in pacts:
        if not any(pact is each for each in held):
            both = (pact.first, pact.second)
            play.emit(None, dict.fromkeys(both, DealVoid(*both)))
    state.pacts = {power: [pact for pact in held if pact.first == power] for power in POWER.ids}
    return [taking_effect()]


@step("9.1", phase="diplomacy")
def taking_effect(play: Play[State]) -> Frames:
    """Announce the deals in the order of impulses; each takes effect before the next is announced (9.1)."""
    state = play.state
    pact = next((pact for power in POWER.ids for pact in state.pacts[power]), None)
    if pact is None:
        return []
    state.pacts = {**state.pacts, pact.first: state.pacts[pact.first][1:]}
    play.emit(Announced(**terms_of(pact)))
    _carry_out(state, pact)
    return [*_further(state, pact), taking_effect()]


def end_war(state: State, one: str, other: str) -> None:
    """End a war (9.1, 9.3): phony wars between the two stay so, and peace with the Papacy lifts a bull."""
    table.set_war(state, one, other, on=False)
    for here, there in ((one, other), (other, one)):
        state.peace = {**state.peace, here: state.peace.get(here, 0) | 1 << OWNER.index[there]}
        if here == PAPACY:
            state.powers[there].excommunicated = False
        phony = [each for each in OWNER.ids_of(state.phony_wars.get(here, 0)) if state.minors.get(each) == there]
        state.powers[here].phony += len(phony)
        left = state.phony_wars.get(here, 0) & ~OWNER.mask_of(phony)
        others = {power: mask for power, mask in state.phony_wars.items() if power != here}
        state.phony_wars = others | ({here: left} if left else {})


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
        taker = other if giver == one else one
        if table.has(table.homes(state, giver), at):
            state.ceded = {**state.ceded, giver: state.ceded.get(giver, 0) | 1 << OWNER.index[taker]}
        table.set_controller(state, at, taker)
    lender, sailing = lender_of(state, pact), lent_leaders(state, pact)
    for leader in pact.leaders:
        if leader not in sailing:
            table.put_leader(state, leader, LeaderState(returns=True))
    for at in pact.ships:
        taker, left = taker_of(pact, lender), pact.squadrons
        for fleet in fleets(state, lender, at):
            number = min(fleet.squadrons, left) if pact.squadrons else fleet.squadrons
            left -= number
            table.add(state, at, fleet.owner, {"squadrons": -number}, inside=fleet.inside)
            table.add(state, at, fleet.owner, {"squadrons": number}, inside=fleet.inside, lent_to=taker)
    for leader in sailing:
        table.put_leader(state, leader, LeaderState(state.leaders[leader].at, lent_to=taker_of(pact, lender)))
    if pact.rescission:
        state.powers[other if one == PAPACY else one].excommunicated = False
    if pact.divorce:
        state.divorced = state.turn


def _further(state: State, pact: Pact) -> Frames:
    """Return the frames of a deal: displaced units, fleets, cards that are drawn, mercenaries."""
    frames: list[Frame] = []
    for at in pact.spaces:
        frames += displacing.displaced_but(state, at, table.controller(state, at))
    frames += [dealing.returning(each) for each in pact.leaders if state.leaders[each].returns]
    frames += [lending(at) for at in pact.ships]
    if pact.cards:
        frames.append(cards_given(pact.cards_from, taker_of(pact, pact.cards_from), pact.cards))
    if pact.mercenaries:
        taker = taker_of(pact, pact.mercenaries_from)
        frames.append(receiving(pact.mercenaries_from, taker, pact.mercenaries))
    if pact.divorce:
        frames.append(wives.marry())
    return frames


class LendTo(AtSpace, frozen=True, tag="lend_to"):
    """Let ships that are lent to you come to one of your nearest ports. 9.2."""


not_nearest_port = Code("9.2", space=SPACE)
LEND: Final = Question(
    "lend_to", "9.2", LendTo, otherwise=not_nearest_port, default=FIRST, alone="silence", about={"at": LocationId}
)


@step("9.2", phase="diplomacy")
def lending(play: Play[State], at: LocationId) -> Asking:
    """Send ships that were lent at once to the nearest port of the borrower, who chooses between equal ones (9.2)."""
    state = play.state
    lent = [each for each in table.forces(state, at) if each.lent_to]
    lender, taker = table.major_of(state, lent[0].owner), lent[0].lent_to
    ports = loan_ports(state, lent, taker, at)
    if not ports:
        return []
    answer = yield LEND(taker, map(LendTo, ports), at=at)
    state = play.state
    for fleet in lent:
        table.add(state, at, fleet.owner, {"squadrons": -fleet.squadrons}, inside=fleet.inside, lent_to=taker)
        table.add(state, answer.space, fleet.owner, {"squadrons": fleet.squadrons}, lent_to=taker)
    for leader in table.leaders_at(state, at, taker, naval=True):
        table.put_leader(state, leader, LeaderState(answer.space, lent_to=taker))
    play.emit(ShipsLent(lender, taker, at, answer.space))
    return []


@step("9.1", phase="diplomacy")
def cards_given(play: Play[State], giver: PowerId, taker: PowerId, count: int) -> Frames:
    """Draw cards at random from one hand into another (9.1)."""
    for _ in range(count):
        hands.take_at_random(play, taker, giver)
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


class ReceiveAt(AtSpace, frozen=True, tag="receive_at"):
    """Choose where mercenaries that you get arrive. 9.1."""


not_for_mercenaries = Code("9.1", space=SPACE)
RECEIVE: Final = Question(
    "receive_mercenaries",
    "9.1",
    ReceiveAt,
    otherwise=not_for_mercenaries,
    default=FIRST,
    alone="silence",
    about={"giver": PowerId},
)


@step("9.1", phase="diplomacy")
def receiving(play: Play[State], giver: PowerId, taker: PowerId, count: int) -> Asking:
    """Let a power choose in which capital, or electorate, mercenaries arrive that it gets (9.1)."""
    places = mercenary_places(play.state, taker)
    if not places:
        return []
    answer = yield RECEIVE(taker, map(ReceiveAt, places), giver=giver)
    return [giving(giver, taker, answer.space)] * count


def _sources(state: State, giver: str) -> list[str]:
    """Return the places of the mercenaries that a power can give, one for each."""
    there = ((at, each) for at, here in table.placed(state) for each in here if each.owner == giver and not each.inside)
    return [at for at, each in there for _ in range(each.mercenaries)]


@step("9.1", phase="diplomacy")
def giving(play: Play[State], giver: PowerId, taker: PowerId, to: SpaceId) -> Asking:
    """Let a power choose where a mercenary that it gives away comes from."""
    there = dict.fromkeys(_sources(play.state, giver))
    if not there:
        return []
    answer = yield GIVE(giver, map(GiveFrom, there), taker=taker)
    table.add(play.state, answer.at, giver, {"mercenaries": -1})
    table.add(play.state, to, taker, {"mercenaries": 1})
    play.emit(MercenariesGiven(giver, taker, answer.at, to))
    return []
