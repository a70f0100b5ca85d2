"""Somebody holds a signed mail of a player and makes other mails of it: the signature holds, and proves nothing."""

import base64
from datetime import UTC, datetime, timedelta

import dkim
import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.dkim_check import dkim_verdict
from adjudicator.mail.read import read_mail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.mail.sender_authentication import AuthSettings, Trust, authenticity
from adjudicator.mail.signature_coverage import ACTED_ON
from tests.mail.test_dkim_check import dns, pem

OWN = OwnAddresses(addresses=("orders@game.test",))
ARRIVED = datetime(2026, 11, 20, 9, 5, tzinfo=UTC)
FIELDS = {
    "From": "Anna <anna@players.test>",
    "To": "orders+tok@game.test",
    "Subject": "the weekend",
    "Date": "Fri, 20 Nov 2026 09:00:00 +0000",
    "Message-ID": "<1@players.test>",
    "In-Reply-To": "<0@players.test>",
    "References": "<0@players.test>",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
}
BODY = "I would say 12a\r\nPass\r\n"
GMAIL = b"to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id".split(
    b":"
)
"""What a large provider signs: not the type."""


def mail(body: str | bytes = BODY, **changed: str | None) -> bytes:
    fields = {**FIELDS, **{name.replace("_", "-"): value for name, value in changed.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return head.encode() + b"\r\n" + (body if isinstance(body, bytes) else body.encode())


def signed(raw: bytes, covers: list[bytes] | None = None, **more: object) -> bytes:
    names = covers or [line.partition(b":")[0].lower() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n")]
    there = {line.partition(b":")[0].lower() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n")}
    kept = [name for name in names if name in there]
    return bytes(dkim.sign(raw, b"s", b"players.test", pem(), include_headers=kept, **more)) + raw


def with_type(raw: bytes, kind: str, encoding: str = "8bit") -> bytes:
    """The type and encoding of a mail replaced, as anybody can on its way."""
    raw = raw.replace(b"Content-Type: text/plain; charset=utf-8", f"Content-Type: {kind}".encode())
    return raw.replace(b"Content-Transfer-Encoding: 8bit", f"Content-Transfer-Encoding: {encoding}".encode())


def own_check(raw: bytes, arrived: datetime = ARRIVED) -> Verdict:
    return dkim_verdict(raw, read_mail(raw, own=OWN), AuthSettings(trust=Trust.DKIM), arrived, dns)


def servers_check(raw: bytes, arrived: datetime = ARRIVED) -> Verdict:
    """The receiving server has checked the signature, and says that it holds."""
    said = b"dkim=pass header.d=players.test; dmarc=pass header.from=players.test"
    results = b"Authentication-Results: mx.game.test; " + said + b"\r\n"
    return authenticity(read_mail(results + raw, own=OWN), AuthSettings(authserv_id="mx.game.test"), arrived)


CHECKS = pytest.mark.parametrize("check", [own_check, servers_check])


@CHECKS
@pytest.mark.parametrize("covers", [None, GMAIL])
def test_what_players_write_is_proven(check: type, covers: list[bytes] | None) -> None:
    russian = base64.encodebytes("12а\r\nпас\r\n".encode()).replace(b"\n", b"\r\n")
    parts = (
        "--b\r\nContent-Type: text/plain\r\n\r\n12a\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>12a</p>\r\n--b--\r\n"
    )
    for raw in (
        mail(),
        mail(Message_ID=None),
        mail(In_Reply_To=None, References=None, Content_Transfer_Encoding=None),
        mail(russian, Content_Transfer_Encoding="base64"),
        mail("a line of letters\r\n", Content_Transfer_Encoding="quoted-printable"),
        mail(parts, Content_Type='multipart/alternative; boundary="b"', Content_Transfer_Encoding=None),
    ):
        assert check(signed(raw, covers)).proof is Proof.PROVEN, check(signed(raw, covers)).why


@CHECKS
@pytest.mark.parametrize(
    "on_top",
    [
        "To: orders+tok@game.test",
        "Cc: orders+tok@game.test\r\nCc: boris@players.test",
        "Message-ID: <2@players.test>",
        "Subject: 12a",
        "Subject : 12a",
        "Date: Fri, 20 Nov 2026 09:04:00 +0000",
        "In-Reply-To: <h7k2.t3@game.test>",
        "References: <h7k2.t3@game.test>",
        "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=say",
        "content-type: text/html",
        "Content-Transfer-Encoding: base64",
        "Sender: anna@players.test\r\nSender: boris@players.test",
        "X-Mark: a\rTo: orders+tok@game.test",
        "X-Mark: a\x00b",
        "this is no header",
    ],
)
def test_a_header_put_on_top_proves_nothing(check: type, on_top: str) -> None:
    raw = on_top.encode() + b"\r\n" + signed(mail())
    assert check(raw).proof is Proof.UNPROVEN


@CHECKS
@pytest.mark.parametrize("name", [name for name in ACTED_ON if not name.startswith(("from", "content"))])
def test_a_header_that_counts_and_is_not_signed_proves_nothing(check: type, name: str) -> None:
    covers = [each.lower().encode() for each in FIELDS if each.lower() != name]
    found = check(signed(mail(), covers))
    assert found.proof is Proof.UNPROVEN
    assert name in found.why


@CHECKS
@pytest.mark.parametrize("name", ["To", "Subject", "In-Reply-To", "References", "Date"])
def test_a_header_added_to_a_mail_that_had_none_proves_nothing(check: type, name: str) -> None:
    raw = signed(mail(**{name.replace("-", "_"): None}))
    assert check(f"{name}: {FIELDS[name]}\r\n".encode() + raw).proof is Proof.UNPROVEN


@CHECKS
@pytest.mark.parametrize(
    ("body", "kind", "encoding"),
    [
        ("look: <br>12a<br>\r\n", "text/html", "8bit"),
        ("he wrote\r\n--say\r\n\r\n12a\r\n--say--\r\n", "multipart/mixed; boundary=say", "8bit"),
        ("--say\r\n\r\n12a\r\n--say--\r\nno, not that\r\n", "multipart/mixed; boundary=say", "8bit"),
        ("> he wrote =0A12a=0A\r\n", "text/plain; charset=utf-8", "quoted-printable"),
        ("> he wrote and wrote =\r\n12a\r\n", "text/plain; charset=utf-8", "7bit"),
        ("> he wrote CjEyYQo=\r\n", "text/plain; charset=utf-8", "base64"),
        ("not \r\n12a\r\n", "text/plain; charset=utf-8; format=flowed", "8bit"),
        ("1 \r\n2a\r\n", 'text/plain; charset=utf-8; format="flowed"; delsp=yes', "8bit"),
        ("1 \r\n2a\r\n", "text/plain; charset=utf-8", "8bit"),
        ("=31=32a\r\n", "text/plain; charset=utf-8", "quoted-printable"),
        ("=31=32a\r\n", "text/plain; charset=utf-8", "8bit"),
        ("12a=20\r\n", "text/plain; charset=utf-8", "quoted-printable"),
        ("> he wrote +AAo-12a+AAo-\r\n", "text/plain; charset=utf-7", "7bit"),
        ("1 2 a\r\n", "text/plain; charset=utf-16", "7bit"),
        ("12a\r\n", "application/octet-stream; name=orders.txt", "7bit"),
    ],
)
def test_another_type_over_a_signed_body_proves_nothing(check: type, body: str, kind: str, encoding: str) -> None:
    raw = with_type(signed(mail(body), GMAIL), kind, encoding)
    found = check(raw)
    assert found.proof is Proof.UNPROVEN
    assert "content-type" in found.why


@CHECKS
def test_a_signature_over_a_part_of_the_body_proves_nothing(check: type) -> None:
    assert check(signed(mail(), length=True)).proof is Proof.UNPROVEN
    assert check(signed(mail(), length=True) + b"12c\r\n").proof is Proof.UNPROVEN


@CHECKS
def test_an_old_mail_proves_nothing(check: type) -> None:
    raw = signed(mail())
    assert check(raw, ARRIVED + timedelta(days=13)).proof is Proof.PROVEN
    for arrived in (ARRIVED + timedelta(days=15), ARRIVED + timedelta(days=800), ARRIVED - timedelta(days=3)):
        assert "signed on 2026-11-20" in check(raw, arrived).why
    for value in (None, "yesterday"):
        assert "signed without a Date" in check(signed(mail(Date=value))).why


@CHECKS
def test_a_mail_to_somebody_else_proves_nothing(check: type) -> None:
    """Whoever has it can deliver it to us."""
    for other in ("Boris <boris@players.test>", None):
        raw = b"Delivered-To: orders+tok@game.test\r\n" + signed(mail(To=other))
        assert check(raw).proof is Proof.UNPROVEN
    cc = mail(To="Boris <boris@players.test>", Cc="orders+tok@game.test")
    assert check(signed(cc)).proof is Proof.PROVEN
    assert "cc" in check(signed(cc, [name.lower().encode() for name in FIELDS])).why


@pytest.mark.parametrize(
    "sender",
    [
        "=?utf-8?q?anna=40players=2Etest?=",
        "Anna =?utf-8?q?=3Canna=40players=2Etest=3E?=",
        "<=?utf-8?q?anna?=@players.test>",
        "Anna <anna@=?utf-8?q?players=2Etest?=>",
        "=?utf-8?q?Anna_<anna=40players.test>?=",
    ],
)
@CHECKS
def test_a_sender_that_is_there_only_when_decoded_is_not_proven(check: type, sender: str) -> None:
    assert check(signed(mail(From=sender))).proof is Proof.UNPROVEN


@CHECKS
def test_a_name_may_be_encoded(check: type) -> None:
    raw = signed(mail(From="=?utf-8?b?0JDQvdC90LA=?= <anna@players.test>"))
    assert check(raw).proof is Proof.PROVEN
    sender = read_mail(raw, own=OWN).sender
    assert sender is not None
    assert sender.name == "Анна"


def test_an_encoded_word_is_no_recipient() -> None:
    raw = mail(
        To="=?utf-8?q?orders+tok=40game=2Etest?=", Cc="=?utf-8?q?Boris_<orders+tik=40game.test>?= <b@players.test>"
    )
    assert read_mail(raw, own=OWN).recipients == ("b@players.test",)
    assert read_mail(raw, own=OWN).tokens.addressed == ()


def test_a_server_of_the_domain_that_hands_over_the_mail_speaks_for_it_whatever_is_signed() -> None:
    """SPF: nobody else can have put anything on top."""
    raw = signed(mail(), [b"from", b"date", b"subject", b"message-id", b"content-type"])
    assert servers_check(raw).proof is Proof.UNPROVEN
    for mailfrom, proof in (("anna@players.test", Proof.PROVEN), ("anna@elsewhere.test", Proof.UNPROVEN)):
        results = f"mx.game.test; spf=pass smtp.mailfrom={mailfrom}; dmarc=pass header.from=players.test"
        read = read_mail(f"Authentication-Results: {results}\r\n".encode() + raw, own=OWN)
        assert authenticity(read, AuthSettings(authserv_id="mx.game.test"), ARRIVED).proof is proof
