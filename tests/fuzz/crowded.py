"""`python -m tests.fuzz --lines`: mails of many lines, of commands, orders and what people write beside them.

Two of these after each other, from 50 to 400 lines: the lines that are read and the orders that are tried are counted,
and four times as many lines are at most a little more than four times the work.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from cProfile import Profile
from itertools import cycle, islice
from pathlib import Path
from random import Random
from types import CodeType
from typing import NamedTuple

from adjudicator.kernel.registry import playable_games
from adjudicator.language import CODES, language
from adjudicator.orders.execution.trial import Trial
from adjudicator.orders.meaning.reader import Reader
from adjudicator.orders.strict.lines import LineReader
from adjudicator.service.commands.registry import ALL
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import words_at
from adjudicator.settings import Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store.tables import InboundMail
from tests.copies import Copy
from tests.memory import memory
from tests.service.conftest import Installation
from tests.service.mails_of_positions import most_asked

SIZES = (50, 100, 200, 400)
"""Lines of a mail; `order_lines` is set to the most of them."""
MOST = 1.25
"""How much faster than the lines the work may grow."""
FLOOR = 60
"""Readings, or trials, that a mail may cost besides."""
READ = (LineReader.read, LineReader.strictly, Reader.read)
TRIED = (Trial.judge, Trial.complete, Trial.perform)
WORDS = (
    "check", "yes", "no", "start over", "ORDERS", "END", "end", "thanks", "Cheers, Anna", "> 1a", "#1", "why?", "1a",
    "campaign crowd", "campaign elsewhere", "if needed", "next turn:", "confirm 1234-5678-9012", "A3 yes", "2",
    "A3 counter: pass", "discard:", "please do that", "проверь", "да", "нет", "конец", "кампания crowd", "спасибо",
)  # fmt: skip
"""What is neither a command nor an order of one game."""
ARGUMENTS = ("", "1", "24 h", "atlantis")


class Work(NamedTuple):
    """How often a line was read, and an order was tried."""

    read: int
    tried: int


def work_of(do: Callable[[], object]) -> Work:
    """The work that is done while something is done, in this thread."""
    counting = Profile()
    counting.runcall(do)
    calls = {each.code: each.callcount for each in counting.getstats() if isinstance(each.code, CodeType)}
    return Work(*(sum(calls.get(each.__code__, 0) for each in group) for group in (READ, TRIED)))


class Grown(NamedTuple):
    """Lines that cost more than their share."""

    lines: tuple[str, ...]
    size: int
    half: Work
    whole: Work

    def __str__(self) -> str:
        return f"{self.size // 2} lines {self.half}, {self.size} lines {self.whole}: {self.lines!r}"


class Crowd:
    """A campaign in a crowded position, one of whose players writes; each mail finds it as the one before did."""

    def __init__(self, folder: Path, game: str, *, several: bool = False, proof: bool = True) -> None:
        """Prepare it. With `several` one person plays all seats; without `proof` nothing proves who wrote a mail."""
        self._place, self.seat = most_asked(game)
        mail = Mail(address=OwnAddress(domain="game.test"), trust=Trust.EVERYBODY)
        if not proof:
            mail = Mail(address=OwnAddress(domain="game.test"), authserv_id="mx.game.test")
        url = f"sqlite:///{folder}/crowd.db"
        limits = Limits(answers_per_hour=1000, order_lines=SIZES[-1], parse_seconds=0)
        self.installation = Installation(Settings(database=url, data_directory=folder, mail=mail, limits=limits))
        whose = {seat: self.seat if several else seat for seat in self._place.seats}
        players = tuple(
            new_campaigns.Player(seat=seat, name=who.title(), email=f"{who}@players.test")
            for seat, who in whose.items()
        )
        new = new_campaigns.NewCampaign(
            name="crowd", title="The Crowd", game=game, seed=b"crowd", players=players, document=self._place.document
        )
        self.campaign = new_campaigns.create(self.installation.service, new)
        self.installation.deliver()
        self._uid, self._start = self.installation.uid, self.installation.clock.time
        self._url = url
        self._drop()
        self._copy = Copy(url)

    def close(self) -> None:
        self.installation.service.engine.dispose()

    def _drop(self) -> None:
        self.installation.service.engine.dispose()

    def orders(self, most: int) -> list[str]:
        """Some of what the writer may order now, in words."""
        match = self.installation.table(self.campaign).match
        book = words_at(match)
        options = match.options(self.seat)
        return [book.say(each, "en") for each in options[:: max(1, len(options) // most)][:most]]

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Put everything back behind what is done in here."""
        try:
            yield
        finally:
            self._drop()
            self._copy.lay(self._url)
            self.installation.clock.time = self._start

    def take(self, lines: Sequence[str]) -> InboundMail:
        """A mail of these lines comes and is handled; how it ended."""
        row: InboundMail = self.installation.put(self.installation.raw(self.seat, "\n".join(lines) + "\n"))
        return row

    def work(self, lines: Sequence[str]) -> Work:
        """What is read and tried for a mail of these lines."""
        with self.kept():
            return work_of(lambda: self.take(lines))

    def compared(self, lines: Sequence[str], sizes: Sequence[int] = SIZES) -> Grown | None:
        """What is wrong with a mail that holds these lines again and again; None: nothing."""
        found = [self.work([*islice(cycle(lines), size)]) for size in sizes]
        for size, half, whole in zip(sizes[1:], found, found[1:], strict=False):
            share = size / sizes[sizes.index(size) - 1] * MOST
            if any(more > share * less + FLOOR for less, more in zip(half, whole, strict=True)):
                return Grown(tuple(lines[:4]), size, half, whole)
        return None


def commands() -> Iterator[str]:
    """Every command in every language, alone and with what may stand behind it."""
    for code in CODES:
        for command in ALL:
            for rest in ARGUMENTS:
                yield f"{command.name(language(code))} {rest}".strip()


def numbered(line: str) -> list[str]:
    """A line with as many different ends as a mail has lines."""
    return [f"{line} {number}" for number in range(SIZES[-1])]


def misspelt(line: str) -> str:
    return " ".join(word[:-2] + word[-1] + "q" if len(word) > 3 else word for word in line.split())


def pieces(crowd: Crowd, orders: int) -> list[list[str]]:
    """What a mail may be made of: each is a line, or lines that differ."""
    own = crowd.orders(orders)
    every = [*WORDS, *dict.fromkeys(commands()), *own, *map(misspelt, own[:4])]
    return [[line] for line in every] + [numbered(line) for line in (*WORDS[:6], *own[:4], *own[:1])]


def mixed(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Lines of two pieces after each other."""
    most = max(len(one), len(other))
    return [line for pair in islice(zip(cycle(one), cycle(other), strict=False), most) for line in pair]


def main(arguments: Sequence[str]) -> int:
    """Try mixtures at random in every game until the time is over; what grows too fast is printed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz --lines", description=__doc__)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    rng, tried, found = Random(given.seed), 0, 0
    games = [game.id for game in playable_games() if "report" in game.parts]
    for game in games:
        for several in (False, True):
            with tempfile.TemporaryDirectory(prefix="adj-lines-", dir=memory()) as folder:
                crowd, end = (
                    Crowd(Path(folder), game, several=several),
                    time.monotonic() + given.seconds / len(games) / 2,
                )
                every = pieces(crowd, 8)
                while time.monotonic() < end:
                    grown = crowd.compared([*rng.choice((["check"], [])), *mixed(rng.choice(every), rng.choice(every))])
                    tried += 1
                    if grown is not None:
                        found += 1
                        sys.stdout.write(f"{game}{', several seats' if several else ''}: {grown}\n")
                crowd.close()
    sys.stdout.write(f"{tried} mixtures, {found} of them grow faster than their lines\n")
    return 1 if found else 0
