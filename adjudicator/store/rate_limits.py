"""Choose the mails that go next: by urgency, in turn for each campaign, and no more in an hour than is allowed.

Nothing is dropped here, only later.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, func, not_, or_, select, text, union_all
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import run
from adjudicator.store.tables import Address, AddressState, OutboundMail, OutboundState, Priority, Process, table_of

HOUR = timedelta(hours=1)
PATIENCE = timedelta(hours=12)
"""A mail that has waited so long is as urgent as a question: reports must not wait for ever behind answers."""
LOOKED_AT = 400
"""The number of mails of each kind, longest due first, among which the campaigns take turns."""
WRITTEN_AT_ONCE = 4
"""The number of mails of a campaign that are taken together to be rendered, however many wait: later arrivals wait
for them."""
RESERVED = 5
"""One fifth of what an hour allows is kept for questions and answers."""
LOCK = 0x61646B
"""PostgreSQL advisory lock: two senders that count at the same time would both take the last place."""
_WAITING = (OutboundState.QUEUED, OutboundState.RENDERED)


class Pace(Struct, frozen=True):
    """The most mails of some mailboxes that may go in an hour, all together and to one recipient; 0: no limit."""

    per_hour: int = 0
    per_recipient: int = 0
    mailboxes: tuple[str, ...] = ("",)


UNLIMITED = Pace()


class Backlog(Struct, frozen=True):
    """The mails that wait in the outbox. `oldest`: since when; `to_dead`: mails to addresses that are suspended."""

    questions: int = 0
    reports: int = 0
    digests: int = 0
    oldest: datetime | None = None
    to_dead: int = 0
    last_hour: int = 0
    """Mails that a sender took in the last hour."""

    @property
    def waiting(self) -> int:
        """All that will go by themselves."""
        return self.questions + self.reports + self.digests


def next_to_send(session: Session, now: datetime, limit: int, state: OutboundState, pace: Pace) -> list[int]:
    """Return the ids of at most `limit` mails that may go now.

    The most urgent come first, one of each campaign in turn.

    Of those that are still to be rendered only equally urgent ones, and few of each campaign: drawing the pictures of a
    turn for everybody takes seconds, and answers and questions go before. Whoever takes them asks again under their
    lock whether each may: another sender may have been quicker.
    """
    if pace.per_hour or pace.per_recipient:
        _one_at_a_time(session)
    limit, calm = _room(session, now, limit, pace)
    if limit <= 0:
        return []
    closed = frozenset[str]()
    while True:
        given = {"state": state, "now": now, "closed": list(closed), "mailboxes": list(pace.mailboxes)}
        found = _candidates(session, given, limit, calm)
        if state is OutboundState.QUEUED:
            found = [each for each in found if each.urgency == found[0].urgency]
        if not found or not pace.per_recipient:
            return [mail.id for mail in found]
        gone = _gone_to(session, now, {mail.recipient for mail in found})
        full = {recipient for recipient, count in gone.items() if count >= pace.per_recipient}
        if not full:
            return _within(found, gone, pace.per_recipient)
        closed |= full


def backlog(session: Session, now: datetime, campaign_id: int | None = None) -> Backlog:
    """Return what waits, of the installation or of one campaign."""
    mail = table_of(OutboundMail).c
    here = () if campaign_id is None else (mail.campaign_id == campaign_id,)
    dead = suspended_addresses(session)
    may_go = or_(mail.due_at <= now, taken_up())  # others wait for their own time, and nobody waits for them
    waiting = session.execute(
        select(mail.priority, func.count(), func.min(mail.queued_at).filter(may_go))
        .where(mail.state.in_(_WAITING), mail.recipient.not_in(dead), *here)
        .group_by(mail.priority)
    ).all()
    counts = {row[0]: row[1] for row in waiting}
    to_dead = select(func.count()).where(mail.state.in_(_WAITING), mail.recipient.in_(dead), *here)
    gone = select(func.count()).where(mail.tried_at > now - HOUR, *here)
    return Backlog(
        questions=counts.get(Priority.QUESTION, 0),
        reports=counts.get(Priority.REPORT, 0),
        digests=counts.get(Priority.DIGEST, 0),
        oldest=min((row[2] for row in waiting if row[2] is not None), default=None),
        to_dead=session.execute(to_dead).scalar_one() if dead else 0,
        last_hour=session.execute(gone).scalar_one(),
    )


def taken_up() -> ColumnElement[bool]:
    """Return the condition that somebody has claimed, rendered or tried a mail, and so moved the time it is due."""
    return or_(col(OutboundMail.attempts) > 0, col(OutboundMail.state) == OutboundState.RENDERED)


def in_hand() -> ColumnElement[bool]:
    """Return the condition that a living process is handing a mail over.

    Its heartbeat renews the lease, whatever a clock says. It lets go of what it leaves (`outbound.let_go`); those who
    notice that it has died do so for it (`heartbeats.lose`).
    """
    return and_(_MAIL.state == OutboundState.RENDERED, _HOLDER_LIVES)


def suspended_addresses(session: Session) -> frozenset[str]:
    """Return addresses to which nothing is sent.

    They were given up after bounces, and nobody else uses them.
    """
    return frozenset(run(session, _SUSPENDED).scalars())


def _one_at_a_time(session: Session) -> None:
    """Lock against other senders; SQLite has only one writer anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def _room(session: Session, now: datetime, limit: int, pace: Pace) -> tuple[int, int]:
    """Return how many mails may be taken, and up to how many of them others than questions and answers."""
    if not pace.per_hour:
        return limit, limit
    mail = table_of(OutboundMail).c
    gone = select(func.count()).where(mail.tried_at > now - HOUR, mail.mailbox.in_(pace.mailboxes))
    used = session.execute(gone).scalar_one()
    reserved = pace.per_hour // RESERVED
    return min(limit, pace.per_hour - used), max(0, pace.per_hour - reserved - used)


def _gone_to(session: Session, now: datetime, recipients: Collection[str]) -> Counter[str]:
    """Return how many mails each of these got in the last hour.

    SQLite would read all mails there are to count those of everybody.
    """
    rows = run(session, _GONE, {"recipients": list(recipients), "since": now - HOUR})
    return Counter({row.recipient: row.gone for row in rows})


class _Waiting(NamedTuple):
    urgency: int
    due_at: datetime
    id: int
    campaign: int
    recipient: str


def _candidates(session: Session, given: dict[str, Any], limit: int, calm: int) -> list[_Waiting]:
    """Return the next messages: the most urgent first, and of equally urgent ones the campaigns in turn."""
    now = given["now"]
    waiting = [
        _Waiting(_urgency(row.priority, row.queued_at, now), row.due_at, row.id, row.campaign_id or 0, row.recipient)
        for row in run(session, _NEXT, given)
    ]
    most = WRITTEN_AT_ONCE if given["state"] is OutboundState.QUEUED else limit
    turns: Counter[tuple[int, int]] = Counter()
    ranked = []
    for each in sorted(waiting):
        turns[each.urgency, each.campaign] += 1
        if turns[each.urgency, each.campaign] <= most:
            ranked.append((each.urgency, turns[each.urgency, each.campaign], each))
    chosen = [each for _, _, each in sorted(ranked)[:limit]]
    urgent = [each for each in chosen if each.urgency == Priority.QUESTION]
    calmer = [each for each in chosen if each.urgency != Priority.QUESTION]
    return urgent + calmer[: max(0, calm - len(urgent))]


_DEAD, _OTHER = table_of(Address).c, table_of(Address).alias("other").c
_IN_USE = exists().where(_OTHER.email == _DEAD.email, _OTHER.state == AddressState.ACTIVE)
_SUSPENDED = select(_DEAD.email).where(_DEAD.state == AddressState.SUSPENDED, ~_IN_USE)
_NOWHERE = select(_SUSPENDED.cte("suspended"))
_MAIL = table_of(OutboundMail).c
_HOLDER_LIVES = exists().where(col(Process.id) == _MAIL.holder, col(Process.lost).is_(False))

_GONE = (
    select(_MAIL.recipient, func.count().label("gone"))
    .where(_MAIL.recipient.in_(bindparam("recipients", expanding=True)), _MAIL.tried_at > bindparam("since"))
    .group_by(_MAIL.recipient)
)


def _first_of(priority: Priority) -> Select[Any]:
    chosen = (
        select(_MAIL.id, _MAIL.campaign_id, _MAIL.priority, _MAIL.due_at, _MAIL.queued_at, _MAIL.recipient)
        .where(
            _MAIL.state == bindparam("state"),
            _MAIL.priority == priority,
            _MAIL.due_at <= bindparam("now"),
            not_(in_hand()),
            _MAIL.mailbox.in_(bindparam("mailboxes", expanding=True)),
            _MAIL.recipient.not_in(bindparam("closed", expanding=True)),
            _MAIL.recipient.not_in(_NOWHERE),
        )
        .order_by(_MAIL.due_at, _MAIL.id)
        .limit(LOOKED_AT)
        .subquery()
    )
    return select(chosen)


_NEXT = union_all(*map(_first_of, Priority))


def _urgency(priority: int, queued_at: datetime, now: datetime) -> int:
    return int(Priority.QUESTION) if queued_at <= now - PATIENCE else priority


def _within(mails: Iterable[_Waiting], gone: Counter[str], most: int) -> list[int]:
    """Return those that do not bring their recipient above what they may get in an hour."""
    taken = []
    for mail in mails:
        gone[mail.recipient] += 1
        if gone[mail.recipient] <= most:
            taken.append(mail.id)
    return taken
