"""The outgoing or the incoming mail server is away for a day: nothing is lost or goes twice, no deadline is unfair.

The servers are stopped and started; the day passes by the clock of the service.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import NullNotifier, open_service
from adjudicator.store import clock_watermark
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState, Prompt, PromptState
from tests.faults.clockwork import SharedClock, Turn
from tests.faults.installation import GOING, Installation
from tests.faults.points import Role
from tests.faults.processes import Stage
from tests.live.installation import parsed, settings_for
from tests.live.stack import MX, MailStack
from tests.own_servers import redis

ORDERS, SEATS = "orders@game.test", {"red": "red@players.test", "blue": "blue@players.test"}
HOUR = timedelta(hours=1).total_seconds()
OUT_OF_REACH = re.compile(r'"pause": ([\d.]+), "event": "the mailbox is out of reach"')


class Away(Installation):
    """An installation at the live servers, with a clock that the test puts forward."""

    def __init__(self, stack: MailStack, folder: Path, broker: str, deadline_hours: int) -> None:
        self.stack = stack
        found = settings_for(stack, folder, broker=broker, idle=False, poll_seconds=0.1)
        believed = found.clock.model_copy(update={"max_ahead_hours": 1000})
        self.settings = found.model_copy(update={"clock": believed})
        self.stage = Stage(
            self.settings, folder / "clock", folder / "turn", folder / "log", to_all=True, readers=False, doubts=True
        )
        Turn(self.stage.turn).give([Role.WORKER])
        self.clock = SharedClock(self.stage.clock)
        self.service = open_service(self.settings, self.clock, NullNotifier())
        upgrade(self.service.engine)
        players = tuple(Player(seat=seat, name=seat, email=email) for seat, email in SEATS.items())
        new = NewCampaign(name="away", title="Away", game="sealed-bids", players=players, deadline_hours=deadline_hours)
        self.campaign = create(self.service, new)

    def proven(self, text: str) -> EmailMessage:
        """A mail of the first seat, as the receiving server files it."""
        mail = self.mail(text)
        mail["Authentication-Results"] = f"{MX}; dmarc=pass header.from=players.test"
        return mail

    def file(self, mail: EmailMessage) -> None:
        """It lies in the INBOX, and came there at this moment, whether or not the server is there."""
        path = self.stack.maildir(ORDERS) / "new" / "1.M1P1.mx"
        path.write_bytes(mail.as_bytes().replace(b"\n", b"\r\n"))
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
        moment = self.clock.now().timestamp()
        os.utime(path, (moment, moment))

    def going(self) -> list[OutboundMail]:
        """What has not gone yet."""
        with reading(self.service.engine) as session:
            return list(session.scalars(select(OutboundMail).where(col(OutboundMail.state).in_(GOING))))

    def tried(self) -> bool:
        """Whether every mail that waits has been tried, and is to be tried again later."""
        now = self.clock.now()
        return all(each.due_at > now and bool(each.error) for each in self.going())

    def pauses(self) -> list[float]:
        """Between the tries of the poller to reach the mailbox, in seconds."""
        return [float(each) for each in OUT_OF_REACH.findall(self.said())]

    def open(self) -> list[int]:
        with reading(self.service.engine) as session:
            found = select(col(Prompt.id)).where(col(Prompt.state) == PromptState.OPEN).order_by(col(Prompt.id))
            return list(session.scalars(found))

    def looked(self) -> bool:
        """Whether the mailbox was looked into, and a heart has told it."""
        with reading(self.service.engine) as session:
            return clock_watermark.fetched_until(session) is not None

    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.campaign)

    def arrived(self) -> Counter[str]:
        """How often each mail has come to somebody, by its Message-ID."""
        self.stack.settled()
        return Counter(str(parsed(raw)["Message-ID"]) for each in SEATS.values() for raw in self.stack.read(each))

    def sent(self) -> set[str]:
        with reading(self.service.engine) as session:
            gone = select(col(OutboundMail.message_id)).where(col(OutboundMail.state) == OutboundState.HANDED_OVER)
            return {f"<{each.strip('<>')}>" for each in session.scalars(gone)}


@pytest.fixture
def away(stack: MailStack, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Away]:
    with ExitStack() as stage:
        broker = stage.enter_context(redis(Path(stage.enter_context(tempfile.TemporaryDirectory()))))
        found = Away(stack, tmp_path, broker, request.param)
        yield found
        found.service.engine.dispose()


@pytest.mark.parametrize("away", [72], indirect=True)
def test_what_could_not_be_sent_for_a_day_goes_once(away: Away) -> None:
    with ExitStack() as at_work:
        with away.stack.without_postfix():
            for role in (Role.POLLER, Role.WORKER, Role.BEAT):
                at_work.enter_context(away.worker(role=role))
            with away.stack.mailbox(ORDERS) as imap:
                imap.append("INBOX", away.proven("1a\n").as_bytes())
            away.until(lambda: away.table().match.sealed.keys() == {"red"})
            for _ in range(13):
                away.until(away.tried)
                away.clock.forward(2 * HOUR)
            away.until(away.tried)
            waited = away.going()
        away.clock.forward(3 * HOUR)
        away.until(away.done)
    assert len(waited) >= len(SEATS) + 1
    assert 10 <= max(each.attempts for each in waited) <= 25, "pauses grow to two hours"
    arrived = away.arrived()
    assert set(arrived.values()) == {1}
    assert arrived.keys() == away.sent() >= {f"<{each.message_id.strip('<>')}>" for each in waited}


@pytest.mark.parametrize(("away", "tries"), [(12, 3), pytest.param(12, 6, marks=pytest.mark.long)], indirect=["away"])
def test_a_deadline_waits_for_what_lay_in_the_mailbox(away: Away, tries: int) -> None:
    with away.worker(role=Role.POLLER), away.worker(), away.worker(role=Role.BEAT):
        away.until(away.done)
        away.until(away.looked)
        asked = away.open()
        away.stack.settled()  # one that the mailboxes took without saying so would be filed twice
        with away.stack.without_dovecot():
            away.until(lambda: bool(away.pauses()))
            away.clock.forward(6 * HOUR)
            away.file(away.proven("1a\n"))
            away.clock.forward(18 * HOUR)
            periodic.run(away.service)
            away.until(lambda: len(away.pauses()) >= tries)
            assert away.open() == asked, "the deadline is over, and nobody has looked into the mailbox since"
            assert all(later == 2 * earlier for earlier, later in pairwise(away.pauses())), away.pauses()
        away.until(lambda: away.open() != asked)
        away.until(away.done)
    with reading(away.service.engine) as session:
        mail = session.scalars(select(InboundMail)).one()
    assert mail.received_at < away.clock.now() - timedelta(hours=17)
    assert away.table().match.state.bids["red"], "it came in time"
    arrived = away.arrived()
    assert set(arrived.values()) == {1}
    assert arrived.keys() == away.sent()
