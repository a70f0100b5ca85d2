"""However much waits for one campaign, a mail of another one waits for a few of it."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import open_service
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.rate_limits import WRITTEN_AT_ONCE
from adjudicator.store.tables import InboundMail, OutboundMail
from tests.faults.installation import Installation
from tests.faults.servers import DOMAIN
from tests.own_servers import redis
from worker.wakes import waker

WAITING = 40
"""So many answers to the busy campaign are to be written, and so many of its mails to be handled."""
BEGUN = 5
"""So many of the answers have gone when the other's mail comes."""
MOST_HANDLED, MOST_SENT = 3, 4 * WRITTEN_AT_ONCE
"""Of the busy campaign while the other's mail waits: what the worker is at; and of its answers those that are being
sent, that are written, that are being written when the other's comes into line, and that go along with it.
"""


@pytest.mark.slow
@pytest.mark.parametrize("database", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"])
def test_a_mail_waits_for_few_of_a_busy_campaign(database: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        servers = stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN))
        installation = Installation(folder, url, broker, servers, unlimited=True)
        players = tuple(Player(seat=seat, name=seat, email=servers.add_user("carla", "secret")) for seat in SEATS)
        other = create(
            installation.service, NewCampaign(name="other", title="Other", game="sealed-bids", players=players)
        )
        with installation.worker():
            waker(installation.settings).outbox()
            installation.until(installation.done)
        for n in range(1, 2 * WAITING + 1):
            mail_id = installation.write(n)
            if n <= WAITING:
                handle(installation.service, mail_id)
        service = open_service(installation.settings, wakes=waker(installation.settings))
        service.wakes.outbox()
        service.wakes.mail(WAITING + 1)
        with installation.worker():
            installation.until(lambda: gone(installation) >= BEGUN)
            raw = installation.mail(n=1000, campaign=other).as_bytes()
            mail_id = ingest(service, Place("INBOX", 1, 1000), service.clock.now(), raw).id
            installation.until(lambda: answered(installation, other))
        handled, sent = meanwhile(installation, mail_id, other)
        service.engine.dispose()
        installation.service.engine.dispose()
    print(f"{database}: {handled} mails of the busy campaign were handled meanwhile, {sent} of its answers sent")
    assert handled <= MOST_HANDLED
    assert sent <= MOST_SENT


SEATS = ("red", "blue")
_MAIL = OutboundMail


def gone(installation: Installation) -> int:
    """How many answers to the busy campaign were handed over."""
    with reading(installation.service.engine) as session:
        answers = (col(_MAIL.campaign_id) == installation.campaign, col(_MAIL.in_reply_to).is_not(None))
        return session.scalar(select(func.count()).where(*answers, col(_MAIL.handed_over_at).is_not(None))) or 0


def answered(installation: Installation, campaign: int) -> bool:
    with reading(installation.service.engine) as session:
        answer = (col(_MAIL.campaign_id) == campaign, col(_MAIL.in_reply_to).is_not(None))
        return session.scalar(select(col(_MAIL.id)).where(*answer, col(_MAIL.handed_over_at).is_not(None))) is not None


def meanwhile(installation: Installation, mail_id: int, campaign: int) -> tuple[int, int]:
    """How many mails of the busy campaign were handled between the storing of a mail and its answer, and how many
    answers to it were sent until that one had gone.
    """
    with reading(installation.service.engine) as session:
        stored = session.get_one(InboundMail, mail_id).stored_at
        replies = col(_MAIL.in_reply_to).is_not(None)
        answer = session.scalars(select(_MAIL).where(col(_MAIL.campaign_id) == campaign, replies)).one()
        busy = (col(_MAIL.campaign_id) == installation.campaign, replies)
        handled = select(func.count()).where(*busy, col(_MAIL.queued_at) > stored, col(_MAIL.id) < answer.id)
        until = (col(_MAIL.handed_over_at) > stored, col(_MAIL.handed_over_at) <= answer.handed_over_at)
        sent = select(func.count()).where(*busy, *until)
        return session.scalar(handled) or 0, session.scalar(sent) or 0
