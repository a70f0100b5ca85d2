"""What the players of a tournament are told by mail: at which table they sit, and how it stands."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.console.tournaments import NewTournament, make
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.store.campaigns import campaign_by_name
from adjudicator.store.engine import reading
from tests.service.test_ratings import club, play, write

PEOPLE = ("Anna", "Boris", "Vera", "Tim", "Nora")


def called(house: Any, name: str) -> int:
    with reading(house.service.engine) as session:
        found = campaign_by_name(session, name)
        assert found is not None
        return found.id


@pytest.fixture
def tables(house: Any) -> list[int]:
    """The two tables of the first round; one of five sits out."""
    people = tuple(
        Player(name=each, email=f"{each.lower()}@players.test", language="ru" if each == "Boris" else "en")
        for each in PEOPLE
    )
    terms = NewCampaign(name="cup", title="Autumn Cup", game="sealed-bids", players=())
    new = NewTournament(terms=terms, players=people, rounds=5, seed=b"cup")
    shown, _ = make(house.service, None, new)
    make(house.service, shown, new)
    house.deliver()
    return [called(house, f"cup-1-{number}") for number in (1, 2)]


def test_the_first_mail_tells_the_table_and_who_will_be_told(house: Any, tables: list[int], said: Any) -> None:
    told = {who: said(house.received[f"{who.lower()}@players.test"][0]) for who in PEOPLE
            if f"{who.lower()}@players.test" in house.received}  # fmt: skip
    assert len(told) == 4
    for who, text in told.items():
        if who == "Boris":
            assert "тура 1 турнира «Autumn Cup»" in text
        else:
            assert "of round 1 of the tournament “Autumn Cup”" in text
            assert "by “tournament” how it stands, with their names" in text


def test_every_table_is_told_how_the_tournament_stands(house: Any, tables: list[int], said: Any) -> None:
    play(house, tables[0])
    table = house.table(tables[1])
    seat = table.players[0]
    told = said(write(house, tables[1], seat.name, "турнир" if seat.language == "ru" else "tournament"))
    assert all(who in told for who in PEOPLE), "also those who sit elsewhere, and who sits out"
    points = "очки: 3" if seat.language == "ru" else "points: 3"
    assert points in told
    out = "пропущено туров: 1" if seat.language == "ru" else "sat out: 1"
    assert told.count(out) == 1


def test_elsewhere_it_is_said_that_there_is_none(house: Any, said: Any) -> None:
    alone = club(house, "alone", red="Anna", blue="Boris")
    assert "belongs to no tournament" in said(write(house, alone, "red", "tournament"))
    assert "не относится ни к какому турниру" in said(write(house, alone, "blue", "турнир"))
