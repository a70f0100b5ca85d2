"""`adjudicator process` and `adjudicator remind`: pressing on."""

from __future__ import annotations

import typer

from cli.deeds import add_deeds

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
alone = typer.Typer(rich_markup_mode=None)
add_deeds(app, "process")
add_deeds(alone, "")
