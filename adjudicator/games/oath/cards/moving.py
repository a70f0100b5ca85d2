"""Move warbands between a board and the sites that are ruled, as several cards allow."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import SLOT
from ..rules import pieces, table
from ..rules.powers import power, run
from ..rules.warbands import WarbandsMoved, to_board
from ..state import State
from . import aims
from .aims import Aimed


def moves(state: State, seat: str) -> Iterator[Action]:
    """Yield the moves of warbands: the last one of a site stays, except under the Bandit Crown (7.6.5)."""
    keeps = 0 if table.crowned(state) == seat else 1
    for slot in table.ruled(state, seat):
        here = state.sites[slot]
        if here.colour == table.colour(state, seat):
            yield from (aims.warbands(n, SLOT.ids[slot], "board") for n in range(1, here.warbands - keeps + 1))
        if pieces.may_place(state, seat):
            yield from (aims.warbands(n, SLOT.ids[slot], "site") for n in range(1, state.boards[seat].warbands + 1))
    yield aims.NO


def declare_moves(card: str) -> None:
    """Declare the moves of a card as a choice that is asked until the player wants no more."""

    @power(f"{card}:moves", moves, kind="choice")
    def moved(play: Play[State], seat: str, answer: Aimed) -> Frames:
        if not aims.chosen(answer):
            return []
        slot = SLOT.number(answer.slot)
        if answer.to == "site":
            pieces.place_warbands(play.state, seat, slot, answer.count)
        else:
            to_board(play.state, seat, slot, answer.count)
        site = table.site_id(play.state, slot)
        play.emit(WarbandsMoved(seat, answer.count, answer.to, answer.slot, site=site))
        return run(play, seat, f"{card}:moves")
