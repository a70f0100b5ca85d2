"""Facts of a position that a moderator sets by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel import refusals
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import stored_frames


def set_facts(
    game: Game[Any],
    position: Position[Any, Any],
    document: Mapping[str, Any],
    changes: Mapping[str, Any],
    *,
    cursor: bool = True,
) -> None:
    """Change a position as its neutral `document` is changed (null removes a key). Raises Refusal `bad_correction`.

    The frames stay where the changes do not touch what they follow from; without `cursor` they must not.
    """
    try:
        changed = game.corrected(document, game.kept(changes))
    except DocumentError as error:
        raise refusals.bad_correction(problems=[str(problem) for problem in error.problems]) from error
    if changed.get("content") != document.get("content"):
        raise refusals.bad_correction(problems=["content: the pack is corrected by its own values (pack.…)"])
    try:
        state, frames = game.load(changed)
        as_before = list(frames) == list(game.load(document)[1])
    except DocumentError as error:
        raise refusals.bad_correction(problems=[str(problem) for problem in error.problems]) from error
    if not (as_before or cursor):
        raise refusals.bad_correction(problems=["the cursor must stay as it is"])
    position.state, position.result = state, game.result_of(changed)
    if not as_before:
        position.frames = stored_frames(frames)
