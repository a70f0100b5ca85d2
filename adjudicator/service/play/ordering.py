"""An order mail becomes actions, and the match moves on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.events import Told
from adjudicator.language import language
from adjudicator.orders.drafts import Kept
from adjudicator.orders.pieces import Offers
from adjudicator.orders.running import Desk, Row
from adjudicator.orders.sets import Outcome as SetOutcome
from adjudicator.orders.sets import carry_out
from adjudicator.reports.model import Outcome
from adjudicator.service.campaign.act import Said, together
from adjudicator.service.campaign.matches import Table, keep_sealed
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.intents import Answer, LineRead
from adjudicator.service.play import changes, dues, early_decisions, offers, prose_questions
from adjudicator.service.proof import issuing
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.prompts import NewOrderLine, NewOrderSet
from adjudicator.store.tables import LineOutcome, PromptState, SetState
from adjudicator.store.timing import reset_missed

CLOSED_OFFERS = 8
"""Questions that are over whose codes are still recognised in lines that waited."""
MOST_ROUNDS = 20
"""Waiting lines set each other free; nobody's lines are tried more often than this in one go."""

_OUTCOMES = {
    "done": Outcome.DONE,
    "filed": Outcome.ON_FILE,
    "legal": Outcome.LEGAL,
    "ready": Outcome.DRAFT,
    "waiting": Outcome.WAITING,
    "unjudged": Outcome.UNTRIED,
    "ignored": Outcome.IGNORED,
}
_REFUSED = {"unreadable": Outcome.UNREADABLE, "ambiguous": Outcome.AMBIGUOUS, "illegal": Outcome.REFUSED}
_STORED = {
    Outcome.DONE: LineOutcome.DONE,
    Outcome.ON_FILE: LineOutcome.DONE,
    Outcome.WAITING: LineOutcome.WAITING,
    Outcome.UNREADABLE: LineOutcome.UNREADABLE,
    Outcome.AMBIGUOUS: LineOutcome.AMBIGUOUS,
    Outcome.REFUSED: LineOutcome.ILLEGAL,
    Outcome.LATE: LineOutcome.ILLEGAL,
    Outcome.DECLINED: LineOutcome.DECLINED,
    Outcome.IGNORED: LineOutcome.IGNORED,
}


class OrderMail(msgspec.Struct, frozen=True):
    """The order lines of a mail and where they came from. `mail_id` is None for a moderator's command."""

    lines: tuple[str, ...]
    received_at: datetime
    originals: tuple[str, ...] = ()
    """The lines before they were normalised, where they are known."""
    mail_id: int | None = None
    person_id: int | None = None
    subject: str = ""
    in_reply_to: str | None = None
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Held(msgspec.Struct, frozen=True):
    """What is on file for a seat: lines of a set with a mistake, lines that wait for an answer, and whole mails
    that came while the campaign was paused.
    """

    draft: tuple[Kept, ...] = ()
    waiting: tuple[Kept, ...] = ()
    later: tuple[OrderMail, ...] = ()


class Moved(msgspec.Struct):
    """What has been applied so far in this transaction."""

    told: list[Told[Any]]
    origins: dict[int, int]


def take_orders(table: Table, seat: SeatAtTable, mail: OrderMail, said: Callable[[], Said] = Said) -> None:
    """Read, carry out, store, and queue the answer and whatever the others must hear.

    `said` tells, when all is done, what the commands of the same mail have to say in the answer.
    """
    before = table.match.position.n
    sealed_before = dict(table.match.sealed)
    moved = Moved([], {})
    outcome, rows = _carry_out(table, seat, mail.lines, moved)
    rows = _resolved(rows, _waiting_of_author(table, seat, outcome, moved))
    if outcome.check:
        rows = _with_effects(table, seat, outcome, rows)
    rows = as_written(rows, mail)
    others = _release_waiting(table, seat.name, moved)
    moved.told += early_decisions.carry_out_if_ready(table)
    elsewhere = table.decision != table.opened
    fresh = [name for name, given in table.match.sealed.items() if elsewhere or sealed_before.get(name) != given]
    keep_sealed(table, fresh)
    settled = changes.settle(
        table,
        moved.told,
        changes.Cause(origins=moved.origins, mail_id=mail.mail_id, author=seat.name, answered=tuple(others)),
    )
    seat = table.by_id[seat.id]
    number = settled.questions.of(seat.name)
    _in_time(table, seat, fresh, number, news=settled.sequence > before)
    early_decisions.set_window(table)
    answer = Answer(
        written=table.now,
        since=changes.known_to(table, seat),
        subject=mail.subject,
        lines=tuple(rows),
        ignored=mail.ignored,
        notes=mail.notes,
        before=before,
        number=number,
        draft=bool(outcome.draft) and not outcome.check,
        checked=outcome.check,
    )
    besides = said()
    if prose_questions.all_questions(rows):
        besides = together((besides, prose_questions.shows(rows)))
    answer = msgspec.structs.replace(answer, said=besides.sections, shows=besides.shows, title=besides.title)
    set_id = _record(table, seat, mail, rows)
    receipt = issuing.issue(table, seat, rows, order_set_id=set_id, received_at=mail.received_at, mail_id=mail.mail_id)
    answer = msgspec.structs.replace(answer, receipt=receipt)
    news = settled.sequence > before
    useful = news or besides.changed or any(row.outcome is Outcome.ON_FILE for row in rows)
    mails = queue.for_seat(
        table, seat, answer, sequence=settled.sequence, in_reply_to=mail.in_reply_to, tells_news=news
    )
    allowed = [each for each in mails if useful or answers.may_answer(table.work, each.recipient)]
    queue.queue(table.session, allowed, table.now)
    _answer_others(table, others, before, settled)


def go_on(table: Table, told: Sequence[Told[Any]]) -> None:
    """What waited for a draw has been carried out (`told`), or waits for the next one: lines that waited for it are
    tried, everything is stored, and whoever is asked now, or whose lines were tried, hears of it.
    """
    pending = table.pending
    assert pending is not None
    before = table.head.sequence
    sealed_before = dict(table.match.sealed)
    made = [entry.n for entry in table.match.log if entry.by == pending.awaited.by]
    origins = {} if pending.origin.line is None else dict.fromkeys(made, pending.origin.line)
    moved = Moved(list(told), origins)
    others = _release_waiting(table, "", moved)
    moved.told += early_decisions.carry_out_if_ready(table)
    keep_sealed(table, [name for name in table.match.sealed if name not in sealed_before])
    by = pending.awaited.by
    settled = changes.settle(
        table,
        moved.told,
        changes.Cause(
            origins=moved.origins,
            mail_id=pending.origin.mail_id,
            answered=tuple(others),
            acted=by if isinstance(by, tuple) else (by,),
        ),
    )
    early_decisions.set_window(table)
    _answer_others(table, others, before, settled)


def _answer_others(
    table: Table, others: Mapping[str, Sequence[LineRead]], before: int, settled: changes.Settled
) -> None:
    """Seats whose lines waited hear what became of them."""
    for name, lines in others.items():
        other = table.by_name[name]
        intent = Answer(
            written=table.now,
            since=changes.known_to(table, other),
            lines=tuple(lines),
            before=before,
            number=settled.questions.of(name),
        )
        queue.queue(table.session, queue.for_seat(table, other, intent, sequence=settled.sequence), table.now)


def _in_time(table: Table, seat: SeatAtTable, fresh: Sequence[str], number: int | None, *, news: bool) -> None:
    """The seat has answered: earlier misses are forgiven, and nobody reminds it."""
    if news or seat.name in fresh:
        reset_missed(table.session, seat.id)
    if number is not None and seat.name in fresh:
        dues.untrue(table, [number])


def dry_run(table: Table, seat: SeatAtTable, lines: Sequence[str]) -> tuple[LineRead, ...]:
    """What these lines would do, as `check` in a mail would answer; nothing is changed."""
    held = held_by(table.session, seat)
    desk = _desk(table, seat)
    outcome = carry_out(desk, [f"check {line}" for line in lines[:1]] + list(lines[1:]), draft=held.draft)
    return tuple(_with_effects(table, seat, outcome, [line_read(row) for row in outcome.rows]))


def held_by(session: Session, seat: SeatAtTable) -> Held:
    """What is on file for a seat."""
    kept = prompts.draft_of(session, seat.id)
    return msgspec.json.decode(kept, type=Held) if kept else Held()


def stop_waiting(table: Table, seat: SeatAtTable) -> None:
    """Lines that waited for an answer which the deadline gave: they are a draft now, nothing comes of itself."""
    held = held_by(table.session, seat)
    if held.waiting:
        keep(table.session, seat, Held((*held.draft, *held.waiting), later=held.later), table.now)


def forget_lines(session: Session, seat: SeatAtTable, now: datetime) -> None:
    """Draft and waiting lines are thrown away."""
    keep(session, seat, Held(), now)


def keep(session: Session, seat: SeatAtTable, held: Held, now: datetime) -> None:
    """Put this on file for the seat, instead of what is there."""
    lines = b"" if held == Held() else msgspec.json.encode(held)
    prompts.keep_draft(session, seat.id, lines, now)


def offers_of(session: Session, seat: SeatAtTable) -> Offers:
    """The codes that the seat was offered: of open questions and of the last ones that are over."""
    newest = prompts.offers_to(session, seat.campaign_id, seat.id, CLOSED_OFFERS)
    decoded = [(state is PromptState.OPEN, offers.decode(offered)) for state, offered in newest]
    return Offers(
        open=tuple(offer for still, offer in decoded if still),
        closed=tuple(offer for still, offer in decoded if not still),
    )


def _desk(table: Table, seat: SeatAtTable) -> Desk:
    match, offered = table.match, offers_of(table.session, seat)
    book = offers.words_at(match)
    shown = cache(partial(offers.shown, offered, match, seat.name, seat.language))
    return Desk(match, seat.name, seat.language, book, offered, shown)


def _carry_out(
    table: Table, seat: SeatAtTable, lines: Sequence[str], moved: Moved
) -> tuple[SetOutcome, list[LineRead]]:
    """Try the lines on a copy and apply what fits to the match."""
    held = held_by(table.session, seat)
    desk = _desk(table, seat)
    outcome = carry_out(desk, lines, draft=held.draft, waiting=held.waiting)
    if outcome.check:
        return outcome, [line_read(row) for row in outcome.rows]
    rows = _apply(table, seat, outcome, moved)
    new = Held(outcome.draft, outcome.waiting, held.later)
    if held != new:
        keep(table.session, seat, new, table.now)
    return outcome, rows


def _apply(table: Table, seat: SeatAtTable, outcome: SetOutcome, moved: Moved) -> list[LineRead]:
    """Apply the actions of a set to the match itself; every row learns which log entries it made."""
    match = table.match
    actions = list(outcome.actions)
    rows = []
    for row in outcome.rows:
        read = line_read(row)
        if row.status in ("done", "filed") and actions:
            first = match.position.n + 1
            moved.told += early_decisions.give(table, seat.name, actions.pop(0))
            last = match.position.n
            if last >= first:
                read = msgspec.structs.replace(read, first=first, last=last, outcome=Outcome.DONE)
                moved.origins.update(dict.fromkeys(range(first, last + 1), row.line))
            elif match.awaited is not None:
                wanted = match.wanted
                read = msgspec.structs.replace(
                    read, outcome=Outcome.ON_FILE, awaits="" if wanted is None else wanted.called
                )
                table.awaited_line = row.line
        rows.append(read)
    for action in actions:
        moved.told += early_decisions.give(table, seat.name, action)
    return rows


def _waiting_of_author(table: Table, seat: SeatAtTable, outcome: SetOutcome, moved: Moved) -> list[LineRead]:
    """Lines that waited behind a stop which is answered by now."""
    rows: list[LineRead] = []
    for _ in range(MOST_ROUNDS):
        asked = any(seat.name in decision.waiting for decision in table.match.decisions())
        if outcome.check or not outcome.waiting or not outcome.actions or not asked:
            break
        outcome, more = _carry_out(table, seat, (), moved)
        rows += more
    return rows


def _resolved(rows: list[LineRead], later: list[LineRead]) -> list[LineRead]:
    """The rows of a mail; a line that waited, and has been carried out since, is told once, as what became of it."""
    told = list(rows)
    for row in later:
        if row.outcome is Outcome.WAITING:
            continue
        same = (at for at, one in enumerate(told) if one.outcome is Outcome.WAITING and one.original == row.original)
        at = next(same, None)
        if at is None:
            told.append(row)
        else:
            told[at] = msgspec.structs.replace(row, number=told[at].number)
    return told


def _release_waiting(table: Table, author: str, moved: Moved) -> dict[str, list[LineRead]]:
    """Lines of other seats that waited for what has just happened."""
    found: dict[str, list[LineRead]] = {}
    for _ in range(MOST_ROUNDS):
        if not moved.told and not table.match.log:
            break
        asked = [name for decision in table.match.decisions() for name in decision.waiting if name != author]
        moving = False
        for name in asked:
            other = table.by_name[name]
            if not held_by(table.session, other).waiting:
                continue
            outcome, rows = _carry_out(table, other, (), moved)
            told = [row for row in rows if row.outcome not in (Outcome.IGNORED, Outcome.WAITING)]
            if told:
                found.setdefault(name, []).extend(told)
            moving = moving or bool(outcome.actions)
        if not moving:
            break
    return found


def line_read(row: Row) -> LineRead:
    """How a line was read, as answers tell it."""
    outcome = _OUTCOMES.get(row.status)
    if outcome is None:
        outcome = _REFUSED[row.problem.reason] if row.problem else Outcome.REFUSED
    if row.problem is not None and row.problem.why == "stale":
        outcome = Outcome.LATE
    return LineRead(
        row.line,
        row.text,
        outcome,
        said=row.said,
        problem=row.problem,
        certain=row.certain,
    )


def _with_effects(table: Table, seat: SeatAtTable, outcome: SetOutcome, rows: list[LineRead]) -> list[LineRead]:
    """What a dry run would do, as far as nothing is drawn and nobody else is asked."""
    speaks = table.match.game.part("report")
    words = language(seat.language)
    return [
        msgspec.structs.replace(read, detail=speaks.effect(row.told, seat.name, words).text)
        if row.told and row.stop is None
        else read
        for row, read in zip(outcome.rows, rows, strict=True)
    ]


def as_written(rows: list[LineRead], mail: OrderMail) -> list[LineRead]:
    """The rows with the player's own spelling, spaces and all; of a line with several orders the first has it whole."""
    told: set[int] = {0}
    written = []
    for row in rows:
        if row.number not in told and row.number <= len(mail.originals):
            row = msgspec.structs.replace(row, original=mail.originals[row.number - 1])
        told.add(row.number)
        written.append(row)
    return written


def _record(table: Table, seat: SeatAtTable, mail: OrderMail, rows: Sequence[LineRead]) -> int:
    """Keep what was ordered and how it was read: the answer to `I ordered something else`."""
    outcomes = {row.outcome for row in rows}
    bad = outcomes & {Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.REFUSED, Outcome.LATE}
    good = outcomes & {Outcome.DONE, Outcome.ON_FILE}
    state = SetState.REFUSED if bad and not good else SetState.PARTLY if bad else SetState.DONE
    return prompts.record_orders(
        table.session,
        NewOrderSet(
            campaign_id=table.campaign.id,
            seat_id=seat.id,
            person_id=mail.person_id,
            inbound_mail_id=mail.mail_id,
            match_id=table.head.match_id,
            revision=table.head.revision,
            state=state,
            received_at=mail.received_at,
        ),
        [
            NewOrderLine(
                line=position,
                outcome=_STORED.get(row.outcome, LineOutcome.NOT_TRIED),
                text=row.original.encode(),
                reading=msgspec.json.encode(row),
                first_sequence=row.first,
                last_sequence=row.last,
            )
            for position, row in enumerate(rows, 1)
        ],
    )
