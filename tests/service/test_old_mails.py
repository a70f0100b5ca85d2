"""The bytes of mails that have gone are dropped after a while, and none goes without a picture."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from typing import Any

import pytest
from sqlalchemy import delete, select
from sqlmodel import col

from adjudicator.service import periodic
from adjudicator.service.words import rendering
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import store_rendered
from adjudicator.store.pruning import KINDS
from adjudicator.store.tables import MailPicture, OutboundMail, OutboundState, PictureUse
from tests.service.conftest import Installation
from tests.service.test_sending import RED, begin, row_to, work
from tests.service.test_sending import office as office
from tests.service.test_sending import open_installation as open_installation

pytestmark = pytest.mark.store("sqlite")

PNG = b"\x89PNG\r\n\x1a\n" + bytes(2000)


@pytest.fixture
def campaign(installation: Installation) -> int:
    """Two players, whose first mails have gone."""
    return installation.create("sealed-bids", {"red": "en", "blue": "ru"})


def with_picture(raw: bytes) -> bytes:
    mail = BytesParser(policy=policy.SMTP).parsebytes(raw)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(PNG, maintype="image", subtype="png", filename="board.png")
    return mail.as_bytes()


def test_no_mail_is_handed_over_without_its_picture(open_installation: Any, office: Any) -> None:
    installation: Installation = open_installation()
    begin(installation)
    while rendering.render_due(installation.service):
        pass
    drawn = row_to(installation, RED)
    with writing(installation.service.engine) as session:
        session.get_one(OutboundMail, drawn.id).state = OutboundState.QUEUED
        session.flush()
        raw = with_picture(kept_mails.whole(session, drawn) or b"")
        assert store_rendered(session, drawn.id, raw, installation.clock.now(), drawn.campaign_id)
        session.execute(delete(PictureUse))
        session.execute(delete(MailPicture))
    work(installation)
    (taken,) = (each.raw for each in office.taken if each.recipient == RED)
    assert PNG[:4] not in taken
    assert b"board.png" not in taken, "rendered again, not sent with a hole"
    assert row_to(installation, RED).state is OutboundState.HANDED_OVER


def test_the_bytes_of_a_mail_are_dropped_some_time_after_it_has_gone(installation: Installation, campaign: int) -> None:
    days = installation.service.settings.limits.keep_mails_days
    installation.clock.forward(hours=24 * days - 1)
    periodic.run(installation.service)
    with reading(installation.service.engine) as session:
        early = session.scalars(select(OutboundMail).where(col(OutboundMail.kept).is_not(None))).all()
    assert {row.state for row in early} == {OutboundState.HANDED_OVER}
    installation.clock.forward(hours=2)
    periodic.run(installation.service)
    with reading(installation.service.engine) as session:
        kept = session.scalars(select(OutboundMail).where(col(OutboundMail.kept).is_not(None))).all()
    assert not {row.id for row in early} & {row.id for row in kept}
    with reading(installation.service.engine) as session:
        for row in early:
            again = rendering.message_bytes(installation.service, session.get_one(OutboundMail, row.id))
            assert row.message_id.encode() in again, "it can be written again"


def test_an_answer_to_a_mail_that_is_dropped_is_an_answer(installation: Installation, campaign: int) -> None:
    answer = installation.raw("red", "status\n")
    with writing(installation.service.engine) as session:
        assert KINDS[0].drop_some(session, installation.clock.now().replace(year=2999), 99, installation.clock.now())
    assert installation.put(answer).status == "handled"
