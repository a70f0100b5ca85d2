"""Decide which mails bring the whole board, and how large: it weighs more than all the rest of a mail."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import ObservedEvent, as_seats
from adjudicator.pictures.board import Board, Sketching
from adjudicator.reports.model import Change, Picture
from adjudicator.reports.pages.position_page import position_html
from adjudicator.reports.wording.game import Stretch
from adjudicator.service.outbox.payloads import PART, Answer, Correction, Digest, Dossier, Intent, Watch, Welcome
from adjudicator.service.words.reader import Reader

ENOUGH: Final = 1000
"""Pixels of a board that comes unasked."""
WHOLE: Final = 1600
"""Pixels of one that was asked for."""
LARGEST: Final = 600
"""Pixels of a page that a part of a board is wide at the most."""
FULL: Final = "full"
"""The form of mails whose reader wants the board with every position."""
ALWAYS: Final[tuple[type[Intent], ...]] = (Correction, Digest, Dossier, Watch, Welcome)
"""Mails that show where everything stands to who may never have seen it so."""


def width(reader: Reader, *, ends: bool) -> int:
    """Return the pixels of the board in a mail; 0 if it has none.

    The mail shows the position. `ends`: it is the last mail of the match.

    It comes on request, with the first mail of each turn that is no answer, unless a turn mail brings the same one
    beside it, where a mail tells where everything stands, and to a seat that wants it always.
    """
    intent, wanted = reader.intent, reader.seat.mail_format == FULL
    if isinstance(intent, Answer) and "board" in intent.shows:
        return WHOLE
    if wanted or ends or isinstance(intent, ALWAYS):
        return ENOUGH
    comes = not isinstance(intent, Answer) and reader.turn_is_new and not reader.has_turn_mail
    return ENOUGH if comes else 0


def changes(reader: Reader, stretch: Stretch) -> tuple[Change, ...]:
    """Return what changed on the board, each in words and, if messages have a page, with a picture of its place."""
    found, drawn = reader.report.crops(stretch, reader.language), reader.seat.has_page
    return tuple(Change(text=each.alt, picture=replace(each, alt="") if drawn else None) for each in found)


def parts(reader: Reader, intent: Answer) -> tuple[Picture, ...]:
    """Return the parts of the board that were asked for, drawn if messages have a page."""
    asked = [each.removeprefix(PART) for each in intent.shows if each.startswith(PART)]
    if not asked:
        return ()
    board: Board = reader.match.game.part("board")
    crop = board.part(reader.view(), asked, reader.language.code)
    png = crop.png if reader.seat.has_page else b""
    return (Picture(cid="part", alt=crop.alt, width=min(crop.width, LARGEST), png=png),)


def page(reader: Reader, view: Struct, told: Iterable[ObservedEvent[Any]]) -> str:
    """Return the requested board as a page that can be moved and enlarged, with what is new to the reader marked."""
    draw: Sketching = reader.match.game.part("board")
    events = [event for each in told for event in each.all_visible_to(as_seats(reader.players))]
    return position_html(draw(view, reader.language.code, events=events), reader.campaign.title, reader.language)
