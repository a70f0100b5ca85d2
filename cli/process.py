"""`adjudicator process` and `adjudicator remind`: pressing on."""

from __future__ import annotations

import typer

from cli.doing import AtLog, DryRun, How, Yes, carry_out
from cli.options import AsJson, Name, examples

app = typer.Typer(help="The open decision.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """The open decision."""


@app.command(
    "now", epilog=examples("adjudicator process now lights --dry-run", "adjudicator process now lights --log 42")
)
def now(name: Name, log: AtLog = None, dry_run: DryRun = False, yes: Yes = False, as_json: AsJson = False) -> None:
    """Carry the open decision out now, with the default of the rules for who has not answered.

    This cannot be undone except by a correction. A dry run does not tell what would come of it.
    """
    from adjudicator.service.moderation.deeds import Process

    carry_out(name, lambda *_: Process(log=log), How(dry_run=dry_run, yes=yes, as_json=as_json))


def register(main: typer.Typer) -> None:
    """Add the command that stands alone."""
    main.command("remind", epilog=examples("adjudicator remind lights"))(remind)


def remind(name: Name, dry_run: DryRun = False, yes: Yes = False, as_json: AsJson = False) -> None:
    """Send a reminder at once to everybody who owes an answer. Who that is stays secret."""
    from adjudicator.service.moderation.deeds import Remind

    carry_out(name, lambda *_: Remind(), How(dry_run=dry_run, yes=yes, as_json=as_json))
