"""A line of play that other rules made: what of it is stored, as far as the rules that are installed can read it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import SystemLine
from adjudicator.kernel.chance import Draw
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.rule_migration import Waiting, waiting_in
from adjudicator.service.play.corrections.lines import Played
from adjudicator.store import matches, revisions
from adjudicator.store.tables import Checkpoint, OrderLine, OrderSet, Revision, Seat, table_of

SHOWN = 5
"""The place, in a stored position, of private messages that seats keep knowing."""
UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, LookupError, TypeError, ValueError)
"""The exceptions of reading what other rules wrote."""


class Raw(msgspec.Struct, frozen=True):
    """A stored entry with nothing of it understood but that it is one."""

    line: dict[str, Any]
    told: msgspec.Raw


class FormerLine:
    """The line that is played now, oldest entry first, and the positions that are stored along it."""

    def __init__(self, session: Session, head: matches.Head, game: Game[Any]) -> None:
        self._session, self._game, self._match_id, self._number = session, game, head.match_id, head.revision
        self._pieces = [*revisions.stretches(session, head.match_id, head.revision)][::-1]
        self.positions: dict[int, bytes] = {}
        """Positions by log number; where a line branches off, as it begins there."""
        for number, first, last in self._pieces:
            self.positions |= self._stored(number, first, last)
        self.branches = frozenset(first - 1 for _, first, _ in self._pieces[1:])
        """The log numbers behind which a later line begins."""
        self.set_up = _number_of(self.positions[0])
        """The last entry of the set-up."""
        self.rows = self._rows()

    def _stored(self, number: int, first: int, last: int | None) -> dict[int, bytes]:
        row = table_of(Checkpoint).c
        found = select(row.sequence, row.state).where(
            row.match_id == self._match_id, row.revision == number, row.sequence >= first - 1
        )
        if last is not None:
            found = found.where(row.sequence <= last)
        rows = self._session.execute(found.order_by(row.sequence))
        return {int(n): bytes(state) for n, state in rows}

    def _rows(self) -> list[Played]:
        """Return the entries.

        `readable`: up to where they are orders that the installed rules know; after it they are stand-ins. `tellable`:
        up to where their events can be read.
        """
        raw: msgspec.json.Decoder[Raw] = msgspec.json.Decoder(Raw)
        told: msgspec.json.Decoder[Any] = msgspec.json.Decoder(list[ObservedEvent[self._game.event_type]])  # type: ignore[name-defined]
        self.readable = self.tellable = 0
        found = []
        for n, row in enumerate(matches.log(self._session, self._match_id, self._number), 1):
            stored, events = raw.decode(row.entry), list[ObservedEvent[Any]]()
            try:
                entry = entry_of(stored.line, self._game)
                self.readable += self.readable == n - 1
            except UNREADABLE:
                entry = _stand_in(stored.line, self._game)
            try:
                events = told.decode(stored.told)
                self.tellable += self.tellable == n - 1
            except UNREADABLE:
                pass
            found.append(Played(entry, events, row.revision, row.inbound_mail_id, row.line, row.created_at))
        return found

    @property
    def last(self) -> int:
        return len(self.rows)

    @property
    def known(self) -> list[Entry]:
        """The entries whose orders the installed rules know, up to the first that they do not."""
        return [row.entry for row in self.rows[: self.readable]]

    @property
    def document(self) -> Mapping[str, Any] | None:
        """The document from which the match began."""
        row = self._session.get(Revision, (self._match_id, self._pieces[0][0]))
        return None if row is None or row.document is None else msgspec.json.decode(row.document)

    @property
    def waiting(self) -> dict[int, Waiting]:
        """The steps that waited for an answer, by log number, as the former rules named them."""
        return {n: waiting_in(msgspec.json.decode(state)[3]) for n, state in self.positions.items()}

    @cached_property
    def comparable(self) -> bool:
        """Whether all that is stored of it can be read by the installed rules, and means the same to them."""
        codec = codec_of(self._game)
        try:
            same = all(codec.encode(codec.decode(state)) == state for state in self.positions.values())
        except UNREADABLE:
            return False
        return same and self.tellable == self.last

    def as_written(self, rows: Sequence[Played]) -> dict[int, str]:
        """Return the order lines of these entries by log number, as their own players wrote them.

        What was opened together belongs to the message of the player who answered last.
        """
        mails = {row.mail_id for row in rows if row.mail_id is not None}
        lines = self._session.execute(
            select(col(OrderSet.inbound_mail_id), col(OrderLine.line), col(Seat.name), col(OrderLine.text))
            .join(OrderLine, col(OrderLine.order_set_id) == col(OrderSet.id))
            .join(Seat, col(Seat.id) == col(OrderSet.seat_id))
            .where(col(OrderSet.match_id) == self._match_id, col(OrderSet.inbound_mail_id).in_(mails))
        )
        texts: dict[tuple[Any, ...], str] = {(mail, line, seat): text.decode() for mail, line, seat, text in lines}
        places = ((row.n, (row.mail_id, row.line, row.entry.by)) for row in rows)
        return {n: texts[place] for n, place in places if place in texts}


def without_shown(state: bytes) -> list[Any]:
    """Return a stored position without what seats keep knowing: where a line branches off they know more."""
    position: list[Any] = msgspec.json.decode(state)
    return position[:SHOWN] + position[SHOWN + 1 :]


def _number_of(state: bytes) -> int:
    return int(msgspec.json.decode(state)[0])


def _stand_in(line: Mapping[str, Any], game: Game[Any]) -> Entry:
    """Return an entry whose order the rules do not know."""
    by = line[game.seat_key]
    given = {key: each for key, each in line.items() if key not in ("n", game.seat_key, "op", "how", "chance")}
    how = str(line.get("how", ""))
    draws = [Draw.of(draw) for draw in line.get("chance", ())]
    return Entry(line["n"], tuple(by) if isinstance(by, list) else by, SystemLine(str(line["op"]), given), draws, how)
