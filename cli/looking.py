"""Commands that only look: who is waited for, a seat, what it ordered, the mails of a campaign."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.errors import Failed
from cli.options import All, AsJson, AsSeat, Limit, Name, OwnLang, Seat, examples
from cli.output import columns, emit


def register(campaign: typer.Typer, seat: typer.Typer, orders: typer.Typer) -> None:
    """Add the commands to their groups."""
    campaign.command(
        "waiting", epilog=examples("adjudicator campaign waiting lights", "adjudicator campaign waiting lights --all")
    )(waiting)
    campaign.command(
        "mails", epilog=examples("adjudicator campaign mails lights", "adjudicator campaign mails lights --out --json")
    )(mails)
    seat.command(
        "show",
        epilog=examples("adjudicator seat show lights france", "adjudicator seat show lights france --as france"),
    )(show)
    orders.command(
        "show",
        epilog=examples("adjudicator orders show lights --as france", "adjudicator orders show lights --all --json"),
    )(ordered)


def waiting(name: Name, as_: AsSeat = None, all_: All = False, as_json: AsJson = False) -> None:
    """Who is asked what, since when, until when.

    Who has answered a secret question already shows with --all, or --as for one's own seat.
    """
    from cli.campaign_facts import table_for
    from cli.database import looking_at
    from cli.eyes import eyes
    from cli.seat_facts import waited_for

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        found = waited_for(session, table, eyes(as_, all_, table.match.header.seats))
    if as_json:
        emit(found)
        return
    columns(
        ("SEAT", "WHO", "QUESTION", "SINCE", "UNTIL", "ANSWERED"),
        [
            (
                each.seat, ", ".join(each.people), f"{each.kind} {each.rule}".strip(),
                each.since.strftime("%Y-%m-%d %H:%M") if each.since else "",
                each.until.strftime("%Y-%m-%d %H:%M UTC") if each.until else "",
                "" if each.answered is None else "yes" if each.answered else "no",
            )
            for each in found
        ],
    )  # fmt: skip


def mails(
    name: Name,
    out: Annotated[bool, typer.Option("--out", help="Mails of ours instead of those that came in.")] = False,
    status: Annotated[str | None, typer.Option("--status", help="Only in this state.")] = None,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> None:
    """The mails of a campaign, the newest first; the same as mail list --campaign."""
    from cli.mail import list_

    list_(out=out, campaign=name, status=status, limit=limit, as_json=as_json)


def show(
    name: Name, seat: Seat, as_: AsSeat = None, all_: All = False, as_json: AsJson = False, lang: OwnLang = None
) -> None:
    """A seat: who holds it, how to reach him, what is asked, what lies on file, what it holds.

    Without --as SEAT (that seat) or --all only what everybody may know.
    """
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.eyes import eyes
    from cli.seat_facts import seat_text, whole_seat

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        if seat not in table.by_name:
            raise Failed(f"there is no seat {seat}; there are {', '.join(table.by_name)}")
        looking = eyes(as_, all_, table.match.header.seats)
        found = whole_seat(session, table, table.by_name[seat], looking)
        if as_json:
            emit(found)
        else:
            print(seat_text(table, found, looking, language_for(table, looking, lang)))


def ordered(
    name: Name,
    as_: AsSeat = None,
    all_: All = False,
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """What was ordered, the newest first: each line as it was written, how it was read, what it made.

    Only with --as SEAT (that seat's own) or --all.
    """
    from cli.campaign_facts import table_for
    from cli.database import looking_at
    from cli.eyes import eyes
    from cli.seat_facts import order_sets

    if as_ is None and not all_:
        raise Failed("what was ordered shows only with --as SEAT or --all")
    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        found = order_sets(session, table, eyes(as_, all_, table.match.header.seats), limit)
    if as_json:
        emit(found)
        return
    for each in found:
        source = f"in-{each.mail}" if each.mail is not None else "at the desk"
        print(f"{each.received_at:%Y-%m-%d %H:%M} UTC  {each.seat}  {each.state}  {source}")
        for line in each.lines:
            made = "" if line.first is None else f"  [{line.first}-{line.last}]"
            print(f"  {line.outcome:<12} {line.text}{f'  = {line.said}' if line.said != line.text else ''}{made}")
