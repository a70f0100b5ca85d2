"""Programs that write, delivery failures, senders that are not clear, and our own echo."""

import pytest
from msgspec import structs

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import BounceReport, Nature, ReadMail, Tokens
from adjudicator.mail.read import read_mail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.mail.routing import KnownSeat, Route, decide

OWN = OwnAddresses(addresses=("orders@game.test",))
MARKED = "ORDERS\r\n12a\r\nEND\r\n"


def read(headers: str, body: str = "12a\r\n", *, sender: str = "Anna <anna@players.test>") -> ReadMail:
    return read_mail(f"From: {sender}\r\n{headers}\r\n\r\n{body}".encode(), own=OWN)


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; owner-email=a@b.test",
        "X-Autoreply: yes",
        "X-Autorespond: away",
        "Precedence: auto_reply",
        "Return-Path: <>",
    ],
)
def test_a_program_is_known_by_its_headers_whatever_it_writes(headers: str) -> None:
    mail = read(headers, MARKED)
    assert mail.nature is Nature.AUTOMATIC
    assert mail.lines == ()


@pytest.mark.parametrize(
    "headers",
    [
        "Precedence: bulk",
        "Precedence: JUNK",
        "X-Auto-Response-Suppress: All",
        "Subject: Automatic reply: turn 3",
        "Subject: Out of office",
        "Subject: [External] Automatische Antwort: turn 3",
        "Subject: **EXTERNAL** [Club] Automatic reply: turn 3",
        "Subject: =?utf-8?B?0JLQvdC10YjQvdC10LU6INCQ0LLRgtC+0L7RgtCy0LXRgg==?=",
        "Subject: =?utf-8?B?0JDQstGC0L7QvtGC0LLQtdGCOiDRhdC+0LQgMw==?=",
    ],
)
def test_a_weak_sign_is_told_unless_there_are_markers(headers: str) -> None:
    """Whether it is believed depends on who is proven to have written it, and what."""
    mail = read(headers)
    assert (mail.nature, bool(mail.sign), mail.is_personal) == (Nature.PERSON, True, False)
    assert read(headers, MARKED).is_personal


def test_two_weak_signs_are_a_strong_one() -> None:
    both = "X-Auto-Response-Suppress: All\r\nSubject: Automatic reply: turn 3"
    assert read(both).nature is Nature.AUTOMATIC
    assert read(both, MARKED).is_personal


@pytest.mark.parametrize("headers", ["Auto-Submitted: no", "Precedence: list", "Return-Path: <anna@players.test>"])
def test_a_person_stays_a_person(headers: str) -> None:
    assert read(headers).nature is Nature.PERSON


def test_a_mailing_list_is_remembered() -> None:
    assert read("List-Id: Gamers <gamers.lists.example>\r\nPrecedence: bulk").list_id == "Gamers <gamers.lists.example>"
    assert read("Precedence: list").list_id == "list"
    assert read("Subject: a").list_id == ""


def test_our_own_id_in_an_automatic_mail_is_an_echo() -> None:
    mail = read("Auto-Submitted: auto-generated\r\nMessage-ID: <x.1@game.test>", sender="Anna via List <l@lists.test>")
    assert mail.nature is Nature.ECHO


def test_a_calendar_answer_is_a_receipt() -> None:
    mail = read("Content-Type: text/calendar; method=REPLY", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n")
    assert mail.nature is Nature.RECEIPT


def test_a_spam_complaint_is_a_complaint() -> None:
    headers = "Content-Type: multipart/report; report-type=feedback-report; boundary=b"
    assert read(headers, "--b\r\n\r\nx\r\n--b--").nature is Nature.COMPLAINT


QMAIL = """Hi. This is the qmail-send program at elsewhere.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<tom@players.test>:
192.0.2.9 failed after I sent the message.
Remote host said: 550 5.1.1 unknown user

--- Below this line is a copy of the message.

From: Sun King <orders+x@game.test>
Message-ID: <x.t3@game.test>
"""
RUSSIAN = "Ваше письмо не доставлено.\nПолучатель: olga@players.test\nПричина: ящик переполнен\n"
DELAY = "THIS IS A WARNING MESSAGE ONLY.\nYour mail to <tom@players.test> is delayed.\n"


@pytest.mark.parametrize(
    ("subject", "text", "expected"),
    [
        (
            "failure notice",
            QMAIL,
            BounceReport(
                recipient="tom@players.test",
                permanent=True,
                status="5.1.1",
                action="failed",
                message_id="<x.t3@game.test>",
            ),
        ),
        ("Письмо не доставлено", RUSSIAN, BounceReport(recipient="olga@players.test", permanent=True, action="failed")),
        ("Warning", DELAY, BounceReport(recipient="tom@players.test", permanent=False, action="delayed")),
    ],
)
def test_a_failure_in_free_text_names_the_address(subject: str, text: str, expected: BounceReport) -> None:
    headers = f"Return-Path: <>\r\nSubject: {subject}\r\nContent-Type: text/plain; charset=utf-8"
    mail = read(headers, text, sender="Mail System <MAILER-DAEMON@elsewhere.example>")
    assert mail.nature is Nature.BOUNCE
    assert mail.bounces == (expected,)


def test_a_delivery_report_without_failures_is_no_bounce_of_anybody() -> None:
    headers = "Content-Type: multipart/report; report-type=delivery-status; boundary=b"
    body = (
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\n"
        "Final-Recipient: rfc822;tom@players.test\r\nAction: delivered\r\nStatus: 2.0.0\r\n--b--\r\n"
    )
    mail = read(headers, body)
    assert mail.nature is Nature.BOUNCE
    assert mail.bounces == ()


@pytest.mark.parametrize(
    "sender",
    [
        "",
        "anna",
        "Team: anna@players.test, tom@players.test;",
        "anna@players.test, tom@players.test",
        "Anna <anna@players.test>, Tom <tom@players.test>",
        "Anna <anna@players.test> tom@players.test",
        '"Anna" <tom@players.test> "" <anna@players.test>',
        "Anna <>",
        "[",
    ],
)
def test_a_sender_that_is_not_clear_sets_the_mail_aside(sender: str) -> None:
    assert read("Subject: a", sender=sender).nature is Nature.UNREADABLE


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Anna@Players.TEST", ""),
        ("<anna@players.test>", ""),
        ("anna@players.test (Anna Reed)", ""),
        ("Reed, Anna <anna@players.test>", "Reed, Anna"),
        ('"Anna \\"A\\" Reed" <anna@players.test>', 'Anna "A" Reed'),
        ("anna@players.test <anna@players.test>", "anna@players.test"),
    ],
)
def test_a_sender_is_read_in_every_usual_form(sender: str, name: str) -> None:
    mail = read("Subject: a", sender=sender)
    assert mail.sender is not None
    assert (mail.sender.address, mail.sender.name) == ("anna@players.test", name)


def test_resent_headers_say_nothing_about_the_sender() -> None:
    mail = read("Resent-From: tom@players.test\r\nResent-To: orders+x@game.test")
    assert mail.sender is not None
    assert mail.sender.address == "anna@players.test"
    assert mail.tokens == Tokens()


def test_tokens_are_found_in_every_place_and_kept_apart() -> None:
    mail = read(
        "Delivered-To: orders+AAAA@game.test\r\nX-Original-To: orders+bbbb@game.test\r\n"
        "To: X <orders+aaaa@game.test>, tom@players.test\r\nCc: orders@game.test\r\n"
        "Subject: Re: turn [cccc]\r\nIn-Reply-To: <dddd.1@game.test>\r\n"
        "References: <eeee.0@game.test> <other@players.test> <dddd.1@game.test>"
    )
    assert mail.tokens == Tokens(("aaaa", "bbbb"), ("<dddd.1@game.test>", "<eeee.0@game.test>"), ("cccc",))
    assert mail.subject == "turn"


def test_another_separator_can_be_chosen() -> None:
    own = OwnAddresses(addresses=("orders@game.test",), separator="-")
    assert own.token_of("orders-h7k2@game.test") == "h7k2"
    assert own.token_of("orders+h7k2@game.test") is None


RED = KnownSeat(campaign="c", seat="red", token="aaaa", tag="red1", addresses=("anna@players.test",))
BLUE = KnownSeat(campaign="c", seat="blue", token="bbbb", tag="blu1", addresses=("tom@players.test",))
PROVEN = Verdict(Proof.PROVEN, "dmarc=pass")


def test_of_tokens_of_two_seats_the_senders_own_counts() -> None:
    mail = read("To: orders+aaaa@game.test, orders+bbbb@game.test")
    found = decide(mail, PROVEN, (RED, BLUE))
    assert (found.kind, found.seat) == (Route.ORDERS, RED)


def test_tokens_of_two_seats_of_the_sender_are_asked_about() -> None:
    mail = read("To: orders+aaaa@game.test, orders+bbbb@game.test")
    both = structs.replace(BLUE, addresses=RED.addresses)
    found = decide(mail, PROVEN, (RED, both))
    assert (found.kind, found.seat) == (Route.HELP, None)


def test_tokens_of_two_seats_of_others_are_nobodys() -> None:
    mail = read("To: orders+aaaa@game.test, orders+bbbb@game.test", sender="eve@elsewhere.test")
    assert decide(mail, PROVEN, (RED, BLUE)).kind is Route.IGNORE


def test_a_player_without_any_token_is_helped_and_a_stranger_ignored() -> None:
    assert decide(read("To: orders@game.test"), PROVEN, (RED, BLUE)).kind is Route.HELP
    stranger = read("To: orders@game.test", sender="eve@elsewhere.test")
    assert decide(stranger, PROVEN, (RED, BLUE)).kind is Route.IGNORE


def test_a_stranger_needs_the_secret_token_to_be_asked_about() -> None:
    by_tag = read("To: orders@game.test\r\nSubject: [red1]\r\nIn-Reply-To: <red1.t3@game.test>", sender="e@x.test")
    assert decide(by_tag, PROVEN, (RED, BLUE)).kind is Route.IGNORE
    by_token = read("To: orders+aaaa@game.test", sender="e@x.test")
    assert decide(by_token, PROVEN, (RED, BLUE)).kind is Route.CONFIRM


def test_a_subject_tag_of_another_seat_does_not_outweigh_the_address() -> None:
    mail = read("To: orders+aaaa@game.test\r\nSubject: [blu1]")
    outcome = decide(mail, PROVEN, (RED, BLUE))
    assert (outcome.kind, outcome.seat) == (Route.ORDERS, RED)


def test_an_opponent_among_the_recipients_is_named() -> None:
    mail = read("To: orders+aaaa@game.test\r\nCc: Tom <TOM@players.test>, mother@elsewhere.test")
    assert decide(mail, PROVEN, (RED, BLUE)).overheard == ("tom@players.test",)


@pytest.mark.parametrize(
    "name",
    [
        '"tom@players.test"',
        "tom@players.test",
        "=?utf-8?Q?tom=40players=2Etest?=",
        '"Anna <tom@players.test>"',
        r'"Anna \"<tom@players.test>\" Reed"',
        '"orders@game.test"',
    ],
)
def test_a_name_that_looks_like_an_address_is_a_name(name: str) -> None:
    mail = read("Subject: a", sender=f"{name} <anna@players.test>")
    assert (mail.nature, mail.from_address, mail.doubts) == (Nature.PERSON, "anna@players.test", ())
