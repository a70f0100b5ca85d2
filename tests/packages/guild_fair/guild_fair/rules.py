"""The rules of Guild Fair in their order: actions, events, refusals, answers, steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated, Any

from adjudicator import (
    MODERATOR,
    Action,
    Agree,
    Answers,
    Asking,
    ByHand,
    Choose,
    Event,
    Frames,
    Judged,
    Play,
    Refusal,
    StepBook,
    Unwind,
    Window,
    parallel,
)
from adjudicator.components import Code
from guild_fair.state import COINS, CONTRACT, OMEN, ROUNDS, SEAT, ContractId, SeatId, State

STEPS = StepBook()
step = STEPS.step


# 1: the round and its omen


class OmenSeen(Event, frozen=True, tag="omen_seen", rule="1"):
    omen: Annotated[str, OMEN]


class Decreed(Event, frozen=True, tag="decreed", rule="1"):
    seat: SeatId
    coins: int


class Decree(Action, frozen=True, tag="decree"):
    """What the visitor brings to a guild, as the moderator rules. Rule 1."""

    seat: SeatId
    coins: int = 1


class DecreeAnswers(Answers[State]):
    """Asked of the moderator: the card of the visitor says nothing that a program could carry out."""

    kind, rule, actions = "decree", "1", (Decree,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Decree(guild, coins) for guild in state.coins for coins in (1, 2)]


@step("1")
def a_round(play: Play[State]) -> Frames:
    play.line("omen")
    omen = play.pick_weighted("omen", "omen", {"rain": 3, "market": 2, "visitor": int(play.options["visitors"])})
    play.emit(OmenSeen(omen))
    if omen == "market":
        for seat in play.seats:
            play.state.coins[seat] += 1
    visit = [visitor()] if omen == "visitor" else []
    chains = parallel({seat: [contracts(seat), loan(seat)] for seat in play.seats})
    return [*visit, chains, put_back(), *map(turn, play.seats), levy(), end_of_round()]


@step("1")
def visitor(play: Play[State]) -> Asking:
    answer: Decree = yield Choose(MODERATOR, DecreeAnswers())
    play.state.coins[answer.seat] += answer.coins
    play.emit(Decreed(answer.seat, answer.coins))
    return None


# 2: contracts and loans, side by side


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the two contracts; the other goes back. Rule 2."""

    contract: ContractId


class Borrow(Action, frozen=True, tag="borrow"):
    """Take a loan of so many coins, each of which costs a renown at the end. Rule 2."""

    coins: int


class Drew(Event, frozen=True, tag="drew", by="seat", rule="2", own=("contracts",)):
    seat: SeatId
    contracts: Annotated[tuple[str, ...], CONTRACT]


class Kept(Event, frozen=True, tag="kept", by="seat", rule="2", own=("contract",)):
    seat: SeatId
    contract: ContractId


class Borrowed(Event, frozen=True, tag="borrowed", by="seat", rule="2", own=("coins",)):
    seat: SeatId
    coins: int


class KeepAnswers(Answers[State]):
    kind, rule, actions = "keep", "2", (Keep,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Keep(each) for each in dict.fromkeys(state.drawn[seat])]

    def default(self, state: State, seat: str) -> Action:
        return self.options(state, seat)[0]


class LoanAnswers(Answers[State]):
    kind, rule, actions = "loan", "2", (Borrow,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Borrow(0), Borrow(1), Borrow(2)]

    def default(self, state: State, seat: str) -> Action:
        return Borrow(0)


@step("2")
def contracts(play: Play[State], seat: SeatId) -> Frames:
    drawn = play.pick_many("contracts", "contracts", play.state.pool, 2)
    for each in drawn:
        play.state.pool.remove(each)
    play.state.drawn[seat] = sorted(drawn, key=CONTRACT.number)
    play.emit(None, {seat: Drew(seat, tuple(drawn))})
    return [keep(seat)]


@step("2")
def keep(play: Play[State], seat: SeatId) -> Asking:
    answer: Keep = yield Choose(seat, KeepAnswers())
    play.state.kept[seat] = 1 + play.state.drawn[seat].index(answer.contract)
    play.emit(None, {seat: Kept(seat, answer.contract)})
    return None


@step("2")
def loan(play: Play[State], seat: SeatId) -> Asking:
    answer: Borrow = yield Choose(seat, LoanAnswers())
    play.state.loans[seat] += answer.coins
    if answer.coins:
        play.emit(None, {seat: Borrowed(seat, answer.coins)})
    return None


@step("2")
def put_back(play: Play[State]) -> None:
    """Only when all are done: the sizes of piles would tell who is."""
    state = play.state
    for seat in play.seats:
        kept = state.drawn[seat].pop(state.kept[seat] - 1)
        state.pool = sorted([*state.pool, *state.drawn[seat]], key=CONTRACT.number)
        state.contracts[seat] = sorted([*state.contracts[seat], kept], key=CONTRACT.number)
        state.drawn[seat], state.kept[seat] = [], 0


# 3: turns


class Work(Action, frozen=True, tag="work"):
    """Fulfil a contract for a coin: its worth in renown. Rule 3."""

    contract: ContractId


class Save(Action, frozen=True, tag="save"):
    """Take two coins. Rule 3."""


class Feud(Action, frozen=True, tag="feud"):
    """Begin a feud with another guild. Rule 4."""

    against: SeatId


class Undercut(Action, frozen=True, tag="undercut"):
    """Pay a coin, and the contract brings one renown less. Rule 3."""


class Saved(Event, frozen=True, tag="saved", by="seat", rule="3"):
    seat: SeatId


class Worked(Event, frozen=True, tag="worked", by="seat", rule="3"):
    seat: SeatId
    contract: ContractId
    renown: int


class WasUndercut(Event, frozen=True, tag="was_undercut", by="seat", rule="3"):
    seat: SeatId
    worker: SeatId


class DoneByHand(Event, frozen=True, tag="done_by_hand", rule="3"):
    seat: SeatId
    contract: ContractId


no_such_contract = Code("3", contract=CONTRACT)
no_coin = Code("3")
not_yourself = Code("4")


class TurnAnswers(Judged[State]):
    kind, rule, actions = "turn", "3", (Work, Save, Feud)

    def candidates(self, state: State, seat: str) -> list[Action]:
        return [*map(Work, dict.fromkeys(state.contracts[seat])), Save(), *map(Feud, state.coins)]

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Feud):
            return not_yourself([Save()]) if action.against == seat else None
        if not isinstance(action, Work):
            return None
        if action.contract not in state.contracts[seat]:
            return no_such_contract([Save()], contract=action.contract)
        return no_coin([Save()]) if state.coins[seat] < 1 else None

    def default(self, state: State, seat: str) -> Action:
        return Save()


class UndercutAnswers(Answers[State]):
    """Asked of all who have a coin, whether or not they would."""

    kind, rule, actions, secret, interrupts = "undercut", "3", (Undercut,), True, True
    worker: SeatId

    def __init__(self, worker: str) -> None:
        self.worker = worker

    def options(self, state: State, seat: str) -> list[Action]:
        return [Undercut()]

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"worker": self.worker}


class ManualAnswers(ByHand[State]):
    """Asked of the moderator: what the words of a pack say that a contract does."""

    kind, rule = "manual", "3"
    seat: SeatId
    contract: ContractId

    def __init__(self, seat: str, contract: str, words: Mapping[str, str]) -> None:
        self.seat, self.contract, self.words = seat, contract, words

    def involved(self, state: State) -> tuple[str, ...]:
        return (self.seat,)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"seat": self.seat, "contract": self.contract, "words": dict(self.words)}


@step("3")
def turn(play: Play[State], seat: SeatId) -> Asking:
    answer: Work | Save | Feud = yield Choose(seat, TurnAnswers())
    state = play.state
    if isinstance(answer, Work):
        state.coins[seat] -= 1
        return [undercutting(seat, answer.contract)]
    if isinstance(answer, Feud):
        state.bouts = 3
        return [*(bout(seat, answer.against) for _ in range(3)), end_of_feud(seat, answer.against)]
    state.coins[seat] += 2
    play.emit(Saved(seat))
    return None


@step("3")
def undercutting(play: Play[State], seat: SeatId, contract: ContractId) -> Asking:
    others = tuple(other for other in play.seats if other != seat and play.state.coins[other])
    reactions: list[tuple[str, Action]] = []
    if others:
        reactions = yield Window(others, UndercutAnswers(seat), count="first")
    state, renown = play.state, max(0, play.content.contracts[contract].reward - len(reactions))
    for other, _ in reactions:
        state.coins[other] -= 1
        play.emit(WasUndercut(other, seat))
    state.contracts[seat].remove(contract)
    state.done = sorted([*state.done, contract], key=CONTRACT.number)
    state.renown[seat] += renown
    play.emit(Worked(seat, contract, renown))
    return [by_hand(seat, contract)] if play.content.contracts[contract].manual else None


@step("3")
def by_hand(play: Play[State], seat: SeatId, contract: ContractId) -> Asking:
    yield Choose(MODERATOR, ManualAnswers(seat, contract, play.content.contracts[contract].manual))
    play.emit(DoneByHand(seat, contract))
    return None


# 4: feuds


class Stand(Action, frozen=True, tag="stand"):
    """Stand firm in a feud: both lose a coin, as far as they have one. Rule 4."""


class Yield(Action, frozen=True, tag="yield"):
    """Give in: the feud is over at once. Rule 4."""


class StoodFirm(Event, frozen=True, tag="stood_firm", by="seat", rule="4"):
    seat: SeatId
    against: SeatId


class FeudEnded(Event, frozen=True, tag="feud_ended", rule="4"):
    seat: SeatId
    against: SeatId
    left: int


class BoutAnswers(Answers[State]):
    kind, rule, actions, interrupts = "bout", "4", (Stand, Yield), True
    by: SeatId

    def __init__(self, by: str) -> None:
        self.by = by

    def options(self, state: State, seat: str) -> list[Action]:
        return [Stand(), Yield()]

    def default(self, state: State, seat: str) -> Action:
        return Yield()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"by": self.by}


@step("4")
def bout(play: Play[State], seat: SeatId, against: SeatId) -> Asking:
    answer: Stand | Yield = yield Choose(against, BoutAnswers(seat))
    if isinstance(answer, Yield):
        return Unwind("end_of_feud")
    play.state.bouts -= 1
    for each in (seat, against):
        play.state.coins[each] = max(0, play.state.coins[each] - 1)
    play.emit(StoodFirm(against, seat))
    return None


@step("4")
def end_of_feud(play: Play[State], seat: SeatId, against: SeatId) -> None:
    """Each bout that was not fought is a renown for who began the feud."""
    left, play.state.bouts = play.state.bouts, 0
    play.state.renown[seat] += left
    play.emit(FeudEnded(seat, against, left))


# 5: pacts and the levy


class Pact(Action, frozen=True, tag="pact"):
    """Two or more guilds become allies, in secret. Rule 5."""

    members: Annotated[tuple[str, ...], SEAT]


class Give(Action, frozen=True, tag="give"):
    """Give another guild a coin, openly. Rule 5."""

    to: SeatId


class Hire(Action, frozen=True, tag="hire"):
    """A guild pays another so many coins, and has a renown of it; both sign, and all may see the offer. Rule 5."""

    patron: SeatId
    worker: SeatId
    coins: int


class Levy(Action, frozen=True, tag="levy"):
    """The richest guild gives the poorest so many coins, for as much renown. Rule 5."""

    coins: int


class PactMade(Event, frozen=True, tag="pact_made", rule="5"):
    members: Annotated[tuple[str, ...], SEAT]


class Given(Event, frozen=True, tag="given", by="seat", rule="5"):
    seat: SeatId
    to: SeatId


class Hired(Event, frozen=True, tag="hired", by="patron", rule="5"):
    patron: SeatId
    worker: SeatId
    coins: int


class LevyPaid(Event, frozen=True, tag="levy_paid", rule="5"):
    rich: SeatId
    poor: SeatId
    coins: int


not_a_member = Code("5")
nothing_to_give = Code("5")
not_to_yourself = Code("5")
not_hired = Code("5")
cannot_pay = Code("5", patron=SEAT)


class PactAnswers(Judged[State]):
    """At any time."""

    kind, rule, actions, open_offers = "pact", "5", (Pact, Give, Hire), (Hire,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        found = (members for count in (2, 3) for members in combinations(state.coins, count) if seat in members)
        yield from (Pact(members) for members in found if set(members) - {seat, *state.allies[seat]})
        yield from map(Give, state.coins)
        for other in (each for each in state.coins if each != seat):
            yield from (Hire(seat, other, coins) for coins in range(2, state.coins[seat] + 1))
            yield from (Hire(other, seat, coins) for coins in range(2, state.coins[other] + 1))

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Give):
            if action.to == seat or action.to not in state.coins:
                return not_to_yourself()
            return None if state.coins[seat] else nothing_to_give()
        if isinstance(action, Hire):
            both = {action.patron, action.worker}
            if seat not in both or len(both) < 2 or not both <= set(state.coins) or action.coins < 2:
                return not_hired()
            return None if state.coins[action.patron] >= action.coins else cannot_pay(patron=action.patron)
        assert isinstance(action, Pact)
        if seat not in action.members or len(set(action.members)) < 2 or not set(action.members) <= set(state.coins):
            return not_a_member()
        return None

    def signatories(self, state: State, seat: str, action: Action) -> tuple[str, ...]:
        if isinstance(action, Give):
            return (seat,)
        if isinstance(action, Hire):
            return tuple(each for each in state.coins if each in (action.patron, action.worker))
        assert isinstance(action, Pact)
        return tuple(each for each in state.coins if each in action.members)


class LevyAnswers(Answers[State]):
    kind, rule, actions = "levy", "5", (Levy,)
    rich: SeatId
    poor: SeatId

    def __init__(self, rich: str, poor: str) -> None:
        self.rich, self.poor = rich, poor

    def options(self, state: State, seat: str) -> list[Action]:
        return [Levy(coins) for coins in range(1, state.coins[self.rich] + 1)]

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"rich": self.rich, "poor": self.poor}


@step("5")
def pact_made(play: Play[State], members: Annotated[list[str], SEAT]) -> None:
    for each in members:
        known = {*play.state.allies[each], *members} - {each}
        play.state.allies[each] = sorted(known, key=SEAT.number)
    play.emit(None, dict.fromkeys(members, PactMade(tuple(members))))


@step("5")
def hired(play: Play[State], patron: SeatId, worker: SeatId, coins: int) -> None:
    play.state.coins[patron] -= coins
    play.state.coins[worker] += coins
    play.state.renown[patron] += 1
    play.emit(Hired(patron, worker, coins))


@step("5")
def given(play: Play[State], seat: SeatId, to: SeatId) -> None:
    play.state.coins[seat] -= 1
    play.state.coins[to] += 1
    play.emit(Given(seat, to))


@step("5")
def levy(play: Play[State]) -> Asking:
    coins = play.state.coins
    rich = max(play.seats, key=lambda seat: coins[seat])
    poor = min(play.seats, key=lambda seat: coins[seat])
    if coins[rich] < 2 + coins[poor]:
        return None
    agreed: Levy | None = yield Agree((rich, poor), LevyAnswers(rich, poor), proposer=poor)
    if agreed is not None:
        coins[rich] -= agreed.coins
        coins[poor] += agreed.coins
        play.state.renown[rich] += agreed.coins
        play.emit(LevyPaid(rich, poor, agreed.coins))
    return None


# 6: the end


class Scored(Event, frozen=True, tag="scored", by="seat", rule="6"):
    seat: SeatId
    allies: int
    loans: int


@step("6")
def end_of_round(play: Play[State]) -> Frames | None:
    state = play.state
    if state.round < ROUNDS:
        state.round += 1
        return [a_round()]
    for seat in play.seats:
        state.renown[seat] = max(0, state.renown[seat] + len(state.allies[seat]) - state.loans[seat])
        play.emit(Scored(seat, len(state.allies[seat]), state.loans[seat]))
    best = max(state.renown.values())
    play.end([seat for seat in play.seats if state.renown[seat] == best], "renown", state.renown)
    return None


# 7: the next fair


class CarriedOver(Event, frozen=True, tag="carried_over", by="seat", rule="7"):
    seat: SeatId
    coins: int


@step("7")
def next_fair(play: Play[State]) -> Frames:
    """What a guild has beyond the first coins it brings from the fair before."""
    play.line("next_fair")
    for seat in play.seats:
        if play.state.coins[seat] > COINS:
            play.emit(CarriedOver(seat, play.state.coins[seat] - COINS))
    return [a_round()]
