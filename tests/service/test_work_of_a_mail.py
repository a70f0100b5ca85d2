"""The work of a mail is done once: what several see is drawn once, what many parts tell is read once."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy.orm import Session

from adjudicator.games.pax_renaissance.state import FORM, State
from adjudicator.kernel.registry import game_named
from adjudicator.pictures import cutting, raster
from adjudicator.pictures.png import png
from adjudicator.reports.model import Report, Score
from adjudicator.service.campaign.course import scores_until
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox import queue
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.words import rendering
from adjudicator.service.words.reports import write
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail
from tests import drawn

pytestmark = [
    pytest.mark.store("sqlite"),
]
GAME = "pax-renaissance"
SEATS = {"medici": "en", "fugger": "en", "marchionni": "en"}


def boards(mail: EmailMessage) -> list[bytes]:
    """The boards and parts of them in a mail; the lines of a chart lie in another order for each reader."""
    drawings = (part for part in mail.walk() if part.get_content_type() == "image/png")
    return [part.get_payload(decode=True) for part in drawings if part.get_filename() != "chart.png"]  # type: ignore[misc]


def played(installation: Any, steps: int) -> Iterator[list[EmailMessage]]:
    """Play at random, and yield what was mailed after each order."""
    campaign, rng = installation.create(GAME, SEATS), Random(3)
    for _ in range(steps):
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), campaign)
        seat = table.match.decisions()[0].waiting[0]
        yield installation.write(seat, phrasebook(GAME).say(table.match.sample(seat, rng), "en"))


@pytest.mark.drawn
def test_a_picture_that_several_players_get_is_drawn_once(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def counted(picture: Any) -> bytes:
        made.append(png(picture))
        return made[-1]

    for module in (raster, cutting):
        monkeypatch.setattr(module, "png", counted)
    with drawn.anew():
        for _ in played(installation, 12):
            pass
    shown = [each for mails in installation.received.values() for mail in mails for each in boards(mail)]
    assert len(set(shown)) < len(shown), "something is shown to more than one"
    assert {made.count(each) for each in shown} == {1}


def test_a_round_is_scored_once_when_it_is_over(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    report, scored = game_named(GAME).part("report"), list[Score]()
    score = type(report).score

    def counted(told: object, view: msgspec.Struct) -> Score:
        scored.append(score(told, view))
        return scored[-1]

    campaign, rng, stood = installation.create(GAME, SEATS), Random(3), dict[float, Score]()
    for _ in range(24):
        match = installation.table(campaign).match
        now = score(report, match.view())
        stood[now.at] = now
        seat = match.decisions()[0].waiting[0]
        with monkeypatch.context() as patched:
            patched.setattr(type(report), "score", counted)
            installation.order(campaign, seat, match.sample(seat, rng))
    table = installation.table(campaign)
    now = score(report, table.match.view())
    *ended, _ = (stood | {now.at: now}).values()
    assert len(ended) > 4
    assert scored == ended, "each round at its end, and nothing else"
    assert scores_until(table.head, now) == (*(each for each in ended if int(each.at) == int(now.at)), now)


def test_a_mail_reads_each_view_once(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[msgspec.Struct] = []
    known = FORM._positions._work_out

    def counted(view: msgspec.Struct) -> State:
        read.append(view)
        return known(view)

    made: list[list[msgspec.Struct]] = []

    def written(session: Session, row: OutboundMail, *given: Any) -> Report:
        read.clear()
        report = write(session, row, *given)
        if row.kind != queue.TURN:  # one about a turn tells every moment of it
            made.append([*read])
        return report

    monkeypatch.setattr(FORM._positions, "_work_out", counted)
    monkeypatch.setattr(rendering, "write", written)
    for _ in played(installation, 12):
        pass
    assert len(made) > 5
    assert 1 <= max(map(len, made)) <= 3, "what the reader sees and saw, and what everybody sees"
