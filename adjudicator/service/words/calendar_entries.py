"""The deadlines that a mail puts into the reader's calendar, moves there, or takes out again.

All of it follows from what is stored: the questions of the seat, and when the mail before this one was written.
"""

from collections.abc import Iterator
from datetime import datetime

from adjudicator.reports.model import Due, OrderOutcome, Report
from adjudicator.service.outbox.notices import TURN_OVER
from adjudicator.service.outbox.payloads import Answer, Tell
from adjudicator.service.words.reader import Reader
from adjudicator.store.tables import Prompt

MOST = 20
"""The most settled questions since the last mail that are removed from the calendar at once."""


def dues(reader: Reader, report: Report) -> Iterator[Due]:
    """Yield the question that the message shows, and earlier ones that are settled now.

    Of the questions of a round, only the one to be answered, if there is one.
    """
    if isinstance(reader.intent, Tell) and reader.intent.topic == TURN_OVER:
        return  # it asks nothing, and comes beside mails that do
    found = list(_dues(reader, report))
    going = {due.course for due in found if due.course and not due.settled}
    told: dict[str, Due] = {due.course or f"#{due.number}": due for due in found if due.course not in going}
    told |= {due.course or f"#{due.number}": due for due in found if not due.settled}
    yield from told.values()


def _dues(reader: Reader, report: Report) -> Iterator[Due]:
    written = reader.intent.written
    last = reader.last_mail
    for row in reader.questions_since(MOST):
        if row.opened_at > written:
            continue
        known = last is not None and row.opened_at <= last
        closed = row.closed_at is not None and row.closed_at <= written
        settled = closed or row.deadline is None or (row.number in report.numbers and _on_file(reader, row))
        if settled and known:
            yield _due(reader, row, row.deadline or row.opened_at, settled=True)
        elif not settled and row.deadline is not None and row.number in report.numbers:
            yield _due(reader, row, row.deadline, title=_title(reader, row))


def _title(reader: Reader, row: Prompt) -> str:
    """Return the question in the words of the subject."""
    seat = reader.asks(row)
    decision = None if seat is None else reader.match.question(seat)
    return "" if decision is None else reader.report.title(decision, reader.public_view, reader.language)


def _due(reader: Reader, row: Prompt, deadline: datetime, *, title: str = "", settled: bool = False) -> Due:
    """Return a deadline for a calendar.

    Its revision counts seconds since the campaign was planned: it rises from mail to mail, whoever writes it, after any
    restart.
    """
    revision = max(0, int((reader.intent.written - reader.campaign.created_at).total_seconds()))
    return Due(number=row.number, deadline=deadline, title=title, settled=settled, revision=revision, course=row.course)


def _on_file(reader: Reader, row: Prompt) -> bool:
    """Return whether the mail says that the answer is on file: it may be changed, but nothing has to be done."""
    return isinstance(reader.intent, Answer) and any(
        line.outcome is OrderOutcome.ON_FILE and line.seat in ("", reader.asks(row)) for line in reader.intent.lines
    )
