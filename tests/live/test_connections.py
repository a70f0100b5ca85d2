"""What happens to connections and mailboxes: nothing is lost, nobody is answered twice."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from sqlmodel import col, select

from adjudicator.mail.fetch import Mailbox, MailboxLost
from adjudicator.mail.send import TemporaryFailure, hand_over
from adjudicator.service.outbox.delivery import imap_settings, smtp_settings
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import MailPlace
from tests.live.installation import PATIENCE, Installation, reply, settings_for, until
from tests.live.proxy import Proxy
from tests.live.stack import WITHOUT_MOVE, WITHOUT_UIDPLUS, MailStack

RED, BLUE = "red@players.test", "blue@players.test"
ORDERS = "orders@game.test"

OpenInstallation = Callable[[Settings], Installation]


def order(installation: Installation, text: str = "1a\n") -> str:
    """Red orders; returns the Message-ID."""
    mail = reply(installation.inbox(RED)[0], RED, text)
    installation.stack.submit(mail)
    return str(mail["Message-ID"])


def uidvalidity(installation: Installation) -> int:
    """The number that says whether uids still mean the same mails (RFC 9051, 2.3.1.1)."""
    with installation.stack.mailbox(ORDERS) as imap:
        return int(imap.select_folder("INBOX", readonly=True)[b"UIDVALIDITY"])


def begin(installation: Installation) -> int:
    campaign = installation.create(red=RED, blue=BLUE)
    installation.first(RED)
    return campaign


def test_idle_brings_a_mail_long_before_the_next_poll(
    open_installation: OpenInstallation, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    idling, idle = threading.Event(), Mailbox._idle

    def told(box: Mailbox, until: float, stop: threading.Event | None) -> None:
        idling.set()
        try:
            idle(box, until, stop)
        finally:
            idling.clear()

    monkeypatch.setattr(Mailbox, "_idle", told)
    installation = open_installation(settings)
    assert installation.service.settings.mail.imap.poll_seconds >= 300
    begin(installation)
    order(installation)
    installation.until(installation.mails)
    assert idling.wait(PATIENCE), "the poller is in IDLE again"
    begun = time.monotonic()
    order(installation, "1b\n")
    installation.until(lambda: len(installation.mails()) == 2)
    assert time.monotonic() - begun < installation.service.settings.mail.imap.poll_seconds


def test_a_wrong_certificate_is_refused_both_ways(stack: MailStack, tmp_path: Path) -> None:
    settings = settings_for(stack, tmp_path, certificate=stack.strangers_certificate)
    with pytest.raises(MailboxLost, match="CERTIFICATE_VERIFY_FAILED"):
        Mailbox.connect(imap_settings(settings))
    handed = asyncio.run(hand_over(b"", sender=ORDERS, recipient=RED, settings=smtp_settings(settings)))
    assert isinstance(handed, TemporaryFailure)
    assert "certificate verify failed" in handed.text.lower()
    right = settings_for(stack, tmp_path)
    Mailbox.connect(imap_settings(right)).close()


def test_after_a_restart_of_the_imap_server_the_poller_goes_on(installation: Installation) -> None:
    begin(installation)
    first = order(installation)
    installation.until(lambda: installation.handled(first))
    installation.stack.stop_dovecot()
    installation.stack.start_dovecot()
    second = order(installation, "1b\n")
    assert installation.settled(second).how == "handled"


def test_a_rebuilt_mailbox_answers_nobody_twice(
    installation: Installation, open_installation: OpenInstallation
) -> None:
    campaign = begin(installation)
    first = order(installation)
    installation.until(lambda: installation.handled(first))
    installation.until(lambda: installation.stack.read(ORDERS) == [])
    bids, mails = installation.bids(campaign), len(installation.outbox())
    before = uidvalidity(installation)
    installation.stack.stop_dovecot()
    maildir = installation.stack.maildir(ORDERS)
    for path in maildir.rglob("dovecot*"):
        path.unlink()
    # whoever rebuilt it also put everything back into the INBOX
    handled = [path for part in ("new", "cur") for path in (maildir / ".Handled" / part).iterdir()]
    assert len(handled) == 1
    for path in handled:
        shutil.move(path, maildir / "cur" / path.name.partition(":")[0])
    installation.stack.start_dovecot()
    assert uidvalidity(installation) != before
    second = order(installation, "1b\n")
    assert installation.settled(second).how == "handled"
    installation.until(lambda: installation.stack.read(ORDERS) == [])
    assert [mail.message_id for mail in installation.mails()] == [first, second]
    with reading(installation.service.engine) as session:
        seen = session.execute(select(col(MailPlace.uidvalidity), col(MailPlace.inbound_mail_id))).all()
    places = {number: validity for validity, number in seen}
    assert sorted(number for _, number in seen) == [1, 1, 2], "the first mail was fetched again under the new number"
    assert len({validity for validity, number in seen if number == 1}) == 2
    assert places[2] == uidvalidity(installation)
    assert installation.bids(campaign).keys() == bids.keys()
    assert len(installation.outbox()) == mails + 1


def test_a_folder_that_was_deleted_is_made_again(installation: Installation) -> None:
    begin(installation)
    first = order(installation)
    installation.until(lambda: installation.handled(first))
    installation.until(lambda: len(installation.stack.read(ORDERS, "Handled")) == 1)
    with installation.stack.mailbox(ORDERS) as imap:
        imap.delete_folder("Handled")
    second, third = order(installation, "1b\n"), order(installation, "1c\n")
    for each in (second, third):
        installation.until(lambda each=each: installation.handled(each))  # type: ignore[misc]
    installation.until(lambda: len(installation.stack.read(ORDERS, "Handled")) == 2)


def test_a_full_mailbox_of_ours_refuses_new_mail_and_loses_none(installation: Installation) -> None:
    campaign = begin(installation)
    installation.stack.limit(ORDERS, "*:bytes=10")
    try:
        order(installation)
        bounce = installation.until(lambda: installation.inbox(RED)[1:])[0]
    finally:
        installation.stack.limit(ORDERS, "")
    assert bounce.get_content_type() == "multipart/report", "the player hears of it from his own server"
    assert installation.bids(campaign) == {}
    second = order(installation)
    assert installation.settled(second).how == "handled"


def test_a_folder_that_takes_nothing_delays_filing_but_no_orders(
    stack: MailStack, tmp_path: Path, open_installation: OpenInstallation
) -> None:
    with stack.mailbox(ORDERS) as imap:
        imap.create_folder("Handled")
    folder = stack.maildir(ORDERS) / ".Handled"
    installation = open_installation(settings_for(stack, tmp_path, poll_seconds=2))
    parts = [folder / "tmp", folder / "cur", folder / "new", folder]
    try:
        for part in parts:
            part.chmod(0o000)
        begin(installation)
        for text in ("1a\n", "1b\n"):
            id = order(installation, text)
            assert installation.until(lambda id=id: installation.handled(id)).status == "handled"  # type: ignore[misc]
        assert len(stack.read(ORDERS)) == 2
    finally:
        for part in reversed(parts):
            part.chmod(0o700)
    installation.until(lambda: stack.read(ORDERS) == [])
    assert len(installation.mails()) == 2


def test_a_slow_connection_is_slow_and_nothing_else(
    stack: MailStack, tmp_path: Path, open_installation: OpenInstallation
) -> None:
    with Proxy(stack.imap, bytes_per_second=4000) as wire:
        installation = open_installation(settings_for(stack, tmp_path, imap_port=wire.port))
        begin(installation)
        first = order(installation)
        assert installation.settled(first).how == "handled"
        assert wire.connections == 1


def test_a_half_open_connection_is_noticed_and_replaced(
    stack: MailStack, tmp_path: Path, open_installation: OpenInstallation
) -> None:
    with Proxy(stack.imap) as wire:
        installation = open_installation(settings_for(stack, tmp_path, imap_port=wire.port, timeout=2, poll_seconds=2))
        begin(installation)
        first = order(installation)
        installation.until(lambda: installation.handled(first))
        wire.silence()
        second = order(installation, "1b\n")
        assert installation.settled(second).how == "handled"
        assert wire.connections >= 2
        until(lambda: [m.status for m in installation.mails()] == ["handled", "handled"])


@pytest.mark.parametrize("host", ["localhost", WITHOUT_MOVE, WITHOUT_UIDPLUS])
def test_the_server_tells_how_late_it_is_and_keeps_nothing_of_the_question(
    settings: Settings, open_installation: OpenInstallation, host: str
) -> None:
    installation = open_installation(settings)
    box_of = imap_settings(settings)
    with Mailbox.connect(box_of) as box:
        box.ensure_folder("Handled")
        assert not box.is_remote, "so its word counts only where the operator says so"
    handled = msgspec.structs.replace(box_of, folder="Handled", host=host)
    before = datetime.now(UTC) - timedelta(seconds=1)
    with Mailbox.connect(handled) as box:
        assert before <= box.time() <= datetime.now(UTC)
        assert box.uids() == []
    assert installation.stack.read(ORDERS) == []
