"""A missed deadline is told: to the moderator at once, to the others in reports, where a default looks like one."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.clocks.digests import run as run_digests
from adjudicator.service.console.log import news_lines
from adjudicator.service.console.looks import Look
from adjudicator.service.history import Eyes, gather, tell
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.lines import played
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store.engine import reading
from adjudicator.store.tables import SeatRecord

pytestmark = pytest.mark.parametrize("migrated_url", ["sqlite"], indirect=True)
SCENE = Path(__file__).parents[1] / "games" / "imperial_struggle" / "documents" / "turn_1_discard.json"
SEATS = {"red": "en", "blue": "en"}


def begin(house: Any, seats: dict[str, str] | None = None, **timing: Any) -> int:
    made: int = house.create(
        "sealed-bids", {**(seats or SEATS), "moderator": "en"}, timing=TimingPolicy(**timing), mail_format="full"
    )
    return made


def missed(house: Any) -> list[tuple[str, EmailMessage]]:
    """The time of whoever is asked is over. Returns the mails that follow."""
    house.clock.forward(hours=200)
    assert run_deadlines(house.service) == 1
    mails: list[tuple[str, EmailMessage]] = house.deliver()
    return mails


def to(seat: str, mails: list[tuple[str, EmailMessage]]) -> list[EmailMessage]:
    return [mail for address, mail in mails if address == f"{seat}@players.test"]


def to_own_round(house: Any) -> int:
    """France is asked for the first tile of a turn, all that came before being done by default."""
    document, seats = json.loads(SCENE.read_text()), {"france": "en", "britain": "en", "moderator": "en"}
    campaign: int = house.create("imperial-struggle", seats, document=document, mail_format="full")
    while house.table(campaign).match.decisions()[0].kind != "take_investment":
        missed(house)
    return campaign


def misses(house: Any) -> dict[int, int]:
    with reading(house.service.engine) as session:
        return {row.seat_id: row.missed for row in session.scalars(select(SeatRecord))}


def test_the_moderator_hears_of_it_at_once_and_how_often_it_was(house: Any, said: Any) -> None:
    begin(house)
    house.write("red", "1a")
    (told,) = to("moderator", missed(house))
    assert "no answer from Blue" in told["Subject"]
    assert "what the rules name as the default was done" in said(told)
    assert "in a row" not in said(told)
    (told,) = to("moderator", missed(house))
    assert "no answer from Red" in told["Subject"]
    while "no answer from Red and Blue" not in told["Subject"]:
        (told,) = to("moderator", missed(house))
    assert "Blue has missed 2 deadlines in a row." in said(told)


def test_a_moderator_who_plays_hears_what_the_others_hear(house: Any) -> None:
    anna = {"name": "Anna", "email": "red@players.test"}
    players = (
        Player(seat="red", **anna),
        Player(seat="blue", name="Boris", email="blue@players.test"),
        Player(seat="moderator", **anna),
    )
    create(house.service, NewCampaign(name="both", title="both", game="sealed-bids", players=players, seed=b"house"))
    house.deliver()
    assert not [mail for mail in to("red", missed(house)) if "no answer from" in mail["Subject"]]


def test_a_missed_action_round_costs_one_deadline(house: Any, said: Any) -> None:
    campaign = to_own_round(house)
    before, first = misses(house), house.table(campaign).by_name["france"].id
    assert house.table(campaign).match.asked == ("france",)
    mails, table = missed(house), house.table(campaign)
    assert [(each.kind, each.seats) for each in table.match.decisions()] == [("take_investment", ("britain",))]
    assert misses(house)[first] == before[first] + 1
    assert len(to("moderator", mails)) == 1
    (asked,) = to("britain", mails)
    assert "passed (by default)" in said(asked)
    with reading(house.service.engine) as session:
        table = table_of_campaign(house.service.work(session), campaign)
        assert [row.entry.how for row in played(table)][-2:] == ["default", "default"]


def test_a_default_is_marked_in_log_and_history_and_an_answer_is_not(house: Any, said: Any) -> None:
    campaign = to_own_round(house)
    book = phrasebook("imperial-struggle")
    for _ in range(2):
        house.write("france", book.say(house.table(campaign).match.default("france"), "en"))
    assert house.table(campaign).match.asked == ("britain",)
    missed(house)
    with reading(house.service.engine) as session:
        table = table_of_campaign(house.service.work(session), campaign)
        log = [each.text() for each in news_lines(Look(table))]
        page = tell(gather(table, Eyes()), "en")
    shown = [line for c in page.chapters for p in c.passages for g in p.groups for line in g.lines]
    taken = [line.note for line in shown if "tile taken" in line.text]
    assert taken[0] == "", "France has ordered that"
    assert "by default" in taken[1], "Britain was silent"
    took = [text for text in log if "tile taken" in text]
    assert [text.endswith("(by default)") for text in took] == [False, True]


def test_a_short_mail_says_so_in_its_story(house: Any, said: Any) -> None:
    document, seats = json.loads(SCENE.read_text()), {"france": "en", "britain": "en", "moderator": "en"}
    house.create("imperial-struggle", seats, document=document)
    missed(house)
    house.write("moderator", "digest daily")
    missed(house)
    house.clock.forward(hours=25)
    run_digests(house.service)
    assert "By default, for want of an answer: " in said(to("moderator", house.deliver())[0])
