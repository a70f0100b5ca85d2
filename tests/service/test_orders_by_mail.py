"""A campaign of Sealed Bids by mail: orders, secrets, drafts, deadlines."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.kernel.replay import begin, replay
from adjudicator.service.campaign.matches import header_of, table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, OrderLine, OutboundMail, Prompt, PromptState
from tests.stored_log import entries_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"red": "en", "blue": "ru"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def hand(installation: Any, campaign: int, seat: str) -> list[int]:
    with reading(installation.service.engine) as session:
        cards: list[int] = table_of_campaign(installation.service.work(session), campaign).match.state.hands[seat]
        return cards


def open_prompts(installation: Any) -> list[Prompt]:
    with reading(installation.service.engine) as session:
        return list(session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)))


def test_the_first_mail_welcomes_and_asks(installation: Any, campaign: int, read: Any) -> None:
    mails: list[EmailMessage] = installation.received["red@players.test"]
    assert len(mails) == 1
    text = read(mails[0])
    assert "#1" in mails[0]["Subject"]
    for card in hand(installation, campaign, "red"):
        assert f"bid {card}" in text


def test_news_say_since_when(installation: Any, campaign: int, read: Any) -> None:
    installation.write("red", "format full")
    assert "SINCE YOUR LAST EMAIL" not in read(installation.newest("red"))
    installation.clock.forward(hours=2)
    installation.write("red", "1a")
    installation.write("blue", "2a")
    assert "SINCE YOUR LAST EMAIL" in read(installation.newest("red"))


def test_each_seat_reads_its_own_language_and_its_own_cards(installation: Any, campaign: int, read: Any) -> None:
    blue = read(installation.newest("blue"))
    assert "ставка" in blue
    red_cards = {f"ставка {card}" for card in hand(installation, campaign, "red")}
    assert not any(card + "\n" in blue for card in red_cards)


def test_a_code_is_a_whole_answer(installation: Any, campaign: int, read: Any) -> None:
    (answer,) = installation.write("red", "1a")
    assert "on file" in answer["Subject"].lower()
    assert answer["In-Reply-To"] == "<1.red@players.test>"
    assert installation.received.get("blue@players.test", [])[1:] == [], "the other side is told nothing"


def test_a_secret_answer_is_replaced_until_all_are_in(installation: Any, campaign: int) -> None:
    cards = hand(installation, campaign, "red")
    installation.write("red", "1a")
    installation.write("red", f"bid {cards[2]}")
    installation.write("blue", "2a")
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert table.match.state.bids["red"] == [cards[2]]


def test_a_mistake_changes_nothing_and_names_what_is_near(installation: Any, campaign: int, read: Any) -> None:
    missing = next(card for card in range(1, 13) if card not in hand(installation, campaign, "red"))
    (answer,) = installation.write("red", f"bid {missing}")
    text = read(answer)
    assert "no orders carried out" in answer["Subject"]
    assert "not in your hand" in text
    assert "Did you mean" in text
    assert open_prompts(installation)[0].number == 1


def test_a_late_code_is_recognised_and_does_nothing(installation: Any, campaign: int, read: Any) -> None:
    installation.write("red", "1a")
    installation.write("blue", "2a")
    (answer,) = installation.write("red", "1b")
    text = read(answer)
    assert "too late" in text
    assert "question 1 is closed" in text


def test_a_late_code_is_answered_with_the_code_of_now(installation: Any, campaign: int, read: Any) -> None:
    """What the code meant is offered again under another one; it is named, not taken."""
    cards = hand(installation, campaign, "red")
    installation.write("red", "1a")
    installation.write("blue", "2a")
    installation.write("red", "3a")
    installation.write("blue", f"{open_prompts(installation)[0].number}a")
    later = hand(installation, campaign, "red")
    kept = next(card for card in later if card in cards)
    old = f"1{'abcdefgh'[cards.index(kept)]}"
    (answer,) = installation.write("red", old)
    near = read(answer).split("Did you mean:")[1].split()
    assert near[0] != old
    assert near[1:3] == ["bid", str(kept)]
    assert "on file" in installation.write("red", near[0])[0]["Subject"]


def test_whoever_is_waited_for_has_one_open_question(installation: Any, campaign: int) -> None:
    for _ in range(40):
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), campaign)
            decisions = table.match.decisions()
            if not decisions:
                break
            prompts = [prompt for prompt in open_prompts(installation) if prompt.campaign_id == campaign]
            asked = [table.by_id[prompt.seat_id].name for prompt in prompts]
            assert len(asked) == len(set(asked))
            assert set(decisions[0].waiting) <= set(asked)
        seat = decisions[0].waiting[0]
        number = next(prompt.number for prompt in prompts if table.by_id[prompt.seat_id].name == seat)
        installation.write(seat, f"{number}a" if SEATS[seat] == "en" else f"{number}а")
    assert decisions == []
    assert "the match is over" in installation.newest("red")["Subject"]


def test_the_stored_log_replays_to_the_stored_position(installation: Any, campaign: int) -> None:
    installation.write("red", "1a")
    installation.write("blue", "2a")
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        entries = entries_of(session, "sealed-bids", table.head.match_id, 0)
        again = replay(begin(header_of(table.head), entries), entries)
        assert again.checkpoint() == table.match.checkpoint()


def test_the_deadline_gives_the_default_and_says_so(installation: Any, campaign: int, read: Any) -> None:
    installation.write("red", "1b")
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    installation.deliver()
    winner = "red" if any("deadline" in read(m) for m in installation.received["red@players.test"]) else "blue"
    told = read(installation.newest(winner))
    assert "deadline passed" in told or "Срок" in told
    assert run_deadlines(installation.service) == 0


def test_the_same_mail_twice_counts_once(installation: Any, campaign: int) -> None:
    raw = installation.raw("red", "1a\n")
    installation.put(raw)
    before = len(installation.deliver())
    installation.put(raw)
    assert before == 1
    assert installation.deliver() == []
    with reading(installation.service.engine) as session:
        assert len(session.scalars(select(InboundMail)).all()) == 1


def test_what_was_ordered_is_kept_as_it_was_written(installation: Any, campaign: int) -> None:
    installation.write("red", "BiD   99 , please")
    with reading(installation.service.engine) as session:
        lines = session.scalars(select(OrderLine)).all()
    assert [line.text.decode() for line in lines] == ["BiD   99 , please"]


def test_status_resend_and_help_are_answered(installation: Any, campaign: int, read: Any) -> None:
    (status,) = installation.write("red", "status")
    assert "how things stand" in status["Subject"]
    (again,) = installation.write("red", "resend")
    assert "bid" in read(again)
    (help_,) = installation.write("blue", "помощь")
    assert "Как писать" in read(help_) or "КАК ПИСАТЬ" in read(help_)


def test_check_tries_and_does_nothing(installation: Any, campaign: int, read: Any) -> None:
    (answer,) = installation.write("red", "check 1a")
    assert "nothing done" in answer["Subject"]
    assert open_prompts(installation)[0].number == 1
    with reading(installation.service.engine) as session:
        assert table_of_campaign(installation.service.work(session), campaign).match.sealed == {}


def test_a_reply_with_the_whole_report_below_is_read_right(installation: Any, campaign: int, read: Any) -> None:
    copy = read(installation.newest("red"))
    text = f"1c\n\nOn Fri, Nov 20, 2026 at 9:01 AM The House <x@game.test> wrote:\n\n{copy}"
    (answer,) = installation.write("red", text)
    assert "Read: 1 line" in read(answer)


def test_the_filled_in_form_is_read(installation: Any, campaign: int, read: Any) -> None:
    installation.write("red", "format full")
    text = read(installation.newest("red"))
    assert "\n# 1d  // " in text
    text = text.replace("# 1d  //", "1d  //")
    (answer,) = installation.write("red", text)
    assert "on file" in answer["Subject"]


def test_every_mail_has_an_id_of_its_own_and_stays_in_its_thread(installation: Any, campaign: int) -> None:
    installation.write("red", "1a")
    installation.write("blue", "2a")
    mails = [mail for received in installation.received.values() for mail in received]
    ids = [mail["Message-ID"] for mail in mails]
    assert len(ids) == len(set(ids))
    for received in installation.received.values():
        roots = {str(mail["References"]).split()[0] for mail in received}
        assert len(roots) == 1
    with reading(installation.service.engine) as session:
        assert {row.recipient for row in session.scalars(select(OutboundMail))} == {
            "red@players.test",
            "blue@players.test",
        }
