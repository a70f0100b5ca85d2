"""Measure what it costs to read sentences, in processor time, beside a python-chess move of the same run.

python -m benchmarks.order_reading.costs                  every game
python -m benchmarks.order_reading.costs oath             these
python -m benchmarks.order_reading.costs --first          the first mail of a process that has loaded all games

Sentences are those of the sheets; for games without sheets, the answers of positions played at random, asked for
politely. A machine that others use is slow: compare multiples of a move.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from adjudicator import games
from adjudicator.kernel.registry import game_named
from adjudicator.orders.meaning.understood import sentences
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import run_orders
from adjudicator.service.inbox.pipeline import load_games
from benchmarks.order_reading.quick import position
from benchmarks.order_reading.sheets import SHEETS, wordings
from benchmarks.timing import chess_move, median
from tests.orders.test_every_word import questions

POLITE = {"en": "Hello! I would like to {}, please.", "ru": "Добрый день! Пожалуйста, {}. Спасибо!"}
LONGEST = 80
"""Words of a sentence of any kind."""
GAMES = [name for name in sorted(games()) if "phrases" in game_named(name).parts]


def mails(game: str) -> Iterator[tuple[OrderContext, list[str]]]:
    """Yield mails of one message about a game, each with the desk of the seat that writes it."""
    found = 0
    for wording in chain.from_iterable(map(wordings, SHEETS)):
        if wording.scene.game == game and len(wording.mails) == 1 and "{quote}" not in wording.mails[0]:
            found += 1
            yield position(wording.scene).desk, wording.mails[0].split("\n")
    for language, polite in POLITE.items() if not found else ():
        for question in questions(game, language, 8):
            yield from ((question.desk, [polite.format(question.say(each))]) for each in question.sample(6))


def seconds(desk: OrderContext, lines: Sequence[str]) -> float:
    """Return the processor seconds to read a mail and try what it orders."""
    started = time.process_time()
    run_orders(desk, lines)
    return time.process_time() - started


def long_ones(game: str) -> Iterator[tuple[OrderContext, list[str]]]:
    """Yield sentences of eighty words, out of those of the mails of a position, in any order."""
    chance, said = random.Random(game), dict[int, tuple[OrderContext, list[str]]]()
    for desk, lines in mails(game):
        said.setdefault(id(desk), (desk, []))[1].extend(chain.from_iterable(map(str.split, lines)))
    for desk, words in said.values():
        if len(words) >= LONGEST:
            plain = [word.strip(".!?;") for word in words]
            yield desk, [" ".join(plain[:LONGEST])]
            yield desk, [" ".join(chance.sample(plain, LONGEST))]


def row(name: str, found: Sequence[float], move: float) -> str:
    """Return the median, the ninety-fifth of a hundred and the worst, in ms and in moves."""
    ranked = sorted(found)
    told = (median(ranked), ranked[int(len(ranked) * 0.95)], ranked[-1])
    return f"{name:<32}{len(ranked):>7}" + "".join(f"{1000 * each:>9.1f}{each / move:>8.0f}" for each in told)


def first(game: str) -> tuple[float, float]:
    """Return the seconds of the first mail in sentences, and of the same again: in a process of its own."""
    desk, lines = next(islice(mails(game), 4, None))
    return seconds(desk, lines), seconds(desk, lines)


def main(arguments: argparse.Namespace) -> None:
    print(f"one python-chess move: {1e6 * (move := chess_move()):.0f} µs\n")
    if arguments.first:
        load_games()  # as a worker does before it is forked
        print(f"{'first mail in sentences':<24}{'ms':>9}{'moves':>8}{'again':>9}")
        for game in arguments.games or GAMES:
            with multiprocessing.get_context("fork").Pool(1) as forked:
                once, again = forked.apply(first, (game,))
            print(f"{game:<24}{1000 * once:>9.1f}{once / move:>8.0f}{1000 * again:>9.1f}", flush=True)
        return
    print(f"{'':<39}{'median':>9}{'moves':>8}{'95 %':>9}{'moves':>8}{'worst':>9}{'moves':>8}")
    for game in arguments.games or GAMES:
        found, desks = list[float](), set[int]()
        for desk, lines in mails(game):
            if id(desk) not in desks:
                desks.add(id(desk))
                run_orders(desk, lines)
            number = sum(1 for line in lines for _ in sentences(line, 0))
            found.append(seconds(desk, lines) / max(1, number))
        print(row(game, found, move), flush=True)
        if long := [seconds(*each) for each in long_ones(game)]:
            print(row(f"  {LONGEST} words", long, move), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games; without them all")
    parser.add_argument("--first", action="store_true", help="the first mail of a process")
    main(parser.parse_args())
