"""Pollers that die at every point, at IMAP servers of several kinds: mails are stored once and leave the INBOX."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail
from tests.faults.clockwork import SharedClock
from tests.faults.points import Cast, Role, pairs
from tests.faults.processes import Stage, context, play
from tests.live.installation import settings_for, until
from tests.live.stack import WITHOUT_MOVE, WITHOUT_UIDPLUS, MailStack

ORDERS = "orders@game.test"
FAULTS = [pair.fault for pair in pairs(Cast.APART, 1)[Role.POLLER]]
FEW = FAULTS[1::2]
"""In each run they die at the others in `tests.faults.test_kills`."""


@pytest.mark.parametrize(
    ("host", "idle", "faults"),
    [
        ("localhost", True, FEW),
        pytest.param("localhost", True, FAULTS, marks=pytest.mark.long),
        pytest.param(WITHOUT_MOVE, True, FAULTS, marks=pytest.mark.long),
        pytest.param(WITHOUT_MOVE, False, FAULTS, marks=pytest.mark.long),
        pytest.param(WITHOUT_UIDPLUS, False, FAULTS, marks=pytest.mark.long),
    ],
    ids=["move-idle-few", "move-idle", "no move-idle", "no move-polling", "no move, no uidplus-polling"],
)
def test_each_mail_is_stored_once_and_filed_away_though_pollers_die(
    stack: MailStack, tmp_path: Path, host: str, idle: bool, faults: list[str]
) -> None:
    settings = settings_for(stack, tmp_path, imap_host=host, idle=idle, poll_seconds=300 if idle else 0.2)
    upgrade(open_service(settings).engine)
    stage = Stage(settings, tmp_path / "clock", tmp_path / "turn", tmp_path / "log", readers=False)
    SharedClock(stage.clock)
    sent = []
    for fault in [*faults, ""]:
        poller = context().Process(target=play, args=(stage, Role.POLLER, fault), daemon=True)
        poller.start()
        sent.append(_deliver(stack, len(sent)))
        if fault:
            poller.join()
            assert poller.exitcode == -signal.SIGKILL, (tmp_path / "log").read_text()[-2000:]
        else:
            until(lambda: _undeleted(stack) == 0 and len(_stored(settings)) == len(sent))
            poller.kill()
            poller.join()
    assert _stored(settings) == sent
    filed = stack.read(ORDERS, "Handled")
    copies = [sum(id.encode() in raw for raw in filed) for id in sent]
    assert min(copies) == 1
    assert max(copies) == 1 or host != "localhost", "without MOVE one that was copied may be copied again"
    assert sum(copies) <= len(sent) + len(faults)


def _deliver(stack: MailStack, number: int) -> str:
    """A mail lies in the INBOX; returns its Message-ID."""
    id = f"<{number}@players.test>"
    with stack.mailbox(ORDERS) as imap:
        imap.append("INBOX", f"From: red@players.test\r\nMessage-ID: {id}\r\n\r\nhello\r\n".encode())
    return id


def _undeleted(stack: MailStack) -> int:
    with stack.mailbox(ORDERS) as imap:
        imap.select_folder("INBOX", readonly=True)
        return len(imap.search(["UNDELETED"]))


def _stored(settings: Settings) -> list[str]:
    service = open_service(settings)
    with reading(service.engine) as session:
        found = list(session.scalars(select(col(InboundMail.message_id)).order_by(col(InboundMail.id))))
    service.engine.dispose()
    return found
