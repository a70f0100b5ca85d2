"""Digests in words: which stretch of time one tells of, and the letters to everybody in it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.language import msgid
from adjudicator.reports.model import Section
from adjudicator.service.outbox.intents import Digest
from adjudicator.service.press import content, showing
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.reader import Reader

MOST_LETTERS = 20


TITLES = {
    "each": msgid("what happened"),
    "daily": msgid("the day in short"),
    "weekly": msgid("the week in short"),
}
"""A few words for the subject, by how often the reader gets one."""


def lead(reader: Reader, intent: Digest) -> str:
    """Which stretch of time it tells of."""
    language = reader.language
    told = {"first": language.time(intent.after, reader.zone, intent.written),
            "last": language.time(intent.written, reader.zone, intent.written)}  # fmt: skip
    if not reader.news:
        return language.gettext("From %(first)s to %(last)s nothing happened on the board.", **told)
    return language.gettext("What happened from %(first)s to %(last)s.", **told)


def letters(reader: Reader, intent: Digest) -> Sequence[Section]:
    """The letters to everybody of that time, as anybody may know them."""
    found = content.published(reader.session, reader.campaign.id, intent.after, intent.written)[-MOST_LETTERS:]
    heading = reader.language.gettext("Letters to everybody")
    return showing.listed(names_for(reader), reader.zone, found, 0, intent.written, heading)
