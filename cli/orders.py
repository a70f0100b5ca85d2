"""`adjudicator orders`: what order lines would do, what was ordered, orders for a seat."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import AtLog, How, Reason, carry_out, changing
from cli.errors import Failed
from cli.options import AsJson, Name, examples
from cli.output import emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.desk.deeds import Enter
    from adjudicator.service.service import Service

app = typer.Typer(
    help="Order lines: try them, see what was ordered, enter them for a seat.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def _group() -> None:
    """Order lines: try them, see what was ordered, enter them for a seat."""


@app.command("check", epilog=examples("adjudicator orders check lights --seat france 'flag savoy debt 2' 'end'"))
def check(
    name: Name,
    lines: Annotated[list[str], typer.Argument(metavar="LINE", help="Order lines as in a mail.")],
    seat: Annotated[str, typer.Option("--seat", help="Whose orders.")],
    as_json: AsJson = False,
) -> None:
    """A dry run, answered as the seat would be answered; nothing is changed, nothing hidden is told.

    Exit code 1 if a line is refused.
    """
    from adjudicator.reports.model import Outcome
    from adjudicator.service.play.ordering import dry_run
    from cli.campaign_facts import table_for
    from cli.checked import checked_text
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        if seat not in table.match.header.seats:
            raise Failed(f"there is no seat {seat}; there are {', '.join(table.match.header.seats)}")
        read = dry_run(table, table.by_name[seat], lines)
        if as_json:
            emit(read)
        else:
            print(checked_text(session, table, table.by_name[seat], read))
    if any(line.outcome in (Outcome.REFUSED, Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.LATE) for line in read):
        raise typer.Exit(1)


@app.command(
    "enter",
    epilog=examples(
        "adjudicator orders enter lights --for france 'flag savoy debt 2' end --reason 'told by telephone'",
        "adjudicator orders enter lights --for france --file orders.txt --dry-run",
    ),
)
@changing
def enter(
    name: Name,
    seat: Annotated[str, typer.Option("--for", metavar="SEAT", help="Whose orders.")],
    lines: Annotated[list[str] | None, typer.Argument(metavar="LINE", help="Order lines as in a mail.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Lines from a file; - is standard input.")] = None,
    reason: Reason = "",
    log: AtLog = None,
    *,
    how: How,
) -> None:
    """Enter orders that a seat gave in another way. They go the way of a mail; the seat is answered.

    A line that cannot be read or carried out refuses all of them.
    """
    from adjudicator.service.desk.deeds import Enter

    given = _lines(lines or [], file)

    def decide(session: Session, service: Service, table: Table) -> Enter:
        from adjudicator.service.desk.deeds.entering import REFUSED
        from adjudicator.service.play.ordering import dry_run as tried
        from cli.checked import checked_text

        if seat in table.by_name and seat in table.match.header.seats:
            read = tried(table, table.by_name[seat], given)
            if any(line.outcome in REFUSED for line in read):
                raise Failed(f"nothing was changed:\n{checked_text(session, table, table.by_name[seat], read)}")
        return Enter(seat=seat, lines=given, reason=reason, log=log)

    carry_out(name, decide, how)


def _lines(lines: list[str], file: Path | None) -> tuple[str, ...]:
    if bool(lines) == (file is not None):
        raise typer.BadParameter("give the lines, or --file")
    if file is not None:
        text = sys.stdin.buffer.read().decode("utf-8") if str(file) == "-" else file.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise Failed("there is no line to enter")
    return tuple(lines)
