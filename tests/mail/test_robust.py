"""No bytes make `read_mail` raise, run long, or fall back on its last resort."""

import random
import time
from collections.abc import Iterator

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits, Nature, ReadMail
from adjudicator.mail.read import read_mail

SEED = 20261120
ROUNDS = 4
HEAD = b"From: Anna <anna@players.test>\r\nTo: orders+h7k2m9qa@game.test\r\nMIME-Version: 1.0\r\n"


def _spoiled(raw: bytes, rng: random.Random) -> Iterator[bytes]:
    """The mail with bytes flipped, cut at both ends, doubled, and pieces repeated or swapped."""
    flipped = bytearray(raw)
    for _ in range(rng.randint(1, 40)):
        flipped[rng.randrange(len(raw))] = rng.randrange(256)
    yield bytes(flipped)
    yield raw[: rng.randrange(len(raw))]
    yield raw[rng.randrange(len(raw)) :]
    yield raw + raw
    start, end = sorted((rng.randrange(len(raw)), rng.randrange(len(raw))))
    yield raw[:end] + raw[start:]
    yield raw[:start] + raw[end:] + raw[start:end]


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(30 * ROUNDS, marks=pytest.mark.long)])
def test_spoiled_samples_end_in_a_reading(all_samples: "tuple[object, ...]", own: OwnAddresses, rounds: int) -> None:
    rng = random.Random(SEED)
    slowest = 0.0
    for sample in all_samples:
        raw: bytes = sample.raw  # type: ignore[attr-defined]
        for _ in range(rounds if len(raw) < 10_000 else 2):
            for spoiled in _spoiled(raw, rng):
                begun = time.process_time()
                mail = read_mail(spoiled, own=own)
                slowest = max(slowest, time.process_time() - begun)
                assert isinstance(mail, ReadMail)
                assert not mail.nature_why.startswith("internal error"), (mail.nature_why, spoiled)
    assert slowest < 5.0


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0",
        b"\r\n\r\n",
        b"\xff" * 1000,
        b":" * 1000,
        b"From:",
        b"From: \r\n\r\n",
        b"From: [\r\n\r\nx",
        b'From: "' + b"\\" * 500 + b'" <a@b.test>\r\n\r\nx',
        HEAD + b"Content-Type: text/plain; charset=\x00\xff\r\n\r\n\xff",
        HEAD + b"Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n",
        HEAD + b"Content-Type: text/html\r\n\r\n<!-- only a comment -->",
        HEAD + b"Content-Type: text/html\r\n\r\n<?xml version='1.0' encoding='utf-16'?><p>12a</p>",
        HEAD + b"Content-Type: application/ms-tnef; name=winmail.dat\r\n\r\n\x78\x9f\x3e\x22",
        HEAD + b"Content-Type: message/rfc822\r\n\r\n" + HEAD + b"\r\nPass",
    ],
)
def test_odd_bytes_end_in_a_reading(raw: bytes, own: OwnAddresses) -> None:
    mail = read_mail(raw, own=own)
    assert not mail.nature_why.startswith("internal error"), mail.nature_why


def _nested(levels: int) -> bytes:
    text = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(levels))
    return HEAD + text + b"Content-Type: text/plain\r\n\r\nPass\r\n"


def _parts(count: int) -> bytes:
    part = b"--x\r\nContent-Type: text/plain\r\n\r\na\r\n"
    return HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + part * count + b"--x--\r\n"


LARGE = {
    "size": (HEAD + b"\r\n" + b"Pass\r\n" * 400_000, "size"),
    "header bytes": (HEAD + b"X-A: " + b"a" * 70_000 + b"\r\n\r\nPass", "header size"),
    "headers": (HEAD + b"X-A: a\r\n" * 3000 + b"\r\nPass", "headers"),
    "1200 levels": (_nested(1200), "levels"),
    "25 levels": (_nested(25), "levels"),
    "100000 parts": (_parts(100_000), "parts"),
    "lines": (HEAD + b"\r\n" + b"a\r\n" * 9_000_000, "lines"),
    "attached mails": (HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 20_000, "levels"),
    "reported recipients": (
        HEAD + b"Content-Type: message/delivery-status\r\n\r\n" + b"A: b\r\n\r\n" * 250_000,
        "parts",
    ),
    "110 parts": (_parts(110), "parts"),
}


@pytest.mark.parametrize("name", LARGE)
def test_over_a_limit_a_mail_is_set_aside_at_once(name: str, own: OwnAddresses) -> None:
    raw, limit = LARGE[name]
    begun = time.process_time()
    mail = read_mail(raw, own=own, limits=Limits(mail_bytes=2_000_000) if limit == "size" else Limits())
    assert time.process_time() - begun < 2.5
    assert mail.nature is Nature.UNREADABLE
    assert mail.nature_why == f"over the limit: {limit}"
    assert mail.message_id == f"sha256:{mail.raw_hash}"


SLOW = {
    "encoded words": HEAD + b"Subject: " + b"=?utf-8?Q?a?= " * 4_000 + b"\r\n\r\nPass",
    "recipients": HEAD + b"Cc: " + b"a@b.test, " * 6_000 + b"\r\n\r\nPass",
    "one long line": HEAD + b"\r\n" + b"On 20.11.2026 " * 70_000,
    "attributions": HEAD + b"\r\n" + b"On Fri, Nov 20, 2026 at 9:01 <\r\nx:\r\n" * 25_000,
    "quotes": HEAD + b"\r\n" + b">" * 900_000,
    "quote lines": HEAD + b"\r\n" + b"> > > a\r\n" * 100_000,
    "header blocks": HEAD + b"\r\n" + b"From: a\r\n\r\n" * 80_000,
    "rules": HEAD + b"\r\n" + b"----------\r\n\r\n" * 70_000,
    "order blocks": HEAD + b"\r\n" + b"ORDERS\r\n" * 100_000,
    "quoted blocks": HEAD + b"\r\n" + b"> ORDERS\r\n> a\r\n" * 60_000,
    "blank lines": HEAD + b"\r\n" + b"\r\n" * 400_000,
    "tabs": HEAD + b"\r\n" + b"\t" * 900_000 + b"x",
    "underscores": HEAD + b"\r\nORDERS\r\n" + b"_" * 900_000 + b"\r\n" + b"_!" * 40_000,
    "html depth": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div>" * 50_000 + b"Pass",
    "html quotes": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<blockquote>" * 20_000 + b"Pass",
    "html comments": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<!--" * 100_000,
    "html table": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<table><tr><td>" * 5_000,
    "html styles": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<p style='font-size:1px'>a</p>" * 20_000,
    "unknown charset": HEAD + b"Content-Type: text/plain; charset=x-a\r\n\r\n" + b"\xcf\xe0\xf1 \xf2\r\n" * 150_000,
    "flowed": HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 200_000,
    "pgp": HEAD + b"\r\n" + b"-----BEGIN PGP SIGNATURE-----\r\n" * 30_000 + b"-----BEGIN PGP SIGNED MESSAGE-----",
    "continuations": HEAD + b"X-A: a\r\n" + b" a\r\n" * 14_000 + b"\r\nPass",
    "delivery reports": HEAD
    + b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
    + b"--b\r\nContent-Type: message/delivery-status\r\n\r\nA: b\r\n\r\nA: b\r\n"
    + b" a\r\n" * 200_000
    + b"\r\nA: b\r\n" * 19_000,
    "boundary words": HEAD + b"\r\n" + b"boundary=" * 100_000,
    "disclaimers": HEAD + b"\r\n" + b"this mail is confidential information " * 25_000,
    "disclaimer lines": HEAD + b"\r\n" + b"the mail of the the the the the e-mail\r\n" * 25_000,
}


@pytest.mark.parametrize("name", SLOW)
def test_nothing_under_the_limits_takes_long(name: str, own: OwnAddresses) -> None:
    begun = time.process_time()
    mail = read_mail(SLOW[name], own=own)
    spent = time.process_time() - begun
    assert not mail.nature_why.startswith("internal error"), mail.nature_why
    assert spent < 5.0, f"{spent:.1f} s"
