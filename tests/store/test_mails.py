"""A mail is stored once, handled once, and never lost."""

from datetime import datetime, timedelta
from threading import Thread

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import InvalidRequestError

from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import (
    InLine,
    NewMail,
    Place,
    Settlement,
    behind_others,
    claim,
    in_line,
    known_uids,
    last_uid,
    load,
    mails_by_status,
    put_back,
    settle,
    signed_before,
    store,
    store_all,
)
from adjudicator.store.tables import InboundMail, InboundStatus
from tests.store.test_daily_path import watched

LEASE = timedelta(minutes=5)
HANDLED = Settlement(InboundStatus.HANDLED, "orders")


def mail(uid: int, now: datetime, *, message_id: str = "", content: bytes = b"1") -> NewMail:
    return NewMail(
        place=Place("INBOX", 7, uid),
        message_id=message_id or f"<{uid}@player.example>",
        content_hash=content * 32,
        received_at=now,
        raw=b"From: anna\r\n\r\nflag savoy " + content,
        sender="anna@sun-king.example",
    )


def test_a_mail_is_kept_byte_for_byte(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        stored = store(session, mail(4, now), now)
    with reading(engine) as session:
        kept = load(session, stored.id)
        assert kept is not None
        assert (kept.raw, kept.received_at, kept.size) == (mail(4, now).raw, now, len(mail(4, now).raw))
        assert kept.status is InboundStatus.RECEIVED
        assert (last_uid(session, "INBOX", 7), last_uid(session, "INBOX", 8)) == (4, 0)
        assert known_uids(session, "INBOX", 7, [3, 4, 5]) == {4}


def test_a_second_fetch_finds_it_stored(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        first = store(session, mail(4, now), now)
        second = store(session, mail(4, now), now)
    assert (first.again, second.again, first.id == second.id) == (False, True, True)


def test_a_copy_elsewhere_is_the_same_mail(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        first = store(session, mail(4, now, message_id="<a@b>"), now)
        copy = store(session, mail(5, now, message_id="<a@b>"), now)
        assert session.scalar(select(func.count()).select_from(InboundMail)) == 1
    assert copy.again
    assert copy.id == first.id
    with reading(engine) as session:
        assert last_uid(session, "INBOX", 7) == 5


def test_the_same_id_with_other_content_is_another_mail(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        first = store(session, mail(4, now, message_id="<a@b>"), now)
        other = store(session, mail(5, now, message_id="<a@b>", content=b"2"), now)
    assert not other.again
    assert other.id != first.id


def test_text_that_no_database_takes_does_not_stop_a_mail(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        stored = store(session, mail(4, now, message_id="<\x00\udce9" + "x" * 70_000), now)
        assert settle(session, stored.id, Settlement(InboundStatus.REFUSED, "broken", "\x00" * 5000))
    with reading(engine) as session:
        kept = load(session, stored.id)
    assert kept is not None
    assert kept.message_id.startswith("<\ufffd\ufffdx")
    assert len(kept.message_id) == 1000


def test_a_large_mail_is_kept(engine: Engine, now: datetime) -> None:
    raw = bytes(range(256)) * 100_000
    with writing(engine) as session:
        new = NewMail(Place("INBOX", 7, 1), "<big@x>", b"h", now, raw)
        stored = store(session, new, now)
    with reading(engine) as session:
        kept = load(session, stored.id)
    assert kept is not None
    assert kept.raw == raw


def test_a_mail_is_settled_once(engine: Engine, now: datetime, campaign_id: int, france: int) -> None:
    with writing(engine) as session:
        stored = store(session, mail(4, now), now)
    outcome = Settlement(InboundStatus.HANDLED, "orders", campaign_id=campaign_id, seat_id=france)
    with writing(engine) as session:
        assert settle(session, stored.id, outcome)
        assert not settle(session, stored.id, outcome)
    with reading(engine) as session:
        kept = load(session, stored.id)
        assert claim_none(engine, now)
    assert kept is not None
    assert (kept.status, kept.nature, kept.seat_id) == (InboundStatus.HANDLED, "orders", france)


def test_a_signature_is_known_as_that_of_the_mail_it_came_with(
    engine: Engine, now: datetime, campaign_id: int, france: int
) -> None:
    with writing(engine) as session:
        one, other = (store(session, mail(uid, now, content=b"%d" % uid), now).id for uid in (1, 2))
        with watched(engine) as seen:
            assert not signed_before(session, one, ["a", "b"])
        assert len(seen) == 1
        assert not signed_before(session, one, ["b"])
        assert not signed_before(session, other, ["c"])
        assert signed_before(session, other, ["c", "b"])


def claim_none(engine: Engine, now: datetime) -> bool:
    with writing(engine) as session:
        return claim(session, now + timedelta(days=1), LEASE) == ()


def test_a_claimed_mail_comes_back_when_the_lease_is_over(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        store(session, mail(4, now), now)
        store(session, mail(5, now), now)
    with writing(engine) as session:
        (first,) = claim(session, now, LEASE)
    with writing(engine) as session:
        (second,) = claim(session, now, LEASE)
        assert second.id > first.id
        assert claim(session, now, LEASE) == ()
    with writing(engine) as session:
        again = claim(session, now + LEASE, LEASE, limit=9)
        assert [each.id for each in again] == [first.id, second.id]


def test_a_mail_put_back_waits_for_its_time(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        stored = store(session, mail(4, now), now)
        put_back(session, stored.id, now + LEASE, "campaign busy")
    with writing(engine) as session:
        assert claim(session, now, LEASE) == ()
        (mine,) = claim(session, now + LEASE, LEASE)
        assert mine.reason == "campaign busy"


def test_the_order_of_arrival_can_be_kept(engine: Engine, now: datetime, campaign_id: int, france: int) -> None:
    def of_france(uid: int) -> NewMail:
        new = mail(uid, now)
        return NewMail(new.place, new.message_id, b"%d" % uid, now, b"", "", campaign_id, france)

    with writing(engine) as session:
        first, second = store(session, of_france(1), now), store(session, of_france(2), now)
        assert in_line(session, campaign_id, second.id, france) == InLine(behind=True, followed=False)
        assert in_line(session, campaign_id, first.id, france) == InLine(behind=False, followed=True)
        assert in_line(session, campaign_id, first.id, france + 1) == InLine(behind=False, followed=False)
        settle(session, first.id, HANDLED)
        assert in_line(session, campaign_id, second.id, france) == InLine(behind=False, followed=False)


def test_mails_of_one_fetch_are_stored_as_if_one_by_one(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        known = store(session, mail(1, now, message_id="<a@b>"), now)
    some = [
        mail(2, now, message_id="<c@d>"),
        mail(1, now, message_id="<a@b>"),  # fetched once more
        mail(3, now, message_id="<a@b>"),  # a copy in another place
        mail(4, now, message_id="<c@d>", content=b"2"),  # the same id, another text
        mail(5, now),
        mail(6, now, message_id="<c@d>"),  # a copy of the first of them
    ]
    with writing(engine) as session:
        stored = store_all(session, some, now)
        assert store_all(session, [], now) == ()
    assert [each.again for each in stored] == [False, True, True, False, False, True]
    assert [stored[1].id, stored[2].id, stored[5].id] == [known.id, known.id, stored[0].id]
    assert stored[0].id < stored[3].id < stored[4].id, "in the order of arrival"
    with reading(engine) as session:
        assert known_uids(session, "INBOX", 7, range(9)) == {1, 2, 3, 4, 5, 6}
        rows = [session.get_one(InboundMail, stored[at].id) for at in (0, 3, 4)]
        assert [row.twins for row in rows] == [True, True, False]
        assert [row.raw for row in rows] == [some[at].raw for at in (0, 3, 4)]


def test_twenty_mails_of_one_fetch_take_the_statements_of_one(engine: Engine, now: datetime) -> None:
    with writing(engine) as session, watched(engine) as one:
        store(session, mail(1, now), now)
    with writing(engine) as session, watched(engine) as many:
        stored = store_all(session, [mail(uid, now) for uid in range(2, 22)], now)
    ids = [each.id for each in stored]
    assert ids == sorted(ids), "in the order of arrival"
    with reading(engine) as session:
        kept = [session.get_one(InboundMail, each).message_id for each in ids]
    assert kept == [mail(uid, now).message_id for uid in range(2, 22)]
    assert len(many) == len(one) == 4


def test_who_waits_for_an_older_mail_is_told_for_many_at_once(
    engine: Engine, now: datetime, campaign_id: int, france: int
) -> None:
    own = [replace(mail(uid, now), seat_id=france, campaign_id=campaign_id) for uid in (1, 2, 3)]
    with writing(engine) as session:
        stored = [each.id for each in store_all(session, [*own, mail(4, now), mail(5, now)], now)]
        assert behind_others(session, stored) == set(stored[1:3])
        settle(session, stored[0], HANDLED)
        assert behind_others(session, stored[1:]) == {stored[2]}
        assert behind_others(session, []) == frozenset()


def test_lists_leave_the_bytes_where_they_are(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        ids = [store(session, mail(uid, now), now).id for uid in range(1, 6)]
    with reading(engine) as session:
        page = mails_by_status(session, InboundStatus.RECEIVED, limit=2)
        assert [each.id for each in page] == [ids[4], ids[3]]
        following = mails_by_status(session, InboundStatus.RECEIVED, before_id=ids[3], limit=9)
        assert [each.id for each in following] == [ids[2], ids[1], ids[0]]
        with pytest.raises(InvalidRequestError):
            _ = page[0].raw


def test_four_workers_never_claim_the_same_mail(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        stored = {store(session, mail(uid, now), now).id for uid in range(1, 41)}
    claimed: list[int] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            while True:
                with writing(engine) as session:
                    mine = claim(session, now, LEASE, limit=3)
                    claimed.extend(each.id for each in mine)
                if not mine:
                    return
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(claimed) == sorted(stored)
