"""Describe how the lines of a mail were read: told in answers, and kept with what was ordered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudicator.components.russian import lemmas
from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import Language, language
from adjudicator.orders.options.rows import OrderResult
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.shelves import Id
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import offers
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.prompts import NewOrderLine, NewOrderSet
from adjudicator.store.tables import LineOutcome, SetState

# Tell what is printed on things that somebody names, such as cards: `rules Mining Engineer`, `what does … do?`.

MOST = 4
"""Things of which one answer tells."""


def printed_on(match: Match, seat: str, text: str, language: Language) -> tuple[str, ...]:
    """Return what is printed on the things that a text names, each with its name; empty if it names none.

    Names are whole, in any form; a longer one goes before those in it.
    """
    typed, book = tuple(word.folded for word in tokenize(text)), offers.words_at(match).book
    found: dict[tuple[str, Id], None] = {}
    at = 0
    while at < len(typed):
        for length in range(min(book.longest, len(typed) - at), 0, -1):
            if named := book.called(typed[at : at + length], language.code):
                found.update(dict.fromkeys(named))
                at += length - 1
                break
        at += 1
    report, seat = match.game.part("report"), seat if seat in match.header.seats else ""  # who only looks on has none
    view = match.view(seat or ())
    told = ((kind, id, report.printed(kind, id, view, seat, language)) for kind, id in found)
    lines = [f"{book.printed(kind, id, language.code)}: {says}" for kind, id, says in told if says]
    return tuple(dict.fromkeys(lines))[:MOST]


_OUTCOMES = {
    "done": OrderOutcome.DONE,
    "filed": OrderOutcome.ON_FILE,
    "offered": OrderOutcome.OFFERED,
    "legal": OrderOutcome.LEGAL,
    "ready": OrderOutcome.DRAFT,
    "waiting": OrderOutcome.WAITING,
    "unjudged": OrderOutcome.UNTRIED,
    "ignored": OrderOutcome.IGNORED,
}
_REFUSED = {"unreadable": OrderOutcome.UNREADABLE, "ambiguous": OrderOutcome.AMBIGUOUS, "illegal": OrderOutcome.REFUSED}
_STORED = {
    OrderOutcome.DONE: LineOutcome.DONE,
    OrderOutcome.ON_FILE: LineOutcome.DONE,
    OrderOutcome.WAITING: LineOutcome.WAITING,
    OrderOutcome.PLANNED: LineOutcome.WAITING,
    OrderOutcome.UNREADABLE: LineOutcome.UNREADABLE,
    OrderOutcome.AMBIGUOUS: LineOutcome.AMBIGUOUS,
    OrderOutcome.REFUSED: LineOutcome.ILLEGAL,
    OrderOutcome.LATE: LineOutcome.ILLEGAL,
    OrderOutcome.NOT_DONE: LineOutcome.ILLEGAL,
    OrderOutcome.DECLINED: LineOutcome.DECLINED,
    OrderOutcome.OFFERED: LineOutcome.AGREEMENT,
    OrderOutcome.NOTED: LineOutcome.AGREEMENT,
    OrderOutcome.IGNORED: LineOutcome.IGNORED,
}
FILED = frozenset((OrderOutcome.ON_FILE, OrderOutcome.OFFERED, OrderOutcome.NOTED, OrderOutcome.PLANNED))
"""Outcomes of lines that count and have done nothing yet."""
_EITHER = 2
"""Answers of a question that a plain yes or no may answer."""
WRONG = frozenset(
    (OrderOutcome.UNREADABLE, OrderOutcome.AMBIGUOUS, OrderOutcome.REFUSED, OrderOutcome.LATE, OrderOutcome.NOT_DONE)
)
"""Outcomes of lines with a mistake."""


def line_read(row: OrderResult) -> LineRead:
    """Return how a line was read, as answers tell it."""
    problem = row.problem
    if problem is not None and problem.why == "stale":
        outcome = OrderOutcome.LATE
    elif row.status == "refused":
        outcome = _REFUSED[problem.reason] if problem else OrderOutcome.REFUSED
    else:
        outcome = _OUTCOMES[row.status]
    return LineRead(row.line, row.text, outcome, said=row.said, problem=problem, certain=row.certain, unsaid=row.unsaid)


def with_effects(table: CampaignContext, seat: SeatAtTable, rows: Sequence[OrderResult]) -> list[LineRead]:
    """Return the lines of a dry run with what they would do.

    The effect is given as long as nothing is drawn and nobody else is asked; for the line that does that, its cost.
    """
    effect, read = table.match.game.part("report").effect, [line_read(row) for row in rows]
    for at, row in enumerate(rows):
        if row.told and row.stop is None:
            detail = effect(row.told, seat.name, language(seat.language)).text
            read[at] = msgspec.structs.replace(read[at], detail=detail)
        elif row.stop is not None and row.action is not None:
            before = [each.action for each in rows[:at] if each.action is not None]
            if price := price_of(Sandbox.of(table.match, (seat.name,)), seat, before, row.action):
                read[at] = msgspec.structs.replace(read[at], said=f"{row.said} ({price})")
    return read


def price_of(match: Sandbox, seat: SeatAtTable, before: Sequence[Action], action: Action) -> str:
    """Return what an action will cost after others that can be foreseen."""
    if seat.moderates:
        return ""
    match = match.behind(seat.name, before)
    return str(match.game.part("report").price(action, match.view((seat.name,)), seat.name, language(seat.language)))


def all_questions(lines: Sequence[LineRead]) -> bool:
    """Return whether a mail asks in prose, and orders nothing."""
    return bool(lines) and all(line.problem is not None and line.problem.why == "question" for line in lines)


def shown_besides(lines: Sequence[LineRead]) -> CommandReply:
    """Return what a message of questions gets with the words that tell more: the standing, if they are about it."""
    asked = [word for line in lines for word in tokenize(line.original)] if all_questions(lines) else []
    about_standing = any(lemmas(word.folded) & common_words().standing for word in asked)
    return CommandReply(shows=("status", "position") if about_standing else ())


def as_written(rows: Sequence[LineRead], mail: OrderMail) -> list[LineRead]:
    """Return the rows with the player's own spelling and spaces.

    Of a line with several orders, the first has it whole.
    """
    told: set[int] = {0}
    written = []
    orders = Counter(row.number for row in rows)
    for row in rows:
        if row.number not in told and row.number <= len(mail.originals):
            part = row.original if orders[row.number] > 1 else ""
            row = msgspec.structs.replace(row, original=mail.originals[row.number - 1], part=part)
        told.add(row.number)
        written.append(row)
    return written


def newest(table: CampaignContext, seat: SeatAtTable) -> list[LineRead]:
    """Return how the newest orders of a seat were read."""
    return [msgspec.json.decode(reading, type=LineRead) for reading in prompts.newest_readings(table.session, seat.id)]


def suggested(table: CampaignContext, seat: SeatAtTable) -> tuple[str, ...] | None:
    """Return the codes that may be agreed to, if nothing of the newest orders of a seat was understood; else None."""
    return agreeable(newest(table, seat), len(table.match.options(seat.asked_as)))


def agreeable(lines: Sequence[LineRead], answers: int) -> tuple[str, ...] | None:
    """Return the codes that are suggested, of two answers, in the place of lines of which nothing was understood.

    There are none where the lines themselves leave in doubt whether anything is wanted, and where there are more
    answers: what is nearest there may be the opposite of what was written. "" stands for what is no whole answer. None:
    something was understood, or they only asked.
    """
    rows = [row for row in lines if row.outcome is not OrderOutcome.IGNORED]
    problems = [row.problem for row in rows if row.problem is not None]
    if all(problem.why == "question" for problem in problems) or not all(row.outcome in WRONG for row in rows):
        return None
    unsure = answers > _EITHER or any(problem.reason == "ambiguous" for problem in problems)
    return () if unsure else tuple(code for problem in problems for code, _ in problem.choices())


def record(table: CampaignContext, seat: SeatAtTable, mail: OrderMail, rows: Sequence[LineRead]) -> prompts.Recorded:
    """Keep what was ordered and how it was read: the answer to `I ordered something else`."""
    outcomes = {row.outcome for row in rows}
    bad, good = outcomes & WRONG, outcomes & {OrderOutcome.DONE, *FILED}
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
