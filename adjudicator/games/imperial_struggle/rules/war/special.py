"""Rules 7.3, 10.0 and 12.1: Atlantic Dominance, the Jacobites, the USA and Canada, Spain's answer to a conquest."""

from bisect import insort
from collections.abc import Collection, Iterator
from itertools import combinations
from random import Random
from typing import Generic, Literal, TypeVar

from adjudicator import Action, Answers, Asking, Asks, Choose, Event, Play
from adjudicator.components import Code, Many, bits

from ...components import SideEvent, SpaceId, SpaceIds
from ...fact_types import (
    BRITAIN,
    CARIBBEAN,
    COUNTRY,
    FRANCE,
    NORTH_AMERICA,
    SIDE,
    SIDES,
    SPACE,
    SUB_REGION,
    THEATRE,
    TURN,
    USA,
    WAR_IDS,
    WAR_TILE,
)
from ...facts import FACTS
from ...isolation import isolated_markets
from ...state import State, opponent
from ..book import step
from ..control import empty_spaces, flagged, opposing_flags, place_usa_flag, remove_flag
from ..shifts import shift
from .progress import spoils_of

not_of_the_award = Code("7.3", spaces=Many(SPACE), allowed=Many(SPACE))
named_twice = Code("7.3", spaces=Many(SPACE))
shift_half_said = Code("12.1")
no_shift_in_spain = Code("12.1", space=SPACE, result=str)


class PlaceUsaFlags(Action, frozen=True, tag="place_usa_flags"):
    """Put USA flags on some of the territories of the award (7.3); none: place none."""

    spaces: SpaceIds = ()


class RemoveUsaForts(Action, frozen=True, tag="remove_usa_forts"):
    """Remove flags from forts of the Northern Colonies after the award USA (7.3); none: remove none."""

    spaces: SpaceIds = ()


class ShiftSpain(Action, frozen=True, tag="shift_spain"):
    """Shift a political space of Spain after the other side took a Spanish territory (12.1); none: leave it."""

    space: SpaceId | None = None
    result: Literal["flag", "unflag"] | None = None


class DominanceWon(SideEvent, frozen=True, tag="dominance_won", rule="7.3"):
    """The Atlantic Dominance tile of a side lies at a later theatre (7.3)."""

    theater: int


class JacobiteVictory(Event, frozen=True, tag="jacobite_victory", rule="7.3"):
    """France placed a Jacobite Victory marker (7.3); ``slot``: M-4 may lie in a slot of its own from now on."""

    victories: int
    slot: bool = False


class UsaFlagsPlaced(Event, frozen=True, tag="usa_flags_placed", rule="7.3", touches=("spaces",)):
    """France placed USA flags (7.3, 10.0)."""

    spaces: SpaceIds = ()

    def hit(self) -> Collection[str]:
        return (SIDE.ids[BRITAIN],)


class UsaFortsRemoved(Event, frozen=True, tag="usa_forts_removed", rule="7.3", touches=("spaces",)):
    """France removed flags from forts of the Northern Colonies (7.3)."""

    spaces: SpaceIds = ()

    def hit(self) -> Collection[str]:
        return (SIDE.ids[BRITAIN],)


class IsolatedFlagsRemoved(Event, frozen=True, tag="isolated_flags_removed", rule="7.3", touches=("spaces",)):
    """Markets that became isolated through the USA flags lost theirs (7.3)."""

    spaces: SpaceIds

    def hit(self) -> Collection[str]:
        return SIDE.ids


class SpainShifted(SideEvent, frozen=True, tag="spain_shifted", rule="12.1", touches=("space",)):
    """A side shifted a political space of Spain (12.1); ``space`` "": it did not want to."""

    space: SpaceId = ""
    result: str = ""

    def hit(self) -> Collection[str]:
        return self.against if self.result == "unflag" else ()


DOMINATED = "french_and_indian_war"
"""The theatre that gets the Atlantic Dominance tile."""


def win_dominance(play: Play[State], winner: int) -> None:
    """Place the winner's +2 tile at the French & Indian War; it is not a Bonus tile (R-54)."""
    theatre = THEATRE.thing(DOMINATED).order
    insort(play.state.theatres[theatre - 1].bonus[winner], WAR_TILE.index["atlantic_dominance"])
    play.emit(DominanceWon(SIDES[winner], theatre))


# the Jacobites (7.3) -------------------------------------------------------------------------------


def jacobite_victory(play: Play[State]) -> None:
    """Give France a Jacobite Victory marker. After the Austrian Succession M-4 may be in a slot of its own."""
    state = play.state
    state.jacobite_victories = min(state.jacobite_victories + 1, FACTS.set_up.jacobite_victories)
    slot = TURN.things[state.turn].war == WAR_IDS.index("was")
    state.jacobite_extra = state.jacobite_extra or slot
    play.emit(JacobiteVictory(state.jacobite_victories, slot))


# the USA and Canada (7.3, 10.0) --------------------------------------------------------------------


def begin_usa(play: Play[State]) -> None:
    """Note which markets are isolated before any USA flag is placed: those keep their flags (R-34)."""
    play.state.isolated = isolated_markets(play.state)


def usa_territories(state: State) -> int:
    """Return territories that may get a USA flag now."""
    left = spoils_of(state)
    return ((FACTS.usa_award if left.usa else 0) | (FACTS.canada_award if left.canada else 0)) & ~state.flags[USA]


def usa_forts(state: State) -> int:
    """Return forts of the Northern Colonies with any flag (R-16)."""
    return flagged(state) & FACTS.fort & FACTS.by_sub_region[SUB_REGION.index["northern_colonies"]]


N = TypeVar("N", PlaceUsaFlags, RemoveUsaForts)


class AnyAnswers(Answers[State], Generic[N]):
    """Any of some spaces, or none."""

    rule = "7.3"
    takes: type[N]

    def allowed(self, state: State) -> int:
        """Return the spaces that may be named."""
        raise NotImplementedError  # abstract

    def options(self, state: State, seat: str) -> Iterator[N]:
        spaces = SPACE.ids_of(self.allowed(state))
        for count in range(len(spaces), -1, -1):
            yield from map(self.takes, combinations(spaces, count))

    def check(self, state: State, seat: str, action: N) -> None:  # type: ignore[override]
        named, allowed = action.spaces, SPACE.ids_of(self.allowed(state))
        wrong = [space for space in named if space not in allowed]
        near = (self.takes(tuple(space for space in allowed if space in named)),)
        if wrong:
            raise not_of_the_award(near, spaces=wrong, allowed=allowed)
        if len(set(named)) != len(named):
            raise named_twice(near, spaces=named)

    def default(self, state: State, seat: str) -> N:
        """Return all that are not French already."""
        return self.takes(SPACE.ids_of(self.allowed(state) & ~state.flags[FRANCE]))


class UsaFlagAnswers(AnyAnswers[PlaceUsaFlags]):
    """Any of the territories of the award, or none."""

    kind = "place_usa_flags"
    takes, actions = PlaceUsaFlags, (PlaceUsaFlags,)

    def allowed(self, state: State) -> int:
        return usa_territories(state)


class UsaFortAnswers(AnyAnswers[RemoveUsaForts]):
    """Any of the forts, or none."""

    kind = "remove_usa_forts"
    takes, actions = RemoveUsaForts, (RemoveUsaForts,)

    def allowed(self, state: State) -> int:
        return usa_forts(state)


@step("7.3")
def place_usa_flags(play: Play[State]) -> Asking:
    """Let France place USA flags, which stay for good (10.0).

    They replace whatever flag was there.
    """
    answer: PlaceUsaFlags = yield Choose(SIDES[FRANCE], UsaFlagAnswers())
    state = play.state
    left = spoils_of(state)
    forts = left.usa
    left.usa = left.canada = False
    play.emit(UsaFlagsPlaced(answer.spaces))
    for space in sorted(SPACE.index[name] for name in answer.spaces):
        place_usa_flag(play, space)
    return [remove_usa_forts()] if forts and usa_forts(state) else [isolated_by_usa()]


@step("7.3")
def remove_usa_forts(play: Play[State]) -> Asking:
    """Let France remove flags from forts of the Northern Colonies.

    Damage stays.
    """
    answer: RemoveUsaForts = yield Choose(SIDES[FRANCE], UsaFortAnswers())
    play.emit(UsaFortsRemoved(answer.spaces))
    for name in answer.spaces:
        remove_flag(play, SPACE.index[name])
    return [isolated_by_usa()]


@step("7.3")
def isolated_by_usa(play: Play[State]) -> None:
    """Remove flags of markets that have become isolated (R-34).

    Only markets in North America and the Caribbean count, of both sides.
    """
    state = play.state
    region = FACTS.by_region[NORTH_AMERICA] | FACTS.by_region[CARIBBEAN]
    lost = isolated_markets(state) & ~state.isolated & region
    state.isolated = 0
    if lost:
        play.emit(IsolatedFlagsRemoved(SPACE.ids_of(lost)))
    for space in bits(lost):
        remove_flag(play, space)


# Spain (12.1) --------------------------------------------------------------------------------------


def spanish_shifts(state: State) -> list[ShiftSpain]:
    """Return what the loser of the theatre may shift in Spain."""
    side = opponent(spoils_of(state).winner)
    spain = FACTS.by_country[COUNTRY.index["spain"]] & FACTS.political
    flags = [ShiftSpain(space, "flag") for space in SPACE.ids_of(spain & empty_spaces(state))]
    return [*flags, *(ShiftSpain(space, "unflag") for space in SPACE.ids_of(spain & opposing_flags(state, side)))]


class SpainAnswers(Answers[State]):
    """A political space of Spain, or nothing."""

    kind = "shift_spain"
    rule = "12.1"
    actions = (ShiftSpain,)

    def options(self, state: State, seat: str) -> Iterator[ShiftSpain]:
        yield from spanish_shifts(state)
        yield ShiftSpain()

    def check(self, state: State, seat: str, action: ShiftSpain) -> None:  # type: ignore[override]
        if action == ShiftSpain():
            return
        near = tuple(option for option in spanish_shifts(state) if option.space == action.space)
        near = near or tuple(spanish_shifts(state)[:3])
        if action.space is None or action.result is None:
            raise shift_half_said(near)
        if action not in spanish_shifts(state):
            raise no_shift_in_spain(near, space=action.space, result=action.result)

    def sample(self, state: State, seat: str, rng: Random) -> ShiftSpain:
        return rng.choice(list(self.options(state, seat)))

    def default(self, state: State, seat: str) -> ShiftSpain:
        """Return a shift of nothing."""
        return ShiftSpain()

    def context(self, state: State, seat: str) -> dict[str, int]:
        """Return how many spaces may be shifted."""
        return {"n": spoils_of(state).spain}


@step("12.1")
def shift_spain(play: Play[State]) -> Asks:
    """Let the other side shift a space of Spain for each uncontrolled Spanish territory that was taken."""
    side = opponent(spoils_of(play.state).winner)
    answer: ShiftSpain = yield Choose(SIDES[side], SpainAnswers())
    spoils_of(play.state).spain -= 1
    if answer.space is None or answer.result is None:
        play.emit(SpainShifted(SIDES[side]))
        return
    play.emit(SpainShifted(SIDES[side], answer.space, answer.result))
    shift(play, side, SPACE.index[answer.space], answer.result)
