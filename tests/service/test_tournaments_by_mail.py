"""What the players of a tournament are told by mail: at which table they sit, and how it stands."""

from __future__ import annotations

from typing import Any

import pytest
from adjudicator_tournaments.moderator_commands import NextRound, Withdraw
from adjudicator_tournaments.tournaments import NewTournament, make

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Appoint
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.store import audits, tournaments
from adjudicator.store.campaigns import campaign_by_name
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.beginnings import beginning
from tests.service.test_moderators_by_mail import code_in
from tests.service.test_ratings import club, play, write

PEOPLE = ("Anna", "Boris", "Vera", "Tim", "Nora")


def called(installation: Any, name: str) -> int:
    with reading(installation.service.engine) as session:
        found = campaign_by_name(session, name)
        assert found is not None
        return found.id


@pytest.fixture
@beginning
def tables(installation: Any) -> list[int]:
    """The two tables of the first round; one of five sits out."""
    people = tuple(
        Player(name=person, email=f"{person.lower()}@players.test", language="ru" if person == "Boris" else "en")
        for person in PEOPLE
    )
    chair = Player(seat="moderator", name="Mila", email="mila@players.test")
    terms = NewCampaign(name="cup", title="Autumn Cup", game="sealed-bids", players=(chair,))
    new = NewTournament(terms=terms, players=people, rounds=5, seed=b"cup")
    shown, _ = make(installation.service, None, new)
    make(installation.service, shown, new)
    installation.deliver()
    return [called(installation, f"cup-1-{number}") for number in (1, 2)]


def test_the_first_mail_tells_the_table_and_who_will_be_told(installation: Any, tables: list[int], said: Any) -> None:
    told = {who: said(installation.received[f"{who.lower()}@players.test"][0]) for who in PEOPLE
            if f"{who.lower()}@players.test" in installation.received}  # fmt: skip
    assert len(told) == 4
    for who, text in told.items():
        if who == "Boris":
            assert "тура 1 турнира «Autumn Cup»" in text
        else:
            assert "of round 1 of the tournament “Autumn Cup”" in text
            assert "by “tournament” how it stands, with their names" in text


def test_every_table_is_told_how_the_tournament_stands(installation: Any, tables: list[int], said: Any) -> None:
    play(installation, tables[0])
    table = installation.table(tables[1])
    seat = table.players[0]
    told = said(write(installation, tables[1], seat.name, "турнир" if seat.language == "ru" else "tournament"))
    assert all(who in told for who in PEOPLE), "also those who sit elsewhere, and who sits out"
    gained = 3 if installation.table(tables[0]).match.result.winners else 1  # whoever bids at random may draw
    points = f"очки: {gained}" if seat.language == "ru" else f"points: {gained}"
    assert points in told
    out = "пропущено туров: 1" if seat.language == "ru" else "sat out: 1"
    assert told.count(out) == 1


def test_elsewhere_it_is_said_that_there_is_none(installation: Any, said: Any) -> None:
    alone = club(installation, "alone", red="Anna", blue="Boris")
    assert "belongs to no tournament" in said(write(installation, alone, "red", "tournament"))
    assert "не относится ни к какому турниру" in said(write(installation, alone, "blue", "турнир"))


def rounds_there(installation: Any) -> list[tuple[int, int]]:
    with reading(installation.service.engine) as session:
        row = tournaments.tournament_by_name(session, "cup")
        assert row is not None
        return [(each.round, each.number) for each in tournaments.tables_by_round(session, row.id)]


def appoint(installation: Any, campaign: int, name: str) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        who = Newcomer(name=name, email=f"{name.lower()}@players.test")
        perform(table, Appoint(who=who), Author("Operator"))
    installation.deliver()


def test_a_moderator_begins_the_next_round_by_mail(installation: Any, tables: list[int], said: Any) -> None:
    told = said(write(installation, tables[0], "moderator", "tournament next"))
    assert "Round 1 is not over: cup-1-1, cup-1-2." in told
    for table in tables:
        play(installation, table)
    installation.received.clear()
    asked = said(write(installation, tables[1], "moderator", "next round"))
    assert "Round 2 of the tournament will begin" in asked
    assert asked.count("(Red)") == asked.count("(Blue)") == 2
    assert all(who in asked for who in PEOPLE), "one of them as who sits out"
    assert rounds_there(installation) == [(1, 1), (1, 2)], "nothing is done before the code is back"
    done = said(write(installation, tables[1], "moderator", f"confirm {code_in(asked)}"))
    assert "The next round of the tournament has begun" in done
    assert rounds_there(installation) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    players = sum(f"{who.lower()}@players.test" in installation.received for who in PEOPLE)
    assert players == 4
    assert "of round 2 of the tournament" in " ".join(
        said(mails[-1]) for address, mails in installation.received.items() if address.startswith(("anna", "vera"))
    )
    for campaign in (tables[1], called(installation, "cup-2-1")):
        with reading(installation.service.engine) as session:
            (act,) = [each for each in audits.trail(session, campaign) if each.command == "tournament next"]
        assert act.author == "Mila (mail)"
    told = said(write(installation, tables[1], "moderator", "history acts"))
    assert "everybody gets the first email of their table: round 2" in told


def test_a_code_begins_no_other_round_than_it_was_given_for(installation: Any, tables: list[int], said: Any) -> None:
    for table in tables:
        play(installation, table)
    codes = [code_in(said(write(installation, table, "moderator", "tournament next"))) for table in tables]
    write(installation, tables[0], "moderator", f"confirm {codes[0]}")
    for name in ("cup-2-1", "cup-2-2"):
        play(installation, called(installation, name))
    told = said(write(installation, tables[1], "moderator", f"confirm {codes[1]}"))
    assert "This was meant for the time before round 2, but the next one is round 3" in told
    assert max(rounds_there(installation)) == (2, 2)


def test_somebody_leaves_by_the_moderators_mail(installation: Any, tables: list[int], said: Any) -> None:
    told = said(write(installation, tables[0], "moderator", "tournament withdraw Nobody"))
    assert "“Nobody” is none of those who play on in the tournament: Anna, Boris, Vera, Tim, Nora." in told
    assert "tournament withdraw NAME" in said(write(installation, tables[0], "moderator", "tournament withdraw"))
    asked = said(write(installation, tables[0], "moderator", "tournament withdraw vera@players.test"))
    assert "will play no further round of the tournament; it is drawn anew from round 2 on" in asked
    write(installation, tables[0], "moderator", f"confirm {code_in(asked)}")
    table = installation.table(tables[0])
    seat = table.players[0]
    drawn = said(
        write(installation, tables[0], seat.name, "турнир туры" if seat.language == "ru" else "tournament rounds")
    )
    first, *rest = drawn.split("ROUND 2" if seat.language == "en" else "ТУР 2")
    assert "Vera" in first
    assert rest
    assert "Vera" not in "".join(rest)
    for each in tables:
        play(installation, each)
    again = said(write(installation, tables[0], "moderator", "tournament withdraw Vera"))
    assert "none of those who play on" in again
    acts = said(
        write(installation, tables[0], seat.name, "история действий" if seat.language == "ru" else "history acts")
    )
    assert "Vera" in acts
    assert "vera@players.test" not in acts


def test_only_who_moderates_the_tournament_may(installation: Any, tables: list[int], said: Any) -> None:
    for table in tables:
        play(installation, table)
    appoint(installation, tables[0], "Olga")
    (olga,) = [seat.name for seat in installation.table(tables[0]).moderators if "Olga" in seat.people]
    told = said(write(installation, tables[0], olga, "tournament next"))
    assert "Only who moderates the whole tournament may do this (Mila)" in told
    seat = installation.table(tables[0]).players[0]
    word = "турнир дальше" if seat.language == "ru" else "tournament next"
    assert "Mila" in said(write(installation, tables[0], seat.name, word))
    assert rounds_there(installation) == [(1, 1), (1, 2)]


def test_at_a_table_of_no_tournament_the_words_say_so(installation: Any, said: Any) -> None:
    alone = club(installation, "alone", red="Anna", blue="Boris", moderator="Mila")
    for line in ("tournament next", "tournament withdraw Anna", "tournament rounds"):
        assert "belongs to no tournament" in said(write(installation, alone, "moderator", line))


def test_every_deed_of_a_tournament_is_declared_for_the_command_line_too() -> None:
    assert {FORMS[str(each.__struct_config__.tag)].maker for each in (NextRound, Withdraw)} == {NextRound, Withdraw}
