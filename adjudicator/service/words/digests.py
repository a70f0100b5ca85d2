"""Digests in words: which stretch of time one tells of, and the letters to everybody in it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.outbox.intents import Digest
from adjudicator.service.press import content, showing
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.reader import Desk

MOST_LETTERS = 20


def title(language: Language, intent: Digest) -> str:
    """A few words for the subject."""
    return {
        "weekly": language.gettext("the week in short"),
        "daily": language.gettext("the day in short"),
    }.get(intent.often, language.gettext("what happened"))


def lead(desk: Desk, intent: Digest) -> str:
    """Which stretch of time it tells of."""
    language = desk.language
    told = {"first": language.time(intent.after, desk.zone, intent.written),
            "last": language.time(intent.written, desk.zone, intent.written)}  # fmt: skip
    if not desk.news:
        return language.gettext("From %(first)s to %(last)s nothing happened on the board.", **told)
    return language.gettext("What happened from %(first)s to %(last)s.", **told)


def letters(desk: Desk, intent: Digest) -> Sequence[Section]:
    """The letters to everybody of that time, as anybody may know them."""
    found = content.published(desk.session, desk.campaign.id, intent.after, intent.written)[-MOST_LETTERS:]
    heading = desk.language.gettext("Letters to everybody")
    return showing.listed(names_for(desk), desk.zone, found, 0, intent.written, heading)
