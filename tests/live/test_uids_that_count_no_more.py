"""The UIDVALIDITY of the INBOX changes while mails wait there: each is stored once, whatever number it has now."""

from __future__ import annotations

import signal
from pathlib import Path

from sqlmodel import col, select

from adjudicator.service.service import open_service
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, MailPlace
from tests.faults.clockwork import SharedClock
from tests.faults.points import Role
from tests.faults.processes import Stage, context, play
from tests.live.installation import settings_for, until
from tests.live.stack import MailStack

ORDERS = "orders@game.test"


def deliver(stack: MailStack, number: int) -> str:
    """A mail lies in the INBOX; returns its Message-ID."""
    id = f"<{number}@players.test>"
    with stack.mailbox(ORDERS) as imap:
        imap.append("INBOX", f"From: red@players.test\r\nMessage-ID: {id}\r\n\r\nhello {number}\r\n".encode())
    return id


def number_anew(stack: MailStack) -> None:
    """All mails of all folders get other uids, under another UIDVALIDITY: the server has lost its lists."""
    with stack.without_dovecot():
        for path in stack.maildir(ORDERS).rglob("dovecot*"):
            path.unlink()


def test_what_waits_in_the_inbox_is_stored_once_though_its_uid_is_another_mails_now(
    stack: MailStack, tmp_path: Path
) -> None:
    settings = settings_for(stack, tmp_path, idle=False, poll_seconds=0.2)
    service = open_service(settings)
    upgrade(service.engine)
    stage = Stage(settings, tmp_path / "clock", tmp_path / "turn", tmp_path / "log", readers=False)
    SharedClock(stage.clock)
    sent = [deliver(stack, 0)]
    doomed = context().Process(target=play, args=(stage, Role.POLLER, "moving:2"), daemon=True)
    doomed.start()
    until(lambda: len(stack.read(ORDERS, "Handled")) == 1)
    sent.append(deliver(stack, 1))
    doomed.join()
    sent.append(deliver(stack, 2))
    assert doomed.exitcode == -signal.SIGKILL
    assert len(stack.read(ORDERS)) == 2, "one is stored and has not moved, one was never fetched"
    number_anew(stack)
    sent.append(deliver(stack, 3))

    def stored() -> list[str]:
        with reading(service.engine) as session:
            return list(session.scalars(select(col(InboundMail.message_id)).order_by(col(InboundMail.id))))

    poller = context().Process(target=play, args=(stage, Role.POLLER, ""), daemon=True)
    poller.start()
    try:
        until(lambda: len(stored()) >= len(sent) and not stack.read(ORDERS))
    finally:
        poller.kill()
        poller.join()
    assert stored() == sent
    filed = stack.read(ORDERS, "Handled")
    assert [sum(id.encode() in raw for raw in filed) for id in sent] == [1] * len(sent)
    with reading(service.engine) as session:
        places = session.execute(select(col(MailPlace.uidvalidity), col(MailPlace.uid), col(MailPlace.inbound_mail_id)))
        by_uid: dict[int, set[int]] = {}
        for _, uid, mail in places:
            by_uid.setdefault(uid, set()).add(mail)
    service.engine.dispose()
    assert max(map(len, by_uid.values())) == 2, "a number meant another mail before"
