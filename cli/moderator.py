"""`adjudicator moderator`: who moderates a campaign, with which right."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.doing import How, carry_out, changing
from cli.options import AsJson, Name, examples
from cli.output import columns, emit

app = typer.Typer(help="Moderators: who they are, what they may do.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list", epilog=examples("adjudicator moderator list lights"))
def list_(name: Name, as_json: AsJson = False) -> None:
    """Who moderates, and with which right."""
    from adjudicator.service.desk.moderators import moderators
    from cli.campaign_facts import table_for
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        found = moderators(table_for(service.work(session), campaign))
    rows = [(holder.name, holder.rights, seat.name) for seat, holder in found]
    if as_json:
        emit([{"name": person, "right": right, "seat": seat} for person, right, seat in rows])
    else:
        columns(("NAME", "RIGHT", "SEAT"), rows)


@app.command(
    "add",
    epilog=examples(
        "adjudicator moderator add lights 'Mila <mila@example.org>'",
        "adjudicator moderator add lights 'Tim <tim@example.org>' --right time",
    ),
)
@changing
def add(
    name: Name,
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Name <address> [language [time zone]].")],
    right: Annotated[
        str, typer.Option("--right", help="all, time (deadlines and pauses) or mail (held mails).")
    ] = "all",
    *,
    how: How,
) -> None:
    """Let somebody moderate, or change his right. Everybody is told; he gets an address of his own to write to."""
    from adjudicator.service.desk.deeds import Appoint
    from adjudicator.service.desk.rights import Right
    from cli.people import newcomer

    if right not in tuple(Right):
        raise typer.BadParameter(f"{right!r} is none of {', '.join(Right)}")
    deed = Appoint(who=newcomer(person), given=Right(right))
    carry_out(name, lambda *_: deed, how)


@app.command("remove", epilog=examples("adjudicator moderator remove lights Tim"))
@changing
def remove(
    name: Name,
    person: Annotated[str, typer.Argument(metavar="PERSON", help="His name.")],
    *,
    how: How,
) -> None:
    """Somebody moderates no longer. One with all rights always stays."""
    from adjudicator.service.desk.deeds import Dismiss

    carry_out(name, lambda *_: Dismiss(name=person), how)
