"""The stages that a mail passes, to the queued answer, and where in a mail a text can grow for each."""

# ruff: noqa: E501 - lists that are read as they are written

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.dkim_check import dkim_verdict
from adjudicator.mail.model import Limits
from adjudicator.mail.read import read_mail
from adjudicator.mail.sender_authentication import AuthSettings, authenticity
from adjudicator.service.commands.splitting import split
from tests.fuzz.asked import SCENES, asked

OWN = OwnAddresses(addresses=("orders@game.test",))
NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
_FROM = "From: Anna <red@players.test>\r\n"
_HEAD = (
    _FROM + "To: orders+redtokenredtokenred2@game.test\r\nMessage-ID: <a@players.test>\r\n"
    "Date: Fri, 20 Nov 2026 08:00:00 +0000\r\n"
)
AUTH = AuthSettings(authserv_id="mx.game.test")
SEALED = AuthSettings(authserv_id="mx.game.test", sealers=("a.b",))
LIMITS = Limits()


class Stage(NamedTuple):
    """A place in a mail, filled with a text; what is done with that mail; how many characters are tried."""

    name: str
    mail: Callable[[str], bytes]
    size: int
    do: Callable[[bytes], object]


def taken(raw: bytes) -> object:
    """Read, judged, taken apart: all that is done for anybody at all."""
    mail = read_mail(raw, own=OWN, limits=LIMITS)
    return authenticity(mail, AUTH, NOW), split(mail, desk=True)


def checked(raw: bytes) -> object:
    """The same by our own check of signatures; DNS knows nothing."""
    mail = read_mail(raw, own=OWN, limits=LIMITS)
    return dkim_verdict(raw, mail, SEALED, NOW, lambda name, seconds: b"v=DKIM1; p=")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _header(name: str, *, only: str = "", behind: str = "") -> Callable[[str], bytes]:
    def made(text: str) -> bytes:
        head = only or _HEAD
        return _bytes(f"{head}{name}: {behind}{_one_line(text)}\r\n\r\nhelp\r\n")

    return made


def _one_line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "\r\n ")


def _part(kind: str, more: str = "") -> Callable[[str], bytes]:
    return lambda text: _bytes(f"{_HEAD}Content-Type: {kind}\r\n{more}\r\n") + _bytes(text)


def _marked(mark: str) -> Callable[[str], bytes]:
    return lambda text: _bytes(f"{_HEAD}Content-Type: {TYPED}\r\n\r\n{mark} {' '.join(text.splitlines())}\r\n1a\r\n")


def _in_charset(declared: str, real: str) -> Callable[[str], bytes]:
    return lambda text: (
        _bytes(f"{_HEAD}Content-Type: text/plain; charset={declared}\r\n\r\n") + text.encode(real, "replace")
    )


def _attached(kind: str, name: str, data: Callable[[str], bytes]) -> Callable[[str], bytes]:
    def made(text: str) -> bytes:
        head = f"{_HEAD}Content-Type: multipart/mixed; boundary=zz\r\n\r\n--zz\r\nContent-Type: {kind}\r\n"
        head += f"Content-Disposition: attachment; filename={name}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        return head.encode() + base64.encodebytes(data(text)) + b"--zz--\r\n"

    return made


_TNEF = struct.pack("<IH", 0x223E9F78, 1)


def _tnef(text: str) -> bytes:
    body = _bytes(text)
    return _TNEF + struct.pack("<BII", 1, 0x0002800C, len(body)) + body + b"\0\0"


def _report(kind: str, part: str) -> Callable[[str], bytes]:
    def made(text: str) -> bytes:
        head = f"{_HEAD}Content-Type: multipart/report; report-type={kind}; boundary=zz\r\n\r\n--zz\r\n"
        return _bytes(f"{head}Content-Type: {part}\r\n\r\n{text}\r\n--zz--\r\n")

    return made


def _free_bounce(text: str) -> bytes:
    return _bytes(f"From: mailer-daemon@a.b\r\nReturn-Path: <>\r\nSubject: undeliverable\r\n\r\n{text}")


def _styled(text: str) -> bytes:
    value = text.replace('"', "")
    return _bytes(f'{_HEAD}Content-Type: text/html\r\n\r\n<p style="{value}">help</p>')


def _answer(scene: int) -> Callable[[str], bytes]:
    return lambda text: asked(scene).answer(text)


HEADERS = ("Subject", "Cc", "References", "In-Reply-To", "Return-Path", "List-Id", "Received", "Precedence",
    "Auto-Submitted", "Content-Disposition", "Content-Transfer-Encoding", "X-A", "Delivered-To", "Sender")  # fmt: skip


SIGNED = "v=1; a=rsa-sha256; d=players.test; s=a; h=from; bh=YQ==; b=YQ==; "
MULTI = "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
TYPED = "text/plain; charset=utf-8"


def stages() -> Iterator[Stage]:
    """All of them. The sizes are those at which a fault of a power of two shows, within the limits."""
    text, line, short = 96_000, 48_000, 7_800
    for name in HEADERS:
        yield Stage(f"header {name}", _header(name), line, taken)
        yield Stage(f"short header {name}", _header(name), short, taken)
    yield Stage("short header From", _header("From", only="To: orders@game.test\r\n"), short, taken)
    yield Stage(
        "short header From, name", lambda t: _bytes(f"From: {_one_line(t)} <a@b.c>\r\n\r\nhelp\r\n"), short, taken
    )
    yield Stage("short header To", _header("To", only=_FROM), short, taken)
    yield Stage(
        "short Authentication-Results", _header("Authentication-Results", behind="mx.game.test; "), short, taken
    )
    yield Stage("header From", _header("From", only="To: orders@game.test\r\n"), line, taken)
    yield Stage("header From, name", lambda t: _bytes(f"From: {_one_line(t)} <a@b.c>\r\n\r\nhelp\r\n"), line, taken)
    yield Stage("header To", _header("To", only=_FROM), line, taken)
    yield Stage("header Message-ID", _header("Message-ID", only=_FROM), line, taken)
    yield Stage("header Date", _header("Date", only=_FROM), line, checked)
    yield Stage("header Content-Type", _header("Content-Type"), line, taken)
    yield Stage("header Content-Type, parameters", _header("Content-Type", behind="text/plain; "), line, taken)
    yield Stage("header Content-Type, multipart", _header("Content-Type", behind="multipart/mixed; "), line, taken)
    yield Stage("Authentication-Results", _header("Authentication-Results", behind="mx.game.test; "), line, taken)
    yield Stage("DKIM-Signature", _header("DKIM-Signature"), line, checked)
    yield Stage("DKIM-Signature, tags", _header("DKIM-Signature", behind=SIGNED), line, checked)
    yield Stage(
        "ARC-Seal", _header("ARC-Seal", behind="i=1; a=rsa-sha256; cv=none; d=a.b; s=a; b=YQ==; "), line, checked
    )
    yield Stage(
        "body under a signature",
        lambda t: _bytes(f"{_HEAD}DKIM-Signature: {SIGNED}c=relaxed/relaxed\r\n\r\n{t}"),
        text,
        checked,
    )
    yield Stage("header block", lambda t: _bytes(f"{_HEAD}{t}\r\n\r\nhelp\r\n"), line, taken)
    yield Stage("anything", _bytes, text, taken)
    yield Stage("text", _part(TYPED), text, taken)
    yield Stage("text below a line", _part(TYPED, "\r\n1a\r\n"), text, taken)
    for mark in (">", "|"):
        yield Stage(f"a line behind {mark}", _marked(mark), line, taken)
    yield Stage("flowed", _part("text/plain; charset=utf-8; format=flowed"), text, taken)
    yield Stage("flowed, delsp", _part("text/plain; charset=utf-8; format=flowed; delsp=yes"), text, taken)
    yield Stage("html", _part("text/html; charset=utf-8"), text, taken)
    yield Stage("html style", _styled, text, taken)
    yield Stage("enriched", _part("text/enriched; charset=utf-8"), text, taken)
    yield Stage("quoted-printable", _part(TYPED, "Content-Transfer-Encoding: quoted-printable\r\n"), text, taken)
    yield Stage("base64", _part(TYPED, "Content-Transfer-Encoding: base64\r\n"), text, taken)
    yield Stage("uuencode", _part("text/plain", "Content-Transfer-Encoding: x-uuencode\r\n"), text, taken)
    for declared, real in (("us-ascii", "cp1251"), ("cp1251", "koi8-r"), ("koi8-r", "utf-8"), ("utf-16", "utf-16"),
                           ("utf-7", "utf-8"), ("iso-2022-jp", "utf-8"), ("hz", "utf-8"), ("latin-1", "utf-8"), ("gb18030", "utf-8")):  # fmt: skip
        yield Stage(f"{real} as {declared}", _in_charset(declared, real), text, taken)
    yield Stage("attached orders", _attached("text/plain", "orders.txt", _bytes), text, taken)
    yield Stage("winmail.dat", _attached("application/ms-tnef", "winmail.dat", _tnef), text, taken)
    yield Stage(
        "winmail.dat, attributes",
        _attached("application/ms-tnef", "winmail.dat", lambda t: _TNEF + _bytes(t)),
        text,
        taken,
    )
    yield Stage("multipart", lambda t: _bytes(f"{_HEAD}{MULTI}{t}\r\n--x--\r\n"), text, taken)
    yield Stage(
        "alternative",
        lambda t: _bytes(f"{_HEAD}{MULTI}--x\r\n\r\n{t}\r\n--x\r\nContent-Type: text/html\r\n\r\n{t}\r\n--x--\r\n"),
        text,
        taken,
    )
    yield Stage("delivery report", _report("delivery-status", "message/delivery-status"), text, taken)
    yield Stage("returned mail", _report("delivery-status", "message/rfc822"), text, taken)
    yield Stage("complaint", _report("feedback-report", "message/feedback-report"), text, taken)
    yield Stage("bounce in words", _free_bounce, text, taken)
    for number, scene in enumerate(SCENES):
        yield Stage(f"orders, {scene.name}", _answer(number), text, lambda raw, number=number: asked(number).read(raw))
