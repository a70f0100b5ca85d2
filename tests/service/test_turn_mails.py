"""At the end of a turn everybody gets a mail that tells it, whoever is asked; a campaign may choose rounds, or none."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlmodel import col

from adjudicator.pictures.image_cache import Shelf
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import turn_in
from adjudicator.service.outbox.payloads import decode
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import OrderMail, take_orders
from adjudicator.service.words import turns
from adjudicator.service.words.reader import Reader
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail, OutboundState

pytestmark = pytest.mark.store("sqlite")
GAME = "salt-roads"
SEATS = {"amber": "en", "sapphire": "ru", "onyx": "ru"}


def at(installation: Any, campaign: int) -> CampaignContext:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign)


def play_a_turn(installation: Any, campaign: int) -> None:
    """Random orders until the turn track moves."""
    rng, before = Random(2), at(installation, campaign).turn[0]
    while (table := at(installation, campaign)).turn[0] == before and table.match.result is None:
        seat = table.match.decisions()[0].waiting[0]
        installation.clock.forward(minutes=20)
        installation.write(seat, phrasebook(GAME).say(table.match.sample(seat, rng), table.by_name[seat].language))


def turn_mails(installation: Any, seat: str) -> list[EmailMessage]:
    words = ("a turn is over", "ход завершён")
    return [
        mail for mail in installation.received[f"{seat}@players.test"] if any(word in mail["Subject"] for word in words)
    ]


def test_everybody_gets_one_mail_at_the_end_of_a_turn(installation: Any, said: Any) -> None:
    campaign = installation.create(GAME, SEATS)
    play_a_turn(installation, campaign)
    for seat in SEATS:
        (mail,) = turn_mails(installation, seat)
        assert "#" not in mail["Subject"].partition("]")[2], "it asks nothing"
        assert "ORDERS" not in said(mail)
    # news are told by the reports all the same: the mail stands alone
    table = at(installation, campaign)
    for seat in table.match.asked_seats:
        assert installation.newest(seat) not in turn_mails(installation, seat), "the question comes last"


def test_the_last_mail_of_a_match_tells_its_last_turn_once(installation: Any, read: Any) -> None:
    """Of its eight rounds the last two are played by mail."""
    campaign, rng = installation.create(GAME, dict.fromkeys(SEATS, "en")), Random(3)
    while (table := at(installation, campaign)).match.result is None:
        seat = table.match.decisions()[0].waiting[0]
        installation.clock.forward(minutes=20)
        if table.turn[0] < 6:
            installation.order(campaign, seat, table.match.sample(seat, rng))
        else:
            installation.write(seat, phrasebook(GAME).say(table.match.sample(seat, rng), "en"))
    with reading(installation.service.engine) as session:
        row = session.scalars(select(OutboundMail).order_by(col(OutboundMail.id).desc()).limit(1)).one()
        began = list(turns.beginnings(Reader(session, row, decode(row.intent)), 3))
    assert [match.view().round for match in began] == [1, 2, 3], "a chart begins with the match"
    for seat in SEATS:
        story, standing, _ = read(installation.newest(seat)).partition("  Round (of 8)")
        assert standing
        told = [line.strip(" -.") for line in story.split("\n") if line.strip()]
        assert "Onyx: draws 0" in told
        assert len(set(told)) == len(told)


def test_a_campaign_may_do_without(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, turn_mails="never")
    play_a_turn(installation, campaign)
    assert not any(turn_mails(installation, seat) for seat in SEATS)


def test_who_moderates_and_who_wants_only_what_is_needed(installation: Any) -> None:
    """A moderator gets it too; to who has unsubscribed it does not go."""
    campaign = installation.create(GAME, SEATS | {"moderator": "en"})
    installation.write("amber", "unsubscribe")
    play_a_turn(installation, campaign)
    assert not turn_mails(installation, "amber")
    assert [len(turn_mails(installation, seat)) for seat in ("sapphire", "moderator")] == [1, 1]


def test_a_campaign_may_choose_a_mail_after_each_round(installation: Any, said: Any) -> None:
    """It has what changed on the board piece by piece, not the whole of it; the end of the turn has all."""
    campaign = installation.create("imperial-struggle", {"france": "en", "britain": "ru"}, turn_mails="round")
    rng, book = Random(7), phrasebook("imperial-struggle")
    while (table := at(installation, campaign)).turn < (0, 1):
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(installation.service.work(session), campaign)
            seat = table.by_name[table.match.decisions()[0].waiting[0]]
            line = book.say(table.match.sample(seat.name, rng), seat.language)
            take_orders(table, seat, OrderMail((line,), installation.clock.now()))
    with writing(installation.service.engine) as session:  # the others have tests of their own
        others = update(OutboundMail).where(col(OutboundMail.kind) != queue.TURN)
        session.execute(others.values(state=OutboundState.CANCELLED))
    installation.deliver()
    for seat, title in (("france", "Turn 1, round 1: scored now"), ("britain", "Ход 1, раунд 1: если считать сейчас")):
        (mail,) = [each for each in installation.received[f"{seat}@players.test"] if title in each["Subject"]]
        pictures = [part.get_filename() for part in mail.walk() if part.get_content_type() == "image/png"]
        assert pictures == [f"crop-{number}.png" for number in range(1, len(pictures) + 1)]
        assert len(mail.as_bytes()) < 160_000
        assert "ORDERS" not in said(mail)


def test_a_score_is_worked_out_once_for_all_at_the_table(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, rng = installation.create("pax-renaissance", {"medici": "en", "marchionni": "ru"}), Random(2)
    report = type(at(installation, campaign).match.game.part("report"))
    asked = list[Any]()
    score = report.score

    def counted(self: Any, view: Any) -> Any:
        asked.append(view)
        return score(self, view)

    steps = 0
    while (table := at(installation, campaign)).turn[0] == 0:
        seat = table.match.decisions()[0].waiting[0]
        installation.order(campaign, seat, table.match.sample(seat, rng))
        steps += 1
    monkeypatch.setattr(turns, "_SCORES", Shelf(100, lambda score: 1))
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(OutboundMail).filter_by(kind=queue.TURN)).all()
        monkeypatch.setattr(report, "score", counted)
        for row in rows:
            reader = Reader(session, row, decode(row.intent))
            (chart, *_) = turns.turn_over(reader, turn_in(reader.intent)).pictures
            assert chart.png
    assert len(rows) == 2
    assert 0 < len(asked) <= steps + 1
