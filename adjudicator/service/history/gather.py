"""From the store to the record: the stored match is played again, and what its eyes were told is kept step by step."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.content import plain_content
from adjudicator.kernel.events import Told
from adjudicator.kernel.replay import retold
from adjudicator.reports.model import Outcome
from adjudicator.service.campaign.matches import Table, secrets_of
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.desk import acts
from adjudicator.service.history.letters import lettered
from adjudicator.service.history.numbers import as_known
from adjudicator.service.history.record import Correction, DrawnFact, Eyes, Ordered, Record, Sitting, Step
from adjudicator.service.outbox.intents import LineRead
from adjudicator.service.play.corrections.lines import Played, beginning, played
from adjudicator.store import revisions
from adjudicator.store.tables import OrderLine, OrderSet, SetState

_LINE: msgspec.json.Decoder[LineRead] = msgspec.json.Decoder(LineRead)


def gather(table: Table, eyes: Eyes) -> Record:
    """The record of a campaign's match for these eyes. Raises ReplayError when the log does not replay."""
    match, known = table.match, secrets_of(table.head)
    logged = played(table)
    proven = eyes.everything or match.result is not None
    opened = match.result is not None and settings_of(table.campaign).archive == "open"
    names = {seat.name for seat in table.players} if eyes.everything or opened else {eyes.seat}
    _, *corrections = revisions.lines_of(table.session, table.head.match_id)
    record = Record(
        eyes=eyes,
        title=table.campaign.title,
        language=table.campaign.language,
        zone=table.campaign.time_zone,
        at=logged[-1].at if logged else table.now,
        header=match.header,
        sittings=tuple(Sitting(seat.name, seat.people, seat.language) for seat in table.players),
        steps=tuple(_steps(table, eyes, logged, with_draws=proven)),
        orders=tuple(_orders(table, names, logged)),
        letters=tuple(lettered(table, eyes, [each.at for each in logged])),
        corrections=tuple(Correction(line.created_at, line.branched_at, line.reason) for line in corrections),
        acts=acts.known(table, eyes.own, everything=eyes.everything),
        result=match.result,
        seed=known.seed.hex() if proven else "",
        nonces=tuple(nonce.hex() for nonce in known.nonces) if proven else (),
        pack=plain_content(match.game) if match.game.pack else None,
    )
    return record if proven else as_known(record, table.ledger.aside)


def _steps(table: Table, eyes: Eyes, logged: Sequence[Played], *, with_draws: bool) -> Iterator[Step]:
    """One step for the set-up, then one for each answer that was given."""
    entries = [each.entry for each in logged]
    match = beginning(table, entries)
    seats = eyes.seats(match.header.seats)
    draws = _draws(logged) if with_draws else {}
    done = 0
    for _ in chain([()], retold(match, entries)):  # the moment before the first step too
        upto = match.position.n
        part = logged[done:upto]
        if not part:
            continue
        yield Step(
            first=done + 1,
            last=upto,
            at=part[-1].at,
            turn=match.game.turns_done(match.state),
            asked=match.asked,
            told=tuple(shown for each in part for told in each.told if (shown := _for(told, eyes, seats))),
            view=match.view(seats),
            draws=tuple(draw for each in part for draw in draws.get(each.n, ())),
        )
        done = upto


def _for(told: Told[Any], eyes: Eyes, seats: Sequence[str]) -> Told[Any] | None:
    """A happening with nothing in it that these eyes were not told."""
    if eyes.everything:
        event = told.to(seats)
        return None if event is None else Told(told.n, event, silent=told.silent)
    private = {seat: event for seat, event in told.private.items() if seat in seats}
    return Told(told.n, told.public, private, told.silent) if private or told.public is not None else None


def _draws(logged: Sequence[Played]) -> Mapping[int, tuple[DrawnFact, ...]]:
    """The draws of each log entry with their counters, which run through the whole match."""
    found, counter = {}, 0
    for each in logged:
        if each.entry.chance:
            found[each.n] = tuple(
                DrawnFact(each.revision, counter + place, draw) for place, draw in enumerate(each.entry.chance)
            )
            counter += len(each.entry.chance)
    return found


def _orders(table: Table, names: AbstractSet[str | None], logged: Sequence[Played]) -> Iterator[Ordered]:
    """Order lines of the seats whose orders may be shown, as they came."""
    shown = {seat.id: seat.name for seat in table.players if seat.name in names}
    rows = table.session.execute(
        select(OrderSet, OrderLine)
        .join(OrderLine, col(OrderLine.order_set_id) == col(OrderSet.id))
        .where(
            col(OrderSet.match_id) == table.head.match_id,
            col(OrderSet.seat_id).in_(shown),
            col(OrderSet.state) != SetState.WITHDRAWN,
        )
        .order_by(col(OrderSet.id), col(OrderLine.line))
    )
    mails: dict[int, tuple[OrderSet, list[LineRead]]] = {}
    for order_set, line in rows:
        mails.setdefault(order_set.id, (order_set, []))[1].append(_line(line))
    for order_set, lines in mails.values():
        after = _met(order_set, lines, logged)
        if after is not None:
            kept = tuple(_as_it_stands(line, order_set.inbound_mail_id, logged) for line in lines)
            yield Ordered(shown[order_set.seat_id], order_set.received_at, after, kept)


def _met(order_set: OrderSet, lines: Sequence[LineRead], logged: Sequence[Played]) -> int | None:
    """The log entry after which orders were carried out or refused; None where a correction took them back."""
    if all(line.first is None for line in lines):
        return sum(each.at <= order_set.received_at for each in logged)
    mail, first = order_set.inbound_mail_id, min(line.first for line in lines if line.first is not None)
    if mail is not None:  # what a correction carried out again stands where it stands now
        return next((each.n - 1 for each in logged if each.mail_id == mail), None)
    stands = first <= len(logged) and logged[first - 1].revision == order_set.revision
    return first - 1 if stands else None


def _as_it_stands(line: LineRead, mail: int | None, logged: Sequence[Played]) -> LineRead:
    """A line whose deed a correction took out of the log, while others of its mail stand, is not done any more."""
    if line.first is None or mail is None or any(each.mail_id == mail and each.line == line.number for each in logged):
        return line
    return msgspec.structs.replace(line, outcome=Outcome.CORRECTED, first=None, last=None)


def _line(row: OrderLine) -> LineRead:
    if row.reading:
        return _LINE.decode(row.reading)
    return LineRead(row.line, row.text.decode(), Outcome.UNTRIED)
