"""What one order mail asks of the database does not grow with what the database holds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from adjudicator.store import campaigns, inbound, matches, outbound, prompts
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.rate_limits import Pace
from adjudicator.store.tables import InboundStatus, LineOutcome, OutboundState, PromptState, SetState

LEASE = timedelta(minutes=5)


@contextmanager
def watched(engine: Engine) -> Iterator[list[tuple[str, object]]]:
    """The statements that are executed meanwhile, with their values."""
    seen: list[tuple[str, object]] = []

    def note(_: Connection, __: object, statement: str, parameters: object, ___: object, many: bool) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA", "EXPLAIN")):
            seen.append((statement, parameters[0] if many and isinstance(parameters, list) else parameters))

    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


def order_mail(session: Session, token: str, uid: int, now: datetime) -> None:
    """What ingest and adjudication do for one mail."""
    place = inbound.Place("INBOX", 1, uid)
    new = inbound.NewMail(place, f"<{uid}@player.example>", b"%d" % uid, now, b"raw")
    mail = inbound.store(session, new, now)
    found = campaigns.seats_by_tokens(session, [token]).get(token)
    assert found is not None
    seat_id, campaign_id = found
    table = campaigns.table_of_token(session, token, now)
    campaign = lock_campaign(session, campaign_id)
    inbound.in_line(session, campaign.id, mail.id, seat_id)
    start = matches.head(session, campaign.id)
    assert start is not None
    asked = prompts.open_questions(session, campaign.id)
    prompts.offers_to(session, campaign_id, seat_id, 8)
    prompts.drafts_in(session, start)
    number = prompts.last_number(session, start) + 1
    entries = tuple(matches.NewEntry(b"entry", mail.id, line) for line in range(1, 4))
    matches.append(session, start, entries, state=b"state", hash="", at=now)
    closed = [prompt.number for prompt in asked]
    prompts.close_prompts(session, campaign.id, closed, PromptState.ANSWERED, now)
    outbound.cancel_prompts(session, campaign.id, closed)
    question = prompts.NewPrompt(seat_id, start.match_id, 0, number, now, b"")
    prompts.ask(session, campaign.id, {number: question}, now)
    orders = prompts.NewOrderSet(campaign.id, seat_id, None, mail.id, start.match_id, 0, SetState.DONE, now)
    prompts.record_orders(session, orders, [prompts.NewOrderLine(1, LineOutcome.DONE, b"s1")])
    reports = [
        outbound.NewOutbound(
            message_id=f"<{each.tag}.{uid}@game.example>",
            kind="report",
            recipient=each.holders[0].emails[0],
            intent=b"",
            campaign_id=campaign.id,
            seat_id=each.id,
            prompt_number=number,
        )
        for each in table
    ]
    outbound.queue(session, reports, now)
    outcome = inbound.Settlement(InboundStatus.HANDLED, "orders", "", campaign.id, seat_id)
    assert inbound.settle(session, mail.id, outcome)


def sweeps(session: Session, campaign_id: int, seat_id: int, now: datetime) -> None:
    """What poller, sender and beat ask for."""
    inbound.last_uid(session, "INBOX", 1)
    inbound.known_uids(session, "INBOX", 1, [1, 2, 3])
    inbound.claim(session, now, LEASE)
    inbound.mails_by_status(session, InboundStatus.QUARANTINED)
    outbound.claim(session, OutboundState.QUEUED, now, outbound.Lease(LEASE), 5, Pace(per_hour=100, per_recipient=100))
    outbound.by_message_id(session, "<x@game.example>")
    outbound.last_of_kind(session, seat_id, "report")
    outbound.sent_since(session, "anna@sun-king.example", now)
    prompts.overdue_prompts(session, now, 5)
    prompts.prompt_by_number(session, campaign_id, 1)
    prompts.open_prompts(session, campaign_id)
    campaigns.seats_at_table(session, campaign_id, now)
    matches.campaign_and_head(session, campaign_id)
    campaigns.campaign_by_name(session, "sun-king")
    campaigns.seat_by_tag(session, "tag")
    campaigns.seats_of_address(session, "anna@sun-king.example", now)


def plans(engine: Engine, work: Callable[[Session], None]) -> Iterator[str]:
    """How the database would find the rows of every statement of ``work`` if it had many."""
    with writing(engine) as session, watched(engine) as seen:
        work(session)
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # It prefers to read small tables whole: let it do so only where no index serves.
            connection.exec_driver_sql("SET enable_seqscan = off")
        for statement, parameters in seen:
            if not statement.startswith("INSERT"):
                rows = connection.exec_driver_sql(f"{explain} {statement}", parameters)  # type: ignore[arg-type]
                yield from (f"{row[-1]}   <- {statement}" for row in rows)


def test_no_query_of_the_daily_path_reads_a_whole_table(
    engine: Engine, campaign_id: int, france: int, france_token: str, now: datetime
) -> None:
    found = [
        *plans(engine, lambda session: order_mail(session, france_token, 1, now)),
        *plans(engine, lambda session: sweeps(session, campaign_id, france, now)),
    ]
    assert len(found) > 30
    whole = ("Seq Scan", "SCAN")
    nothing = ("CONSTANT ROW", "SELECT 1 FROM (SELECT 1) WHERE 1!=1")
    """An empty list of values, as SQLAlchemy writes it for SQLite."""
    scans = [plan for plan in found if any(word in plan.partition("<-")[0] for word in whole)]
    assert [plan for plan in scans if not any(word in plan for word in nothing) or "outbound_mail  " in plan] == []


def test_a_later_mail_takes_as_many_statements_as_the_first(
    engine: Engine, campaign_id: int, france_token: str, now: datetime
) -> None:
    counts: list[int] = []
    for uid in range(1, 30):
        with writing(engine) as session, watched(engine) as seen:
            order_mail(session, france_token, uid, now)
        counts.append(len(seen))
    assert counts[-1] == counts[1]
    assert counts[-1] <= 21
