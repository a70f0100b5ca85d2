"""How many order mails a turn of a seat takes: `python benchmarks/mails_per_turn.py [GAME] [--games N]`.

Whole games by mail, every number of players in turn. A correspondent writes a mail for all that he can decide: he
thinks his turn through on two boards that draw other cards than ours, and writes down what is legal on both, so nothing
that he cannot know. He writes once more where a draw, or somebody else's answer, leaves him a choice. With standing
orders everybody begins with one for each kind of question that interrupts others' turns; those mails count too.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from order_mail import install
from timing import Sheet, median

from adjudicator import Match
from adjudicator.kernel.registry import game_named
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.mails import Place

WANTED = 1.3
LONGEST = 3_000
"""Mails of a game that goes on for ever."""
LINES = 40
"""Orders of one mail."""


class Played(NamedTuple):
    """What a game took: mails, turns of seats, mails of each turn."""

    mails: int
    turns: int
    each: Counter[Any]


class Post:
    """The mails of one campaign."""

    def __init__(self, service: Service, campaign: int) -> None:
        self.service, self.campaign, self.sent = service, campaign, 0

    def table(self) -> Table:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.campaign)

    def write(self, table: Table, seat: str, text: str) -> None:
        self.sent += 1
        mail = EmailMessage()
        mail["From"] = f"{seat}@players.test"
        mail["To"] = self.service.reply_address(table.by_name[seat].token)
        mail["Message-ID"] = f"<{self.campaign}.{self.sent}@players.test>"
        mail.set_content(text)
        place = Place("INBOX", self.campaign, self.sent)
        handle(self.service, ingest(self.service, place, self.service.clock.now(), mail.as_bytes()).id)


def thought_through(match: Match, seat: str, code: str, rng: Random) -> list[str]:
    """The lines of a mail: the rest of a turn, as far as it can be decided before anything is drawn or answered."""
    boards = [Match.resume(match.header, match.checkpoint(), seed=b"thought %d" % n) for n in range(2)]
    book, turn, lines = phrasebook(match.game.id), match.game.own_round(match.position), list[str]()
    while len(lines) < LINES:
        legal = [board.options(seat) if is_asked(board, seat) else [] for board in boards]
        known = [action for action in legal[0] if action in legal[1]]
        if not known:
            break
        kind = rng.choice(sorted({action.op for action in known}))  # what is rare among the options is done as often
        action = rng.choice([action for action in known if action.op == kind])
        lines += book.say(action, code).splitlines()
        for board in boards:
            board.apply(seat, action)
        if turn is None or any(board.game.own_round(board.position) != turn for board in boards):
            break
    return lines


def is_asked(match: Match, seat: str) -> bool:
    return any(seat in decision.waiting for decision in match.decisions())


def play(service: Service, game: str, number: int, *, standing: bool) -> Played:
    owner, rng = game_named(game), Random(number)
    seats = owner.seatings(owner.numbers[number % len(owner.numbers)])[0]
    languages = dict(zip(seats, cycle(("en", "ru")), strict=False))
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in languages.items()
    )
    name = f"turns-{number}-{'with' if standing else 'without'}"
    new = new_campaigns.NewCampaign(name=name, title="Turns", game=game, players=players, seed=b"turn %d" % number)
    post = Post(service, new_campaigns.create(service, new))
    each: Counter[Any] = Counter()
    if standing:
        for seat in seats:
            lines = [f"standing {answers.kind.replace('_', ' ')}: no" for answers in owner.interrupting]
            if lines:
                post.write(post.table(), seat, "\n".join(lines))
    while (table := post.table()).match.result is None and post.sent < LONGEST:
        match = table.match
        turn = owner.turns_done(match.position.state), owner.own_round(match.position)
        seat = match.decisions()[0].waiting[0]
        before = match.position.n
        lines = thought_through(match, seat, languages[seat], rng)
        post.write(table, seat, "\n".join(lines))
        each[turn] += 1
        if post.table().match.position.n == before:  # what was said was not understood, or stands otherwise
            raise SystemExit(f"nothing came of {lines} of {seat}")
    turns = {turn: count for turn, count in each.items() if turn[1] is not None}
    return Played(post.sent, len(turns), Counter(turns.values()))


def main(game: str, games: int) -> None:
    sheet = Sheet(f"order mails per turn of a seat: {game}")
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for standing in (False, True):
            played = [play(service, game, number, standing=standing) for number in range(games)]
            each = sum((one.each for one in played), Counter[int]())
            label = "with standing orders" if standing else "without standing orders"
            sheet.factor(f"{label}: median of games", median([one.mails / one.turns for one in played]), WANTED)
            sheet.factor(f"{label}: most of a game", max(one.mails / one.turns for one in played))
            sheet.factor(f"{label}: turns of one mail", each[1] / each.total())
            print(f"{games} games, {sum(one.mails for one in played)} mails, {each.total()} turns: {dict(each)}")
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="pax-renaissance")
    parser.add_argument("--games", type=int, default=12)
    arguments = parser.parse_args()
    main(arguments.game, arguments.games)
