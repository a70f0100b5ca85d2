"""The mails that have passed since the last look, for the display of a running demonstration."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator, Sequence
from email import policy

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState
from demo.cast import Person
from demo.mailboxes import typed_of

_STEM = re.compile(r"^(?:Re: )?\[[^\]]*\] ?")


class Passed(msgspec.Struct, frozen=True):
    """A mail on its way: who wrote it (empty: the adjudicator), to whom, and what it says in one line."""

    sender: str
    recipient: str
    said: str


class Traffic:
    """Remembers which mails it has told."""

    def __init__(self, service: Service, people: Sequence[Person]) -> None:
        """Start after all earlier messages: they are not reported."""
        self._service = service
        self._names = {person.address: person.name for person in people}
        self._inbound = 0
        self._told: set[int] = set()
        self.new()

    def new(self) -> tuple[Passed, ...]:
        """Return the messages that were stored or sent since the last call, in the order in which that happened."""
        with reading(self._service.engine) as session:
            found = [*self._orders(session), *self._answers(session)]
        return tuple(passed for _, passed in sorted(found, key=lambda pair: pair[0]))

    def _orders(self, session: Session) -> Iterator[tuple[str, Passed]]:
        rows = session.scalars(
            select(InboundMail).where(col(InboundMail.id) > self._inbound).order_by(col(InboundMail.id))
        )
        for row in rows:
            self._inbound = row.id
            lines = typed_of(email.message_from_bytes(row.raw, policy=policy.default))
            yield row.stored_at.isoformat(), Passed(self._names[row.sender], "", " / ".join(lines))

    def _answers(self, session: Session) -> Iterator[tuple[str, Passed]]:
        sent = session.scalars(
            select(OutboundMail).where(
                col(OutboundMail.state) == OutboundState.HANDED_OVER, col(OutboundMail.id).not_in(self._told)
            )
        )
        for row in sent:
            self._told.add(row.id)
            head = email.message_from_bytes((row.kept or b"").partition(b"\r\n\r\n")[0], policy=policy.default)
            title = _STEM.sub("", str(head["Subject"])).partition(" - ")[0]
            when = row.handed_over_at.isoformat() if row.handed_over_at else ""
            yield when, Passed("", self._names[row.recipient], title)
