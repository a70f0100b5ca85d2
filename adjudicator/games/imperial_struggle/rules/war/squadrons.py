"""Squadrons that the loser of a theatre gives up: Atlantic Dominance to the unbuilt ones, the Antilles out of the game
(displays of the Seven Years' War and the American War).
"""

from collections.abc import Iterator

from msgspec import field

from adjudicator import Action, Answers, Asking, Choose, Event, Play
from adjudicator.components import Code, Many

from ...components import NAVY_BOX, PLACE, PlaceId, SideId
from ...fact_types import SIDES
from ...facts import facts
from ...state import State, opponent
from ..book import step
from .progress import progress, spoils_of, theatre_of

no_squadron_to_give_up = Code("7.2", space=PLACE, spaces=Many(PLACE))


class GiveUpSquadron(Action, frozen=True, tag="give_up_squadron"):
    """Take a squadron from ``navy_box`` or a naval space away, as the spoils of the other side demand (7.2)."""

    source: PlaceId = field(name="from")


class SquadronGivenUp(Event, frozen=True, tag="squadron_given_up", by="side", touches=("source",)):
    """The loser of a theatre gave up a squadron (7.2); ``to``: unbuilt or out_of_game."""

    side: SideId
    source: PlaceId
    to: str


def may_give_up(state: State) -> bool:
    """Whether the loser has a built squadron."""
    return bool(_built(state, opponent(spoils_of(state).winner)))


def _built(state: State, side: int) -> tuple[str, ...]:
    at_home = (NAVY_BOX,) if state.navy_box[side] else ()
    return (*at_home, *facts().ids(state.squadrons[side]))


class GiveUpAnswers(Answers[State]):
    """A squadron from the navy box or from the map."""

    kind = "give_up_squadron"
    rule = "7.2"
    actions = (GiveUpSquadron,)

    def options(self, state: State, seat: str) -> Iterator[GiveUpSquadron]:
        return map(GiveUpSquadron, _built(state, SIDES.index(seat)))

    def check(self, state: State, seat: str, action: GiveUpSquadron) -> None:  # type: ignore[override]
        built = _built(state, SIDES.index(seat))
        if action.source not in built:
            near = tuple(GiveUpSquadron(source) for source in built[:3])
            raise no_squadron_to_give_up(near, space=action.source, spaces=built)

    def default(self, state: State, seat: str) -> GiveUpSquadron:
        """One from the navy box, else the first on the map."""
        return next(self.options(state, seat))

    def context(self, state: State, seat: str) -> dict[str, int]:
        """How many are still to be given up."""
        return {"theater": state.theatre, "n": spoils_of(state).squadrons_to_give_up}


GIVE_UP = GiveUpAnswers()


@step("7.2")
def give_up_squadron(play: Play[State]) -> Asking:
    """The loser takes one of its squadrons away."""
    loser = opponent(spoils_of(play.state).winner)
    answer: GiveUpSquadron = yield Choose(SIDES[loser], GIVE_UP, automatic=True)
    state, war = play.state, progress(play.state)
    spoils_of(state).squadrons_to_give_up -= 1
    if answer.source == NAVY_BOX:
        state.navy_box[loser] -= 1
        war.used_at_home[loser] = min(war.used_at_home[loser], state.navy_box[loser])
    else:
        bit = 1 << facts().space[answer.source]
        state.squadrons[loser] &= ~bit
        war.squadrons_used[loser] &= ~bit
    rows = theatre_of(state).spoils[spoils_of(state).winner]
    for_good = any(row.squadrons_removed for row in rows)
    (state.lost if for_good else state.unbuilt)[loser] += 1
    play.emit(SquadronGivenUp(SIDES[loser], answer.source, "out_of_game" if for_good else "unbuilt"))
    return None
