"""Phase 4: what is saved, income and upkeep, corruption, power and prestige (R3.40-R3.46)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from adjudicator import (
    FIRST,
    Action,
    Asking,
    Asks,
    Choose,
    Frames,
    Play,
    Question,
    Refusal,
    ValidatedAnswers,
    parallel,
    word,
)
from adjudicator.components import Code, union

from ..content import Content
from ..effects import Income, Regular
from ..facts import POWER, PROVINCES_OF, PowerOf, SeatId
from ..slots import CHARACTER, IDEA, of_card
from ..state import State
from .book import OfSeat, step
from .characters import Dismiss, employed, face, not_employed, remove, skill
from .curia import curia_scored, papal_controller
from .disbanding import Disband, Recall, cut, disbandings, no_such_unit, recall_refused, recalls, ships_at_sea
from .empire import bonuses_of, emperor_seat
from .goals import milestones_checked, missions_met, struggle_scored
from .operations import asks_alone, effects
from .purse import ADM, DIP, MIL, TakeLoan, charge, clockwise, gain_power, gain_prestige, loan_refused, pay, take_loan
from .realms import base_tax_income, provinces, tax, vassal_income
from .relations import realm_of
from .supplies import supplies

CHEST: Final = 50
"""Ducats from which on a treasury is corrupt."""


class Accounts(OfSeat, frozen=True, tag="accounts", rule="R3.42"):
    """Income and upkeep of a round; `net`: what came into the treasury, or left it."""

    towns: int
    vassals: int
    stability: int
    authority: int
    ideas: int
    advisors: int
    units: int
    ships: int
    interest: int
    plague: int
    net: int


class CorruptionPaid(OfSeat, frozen=True, tag="corruption_paid", rule="R3.44"):
    """Ducats were given up, adm paid, tokens of interest taken."""

    ducats: int = 0
    adm: int = 0
    interest: int = 0


class PayAdm(Action, frozen=True, tag="pay_adm"):
    """Pay so much adm for corruption; what is missing becomes interest. R3.44."""

    adm: int


class GiveUp(Action, frozen=True, tag="give_up_ducats"):
    """Give ducats up, for less corruption. R3.44."""

    ducats: int


class GainPower(Action, frozen=True, tag="gain_power"):
    """Gain this power. R3.45."""

    powers: tuple[PowerOf, ...]


class LosePower(Action, frozen=True, tag="lose_power"):
    """Gain one less of this power. R3.45."""

    power: PowerOf


Finish = word("finish_upkeep", "Save nothing more: income comes and upkeep is paid. R3.42.")
not_covered = Code("R3.41", lacks=int)
too_much_adm = Code("R3.44", adm=int, most=int)
too_many_ducats = Code("R3.44", ducats=int, has=int)
nothing_gained = Code("R3.45", power=POWER)


def advisors_cost(state: State, seat: str, content: Content) -> int:
    """Return what the advisors cost (R3.42, R19.03).

    The papal controller pays one less for each.
    """
    less = papal_controller(state) == seat
    return sum(max(0, face(content, of_card(card)).cost - less) for card in state.led[seat].advisors if card >= 0)


def plague_cost(state: State, seat: str) -> int:
    """Return half of the tax income of all areas with plague."""
    return -(-tax(state, provinces(state, realm_of(seat)) & union(PROVINCES_OF, state.plague)) // 2)


def accounts(state: State, seat: str, content: Content) -> Accounts:
    """Return the current income and upkeep."""
    own, realm = state.led[seat], realm_of(seat)
    hired = sum(army.mercenary.all for army in own.armies)
    found = {
        "towns": base_tax_income(state, realm),
        "vassals": vassal_income(state, realm),
        "stability": 2 if own.stability > 0 else -2 if own.stability < 0 else 0,
        "authority": state.empire.authority if state.empire.emperor == realm else 0,
        "ideas": sum(bonus.n for bonus in content.bonuses(own.ideas, Income)),
        "advisors": -advisors_cost(state, seat, content),
        "units": -(own.regular + 2 * hired),
        "ships": -((ships_at_sea(state, seat) + 1) // 2),
        "interest": -own.interest,
        "plague": -plague_cost(state, seat),
    }
    return Accounts(seat, **found, net=sum(found.values()))


class UpkeepAnswers(ValidatedAnswers[State]):
    """The things that a seat may do without before its upkeep (R3.41)."""

    kind, rule = "upkeep", "R3.41"
    actions = (Finish, Dismiss, Disband, Recall, TakeLoan)

    def __init__(self, content: Content) -> None:
        self.content = content

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield Finish()
        yield from (Dismiss(CHARACTER.ids[each]) for post, each in employed(state, seat) if post == "advisor")
        yield from recalls(state, seat)
        yield from disbandings(state, seat)
        yield TakeLoan()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        match action:
            case Finish():
                lacking = -(state.led[seat].ducats + accounts(state, seat, self.content).net)
                return not_covered(lacks=lacking) if lacking > 0 and may_save(state, seat) else None
            case Dismiss(character=id):
                advisors = [CHARACTER.ids[each] for post, each in employed(state, seat) if post == "advisor"]
                return None if id in advisors else not_employed(character=id)
            case Disband():
                return None if action in disbandings(state, seat) else no_such_unit(unit=action.unit)
            case Recall():
                return recall_refused(state, seat, action)
            case _:
                return loan_refused(state, seat)

    def default(self, state: State, seat: str) -> Action:
        """Return an answer that saves nothing.

        What cannot be paid needs a loan; without one, something leaves.
        """
        for action in (Finish(), TakeLoan()):
            if self.illegality(state, seat, action) is None:
                return action
        return next(iter(self.options(state, seat)))


def may_save(state: State, seat: str) -> bool:
    """Return whether something costs upkeep that may be done without."""
    own = state.led[seat]
    some = any(advisor >= 0 for advisor in own.advisors) or ships_at_sea(state, seat) or sum(own.alone)
    return bool(some) or any(army.regular.all + army.mercenary.all for army in own.armies)


@step("R3.41", "income")
def saving(play: Play[State], seat: SeatId) -> Asking:
    """Ask for savings until the seat finishes; then its income comes.

    It may fire advisors, disband units, recall ships or take loans.
    """
    state = play.state
    if not may_save(state, seat) and loan_refused(state, seat) is not None:
        return [income(seat)]
    answer = yield Choose(seat, UpkeepAnswers(play.content), automatic=True)
    if isinstance(answer, Finish):
        return [income(seat)]
    if isinstance(answer, TakeLoan):
        take_loan(play, seat)
    elif isinstance(answer, Dismiss):
        remove(play, seat, CHARACTER.index[answer.character], "dismissed")
    else:
        cut(play, seat, answer)
    return [saving(seat)]


@step("R3.42", "income")
def income(play: Play[State], seat: SeatId) -> Frames:
    """Settle income less upkeep; a lack must be paid now."""
    found = accounts(play.state, seat, play.content)
    play.emit(found)
    broke = charge(play, seat, -found.net) if found.net < 0 else []
    play.state.led[seat].ducats += max(0, found.net)
    return [*broke, corruption(seat), power(seat)]


CORRUPTION: Final = Question("corruption", "R3.44", PayAdm, GiveUp, default=FIRST)


@step("R3.44", "income")
def corruption(play: Play[State], seat: SeatId) -> Asking:
    """Charge adm or interest for many ducats."""
    own = play.state.led[seat]
    due = (own.ducats - CHEST) // 10 + 1 if own.ducats >= CHEST else 0
    if not due:
        return None
    most = min(due, own.power[ADM])

    def why(action: Action) -> Refusal | None:
        if isinstance(action, PayAdm):
            return None if 0 <= action.adm <= most else too_much_adm(adm=action.adm, most=most)
        assert isinstance(action, GiveUp)
        return None if 1 <= action.ducats <= own.ducats else too_many_ducats(ducats=action.ducats, has=own.ducats)

    offers: list[Action] = [PayAdm(n) for n in range(most, -1, -1)]
    offers += [GiveUp(own.ducats - (CHEST - 1) - 10 * n) for n in range(due)]
    answer = yield CORRUPTION(seat, offers, why)
    if isinstance(answer, GiveUp):
        own.ducats -= answer.ducats
        play.emit(CorruptionPaid(seat, ducats=answer.ducats))
        return [corruption(seat)]
    pay(play, seat, adm=answer.adm)
    own.interest += due - answer.adm
    play.emit(CorruptionPaid(seat, adm=answer.adm, interest=due - answer.adm))
    return None


GAIN: Final = Question("any_power", "R3.45", GainPower, default=FIRST)
LESS: Final = Question("less_power", "R3.45", LosePower, otherwise=nothing_gained, default=FIRST)


def power_gains(state: State, seat: str, content: Content) -> list[int]:
    """Return the power of each type that a seat gains in a round (R3.45)."""
    found = [skill(state, seat, index, content) for index in POWER.indexes]
    found[DIP] += papal_controller(state) == seat
    if emperor_seat(state) == seat:
        dip, mil, _ = bonuses_of(state.empire.authority)
        found[DIP] += dip
        found[MIL] += mil
    return found


@step("R3.45", "income")
def power(play: Play[State], seat: SeatId) -> Asking:
    """Give power by skills.

    With -3 stability the seat loses one of a type of its choice.
    """
    state = play.state
    gains = power_gains(state, seat, play.content)
    if state.led[seat].stability == -3 and any(gains):
        answer = yield LESS(seat, [LosePower(id) for id, n in zip(POWER.ids, gains, strict=True) if n])
        gains[POWER.index[answer.power]] -= 1
    for each in (ADM, DIP, MIL):
        gain_power(play, seat, each, gains[each])
    more = [more_power(seat, 2)] if state.led[seat].stability == 3 else []
    return [*more, *regular(state, seat, play.content, "phase_4", alone=True)]


def regular(state: State, seat: str, content: Content, at: str, *, alone: bool | None = None) -> Frames:
    """Return the frames of what the ideas of a seat do whenever something happens (R8.06).

    `alone`: only those that ask nobody else, or only the rest.
    """
    return [
        effects(seat, f"ideas.{id}.bonus.{number}.effects")
        for id in IDEA.ids_of(state.led[seat].ideas)
        for number, each in enumerate(content.ideas[id].bonus)
        if isinstance(each, Regular) and each.at == at and alone in (None, asks_alone(each.effects))
    ]


@step("R3.45", "income")
def ideas_besides(play: Play[State], seat: SeatId) -> Frames:
    """Return what the ideas of a seat do after the income of all seats.

    They may ask other seats or the moderator.
    """
    return regular(play.state, seat, play.content, "phase_4", alone=False)


@step("R3.45", "income")
def more_power(play: Play[State], seat: SeatId, n: int) -> Asks:
    """Ask for the types of power that a seat gains."""
    answer = yield GAIN(seat, map(GainPower, combinations_with_replacement(POWER.ids, n)), n=n)
    for id in answer.powers:
        gain_power(play, seat, POWER.index[id], 1)


@step("R3.40", "income")
def income_phase(play: Play[State]) -> Frames:
    """Give everybody income at once; then prestige."""
    play.state.phase = 4
    order = clockwise(play.state, play.state.first)
    scored = [
        *map(ideas_besides, order),
        supplies(),
        prestige(),
        curia_scored(),
        struggle_scored(),
        milestones_checked(play.state.first),
    ]
    return [parallel({seat: [saving(seat)] for seat in order}, open=True), *scored, missions_met(), supplies()]


@step("R3.46", "income")
def prestige(play: Play[State]) -> None:
    """Give prestige for authority 6."""
    emperor = emperor_seat(play.state)
    if emperor is not None:
        gain_prestige(play, emperor, bonuses_of(play.state.empire.authority)[2], "authority")
