"""`adjudicator db`: the database."""

from __future__ import annotations

import typer

from cli.options import examples

app = typer.Typer(help="The database.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """The database."""


@app.command("upgrade", epilog=examples("adjudicator db upgrade"))
def upgrade() -> None:
    """Make the tables, or bring them up to date; all or nothing. Make a backup before."""
    from cli.database import at_the_desk

    with at_the_desk(make=True) as service:
        print(f"{service.engine.url.render_as_string(hide_password=True)} is up to date")
