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
from adjudicator.service.outbox.wire import imap_settings, smtp_settings
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import MailPlace
from tests.live.house import PATIENCE, House, reply, settings_for, until
from tests.live.proxy import Proxy
from tests.live.stack import WITHOUT_MOVE, WITHOUT_UIDPLUS, MailStack

RED, BLUE = "red@players.test", "blue@players.test"
ORDERS = "orders@game.test"

OpenHouse = Callable[[Settings], House]


def order(house: House, text: str = "1a\n") -> str:
    """Red orders; returns the Message-ID."""
    mail = reply(house.inbox(RED)[0], RED, text)
    house.stack.submit(mail)
    return str(mail["Message-ID"])


def uidvalidity(house: House) -> int:
    """The number that says whether uids still mean the same mails (RFC 9051, 2.3.1.1)."""
    with house.stack.mailbox(ORDERS) as imap:
        return int(imap.select_folder("INBOX", readonly=True)[b"UIDVALIDITY"])


def begin(house: House) -> int:
    campaign = house.create(red=RED, blue=BLUE)
    house.first(RED)
    return campaign


def test_idle_brings_a_mail_long_before_the_next_poll(
    open_house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    idling, idle = threading.Event(), Mailbox._idle

    def told(box: Mailbox, until: float, stop: threading.Event | None) -> None:
        idling.set()
        try:
            idle(box, until, stop)
        finally:
            idling.clear()

    monkeypatch.setattr(Mailbox, "_idle", told)
    house = open_house(settings)
    assert house.service.settings.mail.imap.poll_seconds >= 300
    begin(house)
    order(house)
    house.until(house.mails)
    assert idling.wait(PATIENCE), "the poller is in IDLE again"
    begun = time.monotonic()
    order(house, "1b\n")
    house.until(lambda: len(house.mails()) == 2)
    assert time.monotonic() - begun < house.service.settings.mail.imap.poll_seconds


def test_a_wrong_certificate_is_refused_both_ways(stack: MailStack, tmp_path: Path) -> None:
    settings = settings_for(stack, tmp_path, certificate=stack.strangers_certificate)
    with pytest.raises(MailboxLost, match="CERTIFICATE_VERIFY_FAILED"):
        Mailbox.connect(imap_settings(settings))
    handed = asyncio.run(hand_over(b"", sender=ORDERS, recipient=RED, settings=smtp_settings(settings)))
    assert isinstance(handed, TemporaryFailure)
    assert "certificate verify failed" in handed.text.lower()
    right = settings_for(stack, tmp_path)
    Mailbox.connect(imap_settings(right)).close()


def test_after_a_restart_of_the_imap_server_the_poller_goes_on(house: House) -> None:
    begin(house)
    first = order(house)
    house.until(lambda: house.handled(first))
    house.stack.stop_dovecot()
    house.stack.start_dovecot()
    second = order(house, "1b\n")
    assert house.settled(second).how == "handled"


def test_a_rebuilt_mailbox_answers_nobody_twice(house: House, open_house: OpenHouse) -> None:
    campaign = begin(house)
    first = order(house)
    house.until(lambda: house.handled(first))
    house.until(lambda: house.stack.read(ORDERS) == [])
    bids, mails = house.bids(campaign), len(house.outbox())
    before = uidvalidity(house)
    house.stack.stop_dovecot()
    maildir = house.stack.maildir(ORDERS)
    for path in maildir.rglob("dovecot*"):
        path.unlink()
    # whoever rebuilt it also put everything back into the INBOX
    handled = [path for part in ("new", "cur") for path in (maildir / ".Handled" / part).iterdir()]
    assert len(handled) == 1
    for path in handled:
        shutil.move(path, maildir / "cur" / path.name.partition(":")[0])
    house.stack.start_dovecot()
    assert uidvalidity(house) != before
    second = order(house, "1b\n")
    assert house.settled(second).how == "handled"
    house.until(lambda: house.stack.read(ORDERS) == [])
    assert [mail.message_id for mail in house.mails()] == [first, second]
    with reading(house.service.engine) as session:
        seen = session.execute(select(col(MailPlace.uidvalidity), col(MailPlace.inbound_mail_id))).all()
    places = {number: validity for validity, number in seen}
    assert sorted(number for _, number in seen) == [1, 1, 2], "the first mail was fetched again under the new number"
    assert len({validity for validity, number in seen if number == 1}) == 2
    assert places[2] == uidvalidity(house)
    assert house.bids(campaign).keys() == bids.keys()
    assert len(house.outbox()) == mails + 1


def test_a_folder_that_was_deleted_is_made_again(house: House) -> None:
    begin(house)
    first = order(house)
    house.until(lambda: house.handled(first))
    house.until(lambda: len(house.stack.read(ORDERS, "Handled")) == 1)
    with house.stack.mailbox(ORDERS) as imap:
        imap.delete_folder("Handled")
    second, third = order(house, "1b\n"), order(house, "1c\n")
    for each in (second, third):
        house.until(lambda each=each: house.handled(each))  # type: ignore[misc]
    house.until(lambda: len(house.stack.read(ORDERS, "Handled")) == 2)


def test_a_full_mailbox_of_ours_refuses_new_mail_and_loses_none(house: House) -> None:
    campaign = begin(house)
    house.stack.limit(ORDERS, "*:bytes=10")
    try:
        order(house)
        bounce = house.until(lambda: house.inbox(RED)[1:])[0]
    finally:
        house.stack.limit(ORDERS, "")
    assert bounce.get_content_type() == "multipart/report", "the player hears of it from his own server"
    assert house.bids(campaign) == {}
    second = order(house)
    assert house.settled(second).how == "handled"


def test_a_folder_that_takes_nothing_delays_filing_but_no_orders(
    stack: MailStack, tmp_path: Path, open_house: OpenHouse
) -> None:
    with stack.mailbox(ORDERS) as imap:
        imap.create_folder("Handled")
    folder = stack.maildir(ORDERS) / ".Handled"
    house = open_house(settings_for(stack, tmp_path, poll_seconds=2))
    parts = [folder / "tmp", folder / "cur", folder / "new", folder]
    try:
        for part in parts:
            part.chmod(0o000)
        begin(house)
        for text in ("1a\n", "1b\n"):
            id = order(house, text)
            assert house.until(lambda id=id: house.handled(id)).status == "handled"  # type: ignore[misc]
        assert len(stack.read(ORDERS)) == 2
    finally:
        for part in reversed(parts):
            part.chmod(0o700)
    house.until(lambda: stack.read(ORDERS) == [])
    assert len(house.mails()) == 2


def test_a_slow_connection_is_slow_and_nothing_else(stack: MailStack, tmp_path: Path, open_house: OpenHouse) -> None:
    with Proxy(stack.imap, bytes_per_second=4000) as wire:
        house = open_house(settings_for(stack, tmp_path, imap_port=wire.port))
        begin(house)
        first = order(house)
        assert house.settled(first).how == "handled"
        assert wire.connections == 1


def test_a_half_open_connection_is_noticed_and_replaced(
    stack: MailStack, tmp_path: Path, open_house: OpenHouse
) -> None:
    with Proxy(stack.imap) as wire:
        house = open_house(settings_for(stack, tmp_path, imap_port=wire.port, timeout=2, poll_seconds=2))
        begin(house)
        first = order(house)
        house.until(lambda: house.handled(first))
        wire.silence()
        second = order(house, "1b\n")
        assert house.settled(second).how == "handled"
        assert wire.connections >= 2
        until(lambda: [m.status for m in house.mails()] == ["handled", "handled"])


@pytest.mark.parametrize("host", ["localhost", WITHOUT_MOVE, WITHOUT_UIDPLUS])
def test_the_server_tells_how_late_it_is_and_keeps_nothing_of_the_question(
    settings: Settings, open_house: OpenHouse, host: str
) -> None:
    house = open_house(settings)
    box_of = imap_settings(settings)
    with Mailbox.connect(box_of) as box:
        box.ensure_folder("Handled")
        assert not box.is_remote, "so its word counts only where the operator says so"
    handled = msgspec.structs.replace(box_of, folder="Handled", host=host)
    before = datetime.now(UTC) - timedelta(seconds=1)
    with Mailbox.connect(handled) as box:
        assert before <= box.time() <= datetime.now(UTC)
        assert box.uids() == []
    assert house.stack.read(ORDERS) == []
