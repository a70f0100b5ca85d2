"""The end of an age and of the game, final scoring (R3.53-R3.55)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import field

from adjudicator import FIRST, Action, Asks, Event, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits

from ..content import Content
from ..facts import REALM, SeatId
from ..scenario import ROUNDS
from ..slots import EVENT, IDEA, MILESTONE, IdeaId, MilestoneId
from ..state import Events, State
from . import realms
from .book import OfRealm, OfSeat, step
from .curia import catholics, papal_controller
from .goals import ideas_held, met
from .marriages import divorce
from .purse import clockwise, gain_prestige, lacks, pay
from .relations import began, is_forsaken, is_npr, realm_of

VICTORY: Final = 100
LEAD: Final = 20


class AgeBegan(Event, frozen=True, tag="age_began", rule="R3.53"):
    """A new age."""

    age: int


class Displayed(Event, frozen=True, tag="displayed", rule="R3.53"):
    """Ideas and milestones that lie open now."""

    ideas: tuple[IdeaId, ...] = ()
    milestones: tuple[MilestoneId, ...] = ()


class Replaced(OfSeat, frozen=True, tag="replaced", rule="R3.53"):
    """The seat with least prestige replaced an idea or a milestone."""

    idea: IdeaId | None = None
    idea_by: IdeaId | None = None
    milestone: MilestoneId | None = None
    milestone_by: MilestoneId | None = None


class Scored(OfSeat, frozen=True, tag="final_score", rule="R3.55"):
    """The score of a seat at the end, and its prestige with it."""

    missions: int
    income: int
    cores: int
    marriages: int
    alliances: int
    curia: int
    authority: int
    stability: int
    occupied: int
    interest: int
    total: int


class ReplaceIdea(Action, frozen=True, tag="replace_idea"):
    """Replace a new idea by one of its type from the deck. R3.53."""

    idea: IdeaId
    by: IdeaId = field(name="new")


class ReplaceMilestone(Action, frozen=True, tag="replace_milestone"):
    """Replace a new milestone by one of its deck. R3.53."""

    milestone: MilestoneId
    by: MilestoneId = field(name="new")


EndMarriage = derive(OfRealm, "end_marriage", "Remove this marriage. R3.53.")
ReplaceNothing = word("replace_nothing", "Replace neither an idea nor a milestone. R3.53.")
KeepMarriages = word("keep_marriages", "Pay 2 dip to keep all marriages. R3.53.")
not_married = Code("R3.53", realm=REALM)
npr_first = Code("R3.53", realm=REALM)
not_replaceable = Code("R3.53")


# what lies open ------------------------------------------------------------------------------------------------------


def deal_events(play: Play[State], age: int) -> bool:
    """Deal the event deck of an age in two halves, and return whether it has any events (R16.01).

    Events for other numbers of players and of realms that nobody leads are left out. Events of either half fill the
    smaller one, in the order of the pack or at random (R20.03).
    """
    state, content = play.state, play.content
    halves: tuple[list[int], list[int]] = ([], [])
    either: list[int] = []
    for id, event in sorted(content.events.items(), key=lambda each: EVENT.index[each[0]]):
        if event.age != age or (event.players and began(state) not in event.players):
            continue
        if event.kind == "realm" and event.realm not in state.led and not is_forsaken(state, REALM.index[event.realm]):
            continue
        (halves[event.half - 1] if event.half else either).append(EVENT.index[id])
    total = len(halves[0]) + len(halves[1]) + len(either)
    n = max(0, min(len(either), total // 2 - len(halves[0])))
    if n and state.rules.random_x_events:
        drawn = play.pick_many("event", "events", [EVENT.ids[each] for each in either], n)
        first = [EVENT.index[each] for each in drawn]
    else:
        first = either[:n]
    rest = [each for each in either if each not in first]
    state.events = Events(sorted([*halves[0], *first]), sorted([*halves[1], *rest]), gone=state.events.gone)
    return bool(total)


def deal_milestones(play: Play[State], age: int) -> list[str]:
    """Deal one milestone of each deck of the age."""
    goals, content = play.state.goals, play.content
    there = [id for id in MILESTONE.ids if id in content.milestones and content.milestones[id].age == age]
    found = []
    for deck in dict.fromkeys(MILESTONE.thing(id).deck for id in there):
        found.append(play.pick("milestone", "milestone", [id for id in there if MILESTONE.thing(id).deck == deck]))
    goals.milestones = sum(1 << MILESTONE.index[id] for id in found)
    goals.milestone_draw = sorted(MILESTONE.index[id] for id in there if id not in found)
    return found


def ideas_of(content: Content, age: int) -> list[int]:
    """Return the ideas that enter their deck with an age; basic ones are on display from the start."""
    return sorted(IDEA.number(id) for id, each in content.ideas.items() if not each.basic and each.age == age)


def deal_idea(play: Play[State], power: int) -> str | None:
    """Put an idea of a type on display and return it, or return None if none is left."""
    goals = play.state.goals
    there = [IDEA.ids[each] for each in goals.idea_draw if IDEA.things[each].power == power]
    if not there:
        return None
    found = play.pick("idea", "idea", there)
    goals.idea_draw.remove(IDEA.index[found])
    goals.ideas |= 1 << IDEA.index[found]
    return found


# the end of an age ---------------------------------------------------------------------------------------------------


@step("R3.53", "cleanup")
def after_round(play: Play[State]) -> Frames:
    """Check after a round whether the age or the game is over.

    The end of an age is a part of phase 5, after which the game may be over.
    """
    state = play.state
    if state.round == ROUNDS or not (state.events.first or state.events.second):
        return [age_ends(), age_over()]
    if won(state):
        return [final_scoring()]
    state.round += 1
    return []


@step("R3.54", "cleanup")
def age_over(play: Play[State]) -> Frames:
    """End the game if somebody has won with what the end of an age brought or took."""
    return [final_scoring()] if won(play.state) else []


def won(state: State) -> bool:
    """Return whether a player has ended the game (R3.54).

    This takes 100 prestige and 20 more than all others, or all towns and vassals on the board.
    """
    order = sorted((own.prestige for own in state.led.values()), reverse=True)
    if order[0] >= VICTORY and order[0] - order[1] >= LEAD:
        return True
    return any(realms.all_placed(state, realm_of(seat)) for seat in state.order)


@step("R3.53", "cleanup")
def age_ends(play: Play[State]) -> Frames:
    """Begin the next age, with its events, milestones and ideas; after the last one the game is over."""
    state = play.state
    if state.age == state.rules.last_age or not deal_events(play, state.age + 1):
        return [final_scoring()]
    state.age, state.round = state.age + 1, 1
    play.emit(AgeBegan(state.age))
    milestones = deal_milestones(play, state.age)
    ideas = replace_ideas(play)
    play.emit(Displayed(tuple(ideas), tuple(milestones)))
    least = min(own.prestige for own in state.led.values())
    last = [seat for seat in state.order if state.led[seat].prestige == least]
    replacing = [replacement(last[0], sum(1 << IDEA.index[id] for id in ideas))] if len(last) == 1 else []
    order = clockwise(state, state.first)
    wed = [seat for seat in order if state.married[seat]]
    for seat in wed:
        gain_prestige(play, seat, 1, "marriages")
    return [*replacing, *map(marriage_ends, wed)]


def replace_ideas(play: Play[State]) -> list[str]:
    """Replace ideas that nobody has by random ones of their type.

    Basic ideas stay.
    """
    state, content = play.state, play.content
    goals = state.goals
    goals.idea_draw = sorted([*goals.idea_draw, *ideas_of(content, state.age)])
    old = [bit for bit in bits(goals.ideas & ~ideas_held(state)) if not content.ideas[IDEA.ids[bit]].basic]
    found = []
    for idea in old:
        new = deal_idea(play, IDEA.things[idea].power)
        if new is not None:
            goals.ideas &= ~(1 << idea)
            found.append(new)
    goals.idea_draw = sorted([*goals.idea_draw, *(each for each in old if not goals.ideas >> each & 1)])
    return found


REPLACES: Final = (ReplaceIdea, ReplaceMilestone, ReplaceNothing)
REPLACEMENT: Final = Question("replacement", "R3.53", *REPLACES, otherwise=not_replaceable, default=ReplaceNothing())


@step("R3.53", "cleanup")
def replacement(play: Play[State], seat: SeatId, ideas: int) -> Asks:
    """Let the only seat with the least prestige replace a new idea or milestone by a card of the same deck."""
    goals = play.state.goals

    def offers() -> Iterator[Action]:
        for idea in bits(ideas):
            for by in goals.idea_draw:
                if IDEA.things[by].power == IDEA.things[idea].power:
                    yield ReplaceIdea(IDEA.ids[idea], IDEA.ids[by])
        for milestone in bits(goals.milestones):
            for by in goals.milestone_draw:
                if MILESTONE.things[by].deck == MILESTONE.things[milestone].deck:
                    yield ReplaceMilestone(MILESTONE.ids[milestone], MILESTONE.ids[by])
        yield ReplaceNothing()

    answer = yield REPLACEMENT(seat, offers())
    if isinstance(answer, ReplaceIdea):
        old, new = IDEA.index[answer.idea], IDEA.index[answer.by]
        goals.ideas = goals.ideas & ~(1 << old) | 1 << new
        goals.idea_draw = sorted([*(each for each in goals.idea_draw if each != new), old])
        play.emit(Replaced(seat, idea=answer.idea, idea_by=answer.by))
    elif isinstance(answer, ReplaceMilestone):
        old, new = MILESTONE.index[answer.milestone], MILESTONE.index[answer.by]
        goals.milestones = goals.milestones & ~(1 << old) | 1 << new
        goals.milestone_draw = sorted([*(each for each in goals.milestone_draw if each != new), old])
        play.emit(Replaced(seat, milestone=answer.milestone, milestone_by=answer.by))


MARRIAGE: Final = Question("end_of_marriage", "R3.53", EndMarriage, KeepMarriages, default=FIRST, alone="logged")


@step("R3.53", "cleanup")
def marriage_ends(play: Play[State], seat: SeatId) -> Asks:
    """End a marriage of the seat's choice, unless it pays 2 dip to keep them all.

    A marriage with a realm that nobody plays must be ended first, if there is one.
    """
    state = play.state
    wed = state.married[seat]
    if not wed:
        return
    nprs = [bit for bit in bits(wed) if is_npr(state, bit)]

    def why(action: Any) -> Refusal | None:
        if isinstance(action, KeepMarriages):
            return lacks(state, seat, dip=2)
        realm = REALM.number(action.realm)
        if not wed >> realm & 1:
            return not_married(realm=action.realm)
        return npr_first(realm=action.realm) if nprs and realm not in nprs else None

    answer = yield MARRIAGE(seat, [*map(EndMarriage, REALM.ids_of(wed)), KeepMarriages()], why)
    if isinstance(answer, KeepMarriages):
        pay(play, seat, dip=2)
        return
    divorce(play, seat, REALM.index[answer.realm])


# the end of the game -------------------------------------------------------------------------------------------------


def occupied(state: State, seat: str) -> int:
    """Return the tax value of the seat's towns that rebels or enemies hold."""
    realm = realm_of(seat)
    return realms.tax(state, realms.lawful(state, 1 << realm) & ~realms.provinces(state, realm))


@step("R3.34", "peace")
def towns_occupied(play: Play[State]) -> None:
    """Charge prestige for own towns that enemies or rebels hold, at most five."""
    for seat in clockwise(play.state, play.state.first):
        gain_prestige(play, seat, -min(5, occupied(play.state, seat)), "occupied")


def score(state: State, seat: str, content: Content) -> Scored:
    """Return what a seat scores at the end (R3.55)."""
    own, realm = state.led[seat], realm_of(seat)
    found = {
        "missions": sum(content.missions[id].prestige for id in met(state, seat, content)),
        "income": realms.tax_income(state, realm),
        "cores": own.cores.bit_count(),
        "marriages": state.married[seat].bit_count(),
        "alliances": 2 * state.allied[seat].bit_count(),
        "curia": len(catholics(state)) if papal_controller(state) == seat else 0,
        "authority": state.empire.authority if state.empire.emperor == realm else 0,
        "stability": 2 * own.stability,
        "occupied": -occupied(state, seat),
        "interest": -own.interest,
    }
    return Scored(seat, **found, total=own.prestige + sum(found.values()))


@step("R3.55")
def final_scoring(play: Play[State]) -> None:
    """Score the game: most prestige wins, then most power, then most ducats."""
    state = play.state
    state.rounds += 1
    totals = {}
    for seat in clockwise(state, state.first):
        found = score(state, seat, play.content)
        play.emit(found)
        totals[seat] = state.led[seat].prestige = found.total

    def rank(seat: str) -> tuple[int, int, int]:
        return totals[seat], sum(state.led[seat].power), state.led[seat].ducats

    best = max(map(rank, state.order))
    play.end([seat for seat in state.order if rank(seat) == best], "prestige", totals)
