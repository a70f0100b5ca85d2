"""A missed deadline is told: to the moderator at once, to the others in reports, where a default looks like one."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlmodel import select

from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.log import news_lines
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.clocks.digests import run as run_digests
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.moderation.named import Newcomer, person_of
from adjudicator.service.moderation.overview import Viewer, overview
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play import reliability
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.reliability import Reliability
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.service.timing.policy import Chain, TimingPolicy
from adjudicator.store.audits import trail
from adjudicator.store.engine import reading, writing
from adjudicator.store.prompts import Question, open_questions
from adjudicator.store.tables import Campaign, Holding, Role, SeatRecord

pytestmark = pytest.mark.store("sqlite")
SCENE = Path(__file__).parents[1] / "games" / "imperial_struggle" / "documents" / "turn_1_discard.json"
SEATS = {"red": "en", "blue": "en"}


def begin(installation: Any, seats: dict[str, str] | None = None, **timing: Any) -> int:
    made: int = installation.create(
        "sealed-bids", {**(seats or SEATS), "moderator": "en"}, timing=TimingPolicy(**timing), mail_format="full"
    )
    return made


def missed(installation: Any) -> list[tuple[str, EmailMessage]]:
    """The time of whoever is asked is over. Returns the mails that follow."""
    installation.clock.forward(hours=200)
    assert run_deadlines(installation.service) == 1
    mails: list[tuple[str, EmailMessage]] = installation.deliver()
    return mails


def to(seat: str, mails: list[tuple[str, EmailMessage]]) -> list[EmailMessage]:
    return [mail for address, mail in mails if address == f"{seat}@players.test"]


def to_own_round(installation: Any) -> int:
    """France is asked for the first tile of a turn, all that came before being done by default."""
    document, seats = json.loads(SCENE.read_text()), {"france": "en", "britain": "en", "moderator": "en"}
    campaign: int = installation.create("imperial-struggle", seats, document=document, mail_format="full")
    while installation.table(campaign).match.decisions()[0].kind != "take_investment":
        missed(installation)
    return campaign


def misses(installation: Any) -> dict[int, int]:
    with reading(installation.service.engine) as session:
        return {row.seat_id: row.missed for row in session.scalars(select(SeatRecord))}


def test_what_was_done_by_default_is_proved_like_all_else(installation: Any) -> None:
    campaign = begin(installation)
    installation.write("red", "1a")
    missed(installation)
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), Viewpoint(everything=True))
        assert [line.n for line in news_lines(view) if line.by_default]
        assert verify(Archive.read(archive(view))).differences == ()


def test_the_moderator_hears_of_it_at_once_and_how_often_it_was(installation: Any, said: Any) -> None:
    begin(installation)
    installation.write("red", "1a")
    (told,) = to("moderator", missed(installation))
    assert "no answer from Blue" in told["Subject"]
    assert "what the rules name as the default was done" in said(told)
    assert "in a row" not in said(told)
    (told,) = to("moderator", missed(installation))
    assert "no answer from Red" in told["Subject"]
    while "no answer from Red and Blue" not in told["Subject"]:
        (told,) = to("moderator", missed(installation))
    assert "Blue has missed 2 deadlines in a row." in said(told)


def test_a_moderator_who_plays_hears_what_the_others_hear(installation: Any) -> None:
    anna = {"name": "Anna", "email": "red@players.test"}
    players = (
        Player(seat="red", **anna),
        Player(seat="blue", name="Boris", email="blue@players.test"),
        Player(seat="moderator", **anna),
    )
    create(
        installation.service, NewCampaign(name="both", title="both", game="sealed-bids", players=players, seed=b"house")
    )
    installation.deliver()
    assert not [mail for mail in to("red", missed(installation)) if "no answer from" in mail["Subject"]]


def test_a_missed_action_round_costs_one_deadline(installation: Any, said: Any) -> None:
    campaign = to_own_round(installation)
    before, first = misses(installation), installation.table(campaign).by_name["france"].id
    assert installation.table(campaign).match.asked_seats == ("france",)
    mails, table = missed(installation), installation.table(campaign)
    assert [(decision.kind, decision.seats) for decision in table.match.decisions()] == [
        ("take_investment", ("britain",))
    ]
    assert misses(installation)[first] == before[first] + 1
    assert len(to("moderator", mails)) == 1
    (asked,) = to("britain", mails)
    assert "passed (by default)" in said(asked)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert [row.entry.how for row in line_entries(table)][-2:] == ["default", "default"]


def test_a_default_is_marked_in_log_and_history_and_an_answer_is_not(installation: Any, said: Any) -> None:
    campaign = to_own_round(installation)
    book = phrasebook("imperial-struggle")
    for _ in range(2):
        installation.write("france", book.say(installation.table(campaign).match.default("france"), "en"))
    assert installation.table(campaign).match.asked_seats == ("britain",)
    missed(installation)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        log = [each.text("UTC") for each in news_lines(CampaignView(table))]
        page = tell(gather(table, Viewpoint()), "en")
    shown = [line for c in page.chapters for p in c.passages for g in p.groups for line in g.lines]
    taken = [line.note for line in shown if "tile taken" in line.text]
    assert taken[0] == "", "France has ordered that"
    assert "by default" in taken[1], "Britain was silent"
    took = [text for text in log if "tile taken" in text]
    assert [text.endswith("(by default)") for text in took] == [False, True]
    assert [text.split("  ")[-1].partition(":")[0] for text in took] == ["France", "Britain"], "who acted is told"


def test_who_was_silent_and_the_moderator_hear_what_was_done(installation: Any, said: Any) -> None:
    campaign = to_own_round(installation)
    for _ in range(2):
        mails = missed(installation)
        (own,) = (each for each in to("france", mails) + to("britain", mails) if "your deadline" in each["Subject"])
        (moderator,) = to("moderator", mails)
        done = said(own).partition("What was done: ")[2].partition(". WHAT COMES")[0]
        assert "and passed its turn" in done
        assert f"What was done: {done}." in said(moderator)
    assert installation.table(campaign).match.asked_seats == ("france",)


def test_answers_that_come_out_together_are_told_together(installation: Any, said: Any) -> None:
    begin(installation)
    installation.write("red", "1a")
    mails = missed(installation)
    (moderator,), (own,) = to("moderator", mails), [m for m in to("blue", mails) if "your deadline" in m["Subject"]]
    for told in (said(moderator), said(own)):
        assert re.search(r"What was done: Bids: Red \d+, Blue \d+; ", told)


def test_after_misses_in_a_row_somebody_else_is_sought(installation: Any, said: Any) -> None:
    begin(installation, chain=Chain(replace_after=2))
    assert "2" in said(installation.newest("red"))[said(installation.newest("red")).index("another player is sought") :]
    missed(installation)
    mails: list[EmailMessage] = []
    while not mails:
        mails = [mail for mail in to("moderator", missed(installation)) if "somebody else is wanted" in mail["Subject"]]
    assert "(missed deadlines in a row: 2), and nobody stands by" in said(mails[0])


def test_a_standby_player_takes_over_with_the_full_time_after_misses_in_a_row(installation: Any) -> None:
    campaign = begin(installation, chain=Chain(replace_after=1))
    with writing(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        stella = person_of(table, Newcomer(name="Stella", email="stella@players.test"))
        new = Holding(
            seat_id=table.by_name["blue"].id, person_id=stella.id, role=Role.STANDBY, since=installation.clock.now()
        )
        session.add(new)
    installation.write("red", "1a")
    mails = missed(installation)
    assert to("stella", mails)
    table = installation.table(campaign)
    assert table.by_name["blue"].people == ("Stella",)
    assert table.match.sealed.keys() == {"red"}, "nothing was done by default"
    (row,) = [row for row in questions(installation, campaign) if row.seat_id == table.by_name["blue"].id]
    assert row.deadline == row.opened_at + timedelta(hours=72)


def questions(installation: Any, campaign: int) -> tuple[Question, ...]:
    with reading(installation.service.engine) as session:
        return open_questions(session, campaign)


def test_the_others_vote_about_a_silent_seat_and_an_answer_ends_it(installation: Any, said: Any) -> None:
    seats = {"amber": "en", "sapphire": "en", "onyx": "ru", "moderator": "en"}
    campaign = installation.create(
        "salt-roads", seats, timing=TimingPolicy(chain=Chain(vote_after=1)), mail_format="full"
    )
    silent, *others = installation.table(campaign).match.asked_seats + tuple(
        name for name in ("amber", "sapphire", "onyx") if name not in installation.table(campaign).match.asked_seats
    )
    first, second = others[:2]
    words = {"en": "release", "ru": "освободить место"}
    votes = {"en": "vote replace", "ru": "голосование замена"}
    asked = to(first, missed(installation))
    assert any(votes[seats[first]] in said(mail) for mail in asked)
    (refused,) = installation.write(silent, f"{words[seats[silent]]} {silent}")
    assert "your own seat" in said(refused)
    (noted,) = installation.write(first, f"{words[seats[first]]} {silent}")
    assert ("2 of 2" if seats[first] == "en" else "2 из 2") in said(noted)
    installation.write(second, f"{words[seats[second]]} {silent}")
    assert installation.table(campaign).by_name[silent].people == ()
    assert "your seat was taken from you" in installation.newest(silent)["Subject"]
    with reading(installation.service.engine) as session:
        assert [(act.author, act.command) for act in trail(session, campaign)] == [
            ("the players", "vote"),
            ("the players", "vote out"),
        ]


def test_nobody_can_be_voted_out_by_one_player_who_answers(installation: Any, said: Any) -> None:
    campaign = begin(installation, chain=Chain(vote_after=2))
    missed(installation)
    (refused,) = installation.write("blue", "release red")
    assert "You alone cannot take the seat of another player" in said(refused)
    assert installation.table(campaign).by_name["red"].people == ("Red",)


def test_votes_about_a_silent_seat_lose_their_meaning_when_it_answers(installation: Any, said: Any) -> None:
    seats = {"amber": "en", "sapphire": "en", "onyx": "ru"}
    campaign = installation.create(
        "salt-roads", seats, timing=TimingPolicy(chain=Chain(vote_after=1)), mail_format="full"
    )
    silent = installation.table(campaign).match.asked_seats[0]
    first, second = (name for name in seats if name != silent)
    missed(installation)
    installation.write(first, f"vote replace {silent}")
    while not (turn := installation.table(campaign).match).options(silent):
        installation.write(
            turn.asked_seats[0], phrasebook("salt-roads").say(turn.options(turn.asked_seats[0])[0], "en")
        )
    installation.write(silent, phrasebook("salt-roads").say(turn.options(silent)[0], "en"))
    installation.write(second, f"vote replace {silent}")
    assert installation.table(campaign).by_name[silent].people == (silent.title(),), (
        "the first vote does not count any more"
    )
    installation.write(first, f"vote replace {silent}")
    assert installation.table(campaign).by_name[silent].people == ()


def test_who_answers_in_time_is_told_to_moderators_and_by_agreement_to_all(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.clock.forward(hours=5)
    installation.write("red", "1a")
    with reading(installation.service.engine) as session:
        assert reliability.of_seats(session, (campaign,)) == {}, "nobody learns who has sealed an answer"
    missed(installation)
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        found = reliability.of_seats(session, (campaign,))
        (line,) = overview(session, installation.clock.now(), Viewer())
    assert found[table.by_name["red"].id] == Reliability(1, 0, 5.0)
    assert found[table.by_name["blue"].id] == Reliability(0, 1)
    assert (line.answered, line.slowest) == ((1, 2), 5.0)
    told = "Answered in time: Red 1 of 1, half of them within 5 h; Blue 0 of 1."
    assert told in said(installation.write("moderator", "status")[0])
    assert "Answered in time" not in said(installation.write("red", "status")[0])
    with writing(installation.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        keep_settings(row, msgspec.structs.replace(settings_of(row), reliability="all"))
    assert told in said(installation.write("red", "status")[0])


def test_a_short_mail_says_so_in_its_story(installation: Any, said: Any) -> None:
    document, seats = json.loads(SCENE.read_text()), {"france": "en", "britain": "en", "moderator": "en"}
    installation.create("imperial-struggle", seats, document=document)
    missed(installation)
    installation.write("moderator", "digest daily")
    missed(installation)
    installation.clock.forward(hours=25)
    run_digests(installation.service)
    assert "By default, for want of an answer: " in said(to("moderator", installation.deliver())[0])
