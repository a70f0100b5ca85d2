"""Ideas, missions, milestones, power struggles (R4.04, R8.06, R17)."""

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator import Action, Asking, Event, Frames, Play, Refusal, Together, ValidatedAnswers, choice, derive, word
from adjudicator.components import Code, bits, mask_of
from adjudicator.kernel.standing import StandingStill

from ..content import Content
from ..effects import AdoptReligion, Operation, ReplaceMilestones
from ..facts import AREA, NONE, POWER, PROVINCES_OF, RELIGION, SeatId
from ..slots import IDEA, MILESTONE, MISSION, STRUGGLE, IdeaId, MilestoneId, MissionId, StruggleId
from ..state import State
from .book import Fee, OfSeat, TurnDeed, step
from .meeting import meets
from .operations import card, does, effects
from .purse import clockwise, gain_prestige, lacks, pay
from .realms import controlled, in_empire, lawful, tax, vassals
from .relations import capital_area, realm_of
from .religion import REVOLUTIONARY, revolution_given_up

FOLLOWERS: Final = 2
"""How many may have an idea for them to get prestige when another seat researches it."""


class Researched(OfSeat, frozen=True, tag="researched", rule="R4.04"):
    """A seat has an idea; `lost`: the form of government that it gave up for it."""

    idea: IdeaId
    lost: IdeaId | None = None


class IdeaShown(Event, frozen=True, tag="idea_shown", rule="R8.06"):
    """An idea came on display; `gone`: the one that it replaced."""

    idea: IdeaId
    gone: IdeaId | None = None


not_on_display = Code("R4.04", idea=IDEA)
known_already = Code("R4.04", idea=IDEA)
subject_of_the_empire = Code("R18.10", idea=IDEA, authority=int)


def cost_of(content: Content, idea: int, discount: int = 0) -> dict[str, int]:
    """Return what an idea costs, by type of power."""
    return {POWER.ids[IDEA.things[idea].power]: max(0, content.ideas[IDEA.ids[idea]].cost - discount)}


def ideas_held(state: State, without: str = "") -> int:
    """Return the ideas that any seat has, other than `without`, as a mask."""
    return mask_of(idea for seat, led in state.led.items() if seat != without for idea in bits(led.ideas))


def governments(content: Content) -> int:
    """Return the ideas that are forms of government, as a mask."""
    return mask_of(IDEA.number(id) for id, each in content.ideas.items() if each.government)


LOYAL: Final = 3
"""Imperial authority with which no player who is a subject changes the form of their government."""


def research_refused(state: State, seat: str, idea: int, content: Content) -> Refusal | None:
    """Return why a seat cannot have an idea at all, or None if it can.

    An imperial subject can have no form of government under a strong emperor (R18.10).
    """
    realm, empire = realm_of(seat), state.empire
    subject = in_empire(state, realm) and empire.emperor not in (NONE, realm) and empire.authority >= LOYAL
    if subject and governments(content) >> idea & 1:
        return subject_of_the_empire(idea=idea, authority=empire.authority)
    return known_already(idea=idea) if state.led[seat].ideas >> idea & 1 else None


def research(play: Play[State], seat: str, idea: int) -> Frames:
    """Give a seat an idea and its prestige, and return the frames of the instant effects.

    Seats that had it before gain prestige, too, if there are at most two of them. A seat has only one form of
    government, and any but that of the revolution ends the revolution (R15.03).
    """
    state, content = play.state, play.content
    own = state.led[seat]
    before = [each for each in state.order if state.led[each].ideas >> idea & 1]
    lost = own.ideas & governments(content) if governments(content) >> idea & 1 else 0
    own.ideas = own.ideas & ~lost | 1 << idea
    play.emit(Researched(seat, IDEA.ids[idea], next(iter(IDEA.ids_of(lost)), None)))
    gain_prestige(play, seat, 2, "idea")
    if len(before) <= FOLLOWERS:
        for each in before:
            gain_prestige(play, each, 1, "idea_known")
    if own.religion == REVOLUTIONARY and _tames(content, idea):
        revolution_given_up(play, seat)
    return [effects(seat, f"ideas.{IDEA.ids[idea]}.instant")]


def _tames(content: Content, idea: int) -> bool:
    """Return whether it is a form of government other than that of the revolution, which adopts it itself (R15.03)."""
    face = content.ideas[IDEA.ids[idea]]
    own = any(isinstance(op, AdoptReligion) and op.religion == RELIGION.ids[REVOLUTIONARY] for op in face.instant)
    return face.government and not own


class Displace(Action, frozen=True, tag="displace_idea"):
    """Take this idea, which nobody has, off the display. R8.06."""

    idea: IdeaId


stays_on_display = Code("R8.06", idea=IDEA)
DISPLACE: Final = choice("displaced", "R8.06", Displace, otherwise=stays_on_display, about={"by": IdeaId})


def displaceable(state: State, idea: int, content: Content) -> list[str]:
    """Return the ideas on display that an idea may replace: of its type, not basic, held by nobody (R8.06)."""
    power, open_ = IDEA.things[idea].power, IDEA.ids_of(state.goals.ideas & ~ideas_held(state))
    return [id for id in open_ if IDEA.thing(id).power == power and not content.ideas[id].basic]


@step("R8.06")
def researched(play: Play[State], seat: SeatId, idea: int) -> Asking:
    """Research an idea that a card names.

    If it is not on display, it comes there in place of one of the seat's choice that may go, which returns to the deck;
    if none may go, it comes in a new row.
    """
    state = play.state
    if not state.goals.ideas >> idea & 1:
        free = displaceable(state, idea, play.content)
        gone = free[0] if free else None
        if len(free) > 1:
            answer = yield DISPLACE(seat, map(Displace, free), by=IDEA.ids[idea])
            gone = answer.idea
        _display(play, idea, gone)
    return research(play, seat, idea)


def _display(play: Play[State], idea: int, gone: str | None) -> None:
    goals = play.state.goals
    if idea in goals.idea_draw:
        goals.idea_draw.remove(idea)
    if gone is not None:
        goals.ideas &= ~(1 << IDEA.index[gone])
        goals.idea_draw = sorted([*goals.idea_draw, IDEA.index[gone]])
    goals.ideas |= 1 << idea
    play.emit(IdeaShown(IDEA.ids[idea], gone))


class Research(TurnDeed, frozen=True, tag="research"):
    """Research an idea on display, for its cost. R4.04."""

    idea: IdeaId

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, IDEA.ids_of(state.goals.ideas & ~state.led[seat].ideas))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return cost_of(content, IDEA.number(self.idea))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        idea = IDEA.number(self.idea)
        if not state.goals.ideas >> idea & 1:
            return not_on_display(idea=idea)
        return research_refused(state, seat, idea, content) or lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        idea = IDEA.index[self.idea]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return research(play, seat, idea)


class MissionCompleted(OfSeat, frozen=True, tag="mission_completed", rule="R17.01"):
    """A seat has completed a mission."""

    mission: MissionId
    prestige: int


not_held = Code("R17.01", mission=MISSION)
mission_not_met = Code("R17.01", mission=MISSION)
needs_another = Code("R17.01", mission=MISSION)


def unlocked(state: State, seat: str, mission: int, content: Content) -> bool:
    """Return whether one of the missions that have to come before was completed (R17.01)."""
    after = content.missions[MISSION.ids[mission]].after
    return not after or bool(state.led[seat].completed & MISSION.mask_of(after))


def met(state: State, seat: str, content: Content) -> Iterator[str]:
    """Yield the missions of the hand that could be completed now; the final scoring counts them, too (R3.55)."""
    for mission in state.led[seat].missions:
        id = MISSION.ids[mission]
        if unlocked(state, seat, mission, content) and meets(state, seat, content.missions[id].needs):
            yield id


class CompleteMission(TurnDeed, frozen=True, tag="complete_mission"):
    """Complete a mission of the hand: what it asks holds now. R17.01."""

    mission: MissionId
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Content) -> Iterator[Action]:
        return (cls(MISSION.ids[mission]) for mission in state.led[seat].missions)

    def illegality(self, state: State, seat: str, asked: Content) -> Refusal | None:
        mission = MISSION.number(self.mission)
        if mission not in state.led[seat].missions:
            return not_held(mission=mission)
        if not unlocked(state, seat, mission, asked):
            return needs_another(mission=mission)
        return None if meets(state, seat, asked.missions[self.mission].needs) else mission_not_met(mission=mission)

    def apply(self, play: Play[State], seat: str) -> Frames:
        own, mission = play.state.led[seat], MISSION.index[self.mission]
        face = play.content.missions[self.mission]
        own.missions.remove(mission)
        own.mission_deck &= ~(1 << mission)
        own.completed |= 1 << mission
        play.emit(MissionCompleted(seat, self.mission, face.prestige))
        gain_prestige(play, seat, face.prestige, "mission")
        return card(play.content, seat, f"missions.{self.mission}")


KeepMissions = word("keep_missions", "Complete no mission now. R17.01.")


class MissionsMet(ValidatedAnswers[State]):
    """The missions of the hand that may be completed outside the own turn (R17.01)."""

    kind, rule, secret, interrupts = "missions_met", "R17.01", True, True
    actions = (CompleteMission, KeepMissions)

    def __init__(self, content: Content) -> None:
        self.content = content

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from CompleteMission.candidates(state, seat, self.content)
        yield KeepMissions()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return action.illegality(state, seat, self.content) if isinstance(action, CompleteMission) else None

    def default(self, state: State, seat: str) -> Action:
        return KeepMissions()


def may_hold(state: State, seat: str, content: Content) -> int:
    """Return the missions that a seat meets and may hold, as a mask.

    Nobody else knows which of its missions are in its hand.
    """
    open_ = bits(state.led[seat].mission_deck) if state.led[seat].missions else []
    ready = (each for each in open_ if unlocked(state, seat, each, content))
    return mask_of(each for each in ready if meets(state, seat, content.missions[MISSION.ids[each]].needs))


@step("R17.01")
def missions_met(play: Play[State], active: str = "") -> Asking:
    """Ask who completes a mission that is newly met, wherever milestones are looked at, and as phase 2 begins.

    All seats that may hold such a mission are asked together; of what they have kept they are not asked again while it
    holds. The `active` seat, if there is one, is not asked: it completes its missions in its turn.
    """
    state = play.state
    with StandingStill(state):
        met = {seat: may_hold(state, seat, play.content) for seat in clockwise(state, active or state.first)}
    newly = [seat for seat, missions in met.items() if missions & ~state.led[seat].missions_met]
    asked = tuple(seat for seat in newly if seat != active)
    answers = (yield Together(asked, MissionsMet(play.content))) if asked else {}
    done = {seat: action for seat, action in answers.items() if isinstance(action, CompleteMission)}
    for seat, missions in met.items():
        if seat not in done:
            state.led[seat].missions_met = missions
    frames = [frame for seat, action in done.items() for frame in action.apply(play, seat)]
    return [*frames, milestones_checked(active or state.first), missions_met(active)] if done else None


PLACES: Final = 3


class MilestoneReached(OfSeat, frozen=True, tag="milestone_reached", rule="R17.02"):
    """A seat has reached a milestone, as which of all."""

    milestone: MilestoneId
    place: int
    prestige: int


class MilestonesShown(Event, frozen=True, tag="milestones_shown", rule="R17.02"):
    """The milestones that lie open now."""

    milestones: tuple[MilestoneId, ...]


@step("R17.02")
def milestones_checked(play: Play[State], seat: SeatId) -> Frames:
    """Give milestones to seats that meet them, from the seat on: the active one in phase 2, else the first player."""
    state, frames, faces = play.state, list[Frames](), play.content.milestones
    open_ = [(state.goals.reached[bit], MILESTONE.ids[bit]) for bit in bits(state.goals.milestones)]
    with StandingStill(state):
        met = [
            (each, reached, id)
            for each in clockwise(state, seat)
            for reached, id in open_
            if each not in reached and meets(state, each, faces[id].needs)
        ]
    for each, reached, id in met:
        prestige = faces[id].prestige[len(reached)] if len(reached) < PLACES else 0
        reached.append(each)
        play.emit(MilestoneReached(each, id, len(reached), prestige))
        gain_prestige(play, each, prestige, "milestone")
        frames.append(card(play.content, each, f"milestones.{id}", "reward"))
    return [frame for each in frames for frame in each]


@does(ReplaceMilestones)
def milestones_replaced(play: Play[State], seat: str, op: Operation) -> None:
    """Replace every milestone that another of its deck can replace by one of the age (R17.02)."""
    goals = play.state.goals
    before = goals.milestones
    for milestone in bits(before):
        deck = MILESTONE.things[milestone].deck
        there = [MILESTONE.ids[each] for each in goals.milestone_draw if MILESTONE.things[each].deck == deck]
        if there:
            new = MILESTONE.index[play.pick("milestone", "milestone", there)]
            goals.milestone_draw.remove(new)
            goals.milestones = goals.milestones & ~(1 << milestone) | 1 << new
    if goals.milestones != before:
        play.emit(MilestonesShown(MILESTONE.ids_of(goals.milestones)))


class OfStruggle(Event, frozen=True):
    """An event of a power struggle."""

    struggle: StruggleId


StruggleUpcoming = derive(OfStruggle, "struggle_upcoming", "Which power struggle comes next.", rule="R17.03")
StruggleActivated = derive(OfStruggle, "struggle_activated", "A power struggle is scored in phase 4.", rule="R17.03")


class StruggleScored(OfSeat, frozen=True, tag="struggle_scored", rule="R17.03"):
    """The gain of a seat from a power struggle."""

    struggle: StruggleId
    prestige: int


@step("R17.03")
def struggle_drawn(play: Play[State]) -> None:
    """Draw the next power struggle face up; there is none without this advanced rule.

    The deck is sorted by ages: one of the earliest that are left is drawn, whichever age it is now.
    """
    goals, struggles = play.state.goals, play.content.struggles
    goals.upcoming = NONE
    if goals.struggle_draw and not play.state.rules.without("power_struggles"):
        left = [STRUGGLE.ids[each] for each in goals.struggle_draw]
        first = min(struggles[each].age for each in left)
        id = play.pick("struggle", "struggle", [each for each in left if struggles[each].age == first])
        goals.upcoming = STRUGGLE.index[id]
        goals.struggle_draw.remove(goals.upcoming)
        play.emit(StruggleUpcoming(id))


@step("R17.03")
def activate(play: Play[State]) -> Frames | None:
    """Activate the upcoming power struggle unless one is active, and draw the next one."""
    goals = play.state.goals
    if goals.upcoming == NONE or goals.struggle != NONE:
        return None
    goals.struggle = goals.upcoming
    play.emit(StruggleActivated(STRUGGLE.ids[goals.struggle]))
    return [struggle_drawn()]


def score(state: State, content: Content, seat: str) -> int:
    """Return what the active power struggle gives a seat.

    In each battleground this is 1 for each tax value that it controls (half for vassals), 1 for the only player with
    towns or vassals there, and 1 for an alliance or a marriage; further lines are added.
    """
    face = content.struggles[STRUGGLE.ids[state.goals.struggle]]
    total = sum(_in_area(state, seat, AREA.index[area]) for area in face.areas)
    return total + sum(line.prestige for line in face.lines if meets(state, seat, line.needs))


def _in_area(state: State, seat: str, area: int) -> int:
    realm, places = realm_of(seat), PROVINCES_OF[area]
    held = tax(state, controlled(state, realm) & places)
    of_vassals = sum(tax(state, controlled(state, bit) & places) for bit in bits(vassals(state, realm)))
    alone = _present(state, seat, area) and not any(_present(state, each, area) for each in state.order if each != seat)
    ties = state.allied[seat] | state.married[seat]
    tied = any(capital_area(state, bit) == area for bit in bits(ties))
    return held + -(-of_vassals // 2) + (alone and not AREA.things[area].distant) + tied


def _present(state: State, seat: str, area: int) -> bool:
    """Return whether a town or a vassal token of a seat lies there."""
    realm = realm_of(seat)
    side = 1 << realm | vassals(state, realm)
    return bool((lawful(state, side) | controlled(state, realm)) & PROVINCES_OF[area])


@step("R17.03")
def struggle_scored(play: Play[State]) -> None:
    """Score and discard the active power struggle in phase 4 E (R3.46)."""
    state = play.state
    if state.goals.struggle == NONE:
        return
    id = STRUGGLE.ids[state.goals.struggle]
    found = {seat: score(state, play.content, seat) for seat in clockwise(state, state.first)}
    for seat, prestige in found.items():
        play.emit(StruggleScored(seat, id, prestige))
        gain_prestige(play, seat, prestige, "struggle")
    state.goals.struggle = NONE
