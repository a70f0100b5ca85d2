"""Digests in words."""

from adjudicator.language import msgid
from adjudicator.reports.model import Kind, Section
from adjudicator.service.outbox.payloads import Digest
from adjudicator.service.press import content, showing
from adjudicator.service.press.content import paragraphs
from adjudicator.service.press.showing import LINE
from adjudicator.service.words import status
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.store import diary

# Diaries that their writers have opened: everybody reads them when the match is over.

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


MOST_LETTERS = 20


TITLES = {
    "each": msgid("what happened"),
    "daily": msgid("the day in short"),
    "weekly": msgid("the week in short"),
}
"""A few words for the subject, by how often the reader gets one."""


def digest(reader: Reader, intent: Digest) -> Parts:
    """Return what happened in a period, which its first sentence tells, and the press to everybody of that time."""
    language, span = reader.language, {"first": reader.time(intent.after), "last": reader.time(intent.written)}
    if reader.news:
        told = language.gettext("What happened from %(first)s to %(last)s.", **span)
    else:
        told = language.gettext("From %(first)s to %(last)s nothing happened on the board.", **span)
    found = content.published(reader.session, reader.campaign.id, intent.after, intent.written)[-MOST_LETTERS:]
    heading = language.gettext("Letters to everybody")
    return Parts(
        kind=Kind.DIGEST,
        title=language.gettext(TITLES[intent.often]),
        lead=(told, *status.sentences(reader)),
        sections=showing.letters_text(names_for(reader), reader.zone, found, 0, intent.written, heading),
    )
