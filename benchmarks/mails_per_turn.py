"""Count a seat's order mails in a turn and in a round: `python benchmarks/mails_per_turn.py [GAME] [--games N]`.

Whole games by mail, every number of players in turn. Who is asking writes one order a mail. Who is planning writes a
mail for all that they can decide: they think their turn through on two boards that draw other cards than ours, and
write down what is legal on both, so nothing that they cannot know. They write once more where a draw, or somebody
else's answer, leaves them a choice. With standing orders everybody plans, and begins with one for each kind of question
that interrupts others' turns; those mails count too.
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
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place

WANTED = 1.3
LONGEST = 3_000
"""The mails of a game after which it counts as endless."""
ENDS = 0.6
"""How often a player ends a round where they may, or declines what is offered."""
LINES = {"asking": 1, "planning": 40, "standing": 40}
"""The number of orders in one mail, by the way of playing."""


class Played(NamedTuple):
    """The mails that a game took: mails, turns of seats, mails of each turn, rounds of seats."""

    mails: int
    turns: int
    each: Counter[Any]
    rounds: int


class Post:
    """The mails of one campaign."""

    def __init__(self, service: Service, campaign: int) -> None:
        self.service, self.campaign, self.sent = service, campaign, 0

    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.campaign)

    def write(self, table: CampaignContext, seat: str, text: str) -> None:
        self.sent += 1
        mail = EmailMessage()
        mail["From"] = f"{seat}@players.test"
        mail["To"] = self.service.reply_address(table.by_name[seat].token)
        mail["Message-ID"] = f"<{self.campaign}.{self.sent}@players.test>"
        mail.set_content(text)
        place = Place("INBOX", self.campaign, self.sent)
        handle(self.service, ingest(self.service, place, self.service.clock.now(), mail.as_bytes()).id)


def thought_through(match: Match, seat: str, code: str, rng: Random, most: int) -> list[str]:
    """Return the lines of a mail: the rest of a turn.

    It goes as far as it can be decided before anything is drawn or answered.
    """
    boards = [Match.resume(match.header, match.checkpoint(), seed=b"thought %d" % n) for n in range(2)]
    book, turn, lines = phrasebook(match.game.id), match.game.own_round(match.position), list[str]()
    ending = {pattern.phrase.action.__struct_config__.tag for pattern in book.patterns if pattern.phrase.ends}
    while len(lines) < most:
        legal = [board.options(seat) if is_asked(board, seat) else [] for board in boards]
        known = [action for action in legal[0] if action in legal[1]]
        if not known:
            break
        kinds = sorted({action.op for action in known})  # rare kinds of options are chosen as often as others
        ends = [kind for kind in kinds if kind in ending]
        kind = rng.choice(ends if ends and rng.random() < ENDS else kinds)
        action = rng.choice([action for action in known if action.op == kind])
        lines += book.say(action, code).splitlines()
        for board in boards:
            board.apply(seat, action)
        if turn is not None and any(board.game.own_round(board.position) != turn for board in boards):
            break
    return lines


def is_asked(match: Match, seat: str) -> bool:
    return any(seat in decision.waiting for decision in match.decisions())


def play(service: Service, game: str, number: int, how: str) -> Played:
    owner, rng = game_named(game), Random(number)
    seats = owner.seatings(owner.numbers[number % len(owner.numbers)])[0]
    languages = dict(zip(seats, cycle(("en", "ru")), strict=False))
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in languages.items()
    )
    name = f"turns-{number}-{how}"
    new = new_campaigns.NewCampaign(name=name, title="Turns", game=game, players=players, seed=b"turn %d" % number)
    post = Post(service, new_campaigns.create(service, new))
    each: Counter[Any] = Counter()
    if how == "standing":
        for seat in seats:
            lines = [f"standing {answers.kind.replace('_', ' ')}: no" for answers in owner.interrupting]
            if lines:
                post.write(post.table(), seat, "\n".join(lines))
    while (table := post.table()).match.result is None and post.sent < LONGEST:
        match = table.match
        turn = owner.turns_done(match.position.state), owner.own_round(match.position)
        seat = match.decisions()[0].waiting[0]
        before = match.position.n
        lines = thought_through(match, seat, languages[seat], rng, LINES[how])
        post.write(table, seat, "\n".join(lines))
        each[turn] += 1
        after = post.table().match
        if after.position.n == before and seat not in after.sealed:  # it was not understood, or has another effect
            raise SystemExit(f"nothing came of {lines} of {seat}")
    turns = {turn: count for turn, count in each.items() if turn[1] is not None}
    rounds = max(1, owner.turns_done(post.table().match.position.state)) * len(seats)
    return Played(post.sent, len(turns), Counter(turns.values()), rounds)


def main(game: str, games: int) -> None:
    sheet = Sheet(f"order mails per turn of a seat: {game}")
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for how in LINES:
            played = [play(service, game, number, how) for number in range(games)]
            each = sum((one.each for one in played), Counter[int]())
            if each:  # the game has turns that belong to a seat
                wanted = None if how == "asking" else WANTED
                sheet.factor(f"{how}: median of games", median([one.mails / one.turns for one in played]), wanted)
                sheet.factor(f"{how}: most of a game", max(one.mails / one.turns for one in played))
                sheet.factor(f"{how}: turns of one mail", each[1] / each.total())
            sheet.factor(f"{how}: a round and seat", median([one.mails / one.rounds for one in played]))
            print(f"{games} games, {sum(one.mails for one in played)} mails, {each.total()} turns: {dict(each)}")
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="pax-renaissance")
    parser.add_argument("--games", type=int, default=12)
    arguments = parser.parse_args()
    main(arguments.game, arguments.games)
