"""`adjudicator process` and `adjudicator remind`: pressing on."""

from __future__ import annotations

import typer

from cli.doing import AtLog, How, carry_out, changing
from cli.options import Name, examples

app = typer.Typer(help="The open decision.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """The open decision."""


@app.command(
    "now", epilog=examples("adjudicator process now lights --dry-run", "adjudicator process now lights --log 42")
)
@changing
def now(name: Name, log: AtLog = None, *, how: How) -> None:
    """Carry the open decision out now, with the default of the rules for who has not answered.

    This cannot be undone except by a correction. A dry run does not tell what would come of it.
    """
    from adjudicator.service.desk.deeds import Process

    carry_out(name, lambda *_: Process(log=log), how)


def register(main: typer.Typer) -> None:
    """Add the command that stands alone."""
    main.command("remind", epilog=examples("adjudicator remind lights"))(remind)


@changing
def remind(name: Name, *, how: How) -> None:
    """Send a reminder at once to everybody who owes an answer. Who that is stays secret."""
    from adjudicator.service.desk.deeds import Remind

    carry_out(name, lambda *_: Remind(), how)
