"""Diaries that their writers have opened: everybody reads them when the match is over."""

from __future__ import annotations

from adjudicator.reports.model import Section
from adjudicator.service.press.content import paragraphs
from adjudicator.service.press.showing import LINE
from adjudicator.service.words.reader import Desk
from adjudicator.store import diary

MOST = 60
"""Notes that the last mail holds."""


def opened_sections(desk: Desk) -> tuple[Section, ...]:
    """The notes, each with whose and when; one heading a diary."""
    names = {seat.id: desk.name_of(seat) for seat in desk.seats}
    sections: list[Section] = []
    last = 0
    for note in diary.opened(desk.session, desk.campaign.id, desk.intent.written)[:MOST]:
        heading = desk.language.gettext("The diary of %(seat)s", seat=names[note.seat_id])
        sections.append(
            Section(
                heading=heading if note.seat_id != last else "",
                paragraphs=(desk.language.time(note.written_at, desk.zone, desk.intent.written),),
                quote=paragraphs(note.text.decode().split("\n"), LINE),
            )
        )
        last = note.seat_id
    return tuple(sections)
