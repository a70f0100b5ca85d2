"""Commands by mail: one answer for all of them, in both languages, beside orders."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from sqlmodel import col, select

from adjudicator.games.imperial_struggle.words import report
from adjudicator.kernel.registry import games
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.commands.registry import ALL, BY_ID, BY_NAME, command_of
from adjudicator.service.commands.splitting import switch_of
from adjudicator.service.play.attribution import Claims
from adjudicator.service.play.kept.held_orders import Held
from adjudicator.service.play.offers import phrasebook
from adjudicator.store import prompts
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Address, Holding, Person, Role, Seat
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
SEATS = {"red": "en", "blue": "ru"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def sealed(installation: Any, campaign: int) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def test_every_command_has_names_in_both_languages_and_no_name_twice() -> None:
    names = [name for command in ALL for names in command.names.values() for name in names]
    assert len(names) == len(set(names)) == len(BY_NAME)
    for command in ALL:
        assert set(command.names) == {"en", "ru"}
        for words in command.names.values():
            for name in words:
                assert "ё" not in name
                assert name == name.lower()


def test_no_order_of_any_game_is_a_command(installation: Any) -> None:
    """Nor does one name another campaign, unless its game claims the line (see test_first_time_players: oath)."""
    from random import Random

    from adjudicator.kernel.beginning import new_match

    for game in games():
        match, rng, book = new_match(game, seed=b"x"), Random(1), phrasebook(game)
        for _ in range(150):
            decisions = match.decisions()
            if not decisions:
                break
            seat = decisions[0].waiting[0]
            action = match.sample(seat, rng)
            for language in ("en", "ru"):
                said = book.say(action, language)
                given = command_of(said)
                assert given is None or BY_ID[given.id].for_game
                assert switch_of(said) is None or Claims(game, lambda _: ()).speaks(said)
            match.apply(seat, action)


def test_several_commands_are_one_answer(installation: Any, campaign: int, said: Any) -> None:
    answers = installation.write("red", "status", "- history", "Orders!", "rules 2", "help")
    assert len(answers) == 1
    text = said(answers[0]).upper()
    for part in ("ON FILE FOR YOU", "WHAT HAPPENED", "RULE 2", "HOW TO WRITE", "ASKED NOW"):
        assert part in text


def test_commands_and_orders_are_one_answer(installation: Any, campaign: int, said: Any) -> None:
    answers = installation.write("red", "1a", "orders")
    assert len(answers) == 1
    assert "on file" in answers[0]["Subject"]
    assert "a secret answer; you may still change it" in said(answers[0])
    assert sealed(installation, campaign) == {"red"}


def test_orders_alone_asks_what_is_on_file(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "orders")
    assert "On file for you" in said(answer) or "ON FILE FOR YOU" in said(answer)
    (answer,) = installation.write("blue", "мои приказы")
    assert "хранится" in answer["Subject"]


def test_a_sealed_answer_can_be_taken_back(installation: Any, campaign: int, said: Any) -> None:
    installation.write("red", "1a")
    (answer,) = installation.write("red", "withdraw")
    assert "taken back" in said(answer)
    assert sealed(installation, campaign) == set()
    assert len(installation.received["blue@players.test"]) == 1, "nobody else is told"
    installation.write("blue", "2a")
    assert sealed(installation, campaign) == {"blue"}
    (answer,) = installation.write("red", "withdraw")
    assert "Nothing was on file" in said(answer)


def test_withdraw_and_a_new_answer_in_one_mail(installation: Any, campaign: int) -> None:
    installation.write("red", "1a")
    (answer,) = installation.write("red", "withdraw", "1b")
    assert "on file" in answer["Subject"]
    assert sealed(installation, campaign) == {"red"}


def test_a_draft_can_be_thrown_away(installation: Any, campaign: int, said: Any) -> None:
    held = Held(draft=(KeptLine("keep 5", wrong=True),), waiting=(KeptLine("bid 4", behind=1),))
    with writing(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        prompts.keep_draft(session, seat.id, msgspec.json.encode(held), installation.clock.now())
    (answer,) = installation.write("red", "orders")
    assert "keep 5" in said(answer)
    assert "waits for somebody else" in said(answer)
    (answer,) = installation.write("red", "withdraw")
    assert "draft is thrown away" in said(answer)


@pytest.mark.parametrize("line", ["language ru", "Язык: русский", "lang RU.", "язык рус"])
def test_the_language_changes_with_the_answer(installation: Any, campaign: int, said: Any, line: str) -> None:
    (answer,) = installation.write("red", line)
    assert "Теперь мы пишем вам по-русски" in said(answer)
    (status,) = installation.write("red", "status")
    assert "Re:" in status["Subject"]
    assert "ставка" in said(status)


def test_plain_text_mails_for_who_wants_them(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("red", "format text")
    assert answer.get_body(("html",)) is None
    (answer,) = installation.write("red", "формат html")
    assert answer.get_body(("html",)) is not None
    with reading(installation.service.engine) as session:
        assert set(session.scalars(select(col(Seat.mail_format)))) == {"html"}


def test_a_choice_without_its_word_says_which_there_are(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "format")
    assert "Write: format full | short | text | json | json off" in said(answer)
    assert "nothing was changed" in answer["Subject"]


def test_no_picture_is_drawn_for_who_wants_plain_text(
    installation: Any, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.create("imperial-struggle", {"france": "en", "britain": "en"})
    (drawn,) = installation.write("france", "board")
    installation.write("france", "format text")
    pictures: list[str] = []
    monkeypatch.setattr(report, "to_png", lambda scene, width: pictures.append(scene.title) or b"")
    (told,) = installation.write("france", "board")
    assert pictures == []
    board = words_between(said(told), "THE BOARD", "THE POSITION IN DETAIL")
    assert board.startswith("Board of Imperial Struggle, Turn 1")
    assert board == words_between(said(drawn), "THE BOARD", "THE POSITION IN DETAIL")
    installation.write("britain", "board")
    assert len(pictures) == 1


def test_the_board_on_request_comes_as_a_page_too(installation: Any) -> None:
    installation.create("imperial-struggle", {"france": "en", "britain": "ru"})

    def pages(mail: Any) -> list[str]:
        return [part.get_content() for part in mail.iter_attachments() if part.get_filename() == "position.html"]

    (told,) = installation.write("britain", "доска")
    (page,) = pages(told)
    assert len(page) < 300_000
    assert "Британия" in page
    assert told.get_body(("html",)) is not None
    (status,) = installation.write("britain", "статус")
    assert pages(status) == []
    installation.write("britain", "формат текст")
    (plain,) = installation.write("britain", "доска")
    assert pages(plain) == []


def words_between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0].strip()


def test_what_is_no_argument_makes_the_line_an_order(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "language klingon")
    assert "language klingon" in said(answer)
    assert "no orders carried out" in answer["Subject"]


def test_history_tells_only_what_the_seat_was_told(installation: Any, campaign: int, said: Any) -> None:
    with reading(installation.service.engine) as session:
        hands = table_of_campaign(installation.service.work(session), campaign).match.state.hands
    (answer,) = installation.write("blue", "история 1")
    (mine,) = installation.write("red", "history 1")
    assert str(hands["red"][0]) in said(mine)
    assert str(tuple(hands["red"])) not in said(answer)


def test_help_lists_what_makes_sense_now(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "help")
    text = said(answer)
    for word in ("status", "orders", "withdraw", "board", "history [number]", "rules number", "language en | ru"):
        assert word in text


def test_resend_is_the_mail_itself_and_nothing_besides(installation: Any, campaign: int) -> None:
    mails: list[EmailMessage] = installation.write("red", "resend")
    assert len(mails) == 1
    assert "#1" in mails[0]["Subject"]


def test_two_campaigns_in_one_mail(installation: Any, campaign: int, said: Any) -> None:
    other = installation.create("sealed-bids", SEATS, name="second", title="Second Table")
    installation.received["red@players.test"].reverse()  # the first campaign's mail is the newest again
    installation.put(installation.raw("red", "1a\ncampaign Second Table\n1b\norders\nкампания second\nhistory"))
    mails = [mail for address, mail in installation.deliver() if address == "red@players.test"]
    assert sealed(installation, campaign) == sealed(installation, other) == {"red"}
    assert [mail["Subject"].split("]")[0] for mail in mails] == [
        "Re: [sealed-bids", "Re: [Second Table",
    ]  # fmt: skip
    assert "a secret answer" in said(mails[1])


def test_a_campaign_in_which_one_has_no_seat_is_not_known(installation: Any, campaign: int, said: Any) -> None:
    installation.create("crossroads", {"north": "en", "east": "en", "south": "en"}, name="third", title="Third")
    installation.received["red@players.test"].reverse()
    (first,) = installation.write("red", "campaign third", "status")
    (second,) = installation.write("red", "campaign nothing-like-it", "status")
    assert said(first).replace("third", "") == said(second).replace("nothing-like-it", "")
    assert "do not play in a campaign of the name" in said(first)


def test_who_reads_along_gives_no_orders(installation: Any, campaign: int, said: Any) -> None:
    with writing(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        person = Person(name="Rita", language="en", time_zone="UTC", created_at=installation.clock.now())
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email="rita@players.test", registered_at=installation.clock.now()))
        session.add(Holding(seat_id=seat.id, person_id=person.id, role=Role.COPY, since=installation.clock.now()))
    installation.put(installation.raw("red", "1a", sender="rita@players.test"))
    mails = installation.deliver()
    assert mails
    assert all("someone else" in said(mail) for _, mail in mails)
    assert sealed(installation, campaign) == set()


def test_what_is_more_than_one_mail_may_hold_is_named(installation: Any, campaign: int) -> None:
    """Twelve commands are obeyed, and twelve letters sent on; the answer names the others."""
    days = [f"absent from {day}.12 to {day}.12" for day in range(1, 15)]
    letters = [line for number in range(14) for line in (f"press to blue: number {number}", "", "end of press")]
    answers = installation.write("red", *days, *letters)
    told = " ".join(text_of(answers[0]).split())
    assert "LEFT OUT" in told
    for line in ("absent from 13.12 to 13.12", "absent from 14.12 to 14.12", "press to blue: number 12", "number 13"):
        assert line in told.split("LEFT OUT")[1]
    assert "absent from 12.12" not in told.split("LEFT OUT")[1]
    assert "number 11" not in told.split("LEFT OUT")[1]
