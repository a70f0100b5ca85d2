"""Foresee what the lines of a `check`, or a `yes`, would lead to.

It shows the place on the board, what is left, and what a friend would warn of.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.foresight import Turn, next_turns, own_turn
from adjudicator.kernel.sandbox import Sandbox, foreseen
from adjudicator.reports.model import Change, Item, Section
from adjudicator.reports.wording.game import Stretch
from adjudicator.service.outbox.payloads import Answer
from adjudicator.service.words import boards
from adjudicator.service.words.reader import Reader

CROPS = 1
"""Pictures of what would change: two places each."""


class Foreseen(NamedTuple):
    """The play that can be foreseen, and how many of the lines lead there."""

    stretch: Stretch
    lines: int


def foreseen_of(reader: Reader, intent: Answer) -> Foreseen | None:
    """Return the play from here to where the lines lead, or some of them.

    None if nothing of it can be foreseen, or it was tried elsewhere.

    It is the same in all worlds that the reader cannot tell from the true one, so that it contains nothing hidden and
    nothing invented: it stops before the first line behind which they part.
    """
    if reader.several or intent.planned_at not in (None, reader.sequence):
        return None
    if any(intent.rounds):
        return _plan(reader, intent.rounds)
    if not intent.planned:
        return None
    (seat,) = reader.players
    before, found = reader.match.view(reader.players), foreseen(reader.match, seat, intent.planned)
    if not found.done:  # an offer that others must sign too; the match has gone on since; something is drawn
        return None
    return Foreseen(_stretch(reader, before, found.view, found.told), found.done)


def _stretch(reader: Reader, before: Struct, view: Struct, told: Sequence[ObservedEvent[Any]]) -> Stretch:
    return Stretch(before=before, view=view, told=told, seats=reader.players, planned=True, most=CROPS)


def _plan(reader: Reader, rounds: Sequence[Sequence[Mapping[str, Any]]]) -> Foreseen | None:
    """Return the play of a plan as far as it can be foreseen, if others do nothing meanwhile."""
    (seat,) = reader.players
    turns: tuple[Turn, ...] = (Turn(Sandbox.of(reader.match, reader.players), own_turn(reader.match, seat)),)
    told = list[ObservedEvent[Any]]()
    before = view = None
    lines = 0
    for actions in rounds:
        turns = next_turns(turns, seat)
        if len(turns) != 1:  # there is none, or they part
            break
        ((world, own),) = turns
        before, found = before or world.view(reader.players), foreseen(world, seat, actions)
        if found.done:
            told += found.told
            view, lines = found.view, lines + found.done
        if found.world is None:
            break
        turns = (Turn(found.world, own),)
    return None if before is None or view is None else Foreseen(_stretch(reader, before, view, told), lines)


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
