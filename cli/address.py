"""`adjudicator address`: where people can be reached, and another address for somebody whose own is dead."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.service.console.addresses import Change, Wish, change, known
from cli.installation import at_the_desk, author
from cli.options import AsJson, Name, Seat, examples
from cli.output import emit, show, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Email = Annotated[str, typer.Argument(metavar="ADDRESS", help="A mail address.")]
Who = Annotated[str | None, typer.Option("--person", help="By name, where several people hold the seat.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is written down, and reports tell it.")]


@app.command("list", epilog=examples("adjudicator address list harbour-lights"))
def list_(campaign: Name, as_json: AsJson = False) -> None:
    """Who holds which seat, at which addresses, and who shares a mailbox with an opponent."""
    with at_the_desk() as service:
        found = known(service, campaign)
    if as_json:
        emit(found)
        return
    table(
        ("SEAT", "PERSON", "ROLE", "ADDRESS", "STATE", "SHARED WITH"),
        [(each.seat, each.person, each.role, each.address, each.state, each.shared_with) for each in found],
    )


@app.command(
    "add",
    epilog=examples(
        "adjudicator address add harbour-lights france anna@new.example --reason 'her old mailbox is gone'"
    ),
)
def add(
    campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, as_json: AsJson = False
) -> None:
    """Ask for another address in the place of one that is dead.

    A code goes to the new address; all old ones are told and may object for three days. Then: address release.
    """
    _do(campaign, Wish(Change.ADD, seat, address, person, reason), as_json=as_json)


@app.command("release", epilog=examples("adjudicator address release harbour-lights france anna@new.example"))
def release(
    campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, as_json: AsJson = False
) -> None:
    """Send the mails to the address that was asked for: its code has come back, and nobody has objected in time."""
    _do(campaign, Wish(Change.RELEASE, seat, address, person, reason), as_json=as_json)


@app.command("remove", epilog=examples("adjudicator address remove harbour-lights france anna@old.example"))
def remove(
    campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, as_json: AsJson = False
) -> None:
    """An address counts no more. The last one of a person stays."""
    _do(campaign, Wish(Change.REMOVE, seat, address, person, reason), as_json=as_json)


def _do(campaign: str, wish: Wish, *, as_json: bool) -> None:
    with at_the_desk() as service:
        done = change(service, campaign, wish, author())
    show(done, f"{done.address} ({done.person}, {done.seat}): {done.state}", as_json=as_json)
