"""Mails that once took quadratic time, or longer: what they cost grows with their size, and stays small."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits, NoteCode, ReadMail
from adjudicator.mail.read import read_mail
from adjudicator.mail.results import Proof
from adjudicator.mail.sender_authentication import AuthSettings, authenticity

OWN = OwnAddresses(addresses=("orders@game.test",))
HEAD = b"From: Anna <anna@players.test>\r\nTo: orders@game.test\r\nMessage-ID: <a@players.test>\r\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
SECONDS = 5.0
"""Processor time; each takes less than one on the slowest of our machines, and took from ten seconds up."""


def html(unit: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html\r\n\r\n" + unit * (280_000 // len(unit))


def parts(many: int, head: bytes, body: bytes) -> bytes:
    return MIXED + (b"--x\r\n" + head + b"\r\n\r\n" + body + b"\r\n") * many + b"--x--\r\n"


COSTLY: dict[str, Callable[[], bytes]] = {
    "blanks in the angles of From": lambda: b"From: <" + b" " * 7_900 + b"!\r\n\r\nhelp\r\n",
    "a paragraph of soft breaks": lambda: (
        HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 250_000
    ),
    "struck out pieces": lambda: html(b"<s>a</s>bc"),
    "pictures": lambda: html(b"<img>abc"),
    "styles that begin and never end": lambda: html(b"<p style='" + b"color:rgba(," * 20_000 + b"'>a"),
    "white letters in each other": lambda: html(b"<font color=white>a"),
    "blocks of a sheet in each other": lambda: html(b"<style>" + b"{" * 90_000 + b"</style><p>a"),
    "selectors": lambda: html(b"<style>" + b":a(" * 30_000 + b"p," * 20_000 + b"p{color:red}</style><p>a"),
    "strings of a style": lambda: html(b"<p style='x:" + b'("' * 1_900 + b"'>a"),
    "pages for some programs": lambda: html(b"<!--[if x]>a-->b"),
    "letters": lambda: HEAD + b"\r\n" + b"press to a:\r\n" * 70_000,
    "parameters of parts": lambda: parts(90, b"Content-Type: text/plain; " + b"; " * 30_000, b"a"),
    "headers of an attached mail": lambda: parts(1, b"Content-Type: message/rfc822", b"a: b\r\n" * 580_000),
    "lines in many multiparts": lambda: (
        HEAD
        + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(19))
        + b"\r\n"
        + b"a\n" * 590_000
    ),
    "files of orders": lambda: parts(
        90, b"Content-Type: text/plain\r\nContent-Disposition: attachment; filename=orders.txt", b"a b\r\n" * 6_000
    ),
    "long lines that are quoted": lambda: HEAD + b"\r\n" + (b"> " + b"a " * 5_000 + b"\r\n") * 98,
    "long rows of a table": lambda: HEAD + b"\r\n" + (b"| " + b"a " * 5_000 + b"\r\n") * 98,
    "scanners": lambda: HEAD + b"\r\n" + (b"scanned by " * 36 + b"\r\n") * 2_500,
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_mail_that_took_too_long_is_read_or_set_aside_at_once(name: str) -> None:
    raw = COSTLY[name]()
    begun = time.process_time()
    read_mail(raw, own=OWN)
    assert time.process_time() - begun < SECONDS


def read(raw: bytes) -> ReadMail:
    return read_mail(raw, own=OWN)


def test_results_in_brackets_without_end_prove_nothing() -> None:
    mail = read(HEAD + b"Authentication-Results: mx.game.test; " + b"(" * 7_000 + b"\r\n\r\nhelp\r\n")
    verdict = authenticity(mail, AuthSettings(authserv_id="mx.game.test"), datetime(2026, 11, 20, tzinfo=UTC))
    assert verdict.proof is Proof.UNPROVEN


def test_lines_behind_the_limit_are_not_read_and_it_is_noted() -> None:
    most = Limits().text_lines
    mail = read(HEAD + b"\r\n12a\r\n" + b"> quoted\r\n" * most + b"12b\r\n")
    assert mail.lines == ("12a",)
    assert NoteCode.TEXT_CUT in [note.code for note in mail.notes]
    mail = read(HEAD + b"\r\n12a\r\n" + b"> quoted\r\n" * (most - 3) + b"12b\r\n")
    assert mail.lines == ("12a", "12b")
    assert NoteCode.TEXT_CUT not in [note.code for note in mail.notes]


def test_the_limit_of_lines_is_that_of_the_whole_mail() -> None:
    orders = b"Content-Type: text/plain\r\nContent-Disposition: attachment; filename=%s.txt\r\n\r\n%s\r\n"
    most = Limits().text_lines
    files = (orders % (b"orders", b"12a\r\n" + b"> a\r\n" * most), orders % (b"moves", b"12b"))
    mail = read(MIXED + b"".join(b"--x\r\n" + each for each in files) + b"--x--\r\n")
    assert mail.lines == ("12a",)
    assert not any(other.lines for other in mail.others)


def test_white_letters_on_a_colour_of_something_around_them_are_seen() -> None:
    white = b"<p><font color=white>12b</font></p>"
    mail = read(HEAD + b"Content-Type: text/html\r\n\r\n<p>12a</p>" + white)
    assert mail.lines == ("12a",)
    shown = b"<div bgcolor=navy>" + white + b"</div>"
    assert read(HEAD + b"Content-Type: text/html\r\n\r\n<p>12a</p>" + shown).lines == ("12a", "12b")


def test_the_text_behind_what_is_left_out_stays() -> None:
    body = b"<p>12<s>x</s>a<img>+d1<b hidden>y</b>, <del>z</del>12b</p>"
    assert read(HEAD + b"Content-Type: text/html\r\n\r\n" + body).lines == ("12a+d1, 12b",)
