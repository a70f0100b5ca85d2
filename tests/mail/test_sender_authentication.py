"""The verdict of the receiving server, and of nobody else (RFC 8601)."""

from datetime import UTC, datetime

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.read import read_mail
from adjudicator.mail.received_time import first_received_at
from adjudicator.mail.results import Proof
from adjudicator.mail.sender_authentication import AuthSettings, Trust, authenticity

OWN = OwnAddresses(addresses=("orders@game.test",))
OURS = AuthSettings(authserv_id="mx.game.test")


ARRIVED = datetime(2026, 11, 20, 9, 5, tzinfo=UTC)


def proof(*results: str, sender: str = "anna@players.test", settings: AuthSettings = OURS) -> Proof:
    headers = "".join(f"Authentication-Results: {result}\r\n" for result in results)
    mail = read_mail(f"{headers}From: {sender}\r\n\r\nPass".encode(), own=OWN)
    return authenticity(mail, settings, ARRIVED).proof


@pytest.mark.parametrize(
    "result",
    [
        "mx.game.test; dmarc=pass header.from=players.test",
        "MX.game.test 1; dmarc=pass (p=none dis=none) header.from=players.test",
        "mx.game.test; dkim=pass header.d=players.test",
        "mx.game.test; dkim=fail header.d=other.test; dkim=pass (2048-bit key) header.d=Players.Test",
        'mx.game.test;\r\n\tdkim=pass header.i=@players.test header.b="Ab/c" header.d=players.test;\r\n spf=fail',
    ],
)
def test_dmarc_or_an_aligned_signature_proves(result: str) -> None:
    assert proof(result) is Proof.PROVEN


@pytest.mark.parametrize(
    "result",
    [
        "mx.game.test; none",
        "mx.game.test; spf=pass smtp.mailfrom=anna@players.test",
        "mx.game.test; dkim=pass header.d=elsewhere.test",
        "mx.game.test; dkim=pass header.d=evil-players.test",
        "mx.game.test; dkim=pass header.d=test",
        "mx.game.test; dkim=pass",
        "mx.game.test; dkim=temperror header.d=players.test; dmarc=temperror header.from=players.test",
        "mx.game.test; dkim=fail header.d=players.test",
        "mx.game.test; dmarc=pass header.from=elsewhere.test",
        "mx.game.test; dmarc=pass",
        "mx.game.test; dmarc=pass action=none",
        "(a comment) mx.game.test; dmarc=pass header.from=players.test",
        "mx.game.test (a comment); dmarc=pass header.from=players.test",
        '"mx.game.test"; dmarc=pass header.from=players.test',
        "=?utf-8?q?mx=2Egame=2Etest?=; dmarc=pass header.from=players.test",
        "mx.game.test; dmarc=pass header.from==?utf-8?q?players.test?=",
        "mx.elsewhere.test; dmarc=pass header.from=players.test",
        "mx.game.test.elsewhere.test; dmarc=pass header.from=players.test",
        "mx.game.test; arc=pass; dmarc=none",
        "mx.game.test; ((((",
        "",
    ],
)
def test_everything_else_is_unproven(result: str) -> None:
    assert proof(result) is Proof.UNPROVEN


def test_a_failed_policy_is_a_forgery_whatever_a_signature_says() -> None:
    result = "mx.game.test; dkim=pass header.d=players.test; dmarc=fail header.from=players.test"
    assert proof(result) is Proof.FORGED


def test_a_parent_domain_signs_for_its_children() -> None:
    result = "mx.game.test; dkim=pass header.d=players.test"
    assert proof(result, sender="a@mail.players.test") is Proof.PROVEN


def test_only_the_topmost_result_of_our_server_counts() -> None:
    ours, forged = "mx.game.test; dkim=none", "mx.game.test; dmarc=pass header.from=players.test"
    assert proof(ours, forged) is Proof.UNPROVEN
    assert proof("mx.elsewhere.test; dmarc=fail", forged) is Proof.PROVEN


def test_a_closed_installation_believes_from() -> None:
    assert proof(settings=AuthSettings(trust=Trust.NONE)) is Proof.PROVEN
    assert proof(settings=AuthSettings()) is Proof.UNPROVEN


def test_a_mail_knocked_when_the_first_of_our_own_servers_took_it() -> None:
    raw = (
        b"Received: from mx.game.test by imap.game.test with LMTP; Fri, 20 Nov 2026 10:40:00 +0300\r\n"
        b"Received: from mail.players.test (mail [192.0.2.6])\r\n\tby MX.game.test (Postfix) with ESMTPS id 4F\r\n"
        b"\tfor <orders@game.test>; Fri, 20 Nov 2026 07:15:05 +0000 (UTC)\r\n"
        b"Received: from phone by mail.players.test; Fri, 20 Nov 2026 05:00:00 +0000\r\n"
        b"Received: from forged by mx.game.test; Fri, 20 Nov 2026 01:00:00 +0000\r\n"
        b"From: anna@players.test\r\n\r\nPass"
    )
    mail = read_mail(raw, own=OWN)
    both = ("mx.game.test", "imap.game.test")
    assert first_received_at(mail, both) == datetime(2026, 11, 20, 7, 15, 5, tzinfo=UTC)
    assert first_received_at(mail, ("imap.game.test",)) == datetime(2026, 11, 20, 7, 40, tzinfo=UTC)
    assert first_received_at(mail, ("mx.game.test",)) is None
