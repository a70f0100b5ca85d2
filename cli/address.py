"""`adjudicator address`: where people can be reached, and another address for somebody whose own is dead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AsJson, Name, Seat, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from cli.address_acts import Known

app = typer.Typer(
    help="Addresses of players: see them, replace a dead one.", no_args_is_help=True, rich_markup_mode=None
)

Email = Annotated[str, typer.Argument(metavar="ADDRESS", help="A mail address.")]
Who = Annotated[str | None, typer.Option("--person", help="By name, where several people hold the seat.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is written down, and reports tell it.")]


@app.command("list", epilog=examples("adjudicator address list harbour-lights"))
def list_(campaign: Name, as_json: AsJson = False) -> None:
    """Who holds which seat, at which addresses, and who shares a mailbox with an opponent."""
    from cli.address_acts import known

    found = known(campaign)
    if as_json:
        emit(found)
        return
    columns(
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
    from cli import address_acts as acts

    _do(lambda: acts.add(campaign, seat, address, reason=reason, person=person), as_json=as_json)


@app.command("release", epilog=examples("adjudicator address release harbour-lights france anna@new.example"))
def release(
    campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, as_json: AsJson = False
) -> None:
    """Send the mails to the address that was asked for: its code has come back, and nobody has objected in time."""
    from cli import address_acts as acts

    _do(lambda: acts.release(campaign, seat, address, reason=reason, person=person), as_json=as_json)


@app.command("remove", epilog=examples("adjudicator address remove harbour-lights france anna@old.example"))
def remove(
    campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, as_json: AsJson = False
) -> None:
    """An address counts no more. The last one of a person stays."""
    from cli import address_acts as acts

    _do(lambda: acts.remove(campaign, seat, address, reason=reason, person=person), as_json=as_json)


def _do(act: Callable[[], Known], *, as_json: bool) -> None:
    done = act()
    if as_json:
        emit(done)
    else:
        print(f"{done.address} ({done.person}, {done.seat}): {done.state}")
