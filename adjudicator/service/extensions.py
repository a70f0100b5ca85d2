"""Find what optional packages of the service give: nothing else imports them, and it works without them.

A package registers what it gives by entry points, as games do; the name of the group says what it is:

commands            commands of mails: tuples of `adjudicator.service.commands.command.Command`
moderator_commands  what moderators do: tuples of `adjudicator.service.moderation.command.ModeratorCommand` classes
desk_commands       commands of the program: tables as `cli.main.COMMANDS`, with whole names of modules
introductions       what the first mail says under who plays: functions of its reader that return paragraphs
listeners           hear what happens in a campaign: `adjudicator.service.campaign.happenings.Listener`
periodic            do what is due: functions of the service, called every few seconds while the time is known
senders             send what goes beside the mails: functions of the service, called whenever no mail is to be sent
personal_data       what is kept of a person: functions of a session and a person's number that return plain values
"""

from functools import cache
from importlib.metadata import entry_points
from typing import Any


@cache
def extensions_of(what: str) -> tuple[Any, ...]:
    """Return what all installed packages give of one kind, in the order of the names of the entry points."""
    return tuple(point.load() for point in sorted(entry_points(group=f"adjudicator.{what}"), key=lambda one: one.name))


def is_installed(package: str, what: str) -> bool:
    """Return whether a package is installed that gives something of one kind under its name."""
    return bool(entry_points(group=f"adjudicator.{what}", name=package))
