"""`adjudicator orders`: what order lines would do."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import AsJson, Name, examples
from cli.output import emit

app = typer.Typer(help="Order lines: try them.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Order lines: try them."""


@app.command("check", epilog=examples("adjudicator orders check lights --seat france 'flag savoy debt 2' 'end'"))
def check(
    name: Name,
    lines: Annotated[list[str], typer.Argument(metavar="LINE...", help="Order lines as in a mail.")],
    seat: Annotated[str, typer.Option("--seat", help="Whose orders.")],
    as_json: AsJson = False,
) -> None:
    """A dry run, answered as the seat would be answered; nothing is changed, nothing hidden is told.

    Exit code 1 if a line is refused.
    """
    from adjudicator.reports.model import Outcome
    from adjudicator.service.ordering import dry_run
    from cli.campaign_facts import table_for
    from cli.checked import checked_text
    from cli.database import looking_at
    from cli.errors import Failed

    with looking_at(name) as (service, session, campaign):
        table = table_for(session, campaign, service.clock.now())
        if seat not in table.match.header.seats:
            raise Failed(f"there is no seat {seat}; there are {', '.join(table.match.header.seats)}")
        read = dry_run(session, table, table.by_name[seat], lines)
        if as_json:
            emit(read)
        else:
            print(checked_text(session, table, table.by_name[seat], read))
    if any(line.outcome in (Outcome.REFUSED, Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.LATE) for line in read):
        raise typer.Exit(1)
