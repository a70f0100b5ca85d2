"""What a stranger writes from a phone, knowing nothing: his orders get in, or the answer says what to write instead."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign

SENTENCES = {
    "red": (
        "ok",
        "What on earth is this about?",
        "I pass",
        "When is the next turn, and who is the moderator?",
        "Dear moderator, I do not understand the rules.",
    ),
    "blue": ("ок", "а это что такое?", "я пас", "Здравствуйте, а когда мой ход?", "не понимаю, как ходить"),
}
THANKS = {"red": "Thanks!", "blue": "Спасибо!"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en", "observer": "ru"})
    return made


def sealed(installation: Any, campaign: int) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def test_sentences_are_answered_with_what_to_write(installation: Any, campaign: int, said: Any) -> None:
    expected = {"red": ("program", "press to the moderator", "“help”", "1a"),
                "blue": ("программа", "письмо ведущему", "«помощь»", "2а")}  # fmt: skip
    for seat, sentences in SENTENCES.items():
        for sentence in sentences:
            (answer,) = installation.write(seat, sentence)
            for words in expected[seat]:
                assert words in said(answer), (sentence, words)
        (answer,) = installation.write(seat, THANKS[seat])
        assert expected[seat][-1] in said(answer), "the question stands in it once more"
    assert sealed(installation, campaign) == set()


def test_an_order_among_sentences_is_carried_out(installation: Any, campaign: int) -> None:
    installation.write("red", "Hi all, I would like this one:", "1a", "Have fun and see you later")
    installation.write("blue", "Мой выбор такой:", "2а", "всем удачи в игре")
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
    assert table.match.position.n > 1, "both have answered"


def test_help_tells_what_this_reader_can_do_now(installation: Any, campaign: int, said: Any) -> None:
    player = said(installation.write("red", "help")[0])
    assert "in secret" in player
    for word in ("diary", "press to NAME: TEXT", "wait", "ready", "campaign NAME", "check", "digest", "leave"):
        assert word in player
    for word in ("eject", "process"):
        assert word not in player
    moderator = said(installation.write("moderator", "help")[0])
    assert "You moderate" in moderator
    assert "eject" in moderator
    assert "diary" not in moderator
    observer = said(installation.write("observer", "помощь")[0])
    assert "Вы наблюдаете" in observer
    assert "отозвать" not in observer
    installation.write("moderator", "pause")
    assert "paused" in said(installation.write("red", "help")[0])
    with reading(installation.service.engine) as session:
        assert session.scalars(select(col(Campaign.state))).one() == "paused"


def test_ping_tells_when_the_next_sign_of_life_is_due(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "ping")
    assert "You will hear from us by Mon 23 Nov" in said(answer)
    assert "Asked now" in said(answer)


def test_who_is_called_as_their_seat_is_named_once(installation: Any, campaign: int, said: Any) -> None:
    first = said(installation.received["red@players.test"][0])
    assert "- Red - Blue HOW TO ANSWER" in first
