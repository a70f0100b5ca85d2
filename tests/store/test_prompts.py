"""Questions, orders and drafts."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import NewMail, Place, store
from adjudicator.store.matches import Head, head
from adjudicator.store.prompts import (
    NewOrderLine,
    NewOrderSet,
    NewPrompt,
    ask,
    close_prompts,
    drafts_in,
    keep_draft,
    last_number,
    open_prompts,
    orders_of_mail,
    overdue_prompts,
    prompt_by_number,
    record_orders,
)
from adjudicator.store.tables import LineOutcome, PromptState, SetState


def head_of(session: Session, campaign_id: int) -> Head:
    found = head(session, campaign_id)
    assert found is not None
    return found


@pytest.fixture
def asked(engine: Engine, campaign_id: int, match_id: int, france: int, britain: int, now: datetime) -> None:
    """Questions 1 (France, two days) and 2 (Britain, one day)."""
    questions = {
        1: NewPrompt(france, match_id, 0, 5, now + timedelta(days=2), b"1a 1b"),
        2: NewPrompt(britain, match_id, 0, 6, now + timedelta(days=1), b"2a"),
    }
    with writing(engine) as session:
        before = head_of(session, campaign_id)
        assert last_number(session, before) == 0
        ask(session, campaign_id, questions, now)
        assert last_number(session, before) == 2, "a head that was read before does not know of it"


@pytest.mark.usefixtures("asked")
def test_a_question_is_found_by_its_number(engine: Engine, campaign_id: int, france: int, now: datetime) -> None:
    with reading(engine) as session:
        found = prompt_by_number(session, campaign_id, 1)
        assert prompt_by_number(session, campaign_id, 3) is None
        assert [each.number for each in open_prompts(session, campaign_id)] == [1, 2]
    assert found is not None
    assert (found.seat_id, found.offered, found.state) == (france, b"1a 1b", PromptState.OPEN)
    assert found.deadline == now + timedelta(days=2)


@pytest.mark.usefixtures("asked")
def test_a_question_number_is_never_used_again(
    engine: Engine, campaign_id: int, match_id: int, france: int, now: datetime
) -> None:
    again = NewPrompt(france, match_id, 0, 7, None, b"")
    with writing(engine) as session:
        close_prompts(session, campaign_id, [1, 2], PromptState.ANSWERED, now)
        assert last_number(session, head_of(session, campaign_id)) == 2
    with pytest.raises(IntegrityError), writing(engine) as session:
        ask(session, campaign_id, {2: again}, now)


@pytest.mark.usefixtures("asked")
def test_a_question_closes_once_and_stays_known(engine: Engine, campaign_id: int, now: datetime) -> None:
    with writing(engine) as session:
        assert close_prompts(session, campaign_id, [1], PromptState.ANSWERED, now) == 1
        assert close_prompts(session, campaign_id, [1, 2], PromptState.SUPERSEDED, now) == 1
        assert close_prompts(session, campaign_id, [], PromptState.EXPIRED, now) == 0
    with reading(engine) as session:
        assert open_prompts(session, campaign_id) == ()
        found = prompt_by_number(session, campaign_id, 1)
    assert found is not None
    assert (found.state, found.closed_at) == (PromptState.ANSWERED, now)


@pytest.mark.usefixtures("asked")
def test_questions_past_their_deadline_the_longest_overdue_first(
    engine: Engine, campaign_id: int, match_id: int, france: int, now: datetime
) -> None:
    day = timedelta(days=1)
    with writing(engine) as session:
        ask(session, campaign_id, {3: NewPrompt(france, match_id, 0, 8, None, b"")}, now)
    with reading(engine) as session:
        assert overdue_prompts(session, now + day - timedelta(seconds=1), 9) == ()
        assert [each.number for each in overdue_prompts(session, now + day, 9)] == [2]
        assert [each.number for each in overdue_prompts(session, now + 9 * day, 9)] == [2, 1]


def test_order_lines_are_kept_with_their_reading(
    engine: Engine, campaign_id: int, match_id: int, france: int, now: datetime
) -> None:
    lines = [
        NewOrderLine(1, LineOutcome.DONE, "флаг савойя".encode(), b"{}", 1, 2),
        NewOrderLine(2, LineOutcome.ILLEGAL, b"flag Savvoy", b"5.4.1"),
    ]
    with writing(engine) as session:
        mail = store(session, NewMail(Place("INBOX", 1, 1), "<a@b>", b"h", now, b"raw"), now)
        orders = NewOrderSet(campaign_id, france, None, mail.id, match_id, 0, SetState.PARTLY, now)
        assert record_orders(session, orders, lines).receipts == 0
    with reading(engine) as session:
        kept = orders_of_mail(session, mail.id)
    assert [(each.line, each.outcome, each.text.decode()) for each in kept] == [
        (1, LineOutcome.DONE, "флаг савойя"),
        (2, LineOutcome.ILLEGAL, "flag Savvoy"),
    ]
    assert (kept[0].first_sequence, kept[0].last_sequence, kept[1].first_sequence) == (1, 2, None)


def test_a_seat_has_one_draft(engine: Engine, campaign_id: int, france: int, britain: int, now: datetime) -> None:
    with writing(engine) as session:
        before = head_of(session, campaign_id)
        assert drafts_in(session, before) == {}
        keep_draft(session, france, b"9a", now)
        keep_draft(session, britain, b"", now)
        assert drafts_in(session, before) == {france: b"9a"}, "a head that was read before does not know of it"
    with writing(engine) as session:
        keep_draft(session, france, b"9a 9e", now + timedelta(hours=1))
    with writing(engine) as session:
        assert drafts_in(session, head_of(session, campaign_id)) == {france: b"9a 9e"}
        keep_draft(session, france, b"", now)
    with reading(engine) as session:
        assert drafts_in(session, head_of(session, campaign_id)) == {}
