"""All commands of the program, found in itself, and something to give to each of their arguments.

A new command is found by itself. If it wants something of a new kind, its word (metavar) must get a value here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cli.main import COMMANDS, load_command

PROCESSES = {
    "serve": "stays until it is stopped", "poll": "stays until it is stopped", "worker": "stays until it is stopped",
    "sender": "stays until it is stopped", "beat": "stays until it is stopped", "monitor": "stays until it is stopped",
    "thinker": "stays until it is stopped",
    "demo": "an installation of its own", "simulate": "plays games of its own", "game check": "plays games of its own",
    "practice": "plays a game of its own",
}  # fmt: skip
"""Commands at which nobody sits, and why."""

VALUES: dict[str, Sequence[str]] = {
    "CAMPAIGN": ("lights",), "NAME": ("nights",),
    "SEAT": ("red", "blue"),
    "ID": ("in-1", "in-2", "in-3", "out-1", "out-4", "out-5", "out-6"),
    "DAYS": ("2099-01-05..2099-01-06",), "MOMENT": ("2099-01-05 12:00",),
    "PERSON": ("Vera <vera@players.test>",), "WHO": ("Anna", "boris@players.test"),
    "LINE": ("bid 1",), "ACTION": ('{"op": "bid", "card": 1}',),
    "GAME": ("sealed-bids",), "GAME|FILE": ("sealed-bids",), "FILE|CAMPAIGN": ("lights",),
    "FILE": ("mail.eml",), "ARCHIVE": ("archive.zip",), "DOCUMENT": ("document.json",),
    "N": ("1", "2"), "ENTRY": ("1", "2"),
    "RESULT": ("5,4",), "none|open|all": ("open", "all"), "open|own": ("own",), "yes|no": ("no", "yes"),
    "TOURNAMENT": ("cup",), "--players": ("club.txt",),
    "A": ("1",), "B": ("2",), "ADDRESS": ("anna@elsewhere.test", "boris@players.test"), "--since": ("2026-11-20",),
    "--seat": ("blue", "red"), "--for": ("blue", "red"), "--output": ("made.out",), "--as": ("blue", "red"),
    "URL": ("https://127.0.0.1/hooks",), "CHANNEL": ("1",),
    "PLACE": ("place-1",), "MAILBOX": ("main",), "BID": ("red, blue",),
    "KIND": ("any",), "HOW": ("standing only", "delay 24h"),
    "--to": ("1",), "--hours": ("3",), "--reason": ("because",), "--document": ("document.json",),
}  # fmt: skip
"""By metavar of an argument, or name of a required option, what stands for it."""

VARIANTS: tuple[tuple[str, ...], ...] = (
    (), ("--json",), ("--out",), ("--raw",), ("--dry-run",), ("--dry-run", "--json"), ("--as", "blue"),
    ("--seat", "blue"), ("--seat", "red"), ("--standby", "--dry-run"), ("--hours", "3", "--dry-run"),
)  # fmt: skip
"""Options with which every command that has them is tried."""


@dataclass(frozen=True)
class Known:
    """A command: its words, and what it takes."""

    words: tuple[str, ...]
    command: Any

    @property
    def name(self) -> str:
        return " ".join(self.words)

    @property
    def options(self) -> set[str]:
        return {word for each in self.command.params for word in each.opts if word.startswith("-")}

    @property
    def opposites(self) -> set[str]:
        """The second names of options that are yes or no."""
        return {word for each in self.command.params for word in each.secondary_opts}

    def calls(self) -> Iterator[list[str]]:
        """Ways to call it: with every value of its arguments, plain and with every variant of options that it has."""
        for given in self._given():
            for variant in VARIANTS:
                wanted = {word for word in variant if word.startswith("-")}
                if wanted <= self.options and not wanted & set(given):
                    yield [*self.words, *variant, *given]

    def _given(self) -> list[list[str]]:
        found: list[list[str]] = [[]]
        for each in self.command.params:
            argument = each.param_type_name == "argument"
            if not argument and not each.required:
                continue
            key = (each.metavar or each.name.upper()) if argument else each.opts[0]
            values = VALUES.get(key)
            assert values, f"{self.name} takes {key}: give it a value in tests/cli/commands.py"
            found = [[*line, *((value,) if argument else (each.opts[0], value))] for line in found for value in values]
        return found


def commands() -> list[Known]:
    """Every command but the processes."""
    return [each for each in every_command() if each.name not in PROCESSES]


def every_command() -> list[Known]:
    """Return every command of the program, with the processes."""
    return [each for name in COMMANDS for each in _walk(load_command(name), (name,))]


def _walk(command: Any, words: tuple[str, ...]) -> Iterator[Known]:
    inner = getattr(command, "commands", None)
    if not inner:
        yield Known(words, command)
        return
    for name, each in inner.items():
        yield from _walk(each, (*words, name))
