"""Mail on its way out: no mail without a cause, no second one, none that became untrue."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import (
    HistoryPosition,
    Lease,
    NewOutbound,
    by_message_id,
    cancel_prompts,
    claim,
    give_back,
    give_up,
    handed_over,
    last_of_kind,
    last_told,
    queue,
    sent_since,
    store_rendered,
    try_again,
)
from adjudicator.store.tables import OutboundState

LEASE = timedelta(minutes=5)
QUEUED, RENDERED = OutboundState.QUEUED, OutboundState.RENDERED


def report(name: str, campaign_id: int, seat_id: int, match_id: int, sequence: int) -> NewOutbound:
    return NewOutbound(
        message_id=f"<{name}@game.example>",
        kind="report",
        recipient="anna@sun-king.example",
        intent=b"what France may know",
        campaign_id=campaign_id,
        seat_id=seat_id,
        prompt_number=sequence,
        match_id=match_id,
        revision=0,
        sequence=sequence,
    )


@pytest.fixture
def first(engine: Engine, campaign_id: int, france: int, match_id: int, now: datetime) -> int:
    """One queued report, and another that is due an hour later."""
    with writing(engine) as session:
        queue(session, [report("one", campaign_id, france, match_id, 1)], now)
        queue(
            session,
            [report("two", campaign_id, france, match_id, 2)],
            now,
            due_at=now + timedelta(hours=1),
        )
        queue(session, [], now)
    with reading(engine) as session:
        found = by_message_id(session, "<one@game.example>")
    assert found is not None
    return found.id


def test_a_mail_goes_from_queued_to_rendered_to_handed_over(engine: Engine, first: int, now: datetime) -> None:
    with writing(engine) as session:
        (mine,) = claim(session, QUEUED, now, Lease(LEASE), 9)
        assert (mine.id, mine.intent, mine.attempts) == (first, b"what France may know", 1)
        assert claim(session, QUEUED, now, Lease(LEASE), 9) == ()
    with writing(engine) as session:
        assert store_rendered(session, first, b"raw", now)
        assert not store_rendered(session, first, b"raw again", now)
    with writing(engine) as session:
        (mine,) = claim(session, RENDERED, now, Lease(LEASE), 9)
        assert (mine.kept, mine.attempts) == (b"raw", 1)
        assert handed_over(session, first, now)
        assert not handed_over(session, first, now)
    with writing(engine) as session:
        later = now + timedelta(days=1)
        assert claim(session, RENDERED, later, Lease(LEASE), 9) == ()
        assert [each.message_id for each in claim(session, QUEUED, later, Lease(LEASE), 9)] == ["<two@game.example>"]


def test_a_sender_that_died_leaves_the_mail_to_the_next(engine: Engine, first: int, now: datetime) -> None:
    with writing(engine) as session:
        store_rendered(session, first, b"raw", now)
        claim(session, RENDERED, now, Lease(LEASE), 1)
    with writing(engine) as session:
        (again,) = claim(session, RENDERED, now + LEASE, Lease(LEASE), 1)
    assert (again.id, again.attempts, again.message_id) == (first, 2, "<one@game.example>")


def test_a_failed_try_waits_and_the_last_one_ends_it(engine: Engine, first: int, now: datetime) -> None:
    with writing(engine) as session:
        store_rendered(session, first, b"raw", now)
        claim(session, RENDERED, now, Lease(LEASE), 1)
        assert try_again(session, first, now + timedelta(hours=2), "421 try later")
    with writing(engine) as session:
        assert claim(session, RENDERED, now + timedelta(hours=1), Lease(LEASE), 1) == ()
        (mine,) = claim(session, RENDERED, now + timedelta(hours=2), Lease(LEASE), 1)
        assert mine.error == "421 try later"
        assert give_up(session, first, "550 no such user")
        assert not give_up(session, first, "again")
        assert claim(session, RENDERED, now + timedelta(days=9), Lease(LEASE), 1) == ()


def test_a_mail_that_asks_a_closed_question_is_stopped(
    engine: Engine, first: int, campaign_id: int, now: datetime
) -> None:
    with writing(engine) as session:
        assert cancel_prompts(session, campaign_id, [1, 7]) == 1
        assert cancel_prompts(session, campaign_id, []) == 0
        assert claim(session, QUEUED, now, Lease(LEASE), 9) == ()
        assert not store_rendered(session, first, b"late", now)


def test_a_message_id_is_used_once(
    engine: Engine, first: int, campaign_id: int, france: int, match_id: int, now: datetime
) -> None:
    with pytest.raises(IntegrityError), writing(engine) as session:
        queue(session, [report("one", campaign_id, france, match_id, 3)], now)


def test_what_a_seat_was_told_last(engine: Engine, first: int, match_id: int, france: int) -> None:
    with reading(engine) as session:
        last = last_of_kind(session, france, "report")
        assert last is not None
        assert (last.message_id, last.position) == ("<two@game.example>", HistoryPosition(match_id, 0, 2))
        assert last_of_kind(session, france, "answer") is None


def test_mails_to_an_address_are_counted_since_a_moment(engine: Engine, first: int, now: datetime) -> None:
    with reading(engine) as session:
        assert sent_since(session, "anna@sun-king.example", now) == 2
        assert sent_since(session, "anna@sun-king.example", now + timedelta(seconds=1)) == 0
        assert sent_since(session, "boris@sun-king.example", now) == 0


def test_a_report_that_was_given_back_is_still_told(
    engine: Engine, campaign_id: int, france: int, match_id: int, now: datetime
) -> None:
    """It waits for no moment, as gathered news do: who answers next need not tell the same once more."""
    later = now + timedelta(seconds=3)
    with writing(engine) as session:
        queue(session, [report("one", campaign_id, france, match_id, 1)], now)
    with writing(engine) as session:
        rows = claim(session, QUEUED, later, Lease(LEASE), 5)
    with writing(engine) as session:
        give_back(session, rows)
    with reading(engine) as session:
        told = last_told(session, france, ("report",))
    assert told is not None
    assert told.position.sequence == 1
    with writing(engine) as session:
        assert [each.attempts for each in claim(session, QUEUED, later, Lease(LEASE), 5)] == [1]
