"""The title, and who wins (2.11, 3)."""

from collections.abc import Callable
from typing import Any, Final

from adjudicator import FIRST, Asking, Frames, Play, Question
from adjudicator.components import Code
from adjudicator.kernel.standing import StandingStill

from ..facts import (
    CARD,
    CHANCELLOR,
    DARKEST_SECRET,
    DEVOTION,
    END_DIE,
    NONE,
    PEOPLES_FAVOR,
    PROTECTION,
    SCEPTER,
    SUPREMACY,
    THE_PEOPLE,
    PlayerId,
)
from ..state import State
from . import table
from .book import OfPlayer, SeatEvent, step
from .chronicle import won


class TitleMoved(SeatEvent, frozen=True, tag="title_moved", rule="2.11", hits=("player",)):
    """A player took the title."""

    player: PlayerId
    """From whom."""


class Usurped(SeatEvent, frozen=True, tag="usurped", rule="4.1.3"):
    """An exile turned the title to the side of the usurper."""


class EndRolled(SeatEvent, frozen=True, tag="end_rolled", rule="3.3"):
    """The chancellor rolled the end die."""

    face: int
    needs: int


def sites_ruled(state: State) -> dict[str, int]:
    """Return how many sites each exile rules, and the empire together as the chancellor (2.11)."""
    found = {each: len(table.ruled(state, each)) for each in state.order if not table.belongs(state, each)}
    return {CHANCELLOR: len(table.ruled(state, CHANCELLOR)), **found}


def leaders(counts: dict[str, int]) -> list[str]:
    """Return who has most of something, if anybody has any."""
    most = max(counts.values(), default=0)
    return [each for each, count in counts.items() if count == most and most]


def oathkeepers(state: State) -> list[str]:
    """Return the players who fulfil the goal of the oath, several in a tie (2.11)."""
    if state.oath == SUPREMACY:
        return leaders(sites_ruled(state))
    if state.oath == PROTECTION:
        return leaders({each: table.held(state, each) for each in state.order})
    holder = state.banners[PEOPLES_FAVOR if state.oath == THE_PEOPLE else DARKEST_SECRET].holder
    return [holder] if holder else []


def successor(state: State) -> str:
    """Return the citizen who has reached the successor's goal, or "" (3.3.1)."""
    citizens = [each for each in state.order if state.boards[each].citizen]
    if state.oath == SUPREMACY:
        counts = {each: table.held(state, each) for each in (CHANCELLOR, *citizens)}
        most = leaders(counts)
        return most[0] if len(most) == 1 and most[0] != CHANCELLOR else ""
    if state.oath == DEVOTION:
        return next((citizen for citizen in citizens if SCEPTER in state.boards[citizen].relics), "")
    banner = DARKEST_SECRET if state.oath == THE_PEOPLE else PEOPLES_FAVOR
    return next((citizen for citizen in citizens if state.banners[banner].holder == citizen), "")


def goal(state: State, seat: str, oath: int) -> bool:
    """Return whether a player has reached the goal of a vision; a tie is not enough (3.2)."""
    if oath == SUPREMACY:
        return leaders(sites_ruled(state)) == [seat]
    if oath == PROTECTION:
        return leaders({each: table.held(state, each) for each in state.order}) == [seat]
    return state.banners[PEOPLES_FAVOR if oath == THE_PEOPLE else DARKEST_SECRET].holder == seat


def fulfilled(state: State, seat: str) -> list[int]:
    """Return the visions of an exile whose goals are reached; three must have been drawn (3.2)."""
    board = state.boards[seat]
    if table.belongs(state, seat) or state.visions < 3:
        return []
    shown = [each for each in (board.vision, board.prophet) if each != NONE]
    return [each for each in shown if goal(state, seat, CARD.things[each].oath)]


class NameKeeper(OfPlayer, frozen=True, tag="name_keeper"):
    """Give the title to this player, who has reached the goal as others have. 2.11."""


not_tied = Code("2.11")
TITLE: Final = Question("title", "2.11", NameKeeper, otherwise=not_tied, default=FIRST, interrupts=True)


@step("2.11")
def settling(play: Play[State]) -> Frames:
    """Move the title if its holder does not fulfil the goal any more and somebody else does (2.11)."""
    state = play.state
    with StandingStill(state):
        found = oathkeepers(state)
    holder = state.title
    if not found or holder in found:
        return []
    if state.oath == SUPREMACY and CHANCELLOR in found and table.belongs(state, holder):
        found = [CHANCELLOR]
    if len(found) == 1:
        return list(give_title(play, found[0]))
    after = [each for each in table.clockwise(state, holder) if each in found]
    return [naming(holder, after)]


def give_title(play: Play[State], seat: str) -> Frames:
    """Give the title to a player, on the side of the oathkeeper."""
    before, play.state.title, play.state.usurper = play.state.title, seat, False
    play.emit(TitleMoved(seat, before))
    frames: list[Any] = []
    for rule in AFTER_TITLE:
        frames += rule(play, seat)
    return frames


AFTER_TITLE: Final[list[Callable[[Play[State], str], Frames]]] = []
"""Reactions to a title that moved (Chaos Cult)."""


@step("2.11")
def naming(play: Play[State], seat: PlayerId, tied: list[PlayerId]) -> Asking:
    """Let the holder of the title name who gets it of those who tie."""
    answer = yield TITLE.in_turn_of(play.state.turn.seat)(seat, map(NameKeeper, tied))
    return give_title(play, answer.player)


def stable_regime(play: Play[State]) -> Frames:
    """Roll the end die after rounds 5 to 7, if the oathkeeper is imperial (3.3)."""
    state = play.state
    if state.round not in END_DIE or not table.belongs(state, state.title):
        return []
    needs = END_DIE[state.round]
    play.line("end_of_round", round=state.round)
    (face,) = play.roll("end", 1, 6)
    play.emit(EndRolled(CHANCELLOR, face, needs))
    frames: list[Any] = []
    state.end_die = face
    for rule in AFTER_END_DIE:
        frames += rule(play)
    return [*frames, end_checked()]


AFTER_END_DIE: Final[list[Callable[[Play[State]], Frames]]] = []
"""Powers that change the end die (Squalid District)."""


@step("3.3")
def end_checked(play: Play[State]) -> Frames:
    """End the match if the end die says so."""
    state = play.state
    if state.end_die < END_DIE[state.round]:
        return []
    heir = successor(state)
    return [won(heir or CHANCELLOR, "successor" if heir else "stable_regime")]


def long_war(play: Play[State]) -> Frames:
    """Find the winner at the end of round 8 (3.4)."""
    state = play.state
    heir = successor(state)
    empire = won(heir or CHANCELLOR, "successor" if heir else "long_war")
    if table.belongs(state, state.title):
        return [empire]
    if state.usurper:
        return [won(state.title, "usurper")]
    seers = [(card, seat) for seat in state.order for card in fulfilled(state, seat)]
    if seers:
        order = (SUPREMACY, THE_PEOPLE, PROTECTION, DEVOTION)
        vision, seat = min(seers, key=lambda seer: order.index(CARD.things[seer[0]].oath))
        return [won(seat, "visionary", [CARD.ids[vision]])]
    return [empire]
