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
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
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
    timing = TimingPolicy(missed_deadline=MissedDeadline.MODERATOR)
    return NewCampaign(name=name, title=name.title(), game="sealed-bids", players=players, seed=b"x", timing=timing)


@pytest.fixture
@beginning
def campaigns(installation: Any) -> dict[str, int]:
    """Three that Mila moderates; in the last she plays too."""
    made = {
        "early": create(installation.service, people("early")),
        "late": create(installation.service, people("late", red="Vera")),
        "own": create(installation.service, people("own", red="Mila")),
    }
    installation.deliver()
    return made


def lines(installation: Any, viewer: Viewer = ROOT, order: Order = Order.NEEDS) -> list[OverviewLine]:
    with reading(installation.service.engine) as session:
        return overview(session, installation.clock.now(), viewer, order)


@contextmanager
def statements(installation: Any) -> Iterator[list[str]]:
    counted: list[str] = []

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:
        counted.append(statement)

    event.listen(installation.service.engine, "before_cursor_execute", count)
    try:
        yield counted
    finally:
        event.remove(installation.service.engine, "before_cursor_execute", count)


def do(installation: Any, campaign: int, deed: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))


def write(installation: Any, campaign: int, seat: str, sender: str, text: str) -> None:
    with reading(installation.service.engine) as session:
        seats = seats_at_table(session, campaign, installation.clock.now())
    token = next(each.token for each in seats if each.name == seat)
    letter(installation, sender, text, to=installation.service.reply_address(token))


def test_what_needs_a_moderator_comes_first_and_says_why(installation: Any, campaigns: dict[str, int]) -> None:
    do(installation, campaigns["early"], Pause(reason="ill"))
    do(installation, campaigns["late"], Eject(seat="red"))
    late, *_ = found = lines(installation)
    assert late.name == "late"
    assert late.needs == (Need.VACANT,)
    assert late.waiting == ("red", "blue")
    by_name = {line.name: line for line in found}
    assert by_name["early"].state == "paused"
    assert by_name["early"].needs == ()
    assert by_name["early"].since is not None
    assert [line.name for line in lines(installation, order=Order.NAME)] == ["early", "late", "own"]


def test_a_missed_deadline_that_is_left_to_the_moderator_is_there(installation: Any, campaigns: dict[str, int]) -> None:
    write(installation, campaigns["early"], "red", "anna@players.test", "1a")
    installation.clock.forward(days=30)
    periodic.run(installation.service)
    early = next(line for line in lines(installation) if line.name == "early")
    assert early.needs == (Need.DECIDE,)
    assert (early.missed, early.silent) == (1, ("blue",))


def test_while_a_draw_has_to_be_entered_the_moderator_is_waited_for_and_nothing_is_over(installation: Any) -> None:
    made = create(installation.service, structs.replace(people("dice"), table_draws="open"))
    installation.deliver()
    write(installation, made, "red", "anna@players.test", "1a")
    write(installation, made, "blue", "boris@players.test", "2a")
    since = installation.clock.time
    installation.clock.forward(days=30)
    periodic.run(installation.service)
    (line,) = lines(installation)
    assert (line.waiting, line.deadline, line.needs) == (("moderator",), None, (Need.DRAW,))
    assert line.since is not None
    assert abs(line.since - since) < timedelta(minutes=1)
    with reading(installation.service.engine) as session:
        (listed,) = summaries(session, installation.clock.now(), ROOT)
    assert (listed.asked, listed.deadline) == (("moderator",), None)


def test_who_has_answered_a_secret_question_does_not_show(installation: Any, campaigns: dict[str, int]) -> None:
    before = lines(installation)
    write(installation, campaigns["early"], "red", "anna@players.test", "1a")
    assert lines(installation) == before


def test_of_a_campaign_in_which_they_play_they_see_their_own_question(
    installation: Any, campaigns: dict[str, int]
) -> None:
    own = next(line for line in lines(installation, Viewer(name="Mila")) if line.name == "own")
    assert own.waiting == ("red",)
    stranger = next(line for line in lines(installation, Viewer(name="root")) if line.name == "own")
    assert stranger.waiting == (), "whoever sits there may be the moderator who plays"


def test_ten_campaigns_take_as_many_queries_as_three(installation: Any, campaigns: dict[str, int]) -> None:
    with statements(installation) as few:
        lines(installation)
    for number in range(3):
        create(installation.service, people(f"more-{number}"))
    with statements(installation) as many:
        assert len(lines(installation)) == 6
    assert len(few) == len(many) <= 8


def test_a_moderator_gets_it_by_mail_for_their_campaigns_alone(
    installation: Any, campaigns: dict[str, int], said: Any
) -> None:
    other = people("foreign", moderator="Stella")
    create(installation.service, other)
    installation.deliver()
    write(installation, campaigns["early"], "moderator", MILA, "overview")
    told = next(said(mail) for mail in installation.received[MILA] if "your campaigns" in mail["Subject"])
    assert "You moderate 3 campaigns" in told
    assert "Early (early)" in told
    assert "foreign" not in told
    assert not [mail for mail in installation.received["stella@players.test"] if "your campaigns" in mail["Subject"]]


def test_a_deadline_that_is_over_is_told_as_that(installation: Any, campaigns: dict[str, int], said: Any) -> None:
    def told() -> str:
        write(installation, campaigns["early"], "moderator", MILA, "overview")
        text = [said(mail) for mail in installation.received[MILA] if "your campaigns" in mail["Subject"]][-1]
        return " ".join(text.partition("THE OTHERS" if "THE OTHERS" in text else "OVER THEIR DEADLINE")[2].split())

    assert "; until " in told()
    installation.clock.forward(days=4)
    overdue = told()
    assert "; the deadline was " in overdue
    assert "until" not in overdue
    assert "Own (own)" in overdue


def test_it_comes_every_morning_until_it_is_ended(installation: Any, campaigns: dict[str, int], said: Any) -> None:
    def morning() -> int:
        installation.clock.forward(days=1)
        periodic.run(installation.service)
        periodic.run(installation.service)
        return sum(
            "your campaigns on" in mail["Subject"] for address, mail in installation.deliver() if address == MILA
        )

    assert morning() == 0
    write(installation, campaigns["early"], "moderator", MILA, "обзор ежедневно")
    assert [morning(), morning()] == [1, 1]
    write(installation, campaigns["early"], "moderator", MILA, "overview off")
    assert morning() == 0


def test_the_mail_tells_what_to_write_about_each_need_and_where(
    installation: Any, campaigns: dict[str, int], said: Any
) -> None:
    """A need is met by the line that stands with it, sent to the address behind it."""
    do(installation, campaigns["late"], Eject(seat="red"))
    write(installation, campaigns["early"], "red", "anna@players.test", "1a")
    installation.clock.forward(days=30)
    periodic.run(installation.service)
    installation.deliver()
    write(installation, campaigns["own"], "moderator", MILA, "overview")
    told = next(said(mail) for mail in installation.received[MILA] if "your campaigns" in mail["Subject"])
    (early,) = re.findall(
        r"write “extend 24 h”, “(process \d+)” or “replace \d+ Blue Name <address>” to (\S+?)\)", told
    )
    assert told.count("Red Name <address>") == 1, "once, and not where Mila plays herself"
    before = installation.table(campaigns["early"]).match.position.n
    letter(installation, MILA, early[0], to=early[1])
    answer = installation.received[MILA][-1]
    (code,) = re.findall(r"confirm (\d{4}-\d{4})", said(answer))[:1]
    letter(installation, MILA, f"confirm {code}", to=early[1])
    assert installation.table(campaigns["early"]).match.position.n > before


def test_a_player_who_asks_for_it_is_told_that_there_is_nothing(
    installation: Any, campaigns: dict[str, int], said: Any
) -> None:
    write(installation, campaigns["early"], "red", "anna@players.test", "overview")
    assert "You moderate no campaign" in said(installation.received["anna@players.test"][-1])
