"""Measure what it costs to read sentences, in processor time, beside a python-chess move of the same run.

python -m benchmarks.order_reading.costs                  every game
python -m benchmarks.order_reading.costs oath             these
python -m benchmarks.order_reading.costs --first          the first mail of a process that has loaded all games

Sentences are those of the sheets; for games without sheets, the answers of positions played at random, asked for
politely. Each position has had one mail before. A machine that others use is slow: compare multiples of a move.
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
LONGEST = (58, 80)
"""Words of sentences of any kind: the longest that may be an order line, and any other one."""
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


def long_ones(game: str, length: int) -> Iterator[tuple[OrderContext, list[str]]]:
    """Yield sentences of so many words, out of those of the mails of a position, in their order and in another."""
    chance, said = random.Random(game), dict[int, tuple[OrderContext, list[str]]]()
    for desk, lines in mails(game):
        said.setdefault(id(desk), (desk, []))[1].extend(chain.from_iterable(map(str.split, lines)))
    for desk, words in said.values():
        if len(words) >= length:
            plain = [word.strip(".!?;") for word in words]
            yield desk, [" ".join(plain[:length])]
            yield desk, [" ".join(chance.sample(plain, length))]


def row(name: str, found: Sequence[float], move: float) -> str:
    """Return the median, the ninety-fifth of a hundred and the worst, in ms and in moves."""
    ranked = sorted(found)
    told = (median(ranked), ranked[int(len(ranked) * 0.95)], ranked[-1])
    shown = "".join(f"{1000 * each:>9.1f}{each / move:>8.0f}" for each in told)
    return f"{name:<32}{len(ranked):>7}{shown}{1e6 * move:>6.0f} µs"


def first(game: str) -> tuple[float, float, float]:
    """Return the seconds of a process's first mail in sentences, of the same again, and of a python-chess move."""
    desk, lines = next(islice(mails(game), 4, None))
    return seconds(desk, lines), seconds(desk, lines), chess_move()


def main(arguments: argparse.Namespace) -> None:
    load_games()  # as a worker does before it is forked: later no garbage is searched for among them
    if arguments.first:
        print(f"{'first mail in sentences':<24}{'ms':>9}{'moves':>8}{'again':>9}{'a move':>9}")
        for game in arguments.games or GAMES:
            with multiprocessing.get_context("fork").Pool(1) as forked:
                once, again, move = forked.apply(first, (game,))
            told = f"{1000 * once:>9.1f}{once / move:>8.0f}{1000 * again:>9.1f}{1e6 * move:>6.0f} µs"
            print(f"{game:<24}{told}", flush=True)
        return
    columns = "".join(f"{each:>9}{'moves':>8}" for each in ("median", "95 %", "worst"))
    print(f"{'ms of processor time':<39}{columns}{'a move':>9}")
    for game in arguments.games or GAMES:
        found, desks, move = list[float](), set[int](), chess_move()
        for desk, lines in mails(game):
            if id(desk) not in desks:
                desks.add(id(desk))
                run_orders(desk, lines)
            number = sum(1 for line in lines for _ in sentences(line, 0))
            found.append(seconds(desk, lines) / max(1, number))
        print(row(game, found, move), flush=True)
        for length in LONGEST:
            if long := [seconds(*each) for each in long_ones(game, length)]:
                print(row(f"  {length} words", long, move), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games; without them all")
    parser.add_argument("--first", action="store_true", help="the first mail of a process")
    main(parser.parse_args())
