"""The cards about the New World (20)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal

from ..facts import ENGLAND, EXPLORER, FRANCE, HAPSBURG, HOME_OF, PORTS, POWER, PROTESTANT, CardId
from ..rules import hands
from ..rules.book import PowerEvent
from ..rules.effects import event
from ..rules.new_world import riches, voyages
from ..rules.new_world.voyages import bit
from ..state import State
from .aims import Named, a_power, aim, no_effect, only, powers

SAILING: Final = (ENGLAND, FRANCE, HAPSBURG)


class MarkerPlaced(PowerEvent, frozen=True, tag="marker_placed", rule="20"):
    """A power got the marker of a card."""

    card: CardId


class VoyageStopped(PowerEvent, frozen=True, tag="voyage_stopped", rule="20"):
    """A voyage of a power was called off by an event."""

    what: str


class ExplorerLost(PowerEvent, frozen=True, tag="explorer_lost", rule="20.2"):
    """An explorer left the match."""

    explorer: str


def _mark(play: Play[State], power: str, card: str) -> None:
    """Give the marker of a card to a power; another one loses it."""
    play.state.markers = {**play.state.markers, card: power}
    play.emit(MarkerPlaced(power, card))


@aim("galleons", powers(*SAILING))
def _galleons(play: Play[State], power: str, answer: Named) -> None:
    _mark(play, answer.power, "galleons")


@aim("plantations", powers(*SAILING))
def _plantations(play: Play[State], power: str, answer: Named) -> None:
    _mark(play, answer.power, "plantations")


def _raiding(state: State, power: str) -> Iterator[Action]:
    """Yield the powers with a Protestant home port and no raider out (20.4)."""
    for each in (ENGLAND, FRANCE, PROTESTANT):
        if HOME_OF[each] & PORTS & state.protestant and not state.raiders & bit(each):
            yield a_power(each)


@aim("huguenot_raiders", _raiding)
def _raiders(play: Play[State], power: str, answer: Named) -> None:
    play.state.raiders |= bit(answer.power)
    play.emit(MarkerPlaced(answer.power, "huguenot_raiders"))


def _may_explore(state: State, power: str) -> Iterator[Action]:
    """Yield the powers that could send an explorer now."""
    return (a_power(each) for each in SAILING if voyages.Explore().against(state, each) is None)


@aim("mercators_map", _may_explore)
def _map(play: Play[State], power: str, answer: Named) -> None:
    play.state.mapped |= bit(answer.power)
    voyages.begin_exploration(play, answer.power)


def _colony_boxes(state: State, power: str) -> Iterator[Action]:
    """Yield the powers with a colony marker left."""
    return (a_power(each) for each in SAILING if voyages.colonies_left(state, each))


@aim("potosi_silver_mines", _colony_boxes)
def _potosi(play: Play[State], power: str, answer: Named) -> None:
    _mark(play, answer.power, "potosi_silver_mines")


def _exploring(state: State, power: str) -> Iterator[Action]:
    return map(a_power, POWER.ids_of(state.voyages))


@aim("fountain_of_youth", _exploring)
def _fountain(play: Play[State], power: str, answer: Named) -> None:
    """Call off an exploration; on 4 to 6 an explorer leaves the match."""
    state = play.state
    _stop(play, answer.power, "exploration")
    (die,) = play.roll("fountain", 1, 6, power=answer.power)
    if die >= 4 and (left := voyages.at_home(state, answer.power)):
        explorer = play.pick("explorer", "explorer", left, power=answer.power)
        state.explorers &= ~(1 << EXPLORER.index[explorer])
        play.emit(ExplorerLost(answer.power, explorer))


def _stop(play: Play[State], power: str, what: str) -> None:
    """Call off an exploration or a conquest that is under way."""
    state = play.state
    if what == "exploration":
        state.voyages &= ~bit(power)
        state.mapped &= ~bit(power)
    else:
        state.conquering &= ~bit(power)
        state.poxed &= ~bit(power)
    play.emit(VoyageStopped(power, what))


def _underway(state: State, power: str) -> Iterator[Action]:
    """Yield the powers with an exploration (1) or a conquest (2) under way."""
    for each in SAILING:
        if state.voyages & bit(each):
            yield a_power(each, 1)
        if state.conquering & bit(each):
            yield a_power(each, 2)


@aim("search_for_cibola", _underway)
def _cibola(play: Play[State], power: str, answer: Named) -> None:
    """Call a voyage off; none of its kind may begin before the next turn."""
    if answer.use == 1:
        _stop(play, answer.power, "exploration")
        play.state.barred |= bit(answer.power)
    else:
        _stop(play, answer.power, "conquest")
        play.state.barred_conquests |= bit(answer.power)


def _no_cabot(state: State, power: str) -> Refusal | None:
    if (bad := only("sebastian_cabot", *SAILING)(state, power)) is not None:
        return bad
    return None if _cabot_of(power) in EXPLORER.ids_of(state.explorers) else no_effect(card="sebastian_cabot")


def _cabot_of(power: str) -> str:
    return f"cabot_{power}"


@event("sebastian_cabot", _no_cabot)
def _cabot(play: Play[State], power: str) -> Frames:
    """Explore at once with Cabot, who needs no charts (20.2)."""
    return [voyages.exploring(power, _cabot_of(power), False)]


def _no_conquest(state: State, power: str) -> Refusal | None:
    if (bad := only("smallpox", *SAILING)(state, power)) is not None:
        return bad
    return None if voyages.Conquer().against(state, power) is None else no_effect(card="smallpox")


@event("smallpox", _no_conquest)
def _smallpox(play: Play[State], power: str) -> Frames:
    """Send a conquistador for nothing, with 2 more on the roll (20.3)."""
    play.state.poxed |= bit(power)
    voyages.begin_conquest(play, power)
    return []


def _no_voyage_round(state: State, power: str) -> Refusal | None:
    return None if "circumnavigation" in state.discoveries else no_effect(card="sale_of_moluccas")


@event("sale_of_moluccas", _no_voyage_round)
def _moluccas(play: Play[State], power: str) -> Frames:
    hands.draw(play, play.state.discoveries["circumnavigation"], 2)
    return []


SIDES: Final = {1: riches.GOVERNOR, 2: riches.UPRISING}


@aim(
    "colonial_governor_native_uprising",
    lambda state, power: (a_power(each, side) for each in SAILING for side in SIDES),
)
def _colonial(play: Play[State], power: str, answer: Named) -> None:
    """Put the marker beside the colonies of a power, on one of its sides."""
    play.state.colonial = {SIDES[answer.use]: answer.power}
    play.emit(MarkerPlaced(answer.power, "colonial_governor_native_uprising"))
