"""Foresee what the lines of a `check`, or a `yes`, would lead to.

It shows the place on the board, what is left, and what a friend would warn of.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Told
from adjudicator.kernel.foresight import next_turn, own_turn
from adjudicator.kernel.sandbox import Sandbox, imagined
from adjudicator.reports.game import Stretch
from adjudicator.reports.model import Change, Item, Section
from adjudicator.service.outbox.payloads import Answer
from adjudicator.service.words import boards
from adjudicator.service.words.reader import Reader

CROPS = 1
"""Pictures of what would change: two places each."""


def stretch_of(reader: Reader, intent: Answer) -> Stretch | None:
    """Return the play from here to where the lines lead; None if that cannot be foreseen, or was tried elsewhere.

    It is played in a world that the reader cannot tell from the true one, so that it contains nothing hidden.
    """
    if reader.several or intent.planned_at not in (None, reader.sequence):
        return None
    if any(intent.rounds):
        return _plan(reader, intent.rounds)
    if not intent.planned:
        return None
    (match,) = imagined(reader.match, reader.players, worlds=1)
    before, (seat,) = match.view(reader.players), reader.players
    try:
        told = [each for action in intent.planned for each in match.apply(seat, action)]
    except (Refusal, DrawNeeded):  # an offer that others must sign too; the match has gone on since; something is drawn
        return None
    return _stretch(reader, before, match.view(reader.players), told)


def _stretch(reader: Reader, before: Struct, view: Struct, told: Sequence[Told[Any]]) -> Stretch:
    return Stretch(before=before, view=view, told=told, seats=reader.players, planned=True, most=CROPS)


def _plan(reader: Reader, rounds: Sequence[Sequence[Mapping[str, Any]]]) -> Stretch | None:
    """Return the play of a plan, with what others do meanwhile if they do nothing, up to where something is drawn."""
    (seat,) = reader.players
    match: Sandbox | None = Sandbox.of(reader.match, reader.players)
    after, told = own_turn(reader.match, seat), list[Told[Any]]()
    before = view = None
    for actions in rounds:
        match = match and next_turn(match, seat, after)
        if match is None:
            break
        before, after = before or match.view(reader.players), own_turn(match, seat)
        try:
            for action in actions:
                told += match.apply(seat, action)
        except (Refusal, DrawNeeded):
            break
        view = match.view(reader.players)
    return None if before is None or view is None else _stretch(reader, before, view, told)


def sections(reader: Reader, stretch: Stretch) -> tuple[Section, ...]:
    """Return what would be left, and what else the game says of it."""
    items, warned = left(reader, stretch), reader.report.preview(stretch, reader.players[0], reader.language)
    return (Section(heading=reader.language.gettext("If you do this"), items=items), *warned) if items else warned


def left(reader: Reader, stretch: Stretch) -> tuple[Item, ...]:
    """Return what the reader would have left to spend."""
    return reader.report.left(stretch, reader.players[0], reader.language)


def changes(reader: Reader, stretch: Stretch) -> tuple[Change, ...]:
    """Return what would change on the board, for messages that have a page."""
    return boards.changes(reader, stretch) if reader.seat.has_page else ()
