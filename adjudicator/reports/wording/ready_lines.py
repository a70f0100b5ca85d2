"""Lines that stand ready in the forms of a game, kept beside its names.

To find them a process loads the words of every installed game, which takes two seconds at its first mail. So they are
written down when catalogues and names are compiled, with the hash of everything that they are made of: the package of
the game, and the rooms of the program that word it. Where the hash differs, they are found in the game itself.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import msgspec

import adjudicator
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.kept_rules import READY_LINES, folder_of, hash_of
from adjudicator.kernel.registry import entry_of_game, game_named
from adjudicator.language import CODES, language
from adjudicator.orders.vocabulary.phrasebook import phrases_of
from adjudicator.reports.wording.game import GameReport

WORDING = ("components", "kernel", "locale", "orders", "reports")
"""Rooms of the program by which a game says its lines."""


class _Compiled(msgspec.Struct):
    of: str
    lines: tuple[str, ...]


def ready_lines(name: str) -> tuple[str, ...]:
    """Return the lines of a game; none if it does not load."""
    point = entry_of_game(name)
    place = _place(point)
    if place is not None and place.exists():
        compiled = msgspec.json.decode(place.read_bytes(), type=_Compiled)
        if compiled.of == _digest(point):
            return compiled.lines
    return _found(name)


def compile_ready_lines(name: str) -> None:
    """Write the lines of a game down, if its package can hold them. What matches the game is left alone."""
    point = entry_of_game(name)
    place = _place(point)
    if place is None:
        return
    compiled = msgspec.json.decode(place.read_bytes(), type=_Compiled) if place.exists() else None
    if compiled is None or compiled.of != _digest(point):
        place.write_bytes(msgspec.json.encode(_Compiled(_digest(point), _found(name))))


def heading(name: str) -> str:
    """Return the line above what is for one of several seats."""
    return f"[{name}]"


def _found(name: str) -> tuple[str, ...]:
    try:
        game = game_named(name)
    except BrokenGame:
        return ()
    return tuple(dict.fromkeys((*_closing(game), *_headings(game))))


def _closing(game: Game[Any]) -> list[str]:
    return sorted(phrases_of(game).closers()) if "phrases" in game.parts else []


def _headings(game: Game[Any]) -> list[str]:
    if "report" not in game.parts:
        return []
    report: GameReport = game.part("report")
    return [heading(report.party(seat, language(code)).name) for seat in game.seats for code in CODES]


def _place(point: EntryPoint) -> Path | None:
    """Return the file beside the names of a game; None if it has no package with a folder of data."""
    try:
        folder = folder_of(point) / "data"
    except BrokenGame:
        return None
    return folder / READY_LINES if folder.is_dir() else None


def _digest(point: EntryPoint) -> str:
    return hashlib.sha256(f"{_wording()} {point.value} {hash_of(folder_of(point))}".encode()).hexdigest()


@cache
def _wording() -> str:
    """Return the hash of the program's share; it does not change while a process is at work."""
    program = Path(adjudicator.__file__).parent
    rooms = [hash_of(program / room) for room in WORDING]
    return hashlib.sha256("".join(rooms).encode() + (program / "language.py").read_bytes()).hexdigest()
