"""An installation that checks signatures itself: what is proven counts, the rest is held."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from adjudicator.service.admin.access import Visitor
from adjudicator.service.admin.held_messages import Reprocess, treat
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import deadlines
from adjudicator.service.inbox.handling import sweep
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail

LEASE = timedelta(seconds=30)

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
)
RECORD = b"v=DKIM1; k=rsa; p=" + base64.b64encode(
    KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
)


class Dns:
    """A resolver that can be down."""

    def __init__(self) -> None:
        self.up = True
        self.asked = 0

    def __call__(self, name: bytes, seconds: float) -> bytes | None:
        self.asked += 1
        if not self.up:
            raise dkim.DnsTimeoutError("nobody answers")
        return RECORD if name == b"phone._domainkey.players.test." else None


@pytest.fixture
def dns() -> Dns:
    return Dns()


@pytest.fixture
def installation(settings: Settings, dns: Dns) -> Iterator[Any]:
    from tests.service.conftest import Installation

    mail = Mail(address=OwnAddress(domain="game.test"), trust=Trust.DKIM)
    made = Installation(settings.model_copy(update={"mail": mail}))
    made.service = dataclasses.replace(made.service, lookup=dns)
    yield made
    made.service.engine.dispose()


def signed(installation: Any, seat: str, text: str) -> bytes:
    raw = installation.raw(seat, text, Date=format_datetime(installation.clock.now())).replace(b"\n", b"\r\n")
    there = [
        line.partition(b":")[0].lower() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n") if line[:1] > b" "
    ]
    signature: bytes = dkim.sign(raw, b"phone", b"players.test", PEM, include_headers=there)
    return signature + raw


def test_a_signed_mail_counts_and_an_unsigned_one_is_held(installation: Any, dns: Dns) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert installation.put(signed(installation, "red", "1a\n")).status.value == "handled"
    assert dns.asked == 1
    row = installation.put(installation.raw("blue", "2а\n"))
    assert (row.status.value, row.hold, row.reason) == ("held", "unproven", "own check: no signature")
    forged = installation.put(signed(installation, "blue", "2а\n").replace(b"Subject: Re", b"Subject: Fw"))
    assert (forged.status.value, forged.reason) == ("held", "own check: dkim=fail players.test")


def sealed(installation: Any, campaign: int) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def status(installation: Any, row: InboundMail) -> str:
    with reading(installation.service.engine) as session:
        return str(session.get_one(InboundMail, row.id).status)


def test_while_dns_is_down_a_mail_is_tried_again_and_counts_from_its_arrival(installation: Any, dns: Dns) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    installation.clock.forward(hours=71, minutes=59)
    dns.up = False
    row = installation.put(signed(installation, "red", "1a\n"))
    assert row.status.value == "received"
    assert row.reason.startswith("DNS does not answer: own check: dkim=temperror players.test")
    assert sweep(installation.service, LEASE) == 0, "not at once"
    installation.clock.forward(minutes=2)
    assert deadlines.run(installation.service) == 0, "the deadline waits for it"
    assert sweep(installation.service, LEASE) == 1
    assert installation.deliver() == [], "nobody is told of a pause that nobody needs to know"
    dns.up = True
    installation.clock.forward(minutes=3)
    assert sweep(installation.service, LEASE) == 1
    assert status(installation, row) == "handled"
    assert sealed(installation, campaign) == {"red"}


def test_a_mail_that_waits_for_dns_holds_up_its_own_seat_only(installation: Any, dns: Dns) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    first = installation.put(signed(installation, "red", "1a\n"))
    dns.up = True
    assert installation.put(signed(installation, "blue", "2а\n")).status.value == "handled"
    second = installation.put(signed(installation, "red", "1b\n"))
    assert second.status.value == "received"
    assert second.reason == "an earlier mail of the campaign comes first"
    installation.clock.forward(minutes=2)
    assert sweep(installation.service, LEASE) == 2
    installation.clock.forward(minutes=2)
    sweep(installation.service, LEASE)
    assert [status(installation, row) for row in (first, second)] == ["handled", "handled"]
    with reading(installation.service.engine) as session:
        assert table_of_campaign(installation.service.work(session), campaign).head.sequence > 0, (
            "both bids were carried out"
        )


def test_dns_of_somebody_else_makes_no_mail_wait(installation: Any, dns: Dns) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    raw = installation.raw("red", "1a\n", Date=format_datetime(installation.clock.now())).replace(b"\n", b"\r\n")
    foreign: bytes = dkim.sign(raw, b"slow", b"evil.test", PEM)
    row = installation.put(foreign + raw)
    assert (row.status.value, row.hold) == ("held", "unproven")
    dns.up = True
    assert installation.put(signed(installation, "red", "1b\n")).status.value == "handled", "it waits behind nothing"


def test_whose_signature_waits_for_dns_is_known_and_no_other_deadline_waits(installation: Any, dns: Dns) -> None:
    bids = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    other = installation.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    installation.clock.forward(hours=71, minutes=59)
    dns.up = False
    plain = installation.raw("red", "1a\n", Date=format_datetime(installation.clock.now()), to="orders@game.test")
    raw = plain.replace(b"\n", b"\r\n")
    signature: bytes = dkim.sign(raw, b"phone", b"players.test", PEM)
    row = installation.put(signature + raw)
    assert (row.status.value, row.campaign_id) == ("received", bids)
    installation.clock.forward(minutes=2)
    assert deadlines.run(installation.service) == 1, "of the other campaign"
    with reading(installation.service.engine) as session:
        assert table_of_campaign(installation.service.work(session), other).head.sequence > 0
    dns.up = True
    installation.clock.forward(minutes=3)
    sweep(installation.service, LEASE)
    assert status(installation, row) == "handled"
    assert sealed(installation, bids) == {"red"}, "its own deadline has waited"


def test_a_dns_that_stays_down_holds_the_mail_until_it_is_confirmed_or_processed_again(
    installation: Any, dns: Dns
) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    row = installation.put(signed(installation, "red", "1a\n"))
    for _ in range(12):
        installation.clock.forward(minutes=5)
        sweep(installation.service, LEASE)
    assert status(installation, row) == "held"
    assert [address for address, _ in installation.deliver()] == ["red@players.test"], "asked once whether it is his"
    assert dns.asked < 12
    dns.up = True
    wanted = Visitor("Mila"), Reprocess(mail=str(row.id))
    shown, _ = treat(installation.service, None, *wanted)
    assert status(installation, row) == "held", "shown only"
    assert treat(installation.service, shown, *wanted)[0].value.status.value == "handled"
    assert sealed(installation, campaign) == {"red"}
