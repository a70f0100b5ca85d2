"""Whose seat, whose address, whose secret."""

from datetime import datetime, timedelta

from sqlalchemy import Engine, text

from adjudicator.store.campaigns import (
    campaign_by_name,
    issue_token,
    seat_by_tag,
    seats_at_table,
    seats_by_tokens,
    seats_of_address,
    table_of_token,
)
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Address, AddressState, Holding, Person, Role, Seat


def test_a_seat_is_found_by_its_secret_in_any_case(
    engine: Engine, campaign_id: int, france: int, france_token: str, now: datetime
) -> None:
    with reading(engine) as session:
        for written in (france_token, france_token.upper()):
            assert seats_by_tokens(session, [written]) == {written: (france, campaign_id)}
            assert table_of_token(session, written, now) == seats_at_table(session, campaign_id, now)
        assert table_of_token(session, france_token[:-1], now) == ()
        assert seats_by_tokens(session, [france_token[:-1]]) == {}
        assert seats_by_tokens(session, ["\udce9"]) == {}


def test_a_new_secret_voids_the_old_one(
    engine: Engine, campaign_id: int, france: int, france_token: str, now: datetime
) -> None:
    with writing(engine) as session:
        new = issue_token(session, france, now)
    with reading(engine) as session:
        assert seats_by_tokens(session, [france_token]) == {}
        assert seats_by_tokens(session, [new]) == {new: (france, campaign_id)}


def test_the_public_mark_finds_the_seat_and_is_not_the_secret(engine: Engine, france: int, france_token: str) -> None:
    with reading(engine) as session:
        tag = session.get_one(Seat, france).tag
        found = seat_by_tag(session, tag.upper())
    assert tag not in france_token
    assert found is not None
    assert found[0].id == france


def test_a_secret_is_not_in_the_database_in_clear(engine: Engine, france: int, france_token: str) -> None:
    with reading(engine) as session:
        stored, hashed = session.execute(
            text("select token, token_hash from seat where id = :id"), {"id": france}
        ).one()
    assert france_token.encode() not in bytes(stored)
    assert france_token.encode() not in bytes(hashed)


def test_all_seats_with_holders_roles_and_addresses(
    engine: Engine, campaign_id: int, france: int, britain: int, now: datetime
) -> None:
    hour = timedelta(hours=1)
    with writing(engine) as session:
        anna = session.query(Person).filter_by(name="Anna").one()
        session.add(Address(person_id=anna.id, email="anna@work.example", registered_at=now))
        dead = Address(person_id=anna.id, email="anna@old.example", registered_at=now, state=AddressState.SUSPENDED)
        vera = Person(name="Vera", language="ru", time_zone="Europe/Moscow", created_at=now)
        session.add_all([dead, vera])
        session.flush()
        session.add(Holding(seat_id=france, person_id=vera.id, role=Role.STANDBY, since=now + hour))
        gone = session.query(Holding).filter_by(seat_id=britain).one()
        gone.until = now + 2 * hour
    with reading(engine) as session:
        at_noon = seats_at_table(session, campaign_id, now)
        later = seats_at_table(session, campaign_id, now + 2 * hour)
    assert [seat.name for seat in at_noon] == ["france", "britain"]
    (holder,) = at_noon[0].holders
    assert (holder.name, holder.role) == ("Anna", Role.ORDERS)
    assert holder.emails == ("anna@sun-king.example", "anna@work.example")
    assert [(each.name, each.role, each.emails) for each in later[0].holders][1:] == [("Vera", Role.STANDBY, ())]
    assert [len(seat.holders) for seat in later] == [2, 0]


def test_the_seats_of_an_address_are_those_its_owner_holds_now(engine: Engine, france: int, now: datetime) -> None:
    with reading(engine) as session:
        held = seats_of_address(session, "anna@sun-king.example", now)
        assert [seat.id for seat in held] == [france]
        assert seats_of_address(session, "anna@sun-king.example", now - timedelta(seconds=1)) == ()
        assert seats_of_address(session, "stranger@sun-king.example", now) == ()


def test_a_campaign_is_found_by_its_name(engine: Engine, campaign_id: int) -> None:
    with reading(engine) as session:
        found = campaign_by_name(session, "sun-king")
        assert found is not None
        assert found.id == campaign_id
        assert campaign_by_name(session, "sun") is None
