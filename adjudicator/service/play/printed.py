"""Tell what is printed on things that somebody names, such as cards: `rules Mining Engineer`, `what does … do?`."""

from __future__ import annotations

from adjudicator.kernel.match import Match
from adjudicator.language import Language
from adjudicator.orders.text import tokenize
from adjudicator.orders.vocabulary.shelves import Id
from adjudicator.service.play import offers

MOST = 4
"""Things of which one answer tells."""


def printed_on(match: Match, seat: str, text: str, language: Language) -> tuple[str, ...]:
    """Return what is printed on the things that a text names, each with its name; empty if it names none.

    Names are whole, in any form; a longer one goes before those in it.
    """
    typed, book = tuple(word.folded for word in tokenize(text)), offers.words_at(match).book
    found: dict[tuple[str, Id], None] = {}
    at = 0
    while at < len(typed):
        for length in range(min(book.longest, len(typed) - at), 0, -1):
            if named := book.called(typed[at : at + length], language.code):
                found.update(dict.fromkeys(named))
                at += length - 1
                break
        at += 1
    report, seat = match.game.part("report"), seat if seat in match.header.seats else ""  # who only looks on has none
    view = match.view(seat or ())
    told = ((kind, id, report.printed(kind, id, view, seat, language)) for kind, id in found)
    lines = [f"{book.printed(kind, id, language.code)}: {says}" for kind, id, says in told if says]
    return tuple(dict.fromkeys(lines))[:MOST]
