"""What a brief mail says at once: its options as links, the rest in few lines."""

from typing import Final

from adjudicator.reports.model import OptionGroup, Question, Reading

MANY: Final = 4
"""So many orders stand closer together."""


def many(reading: Reading) -> bool:
    """Whether many orders were read."""
    return len(reading.lines) >= MANY


def told(reading: Reading) -> bool:
    """Whether is told how many lines were read: where many stand, each has its number."""
    return not many(reading) or bool(reading.ignored)


def how(question: Question) -> str:
    """How a question is answered: that is said where its options stand."""
    return question.note if not question.how else question.how if question.listed else ""


def groups(question: Question) -> tuple[OptionGroup, ...]:
    """The options of a question as a brief mail has them; few where the others come on request."""
    if not question.listed:
        return question.singles
    return question.groups if question.links is None else question.links
