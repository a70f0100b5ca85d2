"""A campaign moves into an installation that is in use: two installations, with campaigns and people in common."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text
from sqlmodel import col, func, select

from adjudicator.service.admin.access import CampaignView, campaign_named
from adjudicator.service.admin.archives import archive, bring_back, rows_in
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Pause, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.settings import Settings
from adjudicator.store import audits, campaign_dump
from adjudicator.store.campaign_dump import CannotRestore, NameTaken
from adjudicator.store.confirmations import Owner, Request
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Address, CampaignState, Person, Row
from tests.service.conftest import Installation

FIRST = 7_000_000
"""Numbers of the installation that the campaign leaves begin here: none of them may be found in the other one."""
SEATS = {"red": "en", "blue": "ru", "moderator": "en"}


@pytest.fixture
def there(installation: Installation) -> Installation:
    """The installation that the campaign leaves."""
    with writing(installation.service.engine) as session:
        for table in Row.metadata.sorted_tables:
            if "id" in table.primary_key.columns and session.get_bind().dialect.name == "postgresql":
                sequence = "SELECT setval(pg_get_serial_sequence(:table, 'id'), :first)"
                session.execute(text(sequence), {"table": f'"{table.name}"', "first": FIRST})
    return installation


@pytest.fixture
def here(installation_of: Callable[[Settings], Installation], settings: Settings, tmp_path: Path) -> Installation:
    """The one that it comes to: Red and Blue play there too, Stella is another person of the same name."""
    folder = tmp_path / "here"
    folder.mkdir()
    made = installation_of(
        settings.model_copy(update={"database": f"sqlite:///{folder}/here.db", "data_directory": folder})
    )
    made.create("sealed-bids", SEATS)
    made.write("red", "1a")
    made.clock.forward(hours=1)
    return made


@pytest.fixture
def played(there: Installation, said: Any) -> int:
    """A campaign with something in many tables, another one beside it."""
    there.create("sealed-bids", SEATS, name="other", title="Other")
    campaign = there.create("sealed-bids", SEATS)
    there.received = {address: mails[-1:] for address, mails in there.received.items()}
    there.write("red", "1a", "absent from 1.12 to 3.12", "diary: my thoughts", "end diary")
    there.write("blue", "2a")
    there.write("red", "press to Blue:", "Shall we?", "end press")
    there.write("red", "leave")
    there.write("blue", "ставка 99")
    do(there, campaign, Replace(seat="red", to=Newcomer(name="Stella", email="stella@players.test")))
    do(there, campaign, Pause())
    there.write("blue", "3b")
    mail = there.put(there.raw("blue", "status"))
    with writing(there.service.engine) as session:
        blue = there.table(campaign).by_name["blue"]
        owner = Owner(seat_id=blue.id, person_id=blue.holders[0].person_id)
        payload = msgspec.json.encode({"mail_id": mail.id})
        wanted = Request(purpose=confirmations.HELD_MAIL, owner=owner, payload=payload, campaign_id=campaign)
        confirmations.issue(session, wanted, there.clock.now())
    return campaign


def do(installation: Installation, campaign: int, deed: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))


def packed(installation: Installation, campaign: int, place: Path) -> Any:
    """The rows in an archive of everything."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        place.write_bytes(archive(CampaignView(table, Viewpoint(everything=True))))
    return rows_in(place)


def number_of(installation: Installation, name: str) -> int:
    with reading(installation.service.engine) as session:
        return campaign_named(session, name).id


def test_a_campaign_moves_to_people_who_play_there_already(
    there: Installation, here: Installation, played: int, tmp_path: Path, said: Any
) -> None:
    rows, _ = packed(there, played, tmp_path / "moved.zip")
    assert len(rows) > 20
    with reading(here.service.engine) as session:
        people = session.scalar(select(func.count()).select_from(Person))
    with pytest.raises(NameTaken, match="named sealed-bids already"):
        bring_back(here.service, rows, "Mila")
    found = bring_back(here.service, rows, "Mila", name="evenings")
    assert (found.campaign, found.state, found.moved) == ("evenings", CampaignState.PAUSED, True)
    with reading(there.service.engine) as session:
        before = table_of_campaign(there.service.work(session), played)
    campaign = number_of(here, "evenings")
    with reading(here.service.engine) as session:
        after = table_of_campaign(here.service.work(session), campaign)
        assert after.match.checkpoint() == before.match.checkpoint()
        assert [seat.token for seat in after.seats] == [seat.token for seat in before.seats]
        trail = audits.trail(session, campaign)
        assert audits.first_broken(trail) is None
        (act,) = [msgspec.json.decode(act.details) for act in trail if act.command == "move"]
        assert (act["called"], act["number"]) == ("sealed-bids", played)
        assert session.scalar(select(func.count()).select_from(Person)) == people + 1, "Stella alone is new"
    told = [(address.partition("@")[0], said(mail)) for address, mail in here.deliver()]
    for seat, words in (("stella", "goes on from another mail address"), ("blue", "теперь идёт с другого адреса")):
        assert len([each for reader, each in told if reader == seat and words in each]) == 1, seat
    do(here, campaign, Resume())
    here.deliver()
    with pytest.raises(CannotRestore, match="is here already, as evenings"):
        bring_back(here.service, rows, "Mila", name="again")


def test_the_game_that_was_there_goes_on_and_so_does_the_one_that_came(
    there: Installation, here: Installation, played: int, tmp_path: Path
) -> None:
    rows, _ = packed(there, played, tmp_path / "moved.zip")
    bring_back(here.service, rows, "Mila", name="evenings")
    campaign = number_of(here, "evenings")
    do(here, campaign, Resume())
    here.deliver()
    for name in ("evenings", "sealed-bids"):
        packed(here, number_of(here, name), tmp_path / f"{name}.zip")
        assert verify(Archive.read((tmp_path / f"{name}.zip").read_bytes())).differences == ()
    before = here.table(campaign)
    here.write("stella", "1a", to=str(here.newest("stella")["Reply-To"]))
    assert here.table(campaign).head.sequence > before.head.sequence


@pytest.mark.store("postgresql")
def test_no_number_of_the_old_installation_is_left(
    there: Installation, here: Installation, played: int, tmp_path: Path
) -> None:
    """Neither in a column nor in what is stored as JSON; the name of what it was called stands in one act."""
    rows, _ = packed(there, played, tmp_path / "moved.zip")
    assert {row["id"] >= FIRST for row in rows["campaign"]} == {True}
    bring_back(here.service, rows, "Mila", name="evenings")
    campaign = number_of(here, "evenings")
    numbers = re.compile(rb"(?<![\w.+-])7000\d{3}(?![\w.-])")
    left = []
    with reading(here.service.engine) as session:
        for table, found in campaign_dump.dump(session, campaign):
            for row in found:
                for name, value in row.items():
                    told = value if isinstance(value, bytes) else str(value).encode()
                    if numbers.search(told) and (table, name) not in (
                        ("inbound_mail", "raw"),
                        ("outbound_mail", "raw"),
                    ):
                        left.append((table, name, told[:300]))
    left = [each for each in left if each[:2] != ("audit", "details") or b'"called"' not in each[2]]
    assert left == []


def test_who_is_known_gets_no_further_address_by_an_archive(
    there: Installation, here: Installation, played: int, tmp_path: Path
) -> None:
    with writing(there.service.engine) as session:
        red = session.scalars(select(Address).where(col(Address.email) == "blue@players.test")).first()
        assert red is not None
        session.add(Address(person_id=red.person_id, email="evil@players.test", registered_at=there.clock.now()))
    rows, _ = packed(there, played, tmp_path / "moved.zip")
    assert "evil@players.test" in {row["email"] for row in rows["address"]}
    bring_back(here.service, rows, "Mila", name="evenings")
    with reading(here.service.engine) as session:
        assert session.scalar(select(Address).where(col(Address.email) == "evil@players.test")) is None


@pytest.mark.store("postgresql")
def test_numbers_are_drawn_where_others_draw_them_too(
    installation: Installation, here: Installation, tmp_path: Path
) -> None:
    """The way back, into PostgreSQL: what is made there afterwards gets the numbers behind."""
    installation.create("sealed-bids", SEATS, name="other", title="Other")
    rows, _ = packed(here, number_of(here, "sealed-bids"), tmp_path / "back.zip")
    installation.clock.forward(hours=2)
    assert bring_back(installation.service, rows, "Mila").moved
    came = number_of(installation, "sealed-bids")
    installation.create("sealed-bids", SEATS, name="third", title="Third")
    assert number_of(installation, "other") < came < number_of(installation, "third")
    do(installation, came, Resume())
    installation.deliver()
    packed(installation, came, tmp_path / "again.zip")
    assert verify(Archive.read((tmp_path / "again.zip").read_bytes())).differences == ()
