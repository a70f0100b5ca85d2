"""Choose what a brief mail says at once: its options as links, the rest in few lines."""

from collections.abc import Sequence
from typing import Final

from adjudicator.reports.model import Change, Detail, Kind, OptionGroup, Question, Reading, Report

MANY: Final = 4
"""The number of orders that are set closer together."""


def many(reading: Reading) -> bool:
    """Return whether many orders were read."""
    return len(reading.lines) >= MANY


def close(report: Report) -> bool:
    """Return whether questions are set in smaller letters, too.

    They are if they stand below many orders.
    """
    return report.reading is not None and many(report.reading)


def aside(report: Report) -> bool:
    """Return whether prose is set in smaller letters: in a first mail, where what is asked counts more."""
    return report.detail is Detail.BRIEF and report.kind is Kind.WELCOME and bool(report.questions)


def shows_line_count(reading: Reading) -> bool:
    """Return whether is told how many lines were read: one is seen, and where many stand, each has its number."""
    alone = len(reading.lines) == 1 and reading.lines[0].number > 0
    return not (alone or many(reading)) or bool(reading.ignored)


def headed(changes: Sequence[Change]) -> bool:
    """Return whether pictures of what changed have a heading: below orders that say the same they have not."""
    return any(change.text for change in changes)


def how(question: Question) -> str:
    """Return how to answer a question; it is told where its options are."""
    return question.note if not question.how else question.how if question.listed else ""


def groups(question: Question) -> tuple[OptionGroup, ...]:
    """Return the options of a question as a compact message has them; few if the others come on request."""
    if not question.listed:
        return question.singles
    return question.groups if question.links is None else question.links
