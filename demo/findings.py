"""Check that the demonstration went as it should: every mail answered once, nothing lost, nothing set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.trials import trials_of
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign, told_between
from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import (
    Campaign,
    CampaignState,
    InboundMail,
    InboundStatus,
    LogEntry,
    OrderSet,
    OutboundMail,
    OutboundState,
    SetState,
)
from demo.cast import DOMAIN, OFFICE, Run
from demo.mailboxes import Mail, inbox_of, mails_of
from demo.script import Scripted
from demo.stage import Stage


class Records(msgspec.Struct, frozen=True):
    """The records of the database, without the bytes of the mails."""

    over: bool
    turns: int
    entries: int
    refused: int
    inbound: dict[str, tuple[InboundStatus, str]]
    """Message-ID: what became of it and why."""
    seen: dict[str, bool]
    """What the game names as worth seeing by now: whether it has come to pass."""
    unseen: tuple[str, ...]
    """What of it should have, and has not."""
    outbound: dict[str, tuple[OutboundState, str, str, float]]
    """Message-ID: state, recipient, the mail it answers, when it was handed over (seconds since 1970)."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a run, and what is wrong with it."""

    sent_by_players: int
    sent_to_players: int
    duplicates: int
    corrections: int
    actions: int
    pictures: int
    bytes_sent: int
    seconds: float
    answer_seconds: float
    """Median from a player's mail being taken by SMTP to its answer being taken by SMTP."""
    slowest_answer: float
    seen: dict[str, bool]
    """What the game names as worth seeing: whether it has come to pass."""
    problems: tuple[str, ...]
    script: Scripted | None = None
    """What a moderator has corrected at the end."""


def inspect(stage: Stage, run: Run, seconds: float) -> tuple[Summary, list[Mail]]:
    """Compare mailboxes and database. The servers must be stopped."""
    records = _records(stage, run.last)
    orders = mails_of(stage.servers, OFFICE)
    received = [mail for person in run.people for mail in mails_of(stage.servers, person.user)]
    problems = [
        *(["no die was corrected by a script"] if run.script and not stage.script.exists() else []),
        *_of_match(records, run.turns),
        *(f"not seen: {sight}" for sight in records.unseen),
        *_of_orders(records, orders, len(inbox_of(stage.servers, OFFICE))),
        *_of_answers(records, orders, received),
    ]
    waits = list(_answer_seconds(records, orders)) or [0.0]
    summary = Summary(
        sent_by_players=len(orders),
        sent_to_players=len(received),
        duplicates=len(orders) - len({mail.message_id for mail in orders}),
        corrections=records.refused,
        actions=records.entries,
        pictures=sum(1 for mail in received for _ in mail.pictures),
        bytes_sent=sum(len(mail.raw) for mail in (*orders, *received)),
        seconds=seconds,
        answer_seconds=median(waits),
        slowest_answer=max(waits),
        seen=records.seen,
        problems=tuple(problems),
        script=msgspec.json.decode(stage.script.read_bytes(), type=Scripted) if stage.script.exists() else None,
    )
    return summary, sorted([*orders, *received], key=lambda mail: mail.order)


def _records(stage: Stage, name: str) -> Records:
    service = open_service(Settings(database=f"sqlite:///{stage.database}", data_directory=stage.folder))
    with reading(service.engine) as session:
        campaign = session.scalars(select(Campaign).where(col(Campaign.name) == name)).one()
        state = campaign.state
        table = table_of_campaign(service.work(session), campaign.id or 0)
        turns = table.match.game.turns_done(table.match.state)
        over = state is CampaignState.FINISHED
        trials = trials_of(table.match.game)
        seen = _seen(session, table) if over or turns >= trials.sights_by else {}
        # what is in every match of people who try all there is: stewards choose, and go for no sights
        must_be_seen = () if any(seat.steward for seat in table.players) else trials.sights
        inbound = session.execute(
            select(col(InboundMail.message_id), col(InboundMail.status), col(InboundMail.reason))
        ).all()
        outbound = session.execute(
            select(
                col(OutboundMail.message_id),
                col(OutboundMail.state),
                col(OutboundMail.recipient),
                col(OutboundMail.in_reply_to),
                col(OutboundMail.handed_over_at),
            )
        ).all()
        entries = len(session.scalars(select(col(LogEntry.sequence))).all())
        states = session.scalars(select(col(OrderSet.state))).all()
    service.engine.dispose()
    return Records(
        over=over,
        turns=turns,
        seen=seen,
        unseen=tuple(each for each in must_be_seen if not seen.get(each, True)),
        entries=entries,
        refused=sum(1 for each in states if each in (SetState.REFUSED, SetState.PARTLY)),
        inbound={row[0]: (row[1], row[2]) for row in inbound},
        outbound={row[0]: (row[1], row[2], row[3] or "", row[4].timestamp() if row[4] else 0.0) for row in outbound},
    )


def _seen(session: Session, table: CampaignContext) -> dict[str, bool]:
    match, head = table.match, table.head
    trials = trials_of(match.game)
    told = (
        told_between(session, match.game.id, head.match_id, head.revision, 0, match.position.n) if trials.sights else []
    )
    seen = {trials.seen(event) for each in told for event in (each.public, *each.private.values())}
    return {sight: sight in seen for sight in (*trials.sights, *trials.sights_besides)}


def _of_match(records: Records, turns: int | None) -> Iterator[str]:
    if not records.over and (turns is None or records.turns < turns):
        yield "the match has not ended" if turns is None else f"{records.turns} of {turns} turns are over"
    for message_id, (state, recipient, _, _) in records.outbound.items():
        if state not in (OutboundState.HANDED_OVER, OutboundState.CANCELLED):
            yield f"mail {message_id} to {recipient} is {state.value}"


def _of_orders(records: Records, orders: Sequence[Mail], left: int) -> Iterator[str]:
    """Yield every mail of a player was stored, handled and filed away."""
    if left:
        yield f"{left} mails are still in the INBOX of the adjudicator"
    for mail in {mail.message_id: mail for mail in orders}.values():
        status, reason = records.inbound.get(mail.message_id, (None, ""))
        if status is not InboundStatus.HANDLED:
            became = "lost" if status is None else f"{status.value}: {reason}"
            yield f"mail {mail.message_id} of {mail.sender[1]} is {became}"
    if len(records.inbound) != len({mail.message_id for mail in orders}):
        yield "the database and the mailbox of the adjudicator hold different mails"


def _of_answers(records: Records, orders: Sequence[Mail], received: Sequence[Mail]) -> Iterator[str]:
    """Yield every mail that was sent has arrived at its recipient; every mail of a player is answered once.

    A mail may have arrived twice if it is the same: who is killed between sending and noting it sends it again.
    """
    arrived: dict[str, Mail] = {}
    for mail in received:
        first = arrived.setdefault(mail.message_id, mail)
        if first.content != mail.content or first.mailbox != mail.mailbox:
            yield f"two different mails are called {mail.message_id}"
    for message_id, (state, recipient, _, _) in records.outbound.items():
        if state is not OutboundState.HANDED_OVER:
            continue
        if message_id not in arrived:
            yield f"mail {message_id} to {recipient} has not arrived"
        elif f"{arrived[message_id].mailbox}@{DOMAIN}" != recipient:
            yield f"mail {message_id} to {recipient} has arrived at {arrived[message_id].mailbox}"
    for mail in arrived.values():
        if mail.message_id not in records.outbound:
            yield f"mail {mail.message_id} in the mailbox of {mail.mailbox} is not known to the adjudicator"
        if mail.recipients != (mail.delivered_to,):
            yield f"mail {mail.message_id} is addressed to others than {mail.delivered_to}"
    answers = Counter(answered for mail in arrived.values() for answered in mail.in_reply_to)
    for message_id in {mail.message_id for mail in orders}:
        if answers[message_id] != 1:
            yield f"mail {message_id} was answered {answers[message_id]} times"


def _answer_seconds(records: Records, orders: Sequence[Mail]) -> Iterator[float]:
    answered = {reply_to: sent for _, _, reply_to, sent in records.outbound.values() if reply_to and sent}
    first = {mail.message_id: mail for mail in reversed(orders)}
    for message_id, mail in first.items():
        if message_id in answered:
            yield answered[message_id] - mail.arrived.timestamp()
