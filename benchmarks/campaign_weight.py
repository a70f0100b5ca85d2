"""Weigh the mails of a campaign, on the wire and in the database: `python benchmarks/campaign_weight.py`.

A game is played at random by players of whom every other one reads Russian, until so many mails have gone or it is
over. Replay pages are counted apart: on the wire by their parts, in the database by packing them.
"""

from __future__ import annotations

import argparse
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Literal

from order_mail import GAME, install
from sqlalchemy import text
from sqlmodel import col, select
from timing import Sheet, cast, targets_of

from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.service import Service
from adjudicator.service.words.rendering import render_due
from adjudicator.store import kept_mails, outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import OutboundMail, OutboundState

MANY = 400
"""The mails of a long campaign: a match that is over sooner may not weigh more for each of its own."""


def begin(service: Service, game: str, turn_mails: Literal["turn", "round"]) -> int:
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in cast(game).items()
    )
    new = new_campaigns.NewCampaign(
        name="bench", title="Bench", game=game, players=players, seed=b"weight", turn_mails=turn_mails
    )
    return new_campaigns.create(service, new)


def written(service: Service, table: CampaignContext, count: int, rng: Random) -> bytes:
    """Return the next mail of a seat that is waited for.

    It has one line, like a round that is composed by taps.
    """
    seat = table.by_name[table.match.decisions()[0].waiting[0]]
    mail = EmailMessage()
    mail["From"] = f"{seat.name}@players.test"
    mail["To"] = service.reply_address(seat.token)
    mail["Message-ID"] = f"<{count}@players.test>"
    mail.set_content(phrasebook(table.match.game.id).say(table.match.sample(seat.name, rng), seat.language))
    return mail.as_bytes()


def gone(service: Service) -> list[tuple[str, bytes]]:
    """Return the mails that have come to be sent, with their kinds."""
    while render_due(service):
        pass
    with writing(service.engine) as session:
        wanted = select(OutboundMail).where(col(OutboundMail.state) == OutboundState.RENDERED)
        rows = session.scalars(wanted.order_by(col(OutboundMail.id))).all()
        for row in rows:
            outbound.handed_over(session, row.id, service.clock.now())
        return [(row.kind, kept_mails.whole(session, row) or b"") for row in rows]


def replay_pages(raw: bytes) -> Iterator[bytes]:
    for part in message_from_bytes(raw, policy=policy.default).walk():
        if part.get_filename() == "replay.html":
            yield part.get_payload(decode=True)  # type: ignore[misc]


def play(service: Service, campaign: int, mails: int, seed: int = 7) -> Iterator[tuple[str, bytes]]:
    """Yield the mails of a campaign, as they go."""
    count, sent, rng = 0, 0, Random(seed)
    while sent < mails:
        for kind, raw in gone(service):
            sent += 1
            yield kind, raw
        with reading(service.engine) as session:
            table = table_of_campaign(service.work(session), campaign)
        if table.match.result is not None:
            return
        count += 1
        order = ingest(service, Place("INBOX", 1, count), service.clock.now(), written(service, table, count, rng))
        handle(service, order.id)


def main(game: str, mails: int, save: Path | None, seed: int) -> None:
    sheet, wanted = Sheet(f"what a campaign weighs: {game}"), targets_of(game).mails
    wire: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    pages = pages_kept = 0
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        campaign = begin(service, game, "round" if save else "turn")
        for number, (kind, raw) in enumerate(play(service, campaign, mails, seed)):
            replays = list(replay_pages(raw))
            size = sum(len(page) * 78 // 57 for page in replays)  # in base64, lines of 57 bytes
            pages += size
            pages_kept += sum(len(zlib.compress(page, 1)) for page in replays)
            wire[kind] += len(raw) - size
            counts[kind] += 1
            if save is not None:
                (save / f"{number:04}.{kind}.eml").write_bytes(raw)
        with service.engine.connect() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        service.engine.dispose()
        database = (Path(folder) / "bench.db").stat().st_size
    total = sum(counts.values())
    print(f"{total} mails: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    for kind, count in counts.most_common():
        sheet.size(f"mail on the wire, mean of {kind}", wire[kind] // count)
    sheet.size("all mails on the wire", sum(wire.values()))
    sheet.size("that is, for 400 mails", sum(wire.values()) * MANY // total, wanted)
    sheet.size("replay pages on the wire", pages)
    sheet.size("database without replay pages", database - pages_kept)
    sheet.size("that is, for 400 mails", (database - pages_kept) * MANY // total, wanted)
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--mails", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7, help="of the players' choices: another one, another campaign")
    parser.add_argument("--save", type=Path, help="a folder for the mails; with one a mail for each round is sent too")
    arguments = parser.parse_args()
    main(arguments.game, arguments.mails, arguments.save, arguments.seed)
