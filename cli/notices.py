"""`adjudicator notices`: what goes to programs beside the mails."""

import sys
from typing import Annotated

import typer

from adjudicator.language import CODES
from adjudicator.service.channels import desk
from adjudicator.service.channels.desk import NewChannel
from adjudicator.service.channels.webhooks import Failed
from adjudicator.service.moderation.rights import Access, Right
from cli.changing import carry_out, told
from cli.commands import How, command
from cli.installation import at_the_desk, campaign_at, visitor
from cli.options import Name
from cli.output import Output, listed

Number = Annotated[int, "CHANNEL", "Its number (adjudicator notices list)."]


@command(
    "notices add",
    "adjudicator notices add lights https://hooks.example.org/lights",
    "adjudicator notices add lights - --events asked,deadline < url.txt     # not in the history of the shell",
    "adjudicator notices add lights tgram://123456789:abcdefg/12315544/      # a chat, as Apprise writes it",
    "adjudicator notices add lights https://phone.example.org/anna --seat france",
    needs=Right.ALL,
)
def add(
    name: Name,
    url: Annotated[str, "URL", "Where notices go, https or a chat; - reads it from standard input."],
    seat: Annotated[str, "Only what concerns this seat, and that it is asked."] = "",
    events: Annotated[str, "Of asked, deadline, turn, end, with commas; without it the usual."] = "",
    language: Annotated[str, "Language of the line for people, by its code."] = "",
    *,
    how: How,
) -> Output:
    """Add a webhook or chat that gets notifications. It is told who is asked, deadlines, turns, the end.

    They hold what everybody may know; to the channel of a seat goes that it is asked, never what. The secret with which
    they are signed is printed now and never again; in a chat they are not.
    """
    if language and language not in CODES:
        raise typer.BadParameter(f"unknown language {language!r}; choose {' or '.join(CODES)}")
    given = sys.stdin.readline().strip() if url == "-" else url
    wanted = NewChannel(url=given, seat=seat, events=events, language=language)
    done = carry_out(how, desk.add, name, wanted, visitor())
    said = f"channel {done.channel.number} is there"
    said += f"; its secret, shown once: {done.secret}" if done.secret else ""
    return told(how, done, said)


@command("notices list", "adjudicator notices list lights", needs=Access.LOOK)
def list_(name: Name) -> Output:
    """List the notification channels of a campaign. Secrets are not shown; whether notices arrive is."""
    with campaign_at(name) as visit:
        found = desk.listed(visit)
    arrive = ("DELIVERED", "FAILED", "FAILING SINCE", "WAITING", "WHY")
    return listed(found, ("CHANNEL", "number"), "SEAT", "PLACE", "EVENTS", ("LANG", "language"), *arrive)


@command("notices test", "adjudicator notices test lights 1", needs=Right.ALL)
def test(name: Name, number: Number) -> Output:
    """Send a test notification now. It says nothing; what became of it is shown."""
    with at_the_desk() as service:
        handed = desk.trial(service, name, number, visitor())
    if isinstance(handed, Failed):
        return Output({"delivered": False, "why": handed.why}, failed=[f"it has not arrived: {handed.why}"])
    return Output({"delivered": True}, "it has arrived")


@command("notices remove", "adjudicator notices remove lights 1 --yes", needs=Right.ALL)
def remove(name: Name, number: Number, *, how: How) -> Output:
    """Remove a notification channel. Its URL and secret are forgotten."""
    done = carry_out(how, desk.remove, name, number, visitor())
    return told(how, done, f"channel {done.channel.number} is removed")
