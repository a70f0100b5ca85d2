"""Rule 7.2: the spoils of a theatre. What leaves no choice is given at once, the rest is asked for, step by step."""

from typing import Final

from msgspec import field

from adjudicator import FIRST, Action, Asks, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code, Many

from ...components import PLACE, PlaceId, RegionId, SideEvent, SideId
from ...fact_types import FRANCE, SIDES
from ...state import SpoilsLeft, State, opponent
from ..book import next_theatre, step
from ..control import lift_squadron, squadron_places
from ..debt import gain_treaty_points, score
from ..ministries.cards import end_of_jacobites
from .conquest import SpoilsLost, may_spend, spend_spoils
from .progress import progress, spoils_of, theatre_of
from .special import begin_usa, jacobite_victory, place_usa_flags, shift_spain, spanish_shifts, win_dominance

no_squadron_to_give_up = Code("7.2", space=PLACE, spaces=Many(PLACE))


class GiveUpSquadron(Action, frozen=True, tag="give_up_squadron"):
    """Take a squadron from ``navy_box`` or a naval space away, as the spoils of the other side demand (7.2)."""

    source: PlaceId = field(name="from")


class SquadronGivenUp(SideEvent, frozen=True, tag="squadron_given_up", rule="7.2", touches=("source",)):
    """The loser of a theatre gave up a squadron (7.2); ``to``: unbuilt or out_of_game."""

    source: PlaceId
    to: str


class SpoilsTaken(Event, frozen=True, tag="spoils_taken", rule="7.2"):
    """The spoils that the margin gives (7.2).

    ``trp`` go to the loser. ``unflag``: type of the opposing space to be unflagged. ``squadrons``: how many the loser
    gives up; ``usa``, ``canada``: awards of 7.3.
    """

    theater: int
    winner: SideId
    vp: int = 0
    trp: int = 0
    cp: int = 0
    unflag: str = ""
    unflag_region: RegionId = ""
    squadrons: int = 0
    usa: bool = False
    canada: bool = False


def take_spoils(play: Play[State], winner: int, margin: int) -> None:
    """Give the spoils of a theatre, and note what is to be chosen.

    Spoils are victory points, treaty points for the loser, markers and tiles.
    """
    state, theatre = play.state, theatre_of(play.state)
    row = theatre.row(winner, margin)
    state.phase = "war_spoils"
    progress(state).spoils = SpoilsLeft(winner)
    if row is None:
        return
    squadrons = row.squadrons_to_unbuilt + row.squadrons_removed
    unflag, region = (row.unflag.type, row.unflag.region) if row.unflag else ("", "")
    play.emit(
        SpoilsTaken(
            state.theatre, SIDES[winner], row.vp, row.trp, row.cp, unflag, region, squadrons, row.usa, row.canada
        )
    )
    score(play, winner, row.vp, theatre.id)
    gain_treaty_points(play, opponent(winner), row.trp, theatre.id)
    if row.jacobite_victory and winner == FRANCE:
        jacobite_victory(play)
    if row.jacobite_defeat:
        end_of_jacobites(play)
    if row.atlantic_dominance:
        win_dominance(play, winner)
    progress(state).spoils = SpoilsLeft(winner, row.cp, int(row.unflag is not None), squadrons, row.usa, row.canada)


@step("7.2")
def spoils(play: Play[State]) -> Frames:
    """Ask for what is open: conquest and unflagging, squadrons of the loser, the awards, Spain (12.1)."""
    state, left = play.state, progress(play.state).spoils
    if left is None:
        return [next_theatre()]
    if left.cp or left.unflag:
        if may_spend(state):
            return [spend_spoils(), spoils()]
        play.emit(SpoilsLost(SIDES[left.winner], left.cp, left.unflag))
        left.cp = left.unflag = 0
    if left.squadrons_to_give_up:
        if squadron_places(state, opponent(left.winner)):
            return [give_up_squadron(), spoils()]
        left.squadrons_to_give_up = 0
    if left.usa or left.canada:
        begin_usa(play)
        return [place_usa_flags(), spoils()]
    if left.spain:
        if spanish_shifts(state):
            return [shift_spain(), spoils()]
        left.spain = 0
    progress(state).spoils = None
    return [next_theatre()]


# squadrons given up: Atlantic Dominance to the unbuilt ones, the Antilles out of the game ------------


GIVE_UP: Final = Question("give_up_squadron", "7.2", GiveUpSquadron, default=FIRST, alone="logged", interrupts=True)
"""A squadron from the navy box, else from the map."""


@step("7.2")
def give_up_squadron(play: Play[State]) -> Asks:
    """Let the loser take one of its squadrons away."""
    state, loser = play.state, opponent(spoils_of(play.state).winner)
    built = squadron_places(state, loser)
    offers = [*map(GiveUpSquadron, built)]

    def why(action: GiveUpSquadron) -> Refusal | None:
        there = action.source in built
        return None if there else no_squadron_to_give_up(offers[:3], space=action.source, spaces=built)

    left = spoils_of(state).squadrons_to_give_up
    answer: GiveUpSquadron = yield GIVE_UP(SIDES[loser], offers, why, theater=state.theatre, n=left)
    war = progress(state)
    spoils_of(state).squadrons_to_give_up -= 1
    lift_squadron(state, loser, answer.source)
    war.used_at_home[loser] = min(war.used_at_home[loser], state.navy_box[loser])
    war.squadrons_used[loser] &= state.squadrons[loser]
    rows = theatre_of(state).spoils[spoils_of(state).winner]
    for_good = any(row.squadrons_removed for row in rows)
    (state.lost if for_good else state.unbuilt)[loser] += 1
    play.emit(SquadronGivenUp(SIDES[loser], answer.source, "out_of_game" if for_good else "unbuilt"))
