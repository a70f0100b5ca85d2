"""Exploration, colonies and conquest (20.1 to 20.3)."""

from typing import ClassVar, Final

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ...facts import (
    CARD,
    COLONY,
    CONQUEST,
    CONQUISTADOR,
    DISCOVERY,
    EXPLORER,
    OWNER,
    POWER,
    ColonyId,
    ConquestId,
    ConquistadorId,
    DiscoveryId,
    Explorer,
    ExplorerId,
    PowerId,
)
from ...state import State
from .. import hands
from ..book import PowerEvent, step
from ..spending import CpDeed

TIES: Final = {"england": 0, "france": 1, "hapsburg": 2}
"""The order of explorers with the same rating (20.2)."""
CONQUERORS: Final = ("hapsburg", "england", "france")
"""The order of conquests (20.3)."""
BOOST: Final = 2
"""What Mercator's Map and Smallpox add to the rolls of a voyage."""

once_a_turn = Code("20")
under_way = Code("20")
nobody_left = Code("20")
no_colony_left = Code("20.1")
barred = Code("20")


class SetOut(PowerEvent, frozen=True, tag="set_out", rule="20"):
    """A voyage was paid for; it is resolved in the New World phase."""

    what: str


class Explored(PowerEvent, frozen=True, tag="explored", rule="20.2"):
    """An exploration was rolled: the explorer, the dice, the modified result, and whether they come back."""

    explorer: ExplorerId
    dice: tuple[int, ...]
    result: int
    lost: bool = False


class Discovered(PowerEvent, frozen=True, tag="discovered", rule="20.2"):
    """A power claimed a discovery."""

    explorer: ExplorerId
    discovery: DiscoveryId


class Circled(PowerEvent, frozen=True, tag="circled", rule="20.2"):
    """An attempt to sail around the world was rolled."""

    explorer: ExplorerId
    dice: tuple[int, ...]
    result: int
    success: bool


class ConquestRolled(PowerEvent, frozen=True, tag="conquest_rolled", rule="20.3"):
    """A conquest was rolled; `found`: what was conquered, if anything."""

    conquistador: ConquistadorId
    dice: tuple[int, ...]
    result: int
    found: ConquestId | None = None
    lost: bool = False


class ColonyFounded(PowerEvent, frozen=True, tag="colony_founded", rule="20.1"):
    colony: ColonyId


def bit(power: str) -> int:
    """Return the mask of one power."""
    return 1 << OWNER.index[power]


def at_home(state: State, power: str) -> list[str]:
    """Return the explorers of a power who may be drawn (20.2)."""
    left = EXPLORER.ids_of(state.explorers)
    return [each for each in left if EXPLORER.thing(each).power == power and not EXPLORER.thing(each).only_by_card]


def conquerors(state: State, power: str) -> list[str]:
    """Return the conquistadors of a power who may be drawn (20.3)."""
    return [each for each in CONQUISTADOR.ids_of(state.conquistadors) if CONQUISTADOR.thing(each).power == power]


def colonies_left(state: State, power: str) -> list[str]:
    """Return the colonies that a power can still found: one that is crossing, and Potosi, take a box each (20.1)."""
    free = [each.id for each in COLONY if each.power == power and not state.colonies >> each.index & 1]
    return free[bool(state.colonizing & bit(power)) + (state.markers.get("potosi_silver_mines") == power) :]


def voyage_refused(state: State, power: str, away: int, barred_now: int, done: int, left: list[str]) -> Refusal | None:
    """Return why a power cannot send somebody: masks of who is away, barred by a card, or has done so in this turn."""
    for mask, why in ((away, under_way), (barred_now, barred), (done, once_a_turn)):
        if mask & bit(power):
            return why()
    return None if left else nobody_left()


class Explore(CpDeed, frozen=True, tag="explore"):
    """Send an explorer to the New World. 20.2."""

    row: ClassVar[str] = "explore"

    def against(self, state: State, seat: str) -> Refusal | None:
        return voyage_refused(state, seat, state.voyages, state.barred, state.sailed, at_home(state, seat))

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        begin_exploration(play, seat)
        return []


def begin_exploration(play: Play[State], power: str) -> None:
    """Put the marker of an exploration under way (20.2)."""
    state = play.state
    state.voyages |= bit(power)
    state.sailed |= bit(power)
    play.emit(SetOut(power, "exploration"))


class Colonize(CpDeed, frozen=True, tag="colonize"):
    """Found a colony in the New World. 20.1."""

    row: ClassVar[str] = "colonize"

    def against(self, state: State, seat: str) -> Refusal | None:
        if state.colonized & bit(seat):
            return once_a_turn()
        return None if colonies_left(state, seat) else no_colony_left()

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        play.state.colonizing |= bit(seat)
        play.state.colonized |= bit(seat)
        play.emit(SetOut(seat, "colony"))
        return []


class Conquer(CpDeed, frozen=True, tag="conquer"):
    """Send a conquistador to the New World. 20.3."""

    row: ClassVar[str] = "conquer"

    def against(self, state: State, seat: str) -> Refusal | None:
        left = conquerors(state, seat)
        return voyage_refused(state, seat, state.conquering, state.barred_conquests, state.conquered, left)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        begin_conquest(play, seat)
        return []


def begin_conquest(play: Play[State], power: str) -> None:
    """Put the marker of a conquest under way (20.3)."""
    play.state.conquering |= bit(power)
    play.state.conquered |= bit(power)
    play.emit(SetOut(power, "conquest"))


@step("20", phase="new_world")
def new_world(play: Play[State]) -> Frames:
    """Resolve explorations by rating, conquests in their order, then place colonies (20)."""
    state = play.state
    play.line("new_world")
    sailing = []
    for power in POWER.ids_of(state.voyages):
        explorer = play.pick("explorer", "explorer", at_home(state, power), power=power)
        sailing.append(EXPLORER.thing(explorer))
    sailing.sort(key=_before)
    return [
        *(exploring(each.power, each.id, bool(state.mapped & bit(each.power))) for each in sailing),
        *(conquering(power) for power in CONQUERORS if state.conquering & bit(power)),
        colonies_arrive(),
    ]


def _before(explorer: Explorer) -> tuple[int, int]:
    return -explorer.rating, TIES[explorer.power]


@step("20.2")
def exploring(play: Play[State], power: PowerId, explorer: ExplorerId, mapped: bool) -> Frames:
    """Roll an exploration and look the result up; the first one of a power makes its charts and is worse (20.2)."""
    state, known = play.state, EXPLORER.thing(explorer)
    dice = play.roll("exploration", 2, 6, power=power)
    uncharted = not state.charted & bit(power) and not known.only_by_card
    result = sum(dice) + known.rating + BOOST * mapped - uncharted
    state.voyages &= ~bit(power)
    state.mapped &= ~bit(power)
    if not known.only_by_card:
        state.charted |= bit(power)
    if result <= 4:
        _drowned(state, explorer)
    elif known.only_by_card:
        _gone(state, explorer)
    play.emit(Explored(power, explorer, tuple(dice), result, lost=result <= 4))
    if result >= 10:
        return [choosing(power, explorer, mapped)]
    if result >= 7:
        names = ("st_lawrence", "great_lakes", "mississippi")[: result - 6]
        if found := next((each for each in reversed(names) if each not in state.discoveries), None):
            claim(play, power, explorer, found)
    return []


def _drowned(state: State, explorer: str) -> None:
    """Take an explorer out of the match who has died; with Cabot that card, too (card 99)."""
    _gone(state, explorer)
    if EXPLORER.thing(explorer).only_by_card:
        hands.remove(state, CARD.number("sebastian_cabot"))


def _gone(state: State, explorer: str) -> None:
    state.explorers &= ~(1 << EXPLORER.index[explorer])


def claim(play: Play[State], power: str, explorer: str, discovery: str) -> None:
    """Give a discovery to a power; its explorer makes no other voyage (20.2)."""
    play.state.discoveries = {**play.state.discoveries, discovery: power}
    _gone(play.state, explorer)
    play.emit(Discovered(power, explorer, discovery))


class Claim(Action, frozen=True, tag="claim"):
    """Claim a discovery; the strait leads on around the world. 20.2."""

    discovery: DiscoveryId


nothing_to_claim = Code("20.2", discovery=DISCOVERY)
CLAIM: Final = Question("discovery", "20.2", Claim, otherwise=nothing_to_claim, default=FIRST, alone="logged")


@step("20.2")
def choosing(play: Play[State], power: PowerId, explorer: ExplorerId, mapped: bool) -> Asking:
    """Let a power with a result of 10 or more choose what it has found (20.2)."""
    state = play.state
    first = "pacific_strait" if "pacific_strait" not in state.discoveries else "circumnavigation"
    names = [first, "amazon", "mississippi", "great_lakes", "st_lawrence"]
    open = [Claim(each) for each in names if each not in state.discoveries]
    if not open:
        return []
    answer = yield CLAIM(power, open)
    if answer.discovery == "pacific_strait":
        claim(play, power, explorer, "pacific_strait")
    elif answer.discovery != "circumnavigation":
        claim(play, power, explorer, answer.discovery)
        return []
    return [] if "circumnavigation" in play.state.discoveries else [circling(power, explorer, mapped)]


@step("20.2")
def circling(play: Play[State], power: PowerId, explorer: ExplorerId, mapped: bool) -> Frames:
    """Roll an attempt to sail around the world (20.2)."""
    dice = play.roll("circumnavigation", 2, 6, power=power)
    result = sum(dice) + EXPLORER.thing(explorer).rating + BOOST * mapped
    success = result >= 10
    play.emit(Circled(power, explorer, tuple(dice), result, success))
    if not success:
        _drowned(play.state, explorer)
    else:
        claim(play, power, explorer, "circumnavigation")
    if result >= 12:
        hands.draw(play, power, 1)
    return []


@step("20.3", phase="new_world")
def conquering(play: Play[State], power: PowerId) -> Frames:
    """Roll a conquest and look the result up (20.3)."""
    state = play.state
    name = play.pick("conquistador", "conquistador", conquerors(state, power), power=power)
    dice = play.roll("conquest", 2, 6, power=power)
    result = sum(dice) + CONQUISTADOR.thing(name).rating + BOOST * bool(state.poxed & bit(power))
    state.conquering &= ~bit(power)
    state.poxed &= ~bit(power)
    found = None
    if result >= 9:
        names = CONQUEST.ids[: min(result, 11) - 8]
        found = next((each for each in reversed(names) if each not in state.conquests), None)
    lost = result <= 6
    if found is not None:
        state.conquests = {**state.conquests, found: power}
    if lost or found is not None:
        state.conquistadors &= ~(1 << CONQUISTADOR.index[name])
    play.emit(ConquestRolled(power, name, tuple(dice), result, found, lost))
    return []


@step("20.1", phase="new_world")
def colonies_arrive(play: Play[State]) -> Frames:
    """Place the colonies that are under way (20.1)."""
    state = play.state
    crossing, state.colonizing = state.colonizing, 0
    for power in POWER.ids_of(crossing):
        colony = colonies_left(state, power)[0]
        state.colonies |= 1 << COLONY.index[colony]
        play.emit(ColonyFounded(power, colony))
    state.barred = state.barred_conquests = 0
    return []
