"""What must be true after a run, and that it is the same as after a run without accidents."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import timedelta

from msgspec import Struct
from sqlalchemy.orm import Session
from sqlmodel import col, select

from adjudicator.service.outbox.queue import PROMISE
from adjudicator.store import matches
from adjudicator.store.engine import reading
from adjudicator.store.tables import (
    Audit,
    Channel,
    ChannelNotice,
    InboundMail,
    InboundStatus,
    NoticeState,
    OrderLine,
    OrderSet,
    OutboundMail,
    OutboundState,
    Prompt,
    PromptState,
    Seat,
    SeatRecord,
)
from tests.faults.plot import Plot
from tests.faults.run import Run, Wrong
from tests.stored_log import entries_of

CHANCE = re.compile(
    r"""
    \d{4}-\d\d-\d\dT[0-9:.]+Z                              # a moment
    | \w+\ \d+[\ .]\w+[\d. ]*\ \d\d:\d\d\ \w+              # the same in words
    | \d{4}(-\d{4})+                                      # a code
    | (?<="key":\ ")\w+                                   # of a letter
    """,
    re.VERBOSE,
)
"""What no two runs have in common."""
_OF_CHANNEL = col(Channel.id) == col(ChannelNotice.channel_id)
GONE = {OutboundState.HANDED_OVER, OutboundState.CANCELLED}


class Findings(Struct):
    """What is wrong, and how often a mail was handed over twice, which may be."""

    problems: list[str] = []
    doubled: int = 0
    mails: int = 0


def watch(run: Run) -> None:
    """Check a run between two scenes. Raises Wrong."""
    found = look(run, over=False)
    if found.problems:
        raise Wrong("; ".join(found.problems[:3]))


def look(run: Run, *, over: bool = True) -> Findings:
    """Check a run by itself: its database, its mailboxes; whether it is where it must end only when it is `over`."""
    found = Findings()
    with reading(run.service.engine) as session:
        for plot in run.plots if over else ():
            _match(session, run, plot, found)
        _inbound(session, run, found, over)
        _outbound(session, run, found)
        _notices(session, run, found)
        for plot in run.plots:
            _banks(session, run, plot, found)
    return found


class Record(Struct, frozen=True):
    """What a run brought about: the position of each campaign, what each reader was told in mails of each state, each
    program in notices, and what people did at the desk.
    """

    hashes: dict[str, str]
    told: dict[str, Counter[str]]


def differences(peace: Record, war: Record) -> list[str]:
    """What accidents have changed; nothing, if all is well."""
    found = [f"{name}: the position is another one" for name in peace.hashes if peace.hashes[name] != war.hashes[name]]
    for reader in sorted({*peace.told, *war.told}):
        calm, torn = peace.told.get(reader, Counter()), war.told.get(reader, Counter())
        found += [f"{reader}: only without accidents: {mail}" for mail in calm - torn]
        found += [f"{reader}: only with accidents: {mail}" for mail in torn - calm]
    return found


def record(run: Run) -> Record:
    """What a run brought about, without times, codes, secrets and numbers of rows: equal for equal plots."""
    told: dict[str, Counter[str]] = {}
    with reading(run.service.engine) as session:
        heads = {plot.name: _head(session, run, plot).hash for plot in run.plots}
        names = {campaign: name for name, campaign in run.campaigns.items()}
        for row in session.scalars(select(OutboundMail)):
            intent = json.loads(row.intent)
            intent.pop("followed", None)  # whether the reader's next mail is there already hangs on how fast each is
            if "receipt" in intent:  # its words hold the moment, and what is signed hangs on them
                intent["receipt"] = intent["receipt"]["number"]
            words = CHANCE.sub("…", json.dumps(intent, sort_keys=True, ensure_ascii=False))
            # whether the moment of a promise comes before other news hangs on how late it is
            state = "promised" if row.kind == PROMISE else str(row.state)
            told.setdefault(f"{names[row.campaign_id or 0]} {row.recipient} {state}", Counter())[
                f"{row.kind} at {row.sequence} to {row.in_reply_to}: {words}"
            ] += 1
        for notice, channel in session.execute(select(ChannelNotice, Channel).join(Channel, _OF_CHANNEL)):
            words = CHANCE.sub("…", notice.facts.decode())
            told.setdefault(f"{names[channel.campaign_id]} channel {channel.number}", Counter())[words] += 1
        for act in session.scalars(select(Audit)):
            words = CHANCE.sub("…", act.details.decode())
            told.setdefault(f"{names[act.campaign_id]} desk", Counter())[f"{act.author} {act.command} {words}"] += 1
    return Record(heads, told)


def _head(session: Session, run: Run, plot: Plot) -> matches.Head:
    head = matches.head(session, run.campaigns[plot.name])
    assert head is not None
    return head


def _match(session: Session, run: Run, plot: Plot, found: Findings) -> None:
    """The same position and the same log as in memory: nothing lost, nothing applied twice."""
    if not plot.hash:
        return
    head = _head(session, run, plot)
    if head.hash != plot.hash:
        found.problems.append(f"{plot.name}: the position is another one")
    entries = entries_of(session, plot.game, head.match_id, head.revision)
    if entries != list(plot.log):
        found.problems.append(f"{plot.name}: the log differs: {len(entries)} entries, not {len(plot.log)}")


def _inbound(session: Session, run: Run, found: Findings, over: bool) -> None:
    """Every order mail is stored once, handled, recorded once, done."""
    ids = Counter(session.scalars(select(InboundMail.message_id)))
    for sent in run.sent:
        if ids[sent.message_id] != 1:
            found.problems.append(f"{sent.message_id} is stored {ids[sent.message_id]} times")
    if len(ids) != len(run.sent):
        found.problems.append(f"{len(ids)} mails are stored, {len(run.sent)} were sent")
    letters = {sent.message_id: sent.letter for sent in run.sent}
    for mail in session.scalars(select(InboundMail)):
        lines = session.scalars(
            select(OrderLine)
            .join(OrderSet, col(OrderSet.id) == col(OrderLine.order_set_id))
            .where(col(OrderSet.inbound_mail_id) == mail.id)
        ).all()
        outcomes = [str(line.outcome) for line in lines]
        letter = letters.get(mail.message_id)
        if letter is None:
            found.problems.append(f"{mail.message_id} was never sent")
            continue
        if mail.status is InboundStatus.HELD and not over:
            continue
        expected = InboundStatus.QUARANTINED if letter.poison else InboundStatus.HANDLED
        if mail.status is not expected or outcomes.count("done") != letter.done:
            found.problems.append(f"{mail.message_id}: {mail.status}, {mail.reason}, {outcomes}: {letter.text}")


def _outbound(session: Session, run: Run, found: Findings) -> None:
    """Every report reached its reader; a second copy is the same bytes under the same Message-ID."""
    rows = {row.message_id: row for row in session.scalars(select(OutboundMail))}
    read = {mailbox.address: mailbox.copies for mailbox in run.players.values()}
    for row in rows.values():
        copies = read[row.recipient].get(row.message_id, [])
        waits = row.kind == PROMISE and row.state is OutboundState.QUEUED
        if (row.state not in GONE and not waits) or (row.state is OutboundState.HANDED_OVER and not copies):
            found.problems.append(f"{row.message_id} to {row.recipient}: {row.state}, {len(copies)} copies")
        if len(set(copies)) > 1:
            found.problems.append(f"{row.message_id} came with different bytes")
        found.doubled += max(0, len(copies) - 1)
        found.mails += 1
    for mailbox in run.players.values():
        for id in mailbox.copies:
            if id not in rows or rows[id].recipient != mailbox.address:
                found.problems.append(f"{mailbox.address} got {id}, which is not for him")
    for sent in run.sent:
        answers = run.players[sent.campaign, sent.letter.seat].answered.get(sent.message_id, set())
        if sent.letter.done and sent.letter.proven and len(answers) != 1:
            found.problems.append(f"{sent.message_id} was answered {len(answers)} times")


def _notices(session: Session, run: Run, found: Findings) -> None:
    """Every notice has arrived; a second copy is the same bytes under the same id."""
    rows = {row.name: row for row in session.scalars(select(ChannelNotice))}
    came: dict[str, list[bytes]] = {}
    for posted in list(run.receiver.posted):
        came.setdefault(posted.name, []).append(posted.body)
    for name in came.keys() - rows.keys():
        found.problems.append(f"the notice {name} came, and nobody has queued it")
    for name, row in rows.items():
        copies = came.get(name, [])
        if row.state is not NoticeState.DELIVERED or not copies:
            found.problems.append(f"the notice {name}: {row.state}, {len(copies)} copies, {row.error}")
        if len(set(copies)) > 1:
            found.problems.append(f"the notice {name} came with different bytes")
        found.doubled += max(0, len(copies) - 1)


def _banks(session: Session, run: Run, plot: Plot, found: Findings) -> None:
    """The bank of each seat is what its answers have left of it, each of them charged once."""
    for seat in session.scalars(select(Seat).where(col(Seat.campaign_id) == run.campaigns[plot.name])):
        bank = whole = 60 * plot.bank_hours
        closed = select(Prompt).where(col(Prompt.seat_id) == seat.id, col(Prompt.state) != PromptState.OPEN)
        for each in session.scalars(closed.order_by(col(Prompt.id))):
            if each.answered_at is not None and plot.bank_hours:
                taken = -((each.opened_at - each.answered_at) // timedelta(minutes=1))
                bank = min(bank + 60, each.allowed_minutes - taken, whole)
        kept = session.scalar(select(col(SeatRecord.bank_minutes)).where(col(SeatRecord.seat_id) == seat.id))
        if bank != (whole if kept is None else kept):
            found.problems.append(f"{plot.name}: {seat.name} has {kept} minutes in the bank, not {bank}")
