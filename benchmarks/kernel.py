"""Measure the kernel and the rules: `python benchmarks/kernel.py [GAME ...]`.

A server step is what one action costs a server: stored bytes → match → the action → stored bytes, and what both
seats may know with what they may do, encoded. All figures are processor time, so that other work on the machine
matters less. Forty games are measured, fewer where one is long: all that are shipped take some minutes.
"""

from __future__ import annotations

import gc
import sys
import time
import zlib
from random import Random

import msgspec
from timing import Sheet, best_of, median, p99, targets_of, whole_games

from adjudicator import Match, game_named, new_match, replay
from adjudicator.kernel.actions import WindowAnswers
from adjudicator.kernel.log import Entry
from adjudicator.kernel.replay import begin, submit_entry
from adjudicator.kernel.simulate import begin_random, play_out
from adjudicator.kernel.trials import fewer
from adjudicator.orders import Legal

GAMES = 40
"""How many matches are measured of a game with short ones."""
ENCODER = msgspec.json.Encoder()


def recorded(game: str, games: int) -> list[Match]:
    found = []
    for number in range(games):
        match = begin_random(game, f"bench/{number}")
        play_out(match, Random(number))
        found.append(match)
    return found


def measured(game: str) -> list[Match]:
    """Return the matches that are measured of a game."""
    return recorded(game, fewer(game_named(game), GAMES))


def who_gave(entry: Entry) -> str:
    """Return one of the seats whose answer an entry is."""
    if isinstance(entry.action, WindowAnswers):
        return next(iter(entry.action.answers))
    return entry.by if isinstance(entry.by, str) else entry.by[0]


def server_step(header: object, stored: bytes, entry: Entry, seats: tuple[str, ...]) -> bytes:
    match = Match.resume(header, stored, seed=b"bench")  # type: ignore[arg-type]
    match.apply(entry.by, entry.action)  # type: ignore[arg-type]
    after = match.checkpoint()
    for seat in seats:
        ENCODER.encode(match.view((seat,)))
        ENCODER.encode(match.options(seat))
    return after


def steps(matches: list[Match]) -> tuple[list[float], list[float], list[float], int]:
    """Measure every server step of matches.

    Returns the seconds of all steps, of those in the first and the last fifth of a match, and the largest checkpoint.
    """
    every, first, last = [], [], []
    largest = 0
    for played in matches:
        match = begin(played.header, played.log)
        given = [entry for entry in played.log if entry.given]
        for position, entry in enumerate(given):
            if entry.n <= match.position.n:
                continue
            decision = match.decisions()[0]
            if decision.form == "choose":
                stored = match.checkpoint()
                largest = max(largest, len(stored))
                best = float("inf")
                for _ in range(3):
                    started = time.process_time()
                    server_step(match.header, stored, entry, match.header.seats)
                    best = min(best, time.process_time() - started)
                every.append(best)
                if position < len(given) / 5:
                    first.append(best)
                elif position >= len(given) * 4 / 5:
                    last.append(best)
            submit_entry(match, entry)
    return every, first, last, largest


def rules_only(matches: list[Match], *, with_options: bool) -> float:
    """Return the actions a second of replayed games.

    The options before each action are listed or not.
    """
    best = 0.0
    for _ in range(3):
        actions, spent = 0, 0.0
        for played in matches:
            match = begin(played.header, played.log)
            given = [entry for entry in played.log if entry.given]
            started = time.process_time()
            for entry in given:
                if entry.n <= match.position.n:
                    continue
                if with_options:
                    match.options(who_gave(entry))
                submit_entry(match, entry)
            spent += time.process_time() - started
            actions += len(given)
        best = max(best, actions / spent)
    return best


def replay_of(matches: list[Match], actions: int) -> float:
    """Return the seconds to replay `actions` actions from their logs."""
    total = sum(len(match.log) for match in matches)
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        for match in matches:
            replay(begin(match.header, match.log), match.log)
        best = min(best, time.process_time() - started)
    return best * actions / total


def campaign(matches: list[Match]) -> tuple[float, int, int]:
    """Measure the longest whole campaign.

    Returns the seconds to replay it, the bytes of its log with its compressed final state, and its entries.
    """
    longest = max(matches, key=lambda match: len(match.log))
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        replay(begin(longest.header, longest.log), longest.log)
        best = min(best, time.process_time() - started)
    lines = b"\n".join(ENCODER.encode(entry.line(longest.game)) for entry in longest.log)
    return best, len(zlib.compress(lines + b"\n" + longest.checkpoint(), 9)), len(longest.log)


def options_only(matches: list[Match]) -> float:
    """Return the seconds to list a decision's options, on average.

    The average is over whole games.
    """
    asked, spent = 0, 0.0
    for played in matches[:10]:
        match = begin(played.header, played.log)
        for entry in played.log:
            if not entry.given or entry.n <= match.position.n:
                continue
            started = time.process_time()
            match.options(who_gave(entry))
            spent += time.process_time() - started
            asked += 1
            submit_entry(match, entry)
    return spent / asked


def orders(matches: list[Match]) -> float:
    """Return the seconds to parse one order line and say it again.

    The line has only known words.
    """
    book = matches[0].game.part("phrases")
    match = begin(matches[0].header, matches[0].log)
    samples = []
    for entry in [entry for entry in matches[0].log if entry.given]:
        if entry.n <= match.position.n:
            continue
        if not isinstance(entry.action, WindowAnswers):
            legal = Legal(match.options(who_gave(entry)))
            for language in ("en", "ru"):
                line = book.say(entry.action, language)

                def both(line: str = line, language: str = language, legal: Legal = legal) -> None:
                    book.say(book.parse(line, language, legal), language)

                samples.append(best_of(both, repeat=3, number=20))
        submit_entry(match, entry)
    return median(samples)


def bookkeeping() -> float:
    """Return the seconds the kernel itself takes for one action.

    It is that of the smallest game, less the work of the game.
    """
    match = new_match("crossroads", seed=b"b")
    ride = match.options("north")[0]
    checkpoint = match.checkpoint()
    whole = best_of(lambda: _resumed(match, checkpoint).apply("north", ride))
    loading = best_of(lambda: _resumed(match, checkpoint).decisions())
    return whole - loading


def _resumed(match: Match, checkpoint: bytes) -> Match:
    return Match.resume(match.header, checkpoint, seed=b"b")


def main(game: str) -> None:
    sheet, targets = Sheet(f"kernel and rules: {game}"), targets_of(game)
    matches = measured(game)
    gc.freeze()  # a server does not hold whole logs while it works
    every, first, last, largest = steps(matches)
    sheet.seconds("server step, median", median(every), targets.step)
    sheet.seconds("server step, p99", p99(every), targets.step_p99)
    sheet.factor("server step, last fifth / first fifth (median)", median(last) / median(first), targets.step_growth)
    sheet.rate("rules only, actions", rules_only(matches, with_options=False), targets.actions)
    sheet.rate("options + apply, actions", rules_only(matches, with_options=True), targets.actions_with_options)
    sheet.seconds("1,000 actions replayed from their log", replay_of(matches, 1000), targets.thousand_actions)
    seconds, size, entries = campaign(matches)
    sheet.seconds(f"whole campaign replayed ({entries} entries)", seconds, targets.campaign)
    sheet.size("its log and final state, compressed", size, targets.campaign_log)
    sheet.seconds("options of one decision", options_only(matches), targets.options)
    middle = begin(matches[0].header, matches[0].log)
    sheet.seconds("copy", best_of(middle.copy), targets.copy)
    sheet.seconds("kernel bookkeeping of one action", bookkeeping(), targets.bookkeeping)
    sheet.size("largest checkpoint", largest, targets.checkpoint)
    sheet.seconds("one order line parsed and said again", orders(matches), targets.order_line)
    sheet.close()


if __name__ == "__main__":
    for each in sys.argv[1:] or whole_games():
        main(each)
