"""Notices: each has its words, and what was queued by an older version of the program can still be read."""

import ast
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import adjudicator.service
from adjudicator.language import language
from adjudicator.mail import model as lines
from adjudicator.mail.routing import HoldReason
from adjudicator.orders.vocabulary.refusals import Why
from adjudicator.reports.wording.problems import UNREAD
from adjudicator.reports.wording.speech import blanks
from adjudicator.service.clocks.digests import Often
from adjudicator.service.outbox.notices import LOBBY, OUTSIDE, TABLE, Notice
from adjudicator.service.outbox.payloads import Reason
from adjudicator.service.words import gathering
from adjudicator.service.words.confirmation_requests import HELD
from adjudicator.service.words.digests import TITLES
from adjudicator.service.words.help import WHYS
from adjudicator.service.words.notices import TableWording
from adjudicator.service.words.order_lines import IGNORED
from adjudicator.service.words.outside_mails import OutsideWording
from adjudicator.service.words.wording import EVERY, Wording, texts
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
    "stand_in": {"seats": "red", "first": "2026-11-21", "last": "2026-11-25"},
    "steward_plays": {"seats": "red"},
    "steward_gone": {"seats": "red", "person": "Anna"},
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
STORED_BEFORE = {
    "status": {},
    "joined": {},
    "watching": {},
    "series": {"number": "2", "code": "abcdefghjk"},
    "news": {"person": "Anna", "seat": "red"},
    "gone": {"person": "", "seat": "red"},
    "full": {},
    "not_yet": {},
    "in_vain": {"why": "wrong_code"},
    "cannot_begin": {"reason": "a defect"},
    "bids": {"until": "2026-11-23T09:00:00+00:00"},
    "bid_reminder": {"until": "2026-11-23T09:00:00+00:00"},
    "bids_awaited": {"until": "2026-11-23T09:00:00+00:00"},
    "bid_late": {"until": "2026-11-23T09:00:00+00:00"},
}
HIM = {"language": "en", "seat": "Red"}
STORED_OUTSIDE = {
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
FAMILIES = ((TABLE, STORED), (LOBBY, STORED_BEFORE), (OUTSIDE, STORED_OUTSIDE))
"""What earlier versions of the program have queued, by topic: at a table, before the match, to those without a seat."""
SILENT = {"status", "over", "turn_over"}
"""They say nothing of their own."""


def test_every_notice_has_its_words() -> None:
    for notices, stored in FAMILIES:
        assert notices.keys() == stored.keys()
        for topic, notice in notices.items():
            assert notice.row.title or notices is LOBBY
            assert bool(notice.row.told) != (topic in SILENT), topic


@pytest.mark.parametrize(
    ("kind", "values"), [(notices[topic], stored[topic]) for notices, stored in FAMILIES for topic in notices]
)
def test_a_stored_notice_is_read_and_stored_again(kind: type[Notice], values: dict[str, str]) -> None:
    notice = kind.of(values)
    assert kind.of(notice.values()) == notice
    assert {name: value.replace("Z", "+00:00") for name, value in notice.values().items()}.items() <= values.items()


MAKERS = {"to_table": TABLE, "to_lobby": LOBBY, "to_outside": OUTSIDE}


def made() -> Iterator[tuple[str, ast.Call, type[Notice]]]:
    """Every call that makes a notice whose topic stands there, with its class."""
    for path in Path(adjudicator.service.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                match node.args[0]:
                    case ast.Constant(value=str(topic)):
                        yield f"{path.name}:{node.lineno}", node, MAKERS[node.func.id][topic]


def test_every_notice_is_made_with_the_fields_that_it_has() -> None:
    for place, call, kind in made():
        given = {keyword.arg for keyword in call.keywords}
        fields = {field.name: field.required for field in msgspec.structs.fields(kind)}
        if None not in given:
            assert given <= fields.keys(), place
            assert {name for name, required in fields.items() if required} <= given, place
    assert len({kind for _, _, kind in made()}) > 60


@pytest.mark.parametrize("wording", [TableWording, gathering.LobbyWording])
def test_every_place_of_a_sentence_is_a_field_or_is_filled(wording: type[Wording]) -> None:
    family = TABLE if wording is TableWording else LOBBY
    filled = {name for topic, name in wording.places if topic == EVERY}
    for topic, kind in family.items():
        known = filled | {name for of, name in wording.places if of == topic}
        known |= {field.name for field in msgspec.structs.fields(kind)}
        for paragraph in kind.row.paragraphs:
            named = {blank.field for text in texts(paragraph) for blank in blanks(text)}
            asked = {*filter(None, (paragraph.by, paragraph.condition, paragraph.counts))}
            assert (named | asked) - {"n"} <= known, topic
    assert {topic for topic, _ in wording.places} <= {*family, EVERY}


def test_an_unknown_topic_is_an_error() -> None:
    for notices, _ in FAMILIES:
        with pytest.raises(KeyError):
            notices["no such topic"]


def test_who_leaves_a_chair_beside_the_table_is_thanked_for_the_interest() -> None:
    told = OutsideWording(language("en"), OUTSIDE["left"].of({"language": "en", "seat": ""})).sentences()
    assert told == ("You do not watch any more. Thank you for your interest.",)


def test_digests_have_a_title_however_often_they_come() -> None:
    assert TITLES.keys() == set(Often) - {Often.OFF}


def _stored(topic: str) -> Any:
    """A notice as an older version has stored it."""
    return TABLE[topic].of(STORED[topic])


def test_fields_have_their_types() -> None:
    absent = _stored("absent")
    assert (absent.seats, absent.first) == (("red",), date(2026, 11, 21))
    held = _stored("held")
    assert (held.role, held.since, held.until) == (Role.COPY, None, datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert _stored("policy").was == {"deadline_hours": "72"}
    assert _stored("undecided").seats == ("red", "blue")


def test_a_field_that_is_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="hours"):
        TABLE["wait"].of({"seats": "red"})


def test_every_reason_why_a_line_is_not_read_has_its_words() -> None:
    assert UNREAD.keys() == set(get_args(Why))


def test_every_reason_why_a_line_does_not_count_has_its_words() -> None:
    assert IGNORED.keys() == set(lines.SkipReason)


def test_every_reason_for_unasked_help_has_its_words() -> None:
    assert WHYS.keys() == set(get_args(Reason))


def test_every_reason_to_hold_a_mail_has_its_words() -> None:
    assert HELD.keys() == set(HoldReason)
