"""Measure one order mail, raw bytes → commit with the reply queued: `python benchmarks/order_mail.py`.

Measured with one campaign in the database and with five thousand, in processor time, that of the reading process
included; the whole also by the clock, beside the floor of the same run (one durable commit). Signature check and
pictures are not part of it.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
import time
from email.message import EmailMessage
from pathlib import Path

from sqlalchemy import text
from timing import Sheet, cast, median, p99, spent, targets_of, whole_games

from adjudicator.mail.read import read_mail
from adjudicator.mail.sandbox import start_reader
from adjudicator.service.inbox.arrival import ingest, read
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.logs import configure
from adjudicator.service.people import new_campaigns
from adjudicator.service.rehearsal import said
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade

GAME = "imperial-struggle"


def install(folder: Path) -> Service:
    settings = Settings(
        database=f"sqlite:///{folder}/bench.db",
        mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
    )
    configure(logging.WARNING)
    service = open_service(settings)
    upgrade(service.engine)
    return service


def create(service: Service, number: int, game: str = GAME) -> int:
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}{number}@players.test") for seat in cast(game)
    )
    return new_campaigns.create(
        service,
        new_campaigns.NewCampaign(
            name=f"bench-{number}", title="Bench", game=game, players=players, seed=number.to_bytes(8, "big")
        ),
    )


def next_mail(service: Service, campaign: int, count: int) -> bytes | None:
    """Return the next mail of a seat that is waited for.

    It has a code that answers their question, above the copy of a report.
    """
    answer = said(service, campaign, count)
    if answer is None:
        return None
    seat, line = answer
    mail = EmailMessage()
    mail["From"] = seat.holders[0].emails[0]
    mail["To"] = service.reply_address(seat.token)
    mail["Subject"] = "Re: [Bench] your action round"
    mail["Message-ID"] = f"<{campaign}.{count}@players.test>"
    quoted = "".join(f"> line {k} of the report that the player answers, as Gmail quotes it\n" for k in range(120))
    mail.set_content(f"{line}\n\nOn Fri, Nov 20, 2026 at 9:01 AM Bench <x@game.test> wrote:\n\n{quoted}")
    return mail.as_bytes()


def floor(service: Service, rounds: int = 60) -> float:
    """Return the seconds of one durable commit in this run."""
    samples = []
    for number in range(rounds):
        started = time.perf_counter()
        with writing(service.engine) as session:
            session.execute(text(f"PRAGMA user_version = {number}"))
        samples.append(time.perf_counter() - started)
    return median(samples)


def measure(service: Service, campaign: int, mails: int, first_uid: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"whole": [], "clock": [], "read": [], "store": [], "handle": []}
    reader = start_reader()
    for count in range(mails):
        raw = next_mail(service, campaign, count)
        if raw is None:
            break
        started = spent()
        read_mail(raw, limits=service.mail_limits, own=service.own)
        found["read"].append(spent() - started)
        read.cache_clear()
        clock, started = time.perf_counter(), spent(reader)
        stored = ingest(service, Place("INBOX", 1, first_uid + count), service.clock.now(), raw)
        between = spent(reader)
        handle(service, stored.id)
        ended = spent(reader)
        found["clock"].append(time.perf_counter() - clock)
        found["store"].append(between - started)
        found["handle"].append(ended - between)
        found["whole"].append(ended - started)
    return found


def main(game: str, many: int) -> None:
    sheet, targets = Sheet(f"one order mail, bytes to durable commit: {game}"), targets_of(game)
    with tempfile.TemporaryDirectory() as folder:
        load_games()
        start_reader()
        service = install(Path(folder))
        uid = 1
        for total, target in ((1, targets.order_mail), (many, targets.order_mail_among_many))[: 2 if many > 1 else 1]:
            with reading(service.engine) as session:
                existing = session.execute(text("select count(*) from campaign")).scalar_one()
            made = [create(service, number, game) for number in range(existing, total)]
            found: dict[str, list[float]] = {}
            for campaign in made[-5:]:
                for stage, samples in measure(service, campaign, 40, uid).items():
                    found.setdefault(stage, []).extend(samples)
                uid += 40
            label = f"{total:,} campaign" + ("s" if total > 1 else "")
            sheet.seconds(f"{label}: whole mail, median", median(found["whole"]), target)
            sheet.seconds(f"{label}: – by the clock, median", median(found["clock"]))
            sheet.seconds(f"{label}: – by the clock, p99", p99(found["clock"]))
            sheet.seconds(f"{label}: – read the mail (in storing)", median(found["read"]))
            sheet.seconds(f"{label}: – stored (first commit)", median(found["store"]))
            sheet.seconds(f"{label}: – handled (second commit)", median(found["handle"]))
            sheet.seconds(f"{label}: floor, one durable commit", floor(service))
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=5000)
    parser.add_argument("--game", help="one alone; else every game, those behind the first with one campaign")
    arguments = parser.parse_args()
    for at, each in enumerate([arguments.game] if arguments.game else whole_games()):
        main(each, arguments.campaigns if not at else 1)
