"""Between the cursor of the kernel (a stack of steps) and that of the state document (who decides what)."""

from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.errors import DocumentError, Problem, Refusal
from adjudicator.kernel.steps import Frame

from .cursor import Cursor, Pending
from .document_holders import card_number
from .fact_events import PARTS, Part
from .fact_types import NONE, SIDES, SPACE
from .facts import FACTS
from .rules.action_round import use_tile
from .rules.discard import DiscardAnswers, DiscardEvents, discard_events, discard_one_event, too_many
from .rules.ending import final_scoring
from .rules.events.choosing import event_part
from .rules.events.menus import menu_of
from .rules.events.targets import chooser
from .rules.events.tiles import FAMINE, famine_tiles
from .rules.investment import take_investment
from .rules.ministries.end_of_turn import asks, remaining_powers, resolve_powers, use_power
from .rules.ministries.phase import (
    ChooseMinistries,
    ChooseMinistriesAnswers,
    choose_ministries,
    chooses_anew,
    ministry_phase,
    replace_ministries,
    replacing,
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
from .rules.war.conquest import answer_conquest, refusal_price
from .rules.war.effects import tile_effects
from .rules.war.layout import assign_basic_tiles
from .rules.war.progress import progress, spoils_of
from .rules.war.special import remove_usa_forts
from .rules.war.spoils import spoils
from .rules.war_tiles import bound_theatre, keep_basic_tile, place_bonus_tile
from .state import SpoilsLeft, State, has_room, opponent

Given = list[list[Any]]


def frames_of(state: State, cursor: Cursor) -> list[Frame]:
    """Return the frames that come next in a document's position, in order.

    Raises:
        DocumentError: Rules are missing.
    """
    match state.phase:
        case "deal_cards" if any(pending.decision == "bid" for pending in cursor.pending):
            return after_deal_board()
        case "deal_cards":
            chosen = _given(state, cursor, DiscardAnswers(), DiscardEvents)
            return [discard_events(chosen), *phases_after(discard_events)]
        case "ministry" if chooses_anew(state):
            chosen = _given(state, cursor, ChooseMinistriesAnswers(), ChooseMinistries)
            return [choose_ministries(chosen), *phases_after(ministry_phase)]
        case "ministry":
            return [replace_ministries(), *phases_after(ministry_phase)]
        case "initiative":
            return [choose_first_player(), *phases_after(initiative_phase)]
        case "action":
            side = cursor.active[0]
            following = [action_rounds(rounds_done(state, side) + 1), *phases_after(action_phase)]
            return [*_round_frames(state, cursor, side), *following]
        case "remaining_powers":
            return _powers(state, cursor)
        case "scoring":
            return [victory_check()]
        case "final_scoring":
            return [final_scoring()]
        case "war_theater":
            return [tile_effects()]
        case "war_spoils":
            return _spoils_frames(cursor)
        case "war_layout":
            return [assign_basic_tiles(), next_turn()]
        case "game_over":
            return []
        case "set_up":
            raise DocumentError([Problem("phase", "a game begins with its set-up, not with a document", "4.0")])


def cursor_of(state: State, frames: Sequence[Frame]) -> Cursor:
    """Return who decides what, from the frames of a position (the next one last)."""
    if not frames:
        return Cursor()
    name, *arguments = frames[-1]
    match name:
        case "discard_events" | "choose_ministries":
            given = {SIDES.index(side): tuple(str(card) for card in cards) for side, cards in arguments[0]}
            asked = [side for side in range(len(SIDES)) if side not in given and _asked(state, name, side)]
            return Cursor(
                active=tuple(asked),
                pending=tuple(_pending(state, name, side) for side in asked),
                confirmed=tuple(sorted(given)),
                secret=(given.get(0), given.get(1)),
            )
        case "replace_ministries":
            return _one_each(state, name, [SIDES.index(side) for side in replacing(state)])
        case "choose_first_player":
            return _one_each(state, name, [state.initiative])
        case "take_investment" | "use_tile" | "place_bonus_tile" | "discard_one_event" | "use_power":
            return _one_each(state, name, [arguments[0]])
        case "keep_basic_tile":
            side, theatre = arguments
            placed, drawn = state.theatres[theatre - 1].basic[side], state.drawn[side][-1]
            pending = Pending(side, name, theatre=theatre, placed=placed, drawn=drawn)
            return Cursor(active=(side,), pending=(pending,))
        case "event_part":
            return _event_cursor(state, *arguments)
        case "bid_for_sides":
            return _one_each(state, "bid", range(len(SIDES)))
        case "assign_basic_tiles":
            return _one_each(state, name, range(len(SIDES)))
        case "resolve_tile_effect":
            first = progress(state).effects_left[0]
            return Cursor((first.side,), (Pending(first.side, name, tile=first.tile),))
        case "answer_conquest":
            owner = opponent(spoils_of(state).winner)
            space = SPACE.index[arguments[0]]
            return Cursor((owner,), (Pending(owner, name, space=space, vp=refusal_price(state, owner)),))
        case "spend_spoils" | "give_up_squadron" | "place_usa_flags" | "remove_usa_forts" | "shift_spain":
            return _spoils_cursor(spoils_of(state), name)
        case _:
            raise LookupError(f"{name} stands before no decision of the state document")


def _round_frames(state: State, cursor: Cursor, side: int) -> list[Frame]:
    """Return what is left of an action round; a War tile that waits for its place comes first."""
    begin: list[Frame] = [take_investment(side) if state.ap is None else use_tile(side)]
    waiting = len(state.unassigned[side] if state.ap is None else state.drawn[side])
    pending = next((one for one in cursor.pending if one.side == side or one.decision == "choose_for_event"), None)
    match pending:
        case Pending(decision="choose_for_event", card=card, part=part):
            return [*(event_part(side, card, rest) for rest in PARTS[PARTS.index(part) :]), *begin]
        case Pending(decision="place_bonus_tile") if bound_theatre(state):
            bonus: Frame = event_part(side, FAMINE, "bonus")
            return [place_bonus_tile(side), famine_tiles(side), bonus, *begin]
        case Pending(decision="keep_basic_tile", theatre=theatre):
            return [keep_basic_tile(side, theatre), *begin]
        case Pending(decision="discard_one_event"):
            return [discard_one_event(side), *begin]
        case Pending(decision="place_bonus_tile"):
            return [place_bonus_tile(side)] * max(1, waiting) + begin
        case None if state.ap is None and state.round == 1:
            return [place_bonus_tile(side)] * waiting + begin
        case _:
            return begin


def _event_cursor(state: State, side: int, card: int, part: Part) -> Cursor:
    """Return the cursor for an Event that asks a side; the round belongs to the side that plays it, whoever chooses."""
    menu = menu_of(state, side, card, part)
    options = tuple(alternative.option for alternative in menu if alternative.option)
    asked = chooser(state, side, card)
    return Cursor((side,), (Pending(asked, "choose_for_event", card=card, part=part, options=options),))


def _spoils_frames(cursor: Cursor) -> list[Frame]:
    """Return the frames for the spoils of a theatre; all but what was just tried follows from the state."""
    match next(iter(cursor.pending), None):
        case Pending(decision="answer_conquest", space=space) if space != NONE:
            return [answer_conquest(SPACE.ids[space]), spoils()]
        case Pending(decision="remove_usa_forts"):
            return [remove_usa_forts(), spoils()]
        case _:
            return [spoils()]


def _spoils_cursor(left: SpoilsLeft, decision: str) -> Cursor:
    """Return who spends spoils, gives squadrons up, answers in Spain."""
    side = opponent(left.winner) if decision in ("give_up_squadron", "shift_spain") else left.winner
    counts = {"spend_spoils": left.cp, "give_up_squadron": left.squadrons_to_give_up, "shift_spain": left.spain}
    return Cursor((side,), (Pending(side, decision, n=counts.get(decision, 0)),))


def _powers(state: State, cursor: Cursor) -> list[Frame]:
    """Return the frames that are left of phase 4.1.11.

    They ask who is asked now, and after the first player the other side.
    """
    if not cursor.active:
        return phases_after(reduce_treaty_points)
    (side,) = cursor.active[:1] if len(cursor.active) == 1 else (state.first_player,)
    sides = (side, opponent(side)) if side == state.first_player else (side,)
    asked: list[Frame] = [use_power(each) for each in sides if asks(state, each)]
    return [*asked, resolve_powers(), *phases_after(remaining_powers)]


def _asked(state: State, decision: str, side: int) -> bool:
    return decision != "discard_events" or too_many(state, SIDES[side]) > 0


def _one_each(state: State, decision: str, sides: Sequence[int]) -> Cursor:
    return Cursor(active=tuple(sides), pending=tuple(_pending(state, decision, side) for side in sides))


def _pending(state: State, decision: str, side: int) -> Pending:
    match decision:
        case "discard_events":
            return Pending(side, decision, keep=FACTS.limits.hand)
        case "place_bonus_tile":
            room = tuple(order for order, theatre in enumerate(state.theatres, 1) if has_room(theatre, side))
            tile = (state.drawn[side] or state.unassigned[side] or [NONE])[0]
            return Pending(side, decision, tile=tile, theatres=room)
        case _:
            return Pending(side, decision)


def _given(state: State, cursor: Cursor, answers: Answers[State], action: Callable[[tuple[Any, ...]], Action]) -> Given:
    """Return the secret choices in a document, for the sides that are done: cards by number, ministries by id.

    A choice that is not told must be made again. Raises DocumentError for illegal ones.
    """
    given: Given = []
    for side in cursor.confirmed:
        told = cursor.secret[side]
        if told is not None:
            cards = told if action is ChooseMinistries else tuple(map(card_number, told))
            try:
                answers.check(state, SIDES[side], action(cards))
            except Refusal as refused:
                path = f"secret_choices.{SIDES[side]}"
                raise DocumentError([Problem(path, str(refused), refused.rule)]) from None
            given.append([SIDES[side], list(cards)])
    return given
