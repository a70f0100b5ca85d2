"""Words that always work in a mail, in English and Russian."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy.orm import Session

from adjudicator.mail import ReadMail, Source
from adjudicator.orders.text import words
from adjudicator.service import answers, changes, outbox
from adjudicator.service.intents import Status
from adjudicator.service.matches import Table
from adjudicator.service.service import Service
from adjudicator.store import outbox as stored_outbox
from adjudicator.store.campaigns import SeatAtTable

Command = Literal["help", "status", "resend"]

WORDS: dict[str, Command] = {
    "help": "help",
    "помощь": "help",
    "справка": "help",
    "status": "status",
    "статус": "status",
    "resend": "resend",
    "report": "resend",
    "повтор": "resend",
    "повторить": "resend",
}


class Split(msgspec.Struct, frozen=True):
    """The commands of a mail, and its other lines with what they looked like before they were normalised."""

    commands: tuple[Command, ...]
    lines: tuple[str, ...]
    originals: tuple[str, ...]


def split(mail: ReadMail) -> Split:
    """Take the commands out of a mail: lines that are nothing but a command word."""
    given: list[Command] = []
    rest: list[tuple[str, str]] = []
    for line, original in zip(mail.lines, _originals(mail), strict=True):
        folded = [word.folded for word in words(line)]
        if len(folded) == 1 and folded[0] in WORDS:
            given.append(WORDS[folded[0]])
        else:
            rest.append((line, original))
    lines, originals = [line for line, _ in rest], [original for _, original in rest]
    return Split(tuple(dict.fromkeys(given)), tuple(lines), tuple(originals))


def _originals(mail: ReadMail) -> Sequence[str]:
    """The lines as they were written; those of a subject are parts of one line and stand as they are."""
    if mail.extract is None or mail.extract.source is Source.SUBJECT:
        return mail.lines
    return [line.original for line in mail.extract.lines]


def obey(
    session: Session,
    service: Service,
    table: Table,
    seat: SeatAtTable,
    given: Sequence[Command],
    in_reply_to: str,
    now: datetime,
) -> None:
    """Answer each command with a mail of its own."""
    reply_to = in_reply_to if in_reply_to.startswith("<") else None
    for command in given:
        if command == "help":
            answers.help_to(session, service, table, seat, "", reply_to, now)
        elif command == "status":
            _status(session, service, table, seat, reply_to, now)
        else:
            _resend(session, service, table, seat, reply_to, now)


def _status(
    session: Session, service: Service, table: Table, seat: SeatAtTable, reply_to: str | None, now: datetime
) -> None:
    known = changes.known_to(session, table, seat)
    intent = Status(written=now, since=known, number=answers.open_question(session, table, seat))
    mails = outbox.for_seat(
        service, table, seat, intent, sequence=table.head.sequence, in_reply_to=reply_to, tells_news=False
    )
    outbox.queue(session, mails, now)


def _resend(
    session: Session, service: Service, table: Table, seat: SeatAtTable, reply_to: str | None, now: datetime
) -> None:
    """The last report once more, as it was; without one, how things stand."""
    last = stored_outbox.last_of_kind(session, seat.id, outbox.REPORT)
    row = None if last is None else stored_outbox.by_message_id(session, last.message_id)
    if row is None or row.sequence is None:
        _status(session, service, table, seat, reply_to, now)
        return
    again = outbox.again(service, seat, row, reply_to)
    outbox.queue(session, [again], now)
