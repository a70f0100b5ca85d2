"""A mail that was proven once is sent again by somebody who holds a copy."""

import re
from email.utils import format_datetime
from typing import Any

import pytest

from adjudicator.service.inbox.duplicates import CARRIED_OUT
from adjudicator.settings import Settings
from adjudicator.store.tables import InboundMail, InboundStatus
from tests.service.conftest import MX

pytestmark = pytest.mark.store("sqlite")

PASS = f"{MX}; dkim=pass header.d=players.test; dmarc=pass header.from=players.test"
SIGNATURE = (
    "v=1; a=rsa-sha256; d=players.test; s=s; bh=AAAA; b=c2lnbmVk; "
    "h=from:to:subject:date:message-id:in-reply-to:references:mime-version"
)
"""As many providers sign: over everything but the type. The receiving server of these tests has checked it."""


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def signed(installation: Any, text: str, **headers: str) -> bytes:
    date = format_datetime(installation.clock.now())
    given = {"Authentication_Results": PASS, "DKIM_Signature": SIGNATURE, "Date": date, **headers}
    raw: bytes = installation.raw("red", text, **given)
    return raw


def test_a_signature_proves_one_mail(installation: Any, campaign: int) -> None:
    raw = signed(installation, "1a\n")
    first: InboundMail = installation.put(raw)
    assert first.status is InboundStatus.HANDLED
    assert installation.put(raw).id == first.id, "the same mail once more is that mail"
    other = re.sub(rb"Message-ID: <[^>]*>", b"Message-ID: <another@players.test>", raw, flags=re.IGNORECASE)
    assert other != raw
    copy: InboundMail = installation.put(other)
    assert copy.id != first.id
    assert (copy.status, copy.hold) == (InboundStatus.HELD, "unproven")
    assert "came with an earlier mail" in copy.reason


def test_the_same_mail_in_other_clothes_does_nothing_again(installation: Any, campaign: int) -> None:
    raw = signed(installation, "1a\n")
    first: InboundMail = installation.put(raw)
    other = raw.replace(b"Content-Type: text/plain;", b'Content-Type: text/plain; name="orders.txt";')
    copy: InboundMail = installation.put(other)
    assert copy.id != first.id
    assert (copy.status, copy.reason) == (InboundStatus.IGNORED, CARRIED_OUT)


def test_a_mail_that_waits_its_turn_is_no_copy_of_itself(installation: Any, campaign: int) -> None:
    row: InboundMail = installation.put(signed(installation, "status\n"))
    assert row.status is InboundStatus.HANDLED
    again: InboundMail = installation.put(
        signed(installation, "1b\n", DKIM_Signature=SIGNATURE.replace("c2lnbmVk", "b3RoZXI="))
    )
    assert again.status is InboundStatus.HANDLED


def test_an_unproven_copy_that_comes_first_does_not_stop_the_proven_one(installation: Any, campaign: int) -> None:
    forged: InboundMail = installation.put(
        signed(installation, "1b\n", Authentication_Results=f"{MX}; dkim=fail", Message_ID="<x@y>")
    )
    assert forged.status is InboundStatus.HELD
    real: InboundMail = installation.put(signed(installation, "1a\n"))
    assert real.status is InboundStatus.HANDLED


@pytest.mark.parametrize("on_top", ["Subject: 1b", "To: orders@game.test", "Content-Type: text/html", "X: a\rb"])
def test_a_header_on_top_is_asked_about(installation: Any, campaign: int, said: Any, on_top: str) -> None:
    row: InboundMail = installation.put(on_top.encode() + b"\r\n" + signed(installation, "1a\n"))
    assert row.status is InboundStatus.HELD
    ((address, notice),) = installation.deliver()[-1:]
    assert address == "red@players.test"
    assert "nothing proves that you wrote it" in said(notice)
