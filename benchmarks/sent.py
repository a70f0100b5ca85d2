"""Measure an order with all that it sends: `python benchmarks/sent.py [GAME ...]`.

Campaigns of as many players as may be, every other one reading Russian, are played through the service at random.
Counted is the processor time from the stored position to the bytes of every mail that an order makes, pictures and
pages included; orders that end a turn also apart. `--profile` prints where that of the latter went.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from order_mail import install
from sqlalchemy import func, select
from timing import Sheet, cast, median, whole_games

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import take_orders
from adjudicator.service.service import Service
from adjudicator.service.words.rendering import render_due
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail

GAMES = ("imperial-struggle", "here-i-stand")
WARM = 4
"""Orders of a campaign that are not counted: they draw the grounds."""
SILENT = 0.8
"""Of so many orders those are what is done for who stays silent: they end turns."""


def play(service: Service, game: str, number: int, orders: int, profile: cProfile.Profile) -> list[tuple[bool, float]]:
    """Play a campaign; return of each order whether it ended a turn, and the seconds that it took with all mails."""
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}{number}@players.test", language=code)
        for seat, code in cast(game).items()
    )
    new = new_campaigns.NewCampaign(
        name=f"bench-{number}", title="Bench", game=game, players=players, seed=number.to_bytes(8, "big")
    )
    campaign, rng, found = new_campaigns.create(service, new), Random(number), list[tuple[bool, float]]()
    write_all(service)
    for count in range(orders):
        now, started = service.clock.now(), time.process_time()
        with writing(service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(service.work(session, now), campaign)
            if table.match.result is not None:
                break
            before, asked = table.match.game.turns_done(table.match.state), time.process_time()
            seat = table.by_name[table.match.decisions()[0].waiting[0]]
            silent = table.match.default(seat.name) if rng.random() < SILENT else None
            line = phrasebook(game).say(silent or table.match.sample(seat.name, rng), seat.language)
            started += time.process_time() - asked
            take_orders(table, seat, OrderMail((line,), now))
            ends = table.match.game.turns_done(table.match.state) > before
        if ends and count >= WARM:
            profile.enable()
        write_all(service)
        profile.disable()
        if count >= WARM:
            found.append((ends, time.process_time() - started))
    return found


def write_all(service: Service) -> None:
    while render_due(service):
        pass


def main(game: str, campaigns: int, orders: int, *, profiled: bool) -> None:
    sheet, found = Sheet(f"orders with all that they send: {game}"), list[tuple[bool, float]]()
    profile = cProfile.Profile(time.process_time)
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for number in range(campaigns):
            found += play(service, game, number, orders, profile if profiled else _Off())
        with reading(service.engine) as session:
            mails = session.scalar(select(func.count()).select_from(OutboundMail))
        service.engine.dispose()
    every, ends = [spent for _, spent in found], [spent for ended, spent in found if ended]
    print(f"{len(every)} orders, {len(ends)} of which ended a turn, {mails} mails")
    sheet.seconds("an order with all its mails, median", median(every))
    sheet.seconds("an order with all its mails, mean", statistics.fmean(every))
    if ends:
        sheet.seconds("one that ends a turn, mean", statistics.fmean(ends))
    sheet.close()
    if profiled:
        pstats.Stats(profile).sort_stats("cumulative").print_stats("adjudicator", 120)


class _Off(cProfile.Profile):
    def enable(self, *_: object, **__: object) -> None: ...
    def disable(self) -> None: ...


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[game for game in GAMES if game in whole_games()])
    parser.add_argument("--campaigns", type=int, default=3)
    parser.add_argument("--orders", type=int, default=150)
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    for each in arguments.games:
        main(each, arguments.campaigns, arguments.orders, profiled=arguments.profile)
