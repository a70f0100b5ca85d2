"""What a report costs, with and without its picture, and how many bytes a mail has: `python benchmarks/report.py`.

The mails are those that two players get in some turns of Imperial Struggle, in English and in Russian, played at
random through the service. The floor of a mail with a picture is its one picture.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from order_mail import GAME, install
from sqlmodel import select
from timing import Sheet, median, p99

from adjudicator.kernel.registry import game_named
from adjudicator.reports.calendar import calendar
from adjudicator.reports.data import to_json
from adjudicator.reports.model import Report
from adjudicator.reports.render import Rendered, render
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import OrderMail, take_orders
from adjudicator.service.service import Service
from adjudicator.service.words.rendering import rendered
from adjudicator.service.words.reports import write
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail

LANGUAGES = {"france": "en", "britain": "ru"}
LIMIT = 100_000
"""Bytes of a page: Gmail cuts at 102 kB."""
T = TypeVar("T")


def play(service: Service, orders: int) -> list[OutboundMail]:
    """The mails of so many orders of a campaign, queued and not written yet."""
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in LANGUAGES.items()
    )
    new = new_campaigns.NewCampaign(name="bench", title="Bench", game=GAME, players=players, seed=b"report")
    campaign, rng = new_campaigns.create(service, new), Random(5)
    for _ in range(orders):
        now = service.clock.now()
        with writing(service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(service.work(session, now), campaign)
            if table.match.result is not None:
                break
            seat = table.by_name[table.match.decisions()[0].waiting[0]]
            line = phrasebook(GAME).say(table.match.sample(seat.name, rng), seat.language)
            take_orders(table, seat, OrderMail((line,), now))
    with reading(service.engine) as session:
        return list(session.scalars(select(OutboundMail)))


def timed(samples: list[float], run: Callable[[], T]) -> T:
    """What `run` gives; its processor time goes to the samples."""
    started = time.process_time()
    made = run()
    samples.append(time.process_time() - started)
    return made


def written(service: Service, row: OutboundMail) -> Report:
    with reading(service.engine) as session:
        return write(session, row)


def no_picture(*_: Any, **__: Any) -> tuple[()]:
    return ()


def main(orders: int) -> None:
    sheet = Sheet("reports: model, text and page, bytes")
    bare: list[float] = []
    drawn: list[float] = []
    told: list[float] = []
    data: list[float] = []
    whole: list[float] = []
    entries: list[float] = []
    pages: list[int] = []
    texts: list[int] = []
    pictures: list[int] = []
    mails: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        rows = play(service, orders)
        speaks = type(game_named(GAME).part("report"))
        for row in rows[: len(LANGUAGES)]:
            written(service, row)  # the ground of the board is drawn once in each language
        for row in rows:
            report = timed(drawn, lambda row=row: written(service, row))  # type: ignore[misc]
            with patch.object(speaks, "pictures", no_picture):
                timed(bare, lambda row=row: written(service, row))  # type: ignore[misc]
            made: Rendered = timed(told, lambda report=report: render(report))  # type: ignore[misc]
            timed(data, lambda report=report: to_json(report))  # type: ignore[misc]
            timed(entries, lambda report=report: calendar(report, "tag", "game.test"))  # type: ignore[misc]
            raw = timed(whole, lambda row=row: rendered(service, row))  # type: ignore[misc]
            pages.append(len(made.html.encode()))
            texts.append(len(made.text.encode()))
            mails.append(len(raw))
            pictures += [
                len(part.get_payload(decode=True))  # type: ignore[arg-type]
                for part in message_from_bytes(raw, policy=policy.default).walk()
                if part.get_content_type() == "image/png"
            ]
        service.engine.dispose()
    print(f"{len(rows)} mails, {len(pictures)} with a picture")
    sheet.seconds("model without picture, median", median(bare), 50e-3)
    sheet.seconds("model with picture, median", median(drawn), 300e-3)
    sheet.seconds("model with picture, p99", p99(drawn))
    sheet.seconds("text and page, median", median(told), 30e-3)
    sheet.seconds("copy for programs, median", median(data), 5e-3)
    sheet.seconds("calendar entries, median", median(entries), 5e-3)
    sheet.seconds("whole mail as bytes, median", median(whole), 350e-3)
    sheet.size("text, median", median(texts))
    sheet.size("page without pictures, median", median(pages))
    sheet.size("page without pictures, largest", max(pages), LIMIT)
    sheet.size("picture, largest", max(pictures, default=0), 250_000)
    sheet.size("mail on the wire, median", median(mails))
    sheet.size("mail on the wire, largest", max(mails))
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=60, help="how many orders are played")
    main(parser.parse_args().orders)
