"""What a process has in hand is free when it has ended, or has fallen silent; other people's hands stay closed."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine

from adjudicator.store import heartbeats, inbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.outbound import Lease, NewOutbound, claim, queue, still_to_go, store_rendered, try_again
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState, Process, ProcessKind

LEASE = timedelta(minutes=2)
Ending = Callable[[Engine, datetime], None]


def begin(engine: Engine, id: int, now: datetime) -> Self:
    own = Self(id, ProcessKind.WORKER, "a.host", 4711, now)
    with writing(engine) as session:
        heartbeats.beat(session, own, now)
    return own


def listed(engine: Engine) -> list[Process]:
    with reading(engine) as session:
        return list(heartbeats.processes(session))


def ends(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        heartbeats.end(session, 1, now)


def falls_silent(engine: Engine, now: datetime) -> None:
    (silent,) = (each for each in listed(engine) if each.id == 1)
    with writing(engine) as session:
        assert heartbeats.lose(session, silent, now)


both_ends = pytest.mark.parametrize("ending", [ends, falls_silent])


def received(engine: Engine, now: datetime, *uids: int) -> list[int]:
    with writing(engine) as session:
        return [
            inbound.store(
                session, inbound.NewMail(inbound.Place("INBOX", 7, uid), f"<{uid}@x>", b"%d" % uid, now, b"."), now
            ).id
            for uid in uids
        ]


def swept(engine: Engine, now: datetime) -> list[int]:
    with writing(engine) as session:
        return [row.id for row in inbound.claim(session, now, LEASE, 9)]


def sendable(engine: Engine, now: datetime, *names: str) -> None:
    """Mails out of which some have their bytes."""
    with writing(engine) as session:
        queue(
            session,
            [NewOutbound(message_id=each, kind="report", recipient="a@x.test", intent=b".") for each in names],
            now,
        )


def taken(
    engine: Engine, now: datetime, holder: int, limit: int = 9, state: OutboundState = OutboundState.QUEUED
) -> list[OutboundMail]:
    with writing(engine) as session:
        return list(claim(session, state, now, Lease(LEASE, holder), limit))


@both_ends
def test_a_mail_in_the_hand_of_the_dead_is_due_and_its_try_stays_counted(
    engine: Engine, now: datetime, ending: Ending
) -> None:
    begin(engine, 1, now), begin(engine, 2, now)
    dead, living = received(engine, now, 1, 2)
    assert swept(engine, now) == [dead, living]
    with writing(engine) as session:
        inbound.begin(session, dead, 1)
        inbound.begin(session, living, 2)
    assert swept(engine, now) == []
    ending(engine, now)
    assert swept(engine, now) == [dead]
    with writing(engine) as session:
        assert inbound.begin(session, dead, 2) == 1


def test_a_mail_that_somebody_was_woken_for_is_due_too_for_the_wake_up_may_be_lost(
    engine: Engine, now: datetime
) -> None:
    begin(engine, 1, now)
    (mail,) = received(engine, now, 1)
    assert swept(engine, now) == [mail]
    falls_silent(engine, now)
    assert swept(engine, now) == [mail]


def test_a_mail_that_was_put_off_waits_whoever_dies(engine: Engine, now: datetime) -> None:
    begin(engine, 1, now)
    (mail,) = received(engine, now, 1)
    with writing(engine) as session:
        inbound.begin(session, mail, 1)
        inbound.put_back(session, mail, now + timedelta(minutes=5), "its signature is judged later")
    falls_silent(engine, now)
    assert swept(engine, now) == []


@both_ends
def test_mails_that_the_dead_were_sending_go_at_once_and_no_others(
    engine: Engine, now: datetime, ending: Ending
) -> None:
    begin(engine, 1, now), begin(engine, 2, now)
    sendable(engine, now, "<1@x>", "<2@x>", "<3@x>")
    (rendering,) = taken(engine, now, 1, 1)
    (handing_over,) = taken(engine, now, 2, 1)
    (living,) = taken(engine, now, 2, 1)
    with writing(engine) as session:
        store_rendered(session, handing_over.id, b"bytes", now)
    (handing_over,) = taken(engine, now, 1, 1, OutboundState.RENDERED)
    ending(engine, now + timedelta(seconds=9))
    later = now + timedelta(seconds=10)
    with reading(engine) as session:
        assert not still_to_go(session, handing_over.id, handing_over.due_at)
    assert [each.id for each in taken(engine, later, 2)] == [rendering.id]
    assert [each.id for each in taken(engine, later, 2, state=OutboundState.RENDERED)] == [handing_over.id]
    with reading(engine) as session:
        assert session.get_one(OutboundMail, living.id).holder == 2


def test_a_mail_that_the_server_put_off_is_in_nobodys_hand(engine: Engine, now: datetime) -> None:
    begin(engine, 1, now)
    sendable(engine, now, "<1@x>")
    (mail,) = taken(engine, now, 1)
    with writing(engine) as session:
        try_again(session, mail.id, now + timedelta(minutes=30), "451 greylisted")
    falls_silent(engine, now)
    assert taken(engine, now + timedelta(minutes=29), 2) == []


def test_who_beats_meanwhile_is_not_lost_and_who_comes_back_is_alive(engine: Engine, now: datetime) -> None:
    own = begin(engine, 1, now)
    (before,) = listed(engine)
    with writing(engine) as session:
        heartbeats.beat(session, own, now + timedelta(seconds=2))
        assert not heartbeats.lose(session, before, now)
    (alive,) = listed(engine)
    assert (alive.beats, alive.lost, alive.beaten_at) == (2, False, now + timedelta(seconds=2))
    falls_silent(engine, now)
    with writing(engine) as session:
        assert not heartbeats.lose(session, alive, now)  # only one frees
    assert [each.lost for each in listed(engine)] == [True]
    with writing(engine) as session:
        heartbeats.beat(session, own, now)
    assert [each.lost for each in listed(engine)] == [False]


def test_the_dead_are_forgotten_and_one_who_was_forgotten_is_known_by_its_next_beat(
    engine: Engine, now: datetime
) -> None:
    own = begin(engine, 1, now)
    with writing(engine) as session:
        heartbeats.forget(session, now)
        assert [each.id for each in heartbeats.processes(session)] == [1]
        heartbeats.forget(session, now + timedelta(seconds=1))
        assert heartbeats.processes(session) == ()
        heartbeats.beat(session, own, now)
        heartbeats.beat(session, replace(own, id=2), now)
        heartbeats.end(session, 2, now)
    assert [(each.id, each.started_at) for each in listed(engine)] == [(1, now)]


def test_rows_of_an_earlier_version_have_no_holder_and_wait_for_their_time(engine: Engine, now: datetime) -> None:
    begin(engine, 1, now)
    (mail,) = received(engine, now, 1)
    with writing(engine) as session:
        row = session.get_one(InboundMail, mail)
        row.due_at, row.unfinished = now + LEASE, 1
    falls_silent(engine, now)
    assert swept(engine, now) == []
    assert swept(engine, now + LEASE) == [mail]


def test_a_mail_in_somebodys_transaction_is_left_to_them(engine: Engine, now: datetime) -> None:
    """A heart waits for no lock. SQLite has one writer, who has the heart wait."""
    if engine.dialect.name == "sqlite":
        return
    begin(engine, 1, now)
    (mail,) = received(engine, now, 1)
    with writing(engine) as session:
        inbound.begin(session, mail, 1)
    with writing(engine) as other:
        inbound.begin(other, mail, 2)
        falls_silent(engine, now)
    with reading(engine) as session:
        assert session.get_one(InboundMail, mail).holder == 2
