"""Check whether an action may be put in: as an answer to the open decision, or as one allowed at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import By

Acting = Action | Mapping[str, Any]
"""An action, typed or as its JSON object."""


def seats_of(by: By) -> tuple[str, ...]:
    """Return the seats that act: one, or several that act as one."""
    return by if isinstance(by, tuple) else (by,)


def parts(game: Game[Any], state: Any, by: By, action: Acting | Sequence[Acting]) -> Sequence[Acting]:
    """Return a submission piece by piece; the game splits a compound JSON object."""
    if isinstance(action, Action):
        return (action,)
    if isinstance(action, Mapping):
        return game.expand(state, seats_of(by)[0], action)
    return action


def action_from_json(game: Game[Any], action: Acting) -> Action:
    """Return the action of a JSON object.

    Raises:
        Refusal: `unknown_op`, `malformed`.
    """
    if isinstance(action, Action):
        return action
    op = action.get("op")
    if op not in game.ops:
        raise refusals.unknown_op(op=str(op), known=sorted(game.ops))
    try:
        made: Action = msgspec.convert(dict(action), game.ops[op])
    except msgspec.ValidationError as error:
        raise refusals.malformed(op=str(op), what=str(error)) from None
    return made


def anytime_answers(game: Game[Any], state: Any, seat: str, kind: type[Action]) -> Answers[Any] | None:
    """Return the answers that accept such an action of the seat at any time.

    None if such actions can only be answers, or if there is no such seat.
    """
    answers = game.anytime(state, seat) if seat in game.seats else None
    return answers if answers is not None and issubclass(kind, answers.actions) else None


def check_anytime(game: Game[Any], state: Any, seats: tuple[str, ...], action: Action) -> None:
    """Refuse what these seats cannot do now, or not they alone. Raises Refusal."""
    for seat in seats:
        answers = anytime_answers(game, state, seat, type(action))
        if answers is None:
            raise refusals.not_now(op=action.op, kind="", takes=[])
        answers.check(state, seat, action)
        needed = answers.signatories(state, seat, action)
        if set(needed) != set(seats):
            raise refusals.needs_signatures.of(answers.rule, seats=list(needed))
