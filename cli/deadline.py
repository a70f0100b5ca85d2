"""`adjudicator deadline`: more time, a deadline at a moment, other rules about time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import How, Reason, carry_out, changing
from cli.options import Name, choices, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.desk.deed import Deed
    from adjudicator.service.service import Service

app = typer.Typer(help="Deadlines: later ones, other rules.", no_args_is_help=True, rich_markup_mode=None)
Seats = Annotated[list[str] | None, typer.Option("--seat", help="Only of this seat; repeatable.")]


@app.command(
    "set",
    epilog=examples(
        "adjudicator deadline set lights '2026-12-01 20:00'", "adjudicator deadline set lights 1.12. --seat france"
    ),
)
@changing
def set_(
    name: Name,
    until: Annotated[str, typer.Argument(metavar="MOMENT", help="Day, or day and hour, in the campaign's zone.")],
    seat: Seats = None,
    reason: Reason = "",
    *,
    how: How,
) -> None:
    """Put the deadline of the open question at a moment, or later if that is no playing time.

    A deadline that was told never comes nearer; process now carries the decision out before it.
    """

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from adjudicator.service.desk.deeds import Extend
        from cli.moments import moment

        when = moment(until, table.campaign.time_zone, service.clock.now(), end=True)
        return Extend(until=when, seats=tuple(seat or ()), reason=reason)

    carry_out(name, decide, how)


@app.command(
    "extend",
    epilog=examples(
        "adjudicator deadline extend lights --hours 24 --reason 'the server was down'",
        "adjudicator deadline extend lights --days 2 --seat france --dry-run",
    ),
)
@changing
def extend(
    name: Name,
    hours: Annotated[int, typer.Option("--hours", min=0, max=2160, help="Hours more.")] = 0,
    days: Annotated[int, typer.Option("--days", min=0, max=90, help="Days more.")] = 0,
    seat: Seats = None,
    reason: Reason = "",
    *,
    how: How,
) -> None:
    """Give more time to everybody who is asked, or to some seats. Whom it concerns is told."""
    from adjudicator.service.desk.deeds import Extend

    total = hours + 24 * days
    if not total:
        raise typer.BadParameter("how much? --hours or --days")
    deed = Extend(hours=total, seats=tuple(seat or ()), reason=reason)
    carry_out(name, lambda *_: deed, how)


@app.command(
    "policy",
    epilog=examples(
        "adjudicator deadline policy lights",
        "adjudicator deadline policy lights --set deadline_hours=48 --set missed=standing --set wait.hours=12",
    ),
)
@changing
def policy(
    name: Name,
    new: Annotated[
        list[str] | None, typer.Option("--set", help="name=value as in the [timing] of a campaign's file; repeatable.")
    ] = None,
    *,
    how: How,
) -> None:
    """Show the rules about time, or change some (docs/deadlines.md explains them). Everybody is told."""
    if not new:
        _show_policy(name, as_json=how.as_json)
        return
    changes = choices(new)

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from adjudicator.service.desk.deeds.deadlines import changed_policy

        return changed_policy(table, changes)

    carry_out(name, decide, how)


def _show_policy(name: str, *, as_json: bool) -> None:
    from adjudicator.service.desk.deeds.deadlines import flat_policy
    from cli.campaign_facts import table_for
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        rules = flat_policy(table_for(service.work(session), campaign))
    if as_json:
        emit(rules)
    else:
        columns(("RULE", "VALUE"), list(rules.items()))
