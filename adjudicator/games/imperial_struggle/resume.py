"""Work out the frames of a position again where a moderator changes it by hand, or a document tells them otherwise.

Nearly all of what comes next follows from the state: its phase, its round, what has been taken. The rest is who is
asked now, and by which step (:class:`Asked`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.kernel.steps import Frame

from .fact_events import PARTS
from .rules.action_round import use_tile
from .rules.discard import discard_events, discard_one_event
from .rules.ending import final_scoring
from .rules.events.choosing import event_part
from .rules.events.tiles import FAMINE, famine_tiles
from .rules.investment import take_investment
from .rules.ministries.end_of_turn import asks, remaining_powers, resolve_powers, use_power
from .rules.ministries.phase import (
    choose_ministries,
    chooses_anew,
    ministry_phase,
    replace_ministries,
)
from .rules.turn import (
    action_phase,
    action_rounds,
    after_deal_board,
    choose_first_player,
    initiative_phase,
    next_turn,
    phases_after,
    reduce_treaty_points,
    rounds_done,
    victory_check,
)
from .rules.war.conquest import answer_conquest
from .rules.war.effects import tile_effects
from .rules.war.layout import assign_basic_tiles
from .rules.war.special import remove_usa_forts
from .rules.war.spoils import spoils
from .rules.war_tiles import bound_theatre, keep_basic_tile, place_bonus_tile
from .state import State, opponent


class Asked(NamedTuple):
    """What the frames of a position follow from beside its state.

    `sides`: who may still use a power at the end of a turn; `step`: the frame that asks, or nothing if it follows too.
    """

    sides: Sequence[int] = ()
    step: Sequence[Any] = ()


def asked_by(frames: Sequence[Frame]) -> Asked:
    """Return who is asked in a position, by its frames, the next one first."""
    step = frames[0] if frames else ()
    return Asked(step[1:2] if [*step[:1]] == [use_power.name] else (), step)


def on_turn(state: State) -> int:
    """Return the side whose action round it is: the first player takes the first tile, the other the second (4.1.9)."""
    second = opponent(state.first_player)
    taken = [len(state.taken[side]) for side in (state.first_player, second)]
    in_first = taken[1] < state.round and (taken[0] < state.round or state.ap is not None)
    return state.first_player if in_first else second


def frames_of(state: State, asked: Asked) -> list[Frame]:
    """Return the frames that come next in a position, in order.

    Raises:
        DocumentError: It cannot be told who comes next.
    """
    match state.phase:
        case "deal_cards" if [*asked.step[:1]] == ["bid_for_sides"]:
            return after_deal_board()
        case "deal_cards":
            return [discard_events(_given(asked, "discard_events")), *phases_after(discard_events)]
        case "ministry" if chooses_anew(state):
            return [choose_ministries(_given(asked, "choose_ministries")), *phases_after(ministry_phase)]
        case "ministry":
            return [replace_ministries(), *phases_after(ministry_phase)]
        case "initiative":
            return [choose_first_player(), *phases_after(initiative_phase)]
        case "action":
            side = on_turn(state)
            following = [action_rounds(rounds_done(state, side) + 1), *phases_after(action_phase)]
            return [*_round_frames(state, side, asked.step), *following]
        case "remaining_powers":
            return _powers(state, asked.sides)
        case "scoring":
            return [victory_check()]
        case "final_scoring":
            return [final_scoring()]
        case "war_theater":
            return [tile_effects()]
        case "war_spoils":
            return _spoils_frames(asked.step)
        case "war_layout":
            return [assign_basic_tiles(), next_turn()]
        case "game_over":
            return []
        case "set_up":
            raise DocumentError([Problem("phase", "a game begins with its set-up, not with a document", "4.0")])


def _given(asked: Asked, step: str) -> list[list[Any]]:
    """Return the secret choices that are in."""
    match [*asked.step]:
        case [name, given] if name == step:
            return [*given]
        case _:
            return []


def _round_frames(state: State, side: int, step: Sequence[Any]) -> list[Frame]:
    """Return what is left of an action round; a War tile that waits for its place comes first."""
    begin: list[Frame] = [take_investment(side) if state.ap is None else use_tile(side)]
    waiting = len(state.unassigned[side] if state.ap is None else state.drawn[side])
    match [*step]:
        case ["event_part", by, card, part] if by == side and state.ap is not None:
            return [*(event_part(side, card, rest) for rest in PARTS[PARTS.index(part) :]), *begin]
        case ["place_bonus_tile", *by] if by in ([], [side]):
            if bound_theatre(state):
                return [place_bonus_tile(side), famine_tiles(side), event_part(side, FAMINE, "bonus"), *begin]
            return [place_bonus_tile(side)] * max(1, waiting) + begin
        case ["keep_basic_tile", by, theatre] if by == side and waiting:
            return [keep_basic_tile(side, theatre), *begin]
        case ["discard_one_event", *by] if by in ([], [side]):
            return [discard_one_event(side), *begin]
        case [] if state.ap is None and state.round == 1:
            return [place_bonus_tile(side)] * waiting + begin
        case _:
            return begin


def _spoils_frames(step: Sequence[Any]) -> list[Frame]:
    """Return the frames for the spoils of a theatre; all but what was just tried follows from the state."""
    match [*step]:
        case ["answer_conquest", space]:
            return [answer_conquest(space), spoils()]
        case ["remove_usa_forts", *_]:
            return [remove_usa_forts(), spoils()]
        case _:
            return [spoils()]


def _powers(state: State, active: Sequence[int]) -> list[Frame]:
    """Return the frames that are left of phase 4.1.11.

    They ask who is asked now, and after the first player the other side.
    """
    if not active:
        return phases_after(reduce_treaty_points)
    side = active[0] if len(active) == 1 else state.first_player
    sides = (side, opponent(side)) if side == state.first_player else (side,)
    asked: list[Frame] = [use_power(each) for each in sides if asks(state, each)]
    return [*asked, resolve_powers(), *phases_after(remaining_powers)]
