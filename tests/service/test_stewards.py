"""A steward plays a seat: it answers from what the seat knows, is named as what it is, and gives the seat back."""

from __future__ import annotations

import re
import threading
from html import escape
from typing import Any

import pytest
from sqlmodel import select

from adjudicator.kernel.refusals import not_your_turn
from adjudicator.language import language
from adjudicator.reports.pages.archive_page import html
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive, proof_of
from adjudicator.service.admin.explanations import explain
from adjudicator.service.admin.watching import unthought
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import StewardPolicy
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.history import Viewpoint, analysis, gather, tell
from adjudicator.service.history.analysis import UNTOLD, analysed, analysis_of
from adjudicator.service.history.record import from_json, to_json
from adjudicator.service.people import replacements
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play import early_decisions, stewarding
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.proof.archive import THOUGHTS, Archive, BadArchive, ThoughtLine
from adjudicator.service.proof.thoughts import thought_of
from adjudicator.service.proof.verify import verify
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
from adjudicator.store import timing
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.metrics import figures
from adjudicator.store.tables import Prompt
from tests.service.conftest import Installation, words_of
from worker import thinking

pytestmark = pytest.mark.store("sqlite")


def begun(installation: Any, **agreed: Any) -> int:
    """Sealed Bids between a person and a steward."""
    red = Player(seat="red", name="Red", email="red@players.test")
    new = NewCampaign(
        name="bids",
        title="Bids",
        game="sealed-bids",
        players=(red, Player(seat="blue", steward=True)),
        seed=b"stewards",
        **agreed,
    )
    made: int = create(installation.service, new)
    installation.deliver()
    return made


def actors(installation: Any, campaign: int) -> set[str]:
    """Who has entries in the log."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return {played.entry.by for played in line_entries(table)}


def played(installation: Any) -> int:
    """A whole match between a person, who takes the first answer there is, and a steward."""
    made = begun(installation)
    book = installation.table(made).match.game.part("phrases")
    while installation.table(made).match.result is None:
        for campaign in stewarding.due(installation.service):
            assert campaign == made
            assert stewarding.think(installation.service, made)
        match = installation.table(made).match
        if "red" in match.pending_seats:
            installation.write("red", book.say(match.options("red")[0], "en"))
    return made


def proven(installation: Any, campaign: int) -> Archive:
    """The archive that proves a match that is over."""
    with reading(installation.service.engine) as session:
        return Archive.read(proof_of(table_of_campaign(installation.service.work(session), campaign)))


def test_a_steward_plays_a_match_to_its_end(installation: Any) -> None:
    made = played(installation)
    assert not stewarding.due(installation.service)
    assert actors(installation, made) >= {"red", "blue"}
    assert set(installation.received) == {"red@players.test"}


def test_whoever_verifies_a_match_repeats_its_choices(installation: Any) -> None:
    found = proven(installation, played(installation))
    assert THOUGHTS in found.members
    assert verify(found).differences == ()
    changed = found.members[THOUGHTS].replace(b'"worth":0.', b'"worth":1.', 1)
    (difference,) = verify(Archive({**found.members, THOUGHTS: changed})).differences[:1]
    assert "the steward of blue would have chosen" in str(difference)


def test_its_answer_is_secret_and_comes_once(installation: Any) -> None:
    made = begun(installation)
    received = len(installation.received["red@players.test"])
    assert stewarding.think(installation.service, made) == 1
    assert stewarding.think(installation.service, made) == 0
    installation.deliver()
    assert len(installation.received["red@players.test"]) == received
    assert set(installation.table(made).match.sealed) == {"blue"}


def test_it_keeps_what_it_has_compared(installation: Any) -> None:
    made = begun(installation)
    stewarding.think(installation.service, made)
    with reading(installation.service.engine) as session:
        (prompt,) = session.scalars(select(Prompt).where(Prompt.thought.is_not(None))).all()
    thought = thought_of(prompt)
    assert thought is not None
    assert len(thought.options) > 1
    assert {option.action["op"] for option in thought.options} == {"bid"}
    assert not thought.cut


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_an_entry_is_explained_by_what_its_steward_compared(installation: Any, seat: str | None) -> None:
    made = played(installation)
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), made), Viewpoint(seat))
        told = [explain(view, n) for n in range(1, view.table.head.sequence + 1)]
    compared = [each for each in told if each.compared]
    assert bool(compared) == (seat == "blue"), "the reasons of a seat are its own"
    assert all("%" in each.text("UTC") for each in compared)
    assert all(each.order == each.compared[0].order for each in compared)


def test_the_first_mail_names_the_steward(installation: Any) -> None:
    begun(installation)
    assert "Steward" in words_of(installation.newest("red"))


def test_a_steward_takes_the_seat_at_a_missed_deadline_and_gives_it_back(installation: Any) -> None:
    timing = TimingPolicy(missed_deadline=MissedDeadline.STEWARD)
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"}, timing=timing)
    book = installation.table(made).match.game.part("phrases")
    installation.write("red", book.say(installation.table(made).match.options("red")[0], "en"))
    installation.clock.forward(hours=200)
    assert run_deadlines(installation.service) == 1
    mails = {address: words_of(mail) for address, mail in installation.deliver()}
    assert all("A STEWARD PLAYS BLUE" in told for told in mails.values())
    assert set(mails) == {"red@players.test", "blue@players.test"}
    assert installation.table(made).by_name["blue"].steward
    stewarding.think(installation.service, made)
    assert {"red", "blue"} <= actors(installation, made)
    installation.deliver()
    assert "A steward plays Blue for you; “back” gives you" in words_of(installation.newest("blue"))
    assert "A steward plays Blue for you" not in words_of(installation.newest("red"))
    assert "back" in words_of(installation.write("blue", "bid 1")[-1])
    told = [words_of(mail) for mail in installation.write("blue", "back")]
    assert any("You play again" in each for each in told)
    reasons = next(each for each in told if "WHAT THE STEWARD THOUGHT" in each)
    assert re.search(r"bid \d+ \(\d+ %\)", reasons), "each answer with what it compared"
    assert installation.table(made).by_name["blue"].players == ("Blue",)
    assert not stewarding.due(installation.service)


def test_a_campaign_that_cannot_be_thought_about_stops_no_other(
    installation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here one that does not exist; what fails in a game, or kills the process, comes the same way."""
    made, stop, looks = begun(installation), threading.Event(), list[int]()

    def due(service: Any) -> tuple[int, ...]:
        looks.append(1)
        if installation.table(made).match.sealed or len(looks) > 5:
            stop.set()
        return made + 1, made

    monkeypatch.setattr(thinking, "_due", due)
    monkeypatch.setattr(thinking, "LOOK_SECONDS", 0.0)
    thinking.think_apart(installation.service, stop)
    assert set(installation.table(made).match.sealed) == {"blue"}


def test_a_steward_has_no_vote(installation: Any) -> None:
    begun(installation)
    told = words_of(installation.write("red", "vote draw")[-1])
    assert "The match ends" in told or "over" in told


def test_the_operator_is_told_that_nobody_thinks(installation: Any) -> None:
    made = begun(installation)
    assert unthought(installation.service) is None
    installation.clock.forward(minutes=installation.service.settings.limits.stall_alert_minutes + 1)
    assert "is a thinker at work?" in str(unthought(installation.service))
    stewarding.think(installation.service, made)
    assert unthought(installation.service) is None


def test_a_match_that_is_over_is_analysed(installation: Any) -> None:
    made = played(installation)
    told = analysed(proven(installation, made), language("en"))
    (winner,) = installation.table(made).match.result.winners
    points = told.analysis.points
    assert points[-1].prospects[winner] == 1
    assert all(sum(point.prospects.values()) == pytest.approx(1) for point in points)
    assert 0 < len(told.moments) <= 5
    assert all(told.moments.values())
    assert sum(told.analysis.luck.values()) == pytest.approx(0)
    assert any(told.analysis.luck.values())
    assert told == analysed(proven(installation, made), language("en"))
    with reading(installation.service.engine) as session:
        stored = analysis_of(session, table_of_campaign(installation.service.work(session), made).head)
    assert stored is not None
    assert (stored.luck, stored.moments) == (told.analysis.luck, told.analysis.moments)


def test_figures_tell_for_how_long_a_steward_is_asked(installation: Any) -> None:
    def asked() -> float | None:
        with reading(installation.service.engine) as session:
            since = figures(session, installation.clock.now()).stewards_asked_since
        return None if since is None else (installation.clock.now() - since).total_seconds()

    assert asked() is None
    made = begun(installation)
    installation.clock.forward(minutes=10)
    assert asked() == pytest.approx(600, abs=5)
    stewarding.think(installation.service, made)
    assert asked() is None


def test_every_mail_names_the_seats_of_stewards(installation: Any) -> None:
    played(installation)
    assert all("Played by stewards: Blue." in words_of(mail) for mail in installation.received["red@players.test"])


def test_the_last_mail_tells_what_decided_the_match(installation: Any) -> None:
    played(installation)
    last = installation.received["red@players.test"][-1]
    told = words_of(last)
    assert "WHAT DECIDED THE MATCH" in told
    assert re.search(r"Red \d+ % → \d+ %", told)
    assert re.search(r"against the mean of what else could have been drawn: \w+ [+-]?\d+ and \w+ [+-]?\d+\.", told)
    assert sum("prospects" in part.get("Content-ID", "") for part in last.walk()) == 1
    earlier = [words_of(mail) for mail in installation.received["red@players.test"][:-1]]
    assert not any("WHAT DECIDED" in each or "% →" in each for each in earlier)


def test_an_analysis_that_fails_keeps_no_last_mail(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(analysis, "analyse", stumble)
    analysis._NEWEST.clear()
    played(installation)
    told = words_of(installation.received["red@players.test"][-1])
    assert "THE MATCH IS OVER" in told
    assert "WHAT DECIDED" not in told


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_a_page_tells_moments_as_its_reader_knew_them(installation: Any, seat: str | None) -> None:
    made = played(installation)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made)
        page = tell(from_json(to_json(gather(table, Viewpoint(seat)))), "en")
    (decided,) = (each for each in page.history if each.heading == "What decided the match")
    news = [
        line.told
        for chapter in page.chapters
        for passage in chapter.passages
        for group in passage.groups
        for line in group.lines
    ]
    untold = [UNTOLD % {"seat": seat} for seat in ("Red", "Blue")]
    told = [line.removesuffix(" …") for item in decided.items for line in item.text.split("; ")]
    assert told
    assert [line for line in told if line not in " ".join((*news, *untold))] == []
    assert page.prospects is not None
    assert escape(page.prospects.alt) in html(page)
    assert escape(decided.items[0].text) in html(page)


def test_nothing_is_analysed_before_the_end(installation: Any) -> None:
    made = begun(installation)
    with reading(installation.service.engine) as session:
        work = installation.service.work(session)
        packed = archive(CampaignView(table_of_campaign(work, made), Viewpoint(everything=True)))
    with pytest.raises(BadArchive, match="not over"):
        analysed(Archive.read(packed), language("en"))


STANDS_IN = StewardPolicy(absence=True)


def away(installation: Installation, line: str, **agreed: Any) -> tuple[int, str]:
    """Two people, of whom blue writes a line about an absence. The answer."""
    terms = {"stewards": STANDS_IN, **agreed}
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"}, time_zone="Europe/Moscow", **terms)
    return made, words_of(installation.write("blue", line)[-1])


def test_a_steward_stands_in_for_an_absence_that_begins_and_ends_by_itself(installation: Installation) -> None:
    made, told = away(installation, "absent 22 to 24 November, steward", deadline_hours=400)
    assert "From Sun 22 Nov to Tue 24 Nov, both days included (Europe/Moscow), a steward plays your seat" in told
    assert "THE PLAYER OF BLUE IS AWAY" in words_of(installation.newest("red")).upper()
    run_deadlines(installation.service)
    assert not installation.table(made).by_name["blue"].steward
    installation.clock.forward(days=1, hours=13)  # in Moscow the 22nd has begun
    run_deadlines(installation.service)
    assert installation.table(made).by_name["blue"].steward
    assert {address for address, _ in installation.deliver()} == {"red@players.test", "blue@players.test"}
    assert stewarding.think(installation.service, made) == 1
    installation.clock.forward(days=3)
    run_deadlines(installation.service)
    assert installation.table(made).by_name["blue"].players == ("Blue",)
    told = dict.fromkeys(installation.received, "")
    for address, mail in installation.deliver():
        told[address] += words_of(mail)
    assert all("Blue plays Blue again, in the place of the steward" in each for each in told.values())
    assert "This email holds what the seat knows" in told["blue@players.test"], "with the question that is open"
    run_deadlines(installation.service)
    assert installation.deliver() == []


def test_who_is_back_early_keeps_the_seat(installation: Installation) -> None:
    made, told = away(installation, "absent until 30.11 with a steward")
    assert "a steward plays your seat" in told
    assert installation.table(made).by_name["blue"].steward
    assert any("You play again" in words_of(each) for each in installation.write("blue", "back"))
    installation.clock.forward(hours=1)
    run_deadlines(installation.service)
    assert installation.table(made).by_name["blue"].players == ("Blue",)


def test_an_absence_with_a_steward_that_is_ahead_is_taken_back(installation: Installation) -> None:
    made, _ = away(installation, "отсутствую с 22 по 24 ноября, управляющий")
    assert "Welcome back" in words_of(installation.write("blue", "back")[-1])
    installation.clock.forward(days=3)
    with reading(installation.service.engine) as session:
        assert timing.steward_absences_due(session, installation.clock.now()) == ()
    run_deadlines(installation.service)
    assert not installation.table(made).by_name["blue"].steward


def test_an_absence_with_a_steward_stops_no_clock_and_costs_no_days(installation: Installation) -> None:
    made, _ = away(installation, "absent 21 to 30 November, steward")
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made)
        assert len({prompt.deadline for prompt in table.open_prompts()}) == 1
    told = words_of(installation.write("blue", "absent 1.12 to 2.12")[-1])
    assert "Left in 2026: 28 days" in told
    assert "With “absent …, steward” a steward would play for you meanwhile" in told


def test_two_absences_that_meet_are_one(installation: Installation) -> None:
    _, _ = away(installation, "absent 22 to 24 November, steward")
    told = words_of(installation.write("blue", "absent 24 to 26 November, steward")[-1])
    assert "From Sun 22 Nov to Thu 26 Nov" in told


def test_without_agreement_no_steward_stands_in(installation: Installation) -> None:
    made, told = away(installation, "absent until 30.11, steward", stewards=StewardPolicy())
    assert "has not agreed that a steward plays for who is away" in told
    assert not installation.table(made).by_name["blue"].steward
    assert "steward would play" not in words_of(installation.write("blue", "absent until 30.11")[-1])


def test_where_a_missed_deadline_brings_one_it_stands_in_too(installation: Installation) -> None:
    agreed = {"stewards": StewardPolicy(), "timing": TimingPolicy(missed_deadline=MissedDeadline.STEWARD)}
    made, _ = away(installation, "absent until 30.11, steward", **agreed)
    assert installation.table(made).by_name["blue"].steward


def test_a_steward_comes_for_nobody_who_has_given_the_seat_away(installation: Installation) -> None:
    made, _ = away(installation, "absent 22 to 24 November, steward")
    with writing(installation.service.engine) as session:
        lock_campaign(session, made)
        table = table_of_campaign(installation.service.work(session), made)
        red = table.by_name["red"].in_charge[0].person_id
        replacements.replace(table, table.by_name["blue"], by="Mila", person_id=red)
    installation.clock.forward(days=3)
    run_deadlines(installation.service)
    assert installation.table(made).by_name["blue"].players == ("Red",)


def roads(installation: Installation, signs: Any) -> int:
    """Crossroads with a steward. Whoever has the most coins and whoever has the fewest may get one more each."""
    new = NewCampaign(
        name="roads",
        title="Roads",
        game="crossroads",
        players=(
            Player(seat="north", name="North", email="north@players.test"),
            Player(seat="east", name="East", email="east@players.test"),
            Player(seat="south", steward=True),
        ),
        seed=b"signed",
        stewards=StewardPolicy(signs=signs, tries=60),
    )
    made: int = create(installation.service, new)
    installation.deliver()
    return made


def to_the_steward(installation: Installation, made: int) -> Any:
    """People answer, and propose bargains, until only the steward is asked. What it is asked; None at the end."""
    while (match := installation.table(made).match).result is None:
        seat = next((each for each in match.pending_seats if each != "south"), "")
        if not seat:
            return match.question("south")
        options = match.options(seat)
        installation.order(made, seat, next((each for each in options if each.op == "bargain"), options[0]))
    return None


@pytest.mark.parametrize("signs", ["never", "free"])
def test_which_agreements_it_signs_stands_in_the_settings_and_is_repeated(
    installation: Installation, signs: Any
) -> None:
    made, bargains = roads(installation, signs), 0
    assert ("signs an agreement that is put before it" in words_of(installation.newest("north"))) is (signs == "free")
    while (asked := to_the_steward(installation, made)) is not None:
        coins = installation.table(made).match.state.minted
        assert stewarding.think(installation.service, made, most=1)
        if asked.form == "agree":
            assert asked.on_table is not None
            bargains += installation.table(made).match.state.minted > coins
    assert bool(bargains) is (signs == "free")
    found = proven(installation, made)
    assert verify(found).differences == ()
    kept = [line.thought for line in found.lines(ThoughtLine)]
    assert {thought.signs for thought in kept} == {signs}
    assert any(thought.proposal is not None for thought in kept)
    if signs == "free":
        changed = found.members[THOUGHTS].replace(b'"signs":"free"', b'"signs":"never"')
        assert verify(Archive({**found.members, THOUGHTS: changed})).differences


def test_a_proposal_that_is_withdrawn_meanwhile_is_not_signed(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, chosen = roads(installation, "free"), stewarding._chosen
    while to_the_steward(installation, made).form != "agree":
        stewarding.think(installation.service, made, most=1)
    installation.deliver()
    (proposer,) = installation.table(made).match.sealed

    def slowly(asked: Any, seconds: float | None) -> Any:
        choice = chosen(asked, seconds)
        installation.write(proposer, "withdraw")
        return choice

    monkeypatch.setattr(stewarding, "_chosen", slowly)
    assert stewarding.think(installation.service, made) == 0
    assert installation.table(made).match.sealed == {}


def two_stewards(installation: Installation) -> int:
    new = NewCampaign(
        name="bids",
        title="Bids",
        game="sealed-bids",
        players=(
            Player(seat="red", steward=True),
            Player(seat="blue", steward=True),
            Player(seat="observer", name="Olga", email="olga@players.test"),
        ),
        seed=b"stewards",
    )
    made: int = create(installation.service, new)
    return made


def test_a_steward_that_finds_no_answer_holds_up_no_other(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, choose = two_stewards(installation), stewarding.choose

    def refusing(match: Any, seat: str, *more: Any, **others: Any) -> Any:
        if seat == "red":
            raise not_your_turn(seat=seat, kind="", asked=[])
        return choose(match, seat, *more, **others)

    monkeypatch.setattr(stewarding, "choose", refusing)
    assert stewarding.think(installation.service, made, most=1) == 1
    assert set(installation.table(made).match.sealed) == {"blue"}
    monkeypatch.setattr(stewarding, "choose", choose)
    assert stewarding.think(installation.service, made, most=1) == 1
    assert installation.table(made).match.sealed == {}, "red answers at the next look"


def test_a_choice_that_is_refused_when_it_is_given_leaves_nothing(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, give = two_stewards(installation), early_decisions.give

    def refusing(table: Any, seat: str, action: Any) -> Any:
        told = give(table, seat, action)
        if seat == "red":
            raise not_your_turn(seat=seat, kind="", asked=[])
        return told

    monkeypatch.setattr(early_decisions, "give", refusing)
    assert stewarding.think(installation.service, made) == 1
    assert set(installation.table(made).match.sealed) == {"blue"}
    with reading(installation.service.engine) as session:
        assert len(session.scalars(select(Prompt).where(Prompt.thought.is_not(None))).all()) == 1
