"""Suing for peace (9.3), ransom (9.4) and relief from excommunication (9.5)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Final, Literal

from adjudicator import FIRST, Action, Asking, Choose, Frames, Play, Question, Refusal, Together, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.kernel.steps import Frame

from ...facts import (
    CARD,
    KEYS,
    LEADER,
    LOCATION,
    OTTOMAN,
    OWNER,
    POWER,
    PROTESTANT,
    SPACE,
    LeaderId,
    LocationId,
    PowerId,
    SpaceId,
)
from ...state import State
from .. import building, dealing, displacing, hands, st_peters, table
from ..book import OfLeader, OfPower, PowerEvent, step
from ..war import sieges
from .announcements import end_war
from .deals import captives, never_peace

MARRIAGE: Final = CARD.number("diplomatic_marriage")
UNITS_LOST: Final = 2
"""How many units who sues for peace removes (9.3)."""

not_able_to_sue = Code("9.3", power=POWER)
not_regained = Code("9.3")
no_card_left = Code("9.3")
not_own_unit = Code("9.3", at=LOCATION)
not_captured = Code("9.4", leader=LEADER)
too_few_cards = Code("9.4", left=int)
not_excommunicated = Code("9.5")


class PeaceSued(PowerEvent, frozen=True, tag="peace_sued", rule="9.3", touches=("returned",), hits=("power",)):
    """A power sued an enemy for peace, who gains victory points and the home spaces that were lost."""

    winner: PowerId
    vp: int
    returned: Annotated[tuple[str, ...], SPACE] = ()


class UnitRemoved(PowerEvent, frozen=True, tag="unit_removed", rule="9.3", touches=("at",)):
    """Who sued for peace removed a unit."""

    at: LocationId
    unit: Literal["regular", "mercenary", "cavalry", "squadron", "corsair"]


class Regained(PowerEvent, frozen=True, tag="regained", rule="9.3", touches=("spaces",), hits=("winner",)):
    """Who sued for peace got spaces or a leader back, for a victory point, a card or nothing."""

    winner: PowerId
    spaces: Annotated[tuple[str, ...], SPACE] = ()
    leader: LeaderId | None = None
    price: Literal["vp", "card", "nothing"] = "vp"


class Ransomed(PowerEvent, frozen=True, tag="ransomed", rule="9.4"):
    """A leader came home for a card."""

    leader: LeaderId
    captor: PowerId


class Relieved(PowerEvent, frozen=True, tag="relieved", rule="9.5"):
    """A power gave a card for St Peter's and is no longer excommunicated."""


class SuePeace(OfPower, frozen=True, tag="sue_peace"):
    """Sue an enemy for peace. 9.3."""


NoPeace = word("no_peace", "Sue nobody for peace. 9.3.")


def lost_spaces(state: State, loser: str, winner: str) -> int:
    """Return the home spaces of a power that an enemy controls."""
    return table.homes(state, loser) & table.controlled(state, winner)


def may_sue(state: State, loser: str, winner: str) -> bool:
    """Return whether a power may sue an enemy for peace: it has lost a leader or a home space to it (9.3).

    Who has just ceded a home space to that enemy may not.
    """
    if never_peace(loser, winner) or winner not in POWER or not state.wars.get(loser, 0) >> POWER.index[winner] & 1:
        return False
    if state.ceded.get(loser, 0) >> OWNER.index[winner] & 1:
        return False
    return bool(lost_spaces(state, loser, winner) or captives(state, loser, winner))


class SueAnswers(ValidatedAnswers[State]):
    """The enemy that a power sues for peace, or none (9.3)."""

    kind, rule, secret = "sue", "9.3", True
    actions = (SuePeace, NoPeace)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield NoPeace()
        yield from map(SuePeace, POWER.ids)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, SuePeace) or may_sue(state, seat, action.power):
            return None
        return not_able_to_sue(power=action.power)

    def default(self, state: State, seat: str) -> Action:
        return NoPeace()


@step("9.3", phase="diplomacy")
def peace_segment(play: Play[State]) -> Asking:
    """Ask all who may sue for peace at once; those who do make peace in the order of impulses (9.3).

    Who has made peace may sue another enemy: they are asked again.
    """
    able = tuple(each for each in POWER.ids if _can_sue(play.state, each))
    if not able:
        return []
    answers = yield Together(able, SueAnswers())
    found = [(power, answers[power].power) for power in able if isinstance(answers[power], SuePeace)]
    return [frame for loser, winner in found for frame in (suing(loser, winner), suing_again(loser))]


def _can_sue(state: State, power: str) -> bool:
    return any(may_sue(state, power, other) for other in POWER.ids)


@step("9.3", phase="diplomacy")
def suing_again(play: Play[State], loser: PowerId) -> Asking:
    """Let a power that has just made peace sue another enemy (9.3)."""
    if not _can_sue(play.state, loser):
        return []
    answer = yield Choose(loser, SueAnswers())
    return [suing(loser, answer.power), suing_again(loser)] if isinstance(answer, SuePeace) else []


@step("9.3", phase="diplomacy")
def suing(play: Play[State], loser: PowerId, winner: PowerId) -> Frames:
    """Make peace on the winner's terms: points, its home spaces back, two units, then what the loser regains."""
    state = play.state
    if not may_sue(state, loser, winner):
        return []
    vp = 2 if OTTOMAN in (loser, winner) else 1
    state.powers[winner].war_winner += vp
    returned = SPACE.ids_of(table.homes(state, winner) & table.controlled(state, loser))
    play.emit(PeaceSued(loser, winner, vp, returned))
    for at in returned:
        table.set_controller(play.state, at, winner)
    return [
        *(frame for at in returned for frame in displacing.displaced_but(state, at, winner)),
        *(removing(loser, winner) for _ in range(UNITS_LOST)),
        regaining(loser, winner),
        peace_made(loser, winner),
    ]


class RemoveUnit(Action, frozen=True, tag="remove_unit"):
    """Remove a unit of your own. 9.3."""

    at: LocationId
    unit: Literal["regular", "mercenary", "cavalry", "squadron", "corsair"]


REMOVE: Final = Question(
    "remove_unit", "9.3", RemoveUnit, otherwise=not_own_unit, default=FIRST, alone="silence", about={"winner": PowerId}
)
NAMES: Final = {field: unit for unit, field in building.FIELD.items()}


@step("9.3", phase="diplomacy")
def removing(play: Play[State], loser: PowerId, winner: PowerId) -> Asking:
    """Let who sues for peace remove a unit, mercenaries first if nothing is said."""
    state = play.state
    offers = [
        RemoveUnit(at, NAMES[field])  # type: ignore[arg-type]
        for at, here in table.placed(state)
        for force in here
        if force.owner == loser and not force.lent_to
        for field in table.counts(force)
    ]
    if not offers:
        return []
    offers.sort(key=lambda each: each.unit != "mercenary")
    answer = yield REMOVE(loser, offers, winner=winner)
    field = building.FIELD[answer.unit]
    force = next(
        each
        for each in table.forces(play.state, answer.at)
        if each.owner == loser and not each.lent_to and getattr(each, field)
    )
    table.add(play.state, answer.at, loser, {field: -1}, inside=force.inside)
    play.emit(UnitRemoved(loser, answer.at, answer.unit))
    return []


class Regain(Action, frozen=True, tag="regain"):
    """Regain a home key, or two other home spaces, from the winner. 9.3."""

    spaces: tuple[SpaceId, ...]
    price: Literal["vp", "card"] = "vp"


class RegainLeader(OfLeader, frozen=True, tag="regain_leader"):
    """Regain a captured leader from the winner. 9.3."""

    price: Literal["vp", "card"] = "vp"


RegainAll = word("regain_all", "Regain everything for nothing, with Diplomatic Marriage. 9.3.")
RegainNoMore = word("regain_no_more", "Regain no more. 9.3.")


class RegainAnswers(ValidatedAnswers[State]):
    """What the power that has sued for peace gets back, and for what (9.3)."""

    kind, rule = "regain", "9.3"
    actions = (RegainNoMore, Regain, RegainLeader, RegainAll)
    winner: PowerId

    def __init__(self, winner: str) -> None:
        self.winner = winner

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield RegainNoMore()
        for price in ("vp", "card"):
            yield from (Regain(some, price) for some in _sets(state, seat, self.winner))
            yield from (RegainLeader(each, price) for each in captives(state, seat, self.winner))
        yield RegainAll()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, RegainNoMore):
            return None
        if isinstance(action, RegainAll):
            able = seat not in (OTTOMAN, PROTESTANT) and MARRIAGE in state.hands[seat].cards
            return None if able else not_regained()
        assert isinstance(action, Regain | RegainLeader)
        if action.price == "card" and not state.hands[seat].cards:
            return no_card_left()
        if isinstance(action, RegainLeader):
            return None if action.leader in captives(state, seat, self.winner) else not_regained()
        lost = lost_spaces(state, seat, self.winner)
        mask = LOCATION.mask_of(action.spaces)
        if mask & ~lost or len({*action.spaces}) < len(action.spaces):
            return not_regained()
        if mask & KEYS:
            return None if len(action.spaces) == 1 else not_regained()
        whole = len(action.spaces) == 2 or (len(action.spaces) == 1 and not (lost & ~KEYS & ~mask))
        return None if whole else not_regained()

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"winner": self.winner}

    def default(self, state: State, seat: str) -> Action:
        return RegainNoMore()


def _sets(state: State, loser: str, winner: str) -> Iterator[tuple[str, ...]]:
    """Yield home keys, and pairs of other home spaces, that can be regained for one price."""
    lost = lost_spaces(state, loser, winner)
    yield from ((at,) for at in LOCATION.ids_of(lost & KEYS))
    others = LOCATION.ids_of(lost & ~KEYS)
    yield from [others] if len(others) == 1 else combinations(others, 2)


@step("9.3", phase="diplomacy")
def regaining(play: Play[State], loser: PowerId, winner: PowerId) -> Asking:
    """Let who sued for peace regain keys, pairs of spaces and leaders, each for a point or a card (9.3)."""
    state = play.state
    if not lost_spaces(state, loser, winner) and not captives(state, loser, winner):
        return []
    answer = yield Choose(loser, RegainAnswers(winner))
    if isinstance(answer, RegainNoMore):
        return []
    state = play.state
    if isinstance(answer, RegainAll):
        hands.discard(play, loser, MARRIAGE)
        frames = _get_back(play, loser, winner, LOCATION.ids_of(lost_spaces(state, loser, winner)), "nothing")
        held = captives(state, loser, winner)
        return [*frames, *(frame for each in held for frame in _free(play, loser, winner, each, "nothing"))]
    if answer.price == "vp":
        state.powers[winner].war_winner += 1
    else:
        hands.take_at_random(play, winner, loser)
    if isinstance(answer, RegainLeader):
        return [*_free(play, loser, winner, answer.leader, answer.price), regaining(loser, winner)]
    return [*_get_back(play, loser, winner, answer.spaces, answer.price), regaining(loser, winner)]


def _get_back(
    play: Play[State], loser: str, winner: str, places: tuple[str, ...], price: Literal["vp", "card", "nothing"]
) -> Frames:
    """Give home spaces back; whoever stands there is displaced."""
    frames = []
    for at in places:
        table.set_controller(play.state, at, loser)
        sieges.end(play.state, at)
        frames.append(displacing.displaced_but(play.state, at, loser))
    play.emit(Regained(loser, winner, tuple(places), None, price))
    return [frame for some in frames for frame in some]


def _free(play: Play[State], loser: str, winner: str, leader: str, price: Literal["vp", "card", "nothing"]) -> Frames:
    """Let a captured leader go home."""
    play.emit(Regained(loser, winner, (), leader, price))
    return [dealing.returning(leader)]


@step("9.3", phase="diplomacy")
def peace_made(play: Play[State], loser: PowerId, winner: PowerId) -> Frames:
    """End the war (9.3)."""
    end_war(play.state, loser, winner)
    return []


class Settle(Action, frozen=True, tag="settle"):
    """Ransom leaders for a random card each (9.4), and buy relief from excommunication for another (9.5)."""

    leaders: Annotated[tuple[str, ...], LEADER] = ()
    relief: bool = False


class SettleAnswers(ValidatedAnswers[State]):
    """Whom a power ransoms, and whether it buys relief (9.4, 9.5)."""

    kind, rule, secret = "settle", "9.4", True
    actions = (Settle,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        held = captives(state, seat)
        for some in [(), *((each,) for each in held), *([tuple(held)] if len(held) > 1 else [])]:
            yield Settle(some)
            yield Settle(some, relief=True)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Settle)
        held = captives(state, seat)
        for each in action.leaders:
            if each not in held or action.leaders.count(each) > 1:
                return not_captured(leader=each)
        if action.relief and not state.powers[seat].excommunicated:
            return not_excommunicated()
        left = len(state.hands[seat].cards)
        return too_few_cards(left=left) if len(action.leaders) + action.relief > left else None

    def default(self, state: State, seat: str) -> Action:
        return Settle()


@step("9.4", phase="diplomacy")
def ransoms(play: Play[State]) -> Asking:
    """Ask everybody with captured leaders or an excommunicated ruler at once; ransoms come first (9.4, 9.5)."""
    state = play.state
    able = tuple(
        power
        for power in POWER.ids
        if state.hands[power].cards and (captives(state, power) or state.powers[power].excommunicated)
    )
    if not able:
        return []
    answers = yield Together(able, SettleAnswers())
    frames: list[Frame] = []
    for power in able:
        for leader in answers[power].leaders:
            captor = play.state.leaders[leader].captor
            if hands.take_at_random(play, captor, power) is None:
                continue
            frames.append(dealing.returning(leader))
            play.emit(Ransomed(power, leader, captor))
    for power in able:
        card = hands.discard_at_random(play, power) if answers[power].relief else None
        if card is not None:
            st_peters.build(play, CARD.things[card].cp)
            play.state.powers[power].excommunicated = False
            play.emit(Relieved(power))
    return frames
