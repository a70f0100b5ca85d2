"""Notices: each has its words, and what was queued by an older version of the program can still be read."""

from datetime import UTC, date, datetime
from typing import get_args

import pytest

from adjudicator.orders.refusals import Why
from adjudicator.service.outbox import notices
from adjudicator.service.outbox.notices import NOTICES
from adjudicator.service.words.notices import FUNCTIONS
from adjudicator.service.words.problems import UNREAD
from adjudicator.store.tables import Role

STORED = {
    "remind": {},
    "wait": {"seats": "red", "hours": "24"},
    "absent": {"seats": "red", "first": "2026-11-21", "last": "2026-11-25"},
    "back": {"seats": "red"},
    "paused": {"reason": ""},
    "resumed": {"reason": "well again"},
    "extended": {"reason": ""},
    "missed": {},
    "undecided": {"seats": "red,blue"},
    "no_default": {"seats": "red,blue"},
    "short_fuse": {"missed": "2", "hours": "12"},
    "policy": {"was.deadline_hours": "72", "is.deadline_hours": "48"},
    "replaced": {"seats": "red"},
    "ejected": {"seats": "red", "person": "Anna", "reason": ""},
    "left": {"seats": "red", "person": "Anna"},
    "left_team": {"seats": "red", "person": "Anna"},
    "held": {"seats": "red", "person": "Anna", "role": "copy", "from": "", "to": "2026-12-01T09:00:00+00:00"},
    "shared_mailbox": {"seats": "red,blue"},
    "appointed": {"person": "Mona", "right": "all"},
    "dismissed": {"person": "Mona"},
    "silent": {"days": "7"},
    "offered": {"seats": "red", "person": "Anna", "count": "1", "needed": "2"},
    "foreign_token": {"seats": "red", "by": "blue"},
    "open_eyes": {"player": "Mona"},
    "processed": {"seats": ""},
    "takeback_refused": {"seats": "blue"},
    "draw_needed": {"draw": "lot (seat red)", "range": "", "log": "3"},
    "restored": {"moment": "2026-11-20T09:00:00+00:00"},
    "address_dead": {"seats": "red", "address": "red@x.test", "status": "5.1.1", "other": ""},
    "undelivered": {"seats": "red", "address": "red@x.test", "status": "unwritten", "other": ""},
    "complaint": {"seats": "red", "address": "red@x.test", "status": "", "other": ""},
    "set_aside": {"seats": ""},
}
"""What earlier versions of the program have queued, by topic."""


def test_every_notice_has_its_words() -> None:
    assert all(notice.title for notice in NOTICES.values())
    assert {notice for notice in NOTICES.values() if not notice.told} == set(FUNCTIONS)


@pytest.mark.parametrize("topic", NOTICES)
def test_a_stored_notice_is_read_and_stored_again(topic: str) -> None:
    notice = NOTICES[topic].of(STORED[topic])
    assert NOTICES[topic].of(notice.values()) == notice
    assert {name: value.replace("Z", "+00:00") for name, value in notice.values().items()}.items() <= STORED[
        topic
    ].items()


def test_fields_have_their_types() -> None:
    absent = notices.Absent.of(STORED["absent"])
    assert (absent.seats, absent.first) == (("red",), date(2026, 11, 21))
    held = notices.Held.of(STORED["held"])
    assert (held.role, held.since, held.until) == (Role.COPY, None, datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert notices.Policy.of(STORED["policy"]).changes == {"deadline_hours": ("72", "48")}
    assert notices.Undecided.of(STORED["undecided"]).seats == ("red", "blue")


def test_a_field_that_is_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="hours"):
        notices.Wait.of({"seats": "red"})


def test_every_reason_why_a_line_is_not_read_has_its_words() -> None:
    assert UNREAD.keys() == set(get_args(Why))
