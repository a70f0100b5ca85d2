"""The overview of who keeps many campaigns: a line each, the same number of queries, and nothing that a player of
them must not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import event

from adjudicator.service import periodic
from adjudicator.service.admin.campaign_list import summaries
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Eject, Pause
from adjudicator.service.moderation.overview import Need, Order, OverviewLine, Viewer, overview
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.timing.policy import Missed, TimingPolicy
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.beginnings import beginning
from tests.service.test_gathering import letter

MILA = "mila@players.test"
ROOT = Viewer(name="root")


def people(name: str, **seats: str) -> NewCampaign:
    """A campaign of sealed bids that Mila moderates; people by seat."""
    players = tuple(
        Player(seat=seat, name=person, email=f"{person.lower()}@players.test")
        for seat, person in ({"red": "Anna", "blue": "Boris", "moderator": "Mila"} | seats).items()
    )
    timing = TimingPolicy(missed=Missed.MODERATOR)
    return NewCampaign(name=name, title=name.title(), game="sealed-bids", players=players, seed=b"x", timing=timing)


@pytest.fixture
@beginning
def campaigns(house: Any) -> dict[str, int]:
    """Three that Mila moderates; in the last she plays too."""
    made = {
        "early": create(house.service, people("early")),
        "late": create(house.service, people("late", red="Vera")),
        "own": create(house.service, people("own", red="Mila")),
    }
    house.deliver()
    return made


def lines(house: Any, viewer: Viewer = ROOT, order: Order = Order.NEEDS) -> list[OverviewLine]:
    with reading(house.service.engine) as session:
        return overview(session, house.clock.now(), viewer, order)


@contextmanager
def statements(house: Any) -> Iterator[list[str]]:
    counted: list[str] = []

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:
        counted.append(statement)

    event.listen(house.service.engine, "before_cursor_execute", count)
    try:
        yield counted
    finally:
        event.remove(house.service.engine, "before_cursor_execute", count)


def do(house: Any, campaign: int, deed: Any) -> None:
    with writing(house.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(house.service.work(session), campaign), deed, Author("Mila"))


def write(house: Any, campaign: int, seat: str, sender: str, text: str) -> None:
    with reading(house.service.engine) as session:
        seats = seats_at_table(session, campaign, house.clock.now())
    token = next(each.token for each in seats if each.name == seat)
    letter(house, sender, text, to=house.service.reply_address(token))


def test_what_needs_a_moderator_comes_first_and_says_why(house: Any, campaigns: dict[str, int]) -> None:
    do(house, campaigns["early"], Pause(reason="ill"))
    do(house, campaigns["late"], Eject(seat="red"))
    late, *_ = found = lines(house)
    assert late.name == "late"
    assert late.needs == (Need.VACANT,)
    assert late.waiting == ("red", "blue")
    by_name = {line.name: line for line in found}
    assert by_name["early"].state == "paused"
    assert by_name["early"].needs == ()
    assert by_name["early"].since is not None
    assert [line.name for line in lines(house, order=Order.NAME)] == ["early", "late", "own"]


def test_a_missed_deadline_that_is_left_to_the_moderator_is_there(house: Any, campaigns: dict[str, int]) -> None:
    write(house, campaigns["early"], "red", "anna@players.test", "1a")
    house.clock.forward(days=30)
    periodic.run(house.service)
    early = next(line for line in lines(house) if line.name == "early")
    assert early.needs == (Need.DECIDE,)
    assert (early.missed, early.silent) == (1, ("blue",))


def test_while_a_draw_has_to_be_entered_the_moderator_is_waited_for_and_nothing_is_over(house: Any) -> None:
    made = create(house.service, structs.replace(people("dice"), table_draws="open"))
    house.deliver()
    write(house, made, "red", "anna@players.test", "1a")
    write(house, made, "blue", "boris@players.test", "2a")
    since = house.clock.time
    house.clock.forward(days=30)
    periodic.run(house.service)
    (line,) = lines(house)
    assert (line.waiting, line.deadline, line.needs) == (("moderator",), None, (Need.DRAW,))
    assert line.since is not None
    assert abs(line.since - since) < timedelta(minutes=1)
    with reading(house.service.engine) as session:
        (listed,) = summaries(session, house.clock.now(), ROOT)
    assert (listed.asked, listed.deadline) == (("moderator",), None)


def test_who_has_answered_a_secret_question_does_not_show(house: Any, campaigns: dict[str, int]) -> None:
    before = lines(house)
    write(house, campaigns["early"], "red", "anna@players.test", "1a")
    assert lines(house) == before


def test_of_a_campaign_in_which_they_play_they_see_their_own_question(house: Any, campaigns: dict[str, int]) -> None:
    own = next(line for line in lines(house, Viewer(name="Mila")) if line.name == "own")
    assert own.waiting == ("red",)
    stranger = next(line for line in lines(house, Viewer(name="root")) if line.name == "own")
    assert stranger.waiting == (), "whoever sits there may be the moderator who plays"


def test_ten_campaigns_take_as_many_queries_as_three(house: Any, campaigns: dict[str, int]) -> None:
    with statements(house) as few:
        lines(house)
    for number in range(3):
        create(house.service, people(f"more-{number}"))
    with statements(house) as many:
        assert len(lines(house)) == 6
    assert len(few) == len(many) <= 8


def test_a_moderator_gets_it_by_mail_for_their_campaigns_alone(
    house: Any, campaigns: dict[str, int], said: Any
) -> None:
    other = people("foreign", moderator="Stella")
    create(house.service, other)
    house.deliver()
    write(house, campaigns["early"], "moderator", MILA, "overview")
    told = next(said(mail) for mail in house.received[MILA] if "your campaigns" in mail["Subject"])
    assert "You moderate 3 campaigns" in told
    assert "Early (early)" in told
    assert "foreign" not in told
    assert not [mail for mail in house.received["stella@players.test"] if "your campaigns" in mail["Subject"]]


def test_a_deadline_that_is_over_is_told_as_that(house: Any, campaigns: dict[str, int], said: Any) -> None:
    def told() -> str:
        write(house, campaigns["early"], "moderator", MILA, "overview")
        text = [said(mail) for mail in house.received[MILA] if "your campaigns" in mail["Subject"]][-1]
        return " ".join(text.partition("THE OTHERS" if "THE OTHERS" in text else "OVER THEIR DEADLINE")[2].split())

    assert "; until " in told()
    house.clock.forward(days=4)
    overdue = told()
    assert "; the deadline was " in overdue
    assert "until" not in overdue
    assert "Own (own)" in overdue


def test_it_comes_every_morning_until_it_is_ended(house: Any, campaigns: dict[str, int], said: Any) -> None:
    def morning() -> int:
        house.clock.forward(days=1)
        periodic.run(house.service)
        periodic.run(house.service)
        return sum("your campaigns on" in mail["Subject"] for address, mail in house.deliver() if address == MILA)

    assert morning() == 0
    write(house, campaigns["early"], "moderator", MILA, "обзор ежедневно")
    assert [morning(), morning()] == [1, 1]
    write(house, campaigns["early"], "moderator", MILA, "overview off")
    assert morning() == 0


def test_the_mail_tells_what_to_write_about_each_need_and_where(
    house: Any, campaigns: dict[str, int], said: Any
) -> None:
    """A need is met by the line that stands with it, sent to the address behind it."""
    do(house, campaigns["late"], Eject(seat="red"))
    write(house, campaigns["early"], "red", "anna@players.test", "1a")
    house.clock.forward(days=30)
    periodic.run(house.service)
    house.deliver()
    write(house, campaigns["own"], "moderator", MILA, "overview")
    told = next(said(mail) for mail in house.received[MILA] if "your campaigns" in mail["Subject"])
    (early,) = re.findall(
        r"write “extend 24 h”, “(process \d+)” or “replace \d+ Blue Name <address>” to (\S+?)\)", told
    )
    assert told.count("Red Name <address>") == 1, "once, and not where Mila plays herself"
    before = house.table(campaigns["early"]).match.position.n
    letter(house, MILA, early[0], to=early[1])
    answer = house.received[MILA][-1]
    (code,) = re.findall(r"confirm (\d{4}-\d{4})", said(answer))[:1]
    letter(house, MILA, f"confirm {code}", to=early[1])
    assert house.table(campaigns["early"]).match.position.n > before


def test_a_player_who_asks_for_it_is_told_that_there_is_nothing(
    house: Any, campaigns: dict[str, int], said: Any
) -> None:
    write(house, campaigns["early"], "red", "anna@players.test", "overview")
    assert "You moderate no campaign" in said(house.received["anna@players.test"][-1])
