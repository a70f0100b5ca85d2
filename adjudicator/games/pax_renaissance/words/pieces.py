"""Pieces that come and go, in words (B1, Glossary: repression, killing, pieces)."""

from __future__ import annotations

from typing import Any

from ..facts import BORDER, EMPIRE, FIRST_PAWN, ITEM, PIECE, PLACE
from ..rules import pieces
from ..rules.table import pawn
from .book import ANSWER, chip_of, offer, tell, verb
from .speech import Speech

offer(pieces.TakeRepressed, "repressed: %(empire)s", ANSWER, chip=chip_of("empire"))
offer(pieces.TakeFromPlace, "%(place)s", ANSWER, chip=chip_of("place"))
offer(pieces.TakeFromBorder, "%(border)s", ANSWER, chip=chip_of("border"))
offer(pieces.TakeFromCard, "%(card)s", ANSWER, chip=chip_of("card"))
offer(pieces.ToEmpire, "%(empire)s", ANSWER, chip=chip_of("empire"))


def _where(event: Any, to: Speech, *, short: bool = False) -> str:
    """The place, border, card or empire that an event names; "" for none."""
    for field, kind in (("place", PLACE), ("border", BORDER), ("card", ITEM), ("empire", EMPIRE)):
        id = getattr(event, field, None)
        if id is not None:
            return to.at(kind, id) if short else to.thing(kind, id)
    return ""


def _piece_at(event: Any, to: Speech) -> str:
    """The things of a verb: a piece, and where it was."""
    if isinstance(event, pieces.Killed) and _fell(event):
        return to.inflected(PIECE, event.piece, "accusative")
    return f"{to.inflected(PIECE, event.piece, 'accusative')} ({_where(event, to, short=True)})"


def _fell(event: pieces.Killed) -> bool:
    """Whether it was an agent that had not come to the map."""
    return event.place is event.border is event.card is event.empire is None


def _is_own(event: pieces.Killed) -> bool:
    """Whether it was a pawn of the bank itself."""
    return event.piece == PIECE.ids[pawn(event.seat)]


def _is_pawn(event: Any) -> bool:
    return PIECE.number(event.piece) >= FIRST_PAWN


def _repressed(event: pieces.Repressed, to: Speech) -> tuple[str, str]:
    if event.cost < 0:
        note = to.gettext("brings %(florins)s", florins=to.florins(-event.cost))
    else:
        note = to.florins(event.cost) if event.cost else ""
    if event.place is event.border is None:
        return to.gettext(
            "%(empire)s: %(piece)s is among the repressed",
            empire=to.thing(EMPIRE, event.empire),
            piece=to.thing(PIECE, event.piece),
        ), note
    text = to.gettext(
        "%(where)s: %(piece)s repressed, %(empire)s",
        where=_where(event, to),
        piece=to.inflected(PIECE, event.piece, "genitive"),
        empire=to.thing(EMPIRE, event.empire),
    )
    return text, note


def _killed(event: pieces.Killed, to: Speech) -> str:
    if not _where(event, to):
        return to.gettext("an agent falls: %(piece)s", piece=to.thing(PIECE, event.piece))
    piece = to.inflected(PIECE, event.piece, "genitive")
    if event.empire is not None:
        return to.gettext("%(empire)s: repressed %(piece)s killed", empire=_where(event, to), piece=piece)
    if _fell(event):
        return to.gettext("%(piece)s fell in battle", piece=to.thing(PIECE, event.piece))
    return to.gettext("%(where)s: %(piece)s killed", where=_where(event, to), piece=piece)


def _on_border(event: pieces.BorderTaken, to: Speech) -> str:
    if _is_pawn(event):
        return to.gettext("%(border)s: concession", border=_where(event, to))
    return f"{_where(event, to)}: {to.thing(PIECE, event.piece)}"


tell(pieces.PiecePlaced, "%(place)s: %(piece)s")
tell(pieces.BorderTaken, _on_border)
tell(pieces.BishopPlaced, "%(card)s: %(piece)s")
tell(pieces.BishopsFell, "%(card)s: two bishops meet and die, %(piece)s and %(other)s")
tell(pieces.Repressed, _repressed)
tell(pieces.Killed, _killed)
tell(
    pieces.Taken,
    lambda event, to: to.gettext(
        "%(where)s: %(piece)s taken away, none was left",
        where=_where(event, to),
        piece=to.inflected(PIECE, event.piece, "genitive"),
    ),
)

verb(pieces.PiecePlaced, "placed %(things)s", "placed %(things)s", _piece_at, by_the_way=True)
verb(
    pieces.BorderTaken,
    "took a concession: %(things)s",
    "took concessions: %(things)s",
    lambda event, to: to.at(BORDER, event.border),
    when=_is_pawn,
    by_the_way=True,
)
verb(pieces.BorderTaken, "placed %(things)s", "placed %(things)s", _piece_at, by_the_way=True)
verb(pieces.BishopPlaced, "placed %(things)s", "placed %(things)s", _piece_at, by_the_way=True)
verb(
    pieces.BishopsFell,
    "let bishops kill each other: %(things)s",
    "let bishops kill each other: %(things)s",
    lambda event, to: to.at(ITEM, event.card),
)
verb(pieces.Repressed, "repressed %(things)s", "repressed %(things)s", _piece_at, by_the_way=True)
verb(
    pieces.Killed,
    "lost %(things)s",
    "lost %(things)s",
    _piece_at,
    when=lambda event: _fell(event) or _is_own(event),
    by_the_way=True,
)
verb(pieces.Killed, "killed %(things)s", "killed %(things)s", _piece_at, by_the_way=True)
