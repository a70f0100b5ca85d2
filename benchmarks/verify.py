"""Measure how long proving finished campaigns takes: 1,500 entries of the log and more, played through the service.

    python benchmarks/verify.py [GAME] [ENTRIES]

Whole campaigns are played at random, in words, with order sets and receipts as by mail (but no mail is written), until
their logs hold so many entries; then their archives are verified and their logs replayed. Seconds of processor time.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from timing import Sheet

from adjudicator import game_named
from adjudicator.kernel.replay import begin, replay
from adjudicator.service.admin.access import Look
from adjudicator.service.admin.archives import archive
from adjudicator.service.campaign.matches import entries_of, table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.logs import configure
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import OrderMail, take_orders
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.migrations import upgrade

TARGET_SECONDS = 3.0
"""The target for 1,500 entries."""


def played(service: Service, game: str, number: int) -> int:
    """Play a campaign to its end, and return its id."""
    seats = game_named(game).seats
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", nonce=f"{seat} adds {number}")
        for seat in seats
    )
    new = NewCampaign(name=f"campaign-{number}", title=f"Campaign {number}", game=game, players=players)
    campaign, rng, book = create(service, new), Random(number), phrasebook(game)
    while True:
        now = service.clock.now()
        with writing(service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(service.work(session, now), campaign)
            decisions = table.match.decisions()
            if not decisions:
                return campaign
            seat = rng.choice(decisions[0].waiting)
            line = book.say(table.match.sample(seat, rng), "en")
            take_orders(table, table.by_name[seat], OrderMail((line,), now))


def main(game: str = "imperial-struggle", entries: int = 1500) -> None:
    """Play, verify, replay, print."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/verify.db", data_directory=Path(folder))
        settings.make_key()
        configure(logging.WARNING)
        service = open_service(settings)
        upgrade(service.engine)
        archives: list[bytes] = []
        verifying = replaying = 0.0
        total = draws = receipts = campaigns = 0
        while total < entries:
            campaign = played(service, game, campaigns)
            campaigns += 1
            with reading(service.engine) as session:
                table = table_of_campaign(service.work(session), campaign)
                archives.append(archive(Look(table, Viewpoint(everything=True))))
                began = time.process_time()
                log = entries_of(session, game, table.head.match_id, table.head.revision)
                replay(begin(table.match.header, log), log)
                replaying += time.process_time() - began
            began = time.process_time()
            verdict = verify(Archive.read(archives[-1]))
            verifying += time.process_time() - began
            assert not verdict.differences, verdict.differences
            total += verdict.entries
            draws += verdict.draws
            receipts += verdict.receipts
        service.engine.dispose()
    sheet = Sheet(f"{campaigns} finished campaigns of {game}: {total} entries, {draws} draws, {receipts} receipts")
    sheet.seconds("verify: all of them", verifying, TARGET_SECONDS * total / 1500)
    sheet.seconds("verify: one entry", verifying / total)
    sheet.seconds("replay from the database: all of them", replaying, TARGET_SECONDS * total / 1500)
    sheet.seconds("replay: one entry", replaying / total)
    sheet.size("archive of one campaign", sum(map(len, archives)) / campaigns)
    sheet.close()


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
