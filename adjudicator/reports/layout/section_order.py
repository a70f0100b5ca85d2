"""Order the parts of a mail.

A prompt goes from what happened to what is asked, and to what helps to decide. An answer begins with what was read,
because the player wants to know that first, and asks the next thing right behind it. Long tables always come late,
what is for reference only last. A brief mail has other parts, and two columns where there is room for them.
"""

from enum import StrEnum

from adjudicator.reports.layout import brief
from adjudicator.reports.model import Change, Detail, Kind, Report


class Part(StrEnum):
    """A part of a mail; the values are the names of the HTML templates."""

    READING = "reading"
    NEWS = "news"
    STANDING = "standing"
    HOLDINGS = "holdings"
    OUTLOOK = "outlook"
    PICTURES = "pictures"
    QUESTIONS = "questions"
    FORM = "form"
    HINTS = "hints"
    SECTIONS = "sections"
    TABLES = "tables"
    APPENDIX = "appendix"
    STORY = "story"
    SCORE = "score"
    CHANGES = "changes"
    FURTHER = "further"
    STAKES = "stakes"
    MOVE = "move"
    LINKS = "links"
    SITUATION = "situation"
    SECRETS = "secrets"
    AHEAD = "ahead"


_ASKED = (Part.QUESTIONS, Part.FORM, Part.HINTS)
_END = (Part.TABLES, Part.APPENDIX)
_TOLD_THEN_ASKED = (
    Part.READING,
    Part.NEWS,
    *_ASKED,
    Part.STANDING,
    Part.HOLDINGS,
    Part.PICTURES,
    Part.OUTLOOK,
    Part.SECTIONS,
    *_END,
)
_SEEN_THEN_ASKED = (
    Part.READING,
    Part.NEWS,
    Part.PICTURES,
    Part.STANDING,
    *_ASKED,
    Part.HOLDINGS,
    Part.OUTLOOK,
    Part.SECTIONS,
    *_END,
)
_SHOWN_THEN_ASKED = (
    Part.READING,
    Part.NEWS,
    Part.STANDING,
    Part.HOLDINGS,
    Part.PICTURES,
    *_ASKED,
    Part.OUTLOOK,
    Part.SECTIONS,
    *_END,
)
_ANSWERED_THEN_ASKED = (
    Part.READING,
    Part.SECTIONS,
    *_ASKED,
    Part.NEWS,
    Part.STANDING,
    Part.HOLDINGS,
    Part.PICTURES,
    Part.OUTLOOK,
    *_END,
)
_PROSE_FIRST = (
    Part.READING,
    Part.SECTIONS,
    Part.NEWS,
    *_ASKED,
    Part.STANDING,
    Part.HOLDINGS,
    Part.PICTURES,
    Part.OUTLOOK,
    *_END,
)
_ORDER = {
    Kind.PROMPT: _TOLD_THEN_ASKED,
    Kind.STATUS: _SHOWN_THEN_ASKED,
    Kind.ANSWER: _ANSWERED_THEN_ASKED,
    Kind.CHECK: _ANSWERED_THEN_ASKED,
    Kind.ERROR: _ANSWERED_THEN_ASKED,
    Kind.WELCOME: _PROSE_FIRST,
    Kind.HELP: _PROSE_FIRST,
    Kind.NOTICE: _PROSE_FIRST,
    Kind.LETTER: _PROSE_FIRST,
    Kind.DIGEST: _SHOWN_THEN_ASKED,
}
Band = tuple[tuple[Part, ...], tuple[Part, ...]]
"""Parts beside each other where there is room for two columns, below each other on a phone; full width if one is empty.
"""
_FULL_WIDTH: tuple[Part, ...] = ()
_BRIEF: dict[bool, tuple[Band, ...]] = {
    False: (
        ((Part.READING, Part.STORY, Part.SCORE, Part.CHANGES), (Part.MOVE,)),
        ((Part.LINKS, Part.FORM, Part.SITUATION), _FULL_WIDTH),
        ((Part.STAKES, Part.FURTHER, Part.PICTURES), (Part.SECRETS, Part.AHEAD, Part.SECTIONS)),
        ((Part.APPENDIX,), _FULL_WIDTH),
    ),
    True: (
        ((Part.READING, Part.SECTIONS, Part.STORY, Part.SCORE, Part.CHANGES, Part.PICTURES), _FULL_WIDTH),
        ((Part.MOVE, Part.LINKS, Part.FORM, Part.SITUATION, Part.STAKES), _FULL_WIDTH),
        ((Part.SECRETS, Part.AHEAD, Part.APPENDIX), _FULL_WIDTH),
    ),
}
"""The parts of a brief mail: of one that tells and asks, where all that is only read stands behind what is tapped, and
of one that answers or is mainly prose.
"""
_FIRST: tuple[Band, ...] = (
    ((Part.READING, Part.STORY, Part.SCORE, Part.CHANGES, Part.PICTURES), _FULL_WIDTH),
    ((Part.MOVE, Part.LINKS, Part.FORM, Part.SITUATION, Part.SECTIONS, Part.STAKES), _FULL_WIDTH),
    ((Part.SECRETS, Part.AHEAD, Part.APPENDIX), _FULL_WIDTH),
)
"""The order in a first mail that asks: what there is to decide, and below it who plays and how to answer."""
_ASKING: tuple[Band, ...] = (
    ((Part.READING, Part.SECTIONS), _FULL_WIDTH),
    ((Part.MOVE, Part.LINKS, Part.FORM, Part.SITUATION), _FULL_WIDTH),
    ((Part.SECRETS, Part.STAKES, Part.STORY, Part.SCORE, Part.CHANGES, Part.FURTHER), _FULL_WIDTH),
    ((Part.PICTURES, Part.AHEAD), _FULL_WIDTH),
    ((Part.APPENDIX,), _FULL_WIDTH),
)
"""The order in a mail that asks for one of few answers: the choice and what it is about, then what happened."""
_PROSE = (Kind.ANSWER, Kind.CHECK, Kind.ERROR, Kind.STATUS, Kind.HELP, Kind.WELCOME, Kind.NOTICE, Kind.LETTER)
_RECEIPT: tuple[Band, ...] = (
    ((Part.READING, Part.SECTIONS, Part.STORY, Part.SCORE, Part.CHANGES, Part.PICTURES), _FULL_WIDTH),
    ((Part.MOVE, Part.LINKS, Part.FORM, Part.APPENDIX), _FULL_WIDTH),
)
"""The order in an answer that asks nothing new: what was done, what it led to, who is waited for."""
_STATUS: tuple[Band, ...] = (
    ((Part.READING, Part.SECTIONS, Part.STORY, Part.SCORE, Part.CHANGES, Part.PICTURES), _FULL_WIDTH),
    ((Part.MOVE, Part.LINKS, Part.FORM, Part.SITUATION, Part.STAKES, Part.SECRETS, Part.APPENDIX), _FULL_WIDTH),
)
"""The order in a status mail: a question that has many options stands in the mail that asked it."""
_ANSWERS = (Kind.ANSWER, Kind.CHECK, Kind.ERROR)
SHORT = 30
"""A question of so many options at most stands first in a mail, each option a link; what is longer follows the news."""


def is_receipt(report: Report) -> bool:
    """Return whether a brief mail answers, and asks nothing long besides."""
    return report.kind in (*_ANSWERS, Kind.STATUS) and _options(report) <= SHORT


def asks_few(report: Report) -> bool:
    """Return whether a brief mail asks for one of few answers, each of which stands in it."""
    return 0 < _options(report) <= SHORT and all(question.listed for question in report.questions)


def bands(report: Report, hints: list[str]) -> list[Band]:
    """Return the parts that this report has as the page sets them."""
    there = _there(report, hints)
    if report.detail is Detail.FULL:
        return [((part,), ()) for part in _order(report) if there[part]]
    if report.kind is Kind.STATUS:
        found = _STATUS
    elif report.kind is Kind.WELCOME and report.questions:
        found = _FIRST
    elif asks_few(report) and report.kind in (Kind.PROMPT, Kind.ANSWER, Kind.ERROR):
        found = _ASKING
    else:
        found = _RECEIPT if report.kind in _ANSWERS and is_receipt(report) else _BRIEF[report.kind in _PROSE]
    kept = (tuple(tuple(part for part in column if there[part]) for column in band) for band in found)
    return [(left or right, right if left else ()) for left, right in kept if left or right]


def parts(report: Report, hints: list[str]) -> list[Part]:
    """Return the parts that this report has, in the order in which both renderings show them."""
    return [part for band in bands(report, hints) for column in band for part in column]


def first_changes(report: Report) -> tuple[Change, ...]:
    """Return the changes that are shown before the questions.

    With questions only one picture, so that readers need not scroll far to answer.
    """
    return report.changes[:1] if report.questions and report.kind not in _PROSE else report.changes


def further_changes(report: Report) -> tuple[Change, ...]:
    """Return the changes that are shown after the questions."""
    return report.changes[len(first_changes(report)) :]


def _there(report: Report, hints: list[str]) -> dict[Part, bool]:
    standing = report.standing
    return {
        Part.READING: report.reading is not None,
        Part.NEWS: report.news is not None and bool(report.news.groups),
        Part.STANDING: standing is not None and bool(standing.facts or standing.scoring),
        Part.HOLDINGS: bool(report.holdings),
        Part.OUTLOOK: bool(report.outlook),
        Part.PICTURES: bool(report.pictures),
        Part.QUESTIONS: bool(report.questions),
        Part.FORM: report.form is not None,
        Part.HINTS: bool(hints),
        Part.SECTIONS: any(not section.late for section in report.sections),
        Part.TABLES: standing is not None and bool(standing.tables),
        Part.APPENDIX: any(section.late for section in report.sections),
        Part.STORY: bool(report.story) or (report.news is not None and bool(report.news.groups)),
        Part.SCORE: standing is not None and bool(standing.facts or standing.box),
        Part.CHANGES: bool(report.changes),
        Part.FURTHER: bool(further_changes(report)),
        Part.STAKES: standing is not None and bool(standing.stakes or standing.scoring),
        Part.MOVE: bool(report.questions),
        Part.LINKS: any(map(brief.groups, report.questions)),
        Part.SITUATION: bool(report.situation),
        Part.SECRETS: bool(report.holdings),
        Part.AHEAD: bool(report.outlook),
    }


def _order(report: Report) -> tuple[Part, ...]:
    found = _ORDER[report.kind]
    return _SEEN_THEN_ASKED if found is _TOLD_THEN_ASKED and _options(report) > SHORT else found


def _options(report: Report) -> int:
    """Return how many options it shows."""
    return sum(len(group.options) for question in report.questions for group in brief.groups(question))
