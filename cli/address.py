"""`adjudicator address`: where people can be reached, and another address for somebody whose own is dead."""

from typing import Annotated

from adjudicator.service.admin.addresses import Wish, change, known
from adjudicator.service.moderation.rights import Access, Right
from cli.changing import carry_out, told
from cli.commands import How, command
from cli.installation import at_the_desk, author
from cli.options import Name, Seat
from cli.output import Output, listed

Email = Annotated[str, "ADDRESS", "An email address."]
Who = Annotated[str | None, "--person", "By name, where several people hold the seat."]
Reason = Annotated[str, "Reason; it is logged, and reports tell it."]


@command("address list", "adjudicator address list harbour-lights", needs=Access.LOOK)
def list_(campaign: Name) -> Output:
    """List who holds which seat, at which addresses. Also who shares a mailbox with an opponent."""
    with at_the_desk() as service:
        return listed(known(service, campaign), "SEAT", "PERSON", "ROLE", "ADDRESS", "STATE", "SHARED WITH")


@command(
    "address add",
    "adjudicator address add harbour-lights france anna@new.example --dry-run",
    "adjudicator address add harbour-lights france anna@new.example --reason 'her old mailbox is gone'",
    needs=Right.ALL,
)
def add(campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, *, how: How) -> Output:
    """Ask for a new address to replace a broken one.

    A code goes to the new address; all old ones are told and may object for three days. Then: address release.
    """
    return _done(how, campaign, Wish("add", seat, address, person, reason))


@command("address release", "adjudicator address release harbour-lights france anna@new.example", needs=Right.ALL)
def release(campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, *, how: How) -> Output:
    """Use the new address from now on. Its code has come back, and nobody has objected in time."""
    return _done(how, campaign, Wish("release", seat, address, person, reason))


@command("address remove", "adjudicator address remove harbour-lights france anna@old.example", needs=Right.ALL)
def remove(campaign: Name, seat: Seat, address: Email, reason: Reason = "", person: Who = None, *, how: How) -> Output:
    """Remove an address. The last one of a person stays."""
    return _done(how, campaign, Wish("remove", seat, address, person, reason))


def _done(how: How, campaign: str, wish: Wish) -> Output:
    done = carry_out(how, change, campaign, wish, author())
    return told(how, done, f"{done.address} ({done.person}, {done.seat}): {done.state}")
