"""The log of a match: in order, complete, nobody overwrites anybody."""

from datetime import datetime
from threading import Thread
from time import sleep

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adjudicator.store.audits import NewAct, record
from adjudicator.store.engine import CampaignBusy, StoreBusy, lock_campaign, reading, writing
from adjudicator.store.matches import (
    NewEntry,
    Overtaken,
    append,
    campaign_and_head,
    checkpoint_before,
    drop_sealed,
    head,
    keep_sealed,
    log,
    sealed_answers,
)
from adjudicator.store.tables import Campaign, Checkpoint, LogEntry, Match, Revision, Telling
from tests.store.test_daily_path import watched


def test_a_match_starts_at_its_own_checkpoint(engine: Engine, campaign_id: int, match_id: int) -> None:
    with reading(engine) as session:
        start = head(session, campaign_id)
    assert start is not None
    assert (start.match_id, start.revision, start.sequence) == (match_id, 0, 0)
    assert (start.state, start.seed, start.options) == (b"state 0", b"secret seed", b"{}")


def test_before_the_start_there_is_no_head(engine: Engine) -> None:
    with reading(engine) as session:
        assert head(session, 1) is None
        assert campaign_and_head(session, 1) is None


def test_a_campaign_and_its_head_are_read_in_one_statement(engine: Engine, campaign_id: int, match_id: int) -> None:
    with reading(engine) as session, watched(engine) as seen:
        found = campaign_and_head(session, campaign_id)
        assert found is not None
        assert found[0].id == campaign_id
        assert found[1].match_id == match_id
        assert found[1] == head(session, campaign_id)
        del found
        assert session.get_one(Campaign, campaign_id).id == campaign_id
    assert len(seen) == 2  # and that of `head`


def test_a_head_says_whether_moderators_have_done_what_reports_tell(
    engine: Engine, campaign_id: int, match_id: int, now: datetime
) -> None:
    told = []
    for telling in (Telling.NOBODY, Telling.NOTICE, Telling.REPORT):
        with writing(engine) as session:
            record(session, campaign_id, NewAct("Mila", "look", {}, telling), now)
            start = head(session, campaign_id)
            assert start is not None
            told.append(start.acts)
    assert told == [False, False, True]


def test_entries_checkpoint_and_head_move_together(
    engine: Engine, campaign_id: int, match_id: int, now: datetime
) -> None:
    with writing(engine) as session:
        start = head(session, campaign_id)
        assert start is not None
        entries = (NewEntry(b"one"), NewEntry(b"two", line=3))
        assert append(session, start, entries, state=b"state 2", hash="h2", at=now) == 2
    with reading(engine) as session:
        after = head(session, campaign_id)
        kept = list(log(session, match_id, 0))
    assert after is not None
    assert (after.sequence, after.state, after.hash) == (2, b"state 2", "h2")
    assert [(each.sequence, each.entry, each.line) for each in kept] == [(1, b"one", None), (2, b"two", 3)]
    assert kept[0].created_at == now


def test_who_started_from_an_older_position_is_told(
    engine: Engine, campaign_id: int, match_id: int, now: datetime
) -> None:
    with writing(engine) as session:
        start = head(session, campaign_id)
        assert start is not None
        append(session, start, (NewEntry(b"first"),), state=b"1", hash="", at=now)
    with pytest.raises(Overtaken), writing(engine) as session:
        append(session, start, (NewEntry(b"late"),), state=b"x", hash="", at=now)
    with reading(engine) as session:
        assert [each.entry for each in log(session, match_id, 0)] == [b"first"]


def test_what_fails_halfway_leaves_nothing(engine: Engine, campaign_id: int, match_id: int, now: datetime) -> None:
    with reading(engine) as session:
        start = head(session, campaign_id)
    assert start is not None

    def work() -> None:
        with writing(engine) as session:
            append(session, start, (NewEntry(b"gone"),), state=b"1", hash="", at=now)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    with reading(engine) as session:
        after = head(session, campaign_id)
        assert list(log(session, match_id, 0)) == []
    assert after == start


def test_a_log_longer_than_a_page_is_read_whole(engine: Engine, campaign_id: int, match_id: int, now: datetime) -> None:
    with writing(engine) as session:
        start = head(session, campaign_id)
        assert start is not None
        entries = tuple(NewEntry(b"%d" % number) for number in range(1, 1203))
        append(session, start, entries, state=b"", hash="", at=now)
    with reading(engine) as session:
        assert [each.entry for each in log(session, match_id, 0)] == [each.entry for each in entries]
        assert [each.sequence for each in log(session, match_id, 0, after=1199)] == [1200, 1201, 1202]


def test_a_revision_continues_its_parent_up_to_the_branch(
    engine: Engine, campaign_id: int, match_id: int, now: datetime
) -> None:
    with writing(engine) as session:
        start = head(session, campaign_id)
        assert start is not None
        for number in range(1, 5):
            append(session, start, (NewEntry(b"0.%d" % number),), state=b"0.%d" % number, hash="", at=now)
            start = head(session, campaign_id)
            assert start is not None
        _branch(session, match_id, number=1, parent=0, at_sequence=3, now=now)
        start = head(session, campaign_id)
        assert start is not None
        append(session, start, (NewEntry(b"1.4"), NewEntry(b"1.5")), state=b"1.5", hash="", at=now)
        _branch(session, match_id, number=2, parent=1, at_sequence=2, now=now)
    with reading(engine) as session:
        told = {number: [each.entry.decode() for each in log(session, match_id, number)] for number in (0, 1, 2)}
        assert told[0] == ["0.1", "0.2", "0.3", "0.4"]
        assert told[1] == ["0.1", "0.2", "0.3", "1.4", "1.5"]
        assert told[2] == ["0.1", "0.2"]
        before = checkpoint_before(session, match_id, 1, 4)
        assert before is not None
        assert before.state == b"0.3"
        newest = checkpoint_before(session, match_id, 1, 5)
        assert newest is not None
        assert newest.state == b"1.5"


def _branch(session: Session, match_id: int, *, number: int, parent: int, at_sequence: int, now: datetime) -> None:
    session.add(
        Revision(
            match_id=match_id,
            number=number,
            parent=parent,
            branched_at=at_sequence,
            rules_version="1",
            created_at=now,
        )
    )
    session.flush()
    session.add(
        Checkpoint(
            match_id=match_id, revision=number, sequence=at_sequence, state=b"0.%d" % at_sequence, created_at=now
        )
    )
    match = session.get_one(Match, match_id, populate_existing=True)
    match.revision, match.sequence = number, at_sequence
    session.flush()


def test_four_threads_append_to_one_campaign_and_lose_nothing(
    engine: Engine, campaign_id: int, match_id: int, now: datetime
) -> None:
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            for number in range(50):
                _append_when_free(engine, campaign_id, b"%d/%d" % (worker, number), now)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with reading(engine) as session:
        kept = list(log(session, match_id, 0))
        after = head(session, campaign_id)
    assert [each.sequence for each in kept] == list(range(1, 201))
    assert {each.entry for each in kept} == {b"%d/%d" % (w, n) for w in range(4) for n in range(50)}
    for worker in range(4):
        own = [each.entry for each in kept if each.entry.startswith(b"%d/" % worker)]
        assert own == [b"%d/%d" % (worker, number) for number in range(50)]
    assert after is not None
    assert after.state == kept[-1].entry


def _append_when_free(engine: Engine, campaign_id: int, entry: bytes, now: datetime) -> None:
    while True:
        try:
            with writing(engine) as session:
                lock_campaign(session, campaign_id)
                start = head(session, campaign_id)
                assert start is not None
                append(session, start, (NewEntry(entry),), state=entry, hash="", at=now)
            return
        except StoreBusy:
            sleep(0.001)


def test_a_campaign_somebody_works_on_is_busy_for_the_next(engine: Engine, campaign_id: int) -> None:
    if engine.dialect.name == "sqlite":
        # The second writer waits for the whole database, so its own lock is never contended.
        with writing(engine) as session:
            lock_campaign(session, campaign_id)
        return
    with writing(engine) as first:
        lock_campaign(first, campaign_id)
        with pytest.raises(CampaignBusy), writing(engine) as second:
            lock_campaign(second, campaign_id)
    with writing(engine) as third:
        lock_campaign(third, campaign_id)


def test_a_sealed_answer_may_be_replaced_until_it_is_taken(
    engine: Engine, campaign_id: int, france: int, britain: int, now: datetime
) -> None:
    with writing(engine) as session:
        start = head(session, campaign_id)
        assert start is not None
        keep_sealed(session, start, 9, france, b"Walpole", now)
        keep_sealed(session, start, 9, britain, b"Pitt", now)
        keep_sealed(session, start, 9, france, b"Halley", now)
        keep_sealed(session, start, 10, france, b"another decision", now)
    with writing(engine) as session:
        assert sealed_answers(session, start, 9) == {france: b"Halley", britain: b"Pitt"}
        drop_sealed(session, start, 9)
        assert sealed_answers(session, start, 9) == {}
        assert sealed_answers(session, start, 10) == {france: b"another decision"}


def test_a_log_entry_needs_its_revision(engine: Engine, match_id: int, now: datetime) -> None:
    with pytest.raises(IntegrityError), writing(engine) as session:
        session.add(LogEntry(match_id=match_id, revision=7, sequence=1, entry=b"", created_at=now))
