"""Notices: each has its words, and what was queued by an older version of the program can still be read."""

from datetime import UTC, date, datetime
from typing import get_args

import pytest

from adjudicator.language import language
from adjudicator.mail import model as lines
from adjudicator.mail.routing import HoldReason
from adjudicator.orders.vocabulary.refusals import Why
from adjudicator.reports.problems import UNREAD
from adjudicator.service.clocks.digests import Often
from adjudicator.service.outbox import people_notices, time_notices
from adjudicator.service.outbox.notices import Notice
from adjudicator.service.outbox.payloads import Reason
from adjudicator.service.words import gathering, outside_mails
from adjudicator.service.words.confirmation_requests import HELD
from adjudicator.service.words.digests import TITLES
from adjudicator.service.words.help import WHYS
from adjudicator.service.words.notices import NOTICES
from adjudicator.service.words.order_lines import IGNORED
from adjudicator.service.words.wording import FUNCTIONS, Wording
from adjudicator.store.tables import Role

STORED = {
    "remind": {},
    "wait": {"seats": "red", "hours": "24"},
    "absent": {"seats": "red", "first": "2026-11-21", "last": "2026-11-25"},
    "back": {"seats": "red"},
    "later": {},
    "paused": {"reason": ""},
    "pause_planned": {"since": "2026-12-24T00:00:00+00:00", "until": "2027-01-02T22:59:00+00:00", "reason": "feast"},
    "no_pause": {"reason": ""},
    "resumed": {"reason": "well again"},
    "extended": {"reason": ""},
    "bank_grew": {"seats": "red", "hours": "24", "reason": ""},
    "missed": {},
    "done_by_default": {"seats": "red,blue", "in_row": "1,3"},
    "stood": {"seats": "red", "in_row": "2"},
    "written": {"seats": "red", "in_row": "2"},
    "replacement_wanted": {"seats": "red", "missed": "3"},
    "release_asked": {"seats": "red", "missed": "3"},
    "release_wanted": {"seats": "red", "by": "blue", "count": "1", "needed": "2"},
    "vote_asked": {
        "number": "1",
        "vote": "draw",
        "seats": "",
        "by": "red",
        "until": "2026-12-24T00:00:00+00:00",
        "needed": "2",
        "voters": "3",
    },
    "vote_over": {
        "vote": "replace",
        "seats": "red",
        "passed": "by_hand",
        "agreed": "blue",
        "against": "",
        "silent": "",
        "needed": "1",
        "log": "7",
    },
    "emptied": {"seats": "red", "person": "Anna"},
    "undecided": {"seats": "red,blue"},
    "no_default": {"seats": "red,blue"},
    "still_undecided": {"seats": "red,blue"},
    "short_fuse": {"missed": "2", "hours": "12"},
    "policy": {"was.deadline_hours": "72", "is.deadline_hours": "48"},
    "replaced": {"seats": "red", "person": "Stella"},
    "ejected": {"seats": "red", "person": "Anna", "reason": ""},
    "left": {"seats": "red", "person": "Anna"},
    "left_team": {"seats": "red", "person": "Anna"},
    "held": {"seats": "red", "person": "Anna", "role": "copy", "from": "", "to": "2026-12-01T09:00:00+00:00"},
    "shared_mailbox": {"seats": "red,blue"},
    "appointed": {"person": "Mona", "right": "all"},
    "dismissed": {"person": "Mona"},
    "silent": {"days": "7"},
    "vacant": {},
    "ruled": {"person": "Mona", "log": "12", "answer": "nothing"},
    "offered": {"seats": "red", "person": "Anna", "count": "1", "needed": "2"},
    "foreign_token": {"seats": "red", "by": "blue"},
    "open_eyes": {"player": "Mona"},
    "processed": {"seats": ""},
    "takeback_refused": {"seats": "blue"},
    "draw_needed": {"draw": "lot (seat red)", "range": "", "log": "3"},
    "restored": {"moment": "2026-11-20T09:00:00+00:00"},
    "moved": {"moment": "2026-11-20T09:00:00+00:00"},
    "address_dead": {"seats": "red", "address": "red@x.test", "status": "5.1.1", "other": ""},
    "undelivered": {"seats": "red", "address": "red@x.test", "status": "unwritten", "other": ""},
    "own_channel_dead": {"number": "2", "place": "https://hooks.test/…", "moment": "2026-11-20T09:00:00+00:00"},
    "campaign_channel_dead": {"number": "1", "place": "https://hooks.test/…", "moment": "2026-11-20T09:00:00+00:00"},
    "complaint": {"seats": "red", "address": "red@x.test", "status": "", "other": ""},
    "held_unasked": {"seats": "red"},
    "set_aside": {"seats": ""},
    "offer_declined": {"seats": "red", "offer": "3", "order": "{}"},
    "offer_withdrawn": {"seats": "red", "offer": "3", "order": "{}"},
    "offer_ended": {"seats": "", "offer": "3", "order": "{}"},
    "offer_impossible": {"seats": "", "offer": "3", "order": "{}", "why": ""},
    "over": {"log": "42"},
    "turn_over": {"turns": "2", "rounds": "1"},
    "not_going_on": {"campaign": "Lights 2"},
    "stands_still": {},
    "stands_still_alone": {},
    "cannot_go_on": {"decision": "bid", "rule": "2"},
    "closed": {"reason": "nobody is left"},
}
LOBBY = {
    "status": {},
    "joined": {},
    "watching": {},
    "series": {"number": "2", "code": "abcdefghjk"},
    "news": {"person": "Anna", "seat": "red"},
    "gone": {"person": "", "seat": "red"},
    "full": {},
    "not_yet": {},
    "wrong_code": {},
    "too_large": {},
    "foreign": {},
    "stumbled": {},
    "cannot_begin": {"reason": "a defect"},
    "too_few": {"taken": "1", "least": "2"},
    "no_right": {"right": "time", "wanted": "all"},
    "nonce": {"nonce": "blue moon"},
    "too_long": {"nonce": "blue moon"},
    "language": {},
    "zone": {"zone": "Europe/Paris"},
    "no_zone": {"zone": "Mars"},
    "unsubscribe": {"address": "red@x.test"},
    "bids": {"until": "2026-11-23T09:00:00+00:00"},
    "bid_reminder": {"until": "2026-11-23T09:00:00+00:00"},
    "bids_awaited": {"until": "2026-11-23T09:00:00+00:00"},
    "bid": {"seats": "red 2,blue 0", "heard": "blue@x.test"},
    "bid_back": {},
    "one_left": {"seat": "red"},
    "not_yours": {"named": "green"},
    "bad_bid": {"why": "wrong_bid", "seat": "", "amount": "5", "most": "4", "seats": ""},
    "no_bids": {},
    "bid_late": {"until": "2026-11-23T09:00:00+00:00"},
}
HIM = {"language": "en", "seat": "Red"}
OUTSIDE = {
    "farewell": HIM | {"reason": ""},
    "ejected": HIM | {"reason": "silence"},
    "released": HIM,
    "voted_out": HIM,
    "dismissed": {"language": "en", "seat": "", "reason": ""},
    "standby": HIM | {"from": "Fri 20 Nov", "to": ""},
    "stand_in": HIM | {"from": "Fri 20 Nov", "to": "Mon 23 Nov"},
    "left": HIM | {"reason": ""},
    "gave_back": {"language": "en", "seat": ""},
    "refused_begun": HIM | {"free": ""},
    "refused_full": HIM | {"free": ""},
    "refused_taken": HIM | {"free": "Blue"},
    "refused_no_such_seat": HIM | {"free": "Blue"},
    "refused_drawn": HIM | {"free": ""},
    "refused_bids": HIM | {"free": ""},
    "refused_no_observers": HIM | {"free": ""},
    "refused_already": HIM | {"free": ""},
    "refused_nonce": HIM | {"free": ""},
}
FAMILIES = ((NOTICES, STORED), (gathering.NOTICES, LOBBY), (outside_mails.NOTICES, OUTSIDE))
"""What earlier versions of the program have queued, by topic: at a table, before the match, to those without a seat."""
SILENT = {"status", "over", "turn_over"}
"""They say nothing of their own."""


def test_every_notice_has_its_words() -> None:
    for notices, stored in FAMILIES:
        assert notices.keys() == stored.keys()
        for topic, notice in notices.items():
            assert notice.title
            assert bool(notice.told) != (notice in FUNCTIONS or topic in SILENT), topic


@pytest.mark.parametrize(
    ("kind", "values"), [(notices[topic], stored[topic]) for notices, stored in FAMILIES for topic in notices]
)
def test_a_stored_notice_is_read_and_stored_again(kind: type[Notice], values: dict[str, str]) -> None:
    notice = kind.of(values)
    assert kind.of(notice.values()) == notice
    assert {name: value.replace("Z", "+00:00") for name, value in notice.values().items()}.items() <= values.items()


def test_an_unknown_topic_is_an_error() -> None:
    for notices, _ in FAMILIES:
        with pytest.raises(KeyError):
            notices["no such topic"]


def test_who_leaves_a_chair_beside_the_table_is_thanked_for_the_interest() -> None:
    told = Wording(language("en"), outside_mails.NOTICES["left"].of({"language": "en", "seat": ""})).sentences()
    assert told == ("You do not watch any more. Thank you for your interest.",)


def test_digests_have_a_title_however_often_they_come() -> None:
    assert TITLES.keys() == set(Often) - {Often.OFF}


def test_fields_have_their_types() -> None:
    absent = time_notices.Absent.of(STORED["absent"])
    assert (absent.seats, absent.first) == (("red",), date(2026, 11, 21))
    held = people_notices.Held.of(STORED["held"])
    assert (held.role, held.since, held.until) == (Role.COPY, None, datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert time_notices.Policy.of(STORED["policy"]).changes == {"deadline_hours": ("72", "48")}
    assert time_notices.Undecided.of(STORED["undecided"]).seats == ("red", "blue")


def test_a_field_that_is_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="hours"):
        time_notices.Wait.of({"seats": "red"})


def test_every_reason_why_a_line_is_not_read_has_its_words() -> None:
    assert UNREAD.keys() == set(get_args(Why))


def test_every_reason_why_a_line_does_not_count_has_its_words() -> None:
    assert IGNORED.keys() == set(lines.SkipReason)


def test_every_reason_for_unasked_help_has_its_words() -> None:
    assert WHYS.keys() == set(get_args(Reason))


def test_every_reason_to_hold_a_mail_has_its_words() -> None:
    assert HELD.keys() == set(HoldReason)
