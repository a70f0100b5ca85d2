"""Hold submissions that cannot be finished before somebody enters a draw that was made at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, Self, TypeVar

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.chance import Chance, Draw, DrawNeeded, DrawRequest, ImpossibleDraw, TooFew
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import By


class Waiting(Protocol):
    """The parts of a match that are used to put a submission aside and go on with it."""

    game: Game[Any]
    chance: Chance
    log: Any
    awaited: PendingSubmission | None
    waits: bool

    def copy(self) -> Self: ...
    def adopt(self, other: Self) -> None: ...
    def resume_submission(self, given: PendingSubmission) -> list[ObservedEvent[Any]]: ...


class PendingSubmission(msgspec.Struct, frozen=True, omit_defaults=True):
    """The actions of `by` (several: taken whole or not at all) as their JSON objects; none: a decision was closed.

    `draws` are those that have been entered so far, as logs have them.
    """

    by: By
    actions: tuple[dict[str, Any], ...]
    draws: tuple[dict[str, Any], ...] = ()


W = TypeVar("W", bound=Waiting)


def is_open(game: Game[Any], wanted: DrawRequest) -> bool:
    """Return whether everybody at a table sees what is drawn, and from what."""
    return wanted.dice or wanted.name in game.open_draws


def draw_rejection(no: ImpossibleDraw | TooFew, seen: Callable[[DrawRequest], bool]) -> Refusal:
    """Return the refusal of an action that needs an impossible draw.

    It states the possible values where the draw is `seen`.
    """
    if isinstance(no, TooFew):
        return refusals.too_few_to_draw(draw=no.name, count=no.count, there=no.there)
    possible = no.wanted.possible if seen(no.wanted) else ""
    return refusals.impossible_draw(draw=no.wanted.called, value=no.value, possible=possible)


def missing(match: Waiting, awaited: PendingSubmission) -> DrawRequest | None:
    """Return the draw that must be entered next, or None if the waiting submission could be finished."""
    trial = match.copy()
    trial.awaited, trial.waits = None, False
    trial.chance.add_manual_draws(awaited.draws)
    try:
        trial.resume_submission(awaited)
    except DrawNeeded as needed:
        return needed.wanted
    return None


def enter(match: Waiting, awaited: PendingSubmission, results: Sequence[Draw]) -> list[ObservedEvent[Any]]:
    """Go on with what waits, with more draws. Raises Refusal like `submit`; then it waits as before."""
    match.awaited = None
    draws = (*awaited.draws, *(draw.line for draw in results))
    try:
        return submit(match, msgspec.structs.replace(awaited, draws=draws))
    except BaseException:
        match.awaited = awaited
        raise


def submit(match: Waiting, given: PendingSubmission) -> list[ObservedEvent[Any]]:
    """Carry something out, or put it aside where a draw is missing.

    Raises Refusal: `draw_awaited`, `impossible_draw`, `too_few_to_draw`, `draw_not_made`, and what is refused of the
    actions.
    """
    if match.awaited is not None:
        raise refusals.draw_awaited()
    before, entries = match.copy(), len(match.log)
    match.chance.add_manual_draws(given.draws)
    told: list[ObservedEvent[Any]] = []
    awaited = None
    try:
        told = match.resume_submission(given)
    except DrawNeeded:
        awaited = given
    except (ImpossibleDraw, TooFew) as no:
        _back(match, before, entries)
        raise draw_rejection(no, partial(is_open, match.game)) from no
    except Refusal:
        _back(match, before, entries)
        raise
    if len(match.chance.scripted) > len(before.chance.scripted):
        _back(match, before, entries)
        raise refusals.draw_not_made()
    if awaited is not None:
        _back(match, before, entries)
        match.awaited = awaited
    return told


def _back(match: W, before: W, entries: int) -> None:
    del match.log[entries:]
    match.adopt(before)
