"""Which mails go next, and how many of them in an hour, however many senders there are."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Engine, delete, insert
from sqlmodel import col, select

from adjudicator.store import rate_limits as store_pace
from adjudicator.store.campaigns import new_seat
from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import Lease, claim, handed_over
from adjudicator.store.rate_limits import UNLIMITED, WRITTEN_AT_ONCE, Pace, backlog
from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    OutboundMail,
    OutboundState,
    Person,
    Priority,
    table_of,
)
from tests.store.test_daily_path import watched

LEASE = timedelta(minutes=2)
RENDERED = OutboundState.RENDERED


def put(engine: Engine, campaign_id: int, count: int, at: datetime, **more: object) -> None:
    """Rendered mails of a campaign, each due a second after the one before."""
    fields = {"kind": "report", "recipient": "a@x.test", "intent": b"", "raw": b"x", "attempts": 0, "error": ""}
    rows = [
        {
            **fields, "message_id": f"<{campaign_id}.{n}.{at.timestamp()}@g.test>", "campaign_id": campaign_id,
            "state": RENDERED, "queued_at": at, "due_at": at + timedelta(seconds=n),
            "priority": Priority.REPORT, **more,
        }
        for n in range(count)
    ]  # fmt: skip
    with writing(engine) as session:
        session.execute(insert(table_of(OutboundMail)), rows)


@pytest.fixture
def other_campaign(engine: Engine, now: datetime) -> int:
    with writing(engine) as session:
        campaign = Campaign(
            name="other", title="Other", language="en", time_zone="UTC", deadline_hours=72, created_at=now
        )
        session.add(campaign)
        session.flush()
        session.add(new_seat(campaign.id, "x", "en", now))
        return campaign.id


def test_campaigns_take_turns_so_that_a_large_one_does_not_keep_a_small_one_waiting(
    engine: Engine, campaign_id: int, other_campaign: int, now: datetime
) -> None:
    put(engine, campaign_id, 30, now)
    put(engine, other_campaign, 3, now + timedelta(minutes=1))
    with writing(engine) as session, watched(engine) as seen:
        taken = claim(session, RENDERED, now + timedelta(hours=1), Lease(LEASE), 10)
    assert len(seen) == 2  # however many are taken: one to choose them, one to take them
    assert all((mail.attempts, mail.tried_at) == (1, now + timedelta(hours=1)) for mail in taken)
    owners = [mail.campaign_id for mail in taken]
    assert owners.count(other_campaign) == 3
    assert owners.count(campaign_id) == 7


def test_few_mails_of_a_campaign_are_rendered_together_however_many_wait(
    engine: Engine, campaign_id: int, other_campaign: int, now: datetime
) -> None:
    """To hand them over takes no time, and they go together."""
    for state, together in ((OutboundState.QUEUED, WRITTEN_AT_ONCE), (RENDERED, 20)):
        put(engine, campaign_id, 30, now + timedelta(seconds=int(state is RENDERED)), state=state)
        with writing(engine) as session:
            taken = claim(session, state, now + timedelta(hours=1), Lease(LEASE), 20)
        assert len(taken) == together
        put(engine, other_campaign, 1, now + timedelta(seconds=20 + int(state is RENDERED)), state=state)
        with writing(engine) as session:
            after = claim(session, state, now + timedelta(hours=1), Lease(LEASE), 20)
        assert other_campaign in [mail.campaign_id for mail in after[:2]], "who comes meanwhile is among the next"


def test_answers_and_questions_are_rendered_and_gone_before_the_mails_of_a_turn_are_drawn(
    engine: Engine, campaign_id: int, now: datetime
) -> None:
    """What is ready goes together: to hand it over takes no time."""
    later = now + timedelta(hours=1)
    for state, batches in ((OutboundState.QUEUED, [[0, 0, 0], [1], [2, 2]]), (RENDERED, [[0, 0, 0, 1, 2, 2], [], []])):
        for n, (priority, count) in enumerate(((Priority.DIGEST, 2), (Priority.REPORT, 1), (Priority.QUESTION, 3))):
            put(engine, campaign_id, count, now + timedelta(seconds=n), state=state, priority=priority)
        taken = []
        for _ in batches:
            with writing(engine) as session:
                taken.append([int(mail.priority) for mail in claim(session, state, later, Lease(LEASE), 10)])
        assert taken == batches
        with writing(engine) as session:
            session.execute(delete(table_of(OutboundMail)))


def test_many_senders_together_keep_to_the_limit(engine: Engine, campaign_id: int, now: datetime) -> None:
    put(engine, campaign_id, 60, now, priority=Priority.QUESTION)
    later = now + timedelta(hours=2)
    taken: list[int] = []

    def send() -> None:
        for _ in range(10):
            with writing(engine) as session:
                mine = claim(session, RENDERED, later, Lease(LEASE), 4, Pace(per_hour=25))
            with writing(engine) as session:
                for mail in mine:
                    assert handed_over(session, mail.id, later)
            taken.extend(mail.id for mail in mine)

    threads = [Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 25
    with writing(engine) as session:
        assert len(claim(session, RENDERED, later + timedelta(minutes=61), Lease(LEASE), 99, Pace(per_hour=25))) == 25


@pytest.mark.parametrize("pace", [UNLIMITED, Pace(per_hour=100), Pace(per_recipient=100)])
def test_two_senders_that_choose_the_same_mails_take_each_of_them_once(
    engine: Engine, campaign_id: int, now: datetime, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one takes them while the first one has chosen and not yet taken, unless a lock makes it wait."""
    put(engine, campaign_id, 5, now)
    later, choose = now + timedelta(hours=1), store_pace._candidates
    taken: list[int] = []

    def send() -> None:
        with writing(engine) as session:
            mine = [mail.id for mail in claim(session, RENDERED, later, Lease(LEASE), 9, pace)]
        taken.extend(mine)

    second = Thread(target=send)

    def choose_slowly(*given: Any) -> Any:
        found = choose(*given)
        if second.ident is None:
            second.start()
            second.join(0.2)
        return found

    monkeypatch.setattr(store_pace, "_candidates", choose_slowly)
    send()
    second.join()
    assert len(taken) == len(set(taken)) == 5


def test_who_has_got_enough_in_an_hour_lets_all_others_go_first_however_many_have(
    engine: Engine, campaign_id: int, now: datetime
) -> None:
    pace, later = Pace(per_recipient=2), now + timedelta(minutes=10)
    full = [f"{name}@full.test" for name in "abcde"]
    for k, recipient in enumerate(full):
        put(engine, campaign_id, 2, now + timedelta(seconds=10 * k), recipient=recipient)
    with writing(engine) as session:
        assert len(claim(session, RENDERED, later, Lease(timedelta(days=1)), 99, pace)) == 10
    for k, recipient in enumerate(full):
        put(engine, campaign_id, 1, now + timedelta(seconds=100 + k), recipient=recipient)
    put(engine, campaign_id, 3, now + timedelta(minutes=5), recipient="free@x.test")
    with writing(engine) as session:
        taken = [mail.recipient for mail in claim(session, RENDERED, later, Lease(timedelta(days=1)), 3, pace)]
    assert taken == ["free@x.test"] * 2
    with writing(engine) as session:
        assert claim(session, RENDERED, later, Lease(LEASE), 3, pace) == ()
        after = claim(session, RENDERED, later + timedelta(minutes=61), Lease(LEASE), 99, pace)
    assert sorted(mail.recipient for mail in after) == sorted((*full, "free@x.test"))


def test_nothing_goes_to_an_address_that_is_given_up_and_in_use_by_nobody_else(
    engine: Engine, campaign_id: int, now: datetime
) -> None:
    with writing(engine) as session:
        for name, state in (("one", AddressState.SUSPENDED), ("two", AddressState.ACTIVE)):
            person = Person(name=name, language="en", time_zone="UTC", created_at=now)
            session.add(person)
            session.flush()
            for email in ("shared@x.test",) if name == "two" else ("shared@x.test", "dead@x.test"):
                session.add(Address(person_id=person.id, email=email, state=state, registered_at=now))
    put(engine, campaign_id, 1, now, recipient="dead@x.test")
    put(engine, campaign_id, 1, now + timedelta(seconds=1), recipient="shared@x.test")
    later = now + timedelta(minutes=5)
    with reading(engine) as session:
        waiting = backlog(session, later)
        assert (waiting.reports, waiting.to_dead, waiting.oldest) == (1, 1, now + timedelta(seconds=1))
    with writing(engine) as session:
        assert [mail.recipient for mail in claim(session, RENDERED, later, Lease(LEASE), 9)] == ["shared@x.test"]
    with reading(engine) as session:
        assert backlog(session, later).last_hour == 1
        assert (
            session.scalar(select(col(OutboundMail.tried_at)).where(col(OutboundMail.recipient) == "dead@x.test"))
            is None
        )
