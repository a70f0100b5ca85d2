"""Diaries that their writers have opened: everybody reads them when the match is over."""

from adjudicator.reports.model import Section
from adjudicator.service.press.content import paragraphs
from adjudicator.service.press.showing import LINE
from adjudicator.service.words.reader import Reader
from adjudicator.store import diary

MOST = 60
"""Notes that the last mail holds."""


def opened_sections(reader: Reader) -> tuple[Section, ...]:
    """Return the notes, each with its author and time, under one heading for each diary."""
    names = {seat.id: reader.name_of(seat) for seat in reader.seats}
    sections: list[Section] = []
    last = 0
    for note in diary.opened_notes(reader.session, reader.campaign.id, reader.intent.written)[:MOST]:
        heading = reader.language.gettext("The diary of %(seat)s", seat=names[note.seat_id])
        sections.append(
            Section(
                heading=heading if note.seat_id != last else "",
                paragraphs=(reader.language.time(note.written_at, reader.zone, reader.intent.written),),
                quote=paragraphs(note.text.decode().split("\n"), LINE),
            )
        )
        last = note.seat_id
    return tuple(sections)
