"""Show the demonstration while it runs and at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from demo.findings import Summary
from demo.performance import Sight
from demo.traffic import Passed

COLOURS = ("blue", "red", "green", "magenta")


class Display(Protocol):
    """Shows how a run goes."""

    def moved(self, sight: Sight, passed: tuple[Passed, ...]) -> None: ...


class Watching:
    """Every mail as a line, the counts below them."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._people: list[str] = []
        self._progress = Progress(
            SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True
        )
        self._task = self._progress.add_task("starting the servers")

    def __enter__(self) -> Watching:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def moved(self, sight: Sight, passed: tuple[Passed, ...]) -> None:
        """Show the mails and the new counts."""
        for mail in passed:
            self._console.print(self._line(mail), no_wrap=True, overflow="ellipsis", crop=True)
        self._progress.update(
            self._task,
            description=f"{sight.received} mails from the players, {sight.sent} to them, {sight.entries} log entries",
        )

    def _line(self, mail: Passed) -> Text:
        name = mail.sender or mail.recipient
        if name not in self._people:
            self._people.append(name)
        colour = COLOURS[self._people.index(name) % len(COLOURS)]
        line = Text()
        line.append(f"{name:<14} ", colour)
        line.append("writes  " if mail.sender else "reads   ", "dim")
        line.append(mail.said, "bold" if mail.sender else "")
        return line


def tell(console: Console, summary: Summary, page: Path) -> None:
    """Print the figures and the problems at the end."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    rows = (
        (str(summary.sent_by_players), "mails from the players"),
        (str(summary.sent_to_players), f"mails to them, with {summary.pictures} pictures of the board"),
        (str(summary.actions), "entries in the log of the match"),
        (str(summary.corrections), "mails with a mistake, all corrected"),
        (str(summary.duplicates), "delivered twice and taken once"),
        (f"{summary.answer_seconds:.2f} s", f"from a mail to its answer (the slowest {summary.slowest_answer:.2f} s)"),
        (f"{summary.bytes_sent / 1e6:.1f} MB", "of mail"),
        (f"{summary.seconds:.1f} s", "in all"),
    )
    for figure, meaning in rows:
        table.add_row(figure, meaning)
    console.print()
    console.print(table)
    if summary.script is not None:
        console.print()
        console.print(f"A moderator's script: {summary.script.waited} later orders hung on a die, and")
        console.print(f"{summary.script.lost} of them fell out in the end.")
        for step in summary.script.steps:
            console.print(Text(f"  {step}"))
    if summary.seen:
        console.print()
        console.print(_seen(summary))
    for problem in summary.problems:
        console.print(Text(f"PROBLEM: {problem}", "bold red"))
    console.print()
    console.print(Text(f"Look at {page}"), soft_wrap=True)


def _seen(summary: Summary) -> Table:
    """Return a table of what the game names as worth seeing, and whether it was seen."""
    table = Table("", "seen", box=None, padding=(0, 2, 0, 0))
    for sight, there in summary.seen.items():
        table.add_row(sight, Text("yes") if there else Text("no", "bold red"))
    return table
