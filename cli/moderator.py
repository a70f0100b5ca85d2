"""`adjudicator moderator`: who moderates a campaign, with which right."""

from __future__ import annotations

import typer

from adjudicator.service.desk.moderators import moderators
from cli.deeds import add_deeds
from cli.installation import looking_at
from cli.options import AsJson, Name, examples
from cli.output import emit, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("list", epilog=examples("adjudicator moderator list lights"))
def list_(name: Name, as_json: AsJson = False) -> None:
    """Who moderates, and with which right."""
    with looking_at(name) as look:
        rows = [(holder.name, holder.rights, seat.name) for seat, holder in moderators(look.table)]
    if as_json:
        emit([{"name": person, "right": right, "seat": seat} for person, right, seat in rows])
    else:
        table(("NAME", "RIGHT", "SEAT"), rows)


add_deeds(app, "moderator")
