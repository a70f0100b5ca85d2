"""A folder with more messages than one line of an answer can name is read as any other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import BinaryIO

import pytest

from adjudicator.mail.fetch import FetchCursor, Fetched, Mailbox
from adjudicator.mail.settings import ImapSettings, Tls
from tests.mail.test_announced_once import OneMail

MESSAGES = 100_000
LOWEST = 2_000_000_001
"""Uids of ten digits: all of them in one line are more than a client reads of a line."""
TODAY = 2_000
RAW = b"From: anna@x.test\r\n\r\n1a\r\n"


class Crowded(OneMail):
    """An IMAP server with a folder of many small messages."""

    def answer(self, tag: str, words: list[str], lines: BinaryIO) -> None:
        highest = LOWEST + MESSAGES - 1
        match words:
            case ["SELECT", _]:
                told = f"* {MESSAGES} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT {highest + 1}] ok\r\n"
            case ["UID", "SEARCH", "1"]:
                told = f"* SEARCH {LOWEST}\r\n"
            case ["UID", "SEARCH", *rest]:
                asked = next((each for each in rest if ":" in each), "1:*")
                first, _, last = asked.partition(":")
                end = highest if last == "*" else min(int(last), highest)
                lowest = LOWEST + (MESSAGES - TODAY if "SINCE" in rest else 0)
                uids = range(max(min(int(first), highest), lowest), end + 1)
                told = f"* SEARCH {' '.join(map(str, uids))}\r\n"
            case ["UID", "FETCH", uids, *items]:
                assert len(uids) < 8000, "servers bound the length of a command"
                told = "".join(self._message(int(uid), " ".join(items)) for uid in uids.split(","))
            case _:
                super().answer(tag, words, lines)
                return
        lines.write(f"{told}{tag} OK done\r\n".encode())

    def _message(self, uid: int, items: str) -> str:
        facts = f'UID {uid} RFC822.SIZE {len(RAW)} INTERNALDATE "20-Nov-2026 12:00:00 +0000"'
        body = f" BODY[] {{{len(RAW)}}}\r\n{RAW.decode()}" if "BODY" in items else ""
        return f"* {uid - LOWEST + 1} FETCH ({facts}{body})\r\n"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    server = Crowded(None)
    settings = ImapSettings(host="127.0.0.1", port=server.port, tls=Tls.NONE, user="orders", password="secret")
    with Mailbox.connect(settings) as opened:
        yield opened
    server.close()


def test_every_message_is_named(box: Mailbox) -> None:
    assert box.uids() == list(range(LOWEST, LOWEST + MESSAGES))


def test_times_are_asked_for_in_commands_that_a_server_reads(box: Mailbox) -> None:
    assert len(box.since(date(2026, 11, 20))) == TODAY


def test_what_is_new_is_fetched(box: Mailbox) -> None:
    last = FetchCursor(1, LOWEST + MESSAGES - 3)
    assert [each.uid for each in box.new_mails(last)] == [LOWEST + MESSAGES - 2, LOWEST + MESSAGES - 1]


def test_the_first_of_all_is_fetched_at_once(box: Mailbox) -> None:
    first = next(iter(box.new_mails(None)))
    assert isinstance(first, Fetched)
    assert (first.uid, first.raw) == (LOWEST, RAW)
