"""`adjudicator notices`: what goes to programs beside the mails."""

import sys
from typing import Annotated

from msgspec import structs

from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.moderation.rights import Access, Right
from adjudicator_channels import desk
from adjudicator_channels.desk import NewChannel
from adjudicator_channels.webhooks import Failed
from cli.changing import carry_out, told
from cli.commands import How, command
from cli.forms import add_form
from cli.installation import at_the_desk, campaign_at, visitor
from cli.options import Name
from cli.output import Output, record_table

Number = Annotated[int, "CHANNEL", "Its number (adjudicator notices list)."]


def _add(name: Name, wanted: NewChannel, *, how: How) -> Output:
    if wanted.url == "-":
        wanted = structs.replace(wanted, url=sys.stdin.readline().strip())
    done = carry_out(how, desk.add, name, wanted, visitor())
    return told(how, done.value, done.said)


add_form(FORMS["notices add"], _add)


@command("notices list", "lights", needs=Access.LOOK)
def list_(name: Name) -> Output:
    """List the notification channels of a campaign. Secrets are not shown; whether notices arrive is."""
    with campaign_at(name) as visit:
        found = desk.channels_of(visit)
    arrive = ("DELIVERED", "FAILED", "FAILING SINCE", "WAITING", "WHY")
    return record_table(found, ("CHANNEL", "number"), "SEAT", "PLACE", "EVENTS", ("LANG", "language"), *arrive)


@command("notices test", "lights 1", needs=Right.ALL)
def test(name: Name, number: Number) -> Output:
    """Send a test notification now. It says nothing; what became of it is shown."""
    with at_the_desk() as service:
        handed = desk.trial(service, name, number, visitor())
    if isinstance(handed, Failed):
        return Output({"delivered": False, "why": handed.why}, failed=[f"it has not arrived: {handed.why}"])
    return Output({"delivered": True}, "it has arrived")


@command("notices remove", "lights 1 --yes", needs=Right.ALL)
def remove(name: Name, number: Number, *, how: How) -> Output:
    """Remove a notification channel. Its URL and secret are forgotten."""
    done = carry_out(how, desk.remove, name, number, visitor())
    return told(how, done.value, done.said)
