"""`adjudicator seat`: who holds a seat, and who does not any more."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import AtLog, How, Reason, ask, carry_out, changing
from cli.options import Name, Seat, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.desk.deed import Deed
    from adjudicator.service.service import Service

app = typer.Typer(help="Seats: who holds them.", no_args_is_help=True, rich_markup_mode=None)
Keep = Annotated[
    bool | None,
    typer.Option("--keep-orders/--drop-orders", help="What is on file for the seat stays, or goes (the default)."),
]


@app.command(
    "replace",
    epilog=examples(
        "adjudicator seat replace lights britain --to 'Stella Stone <stella@example.org>'",
        "adjudicator seat replace lights britain --standby --dry-run",
    ),
)
@changing
def replace(
    name: Name,
    seat: Seat,
    to: Annotated[str | None, typer.Option("--to", help="Name <address> [language [time zone]].")] = None,
    standby: Annotated[bool, typer.Option("--standby", help="The player who stands by for the seat.")] = False,
    keep: Keep = None,
    log: AtLog = None,
    *,
    how: How,
) -> None:
    """Hand a seat to somebody else.

    He gets everything the seat knows, a new secret address and the full time for the open question; the old address is
    void, and its holder is thanked.
    """
    from adjudicator.service.desk.deeds import Replace
    from cli.people import newcomer

    if (to is None) is not standby:
        raise typer.BadParameter("to whom? --to 'Name <address>', or --standby")
    who = newcomer(to) if to else None
    kept = _kept(keep, seat, yes=how.yes or how.dry_run)
    deed = Replace(seat=seat, to=who, keep=kept, log=log)
    carry_out(name, lambda *_: deed, how)


@app.command("absent", epilog=examples("adjudicator seat absent lights france 'from 1.12 to 10.12'"))
@changing
def absent(
    name: Name,
    seat: Seat,
    days: Annotated[str, typer.Argument(metavar="DAYS", help="'from 1.12 to 10.12', both included.")],
    *,
    how: How,
) -> None:
    """Grant days of absence, also beyond the yearly budget. The seat's time stands still; everybody is told."""

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from adjudicator.service.desk.deeds import Absent
        from adjudicator.service.play import dues
        from adjudicator.service.timing.dates import BadDates, read_absence
        from cli.errors import Failed

        try:
            away = read_absence(days, dues.today(table.campaign, service.clock.now()))
        except BadDates:
            raise Failed(f"{days!r} is not written as: from 1.12 to 10.12") from None
        return Absent(seat=seat, first=away.first, last=away.last)

    carry_out(name, decide, how)


@app.command(
    "eject",
    epilog=examples(
        "adjudicator seat eject lights britain --reason 'silent for a month'",
        "adjudicator seat eject lights britain --person 'Boris' --keep-orders",
    ),
)
@changing
def eject(
    name: Name,
    seat: Seat,
    person: Annotated[str, typer.Option("--person", help="Only this one of several who hold it.")] = "",
    keep: Keep = None,
    reason: Reason = "",
    log: AtLog = None,
    *,
    how: How,
) -> None:
    """Take a seat from its people. It stays empty until seat replace fills it, and gets defaults at its deadlines."""
    from adjudicator.service.desk.deeds import Eject

    kept = _kept(keep, seat, yes=how.yes or how.dry_run)
    deed = Eject(seat=seat, person=person, keep=kept, reason=reason, log=log)
    carry_out(name, lambda *_: deed, how)


@app.command(
    "holding",
    epilog=examples(
        "adjudicator seat holding lights france",
        "adjudicator seat holding lights france --add 'Stella <stella@example.org>' --role standby",
        "adjudicator seat holding lights france --add 'Rita <rita@example.org>' --from 1.12 --until 10.12",
        "adjudicator seat holding lights france --remove Rita",
    ),
)
@changing
def holding(
    name: Name,
    seat: Seat,
    add: Annotated[str | None, typer.Option("--add", help="Name <address> [language [time zone]].")] = None,
    remove: Annotated[str | None, typer.Option("--remove", help="Name of somebody who holds it.")] = None,
    role: Annotated[
        str, typer.Option("--role", help="orders (gives orders too), copy (reads along), standby (takes over).")
    ] = "orders",
    first: Annotated[str | None, typer.Option("--from", help="From this day, or day and hour, on.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Up to this day, or day and hour.")] = None,
    *,
    how: How,
) -> None:
    """Show who holds a seat, or let somebody more hold it: a team, a reader, a stand-in for some days, a standby."""
    if add is not None and remove is not None:
        raise typer.BadParameter("--add or --remove, one at a time")
    if add is None and remove is None:
        _show(name, seat, as_json=how.as_json)
        return

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from cli.holding import deed_of

        return deed_of(service, table, seat, add=add, remove=remove, role=role, first=first, until=until)

    carry_out(name, decide, how)


def _kept(keep: bool | None, seat: str, *, yes: bool) -> bool:
    """Whether orders on file stay; asked where somebody can be asked, otherwise they go."""
    if keep is not None:
        return keep
    if yes or not sys.stdin.isatty():
        return False
    answer = ask(f"What is on file for {seat}: keep or drop? [drop] ").strip().lower()
    return answer in ("k", "keep")


def _show(name: str, seat: str, *, as_json: bool) -> None:
    from cli.campaign_facts import table_for
    from cli.database import looking_at
    from cli.holding import held

    with looking_at(name) as (service, session, campaign):
        found = held(session, table_for(service.work(session), campaign), seat)
    if as_json:
        emit(found)
    else:
        rows = [(each.name, each.role, _day(each.since), _day(each.until)) for each in found]
        columns(("NAME", "ROLE", "SINCE", "UNTIL"), rows)


def _day(when: datetime | None) -> str:
    return "" if when is None else f"{when:%Y-%m-%d %H:%M}"
