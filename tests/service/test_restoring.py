"""A campaign leaves a store with everything and comes into another one: every table, every reference, every number."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.restoration import restore
from adjudicator.service.play.kept.whole_mails import RESTORING
from adjudicator.store import audits, campaign_dump
from adjudicator.store.campaign_dump import CannotRestore
from adjudicator.store.engine import reading, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import CampaignState, OutboundMail, OutboundState, Prompt, Row
from tests.service.beginnings import beginning

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}


def packed(installation: Any, campaign: int) -> dict[str, bytes]:
    with reading(installation.service.engine) as session:
        return {name: campaign_dump.encode(rows) for name, rows in campaign_dump.dump(session, campaign)}


def unpacked(dumped: dict[str, bytes]) -> dict[str, list[dict[str, Any]]]:
    return {name: campaign_dump.decode(name, lines) for name, lines in dumped.items()}


def empty(installation: Any) -> None:
    """The disk dies; a new database is made."""
    engine = installation.service.engine
    with writing(engine) as session:
        Row.metadata.drop_all(session.connection())
        session.execute(text("drop table alembic_version"))
    upgrade(engine)


def bring_back(installation: Any, dumped: dict[str, bytes]) -> Any:
    with writing(installation.service.engine) as session:
        return restore(installation.service.work(session), unpacked(dumped), by="Mila")


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """Played for a while, with something in many tables, and a second one that must not be touched."""
    made: int = installation.create("sealed-bids", SEATS)
    installation.create("sealed-bids", SEATS, name="other", title="Other")
    installation.received = {address: mails[:1] for address, mails in installation.received.items()}
    installation.write("red", "1a", "absent from 1.12 to 3.12")
    installation.write("blue", "2a")
    installation.write("blue", "ставка 99")
    return made


def test_no_table_is_forgotten(installation: Any, campaign: int) -> None:
    tables = Row.metadata.sorted_tables
    owned = campaign_dump._owned(tables, campaign)
    assert {table.name for table in tables} == set(owned) | campaign_dump.SHARED


def test_what_comes_back_is_what_was(installation: Any, campaign: int) -> None:
    dumped = packed(installation, campaign)
    assert len(dumped) > 15
    with reading(installation.service.engine) as session:
        before = table_of_campaign(installation.service.work(session), campaign)
    empty(installation)
    bring_back(installation, dumped)
    again = packed(installation, campaign)
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
    with reading(installation.service.engine) as session:
        after = table_of_campaign(installation.service.work(session), campaign)
        assert after.match.checkpoint() == before.match.checkpoint()
        assert [seat.token for seat in after.seats] == [seat.token for seat in before.seats]
        assert audits.first_broken(audits.trail(session, campaign)) is None
    assert installation.deliver()
    newest = {mail["To"] for mail in installation.received["red@players.test"]}
    assert newest


def test_it_stands_still_and_tells_everybody(installation: Any, campaign: int, said: Any) -> None:
    dumped = packed(installation, campaign)
    empty(installation)
    installation.clock.forward(hours=500)
    restored = bring_back(installation, dumped)
    assert restored.state is CampaignState.PAUSED
    assert restored.since < installation.clock.now() - timedelta(hours=499)
    mails = installation.deliver()
    for seat in SEATS:
        own = [mail for address, mail in mails if address == f"{seat}@players.test"]
        words = "восстановлен" if seat == "blue" else "restored"
        assert any(words in said(mail) for mail in own), seat
    with reading(installation.service.engine) as session:
        assert {row.deadline for row in session.scalars(select(Prompt).where(col(Prompt.state) == "open"))} == {None}


def test_new_rows_get_new_numbers(installation: Any, campaign: int) -> None:
    dumped = packed(installation, campaign)
    empty(installation)
    bring_back(installation, dumped)
    installation.create("sealed-bids", SEATS, name="third", title="Third")
    installation.write("red", "status")


def test_mails_that_waited_are_held_back_and_told_anew(installation: Any, campaign: int) -> None:
    installation.put(installation.raw("red", "status"))
    dumped = packed(installation, campaign)
    empty(installation)
    assert bring_back(installation, dumped).held_back == 1
    with reading(installation.service.engine) as session:
        (row,) = session.scalars(select(OutboundMail).where(col(OutboundMail.error) == RESTORING)).all()
        assert row.state is OutboundState.CANCELLED


def test_what_does_not_fit_is_refused_whole(installation: Any, campaign: int) -> None:
    dumped = packed(installation, campaign)
    with pytest.raises(CannotRestore, match="named sealed-bids already"):
        bring_back(installation, dumped)
    with writing(installation.service.engine) as session:
        session.execute(text("update campaign set name = 'renamed' where id = :id"), {"id": campaign})
    with pytest.raises(CannotRestore, match="holds another campaign with id"):
        bring_back(installation, dumped)
    assert packed(installation, campaign).keys() == dumped.keys()
    with pytest.raises(CannotRestore, match="later"):
        campaign_dump.decode("seat", b'{"id": 1, "shoe_size": 44}\n')
    with pytest.raises(CannotRestore, match="later"):
        campaign_dump.decode("shoes", b"{}\n")
