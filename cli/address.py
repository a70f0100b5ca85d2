"""`adjudicator address`: where people can be reached, and another address for somebody whose own is dead."""

from adjudicator.service.moderation.arrangements import addresses
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.forms import add_arrangements
from cli.installation import campaign_at
from cli.options import Name
from cli.output import Output, record_table


@command("address list", "harbour-lights", needs=Access.LOOK)
def list_(campaign: Name) -> Output:
    """List who holds which seat, at which addresses. Also who shares a mailbox with an opponent."""
    with campaign_at(campaign) as visit:
        found = addresses.known(visit.work, visit.campaign)
    return record_table(found, "SEAT", "PERSON", "ROLE", "ADDRESS", "STATE", "SHARED WITH")


add_arrangements(addresses)
