"""Measure the orders that end a phase: `python benchmarks/phases.py [GAME ...]`.

Campaigns of as many players as may be are played through the service: nearly always what is done for who stays silent,
which ends their turns, else something at random. Of each order that led into another
phase, or over whole ones: its processor time from the stored position to the commit with the reports of everybody
queued, which are written, with their pictures, when they are sent.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random

from order_mail import install
from timing import Sheet, cast, median, targets_of, whole_games

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import take_orders
from adjudicator.service.service import Service
from adjudicator.store.engine import lock_campaign, writing

CAMPAIGNS, ORDERS, SILENT = 3, 400, 0.9


def play(service: Service, game: str, number: int, spent: dict[str, list[float]]) -> None:
    """Play a campaign, and collect the times of its orders by phase.

    An order counts for the phase that it led to; others are under "".
    """
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}{number}@players.test", language=code)
        for seat, code in cast(game).items()
    )
    new = new_campaigns.NewCampaign(
        name=f"bench-{number}", title="Bench", game=game, players=players, seed=number.to_bytes(8, "big")
    )
    campaign, rng = new_campaigns.create(service, new), Random(number)
    for _ in range(ORDERS):
        now, started = service.clock.now(), time.process_time()
        with writing(service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(service.work(session, now), campaign)
            if table.match.result is not None:
                return
            before, asked = table.match.game.stage(table.match.position), time.process_time()
            seat = table.by_name[table.match.decisions()[0].waiting[0]]
            silent = table.match.default(seat.name) if rng.random() < SILENT else None
            line = phrasebook(game).say(silent or table.match.sample(seat.name, rng), seat.language)
            started += time.process_time() - asked
            take_orders(table, seat, OrderMail((line,), now))
            after = table.match.game.stage(table.match.position)
        spent[after.phase or "the end" if after != before else ""].append(time.process_time() - started)


def main(game: str) -> None:
    sheet, spent = Sheet(f"orders that end a phase: {game}"), defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for number in range(CAMPAIGNS):
            play(service, game, number, spent)
        service.engine.dispose()
    sheet.seconds("an order within a phase, median", median(spent.pop("", [0.0])))
    for phase, samples in spent.items():
        sheet.seconds(f"one that leads to {phase}, median of {len(samples)}", median(samples), targets_of(game).phase)
    sheet.close()


if __name__ == "__main__":
    for each in sys.argv[1:] or whole_games():
        main(each)
