"""Drop what is done with after a while, a little at a time; each kind says how many rows and bytes that is.

No such kind is what a campaign is played again from and what proves it (log, positions, receipts, audit trail), who got
or wrote what and when, and what somebody still waits for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    Select,
    Table,
    bindparam,
    delete,
    func,
    literal,
    select,
    type_coerce,
    update,
)
from sqlalchemy.orm import Session

from adjudicator.store import kept_mails
from adjudicator.store.statements import run
from adjudicator.store.tables import (
    Campaign,
    ChannelNotice,
    Confirmation,
    DeliveryTrouble,
    InboundMail,
    InboundStatus,
    MailPicture,
    NoticeState,
    OutboundMail,
    PictureUse,
    SignatureSeen,
    table_of,
)


class Period(StrEnum):
    """The setting that says how long a kind is kept: `limits.keep_…_days`."""

    MAILS = "mails"
    RECEIVED = "received"
    TRACES = "traces"


class Amount(Struct, frozen=True):
    """Rows, and the bytes of what may be long in them, as they are stored: packed, and sealed where there is a key."""

    rows: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Kind:
    """Something that is kept for a while only.

    `rows`: key and bytes of what is done with since the moment `before`, the oldest first. Without `drop` it goes with
    another kind. `often`: it is found by an index, so that it may be looked for every few seconds.
    """

    name: str
    period: Period
    rows: Select[Any]
    drop: Callable[[Session, Sequence[Any], datetime], None] | None
    often: bool = False

    def old(self, session: Session, before: datetime) -> Amount:
        """Return how much there is that goes."""
        found = self.rows.order_by(None).subquery()
        total = select(func.count().label("rows"), func.coalesce(func.sum(found.c.bytes), 0).label("bytes"))
        row = run(session, total, {"before": before}).mappings().one()
        return Amount(row["rows"], int(row["bytes"]))

    def any_old(self, session: Session, before: datetime) -> bool:
        """Return whether there is anything."""
        return self.drop is not None and run(session, self.rows.limit(1), {"before": before}).first() is not None

    def drop_some(self, session: Session, before: datetime, limit: int, now: datetime) -> int:
        """Drop at most so many. Returns how many."""
        if self.drop is None:
            return 0
        keys = [row[0] for row in run(session, self.rows.limit(limit), {"before": before})]
        if keys:
            self.drop(session, keys, now)
        return len(keys)


def _bytes(column: ColumnElement[Any]) -> ColumnElement[int]:
    return func.length(type_coerce(column, LargeBinary())).label("bytes")


def _removed(table: Table, key: ColumnElement[Any]) -> Callable[[Session, Sequence[Any], datetime], None]:
    def remove(session: Session, keys: Sequence[Any], now: datetime) -> None:
        run(session, delete(table).where(key.in_(keys)))

    return remove


def _drop_received(session: Session, keys: Sequence[int], now: datetime) -> None:
    table = table_of(InboundMail)
    # The state again: on PostgreSQL it may have been taken up once more (`mail reprocess`) meanwhile.
    ended = (table.c.id.in_(keys), table.c.status.in_(_ENDED))
    run(session, update(table).where(*ended).values(raw=b"", dropped_at=now))


_BEFORE: ColumnElement[datetime] = bindparam("before")
_SENT, _RECEIVED = table_of(OutboundMail).c, table_of(InboundMail).c
_PICTURE, _USE, _CAMPAIGN = table_of(MailPicture).c, table_of(PictureUse).c, table_of(Campaign).c
_CODE, _TROUBLE, _SIGNATURE = table_of(Confirmation).c, table_of(DeliveryTrouble).c, table_of(SignatureSeen).c
_NOTICE = table_of(ChannelNotice).c
_GONE = (_SENT.raw.is_not(None), _SENT.queued_at < _BEFORE, _SENT.state.in_(kept_mails.GONE))
_ENDED = (InboundStatus.HANDLED, InboundStatus.REFUSED, InboundStatus.IGNORED)
"""Mails that wait for nobody's word. Those that are set aside do."""

KINDS = (
    Kind(
        "sent mails",
        Period.MAILS,
        select(_SENT.id, _bytes(_SENT.raw)).where(*_GONE).order_by(_SENT.queued_at),
        lambda session, keys, _: kept_mails.drop(session, keys),
        often=True,
    ),
    Kind(
        "pictures in them",
        Period.MAILS,
        select(_PICTURE.hash, _bytes(_PICTURE.data)).where(
            select(_USE.hash).where(_USE.campaign_id == _PICTURE.campaign_id, _USE.hash == _PICTURE.hash).exists(),
            ~select(_USE.hash)
            .where(
                _USE.campaign_id == _PICTURE.campaign_id,
                _USE.hash == _PICTURE.hash,
                _USE.outbound_mail_id.not_in(select(_SENT.id).where(*_GONE)),
            )
            .exists(),
        ),
        None,
    ),
    Kind(
        "received mails",
        Period.RECEIVED,
        select(_RECEIVED.id, _bytes(_RECEIVED.raw))
        .where(_RECEIVED.dropped_at.is_(None), _RECEIVED.stored_at < _BEFORE, _RECEIVED.status.in_(_ENDED))
        .order_by(_RECEIVED.stored_at),
        _drop_received,
        often=True,
    ),
    Kind(
        "codes that count no more",
        Period.TRACES,
        select(_CODE.id, _bytes(_CODE.payload)).where(_CODE.expires_at < _BEFORE),
        _removed(table_of(Confirmation), _CODE.id),
    ),
    Kind(
        "delivery reports",
        Period.TRACES,
        select(_TROUBLE.id, _bytes(_TROUBLE.diagnostic)).where(_TROUBLE.at < _BEFORE),
        _removed(table_of(DeliveryTrouble), _TROUBLE.id),
    ),
    Kind(
        "notices beside the mails",
        Period.TRACES,
        select(_NOTICE.id, _bytes(_NOTICE.facts)).where(
            _NOTICE.queued_at < _BEFORE, _NOTICE.state != NoticeState.QUEUED
        ),
        _removed(table_of(ChannelNotice), _NOTICE.id),
    ),
    # As long as a campaign is played, a signature that was seen before betrays a copy under another Message-ID.
    Kind(
        "signatures of finished campaigns",
        Period.TRACES,
        select(_SIGNATURE.mark, literal(0).label("bytes"))
        .join(table_of(InboundMail), _RECEIVED.id == _SIGNATURE.inbound_mail_id)
        .join(table_of(Campaign), _CAMPAIGN.id == _RECEIVED.campaign_id)
        .where(_CAMPAIGN.finished_at < _BEFORE),
        _removed(table_of(SignatureSeen), _SIGNATURE.mark),
    ),
)
"""The kinds, in the order in which they are told; one that goes with another kind follows it."""
