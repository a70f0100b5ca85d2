"""Our own check: real keys, real signatures, and a DNS that is a dictionary."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.dkim_check import MOST_SIGNATURES, dkim_verdict
from adjudicator.mail.model import ReadMail
from adjudicator.mail.read import read_mail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.mail.sender_authentication import AuthSettings, Trust, authenticity

OWN = OwnAddresses(addresses=("orders@game.test",))
ARRIVED = datetime(2026, 11, 20, 9, 5, tzinfo=UTC)
AUTH = AuthSettings(trust=Trust.DKIM, sealers=("lists.test",))
TEXT = (
    b"From: Anna <anna@players.test>\r\nTo: orders+tok@game.test\r\nSubject: Re: question 12\r\n"
    b"Date: Fri, 20 Nov 2026 09:00:00 +0000\r\nMessage-ID: <1@players.test>\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n\r\n12a\r\nPass\r\n"
)
HEADERS = [b"from", b"to", b"subject", b"date", b"message-id", b"content-type"]


@cache
def key(bits: int = 2048) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def pem(bits: int = 2048) -> bytes:
    return key(bits).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )


def record(bits: int = 2048) -> bytes:
    der = (
        key(bits).public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(der)


def dns(name: bytes, seconds: float) -> bytes | None:
    """Every domain of these tests has one key for every selector; the second domain says who may sign for it."""
    assert 0 < seconds <= 10
    return {
        b"_dmarc.players.test.": b"v=DMARC1; p=none",
        b"_dmarc.strict.test.": b"v=DMARC1; p=none; adkim=s",
        b"_dmarc.suffix.test.": b"v=DMARC1; p=none; psd=y",
    }.get(name, record() if name.startswith(b"s._domainkey.") and not name.endswith(b".nokey.test.") else None)


def signed(raw: bytes, domain: bytes = b"players.test", headers: list[bytes] | None = None, **more: object) -> bytes:
    signature: bytes = dkim.sign(raw, b"s", domain, pem(), include_headers=headers or HEADERS, **more)
    return signature + raw


def verdict(raw: bytes, lookup: Callable[[bytes, float], bytes | None] = dns, auth: AuthSettings = AUTH) -> Verdict:
    return dkim_verdict(raw, read(raw), auth, ARRIVED, lookup)


def read(raw: bytes) -> ReadMail:
    return read_mail(raw, own=OWN)


@pytest.mark.parametrize("domain", [b"players.test", b"PLAYERS.test", b"mail.players.test"])
def test_a_signature_of_the_domain_or_of_a_child_that_may_sign_proves(domain: bytes) -> None:
    assert verdict(signed(TEXT, domain)).proof is Proof.PROVEN


def test_a_parent_signs_for_its_children() -> None:
    raw = TEXT.replace(b"anna@players.test", b"anna@mail.players.test")
    assert verdict(signed(raw)).proof is Proof.PROVEN
    shop = TEXT.replace(b"anna@players.test", b"anna@shop.suffix.test")
    assert verdict(signed(shop, b"suffix.test")).proof is Proof.UNPROVEN, "a public suffix speaks for nobody"


def test_a_sibling_does_not_sign_for_another() -> None:
    raw = TEXT.replace(b"anna@players.test", b"anna@mail.players.test")
    assert verdict(signed(raw, b"news.players.test")).proof is Proof.UNPROVEN


def test_line_ends_that_a_store_has_changed_are_restored() -> None:
    assert verdict(signed(TEXT).replace(b"\r\n", b"\n")).proof is Proof.PROVEN


@pytest.mark.parametrize("canonical", [(b"simple", b"simple"), (b"relaxed", b"relaxed"), (b"relaxed", b"simple")])
def test_every_canonical_form_is_read(canonical: tuple[bytes, bytes]) -> None:
    assert verdict(signed(TEXT, canonicalize=canonical)).proof is Proof.PROVEN


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (TEXT, "no signature"),
        (signed(TEXT).replace(b"12a", b"12b"), "dkim=fail players.test"),
        (signed(TEXT).replace(b"question 12", b"question 13"), "dkim=fail"),
        (signed(TEXT).replace(b"anna@players.test", b"boris@players.test"), "dkim=fail"),
        (signed(TEXT, b"elsewhere.test"), "is not players.test"),
        (signed(TEXT, b"evil-players.test"), "is not players.test"),
        (signed(TEXT, b"players.test.elsewhere.test"), "is not players.test"),
        (signed(TEXT, b"nokey.test"), "dkim="),
        (signed(TEXT, length=True), "covers only the beginning"),
        (signed(TEXT, length=True) + b"12c\r\n", "covers only the beginning"),
        (b"DKIM-Signature: v=1; a=rsa-sha256; d=players.test\r\n" + TEXT, "dkim=fail"),
        (b"DKIM-Signature: \xff\x01;;;\r\n" + TEXT, "own check"),
        (signed(TEXT.replace(b"anna@players.test", b"anna@strict.test"), b"mail.strict.test"), "is not strict.test"),
        (signed(TEXT.replace(b"anna@players.test", b"anna@suffix.test"), b"evil.suffix.test"), "is not suffix.test"),
    ],
)
def test_everything_else_proves_nothing(raw: bytes, why: str) -> None:
    found = verdict(raw)
    assert found.proof is Proof.UNPROVEN
    assert why in found.why


def test_orders_in_a_subject_that_is_not_signed_prove_nothing() -> None:
    without = [name for name in HEADERS if name != b"subject"]
    raw = TEXT.replace(b"Re: question 12", b"ORDERS: Pass").replace(b"12a\r\nPass\r\n", b"\r\n")
    assert verdict(signed(raw)).proof is Proof.PROVEN
    assert "leaves out subject" in verdict(signed(raw, headers=without)).why


def test_one_good_signature_among_others_is_enough_and_many_are_not_looked_at() -> None:
    good = signed(TEXT)
    bad = b"DKIM-Signature: v=1; a=rsa-sha256; d=elsewhere.test; s=s; h=from; bh=AAAA; b=AAAA\r\n"
    assert verdict(bad + good).proof is Proof.PROVEN
    assert verdict(bad * MOST_SIGNATURES + good).proof is Proof.UNPROVEN


@pytest.mark.parametrize("error", [dkim.DnsTimeoutError("slow"), OSError("no route")])
def test_a_dns_that_is_down_proves_nothing_and_is_named(error: Exception) -> None:
    def down(name: bytes, seconds: float) -> bytes | None:
        raise error

    found = verdict(signed(TEXT), down)
    assert found.proof is Proof.UNPROVEN
    assert found.passing
    assert "temperror" in found.why
    assert not verdict(TEXT, down).passing, "without a signature nothing is asked"


def test_the_names_of_a_mail_are_asked_once() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, seconds: float) -> bytes | None:
        asked.append(name)
        return dns(name, seconds)

    verdict(signed(signed(TEXT, b"elsewhere.test"), b"elsewhere.test"), counting)
    assert asked == [b"s._domainkey.elsewhere.test."]


def by_list(raw: bytes, sealer: bytes = b"lists.test", seen: bytes = b"dkim=pass header.d=players.test") -> bytes:
    """What a mailing list makes of a mail: a mark in the subject, a footer, its seal over what it saw before."""
    changed = raw.replace(b"Subject: ", b"Subject: [games] ") + b"-- \r\nThe list of games\r\n"
    results = b"Authentication-Results: lists.test; " + seen + b"\r\n"
    seal: list[bytes] = dkim.arc_sign(results + changed, b"s", sealer, pem(), b"lists.test")
    return b"".join(seal) + changed


def test_a_list_breaks_the_signature_of_the_author_and_its_seal_counts_if_it_is_named() -> None:
    raw = by_list(signed(TEXT))
    found = verdict(raw)
    assert found.proof is Proof.PROVEN
    assert found.why == "arc=pass lists.test: dkim=pass players.test"
    assert verdict(raw, auth=AuthSettings(trust=Trust.DKIM)).proof is Proof.UNPROVEN
    assert verdict(by_list(signed(TEXT), b"others.test")).proof is Proof.UNPROVEN


@pytest.mark.parametrize(
    "raw",
    [
        by_list(signed(TEXT)).replace(b"12a", b"12b"),
        by_list(TEXT, seen=b"dkim=none").replace(b"dkim=none", b"dkim=pass header.d=players.test"),
        by_list(TEXT, seen=b"dkim=none"),
        by_list(TEXT, seen=b"dkim=pass header.d=elsewhere.test"),
        by_list(TEXT, seen=b"spf=pass smtp.mailfrom=anna@players.test"),
    ],
)
def test_a_seal_proves_only_what_the_sealer_saw_on_a_chain_that_holds(raw: bytes) -> None:
    assert verdict(raw).proof is Proof.UNPROVEN


def test_a_forwarder_behind_the_list_must_be_named_too() -> None:
    first = by_list(signed(TEXT))
    results = b"Authentication-Results: forward.test; arc=pass; dkim=fail header.d=players.test\r\n"
    second = b"".join(dkim.arc_sign(results + first, b"s", b"forward.test", pem(), b"forward.test")) + first
    both = AuthSettings(trust=Trust.DKIM, sealers=("lists.test", "forward.test"))
    assert verdict(second, auth=both).proof is Proof.PROVEN
    assert verdict(second).proof is Proof.UNPROVEN


def test_with_a_receiving_server_its_word_on_the_chain_is_needed() -> None:
    raw = by_list(signed(TEXT))
    auth = AuthSettings(authserv_id="mx.game.test", sealers=("lists.test",))

    def judged(results: bytes, auth: AuthSettings = auth) -> Proof:
        return authenticity(read(b"Authentication-Results: " + results + b"\r\n" + raw), auth, ARRIVED).proof

    assert judged(b"mx.game.test; arc=pass; dkim=fail header.d=players.test; dmarc=none") is Proof.PROVEN
    assert judged(b"mx.game.test; arc=pass; dmarc=fail header.from=players.test") is Proof.PROVEN
    assert judged(b"mx.game.test; arc=fail; dmarc=fail header.from=players.test") is Proof.FORGED
    assert judged(b"mx.game.test; dkim=fail header.d=players.test") is Proof.UNPROVEN
    assert judged(b"mx.else.test; arc=pass") is Proof.UNPROVEN
    unnamed = AuthSettings(authserv_id="mx.game.test")
    assert judged(b"mx.game.test; arc=pass; dmarc=none", unnamed) is Proof.UNPROVEN
