"""Foresee what the lines of a `check`, or a `yes`, would lead to.

It shows the place on the board, what is left, and what a friend would warn of.
"""

from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.sandbox import imagined
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
    if not intent.planned or reader.several or intent.planned_at not in (None, reader.sequence):
        return None
    (match,) = imagined(reader.match, reader.players, worlds=1)
    before, (seat,) = match.view(reader.players), reader.players
    try:
        told = [each for action in intent.planned for each in match.apply(seat, action)]
    except (Refusal, DrawNeeded):  # an offer that others must sign too; the match has gone on since; something is drawn
        return None
    return Stretch(
        before=before, view=match.view(reader.players), told=told, seats=reader.players, planned=True, most=CROPS
    )


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
