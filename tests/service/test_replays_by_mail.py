"""The replay page comes as its seat saw it: a turn or the match on request, the whole match with its last mail."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from sqlmodel import select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.queue import TURN
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.words import turns
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, OutboundState

pytestmark = pytest.mark.store("sqlite")
GAME = "salt-roads"
SEATS = {"amber": "en", "sapphire": "ru", "onyx": "en"}
SPOKEN = {"red": "en", "blue": "ru"}


def pages(mail: EmailMessage) -> list[str]:
    """The replay pages in a mail."""
    return [
        part.get_payload(decode=True).decode()  # type: ignore[union-attr]
        for part in mail.walk()
        if part.get_filename() == "replay.html"
    ]


def test_the_request_and_the_end_bring_it_and_no_other_mail(installation: Any) -> None:
    campaign, rng, orders = installation.create(GAME, SEATS), Random(2), dict[str, list[str]]()
    of_turn = dict[str, str]()
    for step in range(2000):
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), campaign)
        if table.match.result is not None:
            break
        seat = table.match.decisions()[0].waiting[0]
        installation.clock.forward(minutes=20)
        if step == 4:
            (asked,) = installation.write(seat, "архив" if SEATS[seat] == "ru" else "archive")
            assert len(pages(asked)) == 1
        if table.turn[0] == 2:
            for name, language in SEATS.items():
                if name not in of_turn:
                    (told,) = installation.write(name, "архив хода 2" if language == "ru" else "archive turn 2")
                    (of_turn[name],) = pages(told)
        line = phrasebook(GAME).say(table.match.sample(seat, rng), SEATS[seat])
        orders.setdefault(seat, []).append(line)
        installation.write(seat, line)
    assert table.match.result is not None
    for seat in SEATS:
        mails = installation.received[f"{seat}@players.test"]
        with_page = [mail for mail in mails if pages(mail)]
        turns = [mail for mail in mails if "turn is over" in mail["Subject"] or "ход завершён" in mail["Subject"]]
        assert turns
        assert not any(mail in with_page for mail in turns)
        assert mails[-1] in with_page, "the last mail of the match has the whole of it"
        assert len(with_page) <= 3
        assert all(f'<html lang="{SEATS[seat]}">' in page for mail in with_page for page in pages(mail))
    assert set(of_turn) == set(SEATS)
    for seat, page in of_turn.items():
        others = {line for other, lines in orders.items() if other != seat for line in lines} - set(orders[seat])
        sent = page.split('<section class="about"')[0]
        assert not any(f"<code>{line}</code>" in sent for line in others), (
            "before the end nobody sees what others write"
        )


def test_the_mail_of_a_turn_names_the_word_for_its_page(installation: Any, said: Any) -> None:
    campaign, rng = installation.create(GAME, SEATS), Random(2)
    while (table := installation.table(campaign)).turn[0] < 2:
        seat = table.match.decisions()[0].waiting[0]
        installation.order(campaign, seat, table.match.sample(seat, rng))
    installation.deliver()
    for seat, words in (("amber", "archive turn 2"), ("sapphire", "архив хода 2")):
        told = next(mail for mail in reversed(installation.received[f"{seat}@players.test"]) if words in said(mail))
        assert not pages(told)
        assert quote(words) in told.get_body(("html",)).get_content()
        (page,) = pages(installation.write(seat, words)[-1])
        whole = pages(installation.write(seat, words.split()[0])[-1])[0]
        assert len(page) < len(whole), "only the turn is on its page"


def test_a_turn_that_has_not_begun_has_no_page(installation: Any, said: Any) -> None:
    campaign = installation.create(GAME, SEATS)
    installation.order(campaign, "amber", installation.table(campaign).match.sample("amber", Random(2)))
    for line, now in (("archive turn 7", "in turn 1."), ("replay 0", "in turn 1.")):
        told = installation.write("amber", line)[-1]
        assert now in said(told)
        assert not pages(told)
    (page,) = pages(installation.write("amber", "replay of the turn 1")[-1])
    assert page


def test_the_last_mail_says_who_has_won_and_not_what_could_be_done_next(installation: Any, said: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert "ONLY YOU KNOW THIS" in said(installation.newest("red"))
    for _ in range(40):
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), 1).match
        if match.result is not None:
            break
        (seat, *_) = match.decisions()[0].waiting
        installation.write(seat, phrasebook("sealed-bids").say(match.options(seat)[0], SPOKEN[seat]))
    assert match.result is not None
    for seat, over in (("red", "the match is over"), ("blue", "партия окончена")):
        title = installation.newest(seat)["Subject"]
        assert title.endswith(over)
        assert [title.count(name.title()) for name in match.result.winners] in ([1], [])
    assert "one of these words: archive, history, board or help." in said(installation.newest("red"))
    assert "ONLY YOU KNOW THIS" not in said(installation.newest("red"))
    (told,) = installation.write("red", "history")
    assert "WHAT HAPPENED" in said(told)


def test_the_mail_of_a_turn_is_drawn_when_everything_else_is_written(
    installation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[list[str]] = []
    turn_over = turns.turn_over

    def drawn(*given: Any) -> Any:
        waiting.append([row.kind for row in queued()])
        if len(waiting) == 1:
            raise ValueError("the board cannot be drawn")
        return turn_over(*given)

    def queued() -> list[OutboundMail]:
        with reading(installation.service.engine) as session:
            return list(session.scalars(select(OutboundMail).filter_by(state=OutboundState.QUEUED)))

    campaign, rng = installation.create(GAME, SEATS), Random(2)
    while TURN not in {row.kind for row in queued()}:
        match = installation.table(campaign).match
        seat = match.decisions()[0].waiting[0]
        installation.order(campaign, seat, match.sample(seat, rng))
    with monkeypatch.context() as patched:
        patched.setattr(installation, "deliver", list)
        installation.create("sealed-bids", {"red": "en", "blue": "en"})
    monkeypatch.setattr(turns, "turn_over", drawn)
    assert len({row.campaign_id for row in queued()}) == 2
    assert {row.kind for row in queued()} > {TURN}
    installation.deliver()
    assert len(waiting) == len(SEATS)
    assert {kind for kinds in waiting for kind in kinds} == {TURN}, "the questions and news of both campaigns are out"
    assert len(queued()) == 1
    installation.clock.forward(hours=1)
    installation.deliver()
    assert len(waiting) == len(SEATS) + 1
    assert not queued()
