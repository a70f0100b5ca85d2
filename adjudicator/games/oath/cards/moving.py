"""Move warbands between a board and the sites that are ruled, and cards to sites, as several cards allow."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import CARD, SLOT
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


def room(state: State, seat: str, slot: int) -> bool:
    """Return whether a player can move a card to a site: there is room, or some can be made (Great Slum)."""
    return aims.room(state, slot) or bool(_slum(state, seat, slot))


def _slum(state: State, seat: str, slot: int) -> list[int]:
    """Return the cards that a player may discard before a card is moved to a site."""
    return aims.cards_at(state, seat, 1 << slot) if table.is_site(state, slot, "great_slum") else []


def move_card(play: Play[State], seat: str, by: str, card: str, slot: str) -> Frames:
    """Move a card to a site by the power of another; at the Great Slum one there may be discarded first."""
    if _slum(play.state, seat, SLOT.number(slot)):
        return run(play, seat, f"{by}:slum", card, slot)
    _put(play, card, slot)
    return []


def _put(play: Play[State], card: str, slot: str) -> None:
    pieces.lift(play.state, CARD.number(card))
    here = play.state.sites[SLOT.number(slot)]
    here.cards = [*here.cards, CARD.number(card)]


def _cleared(state: State, seat: str, card: str, slot: str) -> list[Action]:
    at = SLOT.number(slot)
    return [*aims.cards(_slum(state, seat, at)), *([aims.NO] if aims.room(state, at) else [])]


def declare_slum(by: str) -> None:
    """Declare the choice what is discarded where a power moves a card to the Great Slum."""

    @power(f"{by}:slum", _cleared, kind="choice")
    def moved(play: Play[State], seat: str, answer: Aimed, card: str, slot: str) -> None:
        if aims.chosen(answer):
            pieces.discard(play, CARD.number(answer.card), seat)
        _put(play, card, slot)


for _card in ("homesteaders", "resettle", "roving_terror"):
    declare_slum(_card)
