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
def house(settings: Settings, dns: Dns) -> Iterator[Any]:
    from tests.service.conftest import House

    mail = Mail(address=OwnAddress(domain="game.test"), trust=Trust.DKIM)
    made = House(settings.model_copy(update={"mail": mail}))
    made.service = dataclasses.replace(made.service, lookup=dns)
    yield made
    made.service.engine.dispose()


def signed(house: Any, seat: str, text: str) -> bytes:
    raw = house.raw(seat, text, Date=format_datetime(house.clock.now())).replace(b"\n", b"\r\n")
    there = [
        line.partition(b":")[0].lower() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n") if line[:1] > b" "
    ]
    signature: bytes = dkim.sign(raw, b"phone", b"players.test", PEM, include_headers=there)
    return signature + raw


def test_a_signed_mail_counts_and_an_unsigned_one_is_held(house: Any, dns: Dns) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert house.put(signed(house, "red", "1a\n")).status.value == "handled"
    assert dns.asked == 1
    row = house.put(house.raw("blue", "2а\n"))
    assert (row.status.value, row.hold, row.reason) == ("held", "unproven", "own check: no signature")
    forged = house.put(signed(house, "blue", "2а\n").replace(b"Subject: Re", b"Subject: Fw"))
    assert (forged.status.value, forged.reason) == ("held", "own check: dkim=fail players.test")


def sealed(house: Any, campaign: int) -> set[str]:
    with reading(house.service.engine) as session:
        return set(table_of_campaign(house.service.work(session), campaign).match.sealed)


def status(house: Any, row: InboundMail) -> str:
    with reading(house.service.engine) as session:
        return str(session.get_one(InboundMail, row.id).status)


def test_while_dns_is_down_a_mail_is_tried_again_and_counts_from_its_arrival(house: Any, dns: Dns) -> None:
    campaign = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    house.clock.forward(hours=71, minutes=59)
    dns.up = False
    row = house.put(signed(house, "red", "1a\n"))
    assert row.status.value == "received"
    assert row.reason.startswith("DNS does not answer: own check: dkim=temperror players.test")
    assert sweep(house.service, LEASE) == 0, "not at once"
    house.clock.forward(minutes=2)
    assert deadlines.run(house.service) == 0, "the deadline waits for it"
    assert sweep(house.service, LEASE) == 1
    assert house.deliver() == [], "nobody is told of a pause that nobody needs to know"
    dns.up = True
    house.clock.forward(minutes=3)
    assert sweep(house.service, LEASE) == 1
    assert status(house, row) == "handled"
    assert sealed(house, campaign) == {"red"}


def test_a_mail_that_waits_for_dns_holds_up_its_own_seat_only(house: Any, dns: Dns) -> None:
    campaign = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    first = house.put(signed(house, "red", "1a\n"))
    dns.up = True
    assert house.put(signed(house, "blue", "2а\n")).status.value == "handled"
    second = house.put(signed(house, "red", "1b\n"))
    assert second.status.value == "received"
    assert second.reason == "an earlier mail of the campaign comes first"
    house.clock.forward(minutes=2)
    assert sweep(house.service, LEASE) == 2
    house.clock.forward(minutes=2)
    sweep(house.service, LEASE)
    assert [status(house, row) for row in (first, second)] == ["handled", "handled"]
    with reading(house.service.engine) as session:
        assert table_of_campaign(house.service.work(session), campaign).head.sequence > 0, "both bids were carried out"


def test_dns_of_somebody_else_makes_no_mail_wait(house: Any, dns: Dns) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    raw = house.raw("red", "1a\n", Date=format_datetime(house.clock.now())).replace(b"\n", b"\r\n")
    foreign: bytes = dkim.sign(raw, b"slow", b"evil.test", PEM)
    row = house.put(foreign + raw)
    assert (row.status.value, row.hold) == ("held", "unproven")
    dns.up = True
    assert house.put(signed(house, "red", "1b\n")).status.value == "handled", "it waits behind nothing"


def test_whose_signature_waits_for_dns_is_known_and_no_other_deadline_waits(house: Any, dns: Dns) -> None:
    bids = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    other = house.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    house.clock.forward(hours=71, minutes=59)
    dns.up = False
    plain = house.raw("red", "1a\n", Date=format_datetime(house.clock.now()), to="orders@game.test")
    raw = plain.replace(b"\n", b"\r\n")
    signature: bytes = dkim.sign(raw, b"phone", b"players.test", PEM)
    row = house.put(signature + raw)
    assert (row.status.value, row.campaign_id) == ("received", bids)
    house.clock.forward(minutes=2)
    assert deadlines.run(house.service) == 1, "of the other campaign"
    with reading(house.service.engine) as session:
        assert table_of_campaign(house.service.work(session), other).head.sequence > 0
    dns.up = True
    house.clock.forward(minutes=3)
    sweep(house.service, LEASE)
    assert status(house, row) == "handled"
    assert sealed(house, bids) == {"red"}, "its own deadline has waited"


def test_a_dns_that_stays_down_holds_the_mail_until_it_is_confirmed_or_processed_again(house: Any, dns: Dns) -> None:
    campaign = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    row = house.put(signed(house, "red", "1a\n"))
    for _ in range(12):
        house.clock.forward(minutes=5)
        sweep(house.service, LEASE)
    assert status(house, row) == "held"
    assert [address for address, _ in house.deliver()] == ["red@players.test"], "asked once whether it is his"
    assert dns.asked < 12
    dns.up = True
    wanted = Visitor("Mila"), Reprocess(mail=str(row.id))
    shown, _ = treat(house.service, None, *wanted)
    assert status(house, row) == "held", "shown only"
    assert treat(house.service, shown, *wanted)[0].value.status.value == "handled"
    assert sealed(house, campaign) == {"red"}
