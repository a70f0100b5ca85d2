"""Measure what a report costs with its pictures, and how many bytes a mail has: `python benchmarks/report.py`.

The mails are those that players get in some turns of a game, in English and in Russian, played at random through the
service. Their floor is to write the same pictures as PNG once more, with nothing drawn.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TypeVar

from order_mail import install
from PIL import Image
from sqlmodel import select
from timing import Sheet, cast, median, p99, whole_games

from adjudicator.pictures import raster
from adjudicator.reports.layout.calendar import calendar
from adjudicator.reports.layout.data import to_json
from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.model import Report
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import take_orders
from adjudicator.service.service import Service
from adjudicator.service.words.rendering import message_bytes
from adjudicator.service.words.reports import write
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail

LIMIT = 100_000
"""Bytes of a page: Gmail cuts at 102 kB."""
T = TypeVar("T")


def play(service: Service, game: str, orders: int) -> list[OutboundMail]:
    """Return the mails of `orders` orders of a campaign.

    They are queued, and not written yet.
    """
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in cast(game).items()
    )
    new = new_campaigns.NewCampaign(name="bench", title="Bench", game=game, players=players, seed=b"report")
    campaign, rng = new_campaigns.create(service, new), Random(5)
    for _ in range(orders):
        now = service.clock.now()
        with writing(service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(service.work(session, now), campaign)
            if table.match.result is not None:
                break
            seat = table.by_name[table.match.decisions()[0].waiting[0]]
            line = phrasebook(game).say(table.match.sample(seat.name, rng), seat.language)
            take_orders(table, seat, OrderMail((line,), now))
    with reading(service.engine) as session:
        return list(session.scalars(select(OutboundMail)))


def timed(samples: list[float], run: Callable[[], T]) -> T:
    """Return what `run` gives; its processor time goes to the samples."""
    started = time.process_time()
    made = run()
    samples.append(time.process_time() - started)
    return made


def written(service: Service, row: OutboundMail) -> Report:
    with reading(service.engine) as session:
        return write(session, row)


def begin_anew(service: Service, rows: list[OutboundMail]) -> None:
    """Forget what was drawn, but for the grounds of the board in each language; what several readers get is kept."""
    raster.forget()
    for row in rows:
        written(service, row)


def encoded(pictures: list[Image.Image]) -> None:
    for each in pictures:
        each.save(BytesIO(), "png", optimize=True)


def main(game: str, orders: int) -> None:
    sheet = Sheet(f"reports: model, text and page, bytes: {game}")
    floor: list[float] = []
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
        rows = play(service, game, orders)
        raws = []
        begin_anew(service, rows[: len(cast(game))])
        for row in rows:
            raws.append(timed(whole, lambda row=row: message_bytes(service, row)))  # type: ignore[misc]
        begin_anew(service, rows[: len(cast(game))])
        for row, raw in zip(rows, raws, strict=True):
            report = timed(drawn, lambda row=row: written(service, row))  # type: ignore[misc]
            made: Rendered = timed(told, lambda report=report: render(report))  # type: ignore[misc]
            timed(data, lambda report=report: to_json(report))  # type: ignore[misc]
            timed(entries, lambda report=report: calendar(report, "tag", "game.test"))  # type: ignore[misc]
            pages.append(len(made.html.encode()))
            texts.append(len(made.text.encode()))
            mails.append(len(raw))
            drawings: list[bytes] = [
                part.get_payload(decode=True)  # type: ignore[misc]
                for part in message_from_bytes(raw, policy=policy.default).walk()
                if part.get_content_type() == "image/png"
            ]
            pictures += map(len, drawings)
            opened = [Image.open(BytesIO(each)) for each in drawings]
            for each in opened:
                each.load()
            timed(floor, lambda opened=opened: encoded(opened))  # type: ignore[misc]
        service.engine.dispose()
    print(f"{len(rows)} mails with {len(pictures)} pictures")
    sheet.seconds("model with its pictures, median", median(drawn), 300e-3)
    sheet.seconds("model with its pictures, p99", p99(drawn))
    sheet.seconds("– floor: its pictures as PNG once more, median", median(floor))
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
    for each in whole_games():
        main(each, parser.parse_args().orders)
