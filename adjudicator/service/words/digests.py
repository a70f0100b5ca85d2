"""Digests in words."""

from adjudicator.language import msgid
from adjudicator.reports.model import Kind
from adjudicator.service.outbox.payloads import Digest
from adjudicator.service.press import content, showing
from adjudicator.service.words import status
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader

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
