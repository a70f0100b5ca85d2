"""One person who plays several seats: one mail with one report, a form with a block for each seat, one answer."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from adjudicator_trials.correspondence import correspondence
from adjudicator_trials.leaks import check_mail
from guild_fair.rules.pacts import Pact
from sqlmodel import col, select

from adjudicator.language import language
from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Hold, Pause, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.people import new_campaigns
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail, StandingOrder
from demo.letters import read_letter
from tests.service.beginnings import beginning
from tests.service.conftest import words_of

ANNA, BORIS, CLARA = "anna@players.test", "boris@players.test", "clara@players.test"
SEATS = {"bakers": ANNA, "brewers": ANNA, "drapers": BORIS, "masons": BORIS, "smiths": CLARA}
LANGUAGES = {ANNA: "en", BORIS: "ru", CLARA: "en"}


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """Three people play the five guilds."""
    players = tuple(
        new_campaigns.Player(seat=seat, name=email.split("@")[0].title(), email=email, language=LANGUAGES[email])
        for seat, email in SEATS.items()
    )
    new = new_campaigns.NewCampaign(
        name="fair",
        title="The Fair",
        game="guild-fair",
        seed=b"fair",
        players=players,
        options={"visitors": False},
        mail_format="full",
    )
    made = new_campaigns.create(installation.service, new)
    installation.deliver()
    return made


def do(installation: Any, campaign: int, deed: ModeratorCommand) -> list[tuple[str, EmailMessage]]:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
    delivered: list[tuple[str, EmailMessage]] = installation.deliver()
    return delivered


def write(installation: Any, who: str, *lines: str, **headers: str) -> EmailMessage:
    """Somebody answers their newest mail. Returns the one mail that they get back."""
    row = installation.put(installation.raw(who.split("@")[0], "\n".join(lines) + "\n", sender=who, **headers))
    assert row.status.value == "handled", row.reason
    (answer,) = [mail for address, mail in installation.deliver() if address == who]
    return answer


def drawn(installation: Any, campaign: int, seat: str) -> list[str]:
    return list(installation.table(campaign).match.state.drawn[seat])


def test_each_person_gets_one_first_mail_and_nobody_is_asked_about_a_mailbox(
    installation: Any, campaign: int, read: Any, said: Any
) -> None:
    assert {address: len(mails) for address, mails in installation.received.items()} == {ANNA: 1, BORIS: 1, CLARA: 1}
    first, russian = installation.received[ANNA][0], installation.received[BORIS][0]
    assert "#1, #2 Bakers and Brewers" in first["Subject"]
    assert "You are Bakers and Brewers." in said(first)
    assert "Ваша сторона: Суконщики и Каменщики." in said(russian)
    assert said(first).count("(only you see this)") == 2, "the draws of both seats"
    blocks = re.findall(r"^ORDERS (\d)\n\[(\w+)\]\n", read(first), re.MULTILINE)
    assert blocks == [("1", "Bakers"), ("2", "Brewers")]
    assert re.findall(r"^ПРИКАЗЫ (\d)\n\[(\w+)\]\n", read(russian), re.M) == [("3", "Суконщики"), ("4", "Каменщики")]
    assert "Bakers: Drawn just now" in said(first)
    assert "Brewers: Drawn just now" in said(first)
    assert "a code is enough: 1a 2a" in said(first)
    html = str(first.get_body(("html",)).get_content())
    assert "[Bakers]" in html
    assert "[Brewers]" in html


def test_a_simulated_player_reads_one_question_after_the_other(installation: Any, campaign: int) -> None:
    raw = installation.received[ANNA][0].as_bytes()
    first, second = read_letter(raw), read_letter(raw, [1])
    assert (first.question, first.heading, first.choices[0].code) == (1, "[Bakers]", "1a")
    assert (second.question, second.heading, second.choices[0].code) == (2, "[Brewers]", "2a")


def test_codes_go_to_the_seat_whose_question_they_answer(
    installation: Any, campaign: int, read: Any, said: Any
) -> None:
    answer = write(installation, ANNA, "1a", "2a")
    assert "1 done 1a Bakers: keep " in said(answer)
    assert "2 done 2a Brewers: keep " in said(answer)
    assert len(answer.get_all("Adjudicator-Receipt")) == 2, "a receipt for each seat"
    assert "Bakers: Receipt 1" in said(answer)
    assert re.findall(r"^ORDERS (\d+)$", read(answer), re.M) == ["6", "7"], "what both are asked next"
    answer = write(installation, BORIS, "3а 4а")
    assert "Суконщики: оставить" in said(answer)
    assert "Каменщики: оставить" in said(answer)


def test_a_line_that_fits_one_seat_only_needs_no_name(installation: Any, campaign: int, said: Any) -> None:
    ours, theirs = drawn(installation, campaign, "bakers"), drawn(installation, campaign, "brewers")
    assert not set(ours) & set(theirs)
    answer = write(installation, ANNA, f"keep {theirs[0]}", f"keep {ours[1]}")
    assert "1 done keep" in said(answer)
    assert "Brewers: you keep" in said(answer)
    assert "Bakers: you keep" in said(answer)
    assert [installation.table(campaign).match.state.kept[seat] for seat in ("bakers", "brewers")] == [2, 1]


def test_a_line_that_fits_both_is_asked_back_with_both_readings(installation: Any, campaign: int, said: Any) -> None:
    write(installation, ANNA, "1a 2a")
    answer = write(installation, ANNA, "borrow 1")
    assert "this fits several of your seats" in said(answer)
    assert "Bakers: borrow 1" in said(answer)
    assert "Brewers: borrow 1" in said(answer)
    assert "no orders carried out" in answer["Subject"]
    assert installation.table(campaign).match.state.loans["bakers"] == 0
    answer = write(installation, ANNA, "Brewers: borrow 1")
    assert "Brewers: you borrow 1" in said(answer)
    state = installation.table(campaign).match.state
    assert (state.loans["bakers"], state.loans["brewers"]) == (0, 1)


def test_names_above_lines_choose_the_seat_in_both_languages(installation: Any, campaign: int, said: Any) -> None:
    write(installation, ANNA, "1a 2a")
    answer = write(installation, ANNA, "[Brewers]", "borrow 2", "bakers:", "borrow 1")
    assert "Brewers: you borrow 2" in said(answer)
    assert "Bakers: you borrow 1" in said(answer)
    write(installation, BORIS, "3а 4а")
    write(installation, BORIS, "[Каменщики]", "занять 2", "суконщики: занять 0")
    assert installation.table(campaign).match.state.loans == {
        "bakers": 1,
        "brewers": 2,
        "drapers": 0,
        "masons": 2,
        "smiths": 0,
    }


def test_the_form_comes_back_with_one_block_filled_in(installation: Any, campaign: int, read: Any, said: Any) -> None:
    form = read(installation.received[ANNA][0])
    form = form[form.index("ORDERS 1") : form.index("FINISH 2") + 8]
    answer = write(installation, ANNA, *form.replace("# 2b", "2b").split("\n"))
    assert "Read: 1 line." in said(answer)
    assert "Brewers: you keep" in said(answer)
    assert installation.table(campaign).match.state.kept["bakers"] == 0
    empty = write(installation, ANNA, *form.split("\n"))
    assert "no line that could be an order" in said(empty)


def test_check_tries_the_lines_of_both(installation: Any, campaign: int, said: Any) -> None:
    answer = write(installation, ANNA, "check", "1a", "2b")
    assert "checked, nothing done" in answer["Subject"]
    assert said(answer).count("legal") >= 2
    assert installation.table(campaign).match.state.kept == dict.fromkeys(SEATS, 0)


def test_a_mistake_of_one_seat_leaves_the_other_done(installation: Any, campaign: int, said: Any) -> None:
    missing = next(
        each for each in ("well", "oven", "gate", "mill") if each not in drawn(installation, campaign, "brewers")
    )
    answer = write(installation, ANNA, "1a", f"Brewers: keep {missing}")
    assert "Bakers: keep " in said(answer)
    assert "done in part, one line to correct" in answer["Subject"]
    state = installation.table(campaign).match.state
    assert (state.kept["bakers"] > 0, state.kept["brewers"]) == (True, 0)
    write(installation, ANNA, "Brewers: 2a")
    assert installation.table(campaign).match.state.kept["brewers"] > 0


def test_commands_are_for_all_seats_or_the_one_that_is_named(installation: Any, campaign: int, said: Any) -> None:
    answer = write(installation, ANNA, "status")
    assert said(answer).count("ON FILE FOR YOU") == 1, "what is the same for both is said once"
    assert "Bakers (by" in said(answer)
    write(installation, ANNA, "standing undercut: no")
    write(installation, ANNA, "[Brewers]", "standing stand")
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(StandingOrder).order_by(col(StandingOrder.id))).all()
    names = installation.table(campaign).by_id
    assert [names[row.seat_id].name for row in rows] == ["bakers", "brewers", "brewers"]
    answer = write(installation, ANNA, "language ru")
    assert {seat.language for seat in installation.table(campaign).players if seat.name.startswith("b")} == {"ru"}
    assert "пекари" in said(write(installation, ANNA, "выйти")).lower(), "only one seat can be left at a time: which?"


def test_letters_come_from_the_seat_that_is_named(installation: Any, campaign: int, said: Any) -> None:
    asked = write(installation, ANNA, "press to smiths: Shall we?", "end press")
    assert "For which of your seats: Bakers or Brewers?" in said(asked)
    write(installation, ANNA, "[Brewers]", "press to smiths: Shall we?", "end press")
    assert "letter from Brewers" in installation.newest("clara")["Subject"]
    row = installation.put(
        installation.raw(
            "clara", "press to bakers, brewers: Yes!\nend press\n", sender=CLARA, to=orders_of(installation)
        )
    )
    assert row.status.value == "handled"
    letters = [mail for address, mail in installation.deliver() if address == ANNA]
    assert len(letters) == 1, "a letter to both comes once"


def orders_of(installation: Any) -> str:
    """The address of Clara's own mails, not that of a letter."""
    return str(installation.received[CLARA][0]["Reply-To"])


def test_reminders_and_deadlines_come_in_one_mail(installation: Any, campaign: int, said: Any) -> None:
    installation.clock.forward(hours=60)
    periodic.run(installation.service)
    reminders = [mail for address, mail in installation.deliver() if address == ANNA]
    assert len(reminders) == 1
    assert "#1 Bakers" in said(reminders[0]).replace("BAKERS", "Bakers")
    assert "#2 BREWERS" in said(reminders[0])
    installation.clock.forward(hours=20)
    periodic.run(installation.service)
    told = [mail for address, mail in installation.deliver() if address == ANNA]
    assert len(told) <= 2, [mail["Subject"] for mail in told]
    assert installation.table(campaign).match.state.kept["bakers"] > 0


def test_news_of_either_seat_are_told_once(installation: Any, campaign: int, said: Any) -> None:
    for who, lines in ((ANNA, "1a 2a"), (ANNA, "6a 7a"), (BORIS, "3а 4а")):
        write(installation, who, lines)
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        told = table.match.apply(("bakers", "brewers"), Pact(("bakers", "brewers")))
        words, german = table.match.game.part("report"), ("bakers", "brewers")

        lines = [line.text for group in words.news(told, german, language("en")) for line in group.lines]
        assert len(lines) == 1


def test_a_mail_tells_no_more_than_the_seats_of_its_reader_know(installation: Any, campaign: int, read: Any) -> None:
    rng = Random(7)
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(OutboundMail)).all()
    for row in rows:
        check_mail(installation.service, row, rng)
    names = {"bakers": "Bakers", "smiths": "Smiths"}
    assert f"{names['smiths']}: " not in read(installation.received[ANNA][0])


def test_who_gives_a_seat_away_gets_mails_of_the_other_alone(installation: Any, campaign: int, said: Any) -> None:
    dora = Newcomer(name="Dora", email="dora@players.test", language="en")
    mails = do(installation, campaign, Replace(seat="bakers", to=dora))
    (dossier,) = [mail for address, mail in mails if address == "dora@players.test"]
    assert "You play Bakers" in said(dossier)
    assert "Brewers: " not in said(dossier)
    kept = [mail for address, mail in installation.deliver() if address == ANNA]
    own = installation.table(campaign).by_name["brewers"].token
    answer = write(installation, ANNA, "[Brewers]", "2a", to=f"orders+{own}@game.test")
    assert not kept
    assert " Brewers: " in answer["Subject"]
    assert "Bakers: Drawn" not in said(answer)
    assert own in answer["Reply-To"]


def test_who_gets_a_seat_besides_reads_what_it_knows_in_one_mail(installation: Any, campaign: int, said: Any) -> None:
    clara = Newcomer(name="Clara", email=CLARA, language="en")
    mails = do(installation, campaign, Replace(seat="masons", to=clara))
    texts = [said(mail) for address, mail in mails if address == CLARA]
    dossier = next(text for text in texts if "You play" in text)
    assert "Smiths: Drawn just now" in dossier
    assert "Masons: Drawn just now" in dossier
    assert "share your mailbox" not in " ".join(texts), "nobody is asked about a mailbox with oneself"


def test_who_holds_a_seat_with_others_is_told_of_that_one_only(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="bakers", who=Newcomer(name="Dora", email="dora@players.test", language="en")))
    installation.put(installation.raw("anna", "1a 2a\nstatus\n", sender=ANNA))
    told = [said(mail) for address, mail in installation.deliver() if address == "dora@players.test"]
    assert told
    assert not any("Brewers: " in text or "2a" in text for text in told)


def test_an_old_address_of_one_seat_means_that_seat(installation: Any, campaign: int, said: Any) -> None:
    write(installation, ANNA, "1a 2a")
    own = installation.table(campaign).by_name["brewers"].token
    write(installation, ANNA, "borrow 2", to=f"orders+{own}@game.test")
    assert installation.table(campaign).match.state.loans["brewers"] == 2


def test_orders_of_a_pause_wait_for_each_seat(installation: Any, campaign: int, said: Any) -> None:

    do(installation, campaign, Pause())
    write(installation, ANNA, "1a", "2b")
    installation.clock.time += timedelta(minutes=5)
    do(installation, campaign, Resume())
    periodic.run(installation.service)
    installation.deliver()
    state = installation.table(campaign).match.state
    assert (state.kept["bakers"] > 0, state.kept["brewers"] > 0) == (True, True)


@pytest.mark.parametrize(
    ("label", "seats", "people"),
    [
        ("two of three", 3, 2),  # one of whom has one seat
        pytest.param("of five", 5, 3, marks=pytest.mark.long),
        pytest.param("two", 4, 2, marks=pytest.mark.long),
        pytest.param("solitaire", 3, 1, marks=pytest.mark.long),
    ],
)
def test_random_campaigns_of_people_with_several_seats(label: str, seats: int, people: int) -> None:
    """Every mail of them is looked at: it is the same in a world that its reader's seats cannot tell from this one."""
    with correspondence("guild-fair", label, {"visitors": False}, people) as played:
        assert len(played.match.header.seats) == seats
        played.play([])
        assert played.match.result is not None


def test_news_of_what_is_done_at_any_time_come_in_one_mail_that_names_all_questions(
    installation: Any, campaign: int
) -> None:
    write(installation, CLARA, "give a coin to Bakers")
    installation.clock.forward(minutes=10)
    (told,) = [words_of(mail) for address, mail in installation.deliver() if address == ANNA]
    assert "Your question #1 (which contract do you keep?) stands as it was" in told
    assert "Your question #2 (which contract do you keep?) stands as it was" in told


def mails_of(installation: Any, who: str, *lines: str) -> dict[str, list[str]]:
    """Somebody answers their newest mail; the words that everybody gets."""
    row = installation.put(installation.raw(who.split("@")[0], "\n".join(lines) + "\n", sender=who))
    assert row.status.value == "handled", row.reason
    found: dict[str, list[str]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address, []).append(words_of(mail))
    return found


def test_an_agreement_of_one_person_s_seats_is_carried_out_at_once(installation: Any, campaign: int) -> None:
    tried = mails_of(installation, ANNA, "check", "bakers: pact bakers brewers")
    assert "legal bakers: pact bakers brewers" in tried[ANNA][0]
    assert "offer to" not in tried[ANNA][0]
    got = mails_of(installation, ANNA, "bakers: pact bakers brewers")
    assert list(got) == [ANNA], "the pact is secret"
    (told,) = got[ANNA]
    assert "1 done bakers: pact bakers brewers Bakers: a pact is made: Bakers, Brewers" in told
    assert installation.table(campaign).match.state.allies["brewers"] == ["bakers"]
    got = mails_of(installation, ANNA, "brewers: deal bakers hire brewers coins 2")
    assert len(got[ANNA]) == 1
    assert installation.table(campaign).match.state.coins["brewers"] == 6
    got = mails_of(installation, BORIS, "суконщики: договор каменщики нанимают суконщики монет 2")
    assert len(got[BORIS]) == 1


def test_one_word_signs_an_offer_for_all_seats_of_a_person(installation: Any, campaign: int, said: Any) -> None:
    got = mails_of(installation, BORIS, "суконщики: союз пекари пивовары суконщики")
    assert {who: len(mails) for who, mails in got.items()} == {ANNA: 1, BORIS: 1}
    assert (
        "Drapers: offer A11 to you: pact Bakers, Brewers, Drapers. It is carried out as soon as you sign."
        in got[ANNA][0]
    )
    assert "legal A11 yes" in mails_of(installation, ANNA, "check", "A11 yes")[ANNA][0]
    got = mails_of(installation, ANNA, "A11 yes")
    assert {who: len(mails) for who, mails in got.items()} == {ANNA: 1, BORIS: 1}
    assert "1 done A11 yes Bakers: a pact is made: Bakers, Brewers, Drapers" in got[ANNA][0]
    assert "A11 подписано всеми" in installation.received[BORIS][-1]["Subject"]


def test_no_and_withdraw_speak_for_all_seats_of_a_person(installation: Any, campaign: int) -> None:
    mails_of(installation, CLARA, "pact bakers brewers smiths")
    got = mails_of(installation, ANNA, "A13 no")
    assert {who: len(mails) for who, mails in got.items()} == {ANNA: 1, CLARA: 1}
    assert "Bakers did not sign offer A13" in got[CLARA][0]
    mails_of(installation, ANNA, "brewers: pact bakers brewers smiths")
    got = mails_of(installation, ANNA, "A39 withdraw")
    assert {who: len(mails) for who, mails in got.items()} == {ANNA: 1, CLARA: 1}
    assert "Brewers: withdrawn" in got[ANNA][0]


def test_digests_and_what_is_sent_again_come_once(installation: Any, campaign: int, said: Any) -> None:
    answer = write(installation, ANNA, "digest daily")
    assert "You get a digest every day" in said(answer)
    again = write(installation, ANNA, "resend")
    assert again["Subject"].startswith("[The Fair] Which contract do you keep?")
    assert "#1, #2 Bakers and Brewers" in again["Subject"]
    installation.clock.forward(days=1)
    periodic.run(installation.service)
    digests = [mail for address, mail in installation.deliver() if address == ANNA]
    assert [mail["Subject"] for mail in digests] == ["[The Fair] Bakers and Brewers: the day in short"]


def test_the_calendar_has_each_deadline_of_a_person_once(installation: Any, campaign: int) -> None:
    (entry,) = [part for part in installation.received[ANNA][0].walk() if part.get_content_type() == "application/ics"]
    text = str(entry.get_content())
    uids = re.findall(r"^UID:(.+)$", text, re.MULTILINE)
    assert len(uids) == len(set(uids))
    assert text.count("BEGIN:VEVENT") in (1, 2)
    off = write(installation, ANNA, "calendar off")
    assert "application/ics" not in [part.get_content_type() for part in off.walk()]
    on = write(installation, ANNA, "calendar on")
    assert "application/ics" in [part.get_content_type() for part in on.walk()]
