"""A campaign leaves a store with everything and comes into another one: every table, every reference, every number."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.restoration import restore
from adjudicator.service.play.kept.paused_orders import RESTORING
from adjudicator.store import audits, campaign_dump
from adjudicator.store.campaign_dump import CannotRestore
from adjudicator.store.engine import reading, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import CampaignState, OutboundMail, OutboundState, Prompt, Row
from tests.service.beginnings import beginning

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}


def packed(house: Any, campaign: int) -> dict[str, bytes]:
    with reading(house.service.engine) as session:
        return {name: campaign_dump.encode(rows) for name, rows in campaign_dump.dump(session, campaign)}


def unpacked(dumped: dict[str, bytes]) -> dict[str, list[dict[str, Any]]]:
    return {name: campaign_dump.decode(name, lines) for name, lines in dumped.items()}


def empty(house: Any) -> None:
    """The disk dies; a new database is made."""
    engine = house.service.engine
    with writing(engine) as session:
        Row.metadata.drop_all(session.connection())
        session.execute(text("drop table alembic_version"))
    upgrade(engine)


def bring_back(house: Any, dumped: dict[str, bytes]) -> Any:
    with writing(house.service.engine) as session:
        return restore(house.service.work(session), unpacked(dumped), by="Mila")


@pytest.fixture
@beginning
def campaign(house: Any) -> int:
    """Played for a while, with something in many tables, and a second one that must not be touched."""
    made: int = house.create("sealed-bids", SEATS)
    house.create("sealed-bids", SEATS, name="other", title="Other")
    house.received = {address: mails[:1] for address, mails in house.received.items()}
    house.write("red", "1a", "absent from 1.12 to 3.12")
    house.write("blue", "2a")
    house.write("blue", "ставка 99")
    return made


def test_no_table_is_forgotten(house: Any, campaign: int) -> None:
    tables = Row.metadata.sorted_tables
    owned = campaign_dump._owned(tables, campaign)
    assert {table.name for table in tables} == set(owned) | campaign_dump.SHARED


def test_what_comes_back_is_what_was(house: Any, campaign: int) -> None:
    dumped = packed(house, campaign)
    assert len(dumped) > 15
    with reading(house.service.engine) as session:
        before = table_of_campaign(house.service.work(session), campaign)
    empty(house)
    bring_back(house, dumped)
    again = packed(house, campaign)
    same = {
        "match",
        "revision",
        "log_entry",
        "checkpoint",
        "seat",
        "person",
        "address",
        "holding",
        "order_line",
    }
    assert {name: again[name] for name in same} == {name: dumped[name] for name in same}
    with reading(house.service.engine) as session:
        after = table_of_campaign(house.service.work(session), campaign)
        assert after.match.checkpoint() == before.match.checkpoint()
        assert [seat.token for seat in after.seats] == [seat.token for seat in before.seats]
        assert audits.first_broken(audits.trail(session, campaign)) is None
    assert house.deliver()
    newest = {mail["To"] for mail in house.received["red@players.test"]}
    assert newest


def test_it_stands_still_and_tells_everybody(house: Any, campaign: int, said: Any) -> None:
    dumped = packed(house, campaign)
    empty(house)
    house.clock.forward(hours=500)
    restored = bring_back(house, dumped)
    assert restored.state is CampaignState.PAUSED
    assert restored.since < house.clock.now() - timedelta(hours=499)
    mails = house.deliver()
    for seat in SEATS:
        own = [mail for address, mail in mails if address == f"{seat}@players.test"]
        words = "восстановлен" if seat == "blue" else "restored"
        assert any(words in said(mail) for mail in own), seat
    with reading(house.service.engine) as session:
        assert {row.deadline for row in session.scalars(select(Prompt).where(col(Prompt.state) == "open"))} == {None}


def test_new_rows_get_new_numbers(house: Any, campaign: int) -> None:
    dumped = packed(house, campaign)
    empty(house)
    bring_back(house, dumped)
    house.create("sealed-bids", SEATS, name="third", title="Third")
    house.write("red", "status")


def test_mails_that_waited_are_held_back_and_told_anew(house: Any, campaign: int) -> None:
    house.put(house.raw("red", "status"))
    dumped = packed(house, campaign)
    empty(house)
    assert bring_back(house, dumped).held_back == 1
    with reading(house.service.engine) as session:
        (row,) = session.scalars(select(OutboundMail).where(col(OutboundMail.error) == RESTORING)).all()
        assert row.state is OutboundState.CANCELLED


def test_what_does_not_fit_is_refused_whole(house: Any, campaign: int) -> None:
    dumped = packed(house, campaign)
    with pytest.raises(CannotRestore, match="named sealed-bids already"):
        bring_back(house, dumped)
    with writing(house.service.engine) as session:
        session.execute(text("update campaign set name = 'renamed' where id = :id"), {"id": campaign})
    with pytest.raises(CannotRestore, match="holds another campaign with id"):
        bring_back(house, dumped)
    assert packed(house, campaign).keys() == dumped.keys()
    with pytest.raises(CannotRestore, match="later"):
        campaign_dump.decode("seat", b'{"id": 1, "shoe_size": 44}\n')
    with pytest.raises(CannotRestore, match="later"):
        campaign_dump.decode("shoes", b"{}\n")
