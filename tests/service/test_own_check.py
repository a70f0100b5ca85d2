"""An installation that checks signatures itself: what is proven counts, the rest is held."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Iterator
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from adjudicator.service import mail_acts
from adjudicator.service.matches import table_of_campaign
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading

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


def signed(raw: bytes) -> bytes:
    raw = raw.replace(b"\n", b"\r\n")
    signature: bytes = dkim.sign(
        raw, b"phone", b"players.test", PEM, include_headers=[b"from", b"to", b"subject", b"message-id"]
    )
    return signature + raw


def test_a_signed_mail_counts_and_an_unsigned_one_is_held(house: Any, dns: Dns) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert house.put(signed(house.raw("red", "1a\n"))).status.value == "handled"
    assert dns.asked == 1
    row = house.put(house.raw("blue", "2а\n"))
    assert (row.status.value, row.hold, row.reason) == ("held", "unproven", "own check: no signature")
    forged = house.put(signed(house.raw("blue", "2а\n")).replace(b"Subject: Re", b"Subject: Fw"))
    assert (forged.status.value, forged.reason) == ("held", "own check: dkim=fail players.test")


def test_a_dns_that_is_down_holds_the_mail_until_it_is_processed_again(house: Any, dns: Dns) -> None:
    campaign = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    dns.up = False
    row = house.put(signed(house.raw("red", "1a\n")))
    assert row.status.value == "held"
    assert "temperror" in row.reason
    dns.up = True
    assert mail_acts.reprocess(house.service, row.id, by="Mila").status.value == "handled"
    with reading(house.service.engine) as session:
        assert set(table_of_campaign(session, campaign, house.clock.now()).match.sealed) == {"red"}
