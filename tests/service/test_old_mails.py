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
from tests.service.conftest import House
from tests.service.test_sending import RED, begin, row_to, work
from tests.service.test_sending import office as office
from tests.service.test_sending import open_house as open_house

pytestmark = pytest.mark.store("sqlite")

PNG = b"\x89PNG\r\n\x1a\n" + bytes(2000)


@pytest.fixture
def campaign(house: House) -> int:
    """Two players, whose first mails have gone."""
    return house.create("sealed-bids", {"red": "en", "blue": "ru"})


def with_picture(raw: bytes) -> bytes:
    mail = BytesParser(policy=policy.SMTP).parsebytes(raw)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(PNG, maintype="image", subtype="png", filename="board.png")
    return mail.as_bytes()


def test_no_mail_is_handed_over_without_its_picture(open_house: Any, office: Any) -> None:
    house: House = open_house()
    begin(house)
    while rendering.render_due(house.service):
        pass
    drawn = row_to(house, RED)
    with writing(house.service.engine) as session:
        session.get_one(OutboundMail, drawn.id).state = OutboundState.QUEUED
        session.flush()
        raw = with_picture(kept_mails.whole(session, drawn) or b"")
        assert store_rendered(session, drawn.id, raw, house.clock.now(), drawn.campaign_id)
        session.execute(delete(PictureUse))
        session.execute(delete(MailPicture))
    work(house)
    (taken,) = (each.raw for each in office.taken if each.recipient == RED)
    assert PNG[:4] not in taken
    assert b"board.png" not in taken, "rendered again, not sent with a hole"
    assert row_to(house, RED).state is OutboundState.HANDED_OVER


def test_the_bytes_of_a_mail_are_dropped_some_time_after_it_has_gone(house: House, campaign: int) -> None:
    days = house.service.settings.limits.keep_mails_days
    house.clock.forward(hours=24 * days - 1)
    periodic.run(house.service)
    with reading(house.service.engine) as session:
        early = session.scalars(select(OutboundMail).where(col(OutboundMail.kept).is_not(None))).all()
    assert {row.state for row in early} == {OutboundState.HANDED_OVER}
    house.clock.forward(hours=2)
    periodic.run(house.service)
    with reading(house.service.engine) as session:
        kept = session.scalars(select(OutboundMail).where(col(OutboundMail.kept).is_not(None))).all()
    assert not {row.id for row in early} & {row.id for row in kept}
    with reading(house.service.engine) as session:
        for row in early:
            again = rendering.rendered(house.service, session.get_one(OutboundMail, row.id))
            assert row.message_id.encode() in again, "it can be written again"


def test_an_answer_to_a_mail_that_is_dropped_is_an_answer(house: House, campaign: int) -> None:
    answer = house.raw("red", "status\n")
    with writing(house.service.engine) as session:
        assert KINDS[0].drop_some(session, house.clock.now().replace(year=2999), 99, house.clock.now())
    assert house.put(answer).status == "handled"
