"""Timing that travels, in processor time: every figure also as a multiple of a python-chess move in the same run."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import chess
import msgspec

from adjudicator.kernel.registry import game_named, playable_games

US = 1e6


def chess_move(games: int = 30) -> float:
    """Return the seconds of one random playout move, the yardstick.

    The move is a list of the legal moves and a push.
    """
    best = float("inf")
    for attempt in range(3):
        rng = random.Random(attempt)
        moves, started = 0, time.process_time()
        for _ in range(games):
            board = chess.Board()
            for _ in range(80):
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(rng.choice(legal))
                moves += 1
        best = min(best, (time.process_time() - started) / moves)
    return best


def spent(*others: int) -> float:
    """Return the processor seconds of this process and of others so far.

    `others` are their numbers.
    """
    # the clock of another process, as clock_getcpuclockid(3) makes it
    return time.process_time() + sum(time.clock_gettime((~pid << 3) | 2) for pid in others)


def best_of(run: Callable[[], object], repeat: int = 7, number: int = 200) -> float:
    """Return the seconds for one run: the best of several averages."""
    gc.collect()
    found = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        for _ in range(number):
            run()
        found = min(found, (time.process_time() - started) / number)
    return found


def median(samples: Sequence[float]) -> float:
    return statistics.median(samples)


def p99(samples: Sequence[float]) -> float:
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * 0.99))]


def whole_games() -> list[str]:
    """Return games that are played to their end by mail, with a board."""
    return [game.id for game in playable_games() if {"board", "conditions"} <= {*game.parts}]


def cast(game: str) -> dict[str, str]:
    """Return as many seats as may play, with their languages.

    Every other one reads Russian.
    """
    owner = game_named(game)
    return dict(zip(owner.seatings(max(owner.numbers))[0], cycle(("en", "ru")), strict=False))


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The costs allowed to a game (`targets.yaml`): seconds and bytes at the most, actions a second at the least.

    None: nothing is asked. `phase`: an order that ends a phase; `mails`: bytes of 400 mails of a campaign; `own_mails`:
    those of a turn by the seat whose turn it is; `answers`: mails of others for each deed that names them, by its `op`;
    `round_mails`: those of all seats in a round, by the way of playing.
    """

    step: float | None = None
    step_p99: float | None = None
    step_growth: float | None = None
    options: float | None = None
    actions: float | None = None
    actions_with_options: float | None = None
    thousand_actions: float | None = None
    campaign: float | None = None
    campaign_log: float | None = None
    copy: float | None = None
    bookkeeping: float | None = None
    checkpoint: float | None = None
    order_line: float | None = None
    order_mail: float | None = None
    order_mail_among_many: float | None = None
    phase: float | None = None
    mails: float | None = None
    own_mails: float | None = None
    answers: dict[str, float] = {}
    round_mails: dict[str, float] = {}


def targets_of(game: str) -> Targets:
    """Return the targets of a game, with those that hold for every game."""
    rows = msgspec.yaml.decode(Path(__file__).with_name("targets.yaml").read_bytes(), type=dict[str, dict[str, Any]])
    return msgspec.convert({**rows["every"], **rows.get(game, {})}, Targets)


class Sheet:
    """Prints figures with their target and as multiples of the yardstick."""

    def __init__(self, title: str) -> None:
        self.yard = chess_move()
        self.missed: list[str] = []
        print(f"{title}\none python-chess playout move: {self.yard * US:.1f} µs\n")
        print(f"{'figure':<52}{'value':>14}{'target':>14}{'× chess':>9}")

    def seconds(self, name: str, value: float, target: float | None = None) -> None:
        """Print a time in seconds; the target is the longest allowed."""
        self._row(name, _time(value), "" if target is None else f"≤ {_time(target)}", f"{value / self.yard:.2f}")
        if target is not None and value > target:
            self.missed.append(name)

    def rate(self, name: str, value: float, target: float | None = None) -> None:
        """Print a rate in things a second; the target is the least."""
        self._row(
            name, f"{value:,.0f}/s", "" if target is None else f"≥ {target:,.0f}/s", f"{1 / value / self.yard:.2f}"
        )
        if target is not None and value < target:
            self.missed.append(name)

    def size(self, name: str, value: float, target: float | None = None) -> None:
        """Print a size in bytes; the target is the most allowed."""
        self._row(name, f"{value:,.0f} B", "" if target is None else f"≤ {target:,.0f} B", "")
        if target is not None and value > target:
            self.missed.append(name)

    def factor(self, name: str, value: float, target: float | None = None, *, least: float | None = None) -> None:
        """Print a ratio; the target is the most allowed, or `least`."""
        wanted = "" if target is None else f"≤ {target:.2f}"
        self._row(name, f"{value:.2f}", wanted if least is None else f"≥ {least:.2f}", "")
        if (target is not None and value > target) or (least is not None and value < least):
            self.missed.append(name)

    def minutes(self, name: str, value: float, target: float | None = None) -> None:
        """Print a time in minutes, given in seconds.

        The target is the longest allowed, in seconds.
        """
        self._row(name, f"{value / 60:.1f} min", "" if target is None else f"≤ {target / 60:.0f} min", "")
        if target is not None and value > target:
            self.missed.append(name)

    def close(self) -> None:
        print("\nall targets met" if not self.missed else "\nmissed: " + "; ".join(self.missed))

    @staticmethod
    def _row(name: str, value: str, target: str, multiple: str) -> None:
        print(f"{name:<52}{value:>14}{target:>14}{multiple:>9}")


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.2f} ms"
