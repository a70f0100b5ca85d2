"""Every store test runs on SQLite and on PostgreSQL, with and without a server key where it matters."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from adjudicator.store.campaigns import new_seat
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, writing
from adjudicator.store.matches import NewMatch, start_match
from adjudicator.store.tables import Address, Campaign, Holding, Person

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Table:
    """A campaign of two with its ids and secrets."""

    campaign_id: int
    match_id: int
    seats: dict[str, int]
    tokens: dict[str, str]


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database without tables."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'folder' / 'store.db'}"
    else:
        url = request.getfixturevalue("postgresql_url")
    engine = open_engine(url, Codec(bytes(range(32))))
    yield engine
    engine.dispose()


@pytest.fixture
def engine(migrated_url: str) -> Iterator[Engine]:
    """A database with its tables, and nothing in them."""
    made = open_engine(migrated_url, Codec(bytes(range(32))))
    yield made
    made.dispose()


@pytest.fixture
def now() -> datetime:
    """Friday noon."""
    return NOON


@pytest.fixture
def table(engine: Engine) -> Table:
    """A campaign in which Anna holds France and Boris holds Britain, and a match at its start."""
    return make_table(engine, "sun-king")


@pytest.fixture
def campaign_id(table: Table) -> int:
    """The campaign "sun-king"."""
    return table.campaign_id


@pytest.fixture
def match_id(table: Table) -> int:
    """Its only match."""
    return table.match_id


@pytest.fixture
def france(table: Table) -> int:
    """The seat that Anna holds."""
    return table.seats["france"]


@pytest.fixture
def britain(table: Table) -> int:
    """The seat that Boris holds."""
    return table.seats["britain"]


@pytest.fixture
def france_token(table: Table) -> str:
    """The secret of Anna's seat."""
    return table.tokens["france"]


def make_table(engine: Engine, name: str) -> Table:
    """Such a campaign under another name; the people are new ones."""
    with writing(engine) as session:
        campaign = Campaign(
            name=name,
            title="Sun King",
            language="en",
            time_zone="Europe/Moscow",
            deadline_hours=48,
            created_at=NOON,
        )
        session.add(campaign)
        session.flush()
        seats: dict[str, int] = {}
        tokens: dict[str, str] = {}
        for seat_name, person_name in (("france", "Anna"), ("britain", "Boris")):
            seat = new_seat(campaign.id, seat_name, "en", NOON)
            tokens[seat_name] = seat.token.decode()
            person = Person(name=person_name, language="en", time_zone="Europe/London", created_at=NOON)
            session.add_all([seat, person])
            session.flush()
            seats[seat_name] = seat.id
            email = f"{person_name.lower()}@{name}.example"
            session.add(Address(person_id=person.id, email=email, registered_at=NOON))
            session.add(Holding(seat_id=seat.id, person_id=person.id, since=NOON))
        match_id = start_match(
            session,
            NewMatch(
                campaign_id=campaign.id,
                number=1,
                game="imperial-struggle",
                rules_version="1",
                content_hash="c",
                options=b"{}",
                commitment="k",
                seed=b"secret seed",
                document=b"{}",
                state=b"state 0",
                hash="h0",
            ),
            NOON,
        )
    return Table(campaign.id, match_id, seats, tokens)
